# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast Hektor is at the table.

    python -m bench.dialogue [--moves 16] [--starts 7] [--idle 20] [--json FILE]

Milliseconds from the start of the program until it says that it is ready, with sound and where all
is typed, and from the end of speech to the first sample of the read-back; processor time while
nobody speaks, in percent of a core; the memory of the whole process, in megabytes. Synthetic speech
is fed in real time, block by block, into the listening thread of a real game; the loudspeaker is
replaced by one that notes when the first sample was handed over (a sound card adds its buffer).
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from itertools import cycle
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np
import soxr

from announce.text.settings import Settings
from bench import results
from game.base.inbox import Inbox, SpeechDone
from game.play.game import Game
from game.play.loop import Loop
from game.sound.listener import CALM, Listener, Listeners
from game.sound.presenter import Presenter
from game.speech.drivers import Rendered
from game.speech.manager import Callbacks, Speech
from game.speech.player import Loudspeaker, SoundPlayed, Started, StreamPlayer
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer, Samples
from ground.progress import Progress
from lab.acoustics import speech_end
from record.journal import Archive
from record.session import begin
from table.core.conditions import Conditions
from voice.hearing.audio import BLOCK_MS, BLOCK_SAMPLES, MILLISECOND, RATE, Block
from voice.hearing.gate import Gate
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser

MOVES = ("Eva vier", "Eva sieben Eva fünf", "Springer Felix drei", "Springer Cesar sechs",
         "Läufer Bella fünf", "Anna sechs", "Läufer Anna vier", "Springer Felix sechs",
         "kurze Rochade", "Läufer Eva sieben", "Turm Eva eins", "Bella fünf",
         "Läufer Bella drei", "David sechs", "Cesar drei", "kurze Rochade")  # fmt: skip


TYPED = ("--no-speech", "--no-microphone")
SETTLES = CALM / 1e9 + 1  # seconds: what is left to load is loaded, and nobody waits for a word


class RealTimeSource:
    """A microphone in a quiet room into which phrases are spoken, in real time. As that of a sound
    card it fills a queue from a thread of its own; its sound is made before."""

    def __init__(self) -> None:
        room = np.random.default_rng(1).normal(0, 8, 100 * BLOCK_SAMPLES)
        self._room = np.rint(room).astype(np.int16).reshape(-1, BLOCK_SAMPLES)
        self._waiting: SimpleQueue[Samples] = SimpleQueue()
        self._blocks: SimpleQueue[Block] = SimpleQueue()
        self._at, self._open = time.monotonic_ns(), True  # the end of the last block
        threading.Thread(target=self._record, name="microphone", daemon=True).start()

    def say(self, samples: Samples) -> int:
        """Speak after what is already waiting; the time at which it begins, if nothing is."""
        begins = self._at
        whole = -len(samples) % BLOCK_SAMPLES
        for piece in np.pad(samples, (0, whole)).reshape(-1, BLOCK_SAMPLES):
            self._waiting.put(piece)
        return begins

    def _record(self) -> None:
        for noise in cycle(self._room):
            ends = self._at + BLOCK_MS * MILLISECOND
            time.sleep(max(0.0, (ends - time.monotonic_ns()) / 1e9))
            if not self._open:
                return
            heard = noise if self._waiting.empty() else noise + self._waiting.get()
            self._at = ends
            self._blocks.put(Block(heard.tobytes(), ends))

    def read(self, timeout: float) -> Block | None:
        """The next block, or None when none came within ``timeout`` seconds."""
        try:
            return self._blocks.get(timeout=timeout)
        except Empty:
            return None

    def close(self) -> None:
        """Record no more."""
        self._open = False


class TimedPlayer(StreamPlayer):
    """Notes when sound would begin; playing takes no time."""

    def __init__(self) -> None:
        super().__init__(Loudspeaker())
        self.starts: list[int] = []

    def open(self) -> None:
        """Open no device."""

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        """Notes the time."""
        self.starts.append(time.monotonic_ns())
        return SoundPlayed(self.starts[-1], not self.is_void(ticket))

    def strike(self, samples: Samples) -> bool:
        """Play no mark."""
        return True

    def close(self) -> None:
        """Close no device."""


