# SPDX-License-Identifier: GPL-3.0-or-later
"""Goals in an ordinary position: a promotion, a capture, a mate picked out beforehand.

A mate is picked out by looking where the loser's king may go, where a queen or rook attacks it
there, and from which square the winner's king guards what is left. Whether all get there in time
is left to the search: what is picked out here is a hope and proves nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from rules.winnable.bitboard import (
    BETWEEN,
    KING,
    PROMOTION,
    TO,
    Bitboards,
    attacks,
    is_mate,
    legal_moves,
    slides,
)
from rules.winnable.distances import (
    FAR,
    Ways,
    distance,
    king_ways,
    nearer,
    nearest,
    piece_ways,
    promotion_distances,
)
from rules.winnable.search import ordered_moves

PLACES = 5
"""For so many squares, where the loser's king may be mated, a mate is looked for."""

LONGEST_WALK = 6
"""Steps that the loser's king may take to the place of the mate."""

MOBILITY = 5
"""Squares that the winner's queens and rooks should reach in one move."""

BATCH, REST = 2, 2

WAY_TO_POINT = 3
"""Moves that the mating piece may need."""


NOWHERE = -1


class MatePattern(NamedTuple):
    """The loser's king on ``place``, mated by ``piece`` from ``point``, the winner's king on
    ``guard`` or, with ``NOWHERE``, wherever it is; ``cost`` in quarters of a move of either side.
    """

    cost: int
    place: chess.Square
    point: chess.Square
    guard: int
    piece: chess.Square
    kind: chess.PieceType


def mate_patterns(here: Bitboards) -> list[MatePattern]:
    """One for every place, the nearest first; a queen, or else a rook mates."""
    kings, winners, losers = here[5:8]
    helper = kings & winners
    dangerous = attacks(here, losers & ~kings, winners | losers, False)
    helps = king_ways(helper, ~(winners ^ helper) & ~dangerous)
    heavy = here[4] & winners or here[3] & winners
    kind = chess.QUEEN if heavy & here[4] else chess.ROOK
    return sorted(_patterns_of(here, kind, heavy & -heavy, helps, dangerous))


def _patterns_of(
    here: Bitboards, kind: chess.PieceType, piece: int, helps: Ways, dangerous: int
) -> Iterator[MatePattern]:
    kings, winners, losers = here[5:8]
    lone, helper = kings & losers, kings & winners
    men, blockers = winners & ~helper & ~piece, losers & ~lone
    standing = men | blockers
    covered = attacks(here, men, standing, True)
    walks = king_ways(lone, ~standing & ~covered)
    there, *ways = piece_ways(piece, kind, standing, winners, WAY_TO_POINT)
    places = []
    seen = 0
    for walk, squares in enumerate(walks[:LONGEST_WALK]):
        for place in chess.scan_forward(squares & ~seen):
            flights = KING[place] & ~blockers & ~covered
            places.append((walk + flights.bit_count(), place, walk, flights))
        seen = squares
    places.sort()
    for _, place, walk, flights in places[:PLACES]:
        around = KING[place] | 1 << place
        found = None
        attacking = slides(place, kind, standing & ~(1 << place)) & ~winners & ~dangerous
        here_already = attacking & there
        attacking &= ~there
        for way, squares in enumerate(ways, 1):
            points = attacking & squares
            attacking &= ~squares
            if way == 2:  # the piece there already has to go away and come back
                points |= here_already
            soonest = 4 * max(walk, way) + walk
            while points and (found is None or found.cost > soonest):
                bit = points & -points
                points ^= bit
                point = bit.bit_length() - 1
                if not around & bit and BETWEEN[point][place] & dangerous:
                    continue
                to_guard = flights & ~bit & ~slides(point, kind, standing & ~(1 << place))
                if around & bit & ~covered:
                    to_guard |= bit
                guard, help_ = NOWHERE, 0
                if to_guard:
                    free = ~(around | bit | BETWEEN[point][place] | standing)
                    guard, help_ = _nearest_guard(to_guard, free, helps)
                    if guard == NOWHERE:
                        continue
                cost = 4 * max(walk, way + help_) + walk
                if found is None or cost < found.cost:
                    found = MatePattern(cost, place, point, guard, piece.bit_length() - 1, kind)
            if found:
                yield found
                break


