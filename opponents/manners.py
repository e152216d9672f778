# SPDX-License-Identifier: GPL-3.0-or-later
"""A program's manners: whether it takes a draw, and when it resigns.

Values are in hundredths of a pawn, for the program; a mate is far beyond.
"""

from collections.abc import Sequence

EARLY = 20
"""So many plies nobody makes peace, unless they stand badly."""

BAD = -150
"""Who stands so much worse takes a draw at once."""

LOST = {600: -1500, 1400: -900, 2000: -700}
"""From which value on players of at least this Elo think that they are lost."""

PATIENCE = 3
"""So many moves in a row a program has to be lost before it resigns."""


def takes_draw(value: int, ply: int, elo: int) -> bool:
    """True if a player of this Elo agrees to a draw after ``ply`` plies.

    Weaker players are content with a draw where they stand a little better, strong ones where they
    stand a little worse.
    """
    content = 50 - (elo or 3000) // 50
    return value <= (BAD if ply < EARLY else content)


def resigns(values: Sequence[int], elo: int) -> bool:
    """True if a player gives up, to whom the positions before the last moves were so much worth.

    Beginners play on for longer: their opponents err too.
    """
    last = values[-PATIENCE:]
    lost = [least for rating, least in sorted(LOST.items()) if rating <= (elo or 3000)][-1]
    return len(last) == PATIENCE and all(value <= lost for value in last)
