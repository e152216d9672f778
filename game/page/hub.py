# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands what is shown from the thread that owns it to the server's, which only see the newest."""

import threading
from dataclasses import dataclass
from typing import Generic, TypeVar

from table.core.state import State

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Shown(Generic[V]):
    """A view with its number, when it was taken by the clock that numbers its age, and the table
    that it shows, of which files are made."""

    number: int
    view: V
    taken: int
    state: State | None = None


class Hub(Generic[V]):
    """Hands the newest view from the game's thread to others; nobody ever waits for a reader."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._shown: Shown[V] | None = None
        self._closed = False
        self._version = 0

    def publish(self, view: V, taken: int, state: State | None = None) -> None:
        """This is the newest view, of ``state``."""
        with self._changed:
            number = self._shown.number + 1 if self._shown else 1
            self._shown = Shown(number, view, taken, state)
            self._wake()

    def wake(self) -> None:
        """Something else has changed for who waits."""
        with self._changed:
            self._wake()

    def close(self) -> None:
        """The game is left; nobody waits any more."""
        with self._changed:
            self._closed = True
            self._wake()

    @property
    def newest(self) -> Shown[V] | None:
        """The newest view, if there is one yet."""
        with self._changed:
            return self._shown

    @property
    def closed(self) -> bool:
        """Whether no view will come any more."""
        with self._changed:
            return self._closed

    @property
    def version(self) -> int:
        """A number that every change makes larger."""
        with self._changed:
            return self._version

    def wait(self, known: int, timeout: float) -> None:
        """Until there is another version than ``known``, at most ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != known, timeout)

    def _wake(self) -> None:
        self._version += 1
        self._changed.notify_all()