def _nearest_guard(to_guard: int, guards: int, helps: Ways) -> tuple[int, int]:
    """The nearest of ``guards`` from which a king guards all squares ``to_guard``, and how far
    it is."""
    while to_guard:
        bit = to_guard & -to_guard
        guards &= KING[bit.bit_length() - 1]
        to_guard ^= bit
    if guards & helps[-1]:
        for moves, squares in enumerate(helps):
            if guards & squares:
                guards &= squares
                return (guards & -guards).bit_length() - 1, moves
    return NOWHERE, FAR


class MateGoal:
    """To bring about a :class:`MatePattern`."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, here: Bitboards, pattern: MatePattern) -> None:
        kings, winners, losers = here[5:8]
        lone, helper, piece = kings & losers, kings & winners, 1 << pattern.piece
        place, point, kind = pattern.place, pattern.point, pattern.kind
        men, blockers = winners & ~helper & ~piece, losers & ~lone
        standing = men | blockers
        covered = attacks(here, men, standing, True)
        dangerous = attacks(here, blockers, winners | losers, False)
        guard = helper.bit_length() - 1 if pattern.guard == NOWHERE else pattern.guard
        free = ~standing & ~covered | lone
        self.walks = king_ways(1 << place, free & ~KING[guard])
        if not self.walks[-1] & lone:
            self.walks = king_ways(1 << place, free)
        if pattern.guard == NOWHERE:
            self.helps = [helper, chess.BB_ALL]
        else:
            self.helps = king_ways(1 << guard, ~men & ~dangerous & ~KING[place])
        there = standing | 1 << place
        before = slides(point, kind, there) & ~slides(place, kind, standing)
        before &= ~winners | piece
        self.point = 1 << point
        near = piece_ways(before, kind, there, winners & ~piece)
        self.ways = [0, *(squares & ~self.point for squares in near[:2])]
        self.ways += [squares | self.point for squares in near[2:] or near[-1:]]
        self.kind = kind
        self.blockers = KING[place] & blockers

    def moves(self, here: Bitboards) -> Iterator[int]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            pieces, helper = here[self.kind - 1] & winners, kings & winners
            way, help_ = distance(self.ways, pieces), distance(self.helps, helper)
            targets, waiting = [0] * 7, [0] * 7
            if way > 1:
                targets[self.kind] = nearer(self.ways, way)
            elif not help_ and self.walks[0] & kings:
                targets[self.kind] = self.point
            targets[chess.KING] = nearer(self.helps, help_)
            waiting[self.kind] = nearer(self.ways, max(way, 1) + 1)
            waiting[chess.KING] = nearer(self.helps, help_ + 1)
            return ordered_moves(here, pieces | helper, targets, waiting)
        lone = kings & losers
        walk = distance(self.walks, lone)
        if walk:
            closer, alike = nearer(self.walks, walk), nearer(self.walks, walk + 1)
            return ordered_moves(here, lone, (closer,) * 7, (alike,) * 7)
        near = (chess.BB_ALL,) * 6 + (nearer(self.walks, 2),)
        return ordered_moves(here, losers & ~lone & ~self.blockers, near)

    def weight(self, here: Bitboards) -> int:
        kings, winners, losers = here[5:8]
        walk = distance(self.walks, kings & losers)
        way = distance(self.ways, here[self.kind - 1] & winners)
        way += distance(self.helps, kings & winners)
        missing = (self.blockers & ~losers).bit_count()
        return 4 * (walk if walk > way else way) + walk + 3 * missing

    def reached(self, here: Bitboards, move: int) -> bool:
        if here[8]:
            return False
        if 1 << (move >> TO & 63) != self.point:
            way = distance(self.ways, here[self.kind - 1] & here[6])
            if way + distance(self.helps, here[5] & here[6]) > 2:
                return False
        return is_mate(here)


class CaptureGoal:
    """To take the nearest of ``prey``, whoever does it."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, kind: chess.PieceType, target: chess.Square, ways: Ways) -> None:
        self.kind, self.target, self.ways = kind, target, ways

    @classmethod
    def nearest(cls, here: Bitboards, prey: int) -> "CaptureGoal | None":
        kings, winners, losers = here[5:8]
        helper, occupied = kings & winners, winners | losers
        least, taker, targets = FAR, chess.KING, 0
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
            pieces = here[kind - 1] & winners
            if pieces and least > 1:
                ways = piece_ways(pieces, kind, occupied & ~pieces, winners)
                way = distance(ways, prey)
                if way < least:
                    least, taker, targets = way, kind, ways[way] & prey
        steps = ~winners & ~attacks(here, losers, occupied, False) & chess.BB_ALL
        walks = king_ways(helper, steps)
        walk = distance(walks, prey)
        if walk < least:
            least, taker, targets = walk, chess.KING, walks[walk] & prey
        if least == FAR:
            return None
        target = targets & -targets
        if taker == chess.KING:
            ways = king_ways(target, steps | helper)
        else:
            ways = piece_ways(target, taker, occupied, 0)
        return cls(taker, target.bit_length() - 1, ways)

    def moves(self, here: Bitboards) -> Iterator[int]:
        if here[8]:
            men = here[self.kind - 1] & here[6]
            return ordered_moves(here, men, (nearer(self.ways, distance(self.ways, men)),) * 7)
        return ordered_moves(here, here[5] & here[7])

    def weight(self, here: Bitboards) -> int:
        return 2 * distance(self.ways, here[self.kind - 1] & here[6])

    def reached(self, here: Bitboards, move: int) -> bool:
        if here[8] or move >> TO & 63 != self.target:
            return False
        return any(reply >> TO & 63 != self.target for reply in legal_moves(here))


