# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a described move is not legal: the article and the facts behind the reason.

The words are made elsewhere (``announce``); here are only facts.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess


class Fault(StrEnum):
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
    PROMOTION_MISSING = "promotion missing"
    PROMOTION_NOT_POSSIBLE = "promotion not possible"
    CASTLING_LOST = "castling lost"
    CASTLING_BLOCKED = "castling blocked"
    CASTLING_ATTACKED = "castling attacked"
    NOT_CHECK = "not check"
    NOT_MATE = "not mate"
    TAKES_KING = "takes king"
    GAME_OVER = "game over"


@dataclass(frozen=True, slots=True)
class Illegality:
    """Why a move is refused.

    ``article`` is the sub-article of the Laws ("3.5"). ``piece`` and ``square`` are the piece that
    was to move and where it stands; ``to_square`` where it was to go; ``other`` and
    ``other_square`` the piece that is in the way, gives check or pins, and its square.
    ``detail`` tells kinds of one fault apart (for castling: "king moved", "rook moved" …).
    """

    fault: Fault
    article: str
    piece: chess.PieceType | None = None
    square: chess.Square | None = None
    to_square: chess.Square | None = None
    other: chess.Piece | None = None
    other_square: chess.Square | None = None
    detail: str = ""
