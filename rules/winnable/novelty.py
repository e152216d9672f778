# SPDX-License-Identifier: GPL-3.0-or-later
"""A helpmate where pawns stand locked: one thing after the other, each square once.

In a locked position next to everything that pieces can do leads nowhere. What counts is what
cannot be taken back: captures and moves of pawns. So positions with the same pawns and the same
number of pieces are looked at together, as one *skeleton*, and within a skeleton a move is
followed only if it brings a kind of man to a square where none of its kind has been before
(the novelty of N. Lipovetzky and H. Geffner, "Width and Serialization of Classical Planning
Problems", ECAI 2012). Skeletons in which a pawn is nearer to its promotion come first; how near
it is a plan tells (``breakthrough``). With a queen or rook on the board a mate is mostly near.

Moves are left out here, so that nothing is proven where nothing is found.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

import chess

from rules.winnable.bitboard import (
    KIND,
    PROMOTION,
    TO,
    Bitboards,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.breakthrough import plan
from rules.winnable.helpmate import helpmate
from rules.winnable.search import Node, Search

TASK = 32
"""What a task of the plan weighs."""

WORN = 2
"""After so many positions of a skeleton the next weighs more by one."""

NO_PLAN, NO_PAWN = 40, 20
"""Tasks that a skeleton counts for in which nothing is planned."""

COST_OF_PLAN = 60
"""Positions that could be looked at while a plan is made."""

QUEENS = 4
"""Promotions after which a mate is looked for."""


@dataclass(slots=True)
class _Skeleton:
    """``been``: where men have been, by turn, kind and, if ``wide``, the other side's king."""

    weight: int
    planned: bool = False
    positions: int = 0
    been: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def is_new(self, turn: int, kind: int, king: int, to: chess.Square) -> bool:
        squares = self.been.get((turn, kind, king), 0)
        self.been[turn, kind, king] = squares | 1 << to
        return not squares >> to & 1


def novel_helpmate(start: Bitboards, limit: int, wide: bool) -> Search:
    """A line that ends in mate, or none; never ``complete`` without one.

    ``wide``: a square counts as new again when a king stands elsewhere.
    """
    queens, visited = QUEENS, 0
    seen, tick = {start}, count(0, -1 if wide else 1)
    skeletons = {_name(start): _Skeleton(0)}
    queue = [(0, 0, Node(None, 0, 0, start), skeletons[_name(start)])]
    while queue and visited < limit:
        _, _, node, skeleton = heappop(queue)
        here = node.here
        if not skeleton.planned:
            skeleton.planned, skeleton.weight = True, TASK * _tasks(here)
            visited += COST_OF_PLAN
            if queue and skeleton.weight > queue[0][0]:
                heappush(queue, (skeleton.weight, next(tick), node, skeleton))
                continue
        turn, standing = here[8], here[6] | here[7]
        for move in legal_moves(here):
            visited += 1
            kind, to = move >> KIND & 7, move >> TO & 63
            lasting = kind == chess.PAWN or standing >> to & 1
            kings = here[5] if wide and kind != chess.KING else 0
            if not lasting and not skeleton.is_new(turn, kind, kings, to):
                continue
            after = play(here, move)
            if after in seen:
                continue
            seen.add(after)
            if not after[8] and is_mate(after):
                return Search(node.line(move), after, True, visited)
            following = skeleton
            if lasting and insufficient_material(after):
                continue
            if lasting:
                called = _name(after)
                if called not in skeletons:
                    skeletons[called] = _Skeleton(skeleton.weight - 1)
                    if queens and turn and move >> PROMOTION & 7 in (chess.QUEEN, chess.ROOK):
                        queens -= 1
                        found = helpmate(after)
                        visited += found.visited
                        if found.line is not None:
                            line = node.line(move) + found.line
                            return Search(line, found.end, True, visited)
                following = skeletons[called]
            following.positions += 1
            weight = following.weight + following.positions // WORN
            heappush(queue, (weight, next(tick), Node(node, move, 0, after), following))
    return Search(None, start, False, visited)


def _name(here: Bitboards) -> tuple[int, ...]:
    """Equal for equal skeletons."""
    pawns, knights, bishops, rooks, queens, _, winners, losers, _, _, passing = here
    pieces = 0
    for men in (knights, bishops & chess.BB_LIGHT_SQUARES, bishops, rooks, queens):
        pieces = pieces << 8 | (men & winners).bit_count() << 4 | (men & losers).bit_count()
    return pawns & winners, pawns & losers, pieces, passing


def _tasks(here: Bitboards) -> int:
    """How much has to be done until there is a queen."""
    pawns, winners = here[0], here[6]
    if (here[3] | here[4]) & winners:
        return 0
    if not pawns & winners:
        return NO_PAWN
    return len(plan(here, True, (chess.QUEEN, chess.QUEEN), chess.BB_ALL)) or NO_PLAN
