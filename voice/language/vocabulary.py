# SPDX-License-Identifier: GPL-3.0-or-later
"""One vocabulary: the templates of a file of the lexicon, read by one automaton whether they were
said or typed.

What is read is read in any form of its words, with or without the marks on its letters, and with
any number in words or in digits. A path through the automaton is an :class:`Act`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import chess

from rules import results
from voice.language import lexicon
from voice.language.lexicon import Line
from voice.language.template import Automaton, Builder, Emits, Slot
from voice.language.time_control import number_at
from voice.language.time_control import read as control_of

ACT: Final = "act"
"""The slot of an act's key."""

OPEN: Final[Mapping[str, str]] = {
    **dict.fromkeys(("hours", "minutes", "seconds", "number", "article"), "#number"),
    **dict.fromkeys(("text", "move", "name", "other"), "#text"),
    "control": "#control",
    "score": "#score",
}
"""The slots of which there are too many values to be listed, and the sign of what reads them."""


@dataclass(frozen=True, slots=True)
class Act:
    """What was said or typed: the key of a vocabulary, and the slots of the phrase in their order.

    ``text`` are its words as they are written in ``language``; ``sureness`` is the probability
    that this was said, 1 where it was typed.
    """

    key: str
    slots: Emits
    language: str
    text: str
    sureness: float = 1.0


def read(line: Line, language: str, file: str, *tables: str) -> Iterator[Act]:
    """All that a line means by these tables of a file; first what leaves the least to free text."""
    known = reading(language, file, tables)
    plain = tuple(lexicon.plain(word, language) for word in line.words)
    readers = {sign: partial(read, line, plain, language) for sign, read in _READERS.items()}
    tokens = tuple(_token(word, language) for word in plain)
    for emits in sorted(known.read(tokens, readers), key=_left_free):
        _, key = emits[0]
        yield Act(str(key), emits[1:], language, lexicon.written(line.words, language))


def _left_free(emits: Emits) -> int:
    return sum(len(str(value)) for slot, value in emits if OPEN.get(slot) in ("#text", "#control"))


# --- What reads a value of which there are too many -----------------------------------------------

_Found = tuple[int | str, int] | None


def _number(_line: Line, plain: tuple[str, ...], language: str, place: int) -> _Found:
    number, end = number_at(plain, place, language)
    return None if number is None else (number, end)


def _text(line: Line, plain: tuple[str, ...], _language: str, place: int) -> _Found:
    text = line.after(place)
    return (text, len(plain)) if text else None


def _control(line: Line, plain: tuple[str, ...], language: str, place: int) -> _Found:
    """A time control, or the words that should be one: those are refused with the reason."""
    text = line.after(place)
    return (control_of(text, language) or text, len(plain)) if text else None


def _score(line: Line, plain: tuple[str, ...], _language: str, place: int) -> _Found:
    result = results.read(line.after(place))
    return None if result is None else (result, len(plain))


_READERS: Final[Mapping[str, Callable[[Line, tuple[str, ...], str, int], _Found]]] = {
    "#number": _number,
    "#text": _text,
    "#control": _control,
    "#score": _score,
}


# --- The automata ---------------------------------------------------------------------------------


@cache
def reading(language: str, file: str, tables: tuple[str, ...]) -> Automaton:
    """The automaton that reads the phrases of some tables of a file."""
    words = lexicon.load(language, file)
    parts = {**lexicon.load(language)["parts"], **words.get("parts", {})}
    builder = Builder(
        parts, slots(language, file), lambda word: _token(lexicon.plain(word, language), language)
    )
    for table in tables:
        for key, templates in words[table].items():
            for template in templates:
                builder.add(template, ((ACT, key),))
    return builder.build()


def slots(language: str, file: str) -> Mapping[str, Slot]:
    """The slots of a file, with a sign for the values of those that are open."""
    game, tables = lexicon.load(language), lexicon.load(language, file)["slots"]
    files, ranks = (
        tuple((names.index(key), tuple(said)) for key, said in game[table].items())
        for table, names in (("files", chess.FILE_NAMES), ("ranks", chess.RANK_NAMES))
    )
    of_squares = ("", "square_", "to_square_")
    return {
        **{f"{name}file": files for name in of_squares},
        **{f"{name}rank": ranks for name in of_squares},
        "colour": slot_of(game["colours"]),
        **{name: slot_of(table) for name, table in tables.items()},
        "wins": slot_of(tables.get("colour", {})),
        **{name: ((0, (sign,)),) for name, sign in OPEN.items()},
    }


def slot_of(table: Mapping[str, list[str]]) -> Slot:
    """A slot of the values of a table of the lexicon; numbers are numbers."""
    return tuple((int(key) if key.isdecimal() else key, tuple(said)) for key, said in table.items())


def _token(plain: str, language: str) -> str:
    """A word as it stands in the automaton: each number alike, however it is said."""
    number, _ = number_at((plain,), 0, language)
    return plain if number is None else f"={number}"
