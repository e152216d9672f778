# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of study and practice, as values.

The words are in ``study.toml`` of the lexicon: German is heard, all languages may be typed. Moves
and questions about the position are those of a game, and not here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache, partial
from typing import Any, Self

import chess

from voice.language import lexicon, semantics
from voice.language.completeness import Completeness
from voice.language.lexicon import GERMAN, Language
from voice.language.template import Automaton, Builder, Emits, Slot, cover, followed, joined
from voice.language.time_control import (
    counted_slots,
    filled,
    number_slot,
    numbered,
    plain_text,
    plain_words,
)
from voice.language.transcript import Words

_COUNTED = {"number", "square_rank", "to_square_rank"}
_HEARD_NUMBERS = range(1, 100)
_LONGEST_HEAD = 6
"""Words before a text of one's own, and some to spare."""


@unique
class StudyName(StrEnum):
    """The commands, one row for each: the key of the words in the lexicon's ``study.toml``, and
    what is heard after them, a "move" or a "name". Their handlers are in ``study.handle``.

    ``expected``: it is said all the time, and costs the same word to undo, so that it need not be
    heard so well.
    """

    follows: str
    expected: bool

    def __new__(cls, key: str, follows: str = "", expected: bool = False) -> Self:
        name = str.__new__(cls, key)
        name._value_ = key
        name.follows, name.expected = follows, expected
        return name

    NEXT = "next", "", True
    BACK = "back", "", True
    START = "start"
    END = "end"
    TO_MOVE = "to_move"
    VARIATIONS = "variations"
    # A variation: the only one, by its number, or by its first move in ``text``.
    ENTER = "enter", "move"
    LEAVE = "leave"  # the variation
    REJOIN = "rejoin"  # the game, after moves were tried
    KEEP = "keep"  # the moves that were tried, as a variation
    TRY = "try", "move"  # "was wäre wenn", with a move in ``text``
    COMMENT = "comment"  # is read once more
    WRITE = "write"  # a comment of one's own
    NOTE = "note", "name"  # the position, under a word
    RECALL = "recall", "name"
    NOTES = "notes"
    SAVE = "save"
    READ = "read"  # aloud, by itself
    PAUSE = "pause"
    GAME = "game"
    NEXT_GAME = "next_game"
    PREVIOUS_GAME = "previous_game"
    LAST_GAME = "last_game"
    ABOUT = "about"
    GAMES = "games"
    ALL_GAMES = "all_games"
    PLAYERS = "players"
    PLAYER = "player"  # by the number in the list of players
    FIND_PLAYER = "find_player"
    EVENTS = "events"
    EVENT = "event"
    FIND_EVENT = "find_event"
    OPENINGS = "openings"
    OPENING = "opening"  # by its name, or by its number in the list
    FIND_OPENING = "find_opening"  # by any text, such as its code
    ERRORS = "errors"  # of the game, by an engine
    DRILLS = "drills"
    MATE = "mate"  # in ``number`` moves
    ENDING = "ending"
    SQUARES = "squares"
    DIAGONALS = "diagonals"
    KNIGHT_PATHS = "knight_paths"
    SOLUTION = "solution"
    NEXT_TASK = "next_task"
    POINTS = "points"
    ANSWER = "answer"  # a number, or whether a square is light
    KNIGHT_REACH = "knight_reach"  # from ``square`` in ``number`` moves
    KNIGHT_WAY = "knight_way"  # from ``square`` to ``to_square``


@dataclass(frozen=True, slots=True)
class StudyCommand:
    """A command with what was said beside its name; None means unsaid.

    ``ending`` and ``opening`` are keys of the lexicon; ``text`` is what follows in words of one's
    own, as it was typed.
    """

    name: StudyName
    number: int | None = None
    colour: chess.Color | None = None
    square: chess.Square | None = None
    to_square: chess.Square | None = None
    ending: str = ""
    opening: str = ""
    light: bool | None = None
    text: str = ""


def parse(text: str, language: str = GERMAN.name) -> StudyCommand | None:
    """The command that ``text`` gives, typed or said; None where it gives none."""
    spelling = Language(language, letters=language == GERMAN.name)
    plain = plain_words(lexicon.words(text, spelling), language)
    tokens, numbers = numbered(plain, language)
    for emits in _automaton(language, "commands").read(tokens):
        command = _command(filled(emits, numbers, _COUNTED))
        if command is not None and _has_as_many(command.ending, numbers, language):
            return command
    return _with_text(text.split(), language)


def _with_text(written: list[str], language: str) -> StudyCommand | None:
    """A command that ends in words of one's own; the longest of all that it may begin with."""
    heads = _automaton(language, "with_text")
    for length in range(min(len(written) - 1, _LONGEST_HEAD), 0, -1):
        head = lexicon.words(" ".join(written[:length]), Language(language))
        for emits in heads.read(plain_words(head, language)):
            said: dict[str, Any] = dict(emits)
            return StudyCommand(StudyName(said["study"]), text=" ".join(written[length:]))
    return None


def _command(emits: Emits) -> StudyCommand | None:
    """The command; None where there is no such rank on the board."""
    said: dict[str, Any] = dict(emits)
    ranks = [said[name] for name in ("square_rank", "to_square_rank") if name in said]
    if not all(1 <= rank <= 8 for rank in ranks):
        return None
    colour = said.get("colour")
    return StudyCommand(
        name=StudyName(said["study"]),
        number=int(said["mates"]) if "mates" in said else said.get("number"),
        colour=None if colour is None else colour == "white",
        square=_square(said, "square"),
        to_square=_square(said, "to_square"),
        ending=said.get("ending", said.get("ending_alone", "")),
        opening=said.get("opening", ""),
        light=said["shade"] == "light" if "shade" in said else None,
    )


