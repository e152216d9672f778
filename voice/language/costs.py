# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures behind "sure enough", read from ``costs.toml``."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Bar:
    """How sure is sure enough for a class of commands.

    ``obey`` and ``ask`` are clearnesses (``Transcript.clearness``) by the number of words: for one,
    two, ..., the last for all longer phrases. ``share`` and ``ask_share`` of the list count where
    nothing tells how clear the words were. A command without a bar for asking is not asked back.
    """

    obey: Sequence[float]
    ask: Sequence[float]
    share: float
    ask_share: float = 1.0

    def obeys(self, clearness: float, words: int) -> bool:
        """True if so many words are clear enough to be obeyed."""
        return clearness >= _of_length(self.obey, words)

    def asks(self, clearness: float, words: int) -> bool:
        """True if so many words are clear enough to be asked back."""
        return bool(self.ask) and clearness >= _of_length(self.ask, words)


def _of_length(figures: Sequence[float], words: int) -> float:
    return figures[min(words, len(figures)) - 1]


@dataclass(frozen=True, slots=True)
class Costs:
    """Figures by name; ``confusions`` from a word to those it is taken for.

    ``by_sound`` is by the number of words: for one, two, ..., the last for all longer phrases.
    ``acts`` are the bars of commands by their class.
    """

    shares: Mapping[str, float]
    acts: Mapping[str, Bar]
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
        {name: Bar(**bar) for name, bar in data["acts"].items()},
        by_sound,
        data["costs"],
        data["second_pass"],
        data["seconds"],
        data["listening"],
        confusions,
    )
