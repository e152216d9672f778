# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a model that was fitted to a person is better: for this person, and no worse for others.

What is counted are words of utterances that nothing was learnt from, heard without any help from
what may be said (`voice.acoustic.decode`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from voice.acoustic.decode import WordLoop, decode
from voice.acoustic.kaldi_io import AcousticModel
from voice.acoustic.replay import Utterance
from voice.learning.takes import Take, distance

_SET_ASIDE: Final = 4  # one take in so many
_FEWEST: Final = 2  # words; a gain of one is chance


@dataclass(frozen=True, slots=True)
class Score:
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


def score(
    model: AcousticModel, own: Sequence[Utterance], others: Sequence[Utterance], loop: WordLoop
) -> Score:
    """How many words a model hears."""
    return Score(*_right(model, own, loop), *_right(model, others, loop))


def _right(
    model: AcousticModel, utterances: Sequence[Utterance], loop: WordLoop
) -> tuple[int, int]:
    right = of = 0
    for one in utterances:
        heard = decode(model.likelihoods(one.example.features.astype(np.float32)), loop)
        right += max(0, len(one.words) - distance(heard, one.words))
        of += len(one.words)
    return right, of


def better(before: Score, after: Score) -> bool:
    """Whether the model of ``after`` shall be used: half of the person's words that were wrong are
    right now, two at least, and none of the others is lost.

    Strict on purpose: measured on people (`bench/learning.py`), a model that was fitted did harm
    where the bundled one heard well, and words that a person did not say suffered.
    """
    wrong_before, wrong_after = before.of - before.right, after.of - after.right
    gained = wrong_before - wrong_after
    enough = gained >= _FEWEST and 2 * wrong_after <= wrong_before
    return enough and after.others_right >= before.others_right
