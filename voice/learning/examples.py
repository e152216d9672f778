# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes of one take what a model can learn from: its phones found, in several rooms and noises.

Most of the noises come through the microphone of the take: they have the spectrum of the speech
itself, but for a tilt. Noise in a band that the microphone does not let pass teaches nothing.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from voice.acoustic.align import Alignment, align
from voice.acoustic.augment import Draw, Wave, fast_length, in_room, level, moved, noise, warped
from voice.acoustic.chunks import Example, example
from voice.acoustic.dictionary import Dictionary
from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.kaldi_io import AcousticModel
from voice.acoustic.phones import SILENCE, PhoneSpan
from voice.learning.takes import Take

COPIES: Final = 12
_WARP: Final = 0.06  # how far a copy is warped: as one's own voice changes from day to day
NOISES: Final = (0.0, 30.0)  # dB of the speech above the noise
_THROUGH: Final = 0.6  # the share of noises that come through the take's microphone
_TILT: Final = (0.0, 9.0)  # dB an octave, that the voice falls above _FALLS; noises do not
_FALLS: Final = 500.0  # Hz
_WINDOW, _SMOOTH, _LEAST = 512, 9, 1e-7
_LEVELS: Final = (2.5, 3.9)  # powers of ten, of 16 bits
_MARGIN: Final = (1_500, 9_000)  # samples before and after


Aligned = tuple[Take, Alignment]
"""A take with its phones."""


def aligned(model: AcousticModel, take: Take, dictionary: Dictionary) -> Aligned:
    """The phones of a take. Raises KeyError if the model does not know a word."""
    words = [[each.phones for each in dictionary[word]] for word in take.words]
    return take, align(model, take.samples.astype(np.float64), words)


def varied(
    one: Aligned, draw: Draw, copies: int = COPIES, noises: tuple[float, float] = NOISES
) -> list[Example]:
    """The take as it is, and ``copies`` less one in other rooms and ``noises``: from so many dB
    below the speech to so many."""
    take, alignment = one
    wave, segments = take.samples.astype(np.float64), alignment.segments
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
