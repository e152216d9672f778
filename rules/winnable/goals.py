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
from rules.winnable.search import Goal, ordered_moves

PLACES = 5
"""For so many squares, where the loser's king may be mated, a mate is looked for."""

LONGEST_WALK = 6
"""Steps that the loser's king may take to the place of the mate."""

MOBILITY = 5
"""Squares that the winner's queens and rooks should reach in one move."""

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


def mate_goal(here: Bitboards, pattern: MatePattern) -> Goal:
    """To bring about a :class:`MatePattern`."""
    walks, helps, ways, blockers = _mating_ways(here, pattern)
    point, kind = 1 << pattern.point, pattern.kind

    def moves(here: Bitboards) -> Iterator[int]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            pieces, helper = here[kind - 1] & winners, kings & winners
            way, help_ = distance(ways, pieces), distance(helps, helper)
            targets, waiting = [0] * 7, [0] * 7
            if way > 1:
                targets[kind] = nearer(ways, way)
            elif not help_ and walks[0] & kings:
                targets[kind] = point
            targets[chess.KING] = nearer(helps, help_)
            waiting[kind] = nearer(ways, max(way, 1) + 1)
            waiting[chess.KING] = nearer(helps, help_ + 1)
            return ordered_moves(here, pieces | helper, targets, waiting)
        lone = kings & losers
        walk = distance(walks, lone)
        if walk:
            closer, alike = nearer(walks, walk), nearer(walks, walk + 1)
            return ordered_moves(here, lone, (closer,) * 7, (alike,) * 7)
        near = (chess.BB_ALL,) * 6 + (nearer(walks, 2),)
        return ordered_moves(here, losers & ~lone & ~blockers, near)

    def weight(here: Bitboards) -> int:
        kings, winners, losers = here[5:8]
        walk = distance(walks, kings & losers)
        way = distance(ways, here[kind - 1] & winners)
        way += distance(helps, kings & winners)
        missing = (blockers & ~losers).bit_count()
        return 4 * (walk if walk > way else way) + walk + 3 * missing

    def reached(here: Bitboards, move: int) -> bool:
        if here[8]:
            return False
        if 1 << (move >> TO & 63) != point:
            way = distance(ways, here[kind - 1] & here[6])
            if way + distance(helps, here[5] & here[6]) > 2:
                return False
        return is_mate(here)

    return Goal(moves, weight, reached)


def _mating_ways(here: Bitboards, pattern: MatePattern) -> tuple[Ways, Ways, Ways, int]:
    """The ways of the loser's king, of the winner's and of the mating piece, and the loser's men
    that are in their king's way."""
    kings, winners, losers = here[5:8]
    lone, helper, piece = kings & losers, kings & winners, 1 << pattern.piece
    place, point, kind = pattern.place, pattern.point, pattern.kind
    men, blockers = winners & ~helper & ~piece, losers & ~lone
    standing = men | blockers
    covered = attacks(here, men, standing, True)
    dangerous = attacks(here, blockers, winners | losers, False)
    guard = helper.bit_length() - 1 if pattern.guard == NOWHERE else pattern.guard
    free = ~standing & ~covered | lone
    walks = king_ways(1 << place, free & ~KING[guard])
    if not walks[-1] & lone:
        walks = king_ways(1 << place, free)
    if pattern.guard == NOWHERE:
        helps = [helper, chess.BB_ALL]
    else:
        helps = king_ways(1 << guard, ~men & ~dangerous & ~KING[place])
    there = standing | 1 << place
    before = slides(point, kind, there) & ~slides(place, kind, standing)
    before &= ~winners | piece
    near = piece_ways(before, kind, there, winners & ~piece)
    ways = [0, *(squares & ~(1 << point) for squares in near[:2])]
    ways += [squares | 1 << point for squares in near[2:] or near[-1:]]
    return walks, helps, ways, KING[place] & blockers


Prey = tuple[chess.PieceType, chess.Square, Ways]
"""The kind of the winner's man that takes, the square on which it does, and its ways there."""


def nearest_prey(here: Bitboards, prey: int) -> Prey | None:
    """The nearest of the men on ``prey``, whoever takes it."""
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
    return taker, target.bit_length() - 1, ways


def capture_goal(prey: Prey) -> Goal:
    """To take it."""
    kind, target, ways = prey

    def moves(here: Bitboards) -> Iterator[int]:
        if here[8]:
            men = here[kind - 1] & here[6]
            return ordered_moves(here, men, (nearer(ways, distance(ways, men)),) * 7)
        return ordered_moves(here, here[5] & here[7])

    def weight(here: Bitboards) -> int:
        return 2 * distance(ways, here[kind - 1] & here[6])

    def reached(here: Bitboards, move: int) -> bool:
        if here[8] or move >> TO & 63 != target:
            return False
        return any(reply >> TO & 63 != target for reply in legal_moves(here))

    return Goal(moves, weight, reached)


def mobility_goal() -> Goal:
    """To let queens and rooks out."""

    def moves(here: Bitboards) -> Iterator[int]:
        return ordered_moves(here, here[6] if here[8] else here[5] & here[7])

    def weight(here: Bitboards) -> int:
        return MOBILITY - mobility(here)

    def reached(here: Bitboards, _: int) -> bool:
        return not here[8] and mobility(here) >= MOBILITY and bool(legal_moves(here))

    return Goal(moves, weight, reached, batch=20)


def mobility(here: Bitboards) -> int:
    """How many squares the winner's queens and rooks may go to, next to nothing else minded."""
    winners, losers = here[6:8]
    men = (here[3] | here[4]) & winners
    return (attacks(here, men, winners | losers, True) & ~winners).bit_count()


def promotion_path(here: Bitboards) -> tuple[int, int]:
    """The cost of promoting the winner's pawn that is nearest to it, and the squares before
    that."""
    ways, pawns = promotion_distances(here), here[0] & here[6]
    cost = nearest(ways, pawns, FAR * 4)
    pawn = next(s for s in chess.scan_forward(pawns) if ways[s] == cost)
    return cost, chess.BB_FILES[pawn & 7] & -(2 << pawn) & chess.BB_ALL


def promotion_goal(here: Bitboards) -> Goal:
    """To promote that pawn, or any other."""
    ways, (_, path) = promotion_distances(here), promotion_path(here)

    def promise(move: int) -> int:
        """A queen mates sooner than a rook."""
        lesser = move >> PROMOTION & 7 not in (0, chess.QUEEN)
        return ways[move >> TO & 63] + lesser

    def moves(here: Bitboards) -> Iterator[int]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            yield from sorted(legal_moves(here, here[0] & winners), key=promise)
            yield from sorted(legal_moves(here, ~(here[0] & winners)), key=promise)
        else:
            yield from ordered_moves(here, losers & path or kings & losers, (~path,) * 7)

    def weight(here: Bitboards) -> int:
        in_the_way = ((here[6] | here[7]) & path).bit_count()
        return 2 * nearest(ways, here[0] & here[6], FAR * 4) + in_the_way

    def reached(here: Bitboards, _: int) -> bool:
        if not (here[3] | here[4]) & here[6]:
            return False
        return bool(legal_moves(here)) or (not here[8] and is_mate(here))

    return Goal(moves, weight, reached)
