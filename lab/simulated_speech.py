# SPDX-License-Identifier: GPL-3.0-or-later
"""Hektor's speech on a simulated clock: it lasts as long as its sound, and nobody hears it.

The order is that of :class:`game.speech.manager.Speech`; whoever owns the clock lets the speech
go on with :meth:`SimulatedSpeech.advance`. No thread, no device: the same game sounds the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from announce.lexicon import MOVES, Segment
from announce.text.utterance import Priority, Utterance
from game.speech.drivers import PAUSE
from game.speech.espeak import VoiceMissing
from game.speech.manager import NOBODY, Callbacks, Pending, SpeechQueue, gives_way, interrupts
from game.speech.player import SECOND
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Renderer, Samples


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """Hektor begins to say ``text`` at ``at``; ``number`` is that of the utterance."""

    at: int
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """Hektor is silent after that utterance; ``whole`` tells whether all of it was said."""

    at: int
    number: int
    text: str
    whole: bool


class SimulatedSpeech:
    """Stands for `game.speech.manager.Speech`, in one thread."""

    def __init__(
        self,
        renderer: Renderer,
        clock: Callable[[], int],
        tell: Callbacks = NOBODY,
        told: Callable[[SpeechStarted | SpeechEnded], object] = lambda _: None,
        sounding: Callable[[Samples, int], object] = lambda _, __: None,
    ) -> None:
        """``clock`` is in nanoseconds. ``sounding`` gets each sound with the moment at which it
        begins, and nothing but the moment when one is cut."""
        self.voice = Voice()
        self._renderer = renderer
        self._clock = clock
        self._tell = tell
        self._told = told
        self._sounding = sounding
        self._queue = SpeechQueue()
        self._current: Pending | None = None  # is being said
        self._sounds: list[Samples] = []  # of it to come
        self._ends_at = 0  # the present one
        self._cut: Pending | None = None
        self._count = 0
        self._silent_since = -SECOND

    @property
    def due(self) -> int | None:
        """The moment at which the present sound ends; None while Hektor is silent."""
        return None if self._current is None else self._ends_at

    def say(self, utterance: Utterance) -> int:
        """Queue an utterance; returns its number. Raises VoiceMissing."""
        self._count += 1
        if not utterance.spoken:
            return self._count
        self._queue.add(Pending(self._count, utterance))
        current = self._current
        if current is not None and interrupts(utterance, current.utterance):
            self._queue.add_again(current)
            self._end(current, whole=False, again=True)
        self._begin()
        return self._count

    def knock(self) -> bool:
        """Knock: it takes no time, and the microphone hears nothing of it."""
        return True

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        """Drop what is spoken or waits, up to a priority."""
        dropped = self._queue.drop(up_to)
        current = self._current
        if current is not None and current.utterance.priority <= up_to:
            self._end(current, whole=False)
        for pending in dropped:
            self._tell.on_done(pending.index)
        self._begin()

    def give_way(self) -> None:
        """Do what `game.speech.manager.Speech.give_way` does."""
        self._queue.held = True
        self.cancel(Priority.NORMAL)
        current = self._current
        if current is not None and gives_way(current):
            self._cut = replace(current, cut=True)
            self._queue.add_again(self._cut)
            self._end(current, whole=False, again=True)

    def go_on(self, *, answered: bool) -> None:
        """Do what `game.speech.manager.Speech.go_on` does."""
        self._queue.held = False
        cut, self._cut = self._cut, None
        if cut is not None and cut.utterance.passing and answered and self._queue.remove(cut):
            self._tell.on_done(cut.index)
        self._begin()

    def advance(self) -> None:
        """End the speech that is over by now, and begin the next."""
        now = self._clock()
        while self._current is not None and self._ends_at <= now:
            if self._sounds:
                self._tell.on_end(self._ends_at)
                self._sound(self._ends_at)
            else:
                self._end(self._current, whole=True)
                self._begin()

    def wait_idle(self, timeout: float | None = None) -> bool:
        """True if nothing is being said."""
        return self._current is None

    def close(self) -> None:
        """Drop all speech."""
        self._queue.drop(Priority.NOW)
        self._current = None

    def _begin(self) -> None:
        if self._current is not None or not self._queue.ready:
            return
        pending, now = self._queue.take(), self._clock()
        voice = self.voice.brisk() if pending.utterance.echo else self.voice
        sounds = [self._render(segment, voice) for segment in pending.utterance.segments]
        if self._silent_since == now:  # it follows another
            sounds[0] = np.concatenate((np.zeros(PAUSE, np.int16), sounds[0]))
        self._current, self._sounds = pending, sounds
        self._told(SpeechStarted(now, pending.index, pending.utterance.spoken))
        self._sound(now)

    def _sound(self, at: int) -> None:
        sound = self._sounds.pop(0)
        self._ends_at = at + len(sound) * SECOND // SAMPLE_RATE
        self._tell.on_start(at)
        self._sounding(sound, at)

    def _end(self, current: Pending, *, whole: bool, again: bool = False) -> None:
        now = self._clock()
        self._current, self._silent_since = None, now
        self._tell.on_end(now)
        if not whole:
            self._sounding(np.zeros(0, np.int16), now)
        number, text = current.index, current.utterance.spoken
        self._told(SpeechEnded(now, number, text, whole))
        if not again:
            self._tell.on_done(number)

    def _render(self, segment: Segment, voice: Voice) -> Samples:
        """Render in the segment's voice, or in that of the moves where it is missing."""
        try:
            return self._renderer.render(segment.text, voice.for_language(segment.language))
        except VoiceMissing:
            return self._renderer.render(segment.text, voice.for_language(MOVES))
