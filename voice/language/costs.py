# SPDX-License-Identifier: GPL-3.0-or-later
"""The prices of what may be said and the costs of mistakes, read from ``costs.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Costs:
    """The tables of ``costs.toml``: ``prices`` are negative logarithms of how often a thing is
    said; ``wrong`` and ``asking`` are costs in one unit."""

    prices: Mapping[str, float]
    wrong: Mapping[str, float]
    asking: Mapping[str, float]
    listening: Mapping[str, int]


@cache
def load() -> Costs:
    """The figures."""
    with (Path(__file__).parent / "costs.toml").open("rb") as file:
        return Costs(**tomllib.load(file))
