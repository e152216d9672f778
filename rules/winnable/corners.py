# SPDX-License-Identifier: GPL-3.0-or-later
"""Mates with knights and bishops only, most of them with the loser's own men in the way of their
king: in a corner, or anywhere behind locked pawns.

Where the pawns stand is taken for granted behind them. On each square to which the loser's king may
get it is looked what a check leaves open, and who may stand there: see ``locked`` for where men may
stand at all. What is picked out is a hope, which a search then tries to bring about.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from typing import NamedTuple

import chess

from rules.winnable.bitboard import KING, Bitboards, SquareValues, is_mate, slides
from rules.winnable.distances import FAR, Ways, distance, king_ways, nearer, piece_ways, table
from rules.winnable.locked import Man, pawn_attacks
from rules.winnable.search import Goal, ordered_moves

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
    """Those that the men on the board can make, the nearest first."""
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


PLACES = 24
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
        for _, _, place, flights in sorted(places)[:PLACES]:
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
