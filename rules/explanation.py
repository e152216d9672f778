# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a described move is not legal: the article and the facts behind the reason (3.10.2); why a
castling is refused: lost, blocked or attacked (3.8.2.1, 3.8.2.2, II.3.2)."""

from collections.abc import Iterator
from dataclasses import replace

import chess

from rules.description import (
    DETAILS,
    Castling,
    Illegality,
    MoveDescription,
    MoveFault,
    because,
    nearest,
)
from rules.moves import find, piece_said, says_capture
from rules.position import Position

__all__ = (
    "DETAILS",
    "Illegality",
    "MoveFault",
    "explain",
    "missing_promotion",
    "wrong_claim",
)

WAYS = {
    chess.PAWN: "3.7.1",
    chess.KNIGHT: "3.6",
    chess.BISHOP: "3.2",
    chess.ROOK: "3.3",
    chess.QUEEN: "3.4",
    chess.KING: "3.8.1",
}
"""The article that says how a piece moves."""

_NEARNESS = (
    MoveFault.NOTHING_TO_CAPTURE,
    MoveFault.NO_EN_PASSANT,
    MoveFault.PROMOTION_NOT_POSSIBLE,
    MoveFault.LEAVES_CHECK,
    MoveFault.PINNED,
    MoveFault.INTO_CHECK,
    MoveFault.CASTLING_ATTACKED,
    MoveFault.CASTLING_BLOCKED,
    MoveFault.CASTLING_LOST,
    MoveFault.OWN_PIECE_THERE,
    MoveFault.BLOCKED,
    MoveFault.NOT_ITS_WAY,
)
"""Where several pieces may be meant: how near each reason leaves its move to a legal one."""


def explain(position: Position, description: MoveDescription) -> Illegality | None:
    """Why no legal move fits ``description``; ``None`` where one does.

    Where the description leaves open which piece is meant, the reason is that of the piece whose
    move comes nearest to a legal one.
    """
    if find(position, description):
        return None
    board = position.board
    if description.castling is not None:
        return explain_castling(position, description.castling, board.turn)
    target = description.to_square
    if description.captured == chess.KING or (
        target is not None and target == board.king(not board.turn)
    ):
        square = board.king(not board.turn)
        return Illegality(MoveFault.TAKES_KING, "1.4.1", piece_said(description), to_square=square)
    absent = _explain_absence(board, description)
    if absent is not None:
        return absent
    if description.from_file is None and not says_capture(description):
        capture = find(position, replace(description, capture=True))
        if capture:
            return _file_missing(board, capture)
    reasons = [
        _explain_move(position, description, square, to_square)
        for square in _candidates(board, description)
        for to_square in (chess.SQUARES if target is None else (target,))
    ]
    best = min(reasons, key=lambda reason: _NEARNESS.index(reason.fault))
    if best.fault is MoveFault.NOT_ITS_WAY and len(reasons) > 1:
        return replace(best, article=WAYS[best.piece or chess.PAWN], square=None, detail="")
    return best


def missing_promotion(position: Position, description: MoveDescription) -> Illegality | None:
    """The fault of a promotion said without its piece (3.7.5.1, D.2.1), or ``None``."""
    moves = find(position, description)
    if description.promotion is not None or not any(move.promotion for move in moves):
        return None
    move = moves[0]
    return Illegality(
        MoveFault.PROMOTION_MISSING, "3.7.5.1", chess.PAWN, move.from_square, move.to_square
    )


def wrong_claim(
    position: Position, description: MoveDescription, move: chess.Move
) -> Illegality | None:
    """Check or mate that was said of a legal ``move`` which gives none; no obstacle (C.13)."""
    if not (description.check or description.mate):
        return None
    after = position.board.copy(stack=False)
    piece = after.piece_type_at(move.from_square)
    after.push(move)
    if not after.is_check():
        fault = MoveFault.NOT_CHECK
    elif description.mate and not after.is_checkmate():
        fault = MoveFault.NOT_MATE
    else:
        return None
    return Illegality(fault, "C.13", piece, move.from_square, move.to_square)


def _file_missing(board: chess.Board, moves: tuple[chess.Move, ...]) -> Illegality:
    """A pawn's capture said like a pawn's step: its file must be named (C.9.3)."""
    squares = {move.from_square for move in moves}
    target = moves[0].to_square
    return Illegality(
        MoveFault.FILE_MISSING,
        "C.9.3",
        chess.PAWN,
        squares.pop() if len(squares) == 1 else None,
        target,
        board.piece_at(target),
        target,
    )


def _candidates(board: chess.Board, said: MoveDescription) -> list[chess.Square]:
    """The squares of the own pieces that may be meant; a plain pawn's step stays on its file."""
    squares = [
        square
        for square in chess.scan_forward(board.occupied_co[board.turn])
        if _may_be_meant(board, said, square)
    ]
    if piece_said(said) == chess.PAWN and said.from_file is None and not says_capture(said):
        ahead = [
            square
            for square in squares
            if said.to_square is not None
            and chess.square_file(square) == chess.square_file(said.to_square)
        ]
        return ahead or squares
    return squares


