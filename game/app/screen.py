# SPDX-License-Identifier: GPL-3.0-or-later
"""The terminal read key by key and painted as a whole, and put back as it was however that ends.

There is none on Windows, nor where input or output is no terminal.
"""

import atexit
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

from game.app.keys import MOUSE_OFF, MOUSE_ON

_ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
_WHOLE_ON = "\x1b[?1049h\x1b[2J\x1b[?25l"  # the alternate screen, without a cursor
_WHOLE_OFF = "\x1b[?25h\x1b[?1049l"
_PLAIN = "\x1b[0m"
_CHUNK = 1024


def is_there() -> bool:
    """Whether a terminal can be read key by key."""
    try:
        import termios  # noqa: F401, PLC0415
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


class Screen:
    """Owns the terminal while it is entered; signals and faults give it back first."""

    def __init__(
        self, *, whole: bool, pointer: bool, repaint: Callable[[], None] = lambda: None
    ) -> None:
        """``whole``: everything is painted; else there are lines, and what is typed is echoed.

        ``pointer``: clicks and touches are reported. ``repaint`` is called when the program goes
        on after Control-Z.
        """
        self._whole = whole
        self._repaint = repaint
        self._on = (_WHOLE_ON if whole else "") + (MOUSE_ON if pointer else "")
        self._off = (MOUSE_OFF if pointer else "") + (f"{_PLAIN}{_WHOLE_OFF}" if whole else "")
        self._source = sys.stdin.fileno()
        self._sink = sys.stdout.fileno()
        self._before: Any = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._take()
        atexit.register(self._give_back)
        for name in _ENDINGS:
            self._handle(getattr(signal, name), self._ended)
        self._handle(signal.SIGTSTP, self._stopped)
        self._handle(signal.SIGCONT, self._continued)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._give_back()
        atexit.unregister(self._give_back)

    def read(self) -> bytes:
        """What was typed or touched, as soon as there is any; empty at the end of the input."""
        try:
            return os.read(self._source, _CHUNK)
        except OSError:  # the terminal went away
            return b""

    def echo(self, before: str, after: str) -> None:
        """What is typed changed from ``before`` to ``after``."""
        if not self._whole:
            kept = next(n for n in range(len(before), -1, -1) if after.startswith(before[:n]))
            self._write("\b \b" * (len(before) - kept) + after[kept:])

    def _handle(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        self._handlers[number] = signal.signal(number, handler)

    def _take(self) -> None:
        import termios  # noqa: PLC0415 - not on Windows
        import tty  # noqa: PLC0415

        self._before = termios.tcgetattr(self._source)
        tty.setcbreak(self._source, termios.TCSANOW)  # Control-C and Control-Z still work
        self._write(self._on)

    def _give_back(self) -> None:
        import termios  # noqa: PLC0415

        before, self._before = self._before, None
        if before is None:
            return
        self._write(self._off)
        try:
            termios.tcsetattr(self._source, termios.TCSANOW, before)
        except termios.error:  # the terminal went away
            return

    def _write(self, text: str) -> None:
        """Past Python's buffers: a signal may have come while they were being written."""
        try:
            os.write(self._sink, text.encode())
        except OSError:
            return

    def _ended(self, number: int, _: FrameType | None) -> None:
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _stopped(self, number: int, _: FrameType | None) -> None:
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _continued(self, _: int, __: FrameType | None) -> None:
        if self._before is None:
            signal.signal(signal.SIGTSTP, self._stopped)
            self._take()
            self._repaint()
