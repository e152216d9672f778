# SPDX-License-Identifier: GPL-3.0-or-later
"""Microphones that are worse than those of recordings: simulated, for measuring only."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from lab.acoustics import in_room
from voice.hearing.audio import RATE, Samples

_LEVEL: Final = 1_500.0  # root of the mean square of what comes out, in 16 bits
_OWN_NOISE_DB: Final = -40.0  # below that


@dataclass(frozen=True, slots=True)
class Microphone:
    """Gains in dB at some frequencies in Hz; ``drive`` (0: never) is how much louder
    than usual sound may be before it is cut off softly."""

    hertz: tuple[float, ...]
    gains: tuple[float, ...]
    drive: float = 0.0


MICROPHONES: Final[dict[str, Microphone | None]] = {
    "near": None,  # the recording as it is
    "telephone": Microphone(
        (0, 200, 300, 500, 1000, 2000, 3000, 3400, 3800, 8000),
        (-40, -25, -6, 0, 3, 4, 2, 0, -30, -45),
    ),
    "muffled": Microphone((0, 100, 400, 1000, 2000, 4000, 8000), (3, 6, 3, 0, -12, -24, -34)),
    "tinny": Microphone(
        (0, 300, 700, 1500, 3000, 5000, 8000), (-40, -26, -14, -4, 6, 8, 4), drive=2.0
    ),
}


def recorded(samples: Samples, name: str, noise: float | None, seed: int) -> Samples:
    """A recording in a room (``lab.acoustics.in_room``) once more through the microphone
    ``name``."""
    sound = in_room(samples, noise, seed)
    microphone = MICROPHONES[name]
    if microphone is None:
        return sound
    spectrum = np.fft.rfft(sound.astype(np.float64))
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    spectrum *= 10 ** (np.interp(hertz, microphone.hertz, microphone.gains) / 20)
    wave = np.fft.irfft(spectrum, len(sound))
    usual = float(np.sqrt(np.mean(wave**2)))
    if microphone.drive:
        wave = np.tanh(wave / (microphone.drive * usual)) * microphone.drive * usual
    wave *= _LEVEL / usual
    own = np.random.default_rng(seed).normal(0, _LEVEL * 10 ** (_OWN_NOISE_DB / 20), len(wave))
    return np.clip(np.rint(wave + own), -32_768, 32_767).astype(np.int16)
