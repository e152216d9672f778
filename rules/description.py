# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions of moves as they are said, facts of moves as they are, and why a move is not legal.

A :class:`MoveDescription` is what a person said or wrote: it may be incomplete, ambiguous or
illegal. Speech (``voice.language.grammar``) and writing (``rules.notation``) both end in it, and
``rules.moves.find`` turns it into legal moves. :class:`MoveFacts` is what is true of one legal
move in one position; everything that speaks, shows or records a move needs no board beside it.
An :class:`Illegality` is why what was said is no legal move: ``rules.explanation`` finds it,
``rules.irregularities`` tells what an illegal move costs, and ``announce`` puts it into words.
"""

from dataclasses import dataclass, replace
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


# --- Why a move is not legal ----------------------------------------------------------------------


class MoveFault(StrEnum):
    """The kinds of reason, one for each way to break Articles 3.1 to 3.9."""

    NO_SUCH_PIECE = "no such piece"
    NOT_YOUR_PIECE = "not your piece"
    EMPTY_SQUARE = "empty square"
    OWN_PIECE_THERE = "own piece there"
    NOT_ITS_WAY = "not its way"
    BLOCKED = "blocked"
    PINNED = "pinned"
    LEAVES_CHECK = "leaves check"
    INTO_CHECK = "into check"
    NOTHING_TO_CAPTURE = "nothing to capture"
    NO_EN_PASSANT = "no en passant"
    FILE_MISSING = "file missing"
    PROMOTION_MISSING = "promotion missing"
    PROMOTION_NOT_POSSIBLE = "promotion not possible"
    CASTLING_LOST = "castling lost"
    CASTLING_BLOCKED = "castling blocked"
    CASTLING_ATTACKED = "castling attacked"
    NOT_CHECK = "not check"
    NOT_MATE = "not mate"
    TAKES_KING = "takes king"
    GAME_OVER = "game over"
    NO_MOVE = "no move"  # 7.5.3: the clock was pressed without one
    TWO_HANDS = "two hands"  # 7.5.4


DETAILS: dict[MoveFault, tuple[str, ...]] = {
    MoveFault.NO_SUCH_PIECE: ("", "none left"),
    MoveFault.NOT_ITS_WAY: ("", "pawn has moved"),
    MoveFault.BLOCKED: ("", "pawn"),
    MoveFault.PINNED: ("", "en passant"),
    MoveFault.NOTHING_TO_CAPTURE: ("", "other piece"),
    MoveFault.NO_EN_PASSANT: ("", "too late", "not two squares"),
    MoveFault.PROMOTION_MISSING: ("", "queen", "taken back"),
    MoveFault.PROMOTION_NOT_POSSIBLE: ("not a pawn", "not the last rank", "king", "pawn"),
    MoveFault.CASTLING_LOST: ("king moved", "rook moved", "rook captured", "castled", "no right"),
    MoveFault.CASTLING_ATTACKED: ("in check", "crossing", "arrival"),
}
"""The details that a fault may carry; a fault not named here carries none.

"none left": the side has no piece of that kind at all. "pawn has moved": two steps only from the
first square (3.7.2). "pawn": what is blocked is a pawn's step ahead (3.7.1). "too late": the
double step was not the last move (3.7.4.2); "not two squares": the pawn beside came otherwise.
"king", "pawn", "not a pawn" and "not the last rank" say what is wrong with a promotion (3.7.5.1).
"queen": the clock was pressed, so that the pawn is a queen (7.5.2); "taken back": in 2005 the move
was no move then. "castled": this side has
castled before. "no right": the set-up position gave none.
"""


@dataclass(frozen=True, slots=True)
class Illegality:
    """Why a move is refused.

    ``article`` is the sub-article of the Laws ("3.5"). ``piece`` and ``square`` are the piece that
    was to move and where it stands; ``to_square`` where it was to go, and in castling through an
    attack the attacked square. ``square`` is ``None`` where several pieces were meant alike and
    none can go there. ``other`` and ``other_square`` are the piece that is in the way, gives
    check, pins, attacks or stands where another was named, and its square. ``from_file`` and
    ``from_rank`` repeat what was said where no such piece is found. ``detail`` tells kinds of one
    fault apart: :data:`DETAILS`.
    """

    fault: MoveFault
    article: str
    piece: chess.PieceType | None = None
    square: chess.Square | None = None
    to_square: chess.Square | None = None
    other: chess.Piece | None = None
    other_square: chess.Square | None = None
    detail: str = ""
    from_file: int | None = None
    from_rank: int | None = None


def nearest(board: chess.Board, square: chess.Square, among: chess.Bitboard) -> chess.Square | None:
    """The occupied square of ``among`` that is nearest to ``square``."""
    return min(
        chess.scan_forward(among & board.occupied),
        key=lambda other: chess.square_distance(square, other),
        default=None,
    )


def because(
    reason: Illegality, fault: MoveFault, article: str, board: chess.Board, other: chess.Square
) -> Illegality:
    """``reason`` with its fault and the piece on ``other`` that is to blame."""
    return replace(
        reason, fault=fault, article=article, other=board.piece_at(other), other_square=other
    )
