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
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from announce.lexicon import MOVES, lexicon
from announce.text.settings import LANGUAGES
from announce.text.utterance import Utterance
from announce.words.numbers import cardinal, control_words
from announce.words.program import message
from clock.control import BadTimeControl, read_control
from game.app import options
from game.app.asking import SAY_AGAIN, Asking, Awaited, Chosen, Questions
from game.app.audio import Sound
from game.app.console import Console
from game.app.terminal import is_terminal
from game.base.inbox import Attendance, Inbox
from game.base.settings import COMPUTER
from game.play.loop import Loop
from game.sound.presenter import Presenter
from game.speech import readers
from ground.text import one_line
from opponents import roster
from opponents.levels import OWN_BEST
from table.acts.setup import ELO, LEVELS, NOBODY, elo_of, level_of
from table.core.conditions import RAPID, SECOND, UNHURRIED, Mode
from voice.hearing.gate import Gate
from voice.language import alphabet
from voice.language import lexicon as heard_words
from voice.language.commands import Command, CommandName
from voice.language.grammar import yes_or_no
from voice.language.semantics import as_heard, heard_language, language_of
from voice.language.time_control import names, number_words, read
from voice.language.typed import number_alone

if TYPE_CHECKING:
    from game.sound.listener import Listeners

SPEAKER = ("speech", "no-speech")
"""The settings that say who speaks."""

ANSWERED_BY = ("--language", *(f"--{name}" for name in SPEAKER), "--no-microphone")
"""Who gives one of these options knows what they want."""

WORD = "Springer Felix drei"
"""The phrases to be said to the microphone."""

PATIENCE = 12.0
"""Seconds of silence after which the microphone is given up."""

THINKING = 30.0
"""Seconds of silence after which the last question is answered by itself."""

TRIES = 2
"""So often the word is asked for."""

BLITZ = "5+3"
"""An example beside the time control that is proposed to two people."""

LONGEST_NAME = 60
"""Letters of a player's name."""

_BRIEF = 3
"""Words of an answer that names the easiest or the strongest level."""

_PLAYERS = ("--opponent", "--level")
_WHO = (*yes_or_no(), "zu zweit", "gegen den computer")
_NAMES = ("anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hektor")
_TIMES = (*yes_or_no(), *names(), "fünfzehn minuten plus zehn sekunden", "drei plus zwei")
_MINUTES = (3, 5, 10, 15, 20, 25, 30, 45, 60, 90)  # that are heard alone; others with their unit


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


def run(
    given: argparse.Namespace, console: Console, reader: str | None, *, whole: bool = True
) -> Console | None:
    """Ask, keep the answers, and put them into the options; the console to go on with, None if the
    user left the program.

    ``reader`` is the screen reader that runs. Without ``whole`` nothing else is asked about.
    """
    inbox = Inbox()
    threading.Thread(target=console.read, args=(inbox,), name="keyboard", daemon=True).start()
    if reader is not None:
        quiet = Presenter(options.settings(given), console.write, None)
        asking = FirstRun(quiet)
        found = answers(asking, asking.ask_for_reader(reader), inbox)
        if found is None:
            return None
        _keep(given, found, quiet)
    if whole:
        with ExitStack() as closing:
            sound = Sound(given, options.settings(given), console.write, closing, inbox=inbox)
            presenter, listener = sound.presenter, sound.listener
            if listener is not None:
                listener.start()
            strong = roster.stockfish() is not None
            highest = len(ELO) if strong else level_of(OWN_BEST) or 1
            asking = FirstRun(
                presenter,
                listens=listener is not None,
                highest=highest,
                asks_game=given.mode is not Mode.COMPETITION and not _gives(given.words, _PLAYERS),
                asks_time=not _gives(given.words, ("--time",)),
            )
            found = answers(asking, asking.ask_all(asks_reader=reader is None), inbox, listener)
            if found is None:
                return None
            _keep(given, found, presenter)
            presenter.drain()
            if presenter.speech is not None and listener is not None:
                # The game has new ears: they would take what is left of this voice for somebody's.
                time.sleep(Gate.TAIL / SECOND)
    return replace(console, read=inbox.hand_over)


def answers(
    asking: "FirstRun", questions: Questions, inbox: Inbox, listener: "Listeners | None" = None
) -> dict[str, Chosen] | None:
    """Ask until there is an answer to each question; None if the user left the program."""
    asking.ask(questions)
    Loop(inbox, asking.presenter, asking, listener, Attendance(0)).run()
    return None if asking.left else asking.found


def _keep(given: argparse.Namespace, found: Mapping[str, Chosen], presenter: Presenter) -> None:
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


