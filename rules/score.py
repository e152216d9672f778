# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole scores: what was read of one (``rules.reader`` reads it), and scores written anew."""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import chess

from ground.text import one_line
from rules.explanation import Illegality
from rules.notation import SHORT, NoMove, NotationStyle, write
from rules.position import Position


class Loss(StrEnum):
    """A part of the text that was left out, has no end, or may have been meant otherwise."""

    COMMENT = "comment"  # without an end: the text was cut off, or a bracket forgotten
    VARIATION = "variation"  # the same
    TEXT = "left out text"  # words that are no moves
    BRACKET = "left out bracket"  # one that closes nothing
    ESCAPE = "left out escape"  # a line of PGN that begins with "%"
    REST = "left out rest"  # all that stands behind the end, or behind what cannot be read
    LINE = "left out line"  # the rest of a variation, with moves
    DEEP = "left out deep"  # variations within too many others
    MAYBE_MOVES = "maybe moves"  # a comment that may be moves
    MAYBE_SIGN = "maybe sign"  # a sign that may be the letter of a piece
    TAG_DIFFERS = "tag differs"  # the result of the tags from that of the text
    MENDED = "mended start"  # rights in the FEN that the position does not allow
    NULL_MOVE = "null move"
    VARIANT = "other variant"  # another kind of chess


UNCLOSED = (Loss.COMMENT, Loss.VARIATION)

MISSING = (Loss.REST, Loss.LINE, Loss.DEEP, Loss.VARIANT)
"""With these, moves are missing."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about the move ``number`` of ``colour``: what was written, and why it is told.

    ``why`` is the fact: no move, a check or mate that is not given, the number that is due, what
    has no end, or what was left out. ``announce.words.program`` has the sentences.
    """

    number: int
    colour: chess.Color
    text: str
    why: NoMove | Illegality | Loss | int


@dataclass(frozen=True, slots=True)
class Score:
    """A score that was read as far as it can be.

    ``position`` is the last one reached and knows all moves. ``error`` ends the reading; what
    stands behind it could only be guessed. ``remarks`` are wrong check marks (C.13) and wrong
    move numbers, which hinder nothing; ``left_out`` is what the text has and the game has not.
    ``offers`` are the plies of draw offers (C.12), counted from one. ``headers`` are the tags of
    PGN that stood before it, ``title`` the names and the day before a score without tags. ``text``
    is all of it as PGN, with variations, comments and signs.
    """

    position: Position
    result: str | None = None
    error: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    left_out: tuple[Remark, ...] = ()
    offers: tuple[int, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    title: str = ""

    @property
    def whole(self) -> bool:
        """True if no move is missing."""
        return self.error is None and all(one.why not in MISSING for one in self.left_out)


HEADER = re.compile(
    r'^[ \t]*\[([A-Za-z0-9]\w*)\s+"((?:[^"\\\n]|\\.)*)"\][ \t]*$', re.MULTILINE | re.ASCII
)
"""A tag of PGN."""


WIDTH = 79
"""Letters of a line of PGN at most (4.3 of its standard), but for longer words."""


def wrapped(text: str) -> str:
    """PGN of one game with its moves in lines of `WIDTH`. None begins with a percent sign, which
    would hide it."""
    head, apart, moves = text.partition("\n\n") if text.startswith("[") else ("", "", text)
    moves = " ".join(moves.split()).replace(" %", "\0%")
    lines = textwrap.fill(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}{apart}{lines}\n".replace("\0", " ")


def write_moves(
    position: Position,
    language: str = "de",
    marks: Mapping[int, str] | None = None,
    style: NotationStyle = SHORT,
) -> list[str]:
    """The moves that led to ``position``, numbered, a line for each move of both.

    ``marks`` is what is noted after the move of a ply, counted from 0, as "(=)" (C.12).
    """
    lines: list[str] = []
    here = position.back_to(0)
    for ply, move in enumerate(position.moves):
        white = here.turn == chess.WHITE
        if white or not lines:
            lines.append(f"{here.number}{'.' if white else '...'}")
        mark = f" {marks[ply]}" if marks and ply in marks else ""
        lines[-1] += f" {write(here, move, language, style)}{mark}"
        here = here.stand(move)  # one that is illegal may stand (A.4.2)
    return lines


def write_headers(headers: Mapping[str, str]) -> str:
    """The tags as PGN has them, a line each."""
    return "".join(f'[{tag} "{escaped(value)}"]\n' for tag, value in headers.items())


def escaped(value: str) -> str:
    """The value of a tag as it stands between the quotation marks of PGN."""
    plain = "".join(one for one in one_line(value) if one.isprintable())
    return re.sub(r'(["\\])', r"\\\1", plain)


def write_score(position: Position, language: str = "de", style: NotationStyle = SHORT) -> str:
    """The moves that led to ``position``, numbered as on a scoresheet."""
    return " ".join(write_moves(position, language, style=style))
