# SPDX-License-Identifier: GPL-3.0-or-later
"""Mel-frequency cepstra exactly as libvosk (Kaldi's feature-mfcc.cc) computes them, in numpy.

The settings are those of the model's `conf/mfcc.conf` (see `MFCC_CONF`): 25 ms frames every
10 ms, frames that do not fit are left out (snip-edges), no dither, DC removed per frame,
pre-emphasis 0.97, Povey window, 40 mel bands from 20 to 7,600 Hz, 20 liftered cepstra, no energy.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SAMPLE_RATE: Final = 16_000
FRAME: Final = 400  # samples, 25 ms
HOP: Final = 160  # samples, 10 ms
CEPSTRA: Final = 20
INPUTS: Final = 3 * CEPSTRA
"""Of a network that hears the background too: see :func:`with_background`."""
_QUIET: Final = 0.15  # of the frames of an utterance, to be held as its background
_LOUD: Final = 0.3  # and as its speech
_FFT: Final = 512
_BANDS: Final = 40
_LOW, _HIGH = 20.0, 7600.0
_LIFTER: Final = 22.0
_PRE_EMPHASIS: Final = 0.97

MFCC_CONF: Final = f"""\
--sample-frequency={SAMPLE_RATE}
--allow-downsample=true
--use-energy=false
--dither=0
--num-mel-bins={_BANDS}
--num-ceps={CEPSTRA}
--low-freq={_LOW:.0f}
--high-freq={_HIGH:.0f}
"""


def _mel(hertz: NDArray[np.float64] | float) -> NDArray[np.float64]:
    return np.asarray(1127.0 * np.log(1.0 + np.asarray(hertz) / 700.0))


def _mel_bank() -> Floats:
    """Triangular weights (bands, FFT bins), triangular in mel as Kaldi's MelBanks are."""
    low, high = float(_mel(_LOW)), float(_mel(_HIGH))
    step = (high - low) / (_BANDS + 1)
    bins = _mel(np.arange(_FFT // 2) * SAMPLE_RATE / _FFT)
    weights = np.zeros((_BANDS, _FFT // 2 + 1))
    for band in range(_BANDS):
        left, centre, right = (low + (band + i) * step for i in range(3))
        slope = np.where(bins <= centre, (bins - left) / step, (right - bins) / step)
        weights[band, : _FFT // 2] = np.where((bins > left) & (bins < right), slope, 0.0)
    return weights.astype(np.float32)


def _cosines() -> Floats:
    """The liftered DCT-II matrix (cepstra, bands)."""
    bands = np.arange(_BANDS) + 0.5
    order = np.arange(CEPSTRA)
    matrix = np.sqrt(2.0 / _BANDS) * np.cos(np.pi / _BANDS * np.outer(order, bands))
    matrix[0] = np.sqrt(1.0 / _BANDS)
    lifter = 1.0 + 0.5 * _LIFTER * np.sin(np.pi * order / _LIFTER)
    return np.asarray(matrix * lifter[:, None], np.float32)


_WINDOW: Final = ((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / (FRAME - 1))) ** 0.85).astype(
    np.float32
)
_BANK: Final = _mel_bank()
COSINES: Final = _cosines()
# From cepstra back to smoothed log energies: the rows of the cosines are orthogonal.
SPECTRUM: Final = COSINES.T / (COSINES**2).sum(1)
BANDS_HZ: Final = 700 * np.expm1(
    (_mel(_LOW) + (_mel(_HIGH) - _mel(_LOW)) / (_BANDS + 1) * np.arange(1, _BANDS + 1)) / 1127
)
"""The middle of each band."""
_FLOOR: Final = np.finfo(np.float32).eps


def energies(samples: NDArray[np.generic], hop: int = HOP) -> Floats:
    """The power in each mel band (frames, 40) of 16 kHz `samples` in the scale of 16 bits; a frame
    begins every `hop` samples."""
    if len(samples) < FRAME:
        return np.zeros((0, _BANDS), np.float32)
    signal = np.ascontiguousarray(samples, dtype=np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(signal, FRAME)[::hop]
    frames = frames - frames.mean(1, keepdims=True)
    emphasised = frames.copy()
    emphasised[:, 1:] -= _PRE_EMPHASIS * frames[:, :-1]
    emphasised[:, 0] -= _PRE_EMPHASIS * frames[:, 0]
    power = np.abs(np.fft.rfft(emphasised * _WINDOW, _FFT)).astype(np.float32) ** 2
    return np.asarray(power @ _BANK.T, dtype=np.float32)


def mfcc(samples: NDArray[np.generic], hop: int = HOP) -> Floats:
    """The cepstra (frames, 20) of 16 kHz `samples` in the scale of 16-bit integers.

    With a longer or shorter `hop` than that of the training slow or hasty speech is as it is there.
    """
    power = np.maximum(energies(samples, hop), _FLOOR)
    return np.asarray(np.log(power) @ COSINES.T, dtype=np.float32)


def background_counts(frames: int) -> tuple[int, int]:
    """How many of so many frames are held to be background, and how many speech."""
    return max(1, round(_QUIET * frames)), max(1, round(_LOUD * frames))


def with_background(cepstra: Floats) -> Floats:
    """``cepstra`` (frames, cepstra) with the mean of the quietest and that of the loudest beside
    each frame (frames, INPUTS).

    When somebody has finished speaking, the noise in the pauses and the colour of voice and
    microphone are known. A network that gets both beside each frame can tell speech from what is
    always there (noise-aware training: Seltzer, Yu & Wang 2013).
    """
    order = np.argsort(cepstra[:, 0], kind="stable")  # the first one is the level
    quiet, loud = background_counts(len(order))
    whole = np.concatenate([cepstra[order[:quiet]].mean(0), cepstra[order[-loud:]].mean(0)])
    return np.hstack([cepstra, np.broadcast_to(whole, (len(order), len(whole)))])