class FirstRun(Asking):
    """The questions. Each waits for what is typed or said (`Awaited`)."""

    def __init__(
        self,
        presenter: Presenter,
        *,
        listens: bool = False,
        clock: Callable[[], float] = time.monotonic,
        highest: int = len(ELO),
        asks_game: bool = True,
        asks_time: bool = True,
    ) -> None:
        """``highest`` is the highest level of the computer here. Who plays, and with which time, is
        only asked where it is not said."""
        super().__init__(presenter, listens=listens, clock=clock)
        self._highest = highest
        self._asks_game, self._asks_time = asks_game, asks_time
        self._answered = True  # somebody answers

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
        found: dict[str, Chosen] = {"language": language}
        speaks = asks_reader and self.presenter.speech is not None
        if speaks and (yield from self._ask_yes("screen_reader")):
            found["no-speech"] = True
        yield from self._try_microphone()
        return found | (yield from self._ask_about_the_game())

    # --- The questions --------------------------------------------------------------------------

    def _ask_language(self) -> Generator[Awaited, str | None, str]:
        usual = self._language
        answers = _language_answers(usual)
        own = (
            heard_words.foreign(_endonym(each).lower(), each) for each in LANGUAGES if each != MOVES
        )
        expected = (*answers, *own, *_numbers(range(1, len(LANGUAGES) + 1), usual))
        while True:
            self._tell("which_language", language=_endonym(usual))
            self._say(*(_numbered(*each) for each in enumerate(LANGUAGES, start=1)))
            said = yield Awaited(expected, alone=True)
            if not said:
                return usual
            language = answers.get(_plain(said))
            if language is not None:
                return language
            self._none_of_them(said)

    def _ask_about_the_game(self) -> Generator[Awaited, str | None, dict[str, Chosen]]:
        """Ask who plays, the name of a player who plays alone, and the time. Where nobody answers,
        ask no more."""
        if not self._asks_game:
            return {}
        elo = yield from self._ask_level()
        if elo is None:
            control = (yield from self._ask_time(RAPID, BLITZ)) if self._answered else RAPID
            return {"time": control} if self._asks_time else {}
        found: dict[str, Chosen] = {"opponent": COMPUTER, "level": elo}
        if self._answered and (name := (yield from self._ask_name())):
            found["white"] = name
        control = UNHURRIED
        if self._answered:
            control = yield from self._ask_time(control, RAPID)
        return found | ({"time": control} if self._asks_time else {})

    def _asked(
        self, expected: Iterable[str], question: str, missed: str = SAY_AGAIN, **fields: str
    ) -> Generator[Awaited, str | None, str]:
        """The answer to a question of a game, empty for Enter and for silence."""
        self._tell(question, **fields)
        said = yield Awaited(tuple(expected), THINKING, by_voice=False, missed=missed)
        self._answered = said is not None
        return said or ""

    def _ask_level(self) -> Generator[Awaited, str | None, int | None]:
        """The Elo of the computer, where nobody else plays; Enter and no mean two people. Whoever
        says yes is asked for the level, and Enter is the first one then."""
        highest, question = self._highest, "who_plays"
        numbers = [*_numbers(range(1, highest + 1), MOVES)]
        own = _numbers(range(1, highest + 1), self._language)
        levels = (f"stufe {number}" for number in numbers)
        expected = [*numbers, *own, *levels, *_strengths(self._language), *_WHO]
        while True:
            named_highest = cardinal(highest, self._language)
            said = yield from self._asked(expected, question, highest=named_highest)
            level = 1 if not said and question == "which_level" else self._level(said)
            if level is not None:
                self._tell("level_chosen", level=cardinal(level, self._language))
                return elo_of(level)
            meant = self._meant(said)
            if not said or self._means_two_people(meant):
                return None
            if meant is not None and meant.name in (CommandName.YES, CommandName.OPPONENT):
                question = "which_level"
            else:
                self._none_of_them(said)

    def _level(self, said: str) -> int | None:
        """The level that was named: "drei", "Stufe drei", "ja, Stufe drei", "die stärkste"; None
        for other words, and for a level that there is not."""
        first, _, rest = said.partition(" ")
        text = rest if rest and self._command(first.strip(",")) is CommandName.YES else said
        level, meant = number_alone(text, self._language), self._meant(text)
        if level is None and meant is not None and meant.name is CommandName.OPPONENT:
            level = meant.number
            if level == LEVELS[-1]:  # the strongest that is here
                level = self._highest
        return level if level is not None and 1 <= level <= self._highest else None

    def _ask_name(self) -> Generator[Awaited, str | None, str]:
        """The name of whoever plays against the computer; empty if it is not to be told. It is
        typed or spelt: no model knows how all names are said."""
        question = "your_name_spelt" if self._listens else "your_name"
        spells = lexicon(self._language).text("program.message.spells").lower()
        own = (heard_words.foreign(each, self._language) for each in spells.split())
        expected = (*_NAMES, *yes_or_no(), spells if self._language == MOVES else " ".join(own))
        while True:
            said = yield from self._asked(expected, question, "program.message.name_missed")
            name = self._command(said)
            if name is CommandName.SPELL:
                return (yield from self._spelt())
            heard = self._by_voice and said not in ("", *_NAMES) and name is not CommandName.NO
            if heard or name is CommandName.HELP:
                self._none_of_them(said)
            else:
                named = said.title() if said in _NAMES else said  # what is heard has no capitals
                return "" if name is CommandName.NO else one_line(named)[:LONGEST_NAME]

    def _spelt(self) -> Generator[Awaited, str | None, str]:
        """A name, letter by letter; typing, Enter and silence end it, too."""
        words, spelt = lexicon(self._language), ""
        while True:
            name = "answers.spelt" if spelt else "answers.spell"
            spoken = words.sentence(name, name=" ".join(spelt.upper()))
            self._say(Utterance(spoken, eye=words.sentence(name, name=spelt)))
            said = yield Awaited(patience=THINKING, by_voice=False, spelt=True)
            if said and not self._by_voice:
                return one_line(said)[:LONGEST_NAME]
            letters = alphabet.meaning(heard_words.words(said or ""))
            if not said or (letters is not None and letters.about is None):
                return " ".join(part.capitalize() for part in spelt.split())[:LONGEST_NAME]
            if letters is None:
                self._none_of_them(said)
            else:
                spelt = spelt + letters.about if isinstance(letters.about, str) else spelt[:-1]

    def _ask_time(self, usual: str, other: str) -> Generator[Awaited, str | None, str]:
        """The time control, in its text form; Enter and yes are the ``usual`` one, no is the
        ``other``."""
        if not self._asks_time:
            return usual
        told = {
            name: control_words(control, self._language)
            for name, control in (("control", usual), ("example", other))
        }
        while True:
            minutes = (_numbers(_MINUTES, each) for each in (MOVES, self._language))
            said = yield from self._asked((*_TIMES, *chain(*minutes)), "which_time", **told)
            name = self._command(said)
            if not said or name is CommandName.YES:
                return usual
            if name is CommandName.NO:
                return other
            control = _control(said, self._language)
            if control is not None:
                return control
            self._none_of_them(said)

    def _try_microphone(self) -> Generator[Awaited, str | None, None]:
        """Try the microphone, unless an answer by voice was heard already."""
        if self._listens and self._understood:
            self._tell("microphone_works")
            return
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
        heard = "heard_otherwise" if self._heard else "unheard"
        self._tell(heard if self._listens else "no_microphone")

    @staticmethod
    def _means_two_people(meant: Command | None) -> bool:
        if meant is None:
            return False
        chooses = meant.name is CommandName.OPPONENT and meant.number == NOBODY
        return chooses or meant.name is CommandName.NO


