# SPDX-License-Identifier: GPL-3.0-or-later
"""A queen, and pawns, against a king with pawns: where the queen certainly wins.

Who has the queen moves it and the king only, and gives up where it is taken or where the other side
promotes. So every win here is one, but some that need more are missing. Without pawns against it
the queen on the move always wins.

Tables have a row for each square of the queen, a column for each of its king, and in each place a
bitboard: the squares of the other king.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import chess
import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Pawns = tuple[chess.Square, ...]

_OFF: Final = 64
_NONE: Final = np.uint64(0)
_ALL: Final = np.uint64(chess.BB_ALL)
_WAYS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def _next(way: tuple[int, int]) -> Indices:
    """The square a step on in this way, by square; :data:`_OFF` the board, and from there."""
    found = [_OFF] * 65
    for square in chess.SQUARES:
        file, rank = chess.square_file(square) + way[0], chess.square_rank(square) + way[1]
        if 0 <= file < 8 and 0 <= rank < 8:
            found[square] = chess.square(file, rank)
    return np.array(found)


def _bits(squares: chess.IntoSquareSet) -> np.uint64:
    return np.uint64(chess.SquareSet(squares).mask)


_NEXT: Final = tuple(map(_next, _WAYS))
_STARTS: Final = tuple(
    _bits([square for square in chess.SQUARES if step[square] != _OFF]) for step in _NEXT
)
"""From where a step in this way stays on the board."""
_SHIFTS: Final = tuple(8 * rank + file for file, rank in _WAYS)
_SQUARES: Final = np.arange(64)
_BIT: Final = np.array([*chess.BB_SQUARES, 0], np.uint64)
_NEAR: Final = np.array(chess.BB_KING_ATTACKS, np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Wins:
    """Where the queen certainly wins: ``attacks`` with its side on the move, ``defends`` with the
    other side; ``spared`` is the latter if the king does not take it at once."""

    attacks: Bits
    defends: Bits
    spared: Bits

    def unless_taken(self, queen: chess.Square) -> Mask:
        """Where it wins that has come to a square, by the squares of the kings, if it is not taken
        at once."""
        found: Mask = self.spared[queen][:, None] & _BIT[:64] != 0
        return found


@cache
def wins(own: Pawns, foes: Pawns) -> Wins:
    """Where the queen wins beside ``own`` pawns, which go up the board, against ``foes``."""
    stand, covered = _stand(own, foes), _covered(own, foes)
    attackable, flights = stand & ~covered, ~covered & ~_bits(foes)
    saved, moves = _pushes(own, foes)
    moves |= _onto(flights)
    saved[[*_hit(foes, chess.BLACK)]] = _ALL  # a pawn takes the queen
    legal = stand & ~saved & (moves | covered)  # no move, and not covered: stalemate
    legal[:, [*_hit(foes, chess.BLACK)]] = 0
    lost = np.zeros((64, 64), np.uint64)
    for pawn in own:
        lost |= wins(_without(own, pawn), foes).attacks & _bits([pawn])
    attacks = np.zeros((64, 64), np.uint64) if foes else attackable
    while True:
        defends = legal & ~_onto(flights & ~(attacks | lost))
        found = attackable & _leading_to(defends, own, foes) if foes else attackable
        if np.array_equal(found, attacks):
            free = ~_BIT[:64, None]
            return Wins(attacks, defends, legal & ~_onto(flights & ~(attacks | lost) & free))
        attacks = found


def _stand(own: Pawns, foes: Pawns) -> Bits:
    """Where queen and kings can stand."""
    found = ~(_NEAR | _BIT[:64]) & ~_BIT[:64, None] & ~_bits((*own, *foes))
    found[_SQUARES, _SQUARES] = 0
    found[[*own, *foes]] = 0
    found[:, [*own, *foes]] = 0
    return found


def _hit(pawns: Pawns, colour: chess.Color) -> chess.SquareSet:
    """The squares that these pawns attack."""
    found = chess.SquareSet()
    for pawn in pawns:
        found |= chess.BB_PAWN_ATTACKS[colour][pawn]
    return found


def _covered(own: Pawns, foes: Pawns) -> Bits:
    """What the side with the queen attacks. The other king is in nobody's way: it cannot hide
    behind itself."""
    found = np.tile(_NEAR | _bits(_hit(own, chess.WHITE)), (64, 1))
    for step in _NEXT:
        here = _SQUARES
        seen = np.ones((64, 64), bool)  # nothing is in between
        for _ in range(7):
            here = step[here]
            found |= np.where(seen, _BIT[here][:, None], _NONE)
            seen &= (here[:, None] != _SQUARES) & ~np.isin(here, (*own, *foes))[:, None]
    return found


def _onto(targets: Bits) -> Bits:
    """From where a king can go to one of these squares."""
    found = np.zeros_like(targets)
    for shift, starts in zip(_SHIFTS, _STARTS, strict=True):
        moved = targets >> np.uint64(shift) if shift > 0 else targets << np.uint64(-shift)
        found |= moved & starts
    return found


def _pushes(own: Pawns, foes: Pawns) -> tuple[Bits, Bits]:
    """Where a move of a pawn saves the other side, and where it has one."""
    saved, moves = np.zeros((64, 64), np.uint64), np.zeros((64, 64), np.uint64)
    for pawn in foes:
        for target in (pawn - 8, pawn - 16)[: 2 if chess.square_rank(pawn) == 6 else 1]:
            if target in (*own, *foes):
                break
            after = own, (*_without(foes, pawn), target)
            can = _stand(*after) & ~_covered(*after) & ~_bits([pawn - 8])
            can[pawn - 8] = can[:, pawn - 8] = 0
            moves |= can
            saved |= can & ~wins(*after).attacks if target >= 8 else can
    return saved, moves


def _leading_to(defends: Bits, own: Pawns, foes: Pawns) -> Bits:
    """From where a move of the king or the queen leads to one of ``defends``."""
    after = np.zeros((65, 65), np.uint64)
    after[:64, :64] = defends
    for pawn in foes:  # it is taken
        left = wins(own, _without(foes, pawn)).defends
        after[pawn, :64], after[:64, pawn] = left[pawn], left[:, pawn]
    found = np.zeros_like(defends)
    free = np.full((65, 64), _ALL)  # by the squares of queen and king
    free[[*own, _OFF]] = free[_SQUARES, _SQUARES] = 0
    open_ = free.copy()
    open_[[*foes]] = 0
    for step in _NEXT:
        found |= after[:64, step[:64]]
        ray, clear, jump = (after[:, :64] & free)[step], open_[step], step
        for _ in range(3):  # one square, two, four, eight
            ray, clear, jump = ray | (ray[jump] & clear), clear & clear[jump], jump[jump]
        found |= ray[:64]
    return found


def _without(pawns: Pawns, pawn: chess.Square) -> Pawns:
    return tuple(each for each in pawns if each != pawn)