def _may_be_meant(board: chess.Board, said: MoveDescription, square: chess.Square) -> bool:
    piece = board.piece_type_at(square)
    return (
        piece == (piece_said(said) or piece)
        and said.from_file in (None, chess.square_file(square))
        and said.from_rank in (None, chess.square_rank(square))
    )


def _explain_absence(board: chess.Board, said: MoveDescription) -> Illegality | None:
    """The error where no own piece can be meant at all."""
    wanted, target = piece_said(said), said.to_square
    if said.from_file is not None and said.from_rank is not None:
        square = chess.square(said.from_file, said.from_rank)
        there = board.piece_at(square)
        if there is None:
            return Illegality(MoveFault.EMPTY_SQUARE, "3.10.2", wanted, square, target)
        if there.color != board.turn:
            return Illegality(
                MoveFault.NOT_YOUR_PIECE, "1.1", there.piece_type, square, target, there, square
            )
        if wanted not in (None, there.piece_type):
            return Illegality(
                MoveFault.NO_SUCH_PIECE, "3.10.2", wanted, square, target, there, square
            )
        return None
    if wanted is None or _candidates(board, said):
        return None
    return Illegality(
        MoveFault.NO_SUCH_PIECE,
        "3.10.2",
        wanted,
        to_square=target,
        detail="" if board.pieces(wanted, board.turn) else "none left",
        from_file=said.from_file,
        from_rank=said.from_rank,
    )


def _explain_move(
    position: Position, said: MoveDescription, square: chess.Square, target: chess.Square
) -> Illegality:
    """Why the own piece on ``square`` cannot make the described move to ``target``."""
    board = position.board
    piece = board.piece_type_at(square)
    if piece is None:
        raise ValueError(f"no piece on {chess.square_name(square)}")
    reason = Illegality(MoveFault.NOT_ITS_WAY, WAYS[piece], piece, square, target)
    if square == target:
        return because(reason, MoveFault.OWN_PIECE_THERE, "3.1", board, target)
    move = chess.Move(square, target, _promotion(piece, target))
    if board.is_pseudo_legal(move):
        if board.is_legal(move):
            return _explain_misfit(position, said, move, reason)
        return _explain_check(board, move, reason)
    if piece == chess.PAWN:
        return _explain_pawn(position, reason)
    if piece == chess.KING:
        castling = castling_meant(board, square, target)
        if castling is not None:
            why = explain_castling(position, castling, board.turn)
            if why is not None:
                return why
            legal = find(position, MoveDescription(castling=castling))
            return _explain_misfit(position, said, legal[0], reason)  # details it does not have
    if target not in _reach(piece, square):
        return reason
    blocker = nearest(board, square, chess.between(square, target))
    if blocker is not None:
        return because(reason, MoveFault.BLOCKED, "3.5", board, blocker)
    return because(reason, MoveFault.OWN_PIECE_THERE, "3.1", board, target)


