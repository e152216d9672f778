# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces against a king, solved: in how many plies it is mated, by retrograde analysis.

From all mates backwards (Ströhlein 1970): a position is won for the side with the pieces if a move
leads to one that is lost, and lost for the lone king if every move leads to one that is won. The
table of an ending is made when it is first asked for, in seconds, and kept in memory.

Pieces look the same from all eight sides of the board, so the lone king is turned into the triangle
a1-d1-d4.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import chess
import numpy as np
import numpy.typing as npt

Squares = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Kinds = tuple[chess.PieceType, ...]

UNKNOWN: Final = -1
_ORTHOGONAL: Final = ((1, 0), (0, -1), (-1, 0), (0, 1))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_LEAPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STEPS: Final = {
    chess.KNIGHT: _LEAPS,
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _ORTHOGONAL,
    chess.QUEEN: _ORTHOGONAL + _DIAGONAL,
    chess.KING: _ORTHOGONAL + _DIAGONAL,
}
_FAR: Final = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def _step(square: int, step: tuple[int, int]) -> int:
    """The square a step on; -1 off the board."""
    file, rank = chess.square_file(square) + step[0], chess.square_rank(square) + step[1]
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else -1


def _turned(square: int, turn: int) -> int:
    """The square when the board is mirrored left to right (1), top to bottom (2) and along the
    diagonal (4)."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    file, rank = file ^ 7 * (turn & 1), rank ^ 7 * (turn >> 1 & 1)
    return chess.square(rank, file) if turn & 4 else chess.square(file, rank)


def _pairs(true: Callable[[int, int], bool]) -> Mask:
    return np.array([[true(one, other) for other in range(64)] for one in range(64)])


def _hits(kind: chess.PieceType) -> Mask:
    """Whether a white piece of this kind attacks from one square to another on an empty board."""
    empty = chess.BaseBoard.empty
    masks = []
    for square in chess.SQUARES:
        board = empty()
        board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
        masks.append(board.attacks_mask(square))
    return _pairs(lambda one, other: bool(masks[one] >> other & 1))


_TO: Final = {
    kind: np.array([[_step(square, step) for step in steps] for square in range(64)])
    for kind, steps in _STEPS.items()
}
_HITS: Final = {kind: _hits(kind) for kind in chess.PIECE_TYPES[1:]}
_NEAR: Final = _pairs(lambda one, other: chess.square_distance(one, other) <= 1)
_BETWEEN: Final = np.array(
    [[chess.between(one, other) for other in range(64)] for one in range(64)], np.uint64
)
_BIT: Final = np.array([1 << square for square in range(64)], np.uint64)
_TURN: Final = np.array([[_turned(square, turn) for square in range(64)] for turn in range(8)])
_HOMES: Final = np.array([square for square in range(64) if square // 8 <= square % 8 <= 3])
_HOME: Final = np.full(64, -1)
_HOME[_HOMES] = np.arange(len(_HOMES))
_INTO: Final = np.array(
    [next(turn for turn in range(8) if _turned(square, turn) in _HOMES) for square in range(64)]
)


def _at_home(squares: Sequence[Squares]) -> Squares:
    """The numbers of positions in which the lone king stands in the triangle."""
    number: Squares = _HOME[squares[0]]
    for each in squares[1:]:
        number = number * 64 + each
    return number


class Table:
    """One ending. Positions are numbers; ``mated`` and ``mates`` are plies to the mate with the
    lone king, or the other side, on the move, :data:`UNKNOWN` where nobody is mated."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        size = len(_HOMES) * 64 ** (1 + len(kinds))
        self.mated = np.full(size, UNKNOWN, np.int16)
        self.mates = np.full(size, UNKNOWN, np.int16)
        self._solve()

    def plies(self, lone: int, king: int, pieces: Sequence[int], *, lone_moves: bool) -> int | None:
        """Plies to the mate; None for a draw. Squares are as White is the stronger side."""
        squares = [np.array([square]) for square in (lone, king, *pieces)]
        found = (self.mated if lone_moves else self.mates)[self._number(squares)[0]]
        return None if found == UNKNOWN else int(found)

    # --- Positions as numbers ---------------------------------------------------------------------

    def _number(self, squares: Sequence[Squares]) -> Squares:
        """The numbers of positions: the lone king's square first, then the king's, the pieces'."""
        turns = _INTO[squares[0]]
        return _at_home([_TURN[turns, each] for each in squares])

    def _squares(self, numbers: Squares) -> list[Squares]:
        found = []
        for _ in range(1 + len(self._kinds)):
            numbers, square = np.divmod(numbers, 64)
            found.append(square)
        return [_HOMES[numbers], *reversed(found)]

    def _with_mirrored(self, numbers: Squares) -> Squares:
        """Also the positions that are the same in a mirror along the diagonal."""
        squares = self._squares(numbers)
        on = squares[0] % 9 == 0
        mirrored = _at_home([_TURN[4, each[on]] for each in squares])
        marked = np.zeros(len(self.mates), bool)
        marked[numbers] = marked[mirrored] = True
        return np.flatnonzero(marked)

    # --- Rules, for many positions at once --------------------------------------------------------

    def _attacked(self, target: Squares, squares: Sequence[Squares]) -> Mask:
        """Whether a piece attacks ``target``; one that stands there is taken."""
        king, pieces = squares[1], squares[2:]
        found = np.zeros(len(target), bool)
        for index, (kind, piece) in enumerate(zip(self._kinds, pieces, strict=True)):
            hit = _HITS[kind][piece, target] & (piece != target)
            if kind in _FAR:
                others = _BIT[king]
                for other in (*pieces[:index], *pieces[index + 1 :]):
                    others = others | np.where(other == target, np.uint64(0), _BIT[other])
                hit &= _BETWEEN[piece, target] & others == 0
            found |= hit
        return found

    def _apart(self, squares: Sequence[Squares]) -> Mask:
        """Whether no two men share a square, and the kings are not side by side."""
        good = ~_NEAR[squares[0], squares[1]]
        for index, piece in enumerate(squares[2:], start=2):
            for other in squares[:index]:
                good &= piece != other
        return good

    def _flight(self, squares: Sequence[Squares], way: int) -> tuple[Mask, Squares, Mask]:
        """A step of the lone king: whether it is legal, where to, whether it takes something."""
        to = _TO[chess.KING][squares[0], way]
        target = np.maximum(to, 0)
        takes = np.zeros(len(to), bool)
        for piece in squares[2:]:
            takes |= piece == target
        legal = (to >= 0) & ~_NEAR[squares[1], target]
        legal[legal] = ~self._attacked(target[legal], [each[legal] for each in squares])
        return legal, target, takes

    # --- The analysis -----------------------------------------------------------------------------

    def _solve(self) -> None:
        """Backwards from the mates, ply by ply."""
        lost = self._mates_on_board()
        self.mated[lost] = 0
        plies = 0
        while len(lost):
            won = self._before_move(lost)
            self.mates[won] = plies + 1
            plies += 2
            lost = self._before_flight(won)
            self.mated[lost] = plies

    def _all(self) -> Iterator[Squares]:
        """The numbers of all positions, some at a time."""
        return iter(np.array_split(np.arange(len(self.mated)), max(1, len(self.mated) >> 18)))

    def _mates_on_board(self) -> Squares:
        found = []
        for every in self._all():
            numbers = every[self._apart(self._squares(every))]
            squares = self._squares(numbers)
            numbers = numbers[self._attacked(squares[0], squares)]
            for way in range(8):
                legal, _, _ = self._flight(self._squares(numbers), way)
                numbers = numbers[~legal]
            found.append(numbers)
        return np.concatenate(found)

    def _before_move(self, lost: Squares) -> Squares:
        """The positions from which a move of the stronger side leads to ``lost`` ones."""
        squares = self._squares(lost)
        found = [
            self._legal([squares[0], king, *squares[2:]]) for king in self._unmoved(squares, 1)
        ]
        for index in range(2, len(squares)):
            for piece in self._unmoved(squares, index):
                changed = [*squares[:index], piece, *squares[index + 1 :]]
                found.append(self._legal(changed))
        return self._with_mirrored(np.concatenate(found))

    def _legal(self, squares: Sequence[Squares]) -> Squares:
        """The numbers of those positions in which the stronger side may be on the move, and which
        are not known to be won yet; a square of -1 is none."""
        there = np.flatnonzero(np.minimum.reduce(squares) >= 0)
        numbers = self._number([each[there] for each in squares])
        new = self.mates[numbers] == UNKNOWN
        there, numbers = there[new], numbers[new]
        squares = [each[there] for each in squares]
        legal: Squares = numbers[self._apart(squares) & ~self._attacked(squares[0], squares)]
        return legal

    def _unmoved(self, squares: Sequence[Squares], index: int) -> Iterator[Squares]:
        """Where the king or a piece may have come from, step by step, -1 where from nowhere."""
        kind = chess.KING if index == 1 else self._kinds[index - 2]
        for way in range(len(_STEPS[kind])):
            here = squares[index]
            for _ in range(7 if kind in _FAR else 1):
                here = np.where(here >= 0, _TO[kind][np.maximum(here, 0), way], -1)
                for other in (*squares[:index], *squares[index + 1 :]):
                    here = np.where(here == other, -1, here)
                yield here

    def _before_flight(self, won: Squares) -> Squares:
        """The positions in which every move of the lone king leads to one that is won."""
        if not len(won):
            return won
        squares = self._squares(won)
        found: list[Squares] = []
        for way in range(8):
            lone = _TO[chess.KING][squares[0], way]
            there = lone >= 0
            changed = [lone[there], *(each[there] for each in squares[1:])]
            good = self._apart(changed)
            found.append(self._number([each[good] for each in changed]))
        numbers: Squares = self._with_mirrored(np.concatenate(found))
        numbers = numbers[self.mated[numbers] == UNKNOWN]
        for way in range(8):
            squares = self._squares(numbers)
            legal, to, takes = self._flight(squares, way)
            after = self._number([to, *squares[1:]])
            numbers = numbers[~legal | (~takes & (self.mates[after] != UNKNOWN))]
        return numbers


@cache
def solved(kinds: Kinds) -> Table:
    """The table of an ending."""
    return Table(kinds)
