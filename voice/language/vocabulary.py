# SPDX-License-Identifier: GPL-3.0-or-later
"""One vocabulary: the templates of the lexicon's files, and the automata that they make.

What is *read*, typed or heard, is read by one automaton for each language and file, in any form of
its words, with or without the marks on its letters, and with any number in words or in digits. A
path through it is an :class:`Act`. What is *listened for* is narrower: it agrees as people speak,
and numbers are listed. Both have the same templates and give the same slots.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Final

import chess

from clock.control import BadTimeControl, read_control
from rules import results
from rules.editions import NAMES as EDITIONS
from voice.language import lexicon
from voice.language.lexicon import GERMAN, Language, Line
from voice.language.template import Automaton, Builder, Emit, Emits, Slot, form_of
from voice.language.time_control import number_at, number_slot
from voice.language.time_control import read as control_of

ACT: Final = "act"
"""The slot of an act's key."""

MOVE: Final = "move"
"""The key of a move."""

MOVE_FOLLOWS: Final[Emit] = ("move", "follows")
"""Stands between a command and the move that belongs to it."""

TIMES: Final = (*range(1, 16), *range(20, 65, 5), 90)
"""The numbers of minutes and seconds that an arbiter is listened for; others may be typed."""

_NUMBERS: Final = ("hours", "minutes", "seconds", "number", "level", "elo", "round")
OPEN: Final[Mapping[str, str]] = {
    **dict.fromkeys((*_NUMBERS, "listed"), "#number"),
    **{"text": "#text", "other": "#text", "control": "#control", "proposed": "#proposed"},
    **{"score": "#score", "fen": "#fen", "numbered": "#article", "person": "#name"},
}
"""The slots of which there are too many values to be listed, and the sign of what reads them."""

_OPEN_IN: Final = {
    "study": {"move": "#said", "name": "#said"},
    "arbiter": {"article": "#number", "control": "#proposed"},
}
"""Further ones in some of the files."""


@dataclass(frozen=True, slots=True)
class Act:
    """The act that was said or typed: a key of a vocabulary, and the slots in their order.

    ``text`` are its words as they are written in ``language``; ``sureness`` is the probability
    that this was said, 1 where it was typed.
    """

    key: str
    slots: Emits
    language: str = GERMAN.name
    text: str = ""
    sureness: float = 1.0


def read(line: Line, language: Language, file: str, table: str) -> Iterator[Act]:
    """The meanings of a line by a table of a file: what leaves the least of it to free text."""
    plain = tuple(lexicon.plain(word, language.name) for word in line.words)
    readers = {
        sign: partial(read, line, plain, language.name)
        for sign, read in _READERS.items()
        if line.typed or sign not in _TYPED
    }
    tokens = tuple(_token(word, language.name) for word in plain)
    found = reading(language, file, table).read(tokens, readers)
    least = min(map(_left_free, found), default=0)
    text = line.text.strip() if least else lexicon.written(line.words, language.name)
    yield from (act_of(emits, language.name, text) for emits in found if _left_free(emits) == least)


def act_of(emits: Emits, language: str = GERMAN.name, text: str = "") -> Act:
    """The act of a path through an automaton."""
    (_, key), *slots = emits
    return Act(str(key), tuple(slots), language, text)


def _left_free(emits: Emits) -> int:
    return sum(len(str(value)) for slot, value in emits if slot in _FREE)


# --- What reads a value of which there are too many -----------------------------------------------

_Found = tuple[int | str, int] | None

_FREE: Final = ("text", "move", "name", "person", "other", "control", "proposed", "fen", "numbered")
_CONTROL: Final = re.compile(r"(?!0-0(?:-0)?[+#]?$)[-+]?\d[\d\s.,:/+|@smhdb-]*", re.I)
"""Text written like a time control, but for castling (C.13)."""
_FEN: Final = re.compile(
    r"(?:\[?\s*FEN\W+)?(?P<fen>(?:[pnbrqk1-8]+/){7}[pnbrqk1-8]+(?:\s[^\]\"]*)?)\"?\]?", re.I
)
_ARTICLE: Final = re.compile(r"(?:\d{1,3}|[a-d]|i{1,3})(?:\.\d{1,3})*\.?", re.I)


def _number(_line: Line, plain: tuple[str, ...], language: str, place: int) -> _Found:
    number, end = number_at(plain, place, language)
    return None if number is None else (number, end)


def _of_rest(find: Callable[[str, str], str | None]) -> Callable[..., _Found]:
    """A reader of all that is left of a line."""

    def read(line: Line, plain: tuple[str, ...], language: str, place: int) -> _Found:
        text = line.after(place)
        found = find(text, language) if text else None
        return None if found is None else (found, len(plain))

    return read


