# SPDX-License-Identifier: GPL-3.0-or-later
"""The sound of announced moves, kept with the game and played (D.2.7): FLAC, 16 kHz, mono.

Blind players may record their moves with a recorder: this is it. A recording is in the archive
before its move counts, and the entry of the move names its digest.
"""

import io
import threading
from collections.abc import Callable

import numpy as np

from game.speech.player import LoudspeakerLost, SoundPlayer
from game.speech.voices import SAMPLE_RATE
from voice.hearing.audio import RATE, Samples

LONGEST = 15
"""Seconds that are kept of one announcement, its last: no move takes as long to say."""

PATIENCE = 30.0
"""Seconds that a recording waits until all that is spoken is over."""


def record(pcm: bytes) -> bytes | None:
    """A recording (a FLAC file) of 16 kHz mono PCM; None if there is no sound at all."""
    import soundfile  # noqa: PLC0415 - only a game with a microphone needs it

    samples = np.frombuffer(pcm, "<i2")[-LONGEST * RATE :]
    if not len(samples):
        return None
    file = io.BytesIO()
    soundfile.write(file, samples, RATE, format="FLAC", subtype="PCM_16")
    return file.getvalue()


def samples_of(data: bytes, rate: int = RATE) -> Samples:
    """The sound of a recording, at ``rate`` samples a second."""
    import soundfile  # noqa: PLC0415
    import soxr  # noqa: PLC0415

    with soundfile.SoundFile(io.BytesIO(data)) as sound:
        found = sound.samplerate
        samples = sound.read(LONGEST * found, dtype="int16")  # no more was ever kept
    resampled: Samples = samples if found == rate else soxr.resample(samples, found, rate)
    return resampled


class Playback:
    """One recording after the other, on threads of its own; the microphone is shut meanwhile."""

    def __init__(
        self,
        player: SoundPlayer,
        wait_idle: Callable[[float], object],
        on_start: Callable[[int], None],
        on_end: Callable[[int], None],
        on_lost: Callable[[str], None],
    ) -> None:
        """``wait_idle`` waits, so many seconds at most, until nothing is spoken. ``on_start`` and
        ``on_end`` get the times of each sound; ``on_lost`` is told why there is none."""
        self._player = player
        self._wait_idle = wait_idle
        self._on_start = on_start
        self._on_end = on_end
        self._on_lost = on_lost
        self._turn = threading.Lock()

    def play(self, sounds: list[bytes]) -> None:
        """Returns at once."""
        allowed = self._player.ticket()
        threading.Thread(
            target=self._run, args=(sounds, allowed), name="playback", daemon=True
        ).start()

    def cancel(self) -> None:
        """The listener has heard enough: silence now, and nothing of what still waits."""
        self._player.cancel()

    def close(self) -> None:
        """Ends all sound."""
        self._player.close()

    def _run(self, sounds: list[bytes], allowed: int) -> None:
        with self._turn:
            self._wait_idle(PATIENCE)
            try:
                self._player.open()
                for data in sounds:
                    self._play(data, allowed)
            except (LoudspeakerLost, RuntimeError, ValueError) as error:  # or it is no sound
                self._on_lost(str(error))

    def _play(self, data: bytes, allowed: int) -> None:
        ended_at: list[int] = []

        def started(at: int) -> None:
            ended_at.append(at)  # unless it is heard to the end
            self._on_start(at)

        try:
            played = self._player.play(samples_of(data, SAMPLE_RATE), allowed, started)
            ended_at = [played.ended_at] if ended_at else []
        finally:
            for at in ended_at:
                self._on_end(at)
