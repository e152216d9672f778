# SPDX-License-Identifier: GPL-3.0-or-later
"""What to play for in an ordinary position: a promotion, a capture, a mate picked out beforehand.

A mate is picked out by looking where the loser's king may go, where a queen or rook attacks him
there, and from which square the winner's king guards what is left. Whether all get there in time
is left to the search: what is picked out here is a hope and proves nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from rules.diagram import (
    ALIKE,
    BETWEEN,
    KING,
    NO_PROMISE,
    TO,
    Diagram,
    Table,
    attacks,
    is_mate,
    legal_moves,
    slides,
)
from rules.maps import FAR, king_map, nearest, piece_layers, piece_map, promotion_map

PLACES = 5
"""For so many squares, where the loser's king may be mated, a mate is looked for."""

PIECES = 1
"""So many queens and rooks are thought of as the mating piece."""

LONGEST_WALK = 9
"""Steps that the loser's king may take to the place of the mate."""

SCOPE = 5
"""Squares that the winner's queens and rooks should reach in one move."""

GONE = 20
"""The distance of a piece that is no longer there."""

BATCH, REST = 2, 2

HEAVY = (chess.QUEEN, chess.ROOK)


class MatePicture(NamedTuple):
    """The loser's king on ``place``, mated by ``piece`` from ``point``, the winner's king on
    ``guard`` or, with ``None``, wherever he is; ``cost`` in quarters of a move of either side.
    """

    cost: int
    place: chess.Square
    point: chess.Square
    guard: int
    piece: chess.Square
    kind: chess.PieceType


NOWHERE = -1


def mate_pictures(here: Diagram) -> list[MatePicture]:
    """One for every place, the nearest first."""
    kings, winners, losers = here[5:8]
    helper = kings & winners
    dangerous = attacks(here, losers & ~kings, winners | losers, False)
    helps = king_map(helper.bit_length() - 1, ~(winners ^ helper) & ~dangerous & chess.BB_ALL)
    pieces = [
        (kind, piece) for kind in HEAVY for piece in chess.scan_forward(here[kind - 1] & winners)
    ]
    best: dict[chess.Square, MatePicture] = {}
    for kind, piece in pieces[:PIECES]:
        for picture in _pictures_of(here, kind, piece, helps, dangerous):
            if picture.place not in best or picture < best[picture.place]:
                best[picture.place] = picture
    return sorted(best.values())


def _pictures_of(
    here: Diagram, kind: chess.PieceType, piece: chess.Square, helps: Table, dangerous: int
) -> Iterator[MatePicture]:
    kings, winners, losers = here[5:8]
    lone, helper = kings & losers, kings & winners
    men, blockers = winners & ~helper & ~(1 << piece), losers & ~lone
    standing = men | blockers
    covered = attacks(here, men, standing, True)
    walks = king_map(lone.bit_length() - 1, ~standing & ~covered & chess.BB_ALL)
    there, *layers = piece_layers(1 << piece, kind, standing, winners)
    ways = [(1, layers[0] if layers else 0), (2, there), *enumerate(layers[1:], 2)]
    places = []
    for place, walk in enumerate(walks):
        if walk < LONGEST_WALK:
            flights = KING[place] & ~blockers & ~covered
            places.append((walk + flights.bit_count(), place, flights))
    places.sort()
    for _, place, flights in places[:PLACES]:
        walk, around = walks[place], KING[place] | 1 << place
        found = None
        attacking = slides(place, kind, standing & ~(1 << place)) & ~winners & ~dangerous
        for way, layer in ways:  # the piece there already has to go away and come back
            points = attacking & layer
            while points:
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
                    guard = _nearest_guard(to_guard, free, helps)
                    if guard == NOWHERE:
                        continue
                    help_ = helps[guard]
                cost = 4 * max(walk, way + help_) + walk
                if found is None or cost < found.cost:
                    found = MatePicture(cost, place, point, guard, piece, kind)
            if found:
                yield found
                break


