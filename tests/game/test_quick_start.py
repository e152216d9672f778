# SPDX-License-Identifier: GPL-3.0-or-later
"""What is loaded before the first word: a start is as quick as what it needs."""

import subprocess
import sys
from pathlib import Path

import homes
import pytest

TYPED = ["play", "--no-speech", "--no-microphone", "--language", "de", "--archive", "g.sqlite"]

REPORT = "import sys; sys.stderr.write(' '.join(sys.modules))"

RUN = f"""
import sys
from game.app import cli

if "play" in sys.argv:
    from game.sound.presenter import Presenter

    def told(*_):
        {REPORT}
        raise SystemExit(0)

    Presenter.say = told
cli.main(sys.argv[1:])
{REPORT}
"""

MOST = {"--version": 14, "play": 173}
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
        *("opponents.player", "voice.acoustic", "voice.hearing", "voice.learning.takes"),
    ),
}
"""What a start does not load: sound, pages, programs and studies, before somebody wants them."""


def loaded(folder: Path, arguments: list[str]) -> set[str]:
    """The modules that are loaded when the first word would be told."""
    command = [sys.executable, "-c", RUN, *arguments]
    environment = {**dict(homes.variables(folder)), "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return set(ended.stderr.split())


@pytest.mark.parametrize("arguments", [["--version"], TYPED], ids=["--version", "play"])
def test_no_more_is_loaded_than_is_needed(tmp_path: Path, arguments: list[str]) -> None:
    found, name = loaded(tmp_path, arguments), arguments[0]
    unwanted = [each for each in found for room in NEVER[name] if f"{each}.".startswith(f"{room}.")]
    assert sorted(unwanted) == []
    own = sorted(each for each in found if each.partition(".")[0] in ROOMS)
    assert len(own) <= MOST[name], own
