# SPDX-License-Identifier: GPL-3.0-or-later
"""From what was said to legal moves, and from a legal move to what is true of it; Chess960."""

import random

import chess

from rules.description import Castling, MoveDescription, MoveFacts
from rules.position import Position

SHORTEST_KING_LEAP = 2
"""A king that goes this far castles (3.8.2)."""


def find(position: Position, description: MoveDescription) -> tuple[chess.Move, ...]:
    """The legal moves that fit: none, the one that was meant, or several to ask about.

    A promoting move said without its piece gives all four. What the speaker says about check and
    mate chooses nothing (Appendix C.13).
    """
    return tuple(move for move in position.legal_moves if fits(position.board, description, move))


def fits(board: chess.Board, said: MoveDescription, move: chess.Move) -> bool:
    """True if ``said`` may mean the legal ``move``."""
    if board.is_castling(move):
        return _fits_castling(board, said, move)
    if said.castling is not None:
        return False
    piece = board.piece_type_at(move.from_square)
    return (
        piece == (piece_said(said) or piece)
        and said.to_square in (None, move.to_square)
        and said.from_file in (None, chess.square_file(move.from_square))
        and said.from_rank in (None, chess.square_rank(move.from_square))
        and said.promotion in (None, move.promotion)
        and _fits_capture(board, said, move)
    )


def piece_said(said: MoveDescription) -> chess.PieceType | None:
    """The kind of piece meant: a pawn where none is named (C.4), any where the square is."""
    if said.piece is not None:
        return said.piece
    if said.from_file is not None and said.from_rank is not None:
        return None
    return chess.PAWN


def _fits_capture(board: chess.Board, said: MoveDescription, move: chess.Move) -> bool:
    captured, _ = capture_of(board, move)
    if says_capture(said) and captured is None:
        return False
    if said.en_passant and not board.is_en_passant(move):
        return False
    if captured and board.piece_type_at(move.from_square) == chess.PAWN and not says_capture(said):
        return said.from_file is not None  # C.9.3: "d5" is a step ahead, never "exd5"
    return said.captured in (None, captured)


def says_capture(said: MoveDescription) -> bool:
    """True if the description says that something is captured."""
    return said.capture or said.captured is not None or said.en_passant


def _fits_castling(board: chess.Board, said: MoveDescription, move: chess.Move) -> bool:
    """Castling by its name, or as the king's move that it is (3.8.2).

    A king's step to the next square is never castling, so in Chess960 "king to g1" from f1 is the
    step; the king's move onto its own rook is castling (II.3.2.7.1).
    """
    castling, king_to, rook_from, _ = castling_squares(board, move)
    if said.castling is not None:
        return said.castling is castling
    if says_capture(said) or said.promotion:
        return False
    king_from = move.from_square
    arrivals = {rook_from} if board.chess960 else set()
    if chess.square_distance(king_from, king_to) >= SHORTEST_KING_LEAP:
        arrivals.add(king_to)
    return (
        piece_said(said) in (None, chess.KING)
        and said.to_square in arrivals
        and said.from_file in (None, chess.square_file(king_from))
        and said.from_rank in (None, chess.square_rank(king_from))
    )


def castling_squares(
    board: chess.Board, move: chess.Move
) -> tuple[Castling, chess.Square, chess.Square, chess.Square]:
    """The side to which ``move`` castles; the king's arrival, the rook's departure and arrival."""
    rank = chess.square_rank(move.from_square)
    short = board.is_kingside_castling(move)
    king_to = chess.square(6 if short else 2, rank)
    rook_to = chess.square(5 if short else 3, rank)
    if board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn):
        rook_from = move.to_square
    else:
        rook_from = chess.square(7 if short else 0, rank)
    return (Castling.SHORT if short else Castling.LONG), king_to, rook_from, rook_to


def capture_of(
    board: chess.Board, move: chess.Move
) -> tuple[chess.PieceType | None, chess.Square | None]:
    """The kind and square of the piece taken by a move that is not castling."""
    if board.is_en_passant(move):
        file, rank = chess.square_file(move.to_square), chess.square_rank(move.from_square)
        return chess.PAWN, chess.square(file, rank)
    if board.is_capture(move):
        return board.piece_type_at(move.to_square), move.to_square
    return None, None


