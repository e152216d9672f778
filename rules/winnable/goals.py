# SPDX-License-Identifier: GPL-3.0-or-later
"""Goals in an ordinary position: a promotion, a capture, a mate picked out beforehand.

A mate is picked out by looking where the loser's king may go, where a queen or rook attacks it
there, and from which square the winner's king guards what is left. Whether all get there in time
is left to the search: what is picked out here is a hope and proves nothing.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from typing import NamedTuple

import chess

from rules.winnable.bitboard import (
    BETWEEN,
    KING,
    PROMOTION,
    TO,
    Bitboards,
    SquareValues,
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
    table,
)
from rules.winnable.locked import Man, pawn_attacks
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
    """The goal of capturing a man."""
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


# --- Mates with knights and bishops only ----------------------------------------------------------
#
# Most of them have the loser's own men in the way of their king: in a corner, or anywhere behind
# locked pawns, which are taken to stay where they are. For each square that the king may reach,
# the squares that a check leaves open are found, and the men who may stand there (``locked``).


Placed = tuple[tuple[chess.PieceType, chess.Square], ...]
"""Kinds of pieces and where they stand."""

AROUND = (chess.A2, chess.B1, chess.B2)
GUARDS = (chess.A3, chess.B3, chess.C3, chess.C2, chess.C1)
POINTS = (
    *((chess.KNIGHT, square) for square in (chess.B3, chess.C2)),
    *((chess.BISHOP, square) for square in (chess.B2, chess.C3, chess.D4)),
)
HELPERS = tuple(
    (kind, square)
    for kind in (chess.KNIGHT, chess.BISHOP)
    for square in (chess.A3, chess.B3, chess.C3, chess.D2, chess.D3, chess.C2, chess.E4, chess.F1)
)
BLOCKERS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


class CornerMate(NamedTuple):
    """The loser's king in ``corner``, mated by the first of ``pieces``."""

    corner: chess.Square
    guard: chess.Square
    pieces: Placed
    blockers: Placed


@cache
def corner_mates() -> tuple[CornerMate, ...]:
    """All there are with at most two pieces and two blockers, the simplest first."""
    helps: list[Placed] = [(), *((helper,) for helper in HELPERS)]
    blocks: list[Placed] = [()]
    for count in (1, 2):
        for squares in combinations(AROUND, count):
            blocks += [
                tuple(zip(kinds, squares, strict=True)) for kinds in product(BLOCKERS, repeat=count)
            ]
    found = []
    for guard, point, help_, blockers in product(GUARDS, POINTS, helps, blocks):
        if bool(help_) == bool(blockers):  # one of the two is enough
            continue
        mate = CornerMate(chess.A1, guard, (point, *help_), blockers)
        here = _set_up(mate)
        if here is not None and is_mate(here):
            found += [_turned(mate, turn) for turn in (0, 7, 56, 63)]
    return tuple(found)


def _set_up(mate: CornerMate, winners: int = 0, losers: int = 0) -> Bitboards | None:
    """The mate on the board, beside these pawns; None if two would stand on one square."""
    kinds = [winners | losers, 0, 0, 0, 0, 1 << mate.guard | 1 << mate.corner]
    winners, losers = winners | 1 << mate.guard, losers | 1 << mate.corner
    for kind, square in mate.pieces:
        if (winners | losers) >> square & 1:
            return None
        kinds[kind - 1] |= 1 << square
        winners |= 1 << square
    for kind, square in mate.blockers:
        if (winners | losers) >> square & 1:
            return None
        kinds[kind - 1] |= 1 << square
        losers |= 1 << square
    pawns, knights, bishops, rooks, queens, kings = kinds
    return (pawns, knights, bishops, rooks, queens, kings, winners, losers, 0, 0, 0)


def _turned(mate: CornerMate, turn: int) -> CornerMate:
    pieces, blockers = (
        tuple((kind, square ^ turn) for kind, square in placed)
        for placed in (mate.pieces, mate.blockers)
    )
    return CornerMate(mate.corner ^ turn, mate.guard ^ turn, pieces, blockers)


