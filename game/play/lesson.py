# SPDX-License-Identifier: GPL-3.0-or-later
"""The lesson in which Hektor learns a voice: a pure dialogue, and the activity that runs it.

Hektor says a phrase, the speaker repeats it, and the take is judged. A phrase that fails three
times comes back at the end, and after that is left out: one word keeps nobody from playing.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from announce.words.lesson import learn_words
from game.base.inbox import HEARS, Attendance, HearingChanged, SpeechHeard, TypedLine
from game.play.loop import Activity
from game.sound.listener import Listeners
from game.sound.presenter import Presenter
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from table.reception import leaves
from voice.hearing.audio import RATE
from voice.language import lexicon
from voice.language.transcript import HeardUtterance, Words
from voice.learning.lesson import (
    Fixed,
    LearningEvent,
    LessonBegan,
    LessonLeft,
    PhraseWanted,
    TakeFault,
    TakeRefused,
)
from voice.learning.phrases import (
    PHRASES,
    Wish,
    completeness,
    listened_for,
    wish_of,
    wish_typed,
)
from voice.learning.store import NoSpace, Person, Take, Voices
from voice.learning.takes import fault_of, is_wish

PATIENCE = 12.0
"""Seconds of silence after which Hektor asks again."""

_LOOKS = 1.0  # seconds between two looks whether anybody speaks
_COUGH = RATE  # samples; what is shorter and has no words is nothing

TRIES = 3
"""So often a phrase is asked for before it is put off, and again before it is left out."""

SILENCES = 3
"""So often Hektor asks into silence before the lesson is left for later."""

_TOLD_EVERY = 5  # phrases: progress is told then, and for each of the last ones
_LAST = 3


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson of one person.

    ``queue`` holds the numbers of the phrases still to be said, the first of them now. ``keep``
    tells whether recordings may stay; None: that is asked before the first phrase. ``tries`` counts
    the refused takes of this phrase, or the unclear answers; ``put_off`` holds the phrases that
    were asked for before. ``left``: the rest is for another time.
    """

    name: str
    queue: tuple[int, ...]
    keep: bool | None
    tries: int = 0
    silences: int = 0
    put_off: frozenset[int] = frozenset()
    left: bool = False

    @property
    def wanted(self) -> Words:
        """The phrase that is to be said now; nothing where an answer is wanted."""
        return () if self.over or self.keep is None else PHRASES[self.queue[0]]

    @property
    def over(self) -> bool:
        """True if nothing more is asked: all was said, or the lesson was left."""
        return self.left or not self.queue


Taken = Wish | TakeFault | None
"""After a prompt. None: what was said has no fault; a take of the phrase is on disk."""

Told = tuple[LearningEvent, ...]


def begin(name: str, done: frozenset[int], keep: bool | None) -> tuple[Lesson, Told]:
    """A lesson, or the rest of one: ``done`` are the numbers of the phrases that were said."""
    queue = tuple(number for number in range(len(PHRASES)) if number not in done)
    if not queue:
        return Lesson(name, (), keep), (Fixed.SAID_ALREADY, Fixed.LEARNS_NOW)
    lesson = Lesson(name, queue, keep)
    return lesson, (LessonBegan(name, len(queue), again=bool(done)), _asked(lesson))


def step(lesson: Lesson, given: Taken) -> tuple[Lesson, Told]:
    """The lesson after something was said, and what Hektor says to it."""
    if lesson.over:
        return lesson, ()
    if given is Wish.LATER:
        return _left(lesson)
    if given is Wish.HELP:
        return lesson, (Fixed.HELP, _asked(lesson))
    heard = replace(lesson, silences=0)
    return _consent(heard, given) if heard.keep is None else _phrase(heard, given)


def _left(lesson: Lesson) -> tuple[Lesson, Told]:
    return replace(lesson, left=True), (LessonLeft(len(lesson.queue)),)


def silent(lesson: Lesson) -> tuple[Lesson, Told]:
    """The lesson after nothing was said for a while."""
    if lesson.over:
        return lesson, ()
    lesson = replace(lesson, silences=lesson.silences + 1)
    if lesson.silences >= SILENCES:
        return _left(lesson)
    return lesson, (Fixed.NOTHING_HEARD, _asked(lesson))


def _asked(lesson: Lesson) -> LearningEvent:
    """The question that was asked last."""
    return Fixed.ASK_KEEP if lesson.keep is None else _prompt(lesson)


def _consent(lesson: Lesson, given: Taken) -> tuple[Lesson, Told]:
    """Nothing but a yes is a yes: an answer that stays unclear means no."""
    unclear = given not in (Wish.YES, Wish.NO)
    if unclear and (given is Wish.REPEAT or lesson.tries + 1 < TRIES):
        tries = lesson.tries + (given is not Wish.REPEAT)
        return replace(lesson, tries=tries), (Fixed.ASK_KEEP,)
    keep = given is Wish.YES
    lesson = replace(lesson, keep=keep, tries=0)
    return lesson, (Fixed.KEPT if keep else Fixed.NOT_KEPT, _prompt(lesson))


def _phrase(lesson: Lesson, given: Taken) -> tuple[Lesson, Told]:
    if given is None:
        return _next(lesson)
    if given is Wish.SKIP:
        lesson, told = _next(lesson)
        return lesson, (Fixed.SKIPPED, *told)
    if given is Wish.REPEAT:
        return lesson, (_prompt(lesson, progress=True),)
    refused = TakeRefused(given if isinstance(given, TakeFault) else TakeFault.WRONG_PHRASE)
    lesson = replace(lesson, tries=lesson.tries + 1)
    if lesson.tries < TRIES:
        return lesson, (refused, _prompt(lesson))
    return _put_off(lesson, refused)


