# SPDX-License-Identifier: GPL-3.0-or-later
"""Terminals without umlauts, and streams that are closed."""

import contextlib
import io
import os
import sys
import threading
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from told import sentence

from game.app import cli
from game.base import streams
from game.base.inbox import ROOM, Inbox, TypedLine


class Screen(io.BytesIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Weiß drückt", "Weiss drueckt"),
        ("Šahovski sat je spreman", "Sahovski sat je spreman"),
        ("Klávesa čeká", "Klavesa ceka"),
        ("15:11 \u2013 15:09", "15:11 - 15:09"),
        ("\ufffd", "?"),
    ],
)
def test_a_terminal_without_umlauts_gets_plain_letters(
    text: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = Screen()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii", newline="\n"))
    streams.make_safe()
    print(text, flush=True)
    assert raw.getvalue().decode("ascii").splitlines() == [written]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp850"])
def test_what_a_program_may_read_is_utf_8(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost on the way into a file: no name, and no cell of braille."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, newline="\n"))
    streams.make_safe()
    print("Đorđe Čapek ⠼⠃", flush=True)
    assert raw.getvalue().decode().splitlines() == ["Đorđe Čapek ⠼⠃"]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp437", "cp850"])
def test_a_line_in_another_encoding_is_read(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO("Läufer schlägt König fünf, Ärger, groß\n".encode(encoding))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, "cp1252"))
    streams.make_safe()
    assert sys.stdin.readline() == "Läufer schlägt König fünf, Ärger, groß\n"


def test_a_closed_stream_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    streams.make_safe()
    with sys.stdin, sys.stdout, sys.stderr:
        assert sys.stdin.read() == ""
        assert print("nobody reads this") is None


def test_options_without_a_command_belong_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Given options of a game and no command, when the program starts, then it is ``play``."""
    assert cli.main(["--time", "soon"]) == 2
    assert "keine Bedenkzeit" in capsys.readouterr().err


def lost_output(how: str) -> io.TextIOWrapper:
    """Standard output that takes nothing."""
    if how == "full disk":
        return Path("/dev/full").open("w")
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("games", sentence("program.error.output_lost")),
        ("play --no-speech --no-microphone --language en", "The output no longer takes anything."),
    ],
)
@pytest.mark.parametrize("how", ["full disk", "closed pipe"])
def test_blocked_output_ends_in_one_sentence(
    how: str,
    command: str,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if how == "full disk" and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr(sys, "stdout", lost_output(how))
    with TemporaryDirectory() as folder:
        status = cli.main([*command.split(), "--archive", f"{folder}/games.sqlite"])
    with sys.stdout:
        print("what comes later goes nowhere", flush=True)
    told = capsys.readouterr().err.splitlines()
    assert (status, told) == ((2, [line]) if how == "full disk" else (1, []))


def test_what_libraries_write_reaches_no_terminal() -> None:
    """PortAudio writes "Expression 'ret' failed" every two seconds once a sound server is gone."""
    pty = pytest.importorskip("pty", reason="there are no terminals of this kind")
    program = (
        "import os, sys; from game.base import streams; streams.make_safe();"
        "os.write(2, b'of a library'); print('of Hektor', file=sys.stderr)"
    )
    pid, terminal = pty.fork()
    if not pid:
        os.execv(sys.executable, (sys.executable, "-c", program))
    seen = b""
    with contextlib.suppress(OSError):  # the end of a terminal on Linux
        while piece := os.read(terminal, 4096):
            seen += piece
    os.waitpid(pid, 0)
    assert seen.split() == [b"of", b"Hektor"]


def test_what_a_terminal_obeys_is_not_sent_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name from a file may clear the screen, set its title, or turn the line round."""
    raw = Screen()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "utf-8", newline="\n"))
    streams.make_safe()
    print("A\x1b[2J\x1b]0;x\x07\x9b1m\u202eB\tC\r\nD", flush=True)
    shown = raw.getvalue().decode()
    assert not set(shown) & set("\x1b\x07\x9b\u202e\r")
    assert shown.startswith("A") and shown.endswith("B\tC\nD\n")


def test_a_pipe_waits_while_lines_wait() -> None:
    """`yes Stellung | hektor play` took 700 MB in 15 s; a page may send as much."""
    inbox = Inbox()
    for _ in range(ROOM + 1):
        inbox.typed("Stellung")
    waits: list[Any] = [inbox.wait_for_room, partial(inbox.put_in_turn, TypedLine("Stellung", 0))]
    waiting = [threading.Thread(target=wait) for wait in waits]
    for each in waiting:
        each.start()
    assert all(each.is_alive() for each in waiting)
    inbox.get(0)
    inbox.get(0)
    for each in waiting:
        each.join(60)
        assert not each.is_alive()
