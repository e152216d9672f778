# SPDX-License-Identifier: GPL-3.0-or-later
"""A helpmate found by doing something, whatever it is.

Where no plan leads to a mate, most often something has to be given up first, and what that is shows
only afterwards; the first capture or move of a pawn may be enough. So moves are drawn by lot here,
more of those that cannot be taken back, and from time to time it is looked whether a mate is near.

Moves are left out here, so that nothing is proven where nothing is found.
"""

from random import Random

import chess

from rules.winnable.bitboard import (
    KIND,
    TO,
    Bitboards,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.helpmate import helpmate
from rules.winnable.search import Search

PLIES = 60
"""Moves of a walk."""

LASTING = 0.5
"""How often a move is made that cannot be taken back, where there is one."""


def helpmate_on_walks(start: Bitboards, seed: int, walks: int, looks: int) -> Search:
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
                return Search(line, here, True, visited)
            changed = _material(here)
            if ply < PLIES and (not lasts or changed in seen):
                continue
            if not looks:
                return Search(None, start, False, visited)
            looks -= 1
            seen.add(changed)
            found = helpmate(here)
            visited += found.visited
            if found.line is not None:
                return Search(line + found.line, found.end, True, visited)
    return Search(None, start, False, visited)


def _material(here: Bitboards) -> tuple[int, ...]:
    """Equal where the pawns stand alike and there are as many pieces of each kind."""
    pawns, *pieces, _, winners, losers = here[:8]
    counts = ((men & side).bit_count() for men in pieces for side in (winners, losers))
    return pawns & winners, pawns & losers, *counts
