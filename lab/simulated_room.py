# SPDX-License-Identifier: GPL-3.0-or-later
"""A game in a simulated room: people's sound, Hektor's speech and one clock, without a device.

Everything between microphone and loudspeaker is the real thing: ears, recogniser, loop, table,
presenter. Only time is simulated, so a script or a benchmark runs faster than the game and always
the same. `SimulatedRoom.run_until` lets a stretch of time pass:

1. Timers run at their own moment: the clock's deadlines, and the end of each of Hektor's
   sentences, which lasts as long as its rendered sound.
2. The sounds that people make in the next block of the microphone (`SimulatedRoom.sound`) are
   mixed with the sound of the room.
3. Hektor's own sound reaches the microphone too, and is taken out of the block as far as it is
   known (``voice.hearing.duplex``). Words that were heard go through the loop at the time of the
   block's end. Computing takes no time.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import soxr

from announce.text.settings import Settings
from game.base.game_time import GameTime
from game.base.inbox import HearingChanged, Inbox, SpeechDone, SpeechHeard, TypedLine
from game.play.equipment import NO_EQUIPMENT, Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.listener import Listener, Listeners
from game.sound.presenter import Presenter
from game.speech.manager import Callbacks
from game.speech.voices import SAMPLE_RATE, EngineRenderer, Renderer
from lab.acoustics import SimulatedLoudspeaker, Wave
from lab.script import ScriptLine, line_of
from lab.simulated_speech import SimulatedSpeech, SpeechEnded, SpeechStarted
from record.session import Session, unrecorded_next
from table.core.conditions import SECOND
from table.core.inputs import Begin, DeviceChanged, Errand, Input, Said
from table.core.state import State
from table.events import Event
from table.events.game import Role
from voice.hearing.audio import (
    BLOCK_SAMPLES,
    RATE,
    Block,
    MicrophoneError,
    Samples,
    Source,
    duration,
    read_recording,
)
from voice.hearing.duplex import Duplex
from voice.hearing.gate import Gate
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.commands import Command
from voice.language.transcript import UNKNOWN, HeardUtterance

Happening = Event | HeardUtterance | SpeechStarted | SpeechEnded
"""Events of the room."""

LOOK: Final = SECOND
"""The loop looks at the time at least as often."""

_METRES: Final = 0.6  # from the loudspeaker to the microphone
_LATENCY: Final = SECOND // 25  # of the sound card: its driver believes that it sounds at once
_DRIVEN: Final = SECOND // 50  # its blocks: the shortest that are whole samples at both rates

_TimedWave = tuple[int, Wave]
"""The number of its first sample, and the samples."""

LISTENS: Final = 4 * SECOND
"""By then after the last sound the recogniser has ended every utterance."""


def hush(level: float = 8.0, seed: int = 1) -> Samples:
    """Ten seconds of a quiet room; ``level`` is the standard deviation of its samples."""
    noise = np.random.default_rng(seed).normal(0, level, 10 * RATE)
    return np.rint(noise).astype(np.int16)


class SimulatedRoom:
    """The time of one session and every sound in it; used by one thread."""

    def __init__(
        self,
        session: Session,
        recogniser: Recogniser,
        renderer: Renderer,
        tell: Callable[[Happening], object],
        *,
        background: Samples | None = None,
        reverberation: float = 0.3,
        devices: Equipment = NO_EQUIPMENT,
    ) -> None:
        """``tell`` gets what happens, in order. ``background`` is the sound of the room, over and
        over; a hush if it is None. Hektor's loudspeaker is heard in it, and fades by 60 dB within
        ``reverberation`` seconds. ``devices`` are what else is at the table."""
        self.now = 0
        self.session = session
        self._tell = tell
        self._background = hush() if background is None else background
        self._sounds: list[_TimedWave] = []  # of people
        self._last_sound = 0
        self._heard = 0  # samples
        self._looked = 0
        self._inbox = Inbox(lambda: self.now)
        self._played: list[_TimedWave] = []  # by Hektor, at the rate of its voice
        self._aloud: list[_TimedWave] = []  # the same at 16 kHz, when the loudspeaker sounds it
        self._loudspeaker = SimulatedLoudspeaker(reverberation, _METRES, seed=1)
        self._ears = Duplex(Gate())
        self.speech = SimulatedSpeech(
            renderer,
            self._inbox.clock,
            Callbacks(
                on_start=self._ears.speech_started,
                on_end=self._ears.speech_ended,
                on_done=lambda number: self._inbox.put(SpeechDone(number, self.now)),
            ),
            tell,
            self._sounding,
        )
        self._listener = Listener(
            _no_device, recogniser, self._ears, self._took, now=self._inbox.clock
        )
        self._presenter = Presenter(
            session.settings, lambda _: None, self.speech, overheard=self._overhear
        )
        self._devices = devices
        self._game = self._new(session)
        self._loop = Loop(self._inbox, self._presenter, self._game, Listeners([self._listener]))
        self._loop.start()

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    @property
    def speaks(self) -> bool:
        """True while Hektor speaks."""
        return self.speech.due is not None

    def sound(self, samples: Samples) -> int:
        """Let somebody make a sound from now on; returns the moment at which it ends."""
        self._sounds.append((self.now * RATE // SECOND, samples.astype(np.float64)))
        over = self.now + duration(len(samples))
        self._last_sound = max(self._last_sound, over)
        return over

    def type(self, text: str, who: Role | None = None) -> None:
        """Type a line now, which cuts Hektor short."""
        self._inbox.put(TypedLine(text, self.now, who))
        self._settle()

    def put(self, given: Input) -> None:
        """Give the game an input now that is neither sound nor a line."""
        self._game.put(given)
        self._loop.settle()
        self._settle()

    def run_until(self, until: int) -> None:
        """Let time pass up to that moment."""
        while (end := duration(self._heard + BLOCK_SAMPLES)) <= until:
            self._let_be_due(end)
            self._listener.hear(self._block())
            self._settle()
        self._let_be_due(until)

    def rest(self) -> None:
        """Let time pass until every sound was heard and Hektor is silent."""
        while self.now < self._last_sound + LISTENS or self.speaks:
            self.run_until(self.now + duration(BLOCK_SAMPLES))

    def _new(self, session: Session) -> Game:
        """A game on the time of the room."""
        self.session = session
        time = GameTime(self._inbox.clock, lambda: 0, base=self.now)
        return Game(
            session, self._presenter, self._inbox, self._devices, time, follow=self._next_game
        )

    def _next_game(self, asked: Errand, said: Sequence[Command] = ()) -> Game:
        self._game = self._new(unrecorded_next(self.session, asked))
        for command in said:
            self._game.put(Said(command, self._game.now(), typed=True))
        return self._game

    def _let_be_due(self, until: int) -> None:
        """Run the timers that are due by then, each at its moment."""
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
        """Work the inbox off."""
        while not self._inbox.empty:
            self._loop.turn(self._inbox.get(0))

    def _block(self) -> Block:
        """The next block of the microphone: room, people and loudspeaker."""
        first, self._heard = self._heard, self._heard + BLOCK_SAMPLES
        places = np.arange(first, self._heard) % len(self._background)
        people = _between(self._sounds, first, self._heard)
        loudspeaker = self._loudspeaker.carry(_between(self._aloud, first, self._heard))
        mixed = self._background[places] + people + loudspeaker
        begins, ends = (each * SAMPLE_RATE // RATE for each in (first, self._heard))
        played = _between(self._played, begins, ends).astype(np.int16)
        self._ears.played(played, SAMPLE_RATE, duration(first))
        pcm = np.clip(np.rint(mixed), -32_768, 32_767).astype("<i2").tobytes()
        return Block(pcm, duration(self._heard))

    def _sounding(self, sound: Samples, at: int) -> None:
        """Hektor begins to make a sound; without one it falls silent."""
        at = -(-at // _DRIVEN) * _DRIVEN
        start, aloud_from = at * SAMPLE_RATE // SECOND, (at + _LATENCY) * RATE // SECOND
        if len(sound):
            wave = sound.astype(np.float64)
            self._played.append((start, wave))
            self._aloud.append((aloud_from, soxr.resample(wave, SAMPLE_RATE, RATE)))
        else:
            _cut(self._played, start)
            _cut(self._aloud, aloud_from)

    def _took(self, item: SpeechHeard | HearingChanged | DeviceChanged) -> None:
        if isinstance(item, SpeechHeard):
            self._tell(item.utterance)
        self._inbox.put(item)

    def _overhear(self, events: Sequence[Event]) -> None:
        for event in events:
            self._tell(event)


def _between(sounds: list[_TimedWave], first: int, end: int) -> Wave:
    """The sound from sample ``first`` to ``end``; earlier sounds are dropped."""
    heard = np.zeros(end - first)
    for start, samples in sounds:
        begins = max(start, first)
        if begins < end:
            piece = samples[begins - start : end - start]
            heard[begins - first : begins - first + len(piece)] += piece
    sounds[:] = [one for one in sounds if one[0] + len(one[1]) > end]
    return heard


def _cut(sounds: list[_TimedWave], end: int) -> None:
    """Cut every sound at sample ``end``."""
    sounds[:] = [(start, samples[: max(end - start, 0)]) for start, samples in sounds]


def _no_device() -> Source:
    raise MicrophoneError("There is no microphone in a simulated room.")


# --- A script -------------------------------------------------------------------------------------

_SOMETHING: Final = "…"
"""Stands for sounds that are no words."""


def run(lines: Sequence[ScriptLine], session: Session, *, begins: bool) -> Iterator[dict[str, Any]]:
    """Run a script with recordings in it for `lab.script.run`; ``begins``: the game begins at 0.

    What was heard and spoken stands in its lines. Beside the events there are ``SpeechHeard``
    (``from`` and ``to`` are the utterance's, ``t`` is when its end was certain), ``SpeechStarted``
    and ``SpeechEnded`` of what Hektor says.

    Raises ModelError, UnreadableRecording, or VoiceMissing if nothing renders Hektor's speech.
    """
    told: list[Happening] = []
    sounds = {line.sound: read_recording(line.sound) for line in lines if line.sound}
    room = SimulatedRoom(session, Recogniser(find_model()), EngineRenderer(), told.append)
    if begins:
        room.put(Begin())
    for line in lines:
        room.run_until(line.at)
        if line.sound is not None:
            room.sound(sounds[line.sound])
        elif line.act is not None:
            room.put(line.act)
        else:
            room.type(line.text, line.who)
        yield from _drained(told, session.settings)
    room.rest()
    yield from _drained(told, session.settings)


def _drained(told: list[Happening], settings: Settings) -> Iterator[dict[str, Any]]:
    """Take what was told since the last call, as JSON data."""
    for happening in told:
        match happening:
            case HeardUtterance():
                yield _heard(happening)
            case SpeechStarted(at, number, text):
                yield {"t": _seconds(at), "event": "SpeechStarted", "number": number, "text": text}
            case SpeechEnded(at, number, text, whole):
                ended = {"t": _seconds(at), "event": "SpeechEnded", "number": number}
                yield {**ended, "whole": whole, "text": text}
            case _:
                yield line_of(happening, settings)
    told.clear()


def _heard(utterance: HeardUtterance) -> dict[str, Any]:
    best = utterance.transcripts[0]
    words = (_SOMETHING if word == UNKNOWN else word for word in best.text.split())
    return {
        "t": utterance.decided_at / SECOND,
        "event": "SpeechHeard",
        "from": utterance.started_at / SECOND,
        "to": utterance.ended_at / SECOND,
        "confidence": round(best.confidence, 3),
        "clipped": utterance.clipped,
        "text": " ".join(words),
    }


def _seconds(at: int) -> float:
    return round(at / SECOND, 3)
