# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings made harder to hear, and where speech ends in them: for measuring only."""

from typing import Final

import numpy as np
import numpy.typing as npt

from voice.hearing.audio import RATE, Samples, duration

LEAD_MS: Final = 500
"""What :func:`in_room` puts before a recording."""

_TAIL_MS: Final = 2_000
_END_DB: Final = -35.0  # below the loudest moment: speech has ended


def in_room(samples: Samples, snr_db: float | None, seed: int = 0) -> Samples:
    """The recording in a room: silence before and after, and noise of a steady hall over all.

    ``snr_db`` compares the speech, without its pauses, with pink noise; without it the silence
    has only what little the recording's own quietest moments have.
    """
    lead, tail = (np.zeros(RATE * ms // 1000) for ms in (LEAD_MS, _TAIL_MS))
    sound = np.concatenate((lead, samples.astype(np.float64), tail))
    levels = _levels(samples)
    speech = levels[levels > levels.max() - 20.0]
    rng = np.random.default_rng(seed)
    if snr_db is None:
        hush = np.clip(10 ** (np.percentile(levels, 3) / 20), 2.0, 60.0)
        sound[: len(lead)] += rng.normal(0, hush, len(lead))
        sound[-len(tail) :] += rng.normal(0, hush, len(tail))
    else:
        spectrum = np.fft.rfft(rng.normal(0, 1, len(sound)))
        spectrum /= np.sqrt(np.arange(len(spectrum)) + 50.0)
        noise = np.fft.irfft(spectrum, len(sound))
        rms = np.sqrt(np.mean(10 ** (speech / 10)))
        sound += noise / noise.std() * rms / 10 ** (snr_db / 20)
    loudest = np.abs(sound).max()
    if loudest > 32_000:  # a microphone would be turned down, not clipped
        sound *= 32_000 / loudest
    return np.clip(np.rint(sound), -32_768, 32_767).astype(np.int16)


def speech_end(samples: Samples) -> int:
    """When speech ends in a clean recording, in nanoseconds from its start."""
    levels = _levels(samples)
    loud = np.flatnonzero(levels > levels.max() + _END_DB)
    return duration((int(loud[-1]) + 1) * RATE // 100)


def _levels(samples: Samples) -> npt.NDArray[np.float64]:
    """Level of each 10 ms in dB."""
    size = RATE // 100
    frames = np.resize(samples.astype(np.float64), (max(1, len(samples) // size), size))
    levels: npt.NDArray[np.float64] = 10 * np.log10((frames**2).mean(axis=1) + 1e-2)
    return levels
