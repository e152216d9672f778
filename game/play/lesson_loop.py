# SPDX-License-Identifier: GPL-3.0-or-later
"""The thread of a lesson: hears takes, keeps them on disk, and lets the dialogue answer."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from announce.words.program import learn_words
from game.base.inbox import Attendance, HearingChanged, Inbox, SpeechHeard, Spoken, TypedLine
from game.play.lesson_dialogue import Given, Lesson, Silence, Stage, TakeJudged, begin, step
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from table.reception import read_line
from voice.hearing.audio import RATE
from voice.hearing.recogniser import HeardUtterance
from voice.learning.lesson import Fixed, LearningEvent, Told
from voice.learning.phrases import Wish, completeness, listened_for, wish_of, wish_typed
from voice.learning.store import NoSpace, Person, Voices
from voice.learning.takes import Take, fault_of, is_wish

PATIENCE = 12.0
"""Seconds of silence after which Hektor asks again."""

_LOOKS = 1.0  # seconds between two looks whether anybody speaks
_COUGH = RATE  # samples; what is shorter and has no words is nothing


class LessonLoop:
    """Runs one lesson, on one thread."""

    def __init__(
        self,
        voices: Voices,
        person: Person,
        presenter: Presenter,
        inbox: Inbox,
        listener: Listener,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock`` is monotonic, in seconds."""
        self.person = person
        self._voices = voices
        self._presenter = presenter
        self._inbox = inbox
        self._listener = listener
        self._clock = clock
        self._since = clock()
        self._attendance = Attendance(listens=True)

    def run(self) -> Lesson:
        """Until all was said, or the lesson is left for later; what was said is on disk."""
        done = frozenset(self._voices.lesson(self.person.name))
        lesson, told = begin(self.person.name, done, self.person.keep)
        self.tell(told)
        self._expect(lesson)
        while not lesson.over:
            given = self._next(lesson)
            if given is None:
                continue
            lesson, told = step(lesson, given)
            if lesson.keep != self.person.keep:
                told = (*self._keep(lesson), *told)
            self.tell(told)
            self._expect(lesson)
        return lesson

    def tell(self, events: Sequence[LearningEvent]) -> None:
        """Print and speak."""
        language = self._presenter.settings.language
        self._presenter.say([one for event in events for one in learn_words(event, language)])

    def _expect(self, lesson: Lesson) -> None:
        self._since = self._clock()
        wanted = lesson.wanted
        if not lesson.over:
            self._listener.listen_for(
                listened_for(wanted), lambda words: completeness(words, wanted)
            )

    def _next(self, lesson: Lesson) -> Given | None:
        """What comes next, None if it is nothing to the lesson."""
        item = self._inbox.get(_LOOKS)
        if item is None:
            return self._silence()
        self._since = self._clock()
        match item:
            case TypedLine(text=None):
                return None if self._attendance.input_ended() else Wish.LATER
            case TypedLine(text=str(text)):
                self._presenter.cancel()
                return self._typed(text)
            case SpeechHeard(utterance):
                return self._spoken(utterance, lesson)
            case DeviceChanged():
                return self._reported(item)
            case Spoken(number):
                self._presenter.spoken(number)
            case HearingChanged(on=True):
                self._attendance.heard()
        return None

    def _silence(self) -> Given | None:
        """While Hektor speaks nobody is waited for."""
        speech = self._presenter.speech
        if speech is not None and not speech.wait_idle(0):
            self._since = self._clock()
        return Silence() if self._clock() - self._since >= PATIENCE else None

    def _typed(self, text: str) -> Given:
        if read_line(text).leave:
            return Wish.LATER
        return wish_typed(text) or Wish.REPEAT  # Enter alone asks for the phrase once more

    def _spoken(self, heard: HeardUtterance, lesson: Lesson) -> Given | None:
        if not heard.has_words and len(heard.pcm) < 2 * _COUGH:
            return None
        if is_wish(heard, lesson.wanted):
            return wish_of(heard.transcripts[0].words)
        if lesson.stage is Stage.CONSENT:
            return TakeJudged()  # no answer
        fault = fault_of(heard, lesson.wanted)
        if fault is not None:
            return TakeJudged(fault)
        samples = np.frombuffer(heard.pcm, "<i2").copy()
        try:
            take = Take(lesson.wanted, samples)
            self._voices.add_to_lesson(self.person.name, lesson.queue[0], take)
        except NoSpace:
            self.tell((Told(Fixed.NO_SPACE),))
            return Wish.LATER
        return TakeJudged()

    def _reported(self, report: DeviceChanged) -> Given | None:
        """Without a microphone nobody can learn."""
        if report.device not in (Device.MICROPHONE, Device.RECOGNISER):
            return None
        may_be_heard = self._attendance.reported(report.works)
        if not may_be_heard or report.device is Device.RECOGNISER:
            self.tell((Told(Fixed.NO_MICROPHONE),))
            return Wish.LATER
        change = DeviceRestored if report.works else DeviceLost
        self._presenter.warn(change(0, report.device))
        return None

    def _keep(self, lesson: Lesson) -> tuple[LearningEvent, ...]:
        """The answer about the recordings is kept at once."""
        self.person = replace(self.person, keep=lesson.keep)
        try:
            self._voices.save(self.person)
        except NoSpace:
            return (Told(Fixed.NO_SPACE),)
        return ()
