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

from announce.cyrillic import to_cyrillic
from announce.lexicon import lexicon
from announce.page.words import tables
from announce.utterance import MOVES
from announce.words.nouns import side
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
    table = lexicon(MOVES).tables["moves"]
    ranks = [(word, rank) for rank, word in enumerate(table["ranks"])]
    ranks += [(str(rank + 1), rank) for rank in range(8)] + [(table["zwo"], 1)]
    squares = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
    for file, name in enumerate(table["files"]):
        squares |= {_key(f"{name} {word}"): chess.square(file, rank) for word, rank in ranks}
    return squares


@cache
def _names(language: str) -> dict[str, chess.Piece | None]:
    """What may stand on a square, by its words; None for nothing."""
    names = dict(_named(MOVES)) | dict(_named(language))
    if language == "sr":
        names |= {to_cyrillic(name): piece for name, piece in _named(language)}
    return names


def _named(language: str) -> Iterator[tuple[str, chess.Piece | None]]:
    yield "-", None
    yield _key(tables()[language]["empty"]), None
    for kind in chess.PIECE_TYPES:
        forms = lexicon(language).tables["pieces"][chess.piece_name(kind)]
        for colour in chess.COLORS:
            for form in (side(colour), f"{side(colour)}_acc"):
                yield _key(forms[form]), chess.Piece(kind, colour)
