# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a terminal, one by one and not shown: by ``termios``, or by Windows' console events.

What comes is what terminals send: letters in UTF-8, and escape sequences for arrows and the like.
"""

import contextlib
import os
import select
import sys
import threading
from typing import Any, Protocol

from game.app.windows_console import ConsoleKeyboard

_CHUNK = 1024


class Keyboard(Protocol):
    """Where keys come from, and what stands on the same screen."""

    def take(self) -> None:
        """From now on keys come one by one, and nothing of them is shown."""

    def give_back(self) -> None:
        """As it was before."""

    def read(self, timeout: float | None) -> bytes | None:
        """Keys and touches, as soon as there are any; empty at the end of the input, None if
        nothing came for ``timeout`` seconds."""

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
        self._reading = threading.Lock()
        self._ended, self._ends = os.pipe()  # what is read ends, and nothing typed later is taken
        self._taken = True

    def take(self) -> None:
        """Control-C and Control-Z still work. Control-S does not: who presses it by mistake, and
        cannot see, would lose on time."""
        termios = self._termios
        if not self._taken:
            os.read(self._ended, 1)
        self._taken = True
        self._before = termios.tcgetattr(self._source)
        self._tty.setcbreak(self._source, termios.TCSANOW)
        attributes = termios.tcgetattr(self._source)
        attributes[0] &= ~termios.IXON
        termios.tcsetattr(self._source, termios.TCSANOW, attributes)

    def give_back(self) -> None:
        """As it was before. Whoever reads has read for the last time: what is typed from now on is
        for whoever asks next."""
        if self._taken:
            self._taken = False
            os.write(self._ends, b"x")
            with self._reading:
                pass
        with contextlib.suppress(self._termios.error):  # the terminal went away
            self._termios.tcsetattr(self._source, self._termios.TCSANOW, self._before)

    def read(self, timeout: float | None) -> bytes | None:
        """As :meth:`Keyboard.read`."""
        try:
            with self._reading:
                ready, _, _ = select.select([self._source, self._ended], [], [], timeout)
                if self._ended in ready:
                    return b""
                return os.read(self._source, _CHUNK) if ready else None
        except OSError:  # the terminal went away
            return b""

    def write(self, text: str) -> None:
        """Past Python's buffers: a signal may have come while they were written."""
        with contextlib.suppress(OSError):
            os.write(self._sink, text.encode())
