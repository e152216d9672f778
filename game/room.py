# SPDX-License-Identifier: GPL-3.0-or-later
"""A table in a room that is reckoned: people's sound, Hektor's speech and one clock, no device.

Everything between the microphone and the loudspeaker is the game's own: gate, recogniser, loop,
table, presenter. Only time is reckoned, so that a script or a benchmark is faster than the game
and always the same. What becomes of a stretch of time (`Room.pass_time`):

1. What is due by time alone comes at its own moment: the clock's deadlines, and the ends of what
   Hektor says, which lasts as long as its rendered sound.
2. The sounds of people that lie in the next block of the microphone are mixed with the sound of
   the room (`Room.sound`).
3. The block is heard, unless Hektor speaks, and what was understood goes through the loop, at the
   time of the block's end. Computing takes no time.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from announce.speech.manager import Callbacks
from announce.speech.reckoned import ReckonedSpeech, SpeechEnded, SpeechStarted
from announce.speech.voices import Renderer
from game.game_time import GameTime
from game.inbox import DeviceReport, HearingChanged, Inbox, SpeechHeard, Spoken, TypedLine
from game.listener import Listener
from game.loop import Devices, Loop
from game.presenter import Presenter
from game.session import Session
from table.conditions import SECOND
from table.events import Event
from table.events.game import Role
from table.inputs import Input
from table.state import State
from voice.hearing.audio import (
    BLOCK_SAMPLES,
    RATE,
    Block,
    MicrophoneError,
    Samples,
    Source,
    duration,
)
from voice.hearing.gate import Gate
from voice.hearing.recogniser import HeardUtterance, Recogniser

Happening = Event | HeardUtterance | SpeechStarted | SpeechEnded
"""What is told of the room."""

LOOK: Final = SECOND
"""The loop looks at the time at least as often."""

LISTENS: Final = 4 * SECOND
"""So long after the last sound every utterance has been ended by the recogniser."""


def hush(level: float = 8.0, seed: int = 1) -> Samples:
    """Ten seconds of a quiet room; ``level`` is the standard deviation of its samples."""
    noise = np.random.default_rng(seed).normal(0, level, 10 * RATE)
    return np.rint(noise).astype(np.int16)


class Room:
    """Owns the time of one session and all that sounds in it; used by one thread."""

    def __init__(
        self,
        session: Session,
        recogniser: Recogniser,
        renderer: Renderer,
        tell: Callable[[Happening], object],
        *,
        background: Samples | None = None,
        gate: Gate | None = None,
    ) -> None:
        """``tell`` gets what happens, in order. ``background`` is the sound of the room, over and
        over; a hush if it is None."""
        self.now = 0
        self.session = session
        self._tell = tell
        self._background = hush() if background is None else background
        self._sounds: list[tuple[int, Samples]] = []  # of people: the first sample's number
        self._last_sound = 0
        self._heard = 0  # samples
        self._looked = 0
        self._inbox = Inbox(lambda: self.now)
        gate = gate or Gate()
        self.speech = ReckonedSpeech(
            renderer,
            self._inbox.clock,
            Callbacks(
                on_start=gate.speech_started,
                on_end=gate.speech_ended,
                on_done=lambda number: self._inbox.put(Spoken(number)),
            ),
            tell,
        )
        self._listener = Listener(_no_device, recogniser, gate, self._took, now=self._inbox.clock)
        presenter = Presenter(
            session.settings, lambda _: None, self.speech, overheard=self._overhear
        )
        time = GameTime(self._inbox.clock, lambda: 0)
        self._loop = Loop(session, presenter, self._inbox, Devices(listener=self._listener), time)
        self._loop.start()

    @property
    def state(self) -> State:
        """Of the table."""
        return self.session.state

    @property
    def speaks(self) -> bool:
        """Whether Hektor does."""
        return self.speech.due is not None

    def sound(self, samples: Samples) -> int:
        """Somebody makes a sound from now on; the moment at which it is over."""
        self._sounds.append((self.now * RATE // SECOND, samples))
        over = self.now + duration(len(samples))
        self._last_sound = max(self._last_sound, over)
        return over

    def type(self, text: str, who: Role | None = None) -> None:
        """A line is typed now, which cuts what Hektor says."""
        self._inbox.put(TypedLine(text, self.now, who))
        self._settle()

    def put(self, given: Input) -> None:
        """Something that is neither sound nor a line happens now."""
        self._loop.put(given)
        self._settle()

    def pass_time(self, until: int) -> None:
        """Everything up to that moment."""
        while (end := duration(self._heard + BLOCK_SAMPLES)) <= until:
            self._let_be_due(end)
            self._listener.hear(self._block())
            self._settle()
        self._let_be_due(until)

    def rest(self) -> None:
        """Until all sound was heard and Hektor has said everything."""
        while self.now < self._last_sound + LISTENS or self.speaks:
            self.pass_time(self.now + duration(BLOCK_SAMPLES))

    def _let_be_due(self, until: int) -> None:
        """What time alone does by then, each at its moment."""
        while True:
            dues = (self._looked + LOOK, self.session.deadline(), self.speech.due)
            due = min(each for each in dues if each is not None)
            if due > until:
                break
            self.now = self._looked = max(self.now, due)
            self.speech.advance()
            self._loop.turn(None)
            self._settle()
        self.now = until

    def _settle(self) -> None:
        """All that has come is worked off."""
        while not self._inbox.empty:
            self._loop.turn(self._inbox.get(0))

    def _block(self) -> Block:
        """The next sound of the room, with that of the people in it."""
        first, self._heard = self._heard, self._heard + BLOCK_SAMPLES
        places = np.arange(first, self._heard) % len(self._background)
        mixed: npt.NDArray[np.int32] = self._background[places].astype(np.int32)
        for start, samples in self._sounds:
            place = max(start, first)
            if place < self._heard:
                piece = samples[place - start : self._heard - start]
                mixed[place - first : place - first + len(piece)] += piece
        self._sounds = [one for one in self._sounds if one[0] + len(one[1]) > self._heard]
        pcm = np.clip(mixed, -32_768, 32_767).astype("<i2").tobytes()
        return Block(pcm, duration(self._heard))

    def _took(self, item: SpeechHeard | HearingChanged | DeviceReport) -> None:
        if isinstance(item, SpeechHeard):
            self._tell(item.utterance)
        self._inbox.put(item)

    def _overhear(self, events: Sequence[Event]) -> None:
        for event in events:
            self._tell(event)


def _no_device() -> Source:
    raise MicrophoneError("There is no microphone in a room that is reckoned.")
