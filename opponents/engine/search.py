# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of the engine: alpha-beta, deeper and deeper, until its limit is reached.

Without a deadline it is deterministic: the same position and number of nodes give the same lines.

The tables of a search tell the worth of a man on its square, in hundredths of a pawn. They are made
for the position it begins with, so that a move changes the value of a position by what its own men
gain, and nothing has to be counted anew.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

MATE = 30_000
"""The value of a mate at once; one that takes plies longer is worth so many points less."""

WON = MATE - 1000
"""Every value above it is a forced mate."""

ALL_BELOW = 900
"""A move that is so much worse than the best, in hundredths of a pawn, need not be told apart."""

_LEAST_GAIN = 150  # a capture that cannot come nearer than this to what is needed is not looked at
_QUIET = 60  # who gains less has taken nothing
_TABLE = 1 << 18  # positions that are kept


@dataclass(frozen=True, slots=True)
class Variation:
    """One move and what comes after it; ``value`` is for the side that makes it."""

    moves: tuple[chess.Move, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Known:
    """The known value of a position at this depth; ``bound`` is 1 where it is at least the
    ``value``, -1 where it is at most that, 0 where it is exact."""

    depth: int
    value: int
    bound: int
    best: chess.Move | None

    def settles(self, depth: int, alpha: int, beta: int) -> bool:
        """True if it needs no search."""
        if self.depth < depth:
            return False
        if self.bound > 0:
            return self.value >= beta
        return self.bound == 0 or self.value <= alpha


class AlphaBeta:
    """Looks for the best moves in one position."""

    def __init__(
        self,
        board: chess.Board,
        nodes: int = 1 << 60,
        stop: Callable[[], bool] = lambda: False,
        lines: int = 1,
    ) -> None:
        """``nodes`` is how many positions are looked at, at the most; ``stop`` is asked now and
        then; so many ``lines`` are told apart. A position of the game so far counts as a draw."""
        self.seen = 0
        self._board = board.copy()
        self._nodes = nodes
        self._stop = stop
        self._lines = lines
        self._tables = PieceSquareTables(board)
        self._before = _positions(board)
        self._path: set[object] = set()
        self._known: dict[object, Known] = {}
        self._killers: dict[int, chess.Move] = {}
        self._deep = False  # the first depth is always searched to its end

    def run(self, depths: int = 60) -> Iterator[tuple[int, tuple[Variation, ...]]]:
        """Each depth that was searched to its end, with the best lines first; at least the first.

        There is nothing where no move is legal.
        """
        board, tables = self._board, self._tables
        value = tables.value(board)
        gains = {move: tables.gain(board, move) for move in board.legal_moves}
        order = sorted(gains, key=lambda move: (-gains[move], move.uci()))
        for depth in range(1, depths + 1 if order else 1):
            self._deep = depth > 1
            try:
                found = [*self._root(order, gains, value, depth)]
            except TimeoutError:
                return
            found.sort(key=lambda line: -line.value)
            order = [line.moves[0] for line in found]
            yield depth, tuple(found[: self._lines])
            settled = len(order) == 1 and depth >= 4
            if settled or (found[0].value > WON and MATE - found[0].value <= depth):
                return  # no deeper search finds a shorter mate

    def _root(
        self, order: list[chess.Move], gains: dict[chess.Move, int], value: int, depth: int
    ) -> Iterator[Variation]:
        """All moves with their values; of those that are not asked for, upper bounds."""
        board, values = self._board, list[int]()
        for move in order:
            floor = self._floor(values)
            board.push(move)
            try:
                got = -self._value(-(value + gains[move]), depth - 1, -MATE, -floor, 1)
                if len(values) < self._lines and got > -WON:
                    got = max(got, floor)
                line = Variation((move, *self._continuation(3)), got)
            finally:
                board.pop()
            values = sorted((*values, got), reverse=True)
            yield line

    def _floor(self, values: list[int]) -> int:
        """Below which value a move need not be told apart from others."""
        if len(values) >= self._lines:
            return values[self._lines - 1]
        return min(values[0], 2 * ALL_BELOW) - ALL_BELOW if values else -MATE

    def _continuation(self, plies: int) -> Iterator[chess.Move]:
        board = self._board
        known = self._known.get(board._transposition_key())
        if plies and known is not None and known.best is not None:
            yield known.best
            board.push(known.best)
            yield from self._continuation(plies - 1)
            board.pop()

    def _value(
        self, value: int, depth: int, alpha: int, beta: int, ply: int, *, passed: bool = False
    ) -> int:
        """The position for the side on the move; before any search it has this ``value``."""
        board = self._board
        check = board.is_check()
        if check:
            depth += 1
        if depth <= 0:
            return self._quiet(value, alpha, beta)
        self._count()
        key = board._transposition_key()
        if key in self._path or key in self._before or board.halfmove_clock >= 100:
            return 0
        known = self._known.get(key)
        if known is not None and known.settles(depth, alpha, beta):
            return known.value
        if depth >= 3 and value >= beta and not (check or passed) and self._may_pass(beta):
            board.push(chess.Move.null())
            try:
                got = -self._value(-value, depth - 3, -beta, 1 - beta, ply + 1, passed=True)
            finally:
                board.pop()
            if got >= beta:
                return beta
        moves = self._ordered(None if known is None else known.best, ply)
        if not moves:
            return ply - MATE if check else 0
        self._path.add(key)
        try:
            best, choice = self._best(moves, value, depth, alpha, beta, ply, check=check)
        finally:
            self._path.discard(key)
        if len(self._known) < _TABLE:
            bound = 1 if best >= beta else -1 if best <= alpha else 0
            self._known[key] = Known(depth, best, bound, choice)
        return best

    def _may_pass(self, beta: int) -> bool:
        """True if a null move may be tried; not with pawns alone, for zugzwang."""
        board = self._board
        return bool(board.occupied_co[board.turn] & ~board.pawns & ~board.kings) and beta < WON

    def _ordered(self, first: chess.Move | None, ply: int) -> list[tuple[int, chess.Move]]:
        """The legal moves with their gains, those before others that may be best."""
        board, gain = self._board, self._tables.gain
        killer = self._killers.get(ply)
        moves = [(gain(board, move), move) for move in board.generate_legal_moves()]
        rank = {first: 100_000, killer: 60}
        moves.sort(key=lambda each: -each[0] - rank.get(each[1], 0))
        return moves

    def _best(  # noqa: PLR0917 - a dataclass for these would take a third of the time
        self,
        moves: list[tuple[int, chess.Move]],
        value: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        *,
        check: bool,
    ) -> tuple[int, chess.Move]:
        """The value of the best move, and that move; late quiet ones are looked at less deeply."""
        board, best, choice = self._board, -MATE, moves[0][1]
        for number, (gain, move) in enumerate(moves):
            after = -(value + gain)
            late = number > 4 and depth >= 3 and not check and gain < _QUIET
            board.push(move)
            try:
                low = -alpha - 1 if number else -beta
                got = -self._value(after, depth - 1 - late, low, -alpha, ply + 1)
                if number and got > alpha and (late or got < beta):
                    got = -self._value(after, depth - 1, -beta, -alpha, ply + 1)
            finally:
                board.pop()
            if got > best:
                best, choice = got, move
            alpha = max(alpha, got)
            if alpha >= beta:
                if gain < _QUIET:
                    self._killers[ply] = move
                break
        return best, choice

    def _quiet(self, value: int, alpha: int, beta: int) -> int:
        """The position after all exchanges; nobody has to make one."""
        self._count()
        if value >= beta:
            return value
        board, gain = self._board, self._tables.gain
        best, alpha = value, max(alpha, value)
        captures = [(gain(board, move), move) for move in board.generate_legal_captures()]
        captures.sort(key=lambda each: -each[0])
        for gained, move in captures:
            if value + gained + _LEAST_GAIN <= alpha:
                break
            if self._loses(move, gained):
                continue
            board.push(move)
            try:
                got = -self._quiet(-(value + gained), -beta, -alpha)
            finally:
                board.pop()
            best, alpha = max(best, got), max(alpha, got)
            if alpha >= beta:
                break
        return best

    def _loses(self, move: chess.Move, gained: int) -> bool:
        """True if a man takes one of less worth, and is taken back."""
        board = self._board
        worth = WORTH[board.piece_type_at(move.from_square) or chess.PAWN]
        return gained < worth - _QUIET and board.is_attacked_by(not board.turn, move.to_square)

    def _count(self) -> None:
        """One more position. Raises TimeoutError where the limit is reached within a depth."""
        self.seen += 1
        if self._deep and (self.seen >= self._nodes or (self.seen % 64 == 0 and self._stop())):
            raise TimeoutError


def _positions(board: chess.Board) -> set[object]:
    """The positions that came before, since the last move that cannot be undone."""
    found: set[object] = set()
    before = board.copy()
    for _ in range(min(board.halfmove_clock, len(before.move_stack))):
        before.pop()
        found.add(before._transposition_key())
    return found


# --- The worth of a man on its square -------------------------------------------------------------

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

PieceSquares = tuple[tuple[int, ...], ...]
"""The worth by kind of man (0 is none) and square, seen from White."""


class PieceSquareTables:
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


def _table(board: chess.Board, colour: chess.Color, share: float) -> PieceSquares:
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
