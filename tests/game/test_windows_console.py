# SPDX-License-Identifier: GPL-3.0-or-later
"""Typing in a console of Windows: ``msvcrt`` stands in for it here, and there is no ``termios``."""

import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from told import sentence

from game.app import console
from game.app.cli import main
from game.app.keyboard import ConsoleKeyboard, keyboard
from game.app.terminal import takes_lines

UP, DELETE = "\xe0H", "\xe0S"
PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it


class WindowsConsole:
    """What ``msvcrt`` does: keys come in signs of UTF-16, unseen; what is put is shown."""

    def __init__(self) -> None:
        self.keys: queue.Queue[str] = queue.Queue()
        self.shown = ""
        self.printed = ""
        self._changed = threading.Condition()

    def type(self, text: str) -> None:
        for sign in text:
            self.keys.put(sign)

    def wait_for(self, text: str) -> None:
        """Until that was printed."""
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.printed, PATIENCE), self.printed

    # --- msvcrt -----------------------------------------------------------------------------------

    def kbhit(self) -> bool:
        return not self.keys.empty()

    def getwch(self) -> str:
        try:
            return self.keys.get(timeout=PATIENCE)
        except queue.Empty:
            return "\uffff"

    def putwch(self, sign: str) -> None:
        self.shown += sign

    # --- Standard output, which may be a file ----------------------------------------------------

    encoding = "cp850"

    def write(self, text: str) -> int:
        text.encode(self.encoding)  # as a console with its code page would
        with self._changed:
            self.printed += text
            self._changed.notify_all()
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowsConsole]:
    made = WindowsConsole()
    for name in ("termios", "tty", "fcntl"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True, readline=None))
    return made


def test_a_sealed_move_is_never_seen(
    windows: WindowsConsole, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Guideline I.1.1: the opponent sits at the same screen."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdout", windows)
    shown: list[str] = []

    def somebody_types() -> None:
        windows.wait_for(sentence("program.message.ready"))
        windows.type("e4\r\r")
        windows.wait_for("Eva zwei Eva vier")
        windows.type("e5\r\r")
        windows.wait_for("Eva sieben Eva fünf")
        windows.type("arbiter: vertagen\r")
        windows.wait_for("verdeckt ab")
        shown.append(windows.shown)
        windows.type("arbiter: Umschlag Kennwort gut gehütet\r")
        windows.wait_for(sentence("program.message.passphrase"))
        windows.type("Abgabezug Springer Felix drei\r")
        windows.wait_for(sentence("game.sheet.sealed"))
        shown.append(windows.shown)

    def somebody_leaves() -> None:
        try:
            somebody_types()
        finally:
            windows.type("\x1a")

    typist = threading.Thread(target=somebody_leaves)
    typist.start()
    status = main(["play", "--no-speech", "--no-microphone", "--mode", "competition",
        "--language", "de", "--archive", str(tmp_path / "games.sqlite")])  # fmt: skip
    typist.join(PATIENCE)
    assert status == 0
    assert "arbiter: vertagen" in shown[0]
    assert shown[1].removeprefix(shown[0]).strip() == ""


def test_keys_become_lines(windows: WindowsConsole) -> None:
    assert isinstance(keyboard(), ConsoleKeyboard)
    assert takes_lines()
    lines: list[str | None] = []
    windows.type(f"Grüße\r{UP}!\rab\b\r{UP}{UP}\xe0\xe0\r\x1a")
    with console.console() as typist:
        typist.read(SimpleNamespace(typed=lines.append))  # type: ignore[arg-type]
    assert lines[:3] == ["Grüße", "!", "a"]
    assert lines[-1] is None
    assert "Grüße\r\n" in windows.shown


def test_a_letter_is_no_half_of_an_arrow(windows: WindowsConsole) -> None:
    """Keys without a letter come as two signs, of which the first may be an à."""
    source = ConsoleKeyboard()
    windows.type("\xe0")
    assert source.read(None) == "à".encode()
    windows.type("\xe0K\x00;x")  # the arrow to the left, F1, a letter
    assert source.read(None) == b"\x1b[D"
    assert source.read(None) == b"x"


def test_nobody_is_waited_for_longer_than_wanted(windows: WindowsConsole) -> None:
    at = [0.0]

    def sleep(seconds: float) -> None:
        at[0] += seconds

    assert ConsoleKeyboard(sleep, lambda: at[0]).read(8.0) is None
    assert at[0] == pytest.approx(8.0, abs=0.1)


def test_control_c_interrupts_and_a_lost_console_ends_the_input(windows: WindowsConsole) -> None:
    windows.type("\uffff\x03")
    source = ConsoleKeyboard()
    assert source.read(None) == b""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # deaf in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            source.read(None)
            time.sleep(PATIENCE)
    finally:
        signal.signal(signal.SIGINT, before)
