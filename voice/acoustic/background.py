# SPDX-License-Identifier: GPL-3.0-or-later
"""What an utterance as a whole tells about each frame of it: how quiet and how loud ones sound.

When somebody has finished speaking, the noise in the pauses and the colour of voice and microphone
are known. A network that gets both beside each frame can tell speech from what is always there
(noise-aware training: Seltzer, Yu & Wang 2013).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.features import CEPSTRA

Floats = NDArray[np.float32]

INPUTS: Final = 3 * CEPSTRA
_QUIET: Final = 0.15
_LOUD: Final = 0.3


def counts(frames: int) -> tuple[int, int]:
    """How many of so many frames are held to be background, and how many speech."""
    return max(1, round(_QUIET * frames)), max(1, round(_LOUD * frames))


def beside(cepstra: Floats) -> Floats:
    """``cepstra`` (frames, cepstra) with the mean of the quietest and that of the loudest beside
    each frame (frames, INPUTS)."""
    order = np.argsort(cepstra[:, 0], kind="stable")  # the first one is the level
    quiet, loud = counts(len(order))
    whole = np.concatenate([cepstra[order[:quiet]].mean(0), cepstra[order[-loud:]].mean(0)])
    return np.hstack([cepstra, np.broadcast_to(whole, (len(order), len(whole)))])
