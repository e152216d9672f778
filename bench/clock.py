# SPDX-License-Identifier: GPL-3.0-or-later
"""How late a fallen flag is noticed under full load, in milliseconds.

    python -m bench.clock [--games 40] [--archive] [--json FILE]

One process for each core never rests, the recogniser hears moves all the time, and the real loop
plays games of one second each. Lateness runs from the zero of the display to the printed line that
tells of it. ``--archive`` keeps each game on disk too, as a real one is. Drift is the time of the
game against the system's monotonic clock, in nanoseconds.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import soxr

from announce.text.settings import Settings
from bench import results
from bench.dialogue import MOVES, RealTimeSource
from clock.events import FlagFell
from game.base.inbox import Inbox, TypedLine
from game.play.game import Game
from game.play.loop import Loop, keep_prompt
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from record.journal import Archive
from record.session import Session, begin
from rules.position import Position
from table.core.conditions import SECOND, Conditions
from table.core.state import new_state
from voice.hearing.audio import RATE
from voice.hearing.gate import Gate
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.completeness import Completeness
from voice.language.grammar import runtime_phrases

ONE_SECOND = Conditions(time_control="1s", press_after=None)


@contextmanager
def busy_cores() -> Iterator[None]:
    """One process for each core that never rests."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


@contextmanager
def busy_recogniser() -> Iterator[list[str]]:
    """The listening thread hears moves without a pause between them; yields what it heard."""
    source, renderer = RealTimeSource(), EngineRenderer()
    heard: list[str] = []
    stop = threading.Event()

    def tell(happened: object) -> None:
        utterance = getattr(happened, "utterance", None)
        if utterance is not None:
            heard.append(utterance.transcripts[0].text)

    def people() -> None:
        for phrase in itertools.cycle(MOVES):
            sound = renderer.render(phrase, Voice()).astype(np.float32) / 65536
            pcm = np.rint(soxr.resample(sound, SAMPLE_RATE, RATE) * 32767).astype(np.int16)
            source.say(pcm)
            if stop.wait(len(pcm) / RATE + 0.4):
                return

    listener = Listener(lambda: source, Recogniser(find_model()), Gate(enabled=False), tell)
    listener.listen_for(runtime_phrases(Position.start()), lambda _: Completeness.UNKNOWN)
    speaking = threading.Thread(target=people, daemon=True)
    listener.start()
    speaking.start()
    try:
        yield heard
    finally:
        stop.set()
        listener.stop()
        speaking.join()
        listener.join()


def fall(archive: Archive | None) -> tuple[int, int]:
    """One game to its flag: nanoseconds of lateness, and of drift."""
    settings = Settings()
    if archive is None:
        session = Session(new_state(ONE_SECOND), settings)
    else:
        session = begin(archive, ONE_SECOND, settings)
    told: list[int] = []

    def write(line: str) -> None:
        if "abgelaufen" in line:
            told.append(time.monotonic_ns())
            inbox.typed("ende")  # the table stays open after the end of a game

    inbox = Inbox()
    presenter = Presenter(settings, write)
    played = Game(session, presenter, inbox)
    loop = Loop(inbox, presenter, played)
    before, game, after = time.monotonic_ns(), played.now(), time.monotonic_ns()
    inbox.put(TypedLine("", before))
    loop.run()
    passed, now = time.monotonic_ns() - before, played.now() - game
    drift = max(0, abs(now - passed) - (after - before) - (time.monotonic_ns() - before - passed))
    flag = session.state.clock.flags[0]
    assert isinstance(flag, FlagFell)
    session.close()
    return told[0] - before - SECOND, drift


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--archive", action="store_true", help="with each game on disk")
    parser.add_argument("--warm-up", type=float, default=2.0, help="seconds before the first game")
    results.add_option(parser)
    options = parser.parse_args()
    print(f"{results.machine()}.")
    with tempfile.TemporaryDirectory() as folder, busy_cores(), busy_recogniser() as heard:
        archive = Archive(Path(folder) / "games.sqlite") if options.archive else None
        time.sleep(options.warm_up)
        keep_prompt(new_state(Conditions()), Settings().language)
        figures = [fall(archive) for _ in range(options.games)]
    late = [lateness / 1e6 for lateness, _ in figures]
    found = {
        "late_ms": results.summary(late, 2),
        "over_10_ms": sum(each > 10 for each in late),
        "drift_ns": max(drift for _, drift in figures),
        "heard": len(heard),
    }
    for name, figure in found.items():
        print(f"{name}: {figure}")
    results.write(options.json, "clock", found)


if __name__ == "__main__":
    main()
