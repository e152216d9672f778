# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of the engine: alpha-beta, deeper and deeper, until its limit is reached.

Without a deadline it is deterministic: the same position and number of nodes give the same lines.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from opponents.engine.evaluation import WORTH, Tables

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


class Stopped(Exception):
    """The limit was reached within a depth."""


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
        self._tables = Tables(board)
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
            except Stopped:
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
        self.seen += 1
        if self._deep and (self.seen >= self._nodes or (self.seen % 64 == 0 and self._stop())):
            raise Stopped


def _positions(board: chess.Board) -> set[object]:
    """The positions that came before, since the last move that cannot be undone."""
    found: set[object] = set()
    before = board.copy()
    for _ in range(min(board.halfmove_clock, len(before.move_stack))):
        before.pop()
        found.add(before._transposition_key())
    return found
