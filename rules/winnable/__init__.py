# SPDX-License-Identifier: GPL-3.0-or-later
"""Can a player still win? The prover behind dead positions and fallen flags (5.2.2, 6.9, 7.5.5).

The Laws ask whether *any* series of legal moves ends in mate, however foolish the moves are. So
both sides work together here: the *winner*, whose win is asked for, and the *loser*. How often
positions were repeated and how many moves were made without a capture is left out.

The answer is a :class:`Winnability`. ``YES`` is proven by a helpmate, a line of legal moves that
ends in mate; :func:`prove` hands it out. ``NO`` is proven because every way was followed to its
end or is impossible. ``UNDECIDED`` says that the bounds were reached; it counts as winnable: a game
must not be ended without proof. The bounds count positions, not time, so that every machine gives
the same answer.

The means are tried from the cheapest to the dearest:

1. **Material** (``bitboard``): a lone knight or bishops of one colour mate nobody, wherever they
   stand, unless the loser has men that get in the way of their own king.
2. **Locked positions** (``locked``): for each man a region of squares is computed on which it may
   ever stand. Regions can only be too large. If the loser's king can be mated nowhere even so,
   the winner can never win. This finds walls of pawns that nobody can pass.
3. **A helpmate step by step** (``helpmate``): in most positions of real games some mate is near.
   Patterns of mate are picked out beforehand (``goals``, ``corners``), and short searches bring
   the pieces there. Where no mate is in sight, a pawn is promoted or something is taken first;
   where pawns block one another, a relaxed plan tells what has to be taken (``breakthrough``).
   Behind locked pawns the loser's men may be brought into their king's way (``corners``).
4. **Walks** (``helpmate``): moves are drawn by lot, and from where they lead a mate may be near.
5. **Everything** (``search``): every legal move is followed, deep first, but for what material
   and regions show to be hopeless. If such a search runs out of positions, the answer is ``NO``.
   It goes on only as long as the positions that wait become no more.

:func:`can_win` is asked after every move of a game, where a dead position ends it, where a flag
has fallen and where a person wants to know: there is one answer.

``bitboard`` holds the position as a few numbers, with the winner always playing up the board;
``search`` is the search for one goal; ``distances`` counts how many moves a man needs to each
square. Goals, patterns, plans and lots only decide how soon something is found: none of
them can make an answer wrong. The tests play every helpmate out and search to the end wherever
that is short enough.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

import chess

from rules.winnable.bitboard import Bitboards, bitboards, insufficient_material, is_mate, move_of
from rules.winnable.goals import corner_goal, nearest_blockades
from rules.winnable.helpmate import helpmate, helpmate_on_walks
from rules.winnable.locked import mate_conceivable, never_mates, regions
from rules.winnable.search import Exhaustion, SearchResult, search

__all__ = ["Proof", "Winnability", "can_win", "prove"]

FIRST_WALKS, WALKS = (0, 8, 8), (1, 32, 24)
"""For walks at first and later on: by which lot, how many, and how many mates to look for."""

BLOCKADES, LIMIT = 3, 100
"""Mates to go for where the loser's men are in the way, and positions to look at for each."""

FEW, MORE, MANY = 600, 4000, 20000
"""Positions to follow: at first, after everything else has been tried, and where an end is near."""

WIDENING, GLANCE = 2, 250
"""Where more than so many positions wait for each that was followed, no end is near; then no more
than these are followed."""

KEPT = 500
"""Verdicts to remember: of one position it is asked at the start, at a flag and for an answer."""


class Winnability(StrEnum):
    """``UNDECIDED`` counts as winnable everywhere and is reported as undecided."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


Proof = tuple[Winnability, tuple[chess.Move, ...]]
"""A verdict, and with ``YES`` a helpmate: legal moves of both sides that end in mate."""


def can_win(board: chess.Board, colour: chess.Color) -> Winnability:
    """Can ``colour`` mate by some series of legal moves of both sides?

    The board must be legal (3.10.3). How often positions were repeated and how many moves were
    made without a capture is left out.
    """
    verdict, _ = prove(board, colour)
    return verdict


def prove(board: chess.Board, colour: chess.Color) -> Proof:
    """:func:`can_win` with the proof for ``YES``; castling there is king takes rook."""
    verdict, line = _prove(bitboards(board, colour))
    return verdict, tuple(move_of(move, colour) for move in line)


@lru_cache(KEPT)
def _prove(start: Bitboards) -> tuple[Winnability, tuple[int, ...]]:
    """The verdict and the helpmate, in the moves of ``bitboard``."""
    if not start[8] and is_mate(start):
        return Winnability.YES, ()
    for found in _means(start):
        if found.line is not None:
            return Winnability.YES, found.line
        if found.complete:
            return Winnability.NO, ()
    return Winnability.UNDECIDED, ()


def _means(start: Bitboards) -> Iterator[SearchResult]:
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
