# SPDX-License-Identifier: GPL-3.0-or-later
"""The computer does not fall asleep during a game, and may do so afterwards."""

import ctypes
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.app.awake import awake


@pytest.fixture
def holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of the system that writes down when it begins and when it ends."""
    log = tmp_path / "log"
    for name in ("systemd-inhibit", "caffeinate"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$0 $@" >> {log}\ncat\necho over >> {log}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return log


@pytest.mark.skipif(os.name == "nt", reason="it is a program of the shell")
@pytest.mark.parametrize(
    ("platform", "program"), [("linux", "systemd-inhibit"), ("darwin", "caffeinate")]
)
def test_a_program_of_the_system_holds_sleep_off(holder: Path, platform: str, program: str) -> None:
    with awake(platform):
        pass
    begun, ended = holder.read_text().splitlines()
    assert Path(begun.split()[0]).name == program
    assert ended == "over"


@pytest.mark.parametrize("platform", ["linux", "darwin", "plan9"])
def test_without_it_a_game_goes_on(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setenv("PATH", "")
    with awake(platform):
        pass


def test_windows_is_asked_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    kernel = SimpleNamespace(SetThreadExecutionState=lambda state: asked.append(state.value))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    with awake("win32"):
        assert asked == [0x80000003]
    assert asked == [0x80000003, 0x80000000]