def _control(text: str, language: str) -> str | None:
    """A time control, as PGN has it if it can be played; or what is worded or written like one."""
    if text in ("1", "2"):
        return None  # alone it answers a question: nobody plays so short
    said = control_of(text, language)
    written = text if _CONTROL.fullmatch(text) else None
    return _playable(text) or (said and _playable(said)) or said or written


def _playable(text: str) -> str | None:
    try:
        return str(read_control(text))
    except BadTimeControl:
        return None


def _article(text: str, _language: str) -> str | None:
    return text.rstrip(".").upper() if _ARTICLE.fullmatch(text) else None


_READERS: Final[Mapping[str, Callable[[Line, tuple[str, ...], str, int], _Found]]] = {
    "#number": _number,
    "#text": _of_rest(lambda text, _: text),
    "#said": _of_rest(lambda text, _: text),
    "#control": _of_rest(_control),
    "#proposed": _of_rest(lambda text, language: _control(text, language) or text),
    "#score": _of_rest(lambda text, _: results.read_result(text)),
    "#fen": _of_rest(lambda text, _: (found := _FEN.fullmatch(text)) and found["fen"]),
    "#article": _of_rest(_article),
    "#name": _of_rest(lambda text, _: text if text[:1].isupper() else None),
}

_TYPED: Final = ("#text", "#score", "#fen", "#article", "#name")
"""What is only read where it is typed."""


# --- The automata ---------------------------------------------------------------------------------


@cache
def reading(language: Language, file: str, table: str) -> Automaton:
    """The automaton that reads the phrases of a table of a file, and moves with the commands."""
    words, game = lexicon.load(language.name, file), lexicon.load(language.name, "game")
    builder = Builder(
        {**game["parts"], **words.get("parts", {})},
        {},
        lambda word: _token(lexicon.plain(word, language.name), language.name),
    )
    moves = game["moves"]["phrases"] if (file, table) == ("game", "commands") else ()
    for spelled in alphabets(language):
        builder.use(slots(spelled, file, heard=False))
        add_commands(builder, words[table])
        for template in moves:
            builder.add(template, ((ACT, MOVE),))
        if moves:
            add_commands(builder, words["commands_with_move"], moves)
    return builder.build()


def add_commands(
    builder: Builder, commands: Mapping[str, list[str]], moves: list[str] | None = None
) -> None:
    """Add phrases by their keys, the first of each as the usual one; each with a move behind it if
    these are the ways to say one."""
    for key, templates in commands.items():
        named = ((ACT, key),)
        if moves:
            builder.add_chain(((named, tuple(templates)), ((MOVE_FOLLOWS,), tuple(moves))))
            continue
        for index, template in enumerate(templates):
            builder.add(template, named, plain=index == 0)


def alphabets(language: Language) -> Iterator[Language]:
    """The language as phrases are made of it: files have names, or all of them letters; nobody says
    both in one phrase."""
    yield replace(language, letters=False)
    if language.letters:
        yield language


def _token(plain: str, language: str) -> str:
    """A word as it stands in an automaton that reads: each number alike, however it is said."""
    number, _ = number_at((plain,), 0, language)
    return plain if number is None else f"={number}"


# --- The slots ------------------------------------------------------------------------------------

_PIECES: Final = {name: piece for piece, name in enumerate(chess.PIECE_NAMES) if name}
_FILES: Final = {name: number for number, name in enumerate(chess.FILE_NAMES)}
_RANKS: Final = {name: number for number, name in enumerate(chess.RANK_NAMES)}
_PROMOTIONS: Final = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
OWNERS: Final = ("owner", "owner_after", "owner_missing", "owner_having", "owner_able")
_WRITTEN: Final = {
    **{name: name for name in ("given", "odds", "odds_alone")},
    **{"form": "forms", "setup_written": "setups", "language_written": "languages"},
    **{"tag_before": "tags", "tag_being": "beings"},
}
"""The slots that are only typed, by the tables of their words."""
_TABLES: Final = {
    **{name: name for name in ("castling", "castling_side", "capture", "en_passant", "check")},
    **{name: name.replace("owner", "owners") for name in OWNERS},
    **{"colour": "colours", "colour_inflected": "colours_inflected", "language": "languages"},
    **{"setup": "setups", "switch": "switches", "name": "names", "farewell": "farewells"},
    **{"tag_named": "tags_named", "tag_numbered": "tags_numbered"},
    **{"claim": "claims", "ground": "grounds", "result": "results", "topic": "topics"},
}
"""The slots whose values are the keys of a table."""
_SOME_NUMBERS: Final[Mapping[str, Sequence[int]]] = {
    **dict.fromkeys(("round", "listed", "article"), range(1, 21)),  # no article has a part above
    **{"hundred": range(6, 31), "hundreds": (100,)},
    **{"tens": range(20, 100, 10), "units": range(1, 10)},
}
"""The slots of the numbers that have a word, and which of them are listened for."""


