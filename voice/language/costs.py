# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures behind "sure enough", read from ``costs.toml``."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Costs:
    """Figures by name; ``confusions`` from a word to those it is taken for.

    ``by_sound`` is by the number of words: for one, two, ..., the last for all longer phrases.
    """

    shares: Mapping[str, float]
    by_sound: Sequence[float]
    costs: Mapping[str, float]
    second_pass: Mapping[str, float]
    seconds: Mapping[str, float]
    listening: Mapping[str, int]
    confusions: Mapping[str, Mapping[str, float]]


@cache
def load() -> Costs:
    """The figures; words in lower case as in the vocabulary, confusions both ways."""
    with (Path(__file__).parent / "costs.toml").open("rb") as file:
        data = tomllib.load(file)
    confusions: dict[str, dict[str, float]] = {}
    for pair, cost in data["confusions"].items():
        one, other = pair.lower().split()
        confusions.setdefault(one, {})[other] = cost
        confusions.setdefault(other, {})[one] = cost
    by_sound = data["by_sound"]["shares"]
    return Costs(
        data["shares"],
        by_sound,
        data["costs"],
        data["second_pass"],
        data["seconds"],
        data["listening"],
        confusions,
    )
