# SPDX-License-Identifier: GPL-3.0-or-later
"""What is loaded before the first word: a start is as quick as what it needs."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import homes
import pytest

TYPED = ["play", "--no-speech", "--no-microphone", "--language", "de", "--archive", "g.sqlite"]

HEARD = [one for one in TYPED if not one.startswith("--no-")]

REPORT = "print(*sys.modules, flush=True), os._exit(0)"

RUN = f"""
import os, sys
from game.app import cli

if "play" in sys.argv:
    from game.sound.presenter import Presenter

    Presenter.say = lambda *_: ({REPORT})
cli.main(sys.argv[1:])
{REPORT}
"""

MOST = {"--version": 15, "play": 159, "play with sound": 197}
"""Modules of Hektor's that may be loaded: fewer at any time, more only on purpose."""

ROOMS = (
    *("ground", "rules", "clock", "voice", "table", "study"),
    *("announce", "record", "opponents", "hall", "game"),
)

NEVER = {
    "--version": ("chess", "numpy", "table", "announce.words"),
    "play": (
        *("numpy", "sounddevice", "vosk", "requests", "asyncio", "ssl", "cryptography"),
        *("chess.engine", "chess.pgn", "study", "game.page", "game.speech.drivers", "http"),
        *("opponents.player", "voice.acoustic", "voice.hearing", "voice.learning"),
    ),
    "play with sound": (
        *("numpy.ma", "srt", "tqdm", "requests", "asyncio", "ssl", "cryptography", "concurrent"),
        *("chess.engine", "chess.pgn", "study", "game.page", "http"),
        *("opponents.player", "voice.learning.takes", "voice.learning.phrases"),
    ),
}
"""What a start does not load: sound, pages, programs and studies, before somebody wants them."""


def loaded(folder: Path, arguments: Sequence[str]) -> set[str]:
    """The modules that are loaded when the first word would be told."""
    command = [sys.executable, "-c", RUN, *arguments]
    environment = {**dict(homes.variables(folder)), "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split())


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("--version", ["--version"]), ("play", TYPED), ("play with sound", HEARD)],
)
def test_no_more_is_loaded_than_is_needed(
    tmp_path: Path, name: str, arguments: Sequence[str]
) -> None:
    found = loaded(tmp_path, arguments)
    unwanted = [each for each in found for room in NEVER[name] if f"{each}.".startswith(f"{room}.")]
    assert sorted(unwanted) == []
    own = sorted(each for each in found if each.partition(".")[0] in ROOMS)
    assert len(own) <= MOST[name], own
