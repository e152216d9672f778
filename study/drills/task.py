# SPDX-License-Identifier: GPL-3.0-or-later
"""What is being practised now, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import chess

from rules.position import Position


class Drill(StrEnum):
    """The drills; the score is kept for each."""

    MATE_1 = "mate in one"
    MATE_2 = "mate in two"
    QUEEN = "queen"
    ROOK = "rook"
    BISHOPS = "bishops"
    BISHOP_KNIGHT = "bishop_knight"
    PAWN = "pawn"
    PAWN_PAWN = "pawn_pawn"  # face to face
    PAWNS = "pawns"  # two against the king
    PASSED_PAWN = "passed_pawn"  # beside two that block each other
    SQUARES = "squares"
    DIAGONALS = "diagonals"
    KNIGHT = "knight"


class Goal(StrEnum):
    """What is to be reached."""

    MATE = "mate"
    WIN = "win"
    DRAW = "draw"


ENDINGS = (
    Drill.QUEEN,
    Drill.ROOK,
    Drill.BISHOPS,
    Drill.BISHOP_KNIGHT,
    Drill.PAWN,
    Drill.PAWN_PAWN,
    Drill.PAWNS,
    Drill.PASSED_PAWN,
)
BOARDLESS = (Drill.SQUARES, Drill.DIAGONALS, Drill.KNIGHT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position comes to with the best play of both: who wins, None for a draw, and in how
    many plies that is settled, by mate or by a promotion that wins."""

    winner: chess.Color | None
    plies: int = 0


class Judge(Protocol):
    """Knows elementary endings by heart."""

    def verdict(self, position: Position) -> Verdict | None:
        """What a position comes to; None where that is not known."""

    def start(self, drill: Drill, draw: int) -> Position:
        """A position of this ending in which the side on the move has to win, or to hold the draw;
        ``draw`` is a number drawn by lot."""


@dataclass(frozen=True, slots=True, eq=False)
class MateTask:
    """The side on the move mates in ``left`` moves. ``begin`` is where it began, ``moves`` in how
    many; ``failed``: something was wrong already."""

    drill: Drill
    position: Position
    begin: Position
    left: int
    moves: int
    source: str
    failed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EndingTask:
    """``colour`` is to win, or to hold the draw; ``made`` counts the moves of ``colour``."""

    drill: Drill
    position: Position
    colour: chess.Color
    goal: Goal
    made: int = 0
    failed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BoardTask:
    """A question about the board that is only in the head; ``answer`` is a number, or yes or no:
    whether a square is light, or two are on one diagonal."""

    drill: Drill
    square: chess.Square
    to_square: chess.Square | None
    answer: bool | int
    failed: bool = False

    @property
    def position(self) -> None:
        """There is none."""
        return


Task = MateTask | EndingTask | BoardTask