def _has_as_many(ending: str, numbers: tuple[int, ...], language: str) -> bool:
    """True if an ending has the number in its name that was said: of "drei Bauern" and "zwei
    Bauern" the automaton knows only that there is one."""
    if not ending or not numbers:
        return True
    names = " ".join(_endings(_words(language))[ending])
    words = plain_words(lexicon.words(names, Language(language)), language)
    return set(numbers) <= set(numbered(words, language)[1])


def _square(said: Mapping[str, Any], name: str) -> chess.Square | None:
    if f"{name}_file" not in said:
        return None
    return chess.square(said[f"{name}_file"], said[f"{name}_rank"] - 1)


def _words(language: str) -> Mapping[str, Any]:
    return lexicon.load(language, "study")


@cache
def _automaton(language: str, table: str) -> Automaton:
    """All that may be typed, without umlauts and with a sign for each number."""
    words, plain = _words(language), partial(plain_text, language=language)
    game = lexicon.load(language)
    files = tuple(
        (chess.FILE_NAMES.index(name), tuple(map(plain, said)))
        for name, said in game["files"].items()
    )
    slots = {
        **counted_slots(_COUNTED),
        "square_file": files,
        "to_square_file": files,
        "colour": _slot(game["colours"], plain),
        "ending": _slot(_endings(words), plain),
        "ending_alone": _slot(words.get("endings_alone", {}), plain),
        "opening": _slot(words["openings"], plain),
        "shade": _slot(words["shades"], plain),
        "mates": _slot(words["mates"], plain),
    }
    builder = Builder(game["parts"], slots)
    for source in (table, "typed") if table == "commands" else (table,):
        for name, templates in words[source].items():
            for template in templates:
                builder.add(plain(template), (("study", StudyName(name).value),))
    return builder.build()


def _endings(words: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """The names of endings, with those for people who type a word that the speech model lacks."""
    further = words.get("endings_typed", {})
    return {name: [*said, *further.get(name, ())] for name, said in words["endings"].items()}


def _slot(table: Mapping[str, list[str]], written: Any = str) -> Slot:
    return tuple((key, tuple(map(written, said))) for key, said in table.items())


# --- What is heard --------------------------------------------------------------------------------


def _heard_slots(language: str) -> dict[str, Slot]:
    words = lexicon.with_forms(language, "study")
    return {
        **semantics.slots(semantics.heard_language(language)),
        "number": number_slot(_HEARD_NUMBERS, language),
        "ending": _slot(words["endings"]),
        "opening": _slot(words["openings"]),
        "shade": _slot(words["shades"]),
        "mates": _slot(words["mates"]),
    }


def _templates(language: str = GERMAN.name) -> Iterator[tuple[str, str]]:
    """The templates that are heard: the commands by name, and those with a name that can be said,
    as some German ones can. Of the words before words of one's own only the first are heard."""
    words = lexicon.with_forms(language, "study")
    for name, templates in words["commands"].items():
        for template in templates:
            yield name, template
    for name in StudyName:
        if name.follows == "name" and lexicon.load(language).get("names"):
            yield name.value, f"{words['with_text'][name][0]} {{name}}"


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser while somebody studies, beside moves and questions."""
    builder = Builder(lexicon.load(GERMAN.name)["parts"], _heard_slots(GERMAN.name))
    for _, template in _templates():
        builder.add(template)
    begins = _words(GERMAN.name)["with_text"]
    heads = [begins[name][0] for name in StudyName if name.follows == "move"]
    firsts = dict.fromkeys(arc.word for arc in semantics.moves_automaton(GERMAN).arcs[0])
    begun = [f"{head.lower()} {first}" for head in heads for first in firsts]
    return (*cover(builder.build()), *begun)


@cache
def sentences(language: str = GERMAN.name) -> Automaton:
    """The commands of study in a language, as they are heard; moves after them are German."""
    alone = _said(language, _templates(language))
    heads = _words(language)["with_text"]
    before = _said(
        language, ((name.value, heads[name][0]) for name in StudyName if name.follows == "move")
    )
    return joined((alone, followed(before, (), semantics.moves_automaton(GERMAN))))


def _said(language: str, templates: Iterable[tuple[str, str]]) -> Automaton:
    """The commands of these names and templates, as they are heard."""
    builder = Builder(lexicon.with_forms(language, "game")["parts"], _heard_slots(language))
    for name, template in templates:
        builder.add(template, (("command", name),))
    return semantics.as_heard(builder.build(), language)


def vocabulary() -> tuple[str, ...]:
    """Every German word of study, in lower case, sorted."""
    return tuple(sorted({word for phrase in phrases() for word in phrase.split()}))


def means(words: Words) -> StudyCommand | None:
    """The command of study that was heard, if it is one."""
    return parse(lexicon.written(words), lexicon.heard_in(words))


def completeness(words: Words) -> Completeness:
    """The judgement whether somebody who pauses has said a whole command. "Endspiel Bauer" is OPEN:
    it may become "Endspiel Bauer gegen Bauer", and who hears the wrong ending has to wait for its
    position."""
    command = means(words)
    if command is None:
        return Completeness.UNKNOWN
    heard = sentences(lexicon.heard_in(words))
    longer = any(heard.arcs[state] for state, _ in heard.follow(words))
    if command.name is StudyName.ENDING and longer:
        return Completeness.OPEN
    return Completeness.WHOLE
