# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding a helpmate in an ordinary position within a millisecond or so.

Step by step: promote a pawn where there is neither queen nor rook, go for a mate that seems near,
and where none is in sight let the heavy pieces out or take something, and look again; where
nothing else helps, follow the plan for a pawn, the winner's to promote or the loser's to be in its
king's way. Each step is a short search for a goal of its own. It finds most helpmates there are
and proves nothing where it finds none.

Where no plan leads to a mate, most often something has to be given up first, and what that is shows
only afterwards; the first capture or move of a pawn may be enough. On a walk moves are drawn by
lot, more of those that cannot be taken back, and from time to time it is looked whether a mate is
near. Moves are left out there, so that nothing is proven where nothing is found.
"""

from collections.abc import Iterator
from random import Random

import chess

from rules.winnable.bitboard import (
    KIND,
    TO,
    Bitboards,
    attacks,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.breakthrough import PawnTask, Pieces, plan, task_goal
from rules.winnable.corners import corner_goal, nearest_corner_mates
from rules.winnable.distances import piece_ways
from rules.winnable.goals import (
    MOBILITY,
    MatePattern,
    capture_goal,
    mate_goal,
    mate_patterns,
    mobility,
    mobility_goal,
    nearest_prey,
    promotion_goal,
    promotion_path,
)
from rules.winnable.search import Goal, SearchResult, search

STEPS = 30
TRIES = 2
"""Mates to go for before something is taken instead."""

CORNERS = 6
"""Mates to go for where there are only knights and bishops."""

PREYS = 2
"""Men to try to take before nothing more is thought of."""

LIMIT = 500
"""Positions to look at in all."""

FAR_FROM_PROMOTION = 8
"""With more in a pawn's way, something is taken first."""


def helpmate(start: Bitboards) -> SearchResult:
    """A line that ends in mate, or none; never ``complete`` without one."""
    here, visited = start, 0
    line: tuple[int, ...] = ()
    for _ in range(STEPS):
        found = None
        for goal in _goals(here):
            found = search(here, goal, goal.limit, insufficient_material)
            visited += found.visited
            if found.line is not None or visited > LIMIT:
                break
        if found is None or found.line is None:
            found = _follow_plan(here)
            visited += found.visited
            if found.line is None or visited > LIMIT:
                break
        line += found.line
        here = found.end
        if is_mate(here):
            return SearchResult(line, here, True, visited)
    return SearchResult(None, start, False, visited)


def _follow_plan(here: Bitboards) -> SearchResult:
    """As much of a plan for a pawn as can be done."""
    pawns, winners, losers = here[0], here[6], here[7]
    if pawns & winners:
        queens = chess.QUEEN, chess.QUEEN
        tasks = plan(here, True, queens, ~(pawns & winners)) or plan(
            here, True, queens, chess.BB_ALL
        )
    else:
        blocker = _blocker(here)
        tasks = plan(here, False, blocker, losers) or plan(here, False, blocker, chess.BB_ALL)
    line: tuple[int, ...] = ()
    visited = 0
    for task in tasks:
        goal = task_goal(here, task)
        found = search(here, goal, goal.limit, insufficient_material)
        visited += found.visited
        if found.line is None:
            break
        line += found.line
        here = found.end
    return SearchResult(line or None, here, False, visited)


def _exchanges(here: Bitboards) -> Iterator[Goal]:
    """To take a queen or rook of the loser, or to have it come where it can be taken."""
    winners, losers = here[6:8]
    heavy = (here[3] | here[4]) & losers
    taking = nearest_prey(here, heavy)
    if taking is not None:
        yield capture_goal(taking)
        return
    occupied = winners | losers
    kind = chess.QUEEN if here[4] & losers else chess.ROOK
    pieces = here[kind - 1] & losers
    safe = attacks(here, winners, occupied, True) & ~occupied
    safe &= ~attacks(here, losers & ~pieces, occupied & ~pieces, False)
    for squares in piece_ways(pieces, kind, occupied & ~pieces, occupied):
        if squares & safe:
            target = (squares & safe).bit_length() - 1
            yield task_goal(here, PawnTask(False, kind, target, target))
            return


