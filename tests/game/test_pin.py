# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN at the edges: how it is asked for, where its key is, who sees it typed."""

import io
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import homes
import pytest
from boards import Board, typed
from told import sentence

from announce.lexicon import lexicon
from announce.text.settings import Settings
from game.app import options
from game.app.cli import main
from game.app.commands import verify
from record import countersign
from record.journal import Archive
from record.session import begin
from table.arbiter.pin import hashed, holds
from table.core.conditions import Conditions, Mode

Play = Callable[..., int]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Runs ``hektor play`` in an empty home, on typed lines; ``pin`` is what is typed unseen."""
    homes.empty(monkeypatch, tmp_path)

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


@pytest.mark.skipif(os.name != "posix", reason="a session without a terminal")
def test_without_a_terminal_the_pin_comes_from_a_pipe_and_nothing_is_told_of_echo(
    tmp_path: Path,
) -> None:
    quiet = ("--no-speech", "--no-microphone", "--language", "en", "--arbiter-pin")
    command = [sys.executable, "-m", "game.app.cli", "play", *quiet, "--archive",
               str(tmp_path / "games.sqlite")]  # fmt: skip
    for lines, status, told in (
        ("471147\n471147\nende\n", 0, ""),
        ("", 2, lexicon("en").text("program.error.nothing_typed")),
    ):
        played = subprocess.run(
            command, input=lines, capture_output=True, text=True, start_new_session=True,
            env={**os.environ, **dict(homes.variables(tmp_path))}, check=False,
        )  # fmt: skip
        assert (played.returncode, played.stderr.strip()) == (status, told)
        assert "4711" not in played.stdout


@pytest.mark.parametrize(("pin", "advised"), [("4711", True), ("47114", True), ("471147", False)])
def test_six_digits_are_advised(
    play: Play, capsys: pytest.CaptureFixture[str], pin: str, advised: bool
) -> None:
    assert play("--arbiter-pin", pin=pin) == 0
    short = lexicon("en").text("program.message.short_pin")
    assert (short in capsys.readouterr().out) is advised


def test_archive_alone_does_not_give_the_pin_away(play: Play, tmp_path: Path) -> None:
    archive = tmp_path / "games.sqlite"
    pin = "471147471147"  # six digits stand in a hash some day
    lines = f"schiedsrichter {pin}\nPIN: {pin[:5]} {pin[5:]}\nshiedsrichter: {pin}\nende\n"
    assert play("--arbiter-pin", "--archive", str(archive), pin=pin, lines=lines) == 0
    key = options.pin_key()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert pin.encode() not in kept
    assert key not in kept
    (found,) = re.findall(r"keyed[$0-9a-f]+", kept[kept.index(b"keyed$") :][:120].decode())
    assert holds(pin, found, key)
    assert not holds(pin, found, b"")


def test_key_is_made_once_and_for_the_user_alone(play: Play, tmp_path: Path) -> None:
    key = options.pin_key()
    assert options.pin_key() == key
    assert len(key) == 32
    (path,) = tmp_path.rglob("pin.key")
    if os.name != "nt":  # a user's own folders are closed to others there
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"short"])
def test_half_a_key_is_none(
    play: Play, tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """With an empty one a PIN of seven digits was guessed in 11 seconds."""
    options.pin_key()
    (path,) = tmp_path.rglob("pin.key")
    path.write_bytes(content)
    assert play("--arbiter-pin") == 2
    told = lexicon("en").text("program.error.pin_key_short", path=path)
    assert capsys.readouterr().err.strip() == told


def test_nothing_is_seen_of_what_is_typed_while_the_pin_is_asked_for(tmp_path: Path) -> None:
    kept = hashed("471147", bytes(32))
    board = Board(tmp_path, arbiter_pin=kept, mode=Mode.COMPETITION)
    shown: list[bool] = []
    board.equip(echo=shown.append)
    board.run(typed("e4"), typed("Schiedsrichter"), typed("471"))
    assert not shown[-1]
    board.run(typed("schiedsrichter: Ende"))
    assert not shown[-1]


def test_what_was_typed_unseen_is_repeated_to_nobody(tmp_path: Path) -> None:
    """A passphrase in the wrong prompt, or a second one after the two differed."""
    board = Board(tmp_path, arbiter_pin=hashed("471147"), mode=Mode.COMPETITION)
    remembered: list[str] = []
    board.equip(remember=remembered.append)
    lines = board.run(
        typed("e4"), typed(""), typed("Schiedsrichter"), typed("gut gehütet im Tresor")
    )
    board.run(typed("Schiedsrichter"), typed("471147"), typed("vertagen"))
    board.run(typed("Umschlag Kennwort"), typed("gut gehütet im Tresor"), typed("gut gehütte"))
    board.run(typed("gut gehütet im Tresor"))
    assert not [line for line in (*lines, *remembered) if "Tresor" in line]
    assert b"Tresor" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_line_with_the_pin_does_not_stay_on_the_screen(tmp_path: Path) -> None:
    terminals = pytest.importorskip("terminals", reason="no terminals of this kind")
    with terminals.Terminal(
        *("play", "--no-speech", "--no-microphone", "--language", "de", "--arbiter-pin"),
        *("--archive", str(tmp_path / "games.sqlite")),
        home=str(tmp_path),
    ) as terminal:
        for _ in range(2):
            terminal.wait_for("PIN:")
            terminal.type("471147\n")
        terminal.wait_for(sentence("program.message.ready"))
        line = "shiedsrichter 471147"
        terminal.type(line)
        terminal.wait_for(line)
        terminal.type("\r")
        terminal.wait_for("\b" * len(line) + " " * len(line))
        terminal.type("ende\r")
        assert terminal.end()[0] == 0


def test_pin_that_was_given_lets_the_line_be_seen_again(tmp_path: Path) -> None:
    board = Board(tmp_path, arbiter_pin=hashed("471147"), mode=Mode.COMPETITION)
    shown: list[bool] = []
    board.equip(echo=shown.append)
    lines = board.run(typed("e4"), typed("Schiedsrichter"), typed("471147"))
    assert sentence("game.arbiter.floor taken") in lines
    assert shown[-1]


# --- Its key is lost ------------------------------------------------------------------------------

RESUME = ("resume", "--no-speech", "--no-microphone", "--language", "en")


@pytest.fixture
def lost(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A competition game whose key is another one by now; resumes it, and takes what is typed
    unseen."""
    lines = "e4\n\nende\n"
    assert play("--arbiter-pin", "--mode", "competition", lines=lines) == 0
    (key,) = tmp_path.rglob("pin.key")
    key.unlink()
    options.pin_key()

    def run(*arguments: str, unseen: tuple[str, ...] = (), lines: str = "ende\n") -> int:
        entered = iter(unseen)
        monkeypatch.setattr("getpass.getpass", lambda _: next(entered))
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return main([*RESUME, *arguments])

    return run


