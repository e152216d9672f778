# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions that are set up, and why some cannot come about by legal moves (3.10.3).

Only what can be seen on the board at once is judged; whether a game could really lead there is a
question for chess problems, and no answer to it is claimed.
"""

from enum import StrEnum

import chess


class SetupFault(StrEnum):
    """Why a position is illegal; the value is a sentence fit to be shown."""

    NO_WHITE_KING = "White has no king"
    NO_BLACK_KING = "Black has no king"
    TOO_MANY_KINGS = "a side has more than one king"
    TOO_MANY_WHITE_PAWNS = "White has more than eight pawns"
    TOO_MANY_BLACK_PAWNS = "Black has more than eight pawns"
    TOO_MANY_WHITE_MEN = "White has more than sixteen men"
    TOO_MANY_BLACK_MEN = "Black has more than sixteen men"
    PAWN_ON_BACK_RANK = "a pawn stands on the first or eighth rank"
    TOO_MANY_WHITE_PROMOTIONS = "White has more promoted pieces than pawns are missing"
    TOO_MANY_BLACK_PROMOTIONS = "Black has more promoted pieces than pawns are missing"
    OPPONENT_IN_CHECK = "the side that is not on move is in check"
    TOO_MANY_CHECKERS = "more than two pieces give check"
    IMPOSSIBLE_CHECK = "no move can have given these checks"
    CASTLING_RIGHTS = "castling rights without king and rook at home"
    EN_PASSANT_SQUARE = "no pawn has just passed the en passant square"


_FROM_STATUS = {
    chess.STATUS_NO_WHITE_KING: SetupFault.NO_WHITE_KING,
    chess.STATUS_NO_BLACK_KING: SetupFault.NO_BLACK_KING,
    chess.STATUS_TOO_MANY_KINGS: SetupFault.TOO_MANY_KINGS,
    chess.STATUS_TOO_MANY_WHITE_PAWNS: SetupFault.TOO_MANY_WHITE_PAWNS,
    chess.STATUS_TOO_MANY_BLACK_PAWNS: SetupFault.TOO_MANY_BLACK_PAWNS,
    chess.STATUS_TOO_MANY_WHITE_PIECES: SetupFault.TOO_MANY_WHITE_MEN,
    chess.STATUS_TOO_MANY_BLACK_PIECES: SetupFault.TOO_MANY_BLACK_MEN,
    chess.STATUS_PAWNS_ON_BACKRANK: SetupFault.PAWN_ON_BACK_RANK,
    chess.STATUS_OPPOSITE_CHECK: SetupFault.OPPONENT_IN_CHECK,
    chess.STATUS_TOO_MANY_CHECKERS: SetupFault.TOO_MANY_CHECKERS,
    chess.STATUS_IMPOSSIBLE_CHECK: SetupFault.IMPOSSIBLE_CHECK,
    chess.STATUS_BAD_CASTLING_RIGHTS: SetupFault.CASTLING_RIGHTS,
    chess.STATUS_INVALID_EP_SQUARE: SetupFault.EN_PASSANT_SQUARE,
}
_PROMOTIONS = {
    chess.WHITE: SetupFault.TOO_MANY_WHITE_PROMOTIONS,
    chess.BLACK: SetupFault.TOO_MANY_BLACK_PROMOTIONS,
}


class BadSetup(ValueError):
    """A text that is no FEN, or a FEN of an illegal position; the message is one sentence."""


def board_from_fen(fen: str, chess960: bool | None = None) -> chess.Board:
    """The board of a FEN. ``chess960=None`` takes it for Chess960 if its castlings ask for it.

    Raises :class:`BadSetup` if the text is no FEN or the position is illegal.
    """
    try:
        board = chess.Board(fen, chess960=bool(chess960))
        if chess960 is None and faults(board) == (SetupFault.CASTLING_RIGHTS,):
            other = chess.Board(fen, chess960=True)
            board = board if faults(other) else other
    except ValueError as error:
        raise BadSetup(f"not a FEN: {error}") from None
    wrong = faults(board)
    if wrong:
        raise BadSetup(f"illegal position (3.10.3): {'; '.join(wrong)}")
    return board


def faults(board: chess.Board) -> tuple[SetupFault, ...]:
    """All that is seen to be impossible on ``board``."""
    status = board.status()
    found = [fault for flag, fault in _FROM_STATUS.items() if status & flag]
    if board.chess960 and SetupFault.CASTLING_RIGHTS not in found and _unlike_arrays(board):
        found.append(SetupFault.CASTLING_RIGHTS)
    found += [_PROMOTIONS[colour] for colour in chess.COLORS if _too_many_promoted(board, colour)]
    return tuple(found)


def _unlike_arrays(board: chess.Board) -> bool:
    """Whether kings and rooks that have not moved stand on different files (II.2.3)."""
    king_files = set()
    rook_files: dict[bool, set[int]] = {True: set(), False: set()}
    for rook in chess.scan_forward(board.castling_rights):
        colour = rook < 8
        king = board.king(colour)
        if king is not None:
            king_files.add(chess.square_file(king))
            rook_files[rook > king].add(chess.square_file(rook))
    return len(king_files) > 1 or any(len(files) > 1 for files in rook_files.values())


def _too_many_promoted(board: chess.Board, colour: chess.Color) -> bool:
    """Whether more pieces must have been pawns than pawns are missing (3.7.5.1)."""
    men = board.occupied_co[colour]
    promoted = (
        _beyond(board.queens & men, 1)
        + _beyond(board.rooks & men, 2)
        + _beyond(board.knights & men, 2)
        + _beyond(board.bishops & men & chess.BB_LIGHT_SQUARES, 1)
        + _beyond(board.bishops & men & chess.BB_DARK_SQUARES, 1)
    )
    return promoted > max(8 - (board.pawns & men).bit_count(), 0)


def _beyond(pieces: chess.Bitboard, at_first: int) -> int:
    return max(pieces.bit_count() - at_first, 0)