def answers(count: int, idle: float) -> tuple[list[float], float, float]:
    """ms from the end of speech to the first sample of each read-back; the idle share over so many
    seconds; MB."""
    renderer = EngineRenderer()
    source, player = RealTimeSource(), TimedPlayer()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings()
        conditions = Conditions(press_after=100_000_000, time_control="90+30")
        session = begin(Archive(Path(folder) / "games.sqlite"), conditions, settings)
        lines: list[str] = []
        inbox = Inbox()
        speech = Speech(
            Rendered(renderer, player),
            tell=Callbacks(on_done=lambda number: inbox.put(SpeechDone(number))),
        )
        presenter = Presenter(settings, lines.append, speech)
        listener = Listener(
            lambda: source, Recogniser(find_model()), Gate(enabled=False), inbox.put
        )
        loop = Loop(inbox, presenter, Game(session, presenter, inbox), Listeners([listener]))
        speech.wait_idle()
        listener.start()
        figures: list[tuple[list[float], float, float]] = []

        def people() -> None:
            time.sleep(2)
            try:
                figures.append((*_dictate(count, idle, renderer, source, player), _resident_mb()))
            finally:
                inbox.typed("ende")

        threading.Thread(target=people).start()
        loop.run()
        listener.stop()
        presenter.close()
        session.close()
    return figures[0]


def _dictate(
    count: int,
    seconds: float,
    renderer: EngineRenderer,
    source: RealTimeSource,
    player: TimedPlayer,
) -> tuple[list[float], float]:
    """Speak the moves one by one; the delays in ms, and the idle share before."""
    idle = _idle_share(seconds)
    delays = []
    for number, phrase in enumerate(Progress().over(MOVES[:count])):
        voice = Voice(variant="f3" if number % 2 == 0 else "m3", rate=150)
        sound = renderer.render(phrase, voice).astype(np.float32) / 65536
        pcm = np.rint(soxr.resample(sound, SAMPLE_RATE, RATE) * 32767).astype(np.int16)
        player.starts.clear()
        ended = source.say(pcm) + speech_end(pcm)
        for _ in range(100):
            time.sleep(0.05)
            if player.starts:
                delays.append((player.starts[0] - ended) / 1e6)
                break
        time.sleep(1.0)
    return delays, idle


def _idle_share(seconds: float) -> float:
    """CPU time of this process while nothing is said, as a share of one core; the median of so many
    seconds one by one, as a machine that others use counts their waits for some of them."""
    time.sleep(min(seconds, SETTLES))
    shares, parts = [], max(1, round(seconds))
    for _ in range(parts):
        began, before = time.monotonic(), time.process_time()
        time.sleep(seconds / parts)
        shares.append((time.process_time() - before) / (time.monotonic() - began))
    return statistics.median(shares)


def _resident_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1e3


def starts(count: int, *options: str) -> list[float]:
    """ms from the start of the program to the line that says it is ready. Python finds the modules
    compiled, as after an installation: the first start is none of these."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for number in Progress().over(range(count + 1)):
            archive = ("--archive", f"{folder}/{number}.sqlite", "--language", "de")
            command = [sys.executable, "-m", "game.app.cli", "play", *archive, *options]
            before = time.monotonic()
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
            ) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                while "bereit" not in process.stdout.readline():
                    pass
                took.append(1e3 * (time.monotonic() - before))
                process.stdin.write("ende\n")
                process.stdin.close()
                process.wait()
    return took[1:]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=len(MOVES))
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--idle", type=float, default=20.0, help="seconds of silence")
    results.add_option(parser)
    options = parser.parse_args()
    print(f"{results.machine()}.")
    began, typed = starts(options.starts), starts(options.starts, *TYPED)
    delays, idle, megabytes = answers(options.moves, options.idle)
    found = {
        "ready_ms": results.summary(began, 0),
        "ready_typed_ms": results.summary(typed, 0),
        "read_back_ms": results.summary(delays, 0),
        "moves": options.moves,
        "idle_percent": round(100 * idle, 1),
        "memory_mb": round(megabytes),
    }
    for name, figure in found.items():
        print(f"{name}: {figure}")
    results.write(options.json, "dialogue", found)


if __name__ == "__main__":
    main()
