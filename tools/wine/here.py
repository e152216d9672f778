# SPDX-License-Identifier: GPL-3.0-or-later
"""What the libraries do on this system; in a module that other processes can import."""

import numpy as np

from game.speech.espeak import PITCH, RATE, VOLUME, Espeak
from game.speech.voices import Samples, espeak_place


def rendered(text: str, voice: str, rate: int) -> Samples:
    """What espeak-ng says as ``voice``, at ``rate`` words a minute."""
    here = Espeak(*espeak_place())
    here.use(voice, {RATE: rate, VOLUME: 100, PITCH: 50})
    return np.frombuffer(here.render(text), np.int16)
