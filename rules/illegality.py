# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a move is not legal, as facts: the kinds of reason and what belongs to each.

``rules.explanation`` finds them, ``rules.irregularities`` tells what an illegal move costs, and
``announce`` puts them into words.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import chess


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
