# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions of moves, as players write them."""

import chess

from rules.description import MoveDescription
from rules.moves import castling_squares, disambiguation
from rules.position import Position


def describe(position: Position, move: chess.Move) -> MoveDescription:
    """The shortest description that only the legal ``move`` fits, as Appendix C writes it.

    A pawn is not named; captures are, as in ``exd5`` and ``Lxe5``.
    """
    board = position.board
    if board.is_castling(move):
        return MoveDescription(castling=castling_squares(board, move)[0])
    piece = board.piece_type_at(move.from_square)
    file_needed, rank_needed = disambiguation(position, move)
    return MoveDescription(
        piece=None if piece == chess.PAWN else piece,
        from_file=chess.square_file(move.from_square) if file_needed else None,
        from_rank=chess.square_rank(move.from_square) if rank_needed else None,
        to_square=move.to_square,
        promotion=move.promotion,
        capture=board.is_capture(move),
    )