def _promotion(piece: chess.PieceType, target: chess.Square) -> chess.PieceType | None:
    """Any promotion that makes a pawn's move complete, so that the rest of it can be judged."""
    last = chess.square_rank(target) in (0, 7)
    return chess.QUEEN if piece == chess.PAWN and last else None


def _reach(piece: chess.PieceType, square: chess.Square) -> chess.SquareSet:
    """Where the piece could go on an empty board."""
    board = chess.Board.empty()
    board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
    return board.attacks(square)


def _explain_check(board: chess.Board, move: chess.Move, reason: Illegality) -> Illegality:
    """Which piece would attack the mover's king after a pseudo-legal ``move`` (3.9.2)."""
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    if king is None:
        raise ValueError("no king")
    attackers = after.attackers_mask(not board.turn, king)
    if reason.piece == chess.KING:
        fault = MoveFault.INTO_CHECK
    elif attackers & board.checkers_mask():
        fault, attackers = MoveFault.LEAVES_CHECK, attackers & board.checkers_mask()
    else:
        fault = MoveFault.PINNED
        reason = replace(reason, detail="en passant" if board.is_en_passant(move) else "")
    attacker = nearest(board, king, attackers)
    if attacker is None:
        raise ValueError(f"{move.uci()} is legal")
    return because(reason, fault, "3.9.2", board, attacker)


def _explain_misfit(
    position: Position, said: MoveDescription, move: chess.Move, reason: Illegality
) -> Illegality:
    """The error in the description of a move that is legal as such."""
    board = position.board
    if said.promotion is not None:
        kinds = {chess.KING: "king", chess.PAWN: "pawn"}
        detail = kinds.get(said.promotion, "not the last rank")
        if reason.piece != chess.PAWN:
            detail = "not a pawn"
        elif detail == "not the last rank" and move.promotion is not None:
            detail = ""
        if detail:
            return replace(
                reason, fault=MoveFault.PROMOTION_NOT_POSSIBLE, article="3.7.5.1", detail=detail
            )
    if said.en_passant and not board.is_en_passant(move):
        return replace(reason, fault=MoveFault.NO_EN_PASSANT, article="3.7.4.1")
    taken = None if board.is_castling(move) else board.piece_at(move.to_square)
    if taken is None:
        return replace(reason, fault=MoveFault.NOTHING_TO_CAPTURE, article="3.1.1")
    reason = replace(reason, detail="other piece")
    return because(reason, MoveFault.NOTHING_TO_CAPTURE, "3.1.1", board, move.to_square)


def _explain_pawn(position: Position, reason: Illegality) -> Illegality:
    """Why a pawn's move is not even pseudo-legal (3.7)."""
    board, square, target = position.board, reason.square, reason.to_square
    if square is None or target is None:
        raise ValueError("a pawn's move needs both squares")
    ahead = 1 if board.turn == chess.WHITE else -1
    steps = (chess.square_rank(target) - chess.square_rank(square)) * ahead
    sideways = abs(chess.square_file(target) - chess.square_file(square))
    if (sideways, steps) == (0, 1):
        blocked = replace(reason, detail="pawn")
        return because(blocked, MoveFault.BLOCKED, "3.7.1", board, target)
    if (sideways, steps) == (0, 2):
        if chess.square_rank(square) != (1 if board.turn == chess.WHITE else 6):
            return replace(reason, article="3.7.2", detail="pawn has moved")
        blocker = nearest(board, square, chess.between(square, target) | chess.BB_SQUARES[target])
        if blocker is not None:
            blocked = replace(reason, detail="pawn")
            return because(blocked, MoveFault.BLOCKED, "3.7.2", board, blocker)
    if (sideways, steps) == (1, 1):
        if board.piece_at(target) is not None:
            return because(reason, MoveFault.OWN_PIECE_THERE, "3.1", board, target)
        beside = chess.square(chess.square_file(target), chess.square_rank(square))
        fifth = chess.square_rank(square) == (4 if board.turn == chess.WHITE else 3)
        if fifth and board.piece_at(beside) == chess.Piece(chess.PAWN, not board.turn):
            return _explain_en_passant(position, beside, reason)
        return replace(reason, fault=MoveFault.NOTHING_TO_CAPTURE, article="3.7.3")
    return reason


