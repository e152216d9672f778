# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech of espeak-ng, for tests that need its phones and no sound."""

import numpy as np

from training.synthesis import ESPEAK_RATE, Synthesised
from voice.acoustic.phones import WORD


def said(*phones: str) -> Synthesised:
    """A tenth of a second each; "#" begins a word."""
    events, at = [], 0
    for phone in phones:
        events.append((at, phone))
        at += 0 if phone == WORD else ESPEAK_RATE // 10
    return Synthesised(np.zeros(at, np.int16), tuple(events))
