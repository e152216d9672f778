# SPDX-License-Identifier: GPL-3.0-or-later
"""Every option that a command offers is read by it when it runs."""

import sys
from pathlib import Path

import pytest
from options_used import FEN, Typing, folder, typing, unread

from game.app.subcommands import commands

__all__ = ["folder", "typing"]  # fixtures

RUNS: dict[str, list[list[str]]] = {
    "play": [["--opponent", sys.executable], ["--mode", "competition", "--page", "--page-allowed"]],
    "resume": [["1", "--opponent", sys.executable], ["2", "--page", "--page-allowed"]],
    "clock": [[]],
    "study": [[], ["games.pgn", "--auto", "0.5"]],
    "drill": [[], ["squares"]],
    "demo": [[]],
    "learn": [["--list"], ["Anna"], ["Anna", "--forget", "--yes"]],
    "listen": [["silence.wav"]],
    "script": [["game.txt"]],
    "judge": [[FEN]],
    "score": [["score.txt"], ["score.txt", "--to", "brf"]],
    "games": [[]],
    "export": [["1"], ["1", "--format", "brf"], ["1", "--remarks"]],
    "incident": [
        ["1"],
        ["3", "--report", "1", "--to", "report.txt"],
        ["3", "--report", "1", "--format", "brf"],
    ],
    "rule": [["3", "Ergebnis", "Remis"]],
    "sign": [["3"]],
    "verify": [["1"], ["1", "--passphrase"]],
    "backup": [["mine.hektor"]],
    "restore": [["mine.hektor"]],
    "evaluate": [["manifest.tsv"]],
    "model": [["list"], ["get"]],
    "check": [["--white-side", "left"], ["--report"]],
    "docs": [[], ["card", "--brf"], ["scripts", "--aloud"]],
}


def of_house_and_laboratory() -> list[str]:
    return [name for name, one in commands().items() if one.module.startswith(("game.", "lab."))]


@pytest.mark.parametrize("name", of_house_and_laboratory())
def test_every_option_is_read(name: str, folder: Path, typing: Typing) -> None:
    assert unread(name, RUNS[name], folder) == set()