def _explain_en_passant(position: Position, beside: chess.Square, reason: Illegality) -> Illegality:
    """How the pawn beside came there, if the game tells."""
    reason = because(reason, MoveFault.NO_EN_PASSANT, "3.7.4.1", position.board, beside)
    for move in reversed(position.moves):
        if move.to_square == beside:
            if chess.square_distance(move.from_square, beside) == 2:
                return replace(reason, article="3.7.4.2", detail="too late")
            return replace(reason, detail="not two squares")
    return reason


# --- Castling -------------------------------------------------------------------------------------


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


def explain_castling(
    position: Position, castling: Castling, colour: chess.Color
) -> Illegality | None:
    """Why ``colour`` cannot castle there, on the move or as if it were: lost, blocked or attacked
    (3.8.2.1, 3.8.2.2); ``None`` if it can."""
    board = position.board
    king = board.king(colour)
    if king is None:
        raise ValueError("no king")
    short = castling is Castling.SHORT
    rank = 0 if colour == chess.WHITE else 7
    king_to = chess.square(6 if short else 2, rank)
    rook_to = chess.square(5 if short else 3, rank)
    reason = Illegality(MoveFault.CASTLING_LOST, "3.8.2.1", chess.KING, king, king_to)
    rook = _castling_rook(board, colour, castling)
    if rook is None:
        return _explain_lost_right(position, castling, colour, reason)
    ends = chess.BB_SQUARES[king] | chess.BB_SQUARES[rook]
    king_path = chess.between(king, king_to) | chess.BB_SQUARES[king_to]
    rook_path = chess.between(rook, rook_to) | chess.BB_SQUARES[rook_to]
    blocker = nearest(board, king, (king_path | rook_path | chess.between(king, rook)) & ~ends)
    if blocker is not None:
        article = "II.3.2.7.4" if board.chess960 else "3.8.2.2.2"
        return because(reason, MoveFault.CASTLING_BLOCKED, article, board, blocker)
    for square, detail, vacated in _crossed(king, king_path, king_to, ends):
        occupied = board.occupied & ~vacated
        attackers = board.attackers_mask(not colour, square, occupied)
        attacker = nearest(board, square, attackers)
        if attacker is not None:
            attacked = replace(reason, to_square=square, detail=detail)
            return because(attacked, MoveFault.CASTLING_ATTACKED, "3.8.2.2.1", board, attacker)
    return None


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


def _explain_lost_right(
    position: Position, castling: Castling, colour: chess.Color, reason: Illegality
) -> Illegality:
    """When and how the right was lost: by the king (3.8.2.1.1) or with the rook (3.8.2.1.2)."""
    board = chess.Board(position.start_fen, chess960=position.chess960)
    rook = _castling_rook(board, colour, castling)
    if rook is None:
        return _explain_no_right(position, castling, colour, reason)
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


def _explain_no_right(
    position: Position, castling: Castling, colour: chess.Color, reason: Illegality
) -> Illegality:
    """The set-up position gave no right: say what its pieces show."""
    rank = 0 if colour == chess.WHITE else 7
    corner = chess.square(7 if castling is Castling.SHORT else 0, rank)
    if not position.chess960 and reason.square != chess.square(4, rank):
        return replace(reason, article="3.8.2.1.1", detail="king moved")
    own_rook = chess.Piece(chess.ROOK, colour)
    if not position.chess960 and position.board.piece_at(corner) != own_rook:
        return replace(reason, article="3.8.2.1.2", detail="rook moved")
    return replace(reason, detail="no right")
