# SPDX-License-Identifier: GPL-3.0-or-later
"""The tail of a room is taken off what was said in it, and off nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lab.acoustics import carried, response
from training.synthesis import Synthesiser, synthesise
from voice.acoustic.features import mfcc
from voice.acoustic.reverberation import without_reverberation

Wave = NDArray[np.float64]


@pytest.fixture(scope="module")
def said() -> Wave:
    """Voiced sounds of 60 to 200 ms, as long as a sentence, with pauses between them."""
    draw = np.random.default_rng(1)
    parts = [np.zeros(4_000)]
    for _ in range(9):
        time = np.arange(draw.integers(960, 3_200)) / 16_000
        pitch = draw.uniform(90, 180) * time * (1 + draw.uniform(-1, 1) * time)
        loud = 4_000 * draw.random(20) / np.arange(1, 21)
        voiced = loud @ np.sin(2 * np.pi * np.outer(np.arange(1, 21), pitch))
        parts += [voiced * np.hanning(len(time)), np.zeros(draw.integers(400, 2_400))]
    sound = np.concatenate([*parts, np.zeros(4_000)])
    return sound + draw.normal(0, 20, len(sound))


def _unlike(heard: NDArray[np.generic], said: Wave) -> float:
    """How far what the networks get is from what was said, in the mean of all frames."""
    return float(np.abs(mfcc(heard) - mfcc(said)).mean())


@pytest.mark.parametrize(
    ("seconds", "volume", "metres"), [(0.4, 50.0, 0.8), (0.4, 50.0, 1.5), (0.6, 190.0, 1.5)]
)
def test_what_is_said_in_a_room_becomes_more_like_what_was_said(
    said: Wave, seconds: float, volume: float, metres: float
) -> None:
    way = response(seconds, metres, 7, volume)
    direct = int(np.argmax(way != 0))
    there = carried(said, way)
    before, after = (
        _unlike(heard[direct:], said[: len(said) - direct])
        for heard in (there, without_reverberation(there))
    )
    assert after < 0.99 * before


def test_what_is_said_into_a_headset_stays_as_it_is(said: Wave) -> None:
    assert np.array_equal(without_reverberation(said), said.astype(np.float32))


@pytest.mark.parametrize("word", ["zwei", "Remis"])
def test_a_single_word_stays_as_it_is(synthesiser: Synthesiser, word: str) -> None:
    there = carried(
        synthesise(synthesiser, word, "de+m3", 150).astype(float), response(0.6, 1.5, 7)
    )
    assert np.array_equal(without_reverberation(there), there.astype(np.float32))


def test_noise_stays_as_it_is() -> None:
    noise = np.random.default_rng(2).normal(0, 300, 20_000).astype("<i2")
    assert np.array_equal(without_reverberation(noise), noise)


@given(st.integers(0, 4_000), st.sampled_from(["silence", "a tone", "full"]))
def test_anything_keeps_its_length_and_stays_finite(count: int, kind: str) -> None:
    time = np.arange(count)
    sound = {
        "silence": np.zeros(count),
        "a tone": 20_000 * np.sin(time / 5),
        "full": np.where(time % 7 < 3, 32_767, -32_768),
    }[kind]
    found = without_reverberation(sound.astype("<i2"))
    assert len(found) == count
    assert np.isfinite(found).all()
