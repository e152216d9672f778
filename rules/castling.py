# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a castling is refused: lost, blocked or attacked (3.8.2.1, 3.8.2.2, II.3.2)."""

from collections.abc import Iterator
from dataclasses import replace

import chess

from rules.description import Castling
from rules.illegality import Fault, Illegality, because, nearest
from rules.position import Position


def castling_meant(
    board: chess.Board, square: chess.Square, target: chess.Square
) -> Castling | None:
    """The castling that a king's leap along its first rank stands for (3.8.2, II.3.2.7.1)."""
    if board.chess960 and chess.BB_SQUARES[target] & board.clean_castling_rights():
        return Castling.SHORT if target > square else Castling.LONG
    rank = 0 if board.turn == chess.WHITE else 7
    home = chess.square_rank(square) == rank and (board.chess960 or chess.square_file(square) == 4)
    if not home or chess.square_distance(square, target) < 2:
        return None
    return {chess.square(6, rank): Castling.SHORT, chess.square(2, rank): Castling.LONG}.get(target)


def explain_castling(position: Position, castling: Castling) -> Illegality:
    """Why the side on move cannot castle there: lost, blocked or attacked (3.8.2.1, 3.8.2.2)."""
    board, colour = position.board, position.turn
    king = board.king(colour)
    if king is None:
        raise ValueError("no king")
    short = castling is Castling.SHORT
    rank = 0 if colour == chess.WHITE else 7
    king_to = chess.square(6 if short else 2, rank)
    rook_to = chess.square(5 if short else 3, rank)
    reason = Illegality(Fault.CASTLING_LOST, "3.8.2.1", chess.KING, king, king_to)
    rook = _castling_rook(board, colour, castling)
    if rook is None:
        return _explain_lost_right(position, castling, reason)
    ends = chess.BB_SQUARES[king] | chess.BB_SQUARES[rook]
    king_path = chess.between(king, king_to) | chess.BB_SQUARES[king_to]
    rook_path = chess.between(rook, rook_to) | chess.BB_SQUARES[rook_to]
    blocker = nearest(board, king, (king_path | rook_path | chess.between(king, rook)) & ~ends)
    if blocker is not None:
        article = "II.3.2.7.4" if board.chess960 else "3.8.2.2.2"
        return because(reason, Fault.CASTLING_BLOCKED, article, board, blocker)
    for square, detail, vacated in _crossed(king, king_path, king_to, ends):
        occupied = board.occupied & ~vacated
        attackers = board.attackers_mask(not colour, square, occupied)
        attacker = nearest(board, square, attackers)
        if attacker is not None:
            attacked = replace(reason, to_square=square, detail=detail)
            return because(attacked, Fault.CASTLING_ATTACKED, "3.8.2.2.1", board, attacker)
    raise ValueError(f"{castling} castling is legal in {position.fen}")


def _crossed(
    king: chess.Square, path: chess.Bitboard, king_to: chess.Square, ends: chess.Bitboard
) -> Iterator[tuple[chess.Square, str, chess.Bitboard]]:
    """The squares that must not be attacked, and what leaves the board when asking.

    A rook that moves away on the same rank may uncover the arrival square in Chess960.
    """
    yield king, "in check", chess.BB_EMPTY
    for square in chess.scan_forward(path & ~chess.BB_SQUARES[king_to]):
        yield square, "crossing", chess.BB_SQUARES[king]
    yield king_to, "arrival", chess.BB_SQUARES[king]
    yield king_to, "arrival", ends


def _castling_rook(
    board: chess.Board, colour: chess.Color, castling: Castling
) -> chess.Square | None:
    """The rook that still has the right to castle on that side."""
    king = board.king(colour)
    rank = chess.BB_RANK_1 if colour == chess.WHITE else chess.BB_RANK_8
    for rook in chess.scan_forward(board.clean_castling_rights() & rank):
        if king is not None and (rook > king) == (castling is Castling.SHORT):
            return rook
    return None


def _explain_lost_right(position: Position, castling: Castling, reason: Illegality) -> Illegality:
    """When and how the right was lost: by the king (3.8.2.1.1) or with the rook (3.8.2.1.2)."""
    colour = position.turn
    board = chess.Board(position.start_fen, chess960=position.chess960)
    rook = _castling_rook(board, colour, castling)
    if rook is None:
        return _explain_no_right(position, castling, reason)
    for move in position.moves:
        if board.turn != colour and move.to_square == rook:
            detail = "rook captured"
        elif board.turn == colour and board.is_castling(move):
            detail = "castled"
        elif board.turn == colour and move.from_square == board.king(colour):
            detail = "king moved"
        elif move.from_square == rook:
            detail = "rook moved"
        else:
            board.push(move)
            continue
        break
    else:
        detail = "no right"
    article = "3.8.2.1.2" if detail.startswith("rook") else "3.8.2.1.1"
    if detail == "castled" and position.chess960:
        article = "II.3.1"
    return replace(reason, article=article, detail=detail)


def _explain_no_right(position: Position, castling: Castling, reason: Illegality) -> Illegality:
    """The set-up position gave no right: say what its pieces show."""
    rank = 0 if position.turn == chess.WHITE else 7
    corner = chess.square(7 if castling is Castling.SHORT else 0, rank)
    if not position.chess960 and reason.square != chess.square(4, rank):
        return replace(reason, article="3.8.2.1.1", detail="king moved")
    own_rook = chess.Piece(chess.ROOK, position.turn)
    if not position.chess960 and position.board.piece_at(corner) != own_rook:
        return replace(reason, article="3.8.2.1.2", detail="rook moved")
    return replace(reason, detail="no right")