def nearest_corner_mates(here: Bitboards) -> list[CornerMate]:
    """The corner mates that the men on the board can make, the nearest first."""
    kings, winners, losers = here[5:8]
    occupied = winners | losers
    tables: dict[tuple[bool, chess.PieceType], SquareValues] = {}
    for side, men in ((True, winners), (False, losers)):
        for kind in BLOCKERS:
            pieces = here[kind - 1] & men
            if pieces:
                tables[side, kind] = table(piece_ways(pieces, kind, occupied & ~pieces, men))
    walks = table(king_ways(kings & losers, ~here[0]))
    helps = table(king_ways(kings & winners, ~here[0]))
    rated = []
    for mate in corner_mates():
        way, walk = helps[mate.guard], walks[mate.corner]
        for kind, square in mate.pieces:
            known = tables.get((True, kind))
            way += known[square] if known else FAR
        for kind, square in mate.blockers:
            known = tables.get((False, kind))
            walk += known[square] if known else FAR
        if way < FAR and walk < FAR and _enough(here, mate):
            rated.append((4 * max(way, walk) + walk, mate))
    return [mate for _, mate in sorted(rated)]


def _enough(here: Bitboards, mate: CornerMate) -> bool:
    for men, placed in ((here[6], mate.pieces), (here[7], mate.blockers)):
        alike = len(placed) == 2 and placed[0][0] == placed[1][0]
        if alike and (here[placed[0][0] - 1] & men).bit_count() < 2:
            return False
    return True


LIMIT = 120
"""Positions to look at for one of them."""


def corner_goal(here: Bitboards, mate: CornerMate) -> Goal:
    """To bring about a :class:`CornerMate`."""
    walks, helps = _kings_ways(here, mate)
    mating, blocking = (
        [(kind, piece_ways(1 << square, kind, here[0], 0)) for kind, square in placed]
        for placed in (mate.pieces, mate.blockers)
    )

    def moves(here: Bitboards) -> Iterator[int]:
        kings, winners, losers, turn = here[5:9]
        men = winners if turn else losers
        king = kings & men
        ways = helps if turn else walks
        movers, targets = king, [0] * 7
        targets[chess.KING] = nearer(ways, distance(ways, king))
        for kind, ways in mating if turn else blocking:
            pieces = here[kind - 1] & men
            movers |= pieces
            targets[kind] |= nearer(ways, distance(ways, pieces))
        return ordered_moves(here, movers, targets)

    def weight(here: Bitboards) -> int:
        kings, winners, losers = here[5:8]
        walk = distance(walks, kings & losers)
        home = walk == 0
        for kind, ways in blocking:
            way = distance(ways, here[kind - 1] & losers)
            walk += way if home else max(way, 1)  # not to be in the king's way
        help_ = distance(helps, kings & winners)
        for number, (kind, ways) in enumerate(mating):
            way = distance(ways, here[kind - 1] & winners)
            help_ += way if number else (way or 2 if home else 1)  # the mating piece comes last
        return 4 * max(walk, help_) + walk + help_

    def reached(here: Bitboards, _: int) -> bool:
        return not here[8] and is_mate(here)

    return Goal(moves, weight, reached, limit=LIMIT)


def _kings_ways(here: Bitboards, mate: CornerMate) -> tuple[Ways, Ways]:
    """The ways of the loser's king to its corner, and of the winner's to where it guards."""
    pawns, kings, winners, losers = here[0], here[5], here[6], here[7]
    free = ~pawns & ~pawn_attacks(pawns & winners, True)
    corner, guard = 1 << mate.corner, 1 << mate.guard
    walks = king_ways(corner, free & ~KING[mate.guard])
    if not walks[-1] & kings & losers:
        walks = king_ways(corner, free)
    free = ~pawns & ~pawn_attacks(pawns & losers, False)
    return walks, king_ways(guard, free & ~KING[mate.corner])


# --- Behind locked pawns --------------------------------------------------------------------------


BLOCKADES = 24
"""Squares of the king on which a mate is looked for: those with the fewest ways out."""


def nearest_blockades(here: Bitboards, men: list[Man]) -> list[CornerMate]:
    """Mates that may come about, the nearest first; ``men`` with their regions."""
    blockades = _Blockades(here, men)
    rated = [(blockades.cost(mate), mate) for mate in blockades.all()]
    return [mate for _, mate in sorted(rated)]


