# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays recordings of moves when all that is spoken is over (D.2.7)."""

import threading
from collections.abc import Callable

from announce.player import LoudspeakerLost, Player
from announce.voices import SAMPLE_RATE
from game.recordings import samples_of

PATIENCE = 30.0
"""Seconds that a recording waits for the speech before it."""


class Playback:
    """One recording after the other, on a thread of its own; the microphone is shut meanwhile."""

    def __init__(
        self,
        player: Player,
        wait_idle: Callable[[float], object],
        on_start: Callable[[int], None],
        on_end: Callable[[int], None],
        on_lost: Callable[[str], None],
    ) -> None:
        """``wait_idle`` waits, so many seconds at most, until nothing is spoken; ``on_start`` and
        ``on_end`` get the times of the sound; ``on_lost`` is told why there is none."""
        self._player = player
        self._wait_idle = wait_idle
        self._on_start = on_start
        self._on_end = on_end
        self._on_lost = on_lost

    def play(self, sounds: list[bytes]) -> None:
        """Returns at once."""
        threading.Thread(target=self.run, args=(sounds,), name="playback", daemon=True).start()

    def run(self, sounds: list[bytes]) -> None:
        """Plays and waits."""
        self._wait_idle(PATIENCE)
        try:
            self._player.open()
            for data in sounds:
                ticket = self._player.ticket()
                samples = samples_of(data, SAMPLE_RATE)
                played = self._player.play(samples, ticket, self._on_start)
                self._on_end(played.ended_at)
        except LoudspeakerLost as error:
            self._on_lost(str(error))

    def close(self) -> None:
        """Ends all sound."""
        self._player.close()
