# SPDX-License-Identifier: GPL-3.0-or-later
"""The searches behind "cannot win" leave no legal move out, whatever they are after (5.2.2)."""

import random
from collections.abc import Iterator
from itertools import islice

import chess
from hard_positions import FAMILIES

from rules.winnable.bitboard import Bitboards, bitboards, legal_moves
from rules.winnable.goals import (
    capture_goal,
    corner_goal,
    mate_goal,
    mate_patterns,
    mobility_goal,
    nearest_corner_mates,
    nearest_prey,
    promotion_goal,
)
from rules.winnable.helpmate import PawnTask, task_goal
from rules.winnable.search import Goal, search


def goals(here: Bitboards) -> Iterator[Goal]:
    """One of every kind that makes sense in the position."""
    pawns, kings, winners, losers = here[0], here[5], here[6], here[7]
    yield mobility_goal()
    if (here[3] | here[4]) & winners:
        yield from (mate_goal(here, pattern) for pattern in mate_patterns(here)[:2])
    if pawns & winners:
        yield promotion_goal(here)
        pawn = (pawns & winners).bit_length() - 1
        yield task_goal(here, PawnTask(True, chess.PAWN, pawn, pawn + 8))
    yield task_goal(here, PawnTask(False, chess.KING, chess.E4, chess.E4))
    yield from (corner_goal(here, mate) for mate in nearest_corner_mates(here)[:1])
    taking = nearest_prey(here, losers & ~kings)
    if taking is not None:
        yield capture_goal(taking)


def test_every_goal_sees_each_move_once() -> None:
    chance = random.Random(6)
    kinds = set()
    for make in FAMILIES.values():
        for board in islice(make(chance), 8):
            for winner in chess.COLORS:
                here = bitboards(board, winner)
                for goal in goals(here):
                    kinds.add(goal.moves.__qualname__)
                    moves = list(goal.moves(here))
                    assert sorted(moves) == sorted(legal_moves(here)), (board.fen(), goal)
    assert len(kinds) == 6  # the check itself is not empty


def test_search_completes_only_at_the_end() -> None:
    here = bitboards(chess.Board("8/8/8/p1p1p1p1/P1P1P1P1/8/8/k1K5 b - - 0 1"), chess.WHITE)
    cut_short = search(here, mobility_goal(), 10)
    assert (cut_short.line, cut_short.complete) == (None, False)
    stalemated = bitboards(chess.Board("k7/P7/K7/8/8/8/8/8 b - - 0 1"), chess.WHITE)
    through = search(stalemated, mobility_goal(), 10)
    assert (through.line, through.complete) == (None, True)
