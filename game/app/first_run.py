# SPDX-License-Identifier: GPL-3.0-or-later
"""The first run: which language, whose voice, and does the microphone work?

It is for a person at a terminal who has no profile yet and did not say these things by options.
What is answered goes into the profile, so that it is asked once. Each question can be skipped with
the Enter key, and nothing is needed for it but a keyboard.

Whoever has a profile, or gave options, but never said who shall speak, is asked that where a screen
reader runs: it reads what is printed, so a second voice would say everything twice.
"""

import argparse
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from announce.lexicon import MOVES, Phrase, lexicon
from announce.text.settings import LANGUAGES
from announce.text.utterance import Utterance
from announce.words.numbers import cardinal
from announce.words.program import message
from game.app import options
from game.app.console import Console, TakesLines
from game.app.sound import Sound
from game.app.terminal import is_terminal
from game.base.inbox import HEARS, Attendance, HearingChanged, Inbox, SpeechHeard, TypedLine
from game.base.settings import COMPUTER
from game.play.loop import Activity, Loop
from game.sound.presenter import Presenter
from game.speech import readers
from opponents import programs
from opponents.levels import OWN_BEST
from rules.position import Position
from table.acts.setup import ELO, NOBODY, elo_of, level_of
from table.core.conditions import SECOND
from table.core.inputs import DeviceChanged
from table.reception import read_line
from voice.hearing.gate import Gate
from voice.language import lexicon as heard_words
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.intent import understand_typed
from voice.language.time_control import number_words
from voice.language.transcript import UNKNOWN

if TYPE_CHECKING:
    from game.sound.floor import Listeners

SPEAKER = ("speech", "no-speech")
"""The settings that say who speaks."""

ANSWERED_BY = ("--language", *(f"--{name}" for name in SPEAKER), "--no-microphone")
"""Who gives one of these options knows what they want."""

WORD = "Springer Felix drei"
"""What is to be said to the microphone."""

PATIENCE = 12.0
"""Seconds of silence after which the microphone is given up."""

THINKING = 30.0
"""Seconds of silence after which the last question is answered by itself."""

TRIES = 2
"""So often the word is asked for."""

Answer = str | bool | int
"""A setting of the profile."""

_LOOKS = 0.5  # seconds between two looks whether anybody speaks
_EXPECTED = 20  # how often an answer stands in the recogniser's list


