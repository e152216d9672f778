# SPDX-License-Identifier: GPL-3.0-or-later
"""One game in real time, through a virtual microphone and loudspeaker, with ``hektor play``.

    python -m bench.live [--moves 20] [--voices f3 m7] [--seed 1] [--save FILE] [--list]
                         [--json FILE]

The talkers and the figures are those of `bench.conversation`; the room is real (`bench.virtual`):
the program runs by itself, sound goes through PortAudio, and the talkers hear Hektor's voice by
its level at the loudspeaker. What the table did is read from the journal. ``--save`` keeps all
that sounded, the people on the left and Hektor on the right, to listen to. Needs PulseAudio.
"""

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile

from announce.speech.reckoned import SpeechEnded, SpeechStarted
from bench import results
from bench.acts import Act, Group
from bench.conversation import acts, figures, line_of_moves, listed, told, voices
from bench.talkers import Conversation, SteadyRenderer
from bench.verdicts import Essence
from bench.virtual import PATIENCE, SLICE, Talker, missing, sound_server
from game.codec import INPUTS
from game.journal import Archive
from game.room import Happening, hush
from game.session import conditions_of
from table.commands import COMMANDS
from table.conditions import SECOND
from table.inputs import Said
from table.reception import BOARD
from table.state import State, new_state
from table.understanding import typed
from voice.hearing.audio import RATE, Samples, duration
from voice.hearing.recogniser import HeardUtterance
from voice.language.commands import Command
from voice.language.transcript import Transcript
from voice.training.synthesis import Synthesiser

LOUD: Final = 200
"""Samples of the loudspeaker beyond that are Hektor's voice."""

HOLDS: Final = SECOND // 4
"""Silence within words is shorter."""

LOOKS: Final = SECOND // 10
"""How often the journal is read."""


