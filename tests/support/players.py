# SPDX-License-Identifier: GPL-3.0-or-later
"""A voice and a loudspeaker that need no sound system."""

import time

import numpy as np

from game.speech.player import SECOND, SoundPlayed, Started, Tickets
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Samples


class SilentRenderer:
    """A voice that says nothing."""

    def render(self, text: str, voice: Voice) -> Samples:
        """Render silence."""
        return np.zeros(0, np.int16)


class SilentPlayer(Tickets):
    """Plays nothing, and every sound is over at once."""

    def open(self) -> None:
        """Open no device."""

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        """Plays nothing."""
        return SoundPlayed(time.monotonic_ns(), not self.is_void(ticket))

    def strike(self, samples: Samples) -> bool:
        """Plays nothing."""
        return True

    def close(self) -> None:
        """Close no device."""


class CollectingPlayer(Tickets):
    """Keeps the sound instead of playing it, and takes no time.

    ``clock`` (ns) moves on by the length of each sound.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0
        self._sounds: list[Samples] = []

    @property
    def samples(self) -> Samples:
        """Samples that were played, at SAMPLE_RATE."""
        return np.concatenate(self._sounds) if self._sounds else np.zeros(0, np.int16)

    def open(self) -> None:
        """Open no device."""

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        """Keeps the sound."""
        if self.is_void(ticket):
            return SoundPlayed(self.clock, False)
        started(self.clock)
        self._sounds.append(samples)
        self.clock += len(samples) * SECOND // SAMPLE_RATE
        return SoundPlayed(self.clock, True)

    def strike(self, samples: Samples) -> bool:
        """Not kept."""
        return True

    def close(self) -> None:
        """Close no device."""
