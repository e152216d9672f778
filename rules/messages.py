# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a move is refused, as one English line for files and the command line.

``announce`` makes what is spoken, in every language and without digits.
"""

import chess

from rules.explanation import Fault, Illegality
from rules.notation import PGN, Reason, Refusal, write
from rules.position import Position

_FAULTS = {
    Fault.NO_SUCH_PIECE: "there is no such {piece}",
    Fault.NOT_YOUR_PIECE: "the {other} is the opponent's",
    Fault.EMPTY_SQUARE: "{square} is empty",
    Fault.OWN_PIECE_THERE: "the {piece} cannot go to {to}: an own {other} is there",
    Fault.NOT_ITS_WAY: "the {piece} does not move to {to}",
    Fault.BLOCKED: "the {piece} cannot go to {to}: the {other} is in the way",
    Fault.PINNED: "the {piece} is pinned by the {other}",
    Fault.LEAVES_CHECK: "the king stays in check from the {other}",
    Fault.INTO_CHECK: "{to} is attacked by the {other}",
    Fault.NOTHING_TO_CAPTURE: "there is no such piece to capture on {to}",
    Fault.NO_EN_PASSANT: "no pawn can be captured en passant on {to}",
    Fault.FILE_MISSING: "a pawn that captures is written with its file",
    Fault.PROMOTION_MISSING: "the piece of the promotion is missing",
    Fault.PROMOTION_NOT_POSSIBLE: "this promotion is not possible",
    Fault.CASTLING_LOST: "castling is lost: {detail}",
    Fault.CASTLING_BLOCKED: "castling is blocked by the {other}",
    Fault.CASTLING_ATTACKED: "castling is prevented: {to} is attacked by the {other}",
    Fault.NOT_CHECK: "the move gives no check",
    Fault.NOT_MATE: "the move is no mate",
    Fault.TAKES_KING: "a king is never captured",
    Fault.GAME_OVER: "the game is over",
    Fault.NO_MOVE: "the clock was pressed without a move",
    Fault.TWO_HANDS: "the move was made with both hands",
}

_REASONS = {
    Reason.NOT_A_MOVE: "not a move in algebraic notation",
    Reason.NULL_MOVE: "a null move is no move",
    Reason.NOT_ALGEBRAIC: "descriptive notation counts as no evidence (C.0)",
    Reason.UNKNOWN_LETTER: "{detail!r} is no letter of this notation",
    Reason.PAWN_LETTER: "pawns are written without a letter (C.4)",
    Reason.NOT_A_SQUARE: "there is no square {detail!r}",
    Reason.TWO_LANGUAGES: "the text means one move in one language and another in another (C.3)",
}


def illegality_line(illegality: Illegality) -> str:
    """Why a move is illegal, with the article."""
    other = ""
    if illegality.other is not None:
        other = chess.piece_name(illegality.other.piece_type)
        if illegality.other_square is not None:
            other += f" on {chess.square_name(illegality.other_square)}"
    line = _FAULTS[illegality.fault].format(
        piece=_piece(illegality),
        square=_square(illegality.square),
        to=_square(illegality.to_square),
        other=other,
        detail=illegality.detail,
    )
    return f"{line} ({illegality.article})"


def refusal_line(refusal: Refusal, position: Position) -> str:
    """Why a text gives no move in ``position``."""
    if refusal.illegality is not None:
        return illegality_line(refusal.illegality)
    if refusal.reason is Reason.AMBIGUOUS:
        moves = " or ".join(
            write(position, move, "en", PGN) for move in sorted(refusal.moves, key=chess.Move.uci)
        )
        return f"ambiguous: {moves} (C.10)"
    return _REASONS[refusal.reason].format(detail=refusal.detail)


def _piece(illegality: Illegality) -> str:
    if illegality.piece is None:
        return "piece"
    name = chess.piece_name(illegality.piece)
    return f"{name} on {_square(illegality.square)}" if illegality.square is not None else name


def _square(square: chess.Square | None) -> str:
    return "that square" if square is None else chess.square_name(square)
