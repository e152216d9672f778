# SPDX-License-Identifier: GPL-3.0-or-later
"""The two ways to speak: sound of our own on a loudspeaker, or the user's screen reader.

A driver speaks one segment at a time on the thread of :class:`game.speech.manager.Speech`,
which keeps the order. It can be silenced from any thread.
"""

from functools import cache
from typing import Final

import numpy as np

from game.speech.player import LoudspeakerLost, SoundPlayed, SoundPlayer, Started, Tickets
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Renderer, Samples

PAUSE = SAMPLE_RATE // 8  # samples of silence between two utterances that follow each other


class Driver(Tickets):
    """Speaks one text at a time."""

    def open(self, voice: Voice) -> None:
        """Makes ready, so that the first word is not late.

        Raises LoudspeakerLost or VoiceMissing.
        """

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> SoundPlayed:
        """Speaks and waits. ``started`` is called, from any thread, with the time (ns, monotonic)
        at which something is heard. ``pause``: another utterance was spoken just before. Raises
        VoiceMissing or LoudspeakerLost.
        """
        raise NotImplementedError

    def knock(self, _volume: float) -> bool:
        """Sounds the press of the clock at once, beside words; False if it is not heard."""
        return False

    def close(self) -> None:
        """No more speech."""


_LEVEL: Final = 6_000.0  # of 32,768
_SECONDS: Final = 0.02

_KNOCKS: Final = ((0.0, 2_400.0, 0.0012, 0.6), (0.006, 1_300.0, 0.0025, 1.0))
"""Two knocks of a lever on wood: their place (s), frequency (Hz), decay (s) and strength."""


@cache
def knock_sound(volume: float) -> Samples:
    """The sound that stands for "Gedrückt": short and soft, so that people are heard through it.

    Mono at `game.speech.voices.SAMPLE_RATE`; ``volume`` is 0.0 to 1.0.
    """
    time = np.arange(round(SAMPLE_RATE * _SECONDS)) / SAMPLE_RATE
    wave = np.zeros(len(time))
    for place, frequency, decay, strength in _KNOCKS:
        since = time - place
        tone = np.sin(2 * np.pi * frequency * since) * np.exp(-since.clip(0) / decay)
        wave += strength * np.where(since < 0, 0.0, tone)
    samples: Samples = np.rint(wave * _LEVEL * volume).astype(np.int16)
    return samples


class Rendered(Driver):
    """Sound that is rendered here and played on a loudspeaker."""

    def __init__(self, renderer: Renderer, player: SoundPlayer) -> None:
        super().__init__()
        self._renderer = renderer
        self._player = player

    def open(self, voice: Voice) -> None:
        """Loads the voice and opens the loudspeaker."""
        try:
            self._renderer.render("a", voice)
        finally:
            self._player.open()

    def ticket(self) -> int:
        """Allows one utterance."""
        return self._player.ticket()

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> SoundPlayed:
        """Renders, plays and waits."""
        sound = self._renderer.render(text, voice)
        if not len(sound):
            return SoundPlayed(0, True)
        if pause:
            sound = np.concatenate((np.zeros(PAUSE, np.int16), sound))
        return self._player.play(sound, ticket, started)

    def knock(self, volume: float) -> bool:
        """Sounds it beside what is spoken."""
        return self._player.strike(knock_sound(min(volume, 1.0)))

    def cancel(self) -> None:
        """Silence now."""
        self._player.cancel()

    def close(self) -> None:
        """Ends the sound."""
        self._player.close()


class Fallback(Driver):
    """One driver as long as it works, from then on another."""

    def __init__(self, first: Driver, then: Driver) -> None:
        super().__init__()
        self._now = first
        self._then: Driver | None = then

    def open(self, voice: Voice) -> None:
        """Opens the first that works. Raises what the last one raises."""
        try:
            self._now.open(voice)
        except LoudspeakerLost:
            if self._then is None:
                raise
            self._change(self._then)
            self._now.open(voice)

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> SoundPlayed:
        """Speaks; what the first could not say, the other says."""
        within = self._now.ticket()
        if self.is_void(ticket):
            return SoundPlayed(0, False)
        try:
            return self._now.speak(text, voice, within, started, pause=pause)
        except LoudspeakerLost:
            if self._then is None:
                raise
            self._change(self._then)
        return self.speak(text, voice, ticket, started, pause=pause)

    def knock(self, volume: float) -> bool:
        """Sounds it if the driver that works makes sounds."""
        return self._now.knock(volume)

    def cancel(self) -> None:
        """Silence now."""
        super().cancel()
        self._now.cancel()

    def close(self) -> None:
        """No more speech."""
        self._now.close()
        if self._then is not None:
            self._then.close()

    def _change(self, then: Driver) -> None:
        self._now.close()
        self._now, self._then = then, None