def facts(position: Position, move: chess.Move) -> MoveFacts:
    """The facts of ``move``. An illegal one that stood (A.4.2) is written with both its squares, so
    that nobody takes it for another."""
    board = position.board
    piece = board.piece_type_at(move.from_square)
    if piece is None:
        raise ValueError(f"no piece on {chess.square_name(move.from_square)}")
    after = board.copy(stack=False)
    after.push(move)
    check = after.is_check()
    any_reply = any(after.generate_legal_moves())
    castling: Castling | None = None
    rook_from: chess.Square | None = None
    rook_to: chess.Square | None = None
    captured: chess.PieceType | None = None
    capture_square: chess.Square | None = None
    arrival = move.to_square
    if board.is_castling(move):
        castling, arrival, rook_from, rook_to = castling_squares(board, move)
    else:
        captured, capture_square = capture_of(board, move)
    legal = move in position.legal_moves
    file_needed, rank_needed = disambiguation(position, move) if legal else (True, True)
    plain = legal or castling is not None
    san = board.san(move) if plain else _long(board, move, captured is not None, check)
    return MoveFacts(
        uci=board.uci(move),
        san=san,
        colour=board.turn,
        piece=piece,
        from_square=move.from_square,
        to_square=arrival,
        number=position.number,
        ply=position.ply,
        captured=captured,
        capture_square=capture_square,
        en_passant=board.is_en_passant(move),
        promotion=move.promotion,
        castling=castling,
        rook_from=rook_from,
        rook_to=rook_to,
        check=check,
        mate=check and not any_reply,
        stalemate=not check and not any_reply,
        from_file_needed=file_needed,
        from_rank_needed=rank_needed,
    )


def _long(board: chess.Board, move: chess.Move, captured: bool, check: bool) -> str:
    letter = chess.piece_symbol(board.piece_type_at(move.from_square) or chess.PAWN).upper()
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    moved = f"{start}{'x' if captured else '-'}{end}{promoted}{'+' * check}"
    return f"{letter.removeprefix('P')}{moved}"


def disambiguation(position: Position, move: chess.Move) -> tuple[bool, bool]:
    """Two flags: must the file be said, and must the rank (C.10; for pawns C.9.3)?

    The file is preferred (C.10.3); the rank where the file does not decide (C.10.2); both where
    three or more pieces make it necessary, which the Laws leave open.
    """
    board = position.board
    piece = board.piece_type_at(move.from_square)
    if piece == chess.PAWN:
        return chess.square_file(move.from_square) != chess.square_file(move.to_square), False
    if piece == chess.KING:
        return False, False
    others = [
        other.from_square
        for other in position.legal_moves
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_type_at(other.from_square) == piece
    ]
    if not others:
        return False, False
    file, rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
    if all(chess.square_file(square) != file for square in others):
        return True, False
    if all(chess.square_rank(square) != rank for square in others):
        return False, True
    return True, True


# --- Chess960 (Guidelines II) ---------------------------------------------------------------------


CHESS960_POSITIONS = 960


def draw_chess960(chance: random.Random | None = None) -> int:
    """A start position drawn by lot, each of the 960 as likely (II.2)."""
    return (chance or random.SystemRandom()).randrange(CHESS960_POSITIONS)


def chess960_array(number: int) -> str:
    """White's pieces from a1 to h1, ``RNBQKBNR`` for 518; ``ValueError`` beyond 0 to 959."""
    if not 0 <= number < CHESS960_POSITIONS:
        raise ValueError(
            f"Chess960 positions are numbered 0 to {CHESS960_POSITIONS - 1}, not {number}"
        )
    board = chess.Board.from_chess960_pos(number)
    return "".join(str(board.piece_at(square)) for square in chess.SQUARES[:8])


def castlings(position: Position, said: MoveDescription | None = None) -> tuple[chess.Move, ...]:
    """The castlings meant by "I am about to castle" (II.3.2.7.1): all that are legal.

    A king's or rook's move ``said`` with it chooses: by the king's arrival, or by the square of
    the rook that castles.
    """
    board = position.board
    return tuple(
        move
        for move in position.legal_moves
        if board.is_castling(move) and (said is None or _chooses(said, board, move))
    )


def _chooses(said: MoveDescription, board: chess.Board, move: chess.Move) -> bool:
    side, king_to, rook_from, _ = castling_squares(board, move)
    if said.castling is not None:
        return said.castling is side
    return said.to_square in (None, king_to, rook_from)