def _nearest_guard(to_guard: int, guards: int, helps: Table) -> int:
    """The nearest of ``guards`` from which a king guards all squares ``to_guard``."""
    while to_guard:
        bit = to_guard & -to_guard
        guards &= KING[bit.bit_length() - 1]
        to_guard ^= bit
    guard, help_ = NOWHERE, FAR
    while guards:
        bit = guards & -guards
        guards ^= bit
        square = bit.bit_length() - 1
        if helps[square] < help_:
            guard, help_ = square, helps[square]
    return guard


class MateAim:
    """To bring about a :class:`MatePicture`."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, here: Diagram, picture: MatePicture) -> None:
        kings, winners, losers = here[5:8]
        lone, helper, piece = kings & losers, kings & winners, 1 << picture.piece
        place, point, kind = picture.place, picture.point, picture.kind
        men, blockers = winners & ~helper & ~piece, losers & ~lone
        standing = men | blockers
        covered = attacks(here, men, standing, True)
        dangerous = attacks(here, blockers, winners | losers, False)
        guard = helper.bit_length() - 1 if picture.guard == NOWHERE else picture.guard
        home = lone.bit_length() - 1
        free = ~standing & ~covered & chess.BB_ALL | lone
        self.walks = king_map(place, free & ~KING[guard])
        if self.walks[home] == FAR:
            self.walks = king_map(place, free)
        if picture.guard == NOWHERE:
            self.helps = [1] * 64
            self.helps[guard] = 0
        else:
            self.helps = king_map(guard, ~men & ~dangerous & ~KING[place] & chess.BB_ALL)
        there = standing | 1 << place
        before = slides(point, kind, there) & ~slides(place, kind, standing)
        before &= ~winners | piece
        self.ways = [1 + moves for moves in piece_map(before, kind, there, winners & ~piece)]
        self.ways[point] = 3  # to be there before the others is in the way
        self.point, self.kind = point, kind
        self.blockers = KING[place] & blockers
        self._promises: dict[tuple[int, int], list[Table]] = {}

    def movers(self, here: Diagram) -> tuple[int, list[Table]]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            pieces, helper = here[self.kind - 1] & winners, kings & winners
            now = nearest(self.ways, pieces, GONE), self.helps[helper.bit_length() - 1]
            promise = self._promises.get(now)
            if promise is None:
                promise = self._promises[now] = self._promise(*now)
            return pieces | helper, promise
        lone = kings & losers
        if self.walks[lone.bit_length() - 1]:
            return lone, [self.walks] * 7
        return losers & ~lone & ~self.blockers, [*ALIKE[:6], self.walks]

    def _promise(self, way: int, help_: int) -> list[Table]:
        promise = [NO_PROMISE] * 7
        promise[chess.KING] = [2 * (steps + way) + 1 for steps in self.helps]
        promise[self.kind] = pieces = [2 * (moves + help_) for moves in self.ways]
        pieces[self.point] = 0
        return promise

    def weight(self, here: Diagram) -> int:
        kings, winners, losers = here[5:8]
        walk = self.walks[(kings & losers).bit_length() - 1]
        way = nearest(self.ways, here[self.kind - 1] & winners, GONE)
        way += self.helps[(kings & winners).bit_length() - 1]
        missing = (self.blockers & ~losers).bit_count()
        return 4 * (walk if walk > way else way) + walk + 3 * missing

    def reached(self, here: Diagram, move: int) -> bool:
        if here[8]:
            return False
        if move >> TO & 63 != self.point:
            way = nearest(self.ways, here[self.kind - 1] & here[6], GONE)
            if way + self.helps[(here[5] & here[6]).bit_length() - 1] > 2:
                return False
        return is_mate(here)


class TakeAim:
    """To take the nearest of ``prey``, whoever does it."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, kind: chess.PieceType, goal: chess.Square, ways: Table) -> None:
        self.kind, self.goal, self.ways = kind, goal, ways
        self.promise = [ways] * 7

    @classmethod
    def nearest(cls, here: Diagram, prey: int) -> "TakeAim | None":
        kings, winners, losers = here[5:8]
        helper, occupied = kings & winners, winners | losers
        best = FAR, 0, 0
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
            pieces = here[kind - 1] & winners
            if pieces:
                ways = piece_map(pieces, kind, occupied & ~pieces, winners)
                for goal in chess.scan_forward(prey):
                    best = min(best, (ways[goal], -kind, goal))
        steps = ~winners & ~attacks(here, losers, occupied, False) & chess.BB_ALL
        walks = king_map(helper.bit_length() - 1, steps)
        for goal in chess.scan_forward(prey):
            best = min(best, (walks[goal], 0, goal))
        way, kind, goal = best[0], -best[1] or chess.KING, best[2]
        if way == FAR:
            return None
        if kind == chess.KING:
            return cls(kind, goal, king_map(goal, steps | helper))
        return cls(kind, goal, piece_map(1 << goal, kind, occupied, 0))

    def movers(self, here: Diagram) -> tuple[int, list[Table]]:
        if here[8]:
            return here[self.kind - 1] & here[6], self.promise
        return here[5] & here[7], ALIKE

    def weight(self, here: Diagram) -> int:
        return 2 * nearest(self.ways, here[self.kind - 1] & here[6], GONE)

    def reached(self, here: Diagram, move: int) -> bool:
        if here[8] or move >> TO & 63 != self.goal:
            return False
        return any(reply >> TO & 63 != self.goal for reply in legal_moves(here))