class Hall:
    """A real room with ``hektor play`` in it, from its first key on; see `bench.talkers.Place`."""

    def __init__(
        self, note: Callable[[Happening | Essence], None], closing: ExitStack, *options: str
    ) -> None:
        """What is opened is closed with ``closing``; ``options`` are of ``hektor play``."""
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
        command = [sys.executable, "-m", "game.app.cli", "play", *options]
        self._program = subprocess.Popen(
            [*command, "--archive", str(self._archive.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env=server.environment,
            cwd=Path(__file__).parent.parent,
        )
        closing.callback(self._program.kill)
        self._hush = itertools.cycle(hush().reshape(-1, SLICE // 3))
        self._sounds: list[Samples] = []
        self._begun = time.monotonic_ns()
        self.now = 0
        self._loud_at: int | None = None  # the last sound of Hektor's voice
        self._spoken = 0
        self._looks_at = 0
        self._read = 0  # entries of the journal
        self._offset = 0  # of our time to the game's
        self._state: State | None = None
        self.people: list[Samples] = []
        self.hektor: list[Samples] = []
        until = time.monotonic() + PATIENCE
        while not server.has_ears():
            if time.monotonic() > until:
                raise RuntimeError("hektor play does not listen to the microphone")
            self._slice()
        self.pass_time(self.now + 2 * SECOND)
        self._wait_until_silent()
        self.type("Uhr")

    @property
    def state(self) -> State:
        """Of the table, as its journal has it."""
        assert self._state is not None
        return self._state

    @property
    def speaks(self) -> bool:
        """Whether Hektor's voice is heard."""
        return self._loud_at is not None

    def sound(self, samples: Samples) -> int:
        """Somebody makes a sound from now on; the moment at which it is over."""
        padded = np.pad(samples, (0, -len(samples) % SLICE))
        self._sounds += list(padded.reshape(-1, SLICE))
        return self.now + duration(len(samples))

    def type(self, text: str) -> None:
        """A line is typed, and worked off soon."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{text}\n")
        self._program.stdin.flush()
        typed_at = self.now
        self.pass_time(self.now + SECOND // 2)
        self._look()
        if not self._offset and self._state is not None:
            self._offset = typed_at

    def pass_time(self, until: int) -> None:
        """Everything up to that moment, which comes by itself."""
        while self.now < until:
            self._slice()
            self._listen()
            if self.now >= self._looks_at:
                self._look()

    def _wait_until_silent(self) -> None:
        while self.speaks:
            self.pass_time(self.now + SECOND // 10)

    def _slice(self) -> None:
        """30 ms of the microphone, in their time."""
        noise = np.concatenate([next(self._hush) for _ in range(3)])
        sound = self._sounds.pop(0) if self._sounds else np.zeros(SLICE, np.int16)
        heard: Samples = np.clip(noise.astype(np.int32) + sound, -32_768, 32_767).astype(np.int16)
        self.people.append(sound)
        self._talker.sound(heard)
        self.now = time.monotonic_ns() - self._begun

    def _listen(self) -> None:
        """Whether Hektor's voice is at the loudspeaker."""
        try:
            pcm = os.read(self._loudspeaker, 1 << 16)
        except BlockingIOError:
            pcm = b""
        samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
        self.hektor.append(samples)
        if len(samples) and np.abs(samples.astype(np.int32)).max() > LOUD:
            if self._loud_at is None:
                self._spoken += 1
                self._note(SpeechStarted(self.now, self._spoken, ""))
            self._loud_at = self.now
        elif self._loud_at is not None and self.now - self._loud_at > HOLDS:
            self._note(SpeechEnded(self._loud_at, self._spoken, "", whole=True))
            self._loud_at = None

    def _look(self) -> None:
        """Follow the journal: what was heard, and what came of it."""
        self._looks_at = self.now + LOOKS
        if self._state is None:
            if not self._archive.games():
                return
            self._state = new_state(conditions_of(self._archive, 1))
        for entry in itertools.islice(self._archive.entries(1), self._read, None):
            self._read += 1
            given = INPUTS.decode(entry.input)
            if isinstance(given, Said) and not given.typed:
                best = (Transcript(given.heard, 1.0),)
                self._note(HeardUtterance(best, self.now, self.now, self.now))
            self._state, events = BOARD.handle(self._state, given, entry.at)
            for event in events:
                at = event.at + self._offset
                self._note(replace(event, at=at) if self._offset else event)


def on_record(every: Iterator[Act], state: Callable[[], State]) -> Iterator[Act]:
    """Without what the journal does not tell of: commands about the telling."""
    for act in every:
        meant = typed(act.says, state())
        telling = isinstance(meant, Command) and COMMANDS[meant.name].telling
        if act.group is not Group.HARMLESS or not telling:
            yield act


def play(given: argparse.Namespace) -> dict[str, Any]:
    """The game, and its figures."""
    rng = random.Random(f"live {given.seed}")
    game = line_of_moves(rng, 2 * given.moves)
    halls: list[Hall] = []

    with ExitStack() as closing:

        def open_hall(note: Callable[[Happening | Essence], None]) -> Hall:
            halls.append(Hall(note, closing, "--time", "120+30"))
            return halls[0]

        renderer = SteadyRenderer(closing.enter_context(Synthesiser()))
        talk = Conversation(open_hall, renderer, voices(given.voices, rng))
        said = on_record(acts(rng, game, by_word=False), lambda: talk.state)
        found = talk.play(said)
    if given.list:
        print(*listed(found.tried), sep="\n")
    if given.save:
        _save(given.save, np.concatenate(halls[0].people), np.concatenate(halls[0].hektor))
    return figures(found)


def _save(path: Path, left: Samples, right: Samples) -> None:
    """Both as one stereo file; they began within some milliseconds of each other."""
    length = max(len(left), len(right))
    both = [np.pad(each, (0, length - len(each))) for each in (left, right)]
    soundfile.write(path, np.stack(both, axis=1), RATE)


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=20, help="of each side")
    parser.add_argument("--voices", nargs=2, default=["f3", "m7"], help="variants of espeak-ng")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the sound of it there")
    parser.add_argument("--list", action="store_true", help="print what was not obeyed at first")
    results.add_option(parser)
    given = parser.parse_args()
    if missing():
        parser.exit(1, f"{' and '.join(missing())} are not installed.\n")
    found = play(given)
    print(*told(found), sep="\n")
    results.write(given.json, "live", found)


if __name__ == "__main__":
    main()
