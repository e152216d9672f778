# SPDX-License-Identifier: GPL-3.0-or-later
"""The worth of a man on its square, in hundredths of a pawn.

The tables of a search are made for the position it begins with, so that a move changes the value of
a position by what its own men gain, and nothing has to be counted anew.
"""

import chess

WORTH = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 0,
}

OPENING = 24
"""The phase of a full board; it sinks to 0 as pieces are exchanged."""

_PHASE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}

Table = tuple[tuple[int, ...], ...]
"""The worth by kind of man (0 is none) and square, seen from White."""


class Tables:
    """The worth of all men on all squares, for the search of one position."""

    def __init__(self, board: chess.Board) -> None:
        share = min(phase(board), OPENING) / OPENING
        self.of = (
            _table(board, chess.BLACK, share),
            _table(board, chess.WHITE, share),
        )

    def value(self, board: chess.Board) -> int:
        """The position for the side on the move."""
        total = 0
        for square, piece in board.piece_map().items():
            worth = self.of[piece.color][piece.piece_type][square]
            total += worth if piece.color == board.turn else -worth
        return total

    def gain(self, board: chess.Board, move: chess.Move) -> int:
        """The immediate gain of a legal move for the side that makes it."""
        turn, start, end = board.turn, move.from_square, move.to_square
        own = self.of[turn]
        kind = board.piece_type_at(start) or chess.PAWN
        gained = own[move.promotion or kind][end] - own[kind][start]
        if kind == chess.KING and board.is_castling(move):
            return gained + 40  # the rook comes out, the king is safe
        taken = board.piece_type_at(end)
        if taken is not None:
            gained += self.of[not turn][taken][end]
        elif kind == chess.PAWN and end == board.ep_square and (start - end) % 8:
            gained += self.of[not turn][chess.PAWN][end + (-8 if turn else 8)]
        return gained


def phase(board: chess.Board) -> int:
    """How much of the opening is left: 24 is all, 0 a pawn ending."""
    return sum(
        value * chess.popcount(board.pieces_mask(kind, colour))
        for kind, value in _PHASE.items()
        for colour in chess.COLORS
    )


def _table(board: chess.Board, colour: chess.Color, share: float) -> Table:
    """The worth of the men of ``colour``; of the opening there is a ``share`` left."""
    rows = [tuple([0] * 64)]
    for kind in chess.PIECE_TYPES:
        row = []
        for square in chess.SQUARES:
            seen = square if colour == chess.WHITE else chess.square_mirror(square)
            place = share * _opening(kind, seen) + (1 - share) * _ending(kind, seen)
            if kind == chess.KING:
                place += _hunt(board, colour, square)
            row.append(WORTH[kind] + round(place))
        rows.append(tuple(row))
    return tuple(rows)


def _middle(square: chess.Square) -> float:
    """0 at the edge of the board, 3 on the four squares in the middle."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return 3.5 - max(abs(file - 3.5), abs(rank - 3.5))


def _opening(kind: chess.PieceType, square: chess.Square) -> float:
    file, rank = chess.square_file(square), chess.square_rank(square)
    central = 3.5 - abs(file - 3.5)
    match kind:
        case chess.PAWN:
            if 2 <= file <= 5:
                return (-12, -12, 0, 22, 26, 36, 60, 0)[rank] if file in (3, 4) else 5 * (rank - 1)
            return (0, 6, 4, 0, 2, 12, 40, 0)[rank]  # in front of a king they stay
        case chess.KNIGHT:
            return 13 * _middle(square) - 26 + (4 if rank in (2, 3, 4) else 0)
        case chess.BISHOP:
            return 6 * _middle(square) - (14 if rank == 0 else 4)
        case chess.ROOK:
            return 4 * central + (20 if rank == 6 else 0) - 6
        case chess.QUEEN:
            return 2 * _middle(square) - (0 if rank == 0 else 5)
    return (24 if file in (1, 2, 6) else 14 if file in (0, 7) else -10) - 25 * rank


def _ending(kind: chess.PieceType, square: chess.Square) -> float:
    rank = chess.square_rank(square)
    match kind:
        case chess.PAWN:
            return (0, 0, 6, 18, 36, 66, 110, 0)[rank]
        case chess.KNIGHT | chess.BISHOP | chess.QUEEN:
            return 8 * _middle(square) - 12
        case chess.ROOK:
            return 12 if rank == 6 else 0
    return 14 * _middle(square) - 20


def _hunt(board: chess.Board, colour: chess.Color, square: chess.Square) -> float:
    """A bare king is driven to the edge, and the other king comes near."""
    alone = [
        one
        for one in chess.COLORS
        if board.occupied_co[one] == board.kings & board.occupied_co[one]
    ]
    if len(alone) != 1:
        return 0
    if alone[0] == colour:
        return 30 * _middle(square)
    hunted = board.king(not colour)
    return 0 if hunted is None else -12 * chess.square_manhattan_distance(square, hunted)
