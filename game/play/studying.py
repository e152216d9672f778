# SPDX-License-Identifier: GPL-3.0-or-later
"""Study and drills as an activity: what is done with all that comes to the state.

1. What was typed or heard means something in the position at hand (``study.handle``).
2. The state's ``handle`` works it off; what happened is printed and spoken.
3. What is to outlast the sitting is on disk before the next item: notes, the score, saved games.
4. What only an engine knows it is asked for; its answer comes as an item (``study.advising``). The
   errors of a game are asked for move by move, so that other questions come in between.
5. While Hektor reads aloud by itself, the next move follows when the last line was spoken and the
   pause after it is over (`Study.pass_time`).
"""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from announce.words.study import message, study_words
from game.base.inbox import (
    Attendance,
    HearingChanged,
    Item,
    SpeechHeard,
    TypedLine,
)
from game.page.study import StudyPage
from game.play.loop import Activity, Plays
from game.sound.presenter import Presenter
from record.notes import GamesCopy, NoteFile
from rules.outcome import outcome
from rules.position import Position
from study import advising
from study.events import Listed, StudyEvent, StudyRefusal
from study.handle import LONGEST_LINE, Meant, handle, leaves, spoken
from study.handle import typed as meant_by
from study.library import Library
from study.state import Place, StudyState
from study.tree import write_game
from table import reception
from table.core.inputs import Advised, DeviceChanged, Errand
from table.events.dialogue import DeviceLost, DeviceRestored
from table.events.game import Advice
from voice.language import study
from voice.language.commands import Command, Trait
from voice.language.commands import CommandName as C
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import runtime_phrases, sentences
from voice.language.lexicon import GERMAN
from voice.language.study import StudyCommand
from voice.language.study import StudyName as S
from voice.language.transcript import Words

if TYPE_CHECKING:
    from game.sound.listener import Listeners

_LOOKS: Final = 0.2  # seconds between two looks whether a line was spoken, while Hektor reads
_RESTS: Final = 3600.0  # seconds; nothing is due while nobody reads aloud
_DRAWN: Final = 1 << 48
PAUSE: Final = 4.0
"""Seconds between two moves that are read aloud, unless somebody says otherwise."""