def _blocker(here: Bitboards) -> Pieces:
    """The piece that a loser's pawn should become to be in its king's way: it must not take the
    checking piece, nor come between."""
    minor = (here[1] | here[2]) & here[6]
    if not minor & ~chess.BB_DARK_SQUARES:
        return chess.KNIGHT, chess.BISHOP
    if not minor & ~chess.BB_LIGHT_SQUARES:
        return chess.BISHOP, chess.KNIGHT
    return chess.KNIGHT, chess.KNIGHT


def _goals(here: Bitboards) -> Iterator[Goal]:
    """The goals to try now, the best first."""
    pawns, winners, losers = here[0], here[6], here[7]
    prey = losers & ~here[5]
    patterns: list[MatePattern] = []
    if (here[3] | here[4]) & winners:
        patterns = mate_patterns(here)
        for pattern in patterns[:TRIES]:
            yield mate_goal(here, pattern)
        if mobility(here) < MOBILITY:
            yield mobility_goal()
    elif pawns & winners:
        cost, path = promotion_path(here)
        if cost <= FAR_FROM_PROMOTION:
            yield promotion_goal(here)
            return
        prey = path & pawns & losers or prey
    else:
        if (here[3] | here[4]) & losers:  # they could come between
            yield from _exchanges(here)
        for mate in nearest_corner_mates(here)[:CORNERS]:
            yield corner_goal(here, mate)
        return
    for _ in range(PREYS):
        taking = nearest_prey(here, prey)
        if taking is None:
            break
        yield capture_goal(taking)
        _, target, _ = taking
        prey &= ~(1 << target)
    for pattern in patterns[TRIES:]:
        yield mate_goal(here, pattern)


# --- Walks ----------------------------------------------------------------------------------------


PLIES = 60
"""Moves of a walk."""

LASTING = 0.5
"""How often a move is made that cannot be taken back, where there is one."""


def helpmate_on_walks(start: Bitboards, seed: int, walks: int, looks: int) -> SearchResult:
    """A line that ends in mate, or none; never ``complete`` without one.

    So many ``walks`` at most, and so many ``looks`` for a mate: at the end of a walk, and before
    where pawns or pieces are others than ever before. A ``seed`` always draws the same lots.
    """
    lot = Random(seed).random
    seen: set[tuple[int, ...]] = set()
    visited = 0
    for _ in range(walks):
        here = start
        line: tuple[int, ...] = ()
        for ply in range(1, PLIES + 1):
            moves = legal_moves(here)
            visited += 1
            if not moves:
                break
            standing = here[6] | here[7]
            lasting = [
                move
                for move in moves
                if move >> KIND & 7 == chess.PAWN or standing >> (move >> TO & 63) & 1
            ]
            lasts = bool(lasting) and lot() < LASTING
            some = lasting if lasts else moves
            move = some[int(lot() * len(some))]
            after = play(here, move)
            if insufficient_material(after):
                continue
            here = after
            line = (*line, move)
            if not here[8] and is_mate(here):
                return SearchResult(line, here, True, visited)
            changed = _material(here)
            if ply < PLIES and (not lasts or changed in seen):
                continue
            if not looks:
                return SearchResult(None, start, False, visited)
            looks -= 1
            seen.add(changed)
            found = helpmate(here)
            visited += found.visited
            if found.line is not None:
                return SearchResult(line + found.line, found.end, True, visited)
    return SearchResult(None, start, False, visited)


def _material(here: Bitboards) -> tuple[int, ...]:
    """Equal where the pawns stand alike and there are as many pieces of each kind."""
    pawns, *pieces, _, winners, losers = here[:8]
    counts = ((men & side).bit_count() for men in pieces for side in (winners, losers))
    return pawns & winners, pawns & losers, *counts