def slot_of(table: Mapping[str, list[str]]) -> Slot:
    """A slot of the values of a table of the lexicon; numbers are numbers."""
    return tuple((int(key) if key.isdecimal() else key, tuple(said)) for key, said in table.items())


def _slot(words: Mapping[str, Any], section: str, values: Mapping[str, int] | None = None) -> Slot:
    """The keys of a table of the lexicon, or the ``values`` of those that have one, and how each is
    said."""
    return tuple(
        (values[key] if values is not None else key, tuple(said))
        for key, said in words.get(section, {}).items()
        if values is None or key in values
    )


def _with_foreign(pieces: Slot, language: str, *forms: str) -> Slot:
    """The pieces, also by their names in another language, in forms with one of these features;
    where all of its moves are heard, as they are."""
    if not language or language == lexicon.FALLBACK:
        return pieces
    other: dict[int | str, tuple[str, ...]] = {
        piece: tuple(
            lexicon.foreign(way, language)
            for way in ways
            if any(form.intersection(forms) for form in form_of(way)[1])
        )
        for piece, ways in _slot(lexicon.with_forms(language, "game"), "pieces", _PIECES)
    }
    return tuple((piece, (*said, *other[piece])) for piece, said in pieces)


@cache
def slots(
    language: Language = GERMAN, file: str = "game", *, heard: bool = True
) -> Mapping[str, Slot]:
    """The values that a slot of a file may have, by its name.

    In a language with letters, files have these and no names: nobody says both in one phrase.
    """
    load = lexicon.with_forms if heard else lexicon.load
    words, own = load(language.name, "game"), load(language.name, file)
    table = partial(_slot, words)
    files = table("letters" if language.letters else "files", _FILES)
    if not language.letters and not language.spelling:  # the names of Appendix D come first
        files = tuple((file, said[:1]) for file, said in files)
    ranks = table("ranks", _RANKS)
    pieces, other = table("pieces", _PIECES), language.moves_in
    named = _with_foreign(pieces, other, "nom", "acc")
    numbers = table("numbers", {key: int(key) for key in words["numbers"]})
    squares = ("", "from_", "to_", "square_", "to_square_")
    found = {
        **{slot: table(name) for slot, name in _TABLES.items()},
        **{slot: _slot(words["written"], name) for slot, name in _WRITTEN.items()},
        **{slot: _numbers(numbers, values) for slot, values in _SOME_NUMBERS.items()},
        **dict.fromkeys(("number", "minutes", "seconds"), numbers),
        **{f"{name}file": files for name in squares},
        **{f"{name}rank": ranks for name in squares},
        "letter": files,
        "piece": _with_foreign(pieces, other, "nom"),
        "captured": named,
        "promotion": tuple(each for each in named if each[0] in _PROMOTIONS),
        "piece_group": table("piece_groups", _PIECES),
        "last": table("last_moves", {str(number): number for number in range(2, 11)}),
        "level": (
            *_numbers(numbers, range(1, 21)),
            *number_slot(range(21, 23), language.name),
        ),
        "elo": tuple((number, (str(number),)) for number in range(600, 3001, 100)),
        "strength": table("strengths", {"1": 1, "22": 22}),
        "people": table("people", {"0": 0}),
        "ordinal": table("ordinals", _RANKS),
        "edition": table("editions", EDITIONS),
        "year": tuple((number, (name,)) for name, number in EDITIONS.items()),
        **{name: slot_of(values) for name, values in own.get("slots", {}).items()},
    }
    if heard:
        listed = _LISTED.get(file, {}).items()
        return found | {name: number_slot(values, language.name) for name, values in listed}
    signs = {**OPEN, **_OPEN_IN.get(file, {})}
    return (
        found | {"wins": found["colour"]} | {name: ((0, (sign,)),) for name, sign in signs.items()}
    )


def _numbers(numbers: Slot, values: Sequence[int]) -> Slot:
    return tuple(each for each in numbers if each[0] in values)


_LISTED: Final[Mapping[str, Mapping[str, Sequence[int]]]] = {
    "arbiter": {
        **{"hours": range(1, 7), "minutes": TIMES, "seconds": TIMES},
        **{"number": range(61), "article": range(1, 13)},
    },
    "study": {"number": range(1, 100)},
}
"""The numbers that are listened for in a file, where they are others than those of a game."""
