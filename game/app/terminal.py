# SPDX-License-Identifier: GPL-3.0-or-later
"""A terminal that is read key by key, by ``termios`` or by Windows' console events, and that is put
back as it was.

Keys arrive as terminals send them: letters in UTF-8, and escape sequences for arrows and the like.
If input or output is a file or a pipe, there is no such terminal.
"""

import atexit
import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Protocol, Self

from game.app.windows_console import ConsoleKeyboard

_CHUNK = 1024
_SIGNALS, _CONTINUED = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP"), "SIGCONT"


class Keyboard(Protocol):
    """Where keys come from, and what stands on the same screen."""

    def take(self) -> None:
        """Let keys come one by one, without showing them."""

    def give_back(self) -> None:
        """As it was before."""

    def read(self, timeout: float | None) -> bytes | None:
        """Keys, as soon as there are any; empty at the end of the input, None if nothing came for
        ``timeout`` seconds."""

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
            if self._before is not None:
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


def takes_lines() -> bool:
    """True if lines can be typed key by key, so that nothing of them need be seen. A console of
    Windows shows them itself, wherever standard output goes."""
    found = keyboard()
    return isinstance(found, ConsoleKeyboard) or (found is not None and sys.stdout.isatty())


def is_terminal() -> bool:
    """True if input and output are a terminal that can be read key by key."""
    return sys.stdout.isatty() and keyboard() is not None


_taken: "Terminal | None" = None


def give_back() -> None:
    """Give back the terminal that is taken now, if one is, because the program ends at once."""
    if _taken is not None:
        _taken._give_back()


class Terminal:
    """Owns the terminal while it is entered. Signals and faults give it back first."""

    def __init__(self, show_again: Callable[[], None]) -> None:
        """``show_again`` is called when the program goes on after Control-Z."""
        self._show_again = show_again
        found = keyboard()
        if found is None:
            raise ValueError("there is no terminal")
        self._keyboard = found
        self._is_taken = False
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        global _taken  # noqa: PLW0603 - a process has one terminal
        _taken = self
        atexit.register(self._give_back)
        for name in (*_SIGNALS, _CONTINUED):
            if hasattr(signal, name):  # Windows has few
                handler = self._continued if name == _CONTINUED else self._obey
                self._handle(getattr(signal, name), handler)
        self._take()  # after all these: a signal may come at any time
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        global _taken  # noqa: PLW0603
        _taken = None
        self._give_back()
        atexit.unregister(self._give_back)

    def read(self, timeout: float | None = None) -> bytes | None:
        """Keys, as soon as there are any; empty at the end of the input, None if nothing came for
        ``timeout`` seconds."""
        return self._keyboard.read(timeout)

    def _handle(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        self._handlers[number] = signal.signal(number, handler)

    def _take(self) -> None:
        self._is_taken = True
        self._keyboard.take()

    def _give_back(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._keyboard.give_back()

    def write(self, text: str) -> None:
        """Write past Python's buffers."""
        self._keyboard.write(text)

    def _obey(self, number: int, _: FrameType | None) -> None:
        """Give the terminal back, and let the signal end or stop the program as it always does."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _continued(self, _: int, __: FrameType | None) -> None:
        if not self._is_taken:
            signal.signal(signal.SIGTSTP, self._obey)
            self._take()
            self._show_again()
