# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play`` hears a game through PortAudio from a virtual microphone, and loses it.

PulseAudio gives a source that plays what is written into a pipe and a loudspeaker whose sound can
be recorded. Without PulseAudio the test is skipped, except in CI, where it has to be there.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soxr
from told import sentence

from bench.virtual import PATIENCE, SoundServer, Talker, missing, sound_server
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from record.journal import Archive
from record.snapshot import stored
from voice.hearing.audio import RATE

ROOT = Path(__file__).parents[2]
MOVES = [
    ("Eva vier", "Eva vier"),
    ("Eva sieben Eva fünf", "Eva fünf"),
    ("Springer Felix drei", "Springer Felix drei"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SoundServer]:
    wanted = missing()
    if wanted and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(wanted)} are not installed")
    assert not wanted, "CI needs pulseaudio and pulseaudio-utils"
    with sound_server(tmp_path) as sound:
        yield sound


def wait_for_ears(sound: SoundServer, talker: Talker) -> None:
    """Until a program listens to the microphone: what is said before is lost, as at any board."""
    until = time.monotonic() + PATIENCE
    while not sound.has_ears():
        assert time.monotonic() < until, "nobody opened the microphone"
        talker.silence(0.1)
    talker.silence(0.5)


class Program:
    """A running ``hektor`` and the lines that it has printed so far."""

    def __init__(self, sound: SoundServer, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "game.app.cli", *arguments]
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
            env=sound.environment,
        )  # fmt: skip
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()

    def type(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()

    def wait_for(self, wanted: str, talker: Talker | None = None) -> None:
        """Until a line has ``wanted`` in it; the room is quiet or, without talker, dead."""
        until = time.monotonic() + PATIENCE
        while not any(wanted in line for line in self.lines):
            assert self._process.poll() is None, self.lines
            assert time.monotonic() < until, f"{wanted!r} was not said, but {self.lines}"
            if talker is None:
                with self._news:
                    self._news.wait_for(lambda: any(wanted in each for each in self.lines), 1)
            else:
                talker.silence(0.1)

    def dictate(self, phrase: np.ndarray, answer: str, talker: Talker) -> None:
        """Say it, and say it again where nothing was heard, as a player does."""
        for _ in range(3):
            talker.silence(0.7)
            before = len(self.lines)
            talker.sound(phrase)
            patience = time.monotonic() + 4.0
            while len(self.lines) == before and time.monotonic() < patience:
                talker.silence(0.1)
            if len(self.lines) > before:
                break
        self.wait_for(answer, talker)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def leave(self) -> int:
        self.type("ende")
        return self._process.wait(PATIENCE)


@pytest.fixture
def talker(server: SoundServer) -> Iterator[Talker]:
    one = Talker(server.fifo)
    with contextlib.closing(one):
        yield one


@pytest.fixture(scope="module")
def phrases() -> dict[str, np.ndarray]:
    renderer = EngineRenderer()
    said = {
        text: soxr.resample(renderer.render(text, Voice(variant="f3", rate=150)), SAMPLE_RATE, RATE)
        for text, _ in MOVES
    }
    return {text: samples // 2 for text, samples in said.items()}


def test_dying_microphone_comes_back_during_a_game(
    server: SoundServer, talker: Talker, phrases: dict[str, np.ndarray], tmp_path: Path
) -> None:
    archive = tmp_path / "games.sqlite"
    program = Program(
        server, "play", "--press", "hand", "--say-press", "--no-speech", "--archive", str(archive)
    )
    try:
        wait_for_ears(server, talker)
        for text, answer in MOVES[:2]:
            program.dictate(phrases[text], answer, talker)
            program.lines.clear()
            program.type("Uhr")
            program.wait_for(sentence("game.pressed"), talker)
        program.wait_for("Mikrofon")  # nobody writes into the pipe any more: it is dead
        program.type("Springer Hektor drei")
        program.wait_for("Springer Hektor drei")
        program.type("Korrektur")
        program.lines.clear()
        talker.start_again()
        program.wait_for("Mikrofon", talker)
        text, answer = MOVES[2]
        program.dictate(phrases[text], answer, talker)
        program.type("Uhr")
        assert program.leave() == 0
    finally:
        program.close()
    games = Archive(archive)
    played = [made.facts.san for made in stored(games, 1).state.record]
    assert played == ["e4", "e5", "Nf3"]


def speech_in(recording: Path) -> bool:
    """True if it has a sixteenth of a second of loud sound; the click of a press is 20 ms long."""
    heard = np.frombuffer(recording.read_bytes()[: recording.stat().st_size // 2 * 2], "<i2")
    return bool(np.count_nonzero(np.abs(heard.astype(int)) > 1_000) > RATE // 16)


def test_speech_comes_out_of_the_loudspeaker(
    server: SoundServer, talker: Talker, tmp_path: Path
) -> None:
    recording = tmp_path / "said.raw"
    with recording.open("wb") as file:
        recorder = server.record(file.fileno())
        archive = str(tmp_path / "games.sqlite")
        program = Program(server, "play", "--say-press", "--archive", archive)
        try:
            program.wait_for("Hektor ist bereit.", talker)
            program.type("e4")
            program.wait_for("Eva vier", talker)
            program.wait_for(
                sentence("game.pressed"), talker
            )  # two seconds after it was read back to the end
            until = time.monotonic() + PATIENCE
            while not speech_in(recording):  # a sound server may lose some of it: ask once more
                assert time.monotonic() < until, "nothing was heard of what Hektor said"
                program.type("Stellung")
                talker.silence(1.0)
        finally:
            program.close()
            recorder.terminate()
            recorder.wait()
