# SPDX-License-Identifier: GPL-3.0-or-later
"""Learns a person's voice: from takes to a model of their own, if that is better: for this person,
and no worse for others. numpy only.

What is counted are words of utterances that nothing was learnt from, heard without any help from
what may be said (`voice.acoustic.search.loop`).
"""

import itertools
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from ground import files
from voice.acoustic import dictionary, rehearsal, search
from voice.acoustic.chunks import with_background
from voice.acoustic.fine_tuning import Plan, adapt, part_way
from voice.acoustic.networks import Networks, read_networks, write_networks
from voice.language.transcript import distance
from voice.learning.examples import Aligned, aligned, varied
from voice.learning.takes import Take

PLAN: Final = Plan()
_WAYS: Final = (PLAN.way, PLAN.way / 2)
"""How far to go from the old weights: less where others would be heard worse."""
_COPIED: Final = ("graph", "conf")
_SECOND_WAY: Final = 0.5
"""How far the second network goes, as a share: all the way it loses words that were not said."""
_TESTED_COPIES: Final = 4  # of a take set aside: as it is, and in three noises
_TESTED_NOISES: Final = (3.0, 15.0)  # loud: without noise nearly everything is heard rightly
_BITS: Final = 16  # moves are smaller than the steps of 8 bits
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


@dataclass(frozen=True, slots=True)
class Learnt:
    """The outcome of learning: networks, or None where the old ones are no worse.

    The scores are of words in takes set aside, each heard as it is and in three noises, and in the
    built-in utterances: those of ``after`` are of a model that had not learnt from them.
    """

    model: Networks | None
    before: Accuracy
    after: Accuracy


def learn(
    takes: Sequence[Take],
    base: Path,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Learnt:
    """The model in the folder ``base`` after learning from these takes. The same ones make the
    same. ``progress`` is told how many steps are done, of how many at most.

    One take in four is set aside, among those whose words others say as well. Where there are
    none nothing can be tested, and nothing is learnt.

    Raises:
        OSError, ValueError: the model cannot be read, or cannot learn.
        KeyError: a take has a word that it does not know.
    """
    model, words = read_networks(base), dictionary.read_dictionary(base)
    rehearsed, others = rehearsal.load(base / rehearsal.FILE)
    loop = search.loop(words, words)
    found = [aligned(model.first, take, words) for take in takes]
    aside = set(set_aside(takes))
    draw = np.random.default_rng([seed, 1])
    tests = [
        rehearsal.RehearsedUtterance(takes[i].words, one)
        for i in sorted(aside)
        for one in varied(found[i], draw, _TESTED_COPIES, _TESTED_NOISES)
    ]
    own_before, others_before = (heard(model, part, loop) for part in (tests, others))
    before = _score(tests, own_before, others, others_before)
    if not tests:
        return Learnt(None, before, before)
    networks = 1 + len(model.others)
    steps = itertools.count(1)

    def stepped() -> None:
        progress(next(steps), 2 * networks * PLAN.steps)  # to be tested, and for good

    learnt_from = [one for i, one in enumerate(found) if i not in aside]
    all_the_way = replace(PLAN, way=1.0)
    whole = fitted(model, learnt_from, rehearsed, seed, all_the_way, stepped=stepped)
    scores = []
    for way in _WAYS:
        trial = _part_way(model, whole, way)
        own_after, others_after = (heard(trial, part, loop) for part in (tests, others))
        after = _score(tests, own_after, others, others_after)
        scores.append(after)
        gains = np.reshape(np.subtract(own_after, own_before), (len(aside), -1)).sum(1)
        lost = before.others_right - after.others_right
        if better(gains.tolist(), lost, before.others_of):
            plan = replace(PLAN, way=way)
            final = fitted(model, found, rehearsed, seed, plan, stepped=stepped)
            return Learnt(final, before, after)
    return Learnt(None, before, scores[0])


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


def heard(
    model: Networks, utterances: Sequence[rehearsal.RehearsedUtterance], loop: search.Graph
) -> list[int]:
    """How many words of each utterance a model hears rightly."""
    found = []
    for one in utterances:
        likelihoods = model.likelihoods(one.example.features.astype(np.float32))
        words = tuple(word for word, _, _ in search.Search(loop, likelihoods).likeliest(0).words)
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


def _score(
    own: Sequence[rehearsal.RehearsedUtterance],
    own_right: Sequence[int],
    others: Sequence[rehearsal.RehearsedUtterance],
    others_right: Sequence[int],
) -> Accuracy:
    own_of, others_of = (sum(len(one.words) for one in part) for part in (own, others))
    return Accuracy(sum(own_right), own_of, sum(others_right), others_of)


def fitted(
    model: Networks,
    takes: Sequence[Aligned],
    rehearsed: Sequence[rehearsal.RehearsedUtterance],
    seed: int = 0,
    plan: Plan = PLAN,
    *,
    stepped: Callable[[], None] = lambda: None,
) -> Networks:
    """The networks fitted to takes, untested; they must not be empty."""
    draw = np.random.default_rng([seed, 0])
    own = [example for take in takes for example in varied(take, draw)]
    others = [one.example for one in rehearsed]
    first = adapt(model.first, own, others, plan, seed, stepped=stepped)
    own, others = ([with_background(one) for one in examples] for examples in (own, others))
    less = replace(plan, way=_SECOND_WAY * plan.way)
    adapted = (adapt(one, own, others, less, seed, stepped=stepped) for one in model.others)
    return Networks(first, tuple(adapted))


def _part_way(old: Networks, new: Networks, way: float) -> Networks:
    first = part_way(old.first, new.first, way)
    pairs = zip(old.others, new.others, strict=True)
    return Networks(first, tuple(part_way(one, other, way) for one, other in pairs))


def write(model: Networks, base: Path, folder: Path) -> None:
    """Make ``folder``, which does not exist, a Vosk model: these networks, the rest of ``base``.

    It appears under its name when it is whole. Raises OSError if it cannot be written.
    """
    new = files.beside(folder)
    shutil.rmtree(new, ignore_errors=True)
    try:
        write_networks(new, model, _BITS)
        for part in _COPIED:
            shutil.copytree(base / part, new / part, copy_function=shutil.copyfile)
        shutil.copyfile(base / dictionary.FILE, new / dictionary.FILE)
        files.put_in_place(new, folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
