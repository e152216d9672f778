# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a described move is not legal: the article and the facts behind the reason (3.10.2)."""

from dataclasses import replace

import chess

from rules.castling import castling_meant, explain_castling
from rules.description import MoveDescription
from rules.illegality import DETAILS, Fault, Illegality, because, nearest
from rules.moves import find, piece_said, says_capture
from rules.position import Position

__all__ = (
    "DETAILS",
    "Fault",
    "Illegality",
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
    Fault.NOTHING_TO_CAPTURE,
    Fault.NO_EN_PASSANT,
    Fault.PROMOTION_NOT_POSSIBLE,
    Fault.LEAVES_CHECK,
    Fault.PINNED,
    Fault.INTO_CHECK,
    Fault.CASTLING_ATTACKED,
    Fault.CASTLING_BLOCKED,
    Fault.CASTLING_LOST,
    Fault.OWN_PIECE_THERE,
    Fault.BLOCKED,
    Fault.NOT_ITS_WAY,
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
        return explain_castling(position, description.castling)
    target = description.to_square
    if description.captured == chess.KING or (
        target is not None and target == board.king(not board.turn)
    ):
        square = board.king(not board.turn)
        return Illegality(Fault.TAKES_KING, "1.4.1", piece_said(description), to_square=square)
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
    if best.fault is Fault.NOT_ITS_WAY and len(reasons) > 1:
        return replace(best, article=WAYS[best.piece or chess.PAWN], square=None, detail="")
    return best


def missing_promotion(position: Position, description: MoveDescription) -> Illegality | None:
    """The fault of a promotion said without its piece (3.7.5.1, D.2.1), or ``None``."""
    moves = find(position, description)
    if description.promotion is not None or not any(move.promotion for move in moves):
        return None
    move = moves[0]
    return Illegality(
        Fault.PROMOTION_MISSING, "3.7.5.1", chess.PAWN, move.from_square, move.to_square
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
        fault = Fault.NOT_CHECK
    elif description.mate and not after.is_checkmate():
        fault = Fault.NOT_MATE
    else:
        return None
    return Illegality(fault, "C.13", piece, move.from_square, move.to_square)


def _file_missing(board: chess.Board, moves: tuple[chess.Move, ...]) -> Illegality:
    """A pawn's capture said like a pawn's step: its file must be named (C.9.3)."""
    squares = {move.from_square for move in moves}
    target = moves[0].to_square
    return Illegality(
        Fault.FILE_MISSING,
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
    """What is wrong where no own piece can be meant at all."""
    wanted, target = piece_said(said), said.to_square
    if said.from_file is not None and said.from_rank is not None:
        square = chess.square(said.from_file, said.from_rank)
        there = board.piece_at(square)
        if there is None:
            return Illegality(Fault.EMPTY_SQUARE, "3.10.2", wanted, square, target)
        if there.color != board.turn:
            return Illegality(
                Fault.NOT_YOUR_PIECE, "1.1", there.piece_type, square, target, there, square
            )
        if wanted not in (None, there.piece_type):
            return Illegality(Fault.NO_SUCH_PIECE, "3.10.2", wanted, square, target, there, square)
        return None
    if wanted is None or _candidates(board, said):
        return None
    return Illegality(
        Fault.NO_SUCH_PIECE,
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
    reason = Illegality(Fault.NOT_ITS_WAY, WAYS[piece], piece, square, target)
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
            legal = find(position, MoveDescription(castling=castling))
            if legal:  # said with details that castling does not have
                return _explain_misfit(position, said, legal[0], reason)
            return explain_castling(position, castling)
    if target not in _reach(piece, square):
        return reason
    blocker = nearest(board, square, chess.between(square, target))
    if blocker is not None:
        return because(reason, Fault.BLOCKED, "3.5", board, blocker)
    return because(reason, Fault.OWN_PIECE_THERE, "3.1", board, target)


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
        fault = Fault.INTO_CHECK
    elif attackers & board.checkers_mask():
        fault, attackers = Fault.LEAVES_CHECK, attackers & board.checkers_mask()
    else:
        fault = Fault.PINNED
        reason = replace(reason, detail="en passant" if board.is_en_passant(move) else "")
    attacker = nearest(board, king, attackers)
    if attacker is None:
        raise ValueError(f"{move.uci()} is legal")
    return because(reason, fault, "3.9.2", board, attacker)


def _explain_misfit(
    position: Position, said: MoveDescription, move: chess.Move, reason: Illegality
) -> Illegality:
    """What was said wrongly about a move that is legal as such."""
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
                reason, fault=Fault.PROMOTION_NOT_POSSIBLE, article="3.7.5.1", detail=detail
            )
    if said.en_passant and not board.is_en_passant(move):
        return replace(reason, fault=Fault.NO_EN_PASSANT, article="3.7.4.1")
    taken = None if board.is_castling(move) else board.piece_at(move.to_square)
    if taken is None:
        return replace(reason, fault=Fault.NOTHING_TO_CAPTURE, article="3.1.1")
    reason = replace(reason, detail="other piece")
    return because(reason, Fault.NOTHING_TO_CAPTURE, "3.1.1", board, move.to_square)


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
        return because(blocked, Fault.BLOCKED, "3.7.1", board, target)
    if (sideways, steps) == (0, 2):
        if chess.square_rank(square) != (1 if board.turn == chess.WHITE else 6):
            return replace(reason, article="3.7.2", detail="pawn has moved")
        blocker = nearest(board, square, chess.between(square, target) | chess.BB_SQUARES[target])
        if blocker is not None:
            blocked = replace(reason, detail="pawn")
            return because(blocked, Fault.BLOCKED, "3.7.2", board, blocker)
    if (sideways, steps) == (1, 1):
        if board.piece_at(target) is not None:
            return because(reason, Fault.OWN_PIECE_THERE, "3.1", board, target)
        beside = chess.square(chess.square_file(target), chess.square_rank(square))
        fifth = chess.square_rank(square) == (4 if board.turn == chess.WHITE else 3)
        if fifth and board.piece_at(beside) == chess.Piece(chess.PAWN, not board.turn):
            return _explain_en_passant(position, beside, reason)
        return replace(reason, fault=Fault.NOTHING_TO_CAPTURE, article="3.7.3")
    return reason


def _explain_en_passant(position: Position, beside: chess.Square, reason: Illegality) -> Illegality:
    """How the pawn beside came there, if the game tells."""
    reason = because(reason, Fault.NO_EN_PASSANT, "3.7.4.1", position.board, beside)
    for move in reversed(position.moves):
        if move.to_square == beside:
            if chess.square_distance(move.from_square, beside) == 2:
                return replace(reason, article="3.7.4.2", detail="too late")
            return replace(reason, detail="not two squares")
    return reason
