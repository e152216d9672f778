# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves as they are described in words (Appendix C.10)."""

import chess

from rules.description import MoveDescription


def said(
    piece: chess.PieceType | None = None, to: str = "", start: str = "", **rest: object
) -> MoveDescription:
    """``start`` is a file, a rank or a square."""
    file = rank = None
    for sign in start:
        if sign.isdigit():
            rank = int(sign) - 1
        else:
            file = "abcdefgh".index(sign)
    to_square = chess.parse_square(to) if to else None
    return MoveDescription(piece, file, rank, to_square, **rest)  # type: ignore[arg-type]