class MobilityGoal:
    """To let queens and rooks out."""

    batch, rest, newest = 20, REST, True

    def moves(self, here: Bitboards) -> Iterator[int]:
        return ordered_moves(here, here[6] if here[8] else here[5] & here[7])

    def weight(self, here: Bitboards) -> int:
        return MOBILITY - mobility(here)

    def reached(self, here: Bitboards, move: int) -> bool:
        return not here[8] and mobility(here) >= MOBILITY and bool(legal_moves(here))


def mobility(here: Bitboards) -> int:
    """How many squares the winner's queens and rooks may go to, next to nothing else minded."""
    winners, losers = here[6:8]
    men = (here[3] | here[4]) & winners
    return (attacks(here, men, winners | losers, True) & ~winners).bit_count()


class PromotionGoal:
    """To promote the winner's pawn that is nearest to it, or any other."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, here: Bitboards) -> None:
        self.ways = promotion_distances(here)
        pawns = here[0] & here[6]
        self.cost = nearest(self.ways, pawns, FAR * 4)
        pawn = next(s for s in chess.scan_forward(pawns) if self.ways[s] == self.cost)
        self.path = chess.BB_FILES[pawn & 7] & -(2 << pawn) & chess.BB_ALL

    def moves(self, here: Bitboards) -> Iterator[int]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            yield from sorted(legal_moves(here, here[0] & winners), key=self._promise)
            yield from sorted(legal_moves(here, ~(here[0] & winners)), key=self._promise)
        else:
            yield from ordered_moves(here, losers & self.path or kings & losers, (~self.path,) * 7)

    def _promise(self, move: int) -> int:
        """A queen mates sooner than a rook."""
        lesser = move >> PROMOTION & 7 not in (0, chess.QUEEN)
        return self.ways[move >> TO & 63] + lesser

    def weight(self, here: Bitboards) -> int:
        in_the_way = ((here[6] | here[7]) & self.path).bit_count()
        return 2 * nearest(self.ways, here[0] & here[6], FAR * 4) + in_the_way

    def reached(self, here: Bitboards, move: int) -> bool:
        if not (here[3] | here[4]) & here[6]:
            return False
        return bool(legal_moves(here)) or (not here[8] and is_mate(here))
