# SPDX-License-Identifier: GPL-3.0-or-later
"""Sounds that stand for words: short and soft, so that people are heard through them."""

from functools import cache
from typing import Final

import numpy as np

from announce.text.utterance import Sign
from game.speech.voices import SAMPLE_RATE, Samples

_LEVEL: Final = 6_000.0  # of 32,768
_SECONDS: Final = 0.02

# Two knocks of a lever on wood: their place (s), frequency (Hz), decay (s) and strength.
_KNOCKS: Final = {Sign.PRESS: ((0.0, 2_400.0, 0.0012, 0.6), (0.006, 1_300.0, 0.0025, 1.0))}


@cache
def sound_of(sign: Sign, volume: float) -> Samples:
    """Mono sound at `game.speech.voices.SAMPLE_RATE`; ``volume`` is 0.0 to 1.0."""
    time = np.arange(round(SAMPLE_RATE * _SECONDS)) / SAMPLE_RATE
    wave = np.zeros(len(time))
    for place, frequency, decay, strength in _KNOCKS[sign]:
        since = time - place
        tone = np.sin(2 * np.pi * frequency * since) * np.exp(-since.clip(0) / decay)
        wave += strength * np.where(since < 0, 0.0, tone)
    samples: Samples = np.rint(wave * _LEVEL * volume).astype(np.int16)
    return samples
