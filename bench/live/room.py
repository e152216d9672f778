# SPDX-License-Identifier: GPL-3.0-or-later
"""A real room with Hektor in it: what it sounds like, and what is done there."""

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from bench.talk.verdicts import Essence
from bench.talkers import Broken
from bench.virtual import PATIENCE, SLICE, Talker, sound_server
from game.speech.voice import Voice
from game.speech.voices import Renderer
from lab.acoustics import SimulatedLoudspeaker, Wave
from lab.simulated_room import Happening, hush
from lab.simulated_speech import SpeechEnded, SpeechStarted
from record.codec import INPUTS
from record.journal import Archive
from record.snapshot import conditions_of
from table.core.conditions import SECOND
from table.core.inputs import Said
from table.core.state import State, new_state
from table.reception import BOARD
from voice.hearing.audio import RATE, Samples, duration
from voice.language.transcript import HeardUtterance, Transcript

LOUD: Final = 200
"""Samples of the loudspeaker beyond that are Hektor's voice."""

WORD: Final = 3
"""Slices in which a word is heard; a click is shorter, and nobody waits for its end."""

SLICE_NS: Final = duration(SLICE)

HOLDS: Final = SECOND * 2 // 5
"""Silence within words, and between two sentences that belong together, is shorter."""

REVERBERATION: Final = 0.4
METRES: Final = 0.6
AHEAD: Final = RATE * 180 // 1000
"""So much is recorded of the loudspeaker before it is heard, lest a slow recorder tears it."""

LOOKS: Final = SECOND // 10
"""How often the journal is read."""