class Left(Exception):
    """The user left the program."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """An answer that is waited for: what is ``expected``, and for so many seconds of silence, or as
    long as it takes. ``by_voice``: nobody waits for it where nobody is heard."""

    expected: tuple[str, ...]
    patience: float | None = None
    by_voice: bool = True


Questions = Generator[Awaited, str | None, dict[str, Answer]]
"""Sends what is waited for, gets what was said, and returns the answers."""


def is_due(given: Sequence[str]) -> bool:
    """True if it has to ask: at a terminal, without a profile, and if no option has the answers."""
    chosen = _gives(given, ANSWERED_BY)
    return is_terminal() and not chosen and not options.profile_path().exists()


def unasked_reader(given: Sequence[str]) -> str | None:
    """The name of the screen reader that runs (:data:`game.speech.readers.UNNAMED` if it is not
    known), if nobody has said yet who shall speak; None if there is nothing to ask."""
    chosen = _gives(given, [f"--{name}" for name in SPEAKER])
    if chosen or any(options.profiled(name) is not None for name in SPEAKER) or not is_terminal():
        return None
    return readers.running()


def _gives(given: Sequence[str], wanted: Sequence[str]) -> bool:
    """True if one of the ``wanted`` options is given, in full or shortened."""
    names = [one.partition("=")[0] for one in given]
    return any(option.startswith(name) for name in names if len(name) > 2 for option in wanted)


class Relay:
    """The lines of one keyboard, for the first run and then for the game."""

    def __init__(self, console: Console, inbox: Inbox) -> None:
        self._console = console
        self._ended = threading.Event()
        self._changing = threading.Lock()
        self._inbox: TakesLines = inbox
        threading.Thread(target=console.read, args=(self,), name="keyboard", daemon=True).start()

    def typed(self, text: str | None) -> None:
        """A line was typed, or the input ended (None)."""
        with self._changing:
            if text is None:
                self._ended.set()
            self._inbox.typed(text)

    def wait_for_room(self) -> None:
        """Until few lines wait."""
        self._inbox.wait_for_room()

    @property
    def console(self) -> Console:
        """The console for the game: it goes on reading where the first run stopped."""
        return replace(self._console, read=self._go_on)

    def _go_on(self, inbox: TakesLines) -> None:
        with self._changing:
            self._inbox = inbox
            if self._ended.is_set():
                inbox.typed(None)
        self._ended.wait()


def run(
    given: argparse.Namespace, console: Console, reader: str | None, *, whole: bool = True
) -> Console:
    """Ask, keep the answers, and put them into the options; the console to go on with.

    ``reader`` is the screen reader that runs. Without ``whole`` nothing else is asked about. Raises
    Left if the user left the program.
    """
    inbox = Inbox()
    relay = Relay(console, inbox)
    if reader is not None:
        quiet = Presenter(options.settings(given), console.write, None)
        asking = FirstRun(quiet)
        _keep(given, answers(asking, asking.ask_for_reader(reader), inbox), quiet)
    if whole:
        with ExitStack() as closing:
            sound = Sound(given, options.settings(given), console.write, closing, inbox=inbox)
            presenter, listener = sound.presenter, sound.listener
            if listener is not None:
                listener.start()
            strong = programs.stockfish() is not None
            highest = len(ELO) if strong else level_of(OWN_BEST) or 1
            asking = FirstRun(presenter, listens=listener is not None, highest=highest)
            found = answers(asking, asking.ask_all(asks_reader=reader is None), inbox, listener)
            _keep(given, found, presenter)
            presenter.drain()
            if presenter.speech is not None and listener is not None:
                # The game has new ears: they would take what is left of this voice for somebody's.
                time.sleep(Gate.TAIL / SECOND)
    return relay.console


def answers(
    asking: "FirstRun", questions: Questions, inbox: Inbox, listener: "Listeners | None" = None
) -> dict[str, Answer]:
    """Ask until there is an answer to each question. Raises Left."""
    asking.ask(questions)
    Loop(inbox, asking.presenter, asking, listener, Attendance(0)).run()
    if asking.left:
        raise Left
    return asking.found


def _keep(given: argparse.Namespace, found: Mapping[str, Answer], presenter: Presenter) -> None:
    """Put the answers into the profile and the options."""
    told = "remembered_computer" if "level" in found else "remembered"
    try:
        for name, value in found.items():
            options.keep_setting(name, value)
    except OSError:
        told = "not_remembered"
    for name, value in found.items():
        setattr(given, name.replace("-", "_"), value)
    presenter.say([message(told, presenter.settings.language)])


class FirstRun(Activity):
    """The questions. Each waits for what is typed or said (`Awaited`)."""

    def __init__(
        self,
        presenter: Presenter,
        *,
        listens: bool = False,
        clock: Callable[[], float] = time.monotonic,
        highest: int = len(ELO),
    ) -> None:
        """``listens``: somebody hears a microphone. ``clock`` is monotonic, in seconds. ``highest``
        is the highest level of the computer here."""
        self.presenter = presenter
        self.next: Activity | None = self
        self.found: dict[str, Answer] = {}
        self.left = False
        self._listens = listens
        self._clock = clock
        self._highest = highest
        self._awaited = Awaited(())
        self._since = clock()

    def ask(self, questions: Questions) -> None:
        """These, one after the other; what they return is ``found``."""
        self._questions = questions

    def ask_for_reader(self, reader: str) -> Questions:
        """Ask who speaks where a screen reader of this name runs; the answer as a setting of the
        profile."""
        name = reader or lexicon(self._language).text("program.message.some_reader")
        if (yield from self._ask_yes("screen_reader_runs", usual=True, reader=name)):
            return {"no-speech": True}
        return {"speech": "own"}

    def ask_all(self, *, asks_reader: bool = True) -> Questions:
        """Ask everything; the answers as settings of the profile."""
        self._tell("welcome")
        language = yield from self._ask_language()
        self.presenter.settings = replace(self.presenter.settings, language=language)
        found: dict[str, Answer] = {"language": language}
        speaks = asks_reader and self.presenter.speech is not None
        if speaks and (yield from self._ask_yes("screen_reader")):
            found["no-speech"] = True
        yield from self._try_microphone()
        elo = yield from self._ask_level()
        if elo is not None:
            found |= {"opponent": COMPUTER, "level": elo}
        return found

    # --- The questions --------------------------------------------------------------------------

    def _ask_language(self) -> Generator[Awaited, str | None, str]:
        usual = self._language
        answers = _language_answers()
        while True:
            self._tell("which_language", language=_endonym(usual))
            self.presenter.say([_numbered(*each) for each in enumerate(LANGUAGES, start=1)])
            said = yield Awaited(tuple(answers))
            if not said:
                return usual
            language = answers.get(_plain(said))
            if language is not None:
                return language
            self._none_of_them(said)

    def _ask_yes(
        self, question: str, *, usual: bool = False, **fields: str
    ) -> Generator[Awaited, str | None, bool]:
        """The answer to a question; Enter is the ``usual`` one."""
        while True:
            self._tell(question, **fields)
            said = yield Awaited(("ja", "nein"))
            if not said:
                return usual
            name = self._command(said)
            if name is CommandName.NO:
                return False
            if name is CommandName.YES:
                return True
            self._none_of_them(said)

    def _ask_level(self) -> Generator[Awaited, str | None, int | None]:
        """The Elo of the computer, where nobody else plays; Enter and no mean two people."""
        highest = self._highest
        levels = _levels(self._language, highest)
        while True:
            self._tell("who_plays", highest=cardinal(highest, self._language))
            numbers = [" ".join(number_words(number)) for number in range(1, highest + 1)]
            expected = [*numbers, *(f"stufe {number}" for number in numbers), "nein", "zu zweit"]
            said = yield Awaited(tuple(expected), THINKING, by_voice=False)
            if not said or self._means_two_people(said):
                return None
            named = [name for name in levels if f" {_plain(said)}".endswith(f" {name}")]
            if named:
                return elo_of(levels[max(named, key=len)])  # "twenty one" is not "one"
            self._none_of_them(said)

    def _try_microphone(self) -> Generator[Awaited, str | None, None]:
        phrase = lexicon(MOVES).phrase(WORD)
        asks = "say_word"
        for _ in range(TRIES):
            if not self._listens:
                break
            self._tell(asks, phrase=phrase)
            said = yield Awaited((WORD.lower(),), PATIENCE)
            if said == "":
                return
            if said is not None and heard_words.words(said) == heard_words.words(WORD):
                self._tell("heard_word", phrase=phrase)
                return
            asks = "say_word_again"
        self._tell("no_microphone" if not self._listens else "unheard")

    # --- Hearing and telling --------------------------------------------------------------------

    @property
    def _language(self) -> str:
        return self.presenter.settings.language

    def _tell(self, name: str, **fields: str | Phrase) -> None:
        sentence = lexicon(self._language).sentence(f"program.message.{name}", **fields)
        self.presenter.say([Utterance(sentence)])

    def _none_of_them(self, said: str) -> None:
        """Help is the question once more."""
        if self._command(said) is not CommandName.HELP:
            self._tell("which_answer")

    def _command(self, said: str | None) -> CommandName | None:
        meant = self._meant(said)
        return None if meant is None else meant.name

    def _means_two_people(self, said: str) -> bool:
        meant = self._meant(said)
        if meant is None:
            return False
        chooses = meant.name is CommandName.OPPONENT and meant.number == NOBODY
        return chooses or meant.name is CommandName.NO

    def _meant(self, said: str | None) -> Command | None:
        meant = understand_typed(said or "", Position.start(), interface=self._language)
        return meant if isinstance(meant, Command) else None

    # --- As an activity -------------------------------------------------------------------------

    def begin(self, attendance: Attendance) -> None:
        """The first question."""
        self._go_on(None)

    def _go_on(self, said: str | None) -> None:
        """The answer that was typed or said, "" for Enter; None if nothing came in time, or nobody
        hears."""
        try:
            self._awaited = self._questions.send(said)
        except StopIteration as asked:
            self.found, self.next = asked.value, None
        self._since = self._clock()

    def patience(self) -> float:
        """Until it looks again whether anybody speaks."""
        return _LOOKS

    def typed(self, typed: TypedLine) -> None:
        """An answer, or the word that leaves."""
        text = typed.text or ""
        self.presenter.cancel()
        if read_line(text).leave:
            self.left, self.next = True, None
        else:
            self._go_on(text.strip())

    def heard(self, heard: SpeechHeard) -> None:
        """An answer."""
        if heard.utterance.has_words:
            self.presenter.cancel()
            self.presenter.go_on(answered=True)
            self._go_on(heard.utterance.transcripts[0].text)
        else:
            self.presenter.go_on()

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor gives way to whoever speaks."""
        if changed.on:
            self.presenter.give_way()
            self._since = self._clock()
        else:
            self.presenter.go_on()

    def reported(self, report: DeviceChanged) -> None:
        """Without a microphone the questions are for the keyboard."""
        if report.device in HEARS and not report.works:
            self._listens = False

    def left_alone(self) -> None:
        """All that is left is answered by Enter."""
        while self.next is self:
            self._go_on("")

    def pass_time(self, *, idle: bool) -> None:
        """Somebody at the keyboard is waited for, unless a question has a patience; no voice is
        waited for where nobody hears it."""
        awaited, speech = self._awaited, self.presenter.speech
        if awaited.patience is None or self.next is None:
            return
        if speech is not None and not speech.wait_idle(0):
            self._since = self._clock()
        deaf = awaited.by_voice and not self._listens
        if deaf or self._clock() - self._since >= awaited.patience:
            self._go_on(None)

    def situation(self) -> Awaited:
        """The question."""
        return self._awaited

    def listen(self, listener: "Listeners") -> None:
        """For the answers."""
        known = set(heard_words.vocabulary())
        phrases = [each for each in self._awaited.expected if known.issuperset(each.split())]

        def done(words: Sequence[str]) -> Completeness:
            return Completeness.COMPLETE if " ".join(words) in phrases else Completeness.UNKNOWN

        listener.listen_for([*phrases * _EXPECTED, *[UNKNOWN] * _EXPECTED], done)


