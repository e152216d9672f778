# SPDX-License-Identifier: GPL-3.0-or-later
"""How strong the computer plays: an Elo for each level, and what makes a player of that Elo.

Above `OWN_BEST` it is Stockfish's ``UCI_Elo``, and `OWN_BEST` is near that scale. Below it the Elo
is a name, of whom such play reminds: how far the levels are apart, about 200 on the scale of
engines, is measured by ``python -m bench.opponents.ladder``.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from table.acts.setup import STRONGEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chess.engine import ConfigMapping, Option

OWN_BEST = 1800
"""The level of the best that Hektor's own engine can do: above it another one plays."""

AS_A_PLAYER = math.inf
"""Stands for the time that a player of its strength would take, where seconds are given."""

_NODES = ((1700, 6_000), (1750, 15_000), (OWN_BEST, 40_000))
"""How many positions Hektor's own engine looks at for a move where it does not err."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How much a player sees of a position, and how readily they err.

    ``depth`` is how many plies are looked ahead, ``moves`` how many moves are weighed against each
    other. ``temper``: a move that loses so much of the expected score (from 0 to 1) is played e
    times less often than the best one.
    """

    depth: int
    moves: int
    temper: float


_SIGHTS = (
    (600, Sight(2, 60, 0.185)),
    (700, Sight(2, 60, 0.13)),
    (800, Sight(2, 60, 0.0966)),
    (900, Sight(3, 20, 0.1125)),
    (1000, Sight(3, 20, 0.0845)),
    (1100, Sight(3, 20, 0.0643)),
    (1200, Sight(3, 20, 0.0505)),
    (1300, Sight(3, 20, 0.0384)),
    (1400, Sight(3, 20, 0.0271)),
    (1500, Sight(4, 12, 0.035)),
    (1600, Sight(4, 12, 0.0215)),
    (1650, Sight(4, 12, 0.0113)),
)
"""Depth, moves and temper of each level that errs; the rows between are reckoned."""


def sight(elo: int) -> Sight | None:
    """The sight of a player of this Elo; None for one who errs no more than an engine."""
    ratings = [rating for rating, _ in _SIGHTS]
    if elo > ratings[-1]:
        return None
    above = bisect_left(ratings, max(elo, ratings[0]))
    upper, finer = _SIGHTS[above]
    if above == 0 or upper == elo:
        return finer
    lower, coarser = _SIGHTS[above - 1]
    if coarser.depth != finer.depth:  # who looks further errs more readily at first
        return coarser
    share = (elo - lower) / (upper - lower)
    return Sight(
        coarser.depth,
        max(coarser.moves, finer.moves),
        coarser.temper * (finer.temper / coarser.temper) ** share,
    )


def nodes(elo: int) -> int:
    """How many positions Hektor's own engine looks at for a move at this Elo; 0 is its best."""
    for (lower, few), (upper, many) in itertools.pairwise(_NODES):
        if 0 < elo < upper:
            share = max(0, elo - lower) / (upper - lower)
            return round(few * math.pow(many / few, share))
    return _NODES[-1][1]


def strength(options: Mapping[str, Option], elo: int) -> ConfigMapping:
    """The settings that make an engine with these options play at that Elo, or as near as it can;
    none where that is its best (0, or `STRONGEST`), or where it does not know ``UCI_Elo``."""
    option = options.get("UCI_Elo")
    if not 0 < elo < STRONGEST or option is None:
        return {}
    least, most = option.min or 0, option.max or STRONGEST
    return {"UCI_LimitStrength": True, "UCI_Elo": max(least, min(most, elo))}