class Study(Activity):
    """One sitting until it is left."""

    def __init__(
        self,
        state: StudyState,
        library: Library,
        presenter: Presenter,
        *,
        notes: NoteFile,
        copy: GamesCopy,
        pause: float = PAUSE,
        back: Activity | None = None,
        clock: Callable[[], float] = time.monotonic,
        lots: random.Random | None = None,
        page: StudyPage | None = None,
        advise: Callable[[Advice, Position, int | None], None] | None = None,
        closing: ExitStack | None = None,
        plays: Plays | None = None,
        looks: Callable[[str, Activity | None], Activity | None] | None = None,
        aside: Callable[[Callable[[], list[Utterance]]], None] | None = None,
    ) -> None:
        """``library`` has the games that are studied, ``notes`` the reader's own, and ``copy``
        the games that were changed. ``pause`` is how long Hektor waits between moves that it reads;
        ``clock`` is monotonic; both are in seconds. ``lots`` draws the tasks. Where it leads
        ``back`` to a table, "Ende" may be said, too, and a farewell anywhere. ``advise`` asks an
        engine. ``closing`` is closed at the end. ``plays`` begins a new game of which this was
        said; ``looks`` has a game as PGN looked at instead, and then leads to the same; None if
        there is none.
        ``aside`` does what takes a while, and has it told of."""
        self.state = state
        self.next: Activity | None = self
        self._library, self._notes, self._copy = library, notes, copy
        self._presenter = presenter
        self._pause = pause
        self._back = back
        self._clock = clock
        self._lots = lots or random.Random()
        self._page = page
        self._advise = advise
        self._asked: tuple[Advice, Position] | None = None  # of the engine
        self._reviewed: Position | None = None  # the line whose errors are looked for
        self._unseen: list[int] = []  # the plies of it that are still to be looked at
        self._found: list[Advised] = []
        self._closing = closing or ExitStack()
        self._plays = plays
        self._looks = looks
        self._aside = aside or (lambda work: self._presenter.say(work()) and None)
        self._since = clock()
        self._saved = state.changed
        self._last: tuple[Utterance, ...] = ()
        self._attendance = Attendance(0)

    def begin(self, attendance: Attendance) -> None:
        """At the state."""
        self._attendance = attendance

    def end(self) -> None:
        """Save the changes, whether somebody said so or not."""
        with self._closing:
            if self.state.changed is not self._saved:
                self._save()

    def left_alone(self) -> None:
        """Read to its end what is being read aloud: nobody says anything any more."""
        if not self.state.reads:
            self._leave()

    def _leave(self, *, whole: bool = False) -> None:
        """Back to the table; or with a farewell, and where there is none, out of the program."""
        self.next = None if whole else self._back

    def patience(self) -> float:
        """While Hektor reads, it looks whether a line was spoken."""
        return _LOOKS if self.state.reads else _RESTS

    def take(self, meant: Meant | Place, *, quiet: bool = False) -> None:
        """Work off what was meant, tell what comes of it unless it is to be ``quiet``, and keep
        what is to be kept."""
        language = self._presenter.settings.language
        before = self.state
        draw = self._lots.randrange(_DRAWN)
        self.state, events = handle(before, meant, self._library, draw=draw, interface=language)
        self.tell(() if quiet else events)
        if isinstance(meant, StudyCommand) and meant.name is S.SAVE and self.state.changed:
            self._save()
        if before.notes is not self.state.notes or before.points is not self.state.points:
            self._keep()

    def tell(self, events: Sequence[StudyEvent]) -> None:
        """Print and speak."""
        told = study_words(events, self._presenter.settings)
        self._last = told or self._last
        if self._page is not None:
            self._page.tell(told)
            self._page.show(self.state, time.monotonic_ns())
        self._presenter.say(told)
        self._since = self._clock()

    # --- What arrives -----------------------------------------------------------------------------

    def typed(self, typed: TypedLine) -> None:
        """A command of study, a move or a question about the position; or the word that leaves."""
        text, language = typed.text or "", self._presenter.settings.language
        if leaves(text.strip(), self.state, language):
            self._leave(whole=reception.leaves(text, farewell=True))
            return
        self._presenter.cancel()
        if self._looks is not None and typed.game:
            self.next = self._looks(text, self._back) or self
        elif len(text) > LONGEST_LINE:
            self.tell([StudyRefusal.TOO_LONG])
        elif not text.strip():
            self.take(StudyCommand(S.NEXT))
        else:
            self.obey(meant_by(text.strip(), self.state, language))

    def heard(self, heard: SpeechHeard) -> None:
        """The same, spoken."""
        words = heard.utterance
        meant = spoken(words.transcripts, self.state) if words.has_words else None
        if meant is not None:
            self.obey(meant)
        self._presenter.go_on()

    def received(self, item: Item) -> None:
        """Take a place that somebody points at on the page, or an opinion of an engine."""
        match item:
            case Place():
                self._presenter.cancel()
                self.take(item)
            case Advised(kind=Advice.ERRORS) if self._reviewed is not None:
                self._review(self._reviewed, item)
            case Advised() if self._asked == (item.kind, self.state.position):
                self._asked = None
                self.tell(advising.told(self.state, item))

    def obey(self, meant: Meant) -> None:
        """Obey a command: the telling is the presenter's, all else the state's. A farewell leaves,
        and where there is a table the word that leads back to it."""
        match meant:
            case Command(name=C.LEAVE, sure=True) if meant.word or self._back is not None:
                self._leave(whole=meant.word is not None)
            case Command(name=C.SAVE):
                self._give(Errand(meant.word or "pgn"))
            case Command(name=C.OPPONENT, sure=True):
                self._play_on(meant)
            case Command(name=C.REPEAT, sure=True):
                self._presenter.say(self._last)
            case Command(sure=True) if Trait.TELLING in meant.name.traits:
                self._presenter.obey(meant)
            case _:
                kind = advising.wanted(self.state, meant)
                if kind is None or self._advise is None:
                    self.take(meant)
                else:
                    self._ask(kind, self._advise)

    def _ask(self, kind: Advice, advise: Callable[[Advice, Position, int | None], None]) -> None:
        """Ask the engine; of all moves about the first one first."""
        position, tree = self.state.position, self.state.tree
        if kind is not Advice.ERRORS or tree is None:
            self._asked = kind, position
            advise(kind, position, position.ply - 1 if kind is Advice.BETTER else None)
            return
        self._presenter.say([message("looking", self._presenter.settings)])
        self._reviewed, self._found = advising.line_of(tree, self.state), []
        self._unseen = advising.reviewed(tree, self._reviewed)
        self._look_at_next(self._reviewed)

    def _review(self, line: Position, advised: Advised) -> None:
        """The engine has looked at a move of the line."""
        self._found.append(advised)
        if advised.best is None:
            self._reviewed = None
            self.tell([StudyRefusal.NO_EVALUATION])
        else:
            self._look_at_next(line)

    def _look_at_next(self, line: Position) -> None:
        if self._unseen and self._advise is not None:
            ply = self._unseen.pop(0)
            self._advise(Advice.ERRORS, line.back_to(ply + 1), ply)
        else:
            self._reviewed = None
            self.tell(advising.errors(line, self._found))

    def _play_on(self, opponent: Command) -> None:
        """A new game goes on from here, against the computer; whoever has the move is the player,
        unless they say otherwise."""
        position = self.state.position
        if self._plays is None:
            self.tell([StudyRefusal.NO_TABLE])
        elif outcome(position) is not None:
            self.tell([StudyRefusal.OVER])
        else:
            colour = position.turn if opponent.colour is None else opponent.colour
            told = Phraser(self._presenter.settings).say("game.next_game")
            self._presenter.say([told])
            begun = Command(C.SET_UP, position.fen), replace(opponent, colour=colour)
            self.next = self._plays(begun)

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor gives way to whoever speaks."""
        if changed.on:
            self._presenter.give_way()
        else:
            self._presenter.go_on()

    def reported(self, report: DeviceChanged) -> None:
        """Told."""
        change = DeviceRestored if report.works else DeviceLost
        self._presenter.warn(change(0, report.device))

    def pass_time(self, *, idle: bool) -> None:
        """The next move, when the last one was spoken and the pause after it is over."""
        if not idle:
            return
        speech = self._presenter.speech
        if speech is not None and not speech.wait_idle(0):
            self._since = self._clock()
        elif self.state.reads and self._clock() - self._since >= self._pause:
            self.take(StudyCommand(S.NEXT))

    # --- The disk ---------------------------------------------------------------------------------

    def _keep(self) -> None:
        try:
            self._notes.write(self.state.notes, self.state.points)
        except OSError:
            self.tell([StudyRefusal.NOT_SAVED])

    def _save(self) -> None:
        games = [write_game(tree) for _, tree in sorted(self.state.changed.items())]
        try:
            self._copy.write(games)
        except OSError:
            self.tell([StudyRefusal.NOT_SAVED])
            return
        self._saved = self.state.changed
        self.tell([Listed(S.SAVE, (str(self._copy.path.resolve()),))])

    def _give(self, form: Errand) -> None:
        """The game that is studied is given away, with what was added to it."""
        from game.play.giving import given_study  # noqa: PLC0415 - few games are

        tree, at_hand = self.state.tree, self.state.position
        if tree is None:
            self.tell([StudyRefusal.NO_GAME])
        else:
            self._aside(given_study(tree, at_hand, form, self._presenter.settings))

    def situation(self) -> object:
        """The state, and the language of its reader."""
        return self.state, self._presenter.settings.language

    def listen(self, listener: "Listeners") -> None:
        """For the commands of study, and for what is said of a position."""
        position, asked = self.state.position, self.state.asked

        def done(words: Words) -> Completeness:
            whole = study.completeness(words)
            return completeness(words, position, asked) if whole is Completeness.UNKNOWN else whole

        phrases = [*runtime_phrases(position, leisure=True), *study.phrases()]
        own = self._presenter.settings.language
        commands = map(study.sentences, dict.fromkeys((GERMAN.name, own)))
        listener.listen_for(phrases, done, None, (*sentences(position, own=own), *commands))