class _Blockades:
    def __init__(self, here: Bitboards, men: list[Man]) -> None:
        pawns, kings, winners, losers = here[0], here[5], here[6], here[7]
        self.here = here
        self.pawns = pawns
        self.own_pawns = pawns & losers
        self.covered = pawn_attacks(pawns & winners, True)
        self.lone, self.helper = (
            next(man.region for man in men if man.kind == chess.KING and man.winners == whose)
            for whose in (False, True)
        )
        guarded = pawn_attacks(pawns & losers, False)
        self.walks = table(king_ways(kings & losers, ~pawns & ~self.covered))
        self.helps = table(king_ways(kings & winners, ~pawns & ~guarded))
        self.checkers, self.blockers = (
            [
                (man.kind, man.region & ~pawns)
                for man in men
                if man.winners == whose and man.kind in BLOCKERS
            ]
            for whose in (True, False)
        )
        self.ways = {
            (whose, kind): table(piece_ways(here[kind - 1] & side, kind, pawns, pawns))
            for whose, side in ((True, winners), (False, losers))
            for kind in BLOCKERS
            if here[kind - 1] & side
        }

    def cost(self, mate: CornerMate) -> int:
        walk, help_ = self.walks[mate.corner], self.helps[mate.guard]
        for whose, placed in ((True, mate.pieces), (False, mate.blockers)):
            for kind, square in placed:
                way = self.ways[whose, kind][square]
                if whose:
                    help_ += way
                else:
                    walk += way
        return 4 * max(walk, help_) + walk + help_

    def all(self) -> Iterator[CornerMate]:
        places = []
        for place in chess.scan_forward(self.lone & ~self.pawns & ~self.covered):
            if self.walks[place] < FAR:
                flights = KING[place] & ~self.own_pawns & ~self.covered
                places.append((flights.bit_count(), self.walks[place], place, flights))
        for _, _, place, flights in sorted(places)[:BLOCKADES]:
            yield from islice(self._on(place, flights), 4)

    def _on(self, place: chess.Square, flights: int) -> Iterator[CornerMate]:
        seen = set()
        for number, (kind, region) in enumerate(self.checkers):
            points = slides(place, kind, self.pawns) & region & self.helpful(kind)
            for point in chess.scan_forward(points):
                attacked = slides(point, kind, self.pawns)
                attacked |= slides(point, kind, self.pawns & ~(1 << place))
                left = flights & ~attacked
                if KING[place] >> point & 1 and not self.covered >> point & 1:
                    left |= 1 << point
                else:
                    left &= ~(1 << point)
                if (kind, left) in seen:
                    continue
                seen.add((kind, left))
                for guard in self._guards(place, left, 1 << point):
                    mate = self._filled(place, guard, number, point, left & ~KING[guard])
                    if mate is not None and self._is_mate(mate):
                        yield mate

    def helpful(self, kind: chess.PieceType) -> int:
        way = self.ways[True, kind]
        return sum(1 << square for square in chess.SQUARES if way[square] < FAR)

    def _guards(self, place: chess.Square, left: int, point: int) -> list[chess.Square]:
        """Where the winner's king may help, for each set of squares the nearest."""
        best: dict[int, tuple[int, chess.Square]] = {}
        for square in chess.scan_forward(self.helper & ~self.pawns & ~KING[place] & ~point):
            if square != place and self.helps[square] < FAR:
                guarded = KING[square] & left
                rated = self.helps[square], square
                best[guarded] = min(best.get(guarded, rated), rated)
        return [square for guarded, (_, square) in best.items()]

    def _filled(
        self, place: chess.Square, guard: chess.Square, number: int, point: chess.Square, left: int
    ) -> CornerMate | None:
        """The rest of the ways out, each with a man of the loser on it or a piece attacking it."""
        blockers, helpers = list(self.blockers), list(self.checkers)
        kind = helpers.pop(number)[0]
        pieces: list[tuple[chess.PieceType, chess.Square]] = [(kind, point)]
        placed: list[tuple[chess.PieceType, chess.Square]] = []
        used = 1 << place | 1 << guard | 1 << point
        for square in chess.scan_forward(left):
            if len(placed) + len(pieces) > 4:
                return None
            if not used >> square & 1 and not self.pawns >> square & 1:
                able = [
                    (self.ways[False, man[0]][square], index)
                    for index, man in enumerate(blockers)
                    if man[1] >> square & 1 and self.ways[False, man[0]][square] < FAR
                ]
                if able:
                    placed.append((blockers.pop(min(able)[1])[0], square))
                    used |= 1 << square
                    continue
            for index, (other, region) in enumerate(helpers):
                points = slides(square, other, self.pawns | 1 << place) & region & ~used
                points &= self.helpful(other) & ~KING[place]
                if points:
                    at = min(chess.scan_forward(points), key=self.ways[True, other].__getitem__)
                    helpers.pop(index)
                    pieces.append((other, at))
                    used |= 1 << at
                    break
            else:
                return None
        blocks: Placed = tuple(placed)
        return CornerMate(place, guard, tuple(pieces), blocks)

    def _is_mate(self, mate: CornerMate) -> bool:
        here = _set_up(mate, self.pawns & ~self.own_pawns, self.own_pawns)
        return here is not None and is_mate(here)
