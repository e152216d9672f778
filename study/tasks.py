# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks for practice: mates from games, elementary endings, the board without a board."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import chess

from rules.position import Position

DRILLS: Final = ("mate", "mate two", "ending", "squares", "diagonals", "knight")
"""The drills, as topics of help."""


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
    SQUARES = "squares"
    DIAGONALS = "diagonals"
    KNIGHT = "knight"


class DrillGoal(StrEnum):
    """The goal of a task."""

    MATE = "mate"
    WIN = "win"
    DRAW = "draw"


ENDINGS: Final = (
    Drill.QUEEN,
    Drill.ROOK,
    Drill.BISHOPS,
    Drill.BISHOP_KNIGHT,
    Drill.PAWN,
    Drill.PAWN_PAWN,
    Drill.PAWNS,
)
BOARDLESS: Final = (Drill.SQUARES, Drill.DIAGONALS, Drill.KNIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class PositionTask:
    """The side that began has a goal to reach from the start of ``position``, where the moves made
    so far have led. A mate is one in so many ``moves``, in a game of which ``source`` tells.
    ``failed``: something was wrong already. ``hinted`` is where a hint was given, in plies."""

    drill: Drill
    position: Position
    goal: DrillGoal
    moves: int = 0
    source: str = ""
    failed: bool = False
    hinted: int | None = None

    @property
    def colour(self) -> chess.Color:
        """The side that solves it."""
        return self.position.turn == (self.position.ply % 2 == 0)

    @property
    def made(self) -> int:
        """How many moves that side has made."""
        return (self.position.ply + 1) // 2

    @property
    def left(self) -> int:
        """In how many further moves it mates."""
        return self.moves - self.made


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A question about the board that is only in the head; ``answer`` is a number, or yes or no: a
    square is light, two are on one diagonal."""

    drill: Drill
    square: chess.Square
    to_square: chess.Square | None
    answer: bool | int
    failed: bool = False

    @property
    def position(self) -> None:
        return


Task = PositionTask | BoardTask


# --- Mates ----------------------------------------------------------------------------------------

MATES: Final = Path(__file__).with_name("mates.tsv")
"""The mates that are shipped, from games that were played, each with one solution.
``python -m tools.mates`` makes the file from PGN files."""


@cache
def mates(moves: int) -> tuple[tuple[str, str], ...]:
    """Those in ``moves``, in the order of the file: the position as FEN, and the game's name."""
    lines = MATES.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple((fen, source) for length, fen, source in rows if int(length) == moves)


def mate(drill: Drill, draw: int) -> PositionTask:
    """A mate in one or two moves; ``draw`` is a number drawn by lot."""
    moves = 1 if drill is Drill.MATE_1 else 2
    known = mates(moves)
    fen, source = known[draw % len(known)]
    return PositionTask(drill, Position.from_fen(fen), DrillGoal.MATE, moves, source)


# --- The board in the head ------------------------------------------------------------------------

FARTHEST: Final = 6
"""No two squares are more moves of a knight apart."""


@cache
def knight_moves(start: chess.Square) -> tuple[int, ...]:
    """In how many moves a knight on an empty board is on each square."""
    found = {start: 0}
    ahead = [start]
    for square in ahead:
        for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
            if target not in found:
                found[target] = found[square] + 1
                ahead.append(target)
    return tuple(found[square] for square in chess.SQUARES)


def reached(start: chess.Square, moves: int) -> tuple[chess.Square, ...]:
    """Where a knight can be after so many moves, by file: after an even number also at home."""
    squares = chess.SquareSet([start])
    for _ in range(min(moves, FARTHEST)):
        squares = chess.SquareSet(
            target
            for square in squares
            for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
        )
    return tuple(sorted(squares, key=lambda one: (chess.square_file(one), one)))


def knight_path(start: chess.Square, end: chess.Square) -> tuple[chess.Square, ...]:
    """A shortest way of a knight: the squares after ``start``."""
    apart, here, found = knight_moves(end), start, []
    while here != end:
        targets = chess.SquareSet(chess.BB_KNIGHT_ATTACKS[here])
        here = next(each for each in targets if apart[each] == apart[here] - 1)
        found.append(here)
    return tuple(found)


def question(drill: Drill, draw: int) -> BoardTask:
    """A question; ``draw`` is a number drawn by lot. Half of the pairs of squares are on one
    diagonal."""
    draw, square = divmod(draw, 64)
    if drill is Drill.SQUARES:
        return BoardTask(drill, square, None, _is_light(square))
    draw, wanted = divmod(draw, 2)
    others = [each for each in chess.SQUARES if each != square]
    if drill is Drill.DIAGONALS:
        alike = [each for each in others if _is_light(each) == _is_light(square)]
        others = [each for each in alike if _on_diagonal(square, each) == bool(wanted)]
        other = others[draw % len(others)]
        return BoardTask(drill, square, other, bool(wanted))
    other = others[draw % len(others)]
    return BoardTask(drill, square, other, knight_moves(square)[other])


def _is_light(square: chess.Square) -> bool:
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def _on_diagonal(one: chess.Square, other: chess.Square) -> bool:
    files = chess.square_file(one) - chess.square_file(other)
    ranks = chess.square_rank(one) - chess.square_rank(other)
    return one != other and abs(files) == abs(ranks)


# --- Mates by force -------------------------------------------------------------------------------


def mating_moves(board: chess.Board, moves: int) -> Iterator[chess.Move]:
    """The moves with which the side on the move mates in at most ``moves`` moves, whatever the
    opponent replies."""
    for move in list(board.legal_moves):
        if forces_mate(board, move, moves):
            yield move


def forces_mate(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """True if the legal ``move`` is the first of at most ``moves`` that mate by force."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    try:
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        return moves > 1 and all(_loses(board, reply, moves - 1) for reply in replies)
    finally:
        board.pop()


def _loses(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    """True if the opponent mates in at most ``moves`` moves after this reply."""
    board.push(reply)
    try:
        return any(True for _ in mating_moves(board, moves))
    finally:
        board.pop()


def stubborn_reply(board: chess.Board, moves: int) -> chess.Move | None:
    """The reply after which there are the fewest ways to mate in ``moves`` moves; None if there is
    no reply."""

    def ways(reply: chess.Move) -> tuple[int, str]:
        board.push(reply)
        try:
            return sum(1 for _ in mating_moves(board, moves)), reply.uci()
        finally:
            board.pop()

    return min(list(board.legal_moves), key=ways, default=None)