class OpenAim:
    """To let queens and rooks out."""

    batch, rest, newest = 20, REST, True

    def movers(self, here: Diagram) -> tuple[int, list[Table]]:
        if here[8]:
            return here[6], ALIKE
        return here[5] & here[7], ALIKE

    def weight(self, here: Diagram) -> int:
        return SCOPE - scope(here)

    def reached(self, here: Diagram, move: int) -> bool:
        return not here[8] and scope(here) >= SCOPE and bool(legal_moves(here))


def scope(here: Diagram) -> int:
    """How many squares the winner's queens and rooks may go to, next to nothing else minded."""
    winners, losers = here[6:8]
    men = (here[3] | here[4]) & winners
    return (attacks(here, men, winners | losers, True) & ~winners).bit_count()


class PromotionAim:
    """To promote the winner's pawn that is nearest to it, or any other."""

    batch, rest, newest = BATCH, REST, True

    def __init__(self, here: Diagram) -> None:
        self.ways = promotion_map(here)
        pawns = here[0] & here[6]
        self.cost = nearest(self.ways, pawns, FAR * 4)
        pawn = next(s for s in chess.scan_forward(pawns) if self.ways[s] == self.cost)
        self.path = chess.BB_FILES[pawn & 7] & -(2 << pawn) & chess.BB_ALL
        lesser = [way + 1 for way in self.ways]  # a queen mates sooner than a rook
        self.promise = [self.ways] * 2 + [lesser] * 3 + [self.ways] * 2
        self.clear = [[self.path >> square & 1 for square in chess.SQUARES]] * 7

    def movers(self, here: Diagram) -> tuple[int, list[Table]]:
        kings, winners, losers, turn = here[5:9]
        if turn:
            return here[0] & winners, self.promise
        return losers & self.path or kings & losers, self.clear

    def weight(self, here: Diagram) -> int:
        in_the_way = ((here[6] | here[7]) & self.path).bit_count()
        return 2 * nearest(self.ways, here[0] & here[6], FAR * 4) + in_the_way

    def reached(self, here: Diagram, move: int) -> bool:
        if not (here[3] | here[4]) & here[6]:
            return False
        return bool(legal_moves(here)) or (not here[8] and is_mate(here))
