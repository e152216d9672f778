# SPDX-License-Identifier: GPL-3.0-or-later
"""Learns a person's voice: from takes to a model of their own, if that is better: for this person,
and no worse for others. numpy only.

What is counted are words of utterances that nothing was learnt from, heard without any help from
what may be said (`voice.acoustic.search.loop`).

A take is heard in several rooms and noises. Most of the noises come through the microphone of the
take: they have the spectrum of the speech itself, but for a tilt. Noise in a band that the
microphone does not let pass teaches nothing.
"""

import itertools
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ground import files
from voice.acoustic import dictionary, examples, search
from voice.acoustic.align import align
from voice.acoustic.augment import Draw, Wave, fast_length, in_room, level, moved, noise, warped
from voice.acoustic.dictionary import Dictionary
from voice.acoustic.examples import Example, example, with_background
from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.fine_tuning import Plan, adapt, part_way
from voice.acoustic.kaldi_io import AcousticModel, Networks, read_networks, write_networks
from voice.acoustic.phones import SILENCE, PhoneSpan
from voice.language.transcript import distance
from voice.learning.store import Take

PLAN: Final = Plan()
_WAYS: Final = (PLAN.way, PLAN.way / 2)
"""How far to go from the old weights: less where others would be heard worse."""
_COPIED: Final = ("graph", "conf")
_SECOND_WAY: Final = 0.5
"""How far those of the second pass go, as a share: all the way they lose words not said."""
_TESTED_COPIES: Final = 4  # of a take set aside: as it is, and in three noises
_TESTED_NOISES: Final = (3.0, 15.0)  # loud: without noise nearly everything is heard rightly
_BITS: Final = 16  # moves are smaller than the steps of 8 bits
_SET_ASIDE: Final = 4  # one take in so many
_CHANCE: Final = 1.28  # standard deviations that one time in ten are exceeded by chance
_LOSS: Final = 0.005

COPIES: Final = 12
_WARP: Final = 0.06  # how far a copy is warped: as one's own voice changes from day to day
NOISES: Final = (0.0, 30.0)  # dB of the speech above the noise
_THROUGH: Final = 0.6  # the share of noises that come through the take's microphone
_TILT: Final = (0.0, 9.0)  # dB an octave, that the voice falls above _FALLS; noises do not
_FALLS: Final = 500.0  # Hz
_WINDOW, _SMOOTH, _LEAST = 512, 9, 1e-7
_LEVELS: Final = (2.5, 3.9)  # powers of ten, of 16 bits
_MARGIN: Final = (1_500, 9_000)  # samples before and after

AlignedTake = tuple[Take, Sequence[PhoneSpan]]
"""A take with its phones."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The outcome of learning: networks, or None where the old ones are no worse.

    So many ``of`` the words in the person's takes set aside, each heard as it is and in three
    noises, were heard rightly ``before`` and ``after``, by a model that had not learnt from them;
    so were the words of the built-in utterances, which ``others`` say.
    """

    model: Networks | None
    of: int
    before: int
    after: int
    others_of: int
    others_before: int
    others_after: int


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
    model, words = read_networks(base).unpacked(), dictionary.read_dictionary(base)
    rehearsed, others = examples.load_rehearsal(base / examples.REHEARSAL)
    loop = search.loop(words, words)
    found = [aligned(model.first, take, words) for take in takes]
    aside = set(set_aside(takes))
    draw = np.random.default_rng([seed, 1])
    tests = [
        replace(one, words=takes[i].words)
        for i in sorted(aside)
        for one in varied(found[i], draw, _TESTED_COPIES, _TESTED_NOISES)
    ]
    of, others_of = (sum(len(one.words) for one in part) for part in (tests, others))
    own_before, others_before = (heard(model, part, loop) for part in (tests, others))

    def outcome(new: Networks | None, own: Sequence[int], by_others: Sequence[int]) -> Learnt:
        others_right = sum(others_before), sum(by_others)
        return Learnt(new, of, sum(own_before), sum(own), others_of, *others_right)

    if not tests:
        return outcome(None, own_before, others_before)
    networks = 1 + len(model.others)
    steps = itertools.count(1)

    def stepped() -> None:
        progress(next(steps), 2 * networks * PLAN.steps)  # to be tested, and for good

    learnt_from = [one for i, one in enumerate(found) if i not in aside]
    all_the_way = replace(PLAN, way=1.0)
    whole = fitted(model, learnt_from, rehearsed, seed, all_the_way, stepped=stepped)
    first: Learnt | None = None
    for way in _WAYS:
        trial = _part_way(model, whole, way)
        own_after, others_after = (heard(trial, part, loop) for part in (tests, others))
        first = first or outcome(None, own_after, others_after)
        gains = np.reshape(np.subtract(own_after, own_before), (len(aside), -1)).sum(1)
        if better(gains.tolist(), sum(others_before) - sum(others_after), others_of):
            plan = replace(PLAN, way=way)
            final = fitted(model, found, rehearsed, seed, plan, stepped=stepped)
            return outcome(final, own_after, others_after)
    assert first is not None
    return first


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


