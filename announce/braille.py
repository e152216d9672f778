# SPDX-License-Identifier: GPL-3.0-or-later
"""The score of a game in braille: Unicode cells, or the characters that embossers expect.

Text is written in uncontracted German braille (Basisschrift), capitals unmarked, with the cells
of liblouis' table ``de-g0.utb``. The forms of a move are settings; no code for chess was at hand
whose text could be followed, and none is claimed.
"""

import re
import textwrap
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import chess

from rules.position import Position
from rules.score import write_moves

CELLS = 0x2800
"""The empty cell in Unicode; the dots 1 to 8 are its bits from the lowest."""

UNKNOWN = "⠿"
"""Stands for a character that has no cell here."""

NUMBER_SIGN, DOT_SIX, ACCENT = "⠼", "⠠", "⠈"
DOT_SEVEN = 1 << 6
COLON_IN_NUMBER = "⠈⠒"

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|.", re.DOTALL)
_BASES = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "ı": "i"})


class Layout(StrEnum):
    """How the moves follow each other."""

    MOVES = "moves"  # a line for each move of both
    RUNNING = "running"
    LINE = "line"  # all in one line, for strip printers and displays


@dataclass(frozen=True, slots=True)
class BrailleStyle:
    """``width`` in cells; ``height`` in lines a page, 0 for no page breaks.

    ``lowered``: digits stand in the lower part of the cell, without a number sign.
    ``figurines``: White's piece letters have dot 7, as the chess figures of liblouis' table
    ``de-chess.ctb``; that takes eight dots, so no file of six-dot cells can hold them.
    ``language`` is that of the piece letters, as in ``rules.notation``.
    """

    lowered: bool = False
    figurines: bool = False
    layout: Layout = Layout.MOVES
    width: int = 32
    height: int = 25
    language: str = "de"


@cache
def _table(name: str) -> dict[str, str]:
    """A table of cells; a sign may need two."""
    path = Path(__file__).with_suffix(".toml")
    table: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))[name]
    if name == "files":
        return table
    return {sign: "".join(map(_cell, dots.split())) for sign, dots in table.items()}


def _cell(dots: str) -> str:
    return chr(CELLS + sum(1 << int(dot) - 1 for dot in dots if dot != "0"))


def cells(text: str) -> str:
    """``text`` in Unicode braille; a character without a cell becomes a full one."""
    written = ""
    before = ""  # the token before
    tokens = _TOKEN.findall(unicodedata.normalize("NFC", text))
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        written += _token(token, before, after)
        before = token
    return written


def _token(token: str, before: str, after: str) -> str:
    after_number = before[-1:].isdecimal()
    if token[0].isdecimal():
        return NUMBER_SIGN + _number(token)
    letter = token.lower()
    if letter in _table("letters"):
        # Digits are the letters a to j: dot 6 tells that a number is over.
        return DOT_SIX * (after_number and letter in "abcdefghij") + _table("letters")[letter]
    if token in _table("lower_signs"):
        inside = before.isalpha() and after.isalpha()
        return DOT_SIX * (after_number or inside) + _table("lower_signs")[token]
    if token in _table("signs"):
        return _table("signs")[token]
    base = unicodedata.normalize("NFD", letter)[0].translate(_BASES)
    return ACCENT + _table("letters")[base] if base in _table("letters") else UNKNOWN


def _number(digits: str) -> str:
    written = ""
    for digit in digits:
        if digit == ":":
            written += COLON_IN_NUMBER
        elif digit in _table("signs"):
            written += _table("signs")[digit]
        else:
            written += _table("letters")["jabcdefghi"[int(digit)]]
    return written


def move_cells(written: str, colour: chess.Color, style: BrailleStyle) -> str:
    """One move, written as Appendix C does (``Sf3``, ``exd8D+``, ``0-0``), in cells."""
    if written[0] == "0":
        return cells(written)
    made = _lowered(written) if style.lowered else cells(written)
    if style.figurines and colour == chess.WHITE and written[0].isupper():
        made = chr(ord(made[0]) | DOT_SEVEN) + made[1:]
    return made


def _lowered(written: str) -> str:
    """The digits one dot row down: dots 1, 2, 4, 5 become 2, 3, 5, 6."""
    return "".join(
        chr(CELLS + ((ord(_number(sign)) - CELLS) << 1)) if sign.isdecimal() else cells(sign)
        for sign in written
    )


def score_pages(
    position: Position,
    titles: Sequence[str] = (),
    result: str = "",
    style: BrailleStyle = BrailleStyle(),
    marks: Mapping[int, str] | None = None,
) -> list[list[str]]:
    """The moves that led to ``position``, on pages of lines of cells.

    ``titles`` come first, ``result`` last. ``marks`` is what is noted after the move of a ply,
    counted from 0, as the "(=)" of a draw offer (C.12). No move is split between lines, and from
    the second page on the first line is the page's number.
    """
    moves = list(_moves(position, style, marks or {}))
    end = [cells(result.replace("1/2", "½"))] if result else []
    heads = [cells(title) for title in titles]
    if style.layout is Layout.LINE:
        return [[" ".join((*heads, *moves, *end)).replace(" ", "⠀")]]
    paragraphs = moves if style.layout is Layout.MOVES else [" ".join(moves)]
    return _pages([*heads, *(["", *paragraphs] if moves else []), *end], style)


def text_pages(paragraphs: Sequence[str], style: BrailleStyle) -> list[list[str]]:
    """Words in uncontracted braille, set in pages like a score."""
    return _pages([cells(paragraph) for paragraph in paragraphs], style)


def _moves(position: Position, style: BrailleStyle, marks: Mapping[int, str]) -> Iterator[str]:
    """Each move of both: its number, White's and Black's half, parted by spaces of ASCII."""
    for line in write_moves(position, style.language, marks):
        number, *rest = line.split(" ")
        colour = chess.BLACK if number.endswith("...") else chess.WHITE
        words = [cells(number)]
        for word in rest:
            if word in marks.values():
                words.append(cells(word))
            else:
                words.append(move_cells(word, colour, style))
                colour = not colour
        yield " ".join(words)


def _pages(paragraphs: Sequence[str], style: BrailleStyle) -> list[list[str]]:
    lines = []
    for paragraph in paragraphs:
        wrapped = textwrap.wrap(
            paragraph.replace("⠀", " "),
            style.width,
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
        lines += [line.replace(" ", "⠀") for line in wrapped or [""]]
    if not style.height:
        return [lines]
    pages = [lines[: style.height]]
    rest = lines[style.height :]
    while rest:
        number = cells(str(len(pages) + 1)).rjust(style.width, "⠀")
        pages.append([number, *rest[: style.height - 1]])
        rest = rest[style.height - 1 :]
    return pages


def unicode_text(pages: Sequence[Sequence[str]]) -> str:
    """Pages as text of Unicode braille, parted by form feeds."""
    return "\f".join("".join(f"{line}\n" for line in page) for page in pages)


def file_text(pages: Sequence[Sequence[str]], code: str = "us") -> str:
    """Pages as a BRF file: ASCII, lines ended by CR LF, pages by a form feed.

    ``code`` is "us" (Braille ASCII) or "euro". Raises ValueError if a cell has dot 7
    or 8.
    """
    signs = _table("files")[code]

    def line_text(line: str) -> str:
        places = [ord(cell) - CELLS for cell in line]
        if any(place >= len(signs) for place in places):
            raise ValueError("figurines take eight dots, and a BRF file has six")
        return "".join(signs[place] for place in places)

    return "\f".join("".join(f"{line_text(line)}\r\n" for line in page) for page in pages)
