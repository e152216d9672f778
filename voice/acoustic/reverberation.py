# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the reverberation of a room off an utterance, for a laptop that stands on the table.

Weighted prediction error (Nakatani, Yoshioka, Kinoshita, Miyoshi & Juang 2010, "Speech
Dereverberation Based on Variance-Normalized Delayed Linear Prediction"), with one microphone and
one step: what a frame of each frequency holds of those 24 to 96 ms before it is the room's.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_FFT: Final = 512
_HOP: Final = 128  # 8 ms
_DELAY: Final = 3  # frames; sooner than that, speech itself is like what it was
_TAPS: Final = 10  # frames
_FLOOR: Final = 1e-2  # of the loudest, counts as the power of any frame: noise tells nothing
_RIDGE: Final = 1e-2  # keeps what a few frames have in common by chance from being predicted
_ROOM: Final = 0.2
"""Of the power; in a room more than that can be foretold. Elsewhere taking it off may cost a
little."""
_SPOKEN: Final = 1e-2  # of the power of the loudest frame
_ENOUGH: Final = 100  # frames that are spoken, 0.8 s; in one word a drawn vowel is like a room
_PARTS: Final = 8  # of the frequencies, one after the other: all at once hold ten megabytes
_WINDOW: Final = np.hanning(_FFT + 1)[:-1].astype(np.float32)
_OVERLAP: Final = float((_WINDOW**2).sum() / _HOP)


def without_reverberation(samples: NDArray[np.generic]) -> Floats:
    """The ``samples`` (16 kHz) without the tail of the room; as they are where there is none, and
    where too little was said to tell."""
    signal = samples.astype(np.float32)
    frames = _frames(signal)
    power = (np.abs(frames) ** 2).sum(0)
    if np.count_nonzero(power > _SPOKEN * power.max()) < _ENOUGH:
        return signal
    tail = np.concatenate([_tail(some) for some in np.array_split(frames, _PARTS)])
    left = float((np.abs(frames - tail) ** 2).sum())
    return signal - _joined(tail, len(signal)) if left < (1 - _ROOM) * power.sum() else signal


def _tail(frames: NDArray[np.complex64]) -> NDArray[np.complex64]:
    """What can be foretold of each of the ``frames`` (frequencies, frames)."""
    count = frames.shape[1]
    power = np.abs(np.pad(frames, ((0, 0), (1, 1)), "edge")) ** 2
    power = (power[:, :-2] + power[:, 1:-1] + power[:, 2:]) / 3
    weights = 1 / np.maximum(power, _FLOOR * power.max(1, keepdims=True) + 1e-3)
    before = np.pad(frames, ((0, 0), (_DELAY + _TAPS - 1, 0)))
    past = np.lib.stride_tricks.sliding_window_view(before, _TAPS, 1)[:, :count]
    weighted = (past.conj() * weights[:, :, None]).swapaxes(1, 2)
    alike = weighted @ past
    ridge = _RIDGE * (1 + np.trace(alike, axis1=1, axis2=2).real / _TAPS)
    alike += ridge[:, None, None] * np.eye(_TAPS, dtype=np.complex64)
    found = past @ np.linalg.solve(alike, weighted @ frames[:, :, None])
    return np.asarray(found[:, :, 0], np.complex64)


def _frames(signal: Floats) -> NDArray[np.complex64]:
    """The spectra (frequencies, frames) of a ``signal``."""
    padded = np.pad(signal, (_FFT - _HOP, _FFT))
    cut = np.lib.stride_tricks.sliding_window_view(padded, _FFT)[::_HOP]
    return np.ascontiguousarray(np.fft.rfft(cut * _WINDOW).T.astype(np.complex64))


def _joined(frames: NDArray[np.complex64], count: int) -> Floats:
    """The signal of so many samples that has these spectra."""
    pieces = np.fft.irfft(frames.T, _FFT).astype(np.float32) * _WINDOW
    signal = np.zeros(_HOP * len(pieces) + _FFT, np.float32)
    for place, piece in enumerate(pieces):
        signal[_HOP * place : _HOP * place + _FFT] += piece
    return signal[_FFT - _HOP :][:count] / np.float32(_OVERLAP)