def heard(model: Networks, utterances: Sequence[Example], loop: search.Graph) -> list[int]:
    """How many words of each utterance a model hears rightly."""
    found = []
    for one in utterances:
        likelihoods = model.likelihoods(one.features.astype(np.float32))
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


def fitted(
    model: Networks,
    takes: Sequence[AlignedTake],
    rehearsed: Sequence[Example],
    seed: int = 0,
    plan: Plan = PLAN,
    *,
    stepped: Callable[[], None] = lambda: None,
) -> Networks:
    """The networks fitted to takes, untested; they must not be empty."""
    draw = np.random.default_rng([seed, 0])
    own = [example for take in takes for example in varied(take, draw)]
    others = rehearsed
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


# --- What is learnt from a take -------------------------------------------------------------------


def aligned(model: AcousticModel, take: Take, dictionary: Dictionary) -> AlignedTake:
    """The phones of a take. Raises KeyError if the model does not know a word."""
    words = [[each.phones for each in dictionary[word]] for word in take.words]
    return take, align(model, take.samples.astype(np.float64), words)[0]


def varied(
    one: AlignedTake, draw: Draw, copies: int = COPIES, noises: tuple[float, float] = NOISES
) -> list[Example]:
    """The take as it is, and ``copies`` less one in other rooms and ``noises``: from so many dB
    below the speech to so many."""
    take, segments = one
    wave = take.samples.astype(np.float64)
    passed = passband(wave)
    return [_copy(wave, segments, passed, draw, noises if i else None) for i in range(copies)]


def _copy(
    wave: Wave,
    segments: Sequence[PhoneSpan],
    passed: Wave,
    draw: Draw,
    noises: tuple[float, float] | None,
) -> Example:
    plain = noises is None
    factor = 1.0 if plain else float(np.exp(draw.uniform(-_WARP, _WARP)))
    changed, moved_with = (
        (wave, list(segments)) if plain else warped(wave, SAMPLE_RATE, factor, segments)
    )
    lead, tail = (int(draw.integers(*_MARGIN)) for _ in range(2))
    sound = np.concatenate([np.zeros(lead), changed, np.zeros(tail)])
    placed = [PhoneSpan(0, lead, SILENCE), *moved(moved_with, 1.0, lead)]
    sound /= level(sound[np.abs(sound) > 0.1 * level(sound)])
    ratio = 60.0
    if noises is not None:
        if draw.random() < 0.3:
            sound = in_room(sound, draw)
        ratio = draw.uniform(*noises)
    made = (
        noise_through(passed, len(sound), draw)
        if draw.random() < _THROUGH
        else noise(len(sound), draw)
    )
    sound = sound + made * 10 ** (-ratio / 20)
    sound = sound * 10 ** draw.uniform(*_LEVELS)
    return example(np.clip(np.round(sound), -32768, 32767), placed)


def passband(wave: Wave) -> Wave:
    """The passband of the microphone of ``wave``: the power of each frequency, from 0 to half the
    sampling rate."""
    frames = sliding_window_view(np.pad(wave, (0, _WINDOW)), _WINDOW)[:: _WINDOW // 3]
    power = np.abs(np.fft.rfft(frames * np.hanning(_WINDOW))) ** 2
    energy = power.sum(1)
    voice = power[energy >= np.median(energy)].mean(0)
    padded = np.pad(voice, _SMOOTH // 2, "edge")
    smooth = np.convolve(padded, np.full(_SMOOTH, 1 / _SMOOTH), "valid")
    return np.asarray(smooth + _LEAST * smooth.max())


def noise_through(passed: Wave, count: int, draw: Draw) -> Wave:
    """Noise of unit level that a microphone lets pass."""
    length = fast_length(count)
    hertz = np.fft.rfftfreq(length, 1 / SAMPLE_RATE)
    gains = np.sqrt(np.interp(hertz, np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE), passed))
    octaves = np.log2(np.maximum(hertz, _FALLS) / _FALLS)
    gains *= 10 ** (draw.uniform(*_TILT) * octaves / 20)
    made = np.fft.irfft(np.fft.rfft(draw.standard_normal(length)) * gains, length)[:count]
    return np.asarray(made / level(made))
