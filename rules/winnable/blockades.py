# SPDX-License-Identifier: GPL-3.0-or-later
"""Mates by a knight or bishop behind locked pawns: the loser's men are in their king's way.

Where the pawns stand is taken for granted. On each square to which the loser's king may get it is
looked what a check leaves open, and who may stand there: see ``locked`` for where men may stand
at all. What is picked out is a hope, which a search then tries to bring about.
"""

from collections.abc import Iterator
from itertools import islice

import chess

from rules.winnable.bitboard import KING, Bitboards, is_mate, slides
from rules.winnable.corners import CornerMate, Placed
from rules.winnable.distances import FAR, king_ways, piece_ways, table
from rules.winnable.locked import Man, pawn_attacks

PLACES = 24
"""Squares of the king on which a mate is looked for: those with the fewest ways out."""

PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


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
                if man.winners == whose and man.kind in PIECES
            ]
            for whose in (True, False)
        )
        self.ways = {
            (whose, kind): table(piece_ways(here[kind - 1] & side, kind, pawns, pawns))
            for whose, side in ((True, winners), (False, losers))
            for kind in PIECES
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
        winners = self.pawns & self.here[6] | 1 << mate.guard
        losers = self.own_pawns | 1 << mate.corner
        kinds = [self.pawns, 0, 0, 0, 0, 1 << mate.guard | 1 << mate.corner]
        for kind, square in mate.pieces:
            kinds[kind - 1] |= 1 << square
            winners |= 1 << square
        for kind, square in mate.blockers:
            kinds[kind - 1] |= 1 << square
            losers |= 1 << square
        pawns, knights, bishops, rooks, queens, kings = kinds
        return is_mate((pawns, knights, bishops, rooks, queens, kings, winners, losers, 0, 0, 0))
