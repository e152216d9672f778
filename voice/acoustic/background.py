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
QUIET: Final = 0.15
"""The share of the frames that are held to be background."""
LOUD: Final = 0.3
"""The share of the frames that are held to be speech."""


def beside(cepstra: Floats) -> Floats:
    """``cepstra`` (frames, cepstra) with the mean of the quietest and that of the loudest beside
    each frame (frames, INPUTS)."""
    order = np.argsort(cepstra[:, 0], kind="stable")  # the first one is the level
    count = len(order)
    quiet = cepstra[order[: max(1, round(QUIET * count))]].mean(0)
    loud = cepstra[order[count - max(1, round(LOUD * count)) :]].mean(0)
    whole = np.concatenate([quiet, loud])
    return np.hstack([cepstra, np.broadcast_to(whole, (count, len(whole)))])
