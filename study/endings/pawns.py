# SPDX-License-Identifier: GPL-3.0-or-later
"""Endings of kings and pawns, solved: when a side wins, and in how many plies that is settled.

Where the pawns stand is a formation. Pawns only go forward or are taken, so no formation comes
again, and those that follow from one are solved before it. Within it only the kings move: a table
of 64 times 64 squares for either side on the move, in which each value is the best of those that
it leads to, until nothing changes any more. A win is settled by mate, or by a promotion after which
no reply saves the draw.

Where both sides may promote not all is known. Each formation is solved twice then: the certain wins
leave out what is not known, the hopeful ones count it as won.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import chess
import numpy as np
import numpy.typing as npt

from study.endings import queens

Plies = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]
Bits = npt.NDArray[np.uint64]
Pawns = tuple[chess.Square, ...]

NEVER: Final = 10_000
"""The win cannot be forced."""

_ILLEGAL: Final = -1
_BIT: Final = np.array([1 << square for square in chess.SQUARES], np.uint64)
_REACH: Final = np.array(chess.BB_KING_ATTACKS, np.uint64)
_APART: Final = (_REACH[:, None] | _BIT[:, None]) & _BIT == 0
_OFF: Final = 64
_STEPS: Final = np.array(
    [
        [*chess.SquareSet(steps), *[_OFF] * (8 - chess.popcount(steps))]
        for steps in chess.BB_KING_ATTACKS
    ]
)
"""Where a king can go from each square, eight ways, :data:`_OFF` the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """In how many plies the attacker wins, by the squares of the attacker's king and the other one:
    ``attacks`` with the attacker on the move, ``defends`` with the defender."""

    attacks: Plies
    defends: Plies


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a side can hope for: in how many plies it is certain that it wins, None where it is not;
    ``hopeless`` where it certainly cannot."""

    plies: int | None
    hopeless: bool


def outlook(board: chess.Board, colour: chess.Color) -> Outlook:
    """What ``colour`` can hope for. There are kings and pawns only, and :func:`is_known`."""
    if colour == chess.BLACK:
        board = board.mirror()
    own, foes = (tuple(board.pieces(chess.PAWN, side)) for side in (chess.WHITE, chess.BLACK))
    king, foe = board.king(chess.WHITE), board.king(chess.BLACK)

    def found(*, hopeful: bool) -> int | None:
        table = solved(own, foes, hopeful)
        plies = int((table.attacks if board.turn == chess.WHITE else table.defends)[king, foe])
        return None if plies == NEVER else plies

    certain = found(hopeful=False)
    return Outlook(certain, certain is None and found(hopeful=True) is None)


def is_known(board: chess.Board) -> bool:
    """Whether there are tables: for two pawns against one at most, that cannot take one another."""
    white, black = (board.pieces(chess.PAWN, side) for side in (chess.WHITE, chess.BLACK))
    if max(len(white), len(black)) > 2 or min(len(white), len(black)) > 1:
        return False
    return not any(
        abs(chess.square_file(own) - chess.square_file(foe)) == 1 for own in white for foe in black
    )


@lru_cache(maxsize=4_000)  # of 16 KiB each
def solved(own: Pawns, foes: Pawns, hopeful: bool) -> Table:
    """When the attacker wins whose pawns stand on ``own`` and go up the board, those of the
    defender on ``foes`` and down. Both are sorted. ``hopeful``: what is not known is won."""
    if hopeful and not (own and foes):
        return solved(own, foes, False)  # all is known
    apart = _APART.copy()
    for pawn in (*own, *foes):
        apart[pawn, :] = apart[:, pawn] = False
    in_check = _attacked(own, chess.WHITE)
    legal = apart & ~in_check, apart & ~_attacked(foes, chess.BLACK)[:, None]
    attacks, defends = (np.where(each, np.int16(NEVER), np.int16(_ILLEGAL)) for each in legal)
    if not own:
        return Table(attacks, defends)
    forward, back = _advances(own, foes, hopeful), _replies(own, foes, hopeful)
    while True:
        before = attacks, defends
        onward = np.where(defends == _ILLEGAL, NEVER, defends)
        onward = np.vstack([onward, np.full((1, 64), NEVER)])[_STEPS].min(axis=1)
        attacks = np.where(legal[0], _ply_more(np.minimum(onward, forward)), _ILLEGAL)
        flights = np.hstack([attacks, np.full((64, 1), _ILLEGAL)])[:, _STEPS].max(axis=2)
        worst = np.maximum(flights, back)
        stuck = np.where(in_check, 0, NEVER)  # mate, or stalemate
        defends = np.where(worst == _ILLEGAL, stuck, _ply_more(worst))
        defends = np.where(legal[1], defends, _ILLEGAL)
        if np.array_equal(attacks, before[0]) and np.array_equal(defends, before[1]):
            return Table(attacks.astype(np.int16), defends.astype(np.int16))


def _ply_more(after: Plies) -> Plies:
    """The plies from a position, by those after the move that is made in it."""
    return np.where(after == NEVER, NEVER, after + 1)


def _attacked(pawns: Pawns, colour: chess.Color) -> Mask:
    """The squares that these pawns attack."""
    mask = 0
    for pawn in pawns:
        mask |= chess.BB_PAWN_ATTACKS[colour][pawn]
    return np.array([bool(mask >> square & 1) for square in chess.SQUARES])


def _without(pawns: Pawns, pawn: chess.Square, *then: chess.Square) -> Pawns:
    return tuple(sorted({*pawns, *then} - {pawn}))


def _targets(pawn: chess.Square, step: int, men: Sequence[chess.Square]) -> list[chess.Square]:
    """Where a pawn can go, one square and two."""
    found = []
    if pawn + step not in men:
        found.append(pawn + step)
        home = chess.square_rank(pawn) == (1 if step > 0 else 6)
        if home and pawn + 2 * step not in men:
            found.append(pawn + 2 * step)
    return found


def _advances(own: Pawns, foes: Pawns, hopeful: bool) -> Plies:
    """The least plies after a move of the attacker that leaves the formation."""
    best = np.full((64, 64), NEVER)
    for pawn in own:
        for target in _targets(pawn, 8, (*own, *foes)):
            if target >= 56:
                after = _promoted(_without(own, pawn), foes, target, hopeful)
            else:
                after = solved(_without(own, pawn, target), foes, hopeful).defends.astype(int)
            after = np.where(after == _ILLEGAL, NEVER, after)
            after[pawn + 8, :] = after[:, pawn + 8] = NEVER  # a king in the way
            best = np.minimum(best, after)
    for pawn in foes:
        after = solved(own, _without(foes, pawn), hopeful).defends[pawn]
        beside = [square for square in _STEPS[pawn] if square != _OFF]
        best[beside] = np.minimum(best[beside], np.where(after == _ILLEGAL, NEVER, after))
    return best


def _replies(own: Pawns, foes: Pawns, hopeful: bool) -> Plies:
    """The most plies after a move of the defender that leaves the formation; illegal where there is
    none."""
    worst = np.full((64, 64), _ILLEGAL)
    for pawn in foes:
        for target in _targets(pawn, -8, (*own, *foes)):
            if target < 8:
                after = np.full((64, 64), 0 if hopeful else NEVER)
            else:
                after = solved(own, _without(foes, pawn, target), hopeful).attacks.astype(int)
            after[pawn - 8, :] = after[:, pawn - 8] = _ILLEGAL  # a king in the way
            worst = np.maximum(worst, after)
    for pawn in own:
        after = solved(_without(own, pawn), foes, hopeful).attacks[:, [pawn]]
        beside = [square for square in _STEPS[pawn] if square != _OFF]
        worst[:, beside] = np.maximum(worst[:, beside], after)
    return worst


def _promoted(rest: Pawns, foes: Pawns, target: chess.Square, hopeful: bool) -> Plies:
    """The plies after a promotion on ``target`` to a queen or a rook. None, where the defender is
    mated or cannot take the piece, and has no pawn: who has the move and a queen or rook wins
    against the king. Against pawns it is looked up whether a queen wins."""
    best = np.full((64, 64), NEVER)
    taken = _ply_more(solved(rest, foes, hopeful).attacks[:, [target]].astype(int))
    for kind in (chess.QUEEN, chess.ROOK):
        covered = _covered(rest, foes, target, kind)[:, None]
        flights = _REACH & ~covered
        after = np.where(flights & _BIT[target] != 0, taken, 0)
        if not foes:
            in_check = covered & _BIT != 0
            after = np.where((flights == 0) & ~in_check, NEVER, after)
        elif not hopeful:
            won = queens.wins(rest, foes).unless_taken(target)
            after = np.where(won & (kind == chess.QUEEN), after, NEVER)
        best = np.minimum(best, after)
    return best


def _covered(rest: Pawns, foes: Pawns, target: chess.Square, kind: chess.PieceType) -> Bits:
    """What the attacker covers with the promoted piece and the other pawns, by the square of the
    king. The defender's king is in nobody's way: it cannot hide behind itself."""
    found = []
    for king in chess.SQUARES:
        board = chess.BaseBoard.empty()
        men = {target: kind, **dict.fromkeys(rest, chess.PAWN), king: chess.KING}
        for square, man in men.items():
            board.set_piece_at(square, chess.Piece(man, chess.WHITE))
        for pawn in foes:
            board.set_piece_at(pawn, chess.Piece(chess.PAWN, chess.BLACK))
        mask = 0
        for square in men:
            mask |= board.attacks_mask(square)
        found.append(mask)
    return np.array(found, np.uint64)
