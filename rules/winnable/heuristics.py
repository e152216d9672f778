# SPDX-License-Identifier: GPL-3.0-or-later
"""What "near to mate" means where no mate can be picked out beforehand.

No heuristic suits all positions, so several are tried in turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from rules.winnable.bitboard import (
    KIND,
    KING,
    PROMOTION,
    TO,
    Bitboards,
    attacks,
    is_mate,
    legal_moves,
)
from rules.winnable.distances import DISTANCE, nearest

EDGE = [
    min(file, 7 - file, rank, 7 - rank)
    for rank, file in (divmod(square, 8) for square in chess.SQUARES)
]
LIGHT_CORNER, DARK_CORNER = (
    [min(DISTANCE[square][corner] for corner in corners) for square in chess.SQUARES]
    for corners in ((chess.A8, chess.H1), (chess.A1, chess.H8))
)
ANY_CORNER = [min(pair) for pair in zip(LIGHT_CORNER, DARK_CORNER, strict=True)]

PROMOTION_UNKNOWN, PROMOTION_STEP, PROMOTION_OF_BLOCKER = 60, 6, 16
"""What a promotion counts: without a pawn, for each move, and more where it is the loser's."""

LATE = 20
"""The promise of a pawn's move while the winner has a queen or rook."""

_TO_EDGE = [4 * EDGE[square] + ANY_CORNER[square] for square in chess.SQUARES]
_LOSERS = [[[4 + n for n in near]] * 6 + [_TO_EDGE] for near in DISTANCE]
_WINNERS, _WINNERS_WITH_HEAVY = (
    [[[], [pawns] * 64, *[near] * 4, [2 + n for n in near]] for near in DISTANCE]
    for pawns in (0, LATE)
)


@dataclass(frozen=True, slots=True)
class Heuristic:
    """What a step away from mate weighs.

    ``flight``: a square to which the loser's king may go; ``calm``: a square on or beside the
    king's that is not attacked. ``king``: a square between the kings; ``near``: between the loser's
    king and the winner's nearest piece. ``edge``, ``corner``: the king's distance from them.
    """

    flight: int
    calm: int
    king: int
    near: int
    edge: int
    corner: int
    batch: int
    rest: int
    newest: bool

    def moves(self, here: Bitboards) -> Iterator[int]:
        king = (here[5] & here[7]).bit_length() - 1
        if not here[8]:
            promise = _LOSERS[king]
        elif (here[3] | here[4]) & here[6]:
            promise = _WINNERS_WITH_HEAVY[king]
        else:
            promise = _WINNERS[king]
        moves = [
            (promise[move >> PROMOTION & 7 or move >> KIND & 7][move >> TO & 63], move)
            for move in legal_moves(here)
        ]
        return (move for _, move in sorted(moves))

    def weight(self, here: Bitboards) -> int:
        kings, winners, losers = here[5:8]
        lone = kings & losers
        king = lone.bit_length() - 1
        near, around = DISTANCE[king], KING[king]
        attacked = attacks(here, winners, (winners | losers) & ~lone, True)
        weight = self.flight * (around & ~losers & ~attacked).bit_count()
        weight += self.calm * ((around | lone) & ~attacked).bit_count()
        weight += self.king * near[(kings & winners).bit_length() - 1]
        heavy = (here[3] | here[4]) & winners
        if self.near:
            pieces = heavy or (here[1] | here[2]) & winners
            weight += self.near * nearest(near, pieces, 8) if pieces else 0
        if heavy:
            return weight + self.edge * EDGE[king] + self.corner * ANY_CORNER[king]
        return weight + 2 * EDGE[king] + self._weight_without_heavy(here, king)

    def reached(self, here: Bitboards, move: int) -> bool:
        return not here[8] and is_mate(here)

    def _weight_without_heavy(self, here: Bitboards, king: chess.Square) -> int:
        """Without queen and rook: a corner and blockers of the loser's own, or a promotion."""
        pawns, knights, bishops, _, _, kings, winners, losers, *_ = here
        minor = (knights | bishops) & winners
        light = minor & chess.BB_LIGHT_SQUARES
        both_colours = minor & knights or (light and light != minor)
        weight = _promotion(here, winner=True)
        if both_colours and minor & (minor - 1):
            return weight + 2 * ANY_CORNER[king]
        corner = ANY_CORNER if both_colours else LIGHT_CORNER if light else DARK_CORNER
        weight += (2 + 3 * self.corner) * corner[king]
        blockers = losers & ~kings & ~pawns
        if blockers:
            return weight + 3 * nearest(DISTANCE[king], blockers, 8)
        return weight + PROMOTION_OF_BLOCKER + _promotion(here, winner=False)


HEURISTICS = (
    Heuristic(flight=2, calm=1, king=6, near=0, edge=4, corner=2, batch=2, rest=1, newest=False),
    Heuristic(flight=0, calm=1, king=4, near=2, edge=4, corner=1, batch=4, rest=1, newest=True),
    Heuristic(flight=1, calm=0, king=1, near=0, edge=2, corner=4, batch=4, rest=5, newest=True),
    Heuristic(flight=6, calm=2, king=2, near=3, edge=2, corner=0, batch=6, rest=3, newest=True),
    Heuristic(flight=2, calm=4, king=4, near=2, edge=4, corner=1, batch=3, rest=1, newest=True),
    Heuristic(flight=0, calm=0, king=4, near=0, edge=2, corner=0, batch=2, rest=1, newest=False),
    Heuristic(flight=0, calm=0, king=6, near=3, edge=1, corner=2, batch=3, rest=5, newest=True),
    Heuristic(flight=1, calm=4, king=1, near=0, edge=4, corner=1, batch=4, rest=3, newest=True),
)
"""Chosen by trial on random games and random placements of few men."""


def _promotion(here: Bitboards, winner: bool) -> int:
    """What the nearest pawn still has to go and to get out of its way, in units of weight."""
    pawns, kings, winners, losers = here[0], here[5], here[6], here[7]
    own, enemies = (winners, losers) if winner else (losers, winners)
    helper = DISTANCE[(kings & own).bit_length() - 1]
    best = PROMOTION_UNKNOWN
    for pawn in chess.scan_forward(pawns & own):
        rank = chess.square_rank(pawn)
        to_go = 7 - rank if winner else rank
        ahead = -(2 << pawn) if winner else (1 << pawn) - 1
        in_the_way = chess.BB_FILES[chess.square_file(pawn)] & (winners | losers) & ahead
        distance = PROMOTION_STEP * (to_go + in_the_way.bit_count())
        for enemy in chess.scan_forward(in_the_way & pawns & enemies):
            distance += 2 * helper[enemy]  # the king may have to take it
        best = min(best, distance)
    return best
