# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant types of a board that stands differently, and what to do about it.

One square a line (or after a comma): "e4 leer", "Eva vier: schwarzer Bauer", "e4 n" with the
letters of FEN. Pieces may be named in the page's language or in German.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import chess

from announce.lexicon import MOVES, lexicon
from announce.text.settings import Settings, second_scripts, written
from announce.words.phraser import Phraser
from rules.boards import Placement

_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that names no square, or nothing that may stand there."""

    text: str


def read_differences(text: str, should: Placement, language: str) -> Placement | Unread:
    """The board as it stands: ``should`` but for what ``text`` tells of single squares."""
    stands = dict(should)
    for line in re.split(r"[,;\n]", text):
        if not line.strip():
            continue
        found = _read(line, language)
        if found is None:
            return Unread(line.strip())
        square, piece = found
        if piece is None:
            stands.pop(square, None)
        else:
            stands[square] = piece
    return stands


def _read(line: str, language: str) -> tuple[chess.Square, chess.Piece | None] | None:
    words = line.replace(":", " ").split()
    for count in (1, 2):  # "e4", "Eva vier"
        square = _squares().get(_key(" ".join(words[:count])))
        rest = " ".join(words[count:])
        if square is None or not rest:
            continue
        if rest in LETTERS:
            return square, LETTERS[rest]
        if _key(rest) in _names(language):
            return square, _names(language)[_key(rest)]
    return None


LETTERS = {symbol: chess.Piece.from_symbol(symbol) for symbol in "KQRBNPkqrbnp"}
"""FEN's: capital letters are White's."""


def _key(words: str) -> str:
    return words.casefold().translate(_SPELLED)


@cache
def _squares() -> dict[str, chess.Square]:
    table = lexicon(MOVES).own("moves")
    ranks = [(word, rank) for rank, word in enumerate(table["ranks"])]
    ranks += [(str(rank + 1), rank) for rank in range(8)] + [(table["zwo"], 1)]
    squares = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
    for file, name in enumerate(table["files"]):
        squares |= {_key(f"{name} {word}"): chess.square(file, rank) for word, rank in ranks}
    return squares


@cache
def _names(language: str) -> dict[str, chess.Piece | None]:
    """What may stand on a square, by its words; None for nothing."""
    known = [Settings(MOVES), Settings(language)]
    known += [
        Settings(one, script=script) for one, script in second_scripts().values() if one == language
    ]
    return {name: piece for settings in known for name, piece in _named(settings)}


def _named(settings: Settings) -> Iterator[tuple[str, chess.Piece | None]]:
    phraser = Phraser(settings)
    yield "-", None
    yield _key(phraser.text("page.empty")), None
    for kind in chess.PIECE_TYPES:
        for colour in chess.COLORS:
            noun = phraser.piece(kind, colour)
            for form in ("coloured", "coloured_acc"):
                yield _key(written(noun.form(form), settings)), chess.Piece(kind, colour)
