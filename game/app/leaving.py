# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaving takes two seconds at most beyond the last word, whatever hangs, and loses nothing.

1. The archive is closed first.
2. The farewell is printed and spoken. A loudspeaker that takes no sound for :data:`STILL` seconds
   hangs, and nobody waits for it (`game.sound.presenter.Presenter.drain`).
3. Devices, page and engine are let go of, and get :data:`CLOSING` seconds for it.
4. The terminal is given back as it was.

SIGTERM, SIGHUP and, on Windows, SIGBREAK leave in the same way as Control-C.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from game.app import terminal
from game.base import streams

STILL = 0.7
"""So many seconds without a block of sound are a loudspeaker that hangs."""

READER = 6.0
"""So many seconds without the beginning or the end of a sentence are a screen reader that hangs."""

CLOSING = 1.0
"""Seconds for all devices to be let go of."""

EXIT = 0.5
"""Seconds for the libraries to end themselves, when all is done."""

_PRINTING = 0.2  # seconds that a stopped terminal is waited for

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")


class Ended(KeyboardInterrupt):
    """A signal asks the program to end, which it does like after Control-C."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.status = 128 + number


@contextmanager
def by_signals() -> Iterator[None]:
    """Let these signals raise :class:`Ended`, once; in the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]

    def leave(number: int, _: FrameType | None) -> None:
        for each in numbers:  # the second one finds nobody to interrupt
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def at_most(seconds: float, status: int = 1) -> Iterator[None]:
    """End the program with ``status`` if what is done meanwhile takes longer."""
    limit = threading.Timer(seconds, _end, (status,))
    limit.daemon = True
    limit.start()
    try:
        yield
    finally:
        limit.cancel()


def exit_soon(status: int) -> None:
    """All is done: libraries that hang when the program ends keep it no longer than EXIT."""
    limit = threading.Timer(EXIT, _end, (status,))
    limit.daemon = True
    limit.start()


def print_soon(write: Callable[[str], None], line: str) -> None:
    """Print, but do not wait for a terminal that is stopped or gone."""

    def printing() -> None:
        try:
            write(line)
        except (OSError, ValueError, streams.OutputLost):
            return

    thread = threading.Thread(target=printing, name="farewell", daemon=True)
    thread.start()
    thread.join(_PRINTING)


class Pulse:
    """A sign of life of the sound, on any loudspeaker: called for each block, and by each word of a
    screen reader; without one for ``limit`` seconds the sound has stopped."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._at = time.monotonic()

    def __call__(self) -> None:
        self._at = time.monotonic()

    def stopped(self) -> bool:
        """True if whatever speaks hangs."""
        return time.monotonic() - self._at > self._limit


def _end(status: int) -> None:
    terminal.give_back()
    streams.echo(True)
    os._exit(status)