def _put_off(lesson: Lesson, refused: TakeRefused) -> tuple[Lesson, Told]:
    """The phrase comes back at the end; the second time it is left out."""
    first, *rest = lesson.queue
    if first in lesson.put_off or not rest:
        lesson, told = _next(lesson)
        return lesson, (refused, Fixed.SKIPPED, *told)
    queue = (*rest, first)
    lesson = replace(lesson, queue=queue, tries=0, put_off=lesson.put_off | {first})
    return lesson, (refused, Fixed.POSTPONED, _prompt(lesson))


def _next(lesson: Lesson) -> tuple[Lesson, Told]:
    """Done with this phrase, whatever came of it."""
    lesson = replace(lesson, queue=lesson.queue[1:], tries=0)
    if not lesson.queue:
        return lesson, (Fixed.LEARNS_NOW,)
    left = len(lesson.queue)
    return lesson, (_prompt(lesson, progress=left % _TOLD_EVERY == 0 or left <= _LAST),)


def _prompt(lesson: Lesson, progress: bool = False) -> PhraseWanted:
    words = lexicon.written(lesson.wanted)
    return PhraseWanted(words, len(lesson.queue) if progress else None)


class Learning(Activity):
    """One lesson; takes are kept on disk, and the dialogue answers."""

    def __init__(
        self,
        voices: Voices,
        person: Person,
        presenter: Presenter,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock`` is monotonic, in seconds."""
        self.person = person
        self.next: Activity | None = self
        self._voices = voices
        self._presenter = presenter
        self._clock = clock
        self._since = clock()
        self._attendance = Attendance(1)
        done = frozenset(voices.lesson(person.name))
        self.lesson, self._told = begin(person.name, done, person.keep)

    def begin(self, attendance: Attendance) -> None:
        """Say what is to be said first."""
        self._attendance = attendance
        self.tell(self._told)
        self._ask()

    def tell(self, events: Sequence[LearningEvent]) -> None:
        """Print and speak."""
        language = self._presenter.settings.language
        self._presenter.say([one for event in events for one in learn_words(event, language)])

    def patience(self) -> float:
        """Until it looks again whether anybody speaks."""
        return _LOOKS

    def typed(self, typed: TypedLine) -> None:
        """Wishes; Enter alone asks for the phrase once more."""
        text = typed.text or ""
        self._presenter.cancel()
        self._answer(Wish.LATER if leaves(text) else wish_typed(text) or Wish.REPEAT)

    def heard(self, heard: SpeechHeard) -> None:
        """A take, a wish or a cough."""
        if heard.utterance.has_words or len(heard.utterance.pcm) >= 2 * _COUGH:
            self._answer(self._meant(heard.utterance))

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor speaks on: the phrase has to be heard."""
        return

    def reported(self, report: DeviceChanged) -> None:
        """Without a microphone nobody can learn."""
        if report.device not in HEARS:
            return
        if not self._attendance.may_hear or report.device is Device.RECOGNISER:
            self.tell((Fixed.NO_MICROPHONE,))
            self._answer(Wish.LATER)
            return
        change = DeviceRestored if report.works else DeviceLost
        self._presenter.warn(change(0, report.device))

    def left_alone(self) -> None:
        """End for now: the lesson goes on another time."""
        if not self.lesson.over:
            self._answer(Wish.LATER)

    def pass_time(self, *, idle: bool) -> None:
        """Ask again into silence. While Hektor speaks nobody is waited for."""
        speech = self._presenter.speech
        if not idle or (speech is not None and not speech.wait_idle(0)):
            self._since = self._clock()
        elif self._clock() - self._since >= PATIENCE:
            self._go_on(*silent(self.lesson))

    def situation(self) -> Lesson:
        """The lesson."""
        return self.lesson

    def listen(self, listener: Listeners) -> None:
        """For the phrase that is wanted, and for wishes."""
        wanted = self.lesson.wanted
        listener.listen_for(listened_for(wanted), lambda words: completeness(words, wanted))

    def _answer(self, given: Taken) -> None:
        self._go_on(*step(self.lesson, given))

    def _go_on(self, lesson: Lesson, told: Told) -> None:
        """One step of the dialogue; the answer about the recordings is kept at once."""
        self.lesson = lesson
        if self.lesson.keep != self.person.keep:
            self.person = replace(self.person, keep=self.lesson.keep)
            try:
                self._voices.save(self.person)
            except NoSpace:
                told = (Fixed.NO_SPACE, *told)
        self.tell(told)
        self._ask()

    def _ask(self) -> None:
        self._since = self._clock()
        if self.lesson.over:
            self.next = None

    def _meant(self, heard: HeardUtterance) -> Taken:
        wanted = self.lesson.wanted
        if is_wish(heard, wanted):
            return wish_of(heard.transcripts[0].words)
        if self.lesson.keep is None:
            return None  # no answer
        fault = fault_of(heard, wanted)
        if fault is not None:
            return fault
        samples = np.frombuffer(heard.pcm, "<i2").copy()
        try:
            take = Take(wanted, samples)
            self._voices.add_to_lesson(self.person.name, self.lesson.queue[0], take)
        except NoSpace:
            self.tell((Fixed.NO_SPACE,))
            return Wish.LATER
        return None
