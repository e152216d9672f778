# SPDX-License-Identifier: GPL-3.0-or-later
"""The sound of simulated rooms, with noise, a loudspeaker and people in them.

A room's response is the direct sound and noise that fades, as far above or below it as the
distance makes it: at the critical distance both are equally loud. Sources: H. Kuttruff, "Room
Acoustics" (the critical distance, 5.3); J. Polack's model of reverberation as fading noise.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from voice.hearing.audio import BLOCK_SAMPLES, MILLISECOND, RATE, Block, Samples, blocks, duration
from voice.hearing.duplex import Duplex

Wave = npt.NDArray[np.float64]

LOUD: Final = 1_500.0
"""Root of the mean square of speech at the microphone, in 16 bits."""

LEAD_MS: Final = 500
"""The silence that :func:`in_room` puts before a recording."""

_TAIL_MS: Final = 2_000
_END_DB: Final = -35.0  # below the loudest moment: speech has ended

_VOLUME: Final = 50.0  # cubic metres of a living room
_SOUND: Final = 343.0  # metres a second
_MIXING: Final = 3  # ms until the reflections of walls arrive
_LOUDEST: Final = 25_000.0  # samples of Hektor's voice
_DRIVEN_MS: Final = 15  # blocks of a loudspeaker's driver
_AHEAD: Final = 30 * MILLISECOND  # they are handed over before they sound


def response(reverberation: float, metres: float, seed: int, volume: float = _VOLUME) -> Wave:
    """Impulse response of a room over ``metres``. ``volume`` is in cubic metres; sound fades by
    60 dB within ``reverberation`` seconds."""
    size = round(RATE * reverberation * 1.2)
    noise = np.random.default_rng(seed).normal(0, 1, size)
    noise *= 10 ** (-3 * np.arange(size) / RATE / reverberation)
    noise[: RATE * _MIXING // 1000] = 0.0
    critical = 0.057 * np.sqrt(volume / reverberation)
    noise *= metres / critical / np.sqrt((noise**2).sum())
    way = np.zeros(round(RATE * metres / _SOUND))
    return np.concatenate((way, [1.0], noise[1:]))


def carried(sound: Wave, by: Wave) -> Wave:
    """Convolve a sound with a response; it stays as long as it was."""
    size = 1 << (len(sound) + len(by) - 2).bit_length()
    whole = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(by, size), size)
    heard: Wave = whole[: len(sound)]
    return heard


def distorted(sound: Wave) -> Wave:
    """Distort a sound like a small loudspeaker, which flattens the loudest waves of a voice by a
    fifth."""
    flat: Wave = np.tanh(sound / _LOUDEST * 0.8) * _LOUDEST / 0.8
    return flat


class SimulatedLoudspeaker:
    """Hektor's loudspeaker at the microphone: it distorts a little, and the room carries it."""

    def __init__(self, reverberation: float, metres: float, seed: int, gain: float = 0.5) -> None:
        """``gain`` makes it as loud as people are who speak there."""
        self._way = response(reverberation, metres, seed)
        self._gain = gain
        self._fading: Wave = np.zeros(0)

    def carry(self, sound: Wave) -> Wave:
        """The sound in the room while a piece sounds, with what still fades of those before it;
        ``sound`` is at 16 kHz, as it is played."""
        if sound.any():
            whole = carried(np.pad(distorted(sound), (0, len(self._way))), self._way)
        else:
            whole = np.zeros(max(len(sound), len(self._fading)))
        whole[: len(self._fading)] += self._fading
        self._fading = whole[len(sound) :]
        return self._gain * whole[: len(sound)]


def through(
    ears: Duplex, microphone: Samples, played: Samples | None, rate: int, late: int
) -> Iterator[Block]:
    """The sound that the ears pass on of each whole block of a microphone's.

    ``played`` of ``rate`` begins at the same moment, and silence follows; None: the ears are not
    told of it. The microphone's times are ``late`` nanoseconds late, as those of sound cards are.
    """
    piece, fed = rate * _DRIVEN_MS // 1000, 0
    whole = len(microphone) // BLOCK_SAMPLES * BLOCK_SAMPLES
    for block in blocks(microphone[:whole], start=late):
        while played is not None and duration(fed, rate) < block.at + _AHEAD:
            sounds = np.zeros(piece, np.int16)
            of_it = played[fed : fed + piece]
            sounds[: len(of_it)] = of_it
            ears.played(sounds, rate, duration(fed, rate))
            fed += piece
        yield ears.pass_block(block)


def drifted(sound: Wave, parts_per_million: float) -> Wave:
    """Resample a sound as a clock hears it that runs slow by ``parts_per_million``."""
    places = np.arange(len(sound)) * (1 + parts_per_million * 1e-6)
    heard: Wave = np.interp(places, np.arange(len(sound)), sound)
    return heard


def level(sound: Wave) -> float:
    """Root of the mean square of speech, without its pauses."""
    frames = sound[: len(sound) // 160 * 160].reshape(-1, 160)
    power = (frames**2).mean(axis=1)
    return float(np.sqrt(power[power >= power.max() * 1e-2].mean()))


def in_room(samples: Samples, snr_db: float | None, seed: int = 0) -> Samples:
    """The recording in a room: silence before and after, and noise of a steady hall over all.

    ``snr_db`` compares the speech, without its pauses, with pink noise; without it the silence
    has only what little the recording's own quietest moments have.
    """
    lead, tail = (np.zeros(RATE * ms // 1000) for ms in (LEAD_MS, _TAIL_MS))
    sound = np.concatenate((lead, samples.astype(np.float64), tail))
    levels = _levels_db(samples)
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
    """Find where speech ends in a clean recording, in nanoseconds from its start."""
    levels = _levels_db(samples)
    loud = np.flatnonzero(levels > levels.max() + _END_DB)
    return duration((int(loud[-1]) + 1) * RATE // 100)


def _levels_db(samples: Samples) -> npt.NDArray[np.float64]:
    """Level of each 10 ms in dB."""
    size = RATE // 100
    frames = np.resize(samples.astype(np.float64), (max(1, len(samples) // size), size))
    levels: npt.NDArray[np.float64] = 10 * np.log10((frames**2).mean(axis=1) + 1e-2)
    return levels
