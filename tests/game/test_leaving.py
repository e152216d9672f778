# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaving: the archive first, a farewell, the terminal as it was; two seconds, whatever hangs."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from boards import NO_DEVICES, SPEAKS, Board, heard, typed
from terminals import Terminal
from told import sentence

from game.app import assemble, devices, leaving
from game.app.console import Console
from game.base.inbox import Inbox, Item, TypedLine
from game.speech.channels import Channels
from game.speech.drivers import Rendered
from game.speech.player import SoundPlayed, Started
from game.speech.voices import Samples
from record.journal import Archive, Journal
from table.core.conditions import Mode
from table.events.game import Role

ROOT = Path(__file__).parents[2]
FAREWELL = sentence("program.message.left")
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class FrozenPlayer:
    """A sound server that takes nothing: opening, playing and closing block for ever."""

    def __init__(self) -> None:
        self.thawed = threading.Event()

    def open(self) -> None:
        self.thawed.wait()

    def ticket(self) -> int:
        return 0

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        self.thawed.wait()
        return SoundPlayed(0, False)

    def strike(self, _samples: Samples) -> bool:
        return False

    def cancel(self) -> None:
        """Nothing sounds."""

    def close(self) -> None:
        self.thawed.wait()


class Voiceless:
    def render(self, text: str, voice: Any) -> Samples:
        raise AssertionError("nothing is asked for before the loudspeaker is open")


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What the program would have ended with at once; its threads go on here."""
    statuses: list[int] = []
    monkeypatch.setattr(leaving, "_end", statuses.append)
    yield statuses


def test_archive_is_closed_first_and_a_frozen_sound_server_keeps_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = leaving.STILL + leaving.CLOSING + leaving._PRINTING
    board = Board(tmp_path)
    player = FrozenPlayer()
    closed: list[str] = []
    close = Journal.close

    def noted(journal: Journal) -> None:
        closed.append("archive")
        close(journal)

    monkeypatch.setattr(Journal, "close", noted)

    def ended(status: int) -> None:
        closed.append(f"ended with {status}")
        player.thawed.set()

    monkeypatch.setattr(leaving, "_end", ended)

    def speech(*_: object) -> Channels:
        return Channels({None: Rendered(Voiceless(), player)})

    monkeypatch.setattr(devices, "make_speech", speech)
    monkeypatch.setattr(leaving, "STILL", 0.05)
    monkeypatch.setattr(leaving, "CLOSING", 0.1)

    def keyboard(inbox: Inbox) -> None:
        for line in ("e4", "ende"):
            inbox.typed(line)

    lines: list[str] = []
    console = Console(lines.append, keyboard)
    assemble.run(SPEAKS, board.session, 0, "ready", console=console)
    assert closed[:2] == ["archive", "ended with 0"]
    assert lines[-1] == FAREWELL
    assert waits <= 1.9  # and a tenth of a second for all the rest


def test_who_leaves_after_the_end_is_told_so(tmp_path: Path, ends: list[int]) -> None:
    def keyboard(inbox: Inbox) -> None:
        for line in ("e4", "Uhr", "aufgeben", "ja", "Ende"):
            inbox.typed(line)

    lines: list[str] = []
    console = Console(lines.append, keyboard)
    assemble.run(NO_DEVICES, Board(tmp_path).session, 0, "ready", console=console)
    assert "Weiß gewinnt." in lines
    assert lines[-1] == sentence("program.message.left_over")


@pytest.mark.parametrize("line", ["Ende", "auf Wiedersehen", "Tschüss!", "goodbye", "doviđenja"])
def test_no_game_is_said_to_go_on_that_has_not_begun(tmp_path: Path, line: str) -> None:
    lines: list[str] = []
    console = Console(lines.append, lambda inbox: inbox.typed(line))
    assemble.run(NO_DEVICES, Board(tmp_path).session, 0, "ready", console=console)
    assert lines[-1] == sentence("program.message.left_over")


def test_what_is_spoken_is_waited_for_as_long_as_sound_goes_out() -> None:
    pulse = leaving.Pulse(60.0)
    assert not pulse.stopped()
    assert leaving.Pulse(-1.0).stopped()
    pulse()
    assert not pulse.stopped()


def test_the_limit_ends_the_program_and_only_then(ends: list[int]) -> None:
    with leaving.at_most(60.0):
        pass
    assert ends == []
    done = threading.Event()
    with leaving.at_most(0.01, 7):
        while not ends:
            done.wait(0.01)
    assert ends == [7]


def test_a_stopped_terminal_is_not_waited_for() -> None:
    printed = threading.Event()

    def write(_line: str) -> None:
        printed.wait()

    leaving.print_soon(write, FAREWELL)
    printed.set()


def test_a_terminal_that_is_gone_is_no_fault() -> None:
    def gone(_: str) -> None:
        raise OSError("Input/output error")

    leaving.print_soon(gone, FAREWELL)


# --- Signals --------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_says_goodbye_and_keeps_the_game(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    archive = tmp_path / "games.sqlite"
    command = [sys.executable, "-m", "game.app.cli", "play", "--no-speech", "--no-microphone",
               "--press", "hand", "--language", "de", "--archive", str(archive)]  # fmt: skip
    pipe = subprocess.PIPE
    program = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        program.stdin.write("e4\n")
        program.stdin.flush()
        for line in program.stdout:
            if line.strip() == "Eva vier":
                break
        program.send_signal(number)
        rest, errors = program.communicate(timeout=60)
    finally:
        program.kill()
    assert rest.splitlines()[-1] == FAREWELL
    assert errors == ""
    assert program.returncode == (0 if number is signal.SIGINT else 128 + number)
    with closing(sqlite3.connect(tmp_path / "games-1.lock", timeout=0)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # nobody holds it
    assert Archive(archive).games()[0].begun


@POSIX
@pytest.mark.parametrize("by_signal", [False, True])
def test_no_game_is_called_saved_whose_archive_is_gone(tmp_path: Path, by_signal: bool) -> None:
    archive = tmp_path / "data" / "games.sqlite"
    command = [sys.executable, "-m", "game.app.cli", "play", "--no-speech", "--no-microphone",
               "--press", "hand", "--language", "de", "--archive", str(archive)]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for line, until in (("e4", "Eva vier"), ("schwarz: e5", str(archive))):
            program.stdin.write(f"{line}\n")
            program.stdin.flush()
            assert any(until in told for told in program.stdout)
            shutil.rmtree(archive.parent, ignore_errors=True)
        if by_signal:
            program.send_signal(signal.SIGTERM)
        rest, _ = program.communicate(None if by_signal else "ende\n", timeout=60)
    assert rest.splitlines()[-1] == sentence("program.message.left_gone")


@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_gives_the_terminal_back(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    archive = str(tmp_path / "games.sqlite")
    with Terminal("play", "--no-speech", "--no-microphone", "--say-press",
                  "--language", "de", "--archive", archive) as terminal:  # fmt: skip
        for line, answer in (
            ("e4", "Eva vier"),
            ("schwarz: e5", "Eva fünf"),
            ("", sentence("game.pressed")),
        ):
            terminal.type(f"{line}\n")
            terminal.wait_for(answer)
        os.kill(terminal.pid, number)
        status, seen = terminal.end()
        assert status == 128 + number
        assert FAREWELL in seen
        terminal.assert_restored()


def test_control_s_stops_no_game(tmp_path: Path) -> None:
    """It stopped the output, and with it all that was typed."""
    with Terminal("play", "--no-speech", "--no-microphone", "--language", "de",
                  "--archive", str(tmp_path / "games.sqlite")) as terminal:  # fmt: skip
        terminal.wait_for(sentence("program.message.ready"))
        terminal.type("\x13e4\n")
        terminal.wait_for("Eva vier")
        terminal.type("ende\n")
        assert terminal.end()[0] == 0
        terminal.assert_restored()


def test_echo_comes_back_where_only_the_output_is_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bool] = []
    monkeypatch.setattr("game.base.streams.echo", shown.append)
    monkeypatch.setattr(os, "_exit", lambda _: None)
    leaving._end(1)
    assert shown == [True]


# By voice, and with a farewell.


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


@pytest.mark.parametrize("word", ["ende", "auf wiedersehen", "tschüss"])
def test_voice_never_leaves_a_running_competition(tmp_path: Path, word: str) -> None:
    board = Board(tmp_path, mode=Mode.COMPETITION)
    board.run(typed(""), heard(word, 0), heard("ja", 2))
    assert sentence("game.refused.to be typed") in board.lines
    board.run(typed("e4"))
    assert board.session.state.spoken is not None


@pytest.mark.parametrize("word", ["ende", "auf wiedersehen", "en_goodbye"])
@pytest.mark.parametrize("yes", [heard("ja", 2), typed("ja"), None])
def test_at_home_it_leaves_a_running_game_with_a_yes(
    board: Board, word: str, yes: Item | None
) -> None:
    board.run(typed(""), heard(word, 0))
    assert board.lines[-1].endswith("?")
    board.loop.turn(yes or heard(word, 2))  # or said once more
    assert board.loop.activity is None
    assert board.session.state.outcome is None


def test_whoever_says_no_stays(board: Board) -> None:
    board.run(typed(""), heard("tschüss", 0), heard("nein", 2), typed("e4"))
    assert board.session.state.spoken is not None


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("word", ["auf wiedersehen", "tschüss", "en_goodbye", "sr_doviđenja"])
def test_a_farewell_leaves_where_nothing_runs(tmp_path: Path, mode: Mode, word: str) -> None:
    """Before a game and in a pause only at home: there no arbiter waits for anybody."""
    home = mode is Mode.TRAINING
    for lines in ((), ("", "Pause", "ja"), ("", "aufgeben", "ja")):
        board = Board(tmp_path / str(len(lines)), mode=mode)
        board.run(*map(typed, lines))
        over = board.session.state.outcome is not None
        board.loop.turn(heard(word, 1))
        assert (board.loop.activity is None) == (over or home)
        if not over and not home:
            assert board.lines[-1] == sentence("game.refused.to be typed")


def test_what_was_asked_back_leaves_with_a_yes(board: Board) -> None:
    board.loop.turn(heard("auf wiedersehen [unk]", 1))
    assert board.session.state.asked is not None
    board.loop.turn(heard("ja", 3))
    assert board.loop.activity is None


def test_nobody_leaves_by_the_page(board: Board) -> None:
    for line in ("Ende", "auf Wiedersehen"):
        board.loop.turn(TypedLine(line, 0, Role.ASSISTANT))
        assert board.loop.activity is not None
