# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions from games of random moves, for what holds in any position."""

import random

from hypothesis import strategies as st

from rules.position import Position


def playout(chance: random.Random, plies: int, start: Position | None = None) -> Position:
    """Where so many random moves lead, or fewer where the game ends before."""
    position = start or Position.start()
    for _ in range(plies):
        if not position.legal_moves:
            break
        position = position.play(chance.choice(position.legal_moves))
    return position


def _any_position(seed: int, plies: int) -> Position:
    start = Position.start(chess960=seed % 960 if seed % 5 == 0 else None)
    return playout(random.Random(seed), plies, start)


positions = st.builds(_any_position, st.integers(0, 2**32), st.integers(0, 120))
"""Of ordinary chess, and of Chess960."""
