# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN at the edges: how it is asked for, where its key is, who sees it typed."""

import io
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from boards import Board, typed
from told import sentence

from announce.lexicon import lexicon
from game.app import options
from game.app.cli import main
from table.arbiter.pin import hashed, holds
from table.conditions import Mode

Play = Callable[..., int]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Runs ``hektor play`` in an empty home, on typed lines; ``pin`` is what is typed unseen."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))

    def run(*arguments: str, pin: str | None = "471147", lines: str = "ende\n") -> int:
        def ask(_prompt: str) -> str:
            if pin is None:
                raise EOFError
            return pin

        monkeypatch.setattr("getpass.getpass", ask)
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        quiet = ("--no-speech", "--no-microphone", "--language", "en")
        return main(["play", *quiet, *arguments])

    return run


def test_digits_on_the_command_line_are_refused_unread(
    play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody on the computer sees them there (``ps``)."""
    assert play("--arbiter-pin", "471147") == 2
    told = capsys.readouterr()
    assert told.err.strip() == lexicon("en").text("program.error.pin_shown")
    assert "4711" not in told.out + told.err


def test_digits_in_the_profile_are_refused(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    profile = options.profile_path()
    profile.parent.mkdir(parents=True)
    profile.write_text('[play]\narbiter-pin = "471147"\n')
    assert play() == 2
    assert "4711" not in capsys.readouterr().err
    profile.write_text('[play]\narbiter-pin = ""\n')
    assert play() == 0


def test_no_pin_from_an_input_that_is_at_its_end(
    play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play("--arbiter-pin", pin=None) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("pin", "advised"), [("4711", True), ("47114", True), ("471147", False)])
def test_six_digits_are_advised(
    play: Play, capsys: pytest.CaptureFixture[str], pin: str, advised: bool
) -> None:
    assert play("--arbiter-pin", pin=pin) == 0
    short = lexicon("en").text("program.message.short_pin")
    assert (short in capsys.readouterr().out) is advised


def test_archive_alone_does_not_give_the_pin_away(play: Play, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    lines = "schiedsrichter 471147\nPIN: 4711 47\nshiedsrichter: 471147\nende\n"
    assert play("--arbiter-pin", "--archive", str(archive), lines=lines) == 0
    key = options.pin_key()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert b"471147" not in kept
    assert key not in kept
    found = kept[kept.index(b"keyed$") :][:103].decode()
    assert holds("471147", found, key)
    assert not holds("471147", found, b"")


def test_key_is_made_once_and_for_the_user_alone(play: Play, tmp_path: Path) -> None:
    key = options.pin_key()
    assert options.pin_key() == key
    assert len(key) == 32
    (path,) = tmp_path.rglob("pin.key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_nothing_is_seen_of_what_is_typed_while_the_pin_is_asked_for(tmp_path: Path) -> None:
    kept = hashed("471147", bytes(32))
    board = Board(tmp_path, arbiter_pin=kept, mode=Mode.COMPETITION)
    shown: list[bool] = []
    board.equip(echo=shown.append)
    board.run(typed("e4"), typed("Schiedsrichter"), typed("471"))
    assert not shown[-1]
    board.run(typed("schiedsrichter: Ende"))
    assert not shown[-1]


def test_pin_that_was_given_lets_the_line_be_seen_again(tmp_path: Path) -> None:
    board = Board(tmp_path, arbiter_pin=hashed("471147"), mode=Mode.COMPETITION)
    shown: list[bool] = []
    board.equip(echo=shown.append)
    lines = board.run(typed("e4"), typed("Schiedsrichter"), typed("471147"))
    assert sentence("game.arbiter.floor_taken") in lines
    assert shown[-1]