def test_lost_key_is_told_each_time(
    lost: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    told = lexicon("en").text("program.message.pin_key_lost")
    for _ in range(2):
        capsys.readouterr()
        assert lost() == 0
        assert told in capsys.readouterr().out


def test_arbiter_sets_another_pin_and_that_is_on_record(
    lost: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pin = "815815815815"  # six digits stand in a hash some day
    lines = f"schiedsrichter: 471147\nschiedsrichter: {pin}\nschiedsrichter: weiter\nende\n"
    assert lost("--new-arbiter-pin", unseen=(pin, pin), lines=lines) == 0
    told = capsys.readouterr().out.splitlines()
    keys = ("arbiter.pin renewed", "arbiter.pin_refused", "arbiter.floor taken", "resumed")
    words = [lexicon("en").text(f"game.{key}") for key in keys]
    places = [told.index(line) for line in words]
    assert places == sorted(places)
    (path,) = tmp_path.rglob("games.sqlite")
    archive = Archive(path)
    assert any("code was set anew" in line for line in verify.report(archive, 1, "*"))
    assert pin.encode() not in path.read_bytes()
    assert lost() == 0  # it holds from now on
    assert lexicon("en").text("program.message.pin_key_lost") not in capsys.readouterr().out


def test_a_forgotten_pin_is_replaced_and_that_is_on_record(
    lost: Callable[..., int], tmp_path: Path
) -> None:
    """A slip of the first hour closed the arbiter out for good."""
    assert lost("--new-arbiter-pin", unseen=("815815", "815815")) == 0
    assert lost("--new-arbiter-pin", unseen=("471147", "471147")) == 0
    (path,) = tmp_path.rglob("games.sqlite")
    told = [line for line in verify.report(Archive(path), 1, "*") if "code was set anew" in line]
    assert len(told) == 2


def test_a_pin_is_typed_twice(lost: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert lost("--new-arbiter-pin", unseen=("815815", "815851")) == 2
    assert capsys.readouterr().err.strip() == lexicon("en").text("program.error.pins_differ")


def test_new_pin_takes_the_passphrase_of_an_arbiter_who_has_one(
    play: Play, lost: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(countersign, "_COST", 2**4)
    passphrase = "gut gehütet seit 1972"
    key = countersign.new_key(passphrase)
    archive = Archive(next(tmp_path.rglob("games.sqlite")))
    agreed = Conditions(arbiter_pin=hashed("471147", b"lost"), arbiter_key=key)
    begin(archive, agreed, Settings()).close()
    assert lost("2", "--new-arbiter-pin", unseen=("another passphrase",)) == 2
    assert lost("2", "--new-arbiter-pin", unseen=(passphrase, "815815", "815815")) == 0
