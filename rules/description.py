# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions of moves as they are said, and facts of moves as they are.

A :class:`MoveDescription` is what a person said or wrote: it may be incomplete, ambiguous or
illegal. Speech (``voice.language.grammar``) and writing (``rules.notation``) both end in it, and
``rules.moves.find`` turns it into legal moves. :class:`MoveFacts` is what is true of one legal
move in one position; everything that speaks, shows or records a move needs no board beside it.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess


class Castling(StrEnum):
    """The two sides to castle to (3.8.2); in Chess960 named by the arrival file (II.3.2.6)."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class MoveDescription:
    """The description of a move, and no more than was said or written; ``None`` or ``False``:
    unsaid.

    ``piece`` is what stands before the move (a pawn that promotes is a ``chess.PAWN``). A pawn
    may go unnamed: "Eva vier" has ``piece=None``; so has "Eva zwei Eva vier", which may be said
    of any piece. ``from_file`` and ``from_rank`` are 0 to 7. ``captured`` is the kind of piece
    said to be taken ("Läufer schlägt Springer"). ``check`` and ``mate`` are claims of the
    speaker, to be compared with the board, never needed (Appendix C.13, D.2.1).
    """

    piece: chess.PieceType | None = None
    from_file: int | None = None
    from_rank: int | None = None
    to_square: chess.Square | None = None
    promotion: chess.PieceType | None = None
    capture: bool = False
    captured: chess.PieceType | None = None
    en_passant: bool = False
    castling: Castling | None = None
    check: bool = False
    mate: bool = False


@dataclass(frozen=True, slots=True)
class Distinction:
    """The one feature that tells a move from the others: "Bella", "David vier".

    Files and ranks are 0 to 7.
    """

    piece: chess.PieceType | None = None
    castling: Castling | None = None
    promotion: chess.PieceType | None = None
    from_file: int | None = None
    from_rank: int | None = None
    to_file: int | None = None
    to_rank: int | None = None


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """The facts of one legal move in the position before it.

    ``uci`` and ``san`` are python-chess's forms (in Chess960, castling in ``uci`` is king takes
    rook). ``from_square`` and ``to_square`` are the squares of the piece that moves; in castling
    they are the king's true squares and ``rook_from``/``rook_to`` the rook's. ``capture_square``
    differs from ``to_square`` only en passant (3.7.4). ``from_file_needed`` and
    ``from_rank_needed`` say what Appendix C.10 asks for to make the short form unambiguous.
    ``number`` is the move number as on a scoresheet, ``ply`` the count of moves made before.
    """

    uci: str
    san: str
    colour: chess.Color
    piece: chess.PieceType
    from_square: chess.Square
    to_square: chess.Square
    number: int
    ply: int
    captured: chess.PieceType | None = None
    capture_square: chess.Square | None = None
    en_passant: bool = False
    promotion: chess.PieceType | None = None
    castling: Castling | None = None
    rook_from: chess.Square | None = None
    rook_to: chess.Square | None = None
    check: bool = False
    mate: bool = False
    stalemate: bool = False
    from_file_needed: bool = False
    from_rank_needed: bool = False