def _language_answers(usual: str) -> Mapping[str, str]:
    """The answers that choose a language: its name, its German name, its code or its number, in
    German or in the ``usual`` language."""
    found: dict[str, str] = {}
    for number, language in enumerate(LANGUAGES, start=1):
        german = lexicon(language).own("grammar.german") or language
        numbers = (str(number), *(" ".join(number_words(number, each)) for each in (MOVES, usual)))
        names = (_endonym(language), german, language, *numbers)
        found |= {_plain(name): language for name in names}
    return found


def _numbers(values: Iterable[int], language: str) -> Iterator[str]:
    """Numbers as they are heard."""
    for number in values:
        words = number_words(number, language)
        german = language == MOVES
        yield " ".join(words if german else (heard_words.foreign(one, language) for one in words))


def _strengths(language: str) -> Iterator[str]:
    """The easiest and the strongest level as they are heard."""
    for each in dict.fromkeys((MOVES, language)):
        said = heard_words.load(each)["commands"][CommandName.OPPONENT.value]
        named = language_of((one for one in said if "{strength}" in one), heard_language(each))
        for _, words in as_heard(named, each).paths():
            if len(words) <= _BRIEF:
                yield " ".join(words)


def _control(said: str, language: str) -> str | None:
    """A time control as it is said or typed, in its text form; None if nobody can play it."""
    texts = [read(said, each) for each in (MOVES, language)]
    number = number_alone(said, language)
    minutes = said if number is None else str(number)
    try:
        return str(read_control(next(filter(None, texts), minutes)))
    except BadTimeControl:
        return None


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
