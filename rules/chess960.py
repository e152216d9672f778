# SPDX-License-Identifier: GPL-3.0-or-later
"""Chess960: Guidelines II. The start positions by number, and what castling does there."""

import random
from enum import StrEnum

import chess

from rules.description import MoveDescription, MoveFacts
from rules.moves import castling_squares
from rules.position import Position

POSITIONS = 960
STANDARD = 518
"""The number of the initial position of chess."""


class CastlingKind(StrEnum):
    """How king and rook come to their squares (II.3.2.2 to II.3.2.5)."""

    DOUBLE = "double move"  # both move, past or away from each other
    TRANSPOSITION = "transposition"  # they change squares
    KING_ONLY = "king only"
    ROOK_ONLY = "rook only"


def draw(chance: random.Random | None = None) -> int:
    """A start position drawn by lot, each of the 960 as likely (II.2)."""
    return (chance or random.SystemRandom()).randrange(POSITIONS)


def array(number: int) -> str:
    """White's pieces from a1 to h1, ``RNBQKBNR`` for 518; ``ValueError`` beyond 0 to 959."""
    if not 0 <= number < POSITIONS:
        raise ValueError(f"Chess960 positions are numbered 0 to {POSITIONS - 1}, not {number}")
    board = chess.Board.from_chess960_pos(number)
    return "".join(str(board.piece_at(square)) for square in chess.SQUARES[:8])


def number_of(pieces: str) -> int:
    """The number of an array like ``RNBQKBNR``; ``ValueError`` where it is none (II.2)."""
    numbers = {array(number): number for number in range(POSITIONS)}
    if pieces.upper() not in numbers:
        raise ValueError(f"{pieces!r} is no start position of Chess960")
    return numbers[pieces.upper()]


def castling_kind(move: MoveFacts) -> CastlingKind | None:
    """What a castling does to king and rook, ``None`` for any other move."""
    if move.castling is None:
        return None
    if move.from_square == move.to_square:
        return CastlingKind.ROOK_ONLY
    if move.rook_from == move.rook_to:
        return CastlingKind.KING_ONLY
    if (move.from_square, move.to_square) == (move.rook_to, move.rook_from):
        return CastlingKind.TRANSPOSITION
    return CastlingKind.DOUBLE


def castlings(position: Position, said: MoveDescription | None = None) -> tuple[chess.Move, ...]:
    """The castlings meant by "I am about to castle" (II.3.2.7.1): all that are legal.

    A king's or rook's move ``said`` with it chooses: by the king's arrival, or by the square of
    the rook that castles.
    """
    board = position.board
    return tuple(
        move
        for move in position.legal_moves
        if board.is_castling(move) and (said is None or _chooses(said, board, move))
    )


def _chooses(said: MoveDescription, board: chess.Board, move: chess.Move) -> bool:
    side, king_to, rook_from, _ = castling_squares(board, move)
    if said.castling is not None:
        return said.castling is side
    return said.to_square in (None, king_to, rook_from)
