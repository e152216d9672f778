# SPDX-License-Identifier: GPL-3.0-or-later
"""The test whether a model that was fitted to a person is better: for this person, and no worse for
others.

What is counted are words of utterances that nothing was learnt from, heard without any help from
what may be said (`voice.acoustic.search.loop`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from voice.acoustic.networks import Networks
from voice.acoustic.rehearsal import RehearsedUtterance
from voice.acoustic.search import Graph, Search
from voice.language.transcript import distance
from voice.learning.takes import Take

_SET_ASIDE: Final = 4  # one take in so many
_CHANCE: Final = 1.28  # standard deviations that one time in ten are exceeded by chance
_LOSS: Final = 0.005


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Words heard rightly: of the person's takes set aside, and of the built-in utterances."""

    right: int
    of: int
    others_right: int
    others_of: int


def set_aside(takes: Sequence[Take]) -> list[int]:
    """The numbers of takes to test with: one in four, if the others say all of their words."""
    left: dict[str, int] = {}
    for take in takes:
        for word in take.words:
            left[word] = left.get(word, 0) + 1
    chosen: list[int] = []
    for number, take in enumerate(takes):
        own = {word: take.words.count(word) for word in take.words}
        if len(chosen) < len(takes) // _SET_ASIDE and all(left[word] > own[word] for word in own):
            chosen.append(number)
            for word, count in own.items():
                left[word] -= count
    return chosen


def heard(model: Networks, utterances: Sequence[RehearsedUtterance], loop: Graph) -> list[int]:
    """How many words of each utterance a model hears rightly."""
    found = []
    for one in utterances:
        likelihoods = model.likelihoods(one.example.features.astype(np.float32))
        words = tuple(word for word, _, _ in Search(loop, likelihoods).likeliest(0).words)
        found.append(max(0, len(one.words) - distance(words, one.words)))
    return found


def better(gains: Sequence[int], lost: int, of: int) -> bool:
    """True if a new model shall be used.

    ``gains`` are the words that it hears better, or below zero worse, in each of the person's takes
    set aside. Their sum must be more than chance makes of takes that get better or worse alike: one
    time in ten at most, by their spread. And of the ``of`` words of the built-in utterances it must
    not lose more than half a hundredth, and one that may be chance.
    """
    spread = float(np.sqrt(np.sum(np.square(gains))))
    return sum(gains) > _CHANCE * spread and lost <= 1 + _LOSS * of
