# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which the means of the prover are tried; ``rules.winnable`` explains them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.winnable.bitboard import Bitboards, bitboards, insufficient_material, is_mate, move_of
from rules.winnable.blockades import nearest_blockades
from rules.winnable.corners import corner_goal
from rules.winnable.exhaustion import Exhaustion
from rules.winnable.helpmate import helpmate, helpmate_on_walks
from rules.winnable.locked import mate_conceivable, never_mates, regions
from rules.winnable.search import SearchResult, search

FIRST_WALKS, WALKS = (0, 8, 8), (1, 32, 24)
"""For walks at first and later on: by which lot, how many, and how many mates to look for."""

BLOCKADES, LIMIT = 3, 100
"""Mates to go for where the loser's men are in the way, and positions to look at for each."""

FEW, MORE, MANY = 600, 4000, 20000
"""Positions to follow: at first, after everything else has been tried, and where an end is near."""

WIDENING, GLANCE = 2, 250
"""Where more than so many positions wait for each that was followed, no end is near; then no more
than these are followed."""


class Winnability(StrEnum):
    """``UNDECIDED`` counts as winnable everywhere and is reported as undecided."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict, and with ``YES`` a helpmate: legal moves of both sides that end in mate."""

    verdict: Winnability
    line: tuple[chess.Move, ...] = ()


def can_win(board: chess.Board, colour: chess.Color) -> Winnability:
    """Can ``colour`` mate by some series of legal moves of both sides?

    The board must be legal (3.10.3). How often positions were repeated and how many moves were
    made without a capture is left out.
    """
    return prove(board, colour).verdict


def prove(board: chess.Board, colour: chess.Color) -> Proof:
    """:func:`can_win` with the proof for ``YES``; castling there is king takes rook."""
    start = bitboards(board, colour)
    if not start[8] and is_mate(start):
        return Proof(Winnability.YES)
    for found in _prove(start):
        if found.line is not None:
            return Proof(Winnability.YES, tuple(move_of(move, colour) for move in found.line))
        if found.complete:
            return Proof(Winnability.NO)
    return Proof(Winnability.UNDECIDED)


def _prove(start: Bitboards) -> Iterator[SearchResult]:
    """Each of the means in turn, the cheapest first."""
    yield SearchResult(None, start, insufficient_material(start), 0)
    if _is_jammed(start):
        yield SearchResult(None, start, never_mates(start, pawns_may_go=False), 0)
    yield helpmate(start)
    men = regions(start)
    yield SearchResult(None, start, not mate_conceivable(men), 0)
    yield helpmate_on_walks(start, *FIRST_WALKS)
    for mate in nearest_blockades(start, men)[:BLOCKADES]:
        yield search(start, corner_goal(start, mate), LIMIT, insufficient_material)
    everything = Exhaustion(start)
    yield everything.follow(FEW, look=False)
    widens = everything.open > WIDENING * everything.followed
    yield helpmate_on_walks(start, *WALKS)
    everything = Exhaustion(start)
    yield everything.follow(GLANCE if widens else MORE, look=True)
    while everything.open < everything.followed and everything.effort < MANY:
        yield everything.follow(everything.effort + MORE, look=True)


def _is_jammed(here: Bitboards) -> bool:
    """True if there are pawns and none has a free square before it."""
    pawns, winners, losers = here[0], here[6], here[7]
    ahead = (pawns & winners) << 8 | (pawns & losers) >> 8
    return bool(pawns) and not ahead & ~(winners | losers)