def _language_answers() -> Mapping[str, str]:
    """The answers that choose a language: its name, its German name, its code or its number."""
    found: dict[str, str] = {}
    for number, language in enumerate(LANGUAGES, start=1):
        german = lexicon(language).own("grammar.german") or language
        names = (_endonym(language), german, language, str(number), cardinal(number, MOVES))
        found |= {_plain(name): language for name in names}
    return found


def _levels(language: str, highest: int) -> Mapping[str, int]:
    """The levels by their numbers, in figures and in words."""
    return {
        _plain(name): number
        for number in range(1, highest + 1)
        for spoken in dict.fromkeys((MOVES, language))
        for name in (str(number), cardinal(number, spoken), " ".join(number_words(number, spoken)))
    }


def _plain(name: str) -> str:
    """A name as somebody may type it, without the marks on its letters."""
    return heard_words.without_marks(name.strip().lower().rstrip("."))


def _endonym(language: str) -> str:
    return str(lexicon(language).own("grammar.endonym") or language)


def _numbered(number: int, language: str) -> Utterance:
    """A language in its own words, to be chosen by its number."""
    words = lexicon(language)
    spoken = words.phrase(f"{cardinal(number, language)}: {_endonym(language)}.")
    return Utterance(spoken, eye=words.phrase(f"{number}: {_endonym(language)}."))
