# SPDX-License-Identifier: GPL-3.0-or-later
"""The one thread that owns the desk, and the way of everything that comes to it.

1. It waits on one inbox. While Hektor reads aloud by itself, it also looks whether the last line
   was spoken and the pause after it is over (`_read_on`).
2. What was typed or heard means something in the position at hand (``study.handle``).
3. The desk's ``handle`` works it off; what happened is printed and spoken.
4. What is to outlast the sitting is on disk before the next item: notes, the score, saved games.
5. The recogniser is told what can be said now.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from announce.text.utterance import Utterance
from announce.words.study import study_words
from game.base.inbox import (
    Attendance,
    HearingChanged,
    Inbox,
    PlacePointed,
    Quit,
    SpeechHeard,
    Spoken,
    TypedLine,
)
from game.page.study import StudyPage
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from record.kept import Copy, Kept
from study.desk import Desk, Event, Place
from study.events import Refusal, Saved, StudyRefused
from study.handle import LONGEST_LINE, Meant, handle, leaves, spoken, typed
from study.library import Library
from study.tree import write
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from voice.hearing.recogniser import HeardUtterance
from voice.language import study
from voice.language.commands import Command, Trait
from voice.language.commands import CommandName as C
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import runtime_phrases
from voice.language.study import StudyCommand
from voice.language.study import StudyName as S
from voice.language.transcript import Words

_LOOKS: Final = 0.2  # seconds between two looks whether a line was spoken, while Hektor reads
_RESTS: Final = 3600.0  # seconds; nothing is due while nobody reads aloud
_DRAWN: Final = 1 << 48
PAUSE: Final = 4.0
"""Seconds between two moves that are read aloud, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class Books:
    """What is studied, and where things of the reader's own go."""

    library: Library
    kept: Kept
    copy: Copy


