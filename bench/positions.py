# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions to ask who can still win in: random ones, and ones made to be hard to judge."""

import random
from collections.abc import Callable, Iterator

import chess

from rules.description import MoveDescription
from rules.moves import castling_squares, disambiguation
from rules.position import Position

SAMPLED = 8
"""One in so many positions of a random game is taken."""

LONGEST = 250


def games(chance: random.Random) -> Iterator[chess.Board]:
    """From random games, every second one of Chess960."""
    while True:
        number = chance.choice((None, chance.randrange(960)))
        board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
        for _ in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            if chance.randrange(SAMPLED) == 0 and any(board.legal_moves):
                yield board.copy(stack=False)


def placements(chance: random.Random) -> Iterator[chess.Board]:
    """A few men anywhere."""
    while True:
        board = chess.Board.empty()
        squares = chance.sample(chess.SQUARES, chance.randint(3, 8))
        yield from legal(_placed(board, squares, chance))


def locked(chance: random.Random) -> Iterator[chess.Board]:
    """Pawns face to face on most files, kings and pieces about them."""
    while True:
        board = chess.Board.empty()
        height = chance.randint(1, 4)
        for file in range(8):
            if chance.random() < 0.92:
                board.set_piece_at(chess.square(file, height), chess.Piece(1, chess.WHITE))
                board.set_piece_at(chess.square(file, height + 1), chess.Piece(1, chess.BLACK))
            height = min(max(height + chance.choice((-1, 1)), 1), 5)
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        squares = chance.sample(free, 5)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2 : 2 + chance.randint(0, 3)]:
            kind = chance.choice((chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.ROOK))
            board.set_piece_at(square, chess.Piece(kind, chance.choice(chess.COLORS)))
        board.turn = chance.choice(chess.COLORS)
        yield from legal(board)


def cramped(chance: random.Random) -> Iterator[chess.Board]:
    """A few men in one corner and at most two legal moves: captures and stalemates are forced."""
    while True:
        board = chess.Board.empty()
        corner = [chess.square(file, rank) for file in range(4) for rank in range(4)]
        squares = chance.sample(corner, chance.randint(3, 7))
        board = _placed(board, squares, chance)
        if chance.random() < 0.5:
            board.apply_transform(chess.flip_vertical)
        if board.legal_moves.count() <= 2:
            yield from legal(board)


def walls(chance: random.Random) -> Iterator[chess.Board]:
    """Dead by construction: see :func:`wall`."""
    while True:
        yield wall(chance)


def wall(chance: random.Random) -> chess.Board:
    """A pawn on every file of each side, face to face, each one rank off its neighbour.

    No pawn stands where another can take it, and whoever steps beside a pawn is attacked by it;
    so nobody ever gets through. White's pawns all stand on one colour, Black's on the other: a
    bishop on the colour of its own pawns attacks nothing.
    """
    board = chess.Board.empty()
    height = chance.randint(2, 4)
    heights = []
    for file in range(8):
        board.set_piece_at(chess.square(file, height), chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.square(file, height + 1), chess.Piece(chess.PAWN, chess.BLACK))
        heights.append(height)
        height += {2: 1, 4: -1}.get(height, chance.choice((-1, 1)))
    parity = heights[0] % 2
    own = {chess.WHITE: parity, chess.BLACK: 1 - parity}
    for colour in chess.COLORS:
        side = [
            chess.square(file, rank)
            for file, rank in ((file, rank) for file in range(8) for rank in range(8))
            if (rank < heights[file] if colour == chess.WHITE else rank > heights[file] + 1)
        ]
        safe = [square for square in side if not board.attackers(not colour, square)]
        board.set_piece_at(chance.choice(safe), chess.Piece(chess.KING, colour))
        for _ in range(chance.randint(0, 3)):
            square = chance.choice(side)
            on_own = sum(divmod(square, 8)) % 2 == own[colour]
            if on_own and board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(chess.BISHOP, colour))
    board.turn = chance.choice(chess.COLORS)
    return board


def disturbed(chance: random.Random) -> Iterator[chess.Board]:
    """A wall with one man taken off, put on or exchanged: some stay dead, some come alive."""
    while True:
        board = wall(chance)
        men = [square for square in board.piece_map() if not board.kings & chess.BB_SQUARES[square]]
        if chance.random() < 0.5:
            board.remove_piece_at(chance.choice(men))
        if chance.random() < 0.5:
            kind = chance.choice((chess.KNIGHT, chess.BISHOP, chess.ROOK))
            board.set_piece_at(chance.choice(men), chess.Piece(kind, chance.choice(chess.COLORS)))
        yield from legal(board)


FAMILIES: dict[str, Callable[[random.Random], Iterator[chess.Board]]] = {
    "games": games,
    "placements": placements,
    "locked": locked,
    "cramped": cramped,
    "disturbed": disturbed,
    "walls": walls,
}


def _placed(board: chess.Board, squares: list[chess.Square], chance: random.Random) -> chess.Board:
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
    for square in squares[2:]:
        kind = chance.choice((1, 1, 1, 2, 3, 3, 4, 5))
        board.set_piece_at(square, chess.Piece(kind, chance.choice(chess.COLORS)))
    board.turn = chance.choice(chess.COLORS)
    return board


def legal(board: chess.Board) -> Iterator[chess.Board]:
    """The board, if it may be and the game is not over."""
    if board.is_valid() and any(board.legal_moves):
        yield board


def describe(position: Position, move: chess.Move) -> MoveDescription:
    """The shortest description that only the legal ``move`` fits, as Appendix C writes it.

    A pawn is not named; captures are, as in ``exd5`` and ``Lxe5``.
    """
    board = position.board
    if board.is_castling(move):
        return MoveDescription(castling=castling_squares(board, move)[0])
    piece = board.piece_type_at(move.from_square)
    file_needed, rank_needed = disambiguation(position, move)
    return MoveDescription(
        piece=None if piece == chess.PAWN else piece,
        from_file=chess.square_file(move.from_square) if file_needed else None,
        from_rank=chess.square_rank(move.from_square) if rank_needed else None,
        to_square=move.to_square,
        promotion=move.promotion,
        capture=board.is_capture(move),
    )