class Room:
    """A real room with Hektor in it, who is ready; see `bench.talkers.Place`."""

    def __init__(
        self,
        note: Callable[[Happening | Essence], None],
        closing: ExitStack,
        *options: str,
        echo: bool = True,
    ) -> None:
        """What is opened is closed with ``closing``; ``options`` are those of ``hektor play``.
        ``echo``: the microphone hears the loudspeaker, through a room."""
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        server = closing.enter_context(sound_server(folder))
        self._note = note
        self._archive = Archive(folder / "games.sqlite")
        self._talker = Talker(server.fifo)
        closing.callback(self._talker.close)
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        self._loudspeaker = reading
        recorder = server.record(writing)
        closing.callback(recorder.terminate)
        record = ("--archive", str(self._archive.path))
        self._program = subprocess.Popen(
            [sys.executable, "-m", "game.app.cli", "play", *options, *record],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env=server.environment,
            cwd=Path(__file__).parents[2],
        )
        closing.callback(self._program.kill)
        self._hush = itertools.cycle(hush().reshape(-1, SLICE // 3))
        self._sounds: list[Samples] = []
        self._room = SimulatedLoudspeaker(REVERBERATION, METRES, seed=1) if echo else None
        self._played = np.zeros(0, np.int16)  # by the loudspeaker, and not heard yet
        self._records = False
        self.torn = 0  # samples of it that came too late to be heard
        self._skipped = 0  # of them, those that have come
        self._begun = time.monotonic_ns()
        self.now = 0
        self.late = 0  # the most by which the microphone's sound came too late
        self._loud = 0  # slices, one after the other
        self._loud_at: int | None = None  # the last sound of Hektor's voice
        self._spoken = 0
        self._looks_at = 0
        self._game = 1
        self._read = 0  # entries of its journal
        self._offset: int | None = None  # of our time to the game's
        self._state: State | None = None
        until = time.monotonic() + PATIENCE
        while not server.has_ears():
            if time.monotonic() > until:
                raise RuntimeError("Hektor does not listen to the microphone")
            self._slice()
        self.run_until(self.now + 2 * SECOND)
        self.wait_until_silent()
        self.late = 0

    def next_game(self) -> None:
        """Follow the next game, which was begun. Raises Broken if none was."""
        until = self.now + round(PATIENCE * SECOND)
        while len(self._archive.games()) == self._game:
            if self.now > until:
                raise Broken("there is no next game")
            self.run_until(self.now + LOOKS)
        self._game, self._read, self._offset, self._state = self._game + 1, 0, None, None
        self._look()
        self.wait_until_silent()

    @property
    def moment(self) -> int:
        """Now, by the clock of the game, as far as it is known."""
        return self.now - (self._offset or 0)

    @property
    def state(self) -> State:
        """State of the table, as its journal has it."""
        assert self._state is not None
        return self._state

    @property
    def speaks(self) -> bool:
        """True if Hektor's voice is heard."""
        return self._loud_at is not None

    def sound(self, samples: Samples) -> int:
        """Play a sound from now on into the microphone; the moment at which it is over."""
        padded = np.pad(samples, (0, -len(samples) % SLICE))
        self._sounds += list(padded.reshape(-1, SLICE))
        return self.now + duration(len(samples))

    def type(self, text: str) -> None:
        """A line is typed, and worked off soon."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{text}\n")
        self._program.stdin.flush()
        self.run_until(self.now + SECOND // 2)
        self._look()

    def run_until(self, until: int) -> None:
        """Let time pass up to that moment."""
        while self.now < until:
            self._slice()
            self._listen()
            if self.now >= self._looks_at:
                self._look()

    def wait_until_silent(self) -> None:
        """Hektor has nothing more to say: there are pauses between sentences."""
        silent_at = self.now
        while self.now < silent_at + SECOND // 2:
            self.run_until(self.now + SECOND // 10)
            silent_at = self.now if self.speaks else silent_at

    def _slice(self) -> None:
        """30 ms of the microphone, in their time."""
        noise = np.concatenate([next(self._hush) for _ in range(3)])
        sound = self._sounds.pop(0) if self._sounds else np.zeros(SLICE, np.int16)
        mixed = noise + sound + self._echo()
        heard = np.clip(np.rint(mixed), -32_768, 32_767).astype(np.int16)
        self.late = max(self.late, self._talker.sound(heard))
        self.now = time.monotonic_ns() - self._begun

    def _echo(self) -> Wave:
        """30 ms of the loudspeaker in the room."""
        if self._room is None or not self._records:
            return np.zeros(SLICE)
        gone = min(len(self._played), self.torn - self._skipped)  # the way is as long as ever
        self._skipped += gone
        sound, self._played = np.split(self._played[gone:], [SLICE])
        self.torn += SLICE - len(sound)
        if self.torn - self._skipped > RATE // 2:  # it would be late for ever
            self._records, self._skipped = False, self.torn
        return self._room.carry(np.pad(sound.astype(np.float64), (0, SLICE - len(sound))))

    def _listen(self) -> None:
        """Whether Hektor's voice is at the loudspeaker."""
        try:
            pcm = os.read(self._loudspeaker, 1 << 16)
        except BlockingIOError:
            pcm = b""
        samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
        if len(samples) and not self._records:
            self._records, self._played = True, np.zeros(AHEAD, np.int16)
        self._played = np.concatenate((self._played, samples))
        if len(samples) and np.abs(samples.astype(np.int32)).max() > LOUD:
            self._loud += 1
            if self._loud_at is None and self._loud >= WORD:
                self._spoken += 1
                self._note(SpeechStarted(self.now - (WORD - 1) * SLICE_NS, self._spoken, ""))
            if self._loud_at is not None or self._loud >= WORD:
                self._loud_at = self.now
            return
        if len(samples):
            self._loud = 0
        if self._loud_at is not None and self.now - self._loud_at > HOLDS:
            self._note(SpeechEnded(self._loud_at, self._spoken, "", whole=True))
            self._loud_at = None

    def _look(self) -> None:
        """Follow the journal: what was heard, and what came of it."""
        self._looks_at = self.now + LOOKS
        if self._state is None:
            if len(self._archive.games()) < self._game:
                return
            self._state = new_state(conditions_of(self._archive, self._game))
        for entry in itertools.islice(self._archive.entries(self._game), self._read, None):
            self._read += 1
            begun = self.now - entry.at
            self._offset = begun if self._offset is None else min(begun, self._offset)
            given = INPUTS.decode(entry.input)
            if isinstance(given, Said) and not given.typed:
                best = (Transcript(given.heard, 1.0),)
                self._note(HeardUtterance(best, self.now, self.now, self.now))
            self._state, events, _ = BOARD.handle(self._state, given, entry.at)
            for event in events:
                self._note(replace(event, at=event.at + self._offset))


class Aside:
    """Renders while the rooms sound on."""

    def __init__(self, renderer: Renderer, rooms: list[Room]) -> None:
        self._renderer = renderer
        self._rooms = rooms
        self._aside = ThreadPoolExecutor(1)

    def render(self, text: str, voice: Voice) -> Samples:
        """The sound, which is said at once."""
        sound = self._aside.submit(self._renderer.render, text, voice)
        while not sound.done():
            for room in self._rooms:
                room.run_until(room.now + 1)
        return sound.result()


def timing(room: Room) -> dict[str, float]:
    """Seconds by which the microphone's sound was late at most, and that the echo lacks."""
    return {"late_s": round(room.late / SECOND, 2), "torn_s": round(room.torn / RATE, 2)}
