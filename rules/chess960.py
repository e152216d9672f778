# SPDX-License-Identifier: GPL-3.0-or-later
"""Chess960: Guidelines II. The start positions by number, and what castling does there."""

import random

import chess

from rules.description import MoveDescription
from rules.moves import castling_squares
from rules.position import Position

POSITIONS = 960


def draw(chance: random.Random | None = None) -> int:
    """A start position drawn by lot, each of the 960 as likely (II.2)."""
    return (chance or random.SystemRandom()).randrange(POSITIONS)


def array(number: int) -> str:
    """White's pieces from a1 to h1, ``RNBQKBNR`` for 518; ``ValueError`` beyond 0 to 959."""
    if not 0 <= number < POSITIONS:
        raise ValueError(f"Chess960 positions are numbered 0 to {POSITIONS - 1}, not {number}")
    board = chess.Board.from_chess960_pos(number)
    return "".join(str(board.piece_at(square)) for square in chess.SQUARES[:8])


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
