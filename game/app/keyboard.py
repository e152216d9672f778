# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a terminal, one by one and not shown: by ``termios``, or by ``msvcrt`` on Windows.

What comes is what terminals send: letters in UTF-8, and escape sequences for arrows and the like.
"""

import contextlib
import ctypes
import os
import select
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

_CHUNK = 1024


class Keyboard(Protocol):
    """Where keys come from, and what stands on the same screen."""

    def take(self) -> None:
        """From now on keys come one by one, and nothing of them is shown."""

    def give_back(self) -> None:
        """As it was before."""

    def read(self, timeout: float | None) -> bytes | None:
        """What was typed or touched, as soon as there is any; empty at the end of the input, None
        if nothing came for ``timeout`` seconds."""

    def write(self, text: str) -> None:
        """Show something, past Python's buffers; a terminal that went away is no fault."""


def keyboard() -> Keyboard | None:
    """The keys of the terminal on standard input; None if keys cannot be read there."""
    if not sys.stdin.isatty():
        return None
    for kind in (TerminalKeyboard, ConsoleKeyboard):
        try:
            return kind()
        except ImportError:
            continue
    return None


class TerminalKeyboard:
    """A terminal of Linux or macOS."""

    def __init__(self) -> None:
        """Raises ImportError on Windows."""
        import termios  # noqa: PLC0415 - not on Windows
        import tty  # noqa: PLC0415

        self._termios, self._tty = termios, tty
        self._source, self._sink = sys.stdin.fileno(), sys.stdout.fileno()
        self._before: Any = None

    def take(self) -> None:
        """Control-C and Control-Z still work. Control-S does not: who presses it by mistake, and
        cannot see, would lose on time."""
        termios = self._termios
        self._before = termios.tcgetattr(self._source)
        self._tty.setcbreak(self._source, termios.TCSANOW)
        attributes = termios.tcgetattr(self._source)
        attributes[0] &= ~termios.IXON
        termios.tcsetattr(self._source, termios.TCSANOW, attributes)

    def give_back(self) -> None:
        """As it was before."""
        with contextlib.suppress(self._termios.error):  # the terminal went away
            self._termios.tcsetattr(self._source, self._termios.TCSANOW, self._before)

    def read(self, timeout: float | None) -> bytes | None:
        """As :meth:`Keyboard.read`."""
        try:
            if timeout is not None and not select.select([self._source], [], [], timeout)[0]:
                return None
            return os.read(self._source, _CHUNK)
        except OSError:  # the terminal went away
            return b""

    def write(self, text: str) -> None:
        """Past Python's buffers: a signal may have come while they were written."""
        with contextlib.suppress(OSError):
            os.write(self._sink, text.encode())


_LOOKS = 0.02  # seconds between two looks whether a key was pressed
_STANDARD_OUTPUT, _SEQUENCES = -11, 0x0004  # STD_OUTPUT_HANDLE, ENABLE_VIRTUAL_TERMINAL_PROCESSING
_BEFORE_CODE = ("\x00", "\xe0")
_CODES = {
    "H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D",
    "G": "\x1b[H", "O": "\x1b[F", "S": "\x1b[3~",
}  # fmt: skip
"""The second sign of a key without a letter: arrows, Home, End, Delete. Others do nothing."""

_GONE, _BREAK, _CONTROL_Z = "\uffff", "\x03", "\x1a"


class ConsoleKeyboard:
    """A console of Windows.

    Lines are never read there, for the system shows them while they are typed, and takes no order
    to hide them once it waits for one: a sealed move would be seen (Guideline I.1.1).
    """

    def __init__(
        self, sleep: Callable[[float], None] = time.sleep, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Raises ImportError elsewhere."""
        import msvcrt  # noqa: PLC0415 - only on Windows

        self._console: Any = msvcrt
        self._sleep = sleep
        self._now = now

    def take(self) -> None:
        """Escape sequences are obeyed, where the console can: those of the large clock."""
        _obey_sequences()

    def give_back(self) -> None:
        """Nothing was changed that others would notice."""

    def read(self, timeout: float | None) -> bytes | None:
        """As :meth:`Keyboard.read`. Control-C interrupts the program; Control-Z ends the input."""
        until = None if timeout is None else self._now() + timeout
        while until is not None and not self._console.kbhit():
            if self._now() >= until:
                return None
            self._sleep(_LOOKS)
        sign = self._console.getwch()
        # A letter like the first sign of a code has no second one waiting.
        if sign in _BEFORE_CODE and self._console.kbhit():
            return _CODES.get(self._console.getwch(), "").encode() or self.read(timeout)
        if sign == _GONE:
            return b""
        if sign == _BREAK:
            import _thread  # noqa: PLC0415

            _thread.interrupt_main()
            return None
        return ("\x04" if sign == _CONTROL_Z else sign).encode(errors="ignore")

    def write(self, text: str) -> None:
        """Sign by sign, in any letters: the encoding of standard output may lack them."""
        with contextlib.suppress(OSError):
            for sign in text.replace("\n", "\r\n"):
                self._console.putwch(sign)


def _obey_sequences() -> None:
    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return
    handle, mode = windll.kernel32.GetStdHandle(_STANDARD_OUTPUT), ctypes.c_uint32()
    if windll.kernel32.GetConsoleMode(handle, ctypes.byref(mode)):
        windll.kernel32.SetConsoleMode(handle, mode.value | _SEQUENCES)
