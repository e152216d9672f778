# SPDX-License-Identifier: GPL-3.0-or-later
"""Typing in a console of Windows, whose events a stand-in tells here; there is no ``termios``."""

import signal
import struct
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import homes
import pytest
from told import sentence

from game.app import console, windows_console
from game.app.cli import main
from game.app.line_editor import hidden_line
from game.app.terminal import keyboard, takes_lines
from game.app.windows_console import ConsoleKeyboard, Key

UP, DELETE, LEFT, F1 = 0x26, 0x2E, 0x25, 0x70
PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it


class WindowsConsole:
    """What Windows tells of a console: every key goes down and up again; one without a letter has a
    code alone; letters come in units of UTF-16. What is written is shown."""

    def __init__(self) -> None:
        self.events: list[Key] = []
        self.shown = ""
        self.printed = ""
        self.given_back = False
        self._changed = threading.Condition()

    def type(self, text: str) -> None:
        units = text.encode("utf-16-le")
        for unit in struct.unpack(f"<{len(units) // 2}H", units):
            self.press(0, chr(unit))

    def press(self, code: int, unit: str = "\0") -> None:
        with self._changed:
            self.events += [Key(True, code, unit), Key(False, code, unit)]
            self._changed.notify_all()

    def wait_for(self, text: str) -> None:
        """Until that was printed."""
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.printed, PATIENCE), self.printed

    # --- Its events -------------------------------------------------------------------------------

    def take(self) -> None:
        self.given_back = False

    def give_back(self) -> None:
        with self._changed:
            self.given_back = True
            self._changed.notify_all()

    def wait(self, timeout: float | None) -> bool:
        with self._changed:
            limit = PATIENCE if timeout is None else timeout
            return bool(self._changed.wait_for(lambda: self.events or self.given_back, limit))

    def keys(self) -> list[Key] | None:
        with self._changed:
            found, self.events = self.events, []
            return None if self.given_back else found

    def show(self, text: str) -> None:
        self.shown += text

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


class Events:
    """The console as Hektor sees it: standard output is another thing."""

    def __init__(self, made: WindowsConsole) -> None:
        self.take, self.give_back = made.take, made.give_back
        self.wait, self.keys, self.write = made.wait, made.keys, made.show


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> WindowsConsole:
    made = WindowsConsole()
    for name in ("termios", "tty", "fcntl"):
        monkeypatch.setitem(sys.modules, name, None)
    keys = Events(made)
    monkeypatch.setattr(windows_console, "ConsoleEvents", lambda: keys)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True, readline=None))
    return made


def test_a_sealed_move_is_never_seen(
    windows: WindowsConsole, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Guideline I.1.1: the opponent sits at the same screen."""
    homes.empty(monkeypatch, tmp_path)
    monkeypatch.setattr(sys, "stdout", windows)
    shown: list[str] = []

    def somebody_types() -> None:
        windows.wait_for(sentence("program.message.ready"))
        windows.type("e4\r\r")
        windows.wait_for("Eva vier")
        windows.type("e5\r\r")
        windows.wait_for("Eva fünf")
        windows.type("arbiter: vertagen\r")
        windows.wait_for("verdeckt ab")
        shown.append(windows.shown)
        windows.type("arbiter: Umschlag Kennwort\r")
        windows.wait_for(sentence("program.message.new_passphrase"))
        windows.type("gut gehütet\r")
        windows.wait_for(sentence("program.message.passphrase_again"))
        windows.type("gut gehütet\r")
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
    windows.type("Grüße\r")
    windows.press(UP)
    windows.type("!\rab\b\r")
    windows.press(UP)
    windows.press(UP)
    windows.press(DELETE)
    windows.type("\r\x1a")
    with console.console() as typist:
        typist.read(SimpleNamespace(typed=lines.append))  # type: ignore[arg-type]
    assert lines == ["Grüße", "!", "a", "", None]  # the game remembers what it read
    assert "Grüße\r\n" in windows.shown
    assert windows.given_back


def test_arrows_type_no_letters(windows: WindowsConsole) -> None:
    source = ConsoleKeyboard()
    windows.type("à")
    assert source.read(None) == "à".encode()
    windows.press(LEFT)
    windows.press(F1)
    windows.type("x♘😀")
    assert source.read(None) == "\x1b[Dx♘😀".encode()


def test_half_a_letter_waits_for_the_other(windows: WindowsConsole) -> None:
    source = ConsoleKeyboard()
    windows.press(0, "\ud83d")
    assert source.read(0.0) is None
    windows.press(0, "\ude00")
    assert source.read(None) == "😀".encode()


def test_nobody_is_waited_for_longer_than_wanted(windows: WindowsConsole) -> None:
    assert ConsoleKeyboard().read(0.0) is None
    windows.events.append(Key(False, LEFT, "\0"))  # released: nothing is typed by it
    assert ConsoleKeyboard().read(0.0) is None


def test_a_console_that_is_given_back_wakes_who_reads(windows: WindowsConsole) -> None:
    source = ConsoleKeyboard()
    found: list[bytes | None] = []
    reader = threading.Thread(target=lambda: found.append(source.read(None)))
    reader.start()
    source.give_back()
    reader.join(PATIENCE)
    assert found == [b""]


def test_control_c_interrupts_and_ends_the_input(windows: WindowsConsole) -> None:
    windows.type("ab\x03")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # deaf in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            assert ConsoleKeyboard().read(None) == b""
            time.sleep(PATIENCE)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("typed", "line"),
    [("4711\r", "4711"), ("47\b\x7f4711\r", "4711"), ("falsch\x15gut gehütet\r", "gut gehütet"),
     ("\r", ""), ("\x1a", None)],
)  # fmt: skip
def test_a_secret_is_not_shown(windows: WindowsConsole, typed: str, line: str | None) -> None:
    windows.type(typed)
    assert hidden_line("PIN: ", ConsoleKeyboard()) == line
    assert windows.shown == "PIN: \r\n"
    assert windows.given_back


def test_keys_without_a_letter_are_no_part_of_a_secret(windows: WindowsConsole) -> None:
    windows.type("47")
    windows.press(UP)
    windows.press(F1)
    windows.type("11\r")
    assert hidden_line("PIN: ", ConsoleKeyboard()) == "4711"