class StudyLoop:
    """Runs one sitting until it is left."""

    def __init__(
        self,
        desk: Desk,
        books: Books,
        presenter: Presenter,
        inbox: Inbox,
        listener: Listener | None = None,
        *,
        pause: float = PAUSE,
        attendance: Attendance | None = None,
        table: bool = False,
        clock: Callable[[], float] = time.monotonic,
        lots: random.Random | None = None,
        page: StudyPage | None = None,
    ) -> None:
        """``pause`` is how long Hektor waits between moves that it reads; ``clock`` is monotonic;
        both are in seconds. ``lots`` draws the tasks. Where a ``table`` waits, whose
        ``attendance`` it is, "Ende" may be said, too."""
        self.desk = desk
        self._books = books
        self._presenter = presenter
        self._inbox = inbox
        self._listener = listener
        self._pause = pause
        self._clock = clock
        self._lots = lots or random.Random()
        self._page = page
        self._since = clock()
        self._saved = desk.changed
        self._last: tuple[Utterance, ...] = ()
        self._attendance = attendance or Attendance(listener is not None)
        self._table = table
        self.alone = False  # nobody can say or type anything any more

    def run(self) -> None:
        """Until it is left, or nobody can say or type anything any more."""
        self._expect()
        while self.turn():
            pass
        self.close()

    def close(self) -> None:
        """What was changed is saved, whether somebody said so or not."""
        if self.desk.changed is not self._saved:
            self._save()

    def turn(self) -> bool:
        """Work off one item, or the time; False when the desk is left. What is being read aloud is
        read to its end, though nobody can say anything any more."""
        item = self._inbox.get(_LOOKS if self.desk.reads else _RESTS)
        match item:
            case None:
                self._read_on()
            case Quit():
                self.alone = True
                return False
            case TypedLine(text=None):
                self.alone = not self._attendance.input_ended()
            case TypedLine(text=str(text)):
                return self._typed(text)
            case SpeechHeard(utterance):
                return self._spoken(utterance)
            case PlacePointed(number, path):
                self._presenter.cancel()
                self.take(Place(number, path))
            case HearingChanged(on=on):
                self._heard(on)
            case DeviceChanged():
                self._reported(item)
            case Spoken(number):
                self._presenter.spoken(number)
        return self.desk.reads or not self.alone

    def take(self, meant: Meant | Place) -> None:
        """Work off what was meant, tell what comes of it, and keep what is to be kept."""
        language = self._presenter.settings.language
        books, before = self._books, self.desk
        draw = self._lots.randrange(_DRAWN)
        self.desk, events = handle(before, meant, books.library, draw=draw, interface=language)
        self.tell(events)
        if isinstance(meant, StudyCommand) and meant.name is S.SAVE and self.desk.changed:
            self._save()
        if before.notes is not self.desk.notes or before.points is not self.desk.points:
            self._keep()
        self._expect()

    def tell(self, events: Sequence[Event]) -> None:
        """Print and speak."""
        told = study_words(events, self._presenter.settings)
        self._last = told or self._last
        if self._page is not None:
            self._page.tell(told)
            self._page.show(self.desk, self._inbox.clock())
        self._presenter.say(told)
        self._since = self._clock()

    # --- What arrives -----------------------------------------------------------------------------

    def _typed(self, text: str) -> bool:
        language = self._presenter.settings.language
        if leaves(text.strip(), self.desk, language):
            return False
        self._presenter.cancel()
        if len(text) > LONGEST_LINE:
            self.tell([StudyRefused(Refusal.TOO_LONG)])
        elif not text.strip():
            self.take(StudyCommand(S.NEXT))
        else:
            self._obey(typed(text.strip(), self.desk, language))
        return True

    def _spoken(self, heard: HeardUtterance) -> bool:
        meant = spoken(heard.transcripts, self.desk) if heard.has_words else None
        command = meant if isinstance(meant, Command) and meant.sure else None
        leaves = self._table and command is not None and command.name is C.LEAVE
        if meant is not None and not leaves:
            self._obey(meant)
        self._presenter.go_on()
        return not leaves

    def _obey(self, meant: Meant) -> None:
        """What concerns the telling is the presenter's, all else the desk's."""
        if isinstance(meant, Command) and meant.sure and Trait.TELLING in meant.name.traits:
            if meant.name is C.REPEAT:
                self._presenter.say(self._last)
            else:
                self._presenter.obey(meant.name)
            return
        self.take(meant)

    def _heard(self, on: bool) -> None:
        if on:
            self._attendance.heard()
            self._presenter.give_way()
        else:
            self._presenter.go_on()

    def _reported(self, report: DeviceChanged) -> None:
        change = DeviceRestored if report.works else DeviceLost
        self._presenter.warn(change(0, report.device))
        if report.device in (Device.MICROPHONE, Device.RECOGNISER):
            heard = self._attendance.reported(report.works)
            self.alone = not heard and not self._attendance.types

    def _read_on(self) -> None:
        """The next move, when the last one was spoken and the pause after it is over."""
        speech = self._presenter.speech
        if speech is not None and not speech.wait_idle(0):
            self._since = self._clock()
        elif self.desk.reads and self._clock() - self._since >= self._pause:
            self.take(StudyCommand(S.NEXT))

    # --- The disk ---------------------------------------------------------------------------------

    def _keep(self) -> None:
        try:
            self._books.kept.keep(self.desk.notes, self.desk.points)
        except OSError:
            self.tell([StudyRefused(Refusal.NOT_SAVED)])

    def _save(self) -> None:
        games = [write(tree) for _, tree in sorted(self.desk.changed.items())]
        try:
            self._books.copy.write(games)
        except OSError:
            self.tell([StudyRefused(Refusal.NOT_SAVED)])
            return
        self._saved = self.desk.changed
        self.tell([Saved(str(self._books.copy.path.absolute()))])

    def _expect(self) -> None:
        """Let the recogniser listen for what can be said now."""
        if self._listener is None:
            return
        position, asked = self.desk.position, self.desk.asked

        def done(words: Words) -> Completeness:
            whole = study.completeness(words)
            return completeness(words, position, asked) if whole is Completeness.UNKNOWN else whole

        phrases = [*runtime_phrases(position, leisure=True), *study.phrases()]
        self._listener.listen_for(phrases, done, None, study.sentences())
