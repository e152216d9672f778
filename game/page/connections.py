# SPDX-License-Identifier: GPL-3.0-or-later
"""Connections of the assistant's page: how many there may be, and how long one may take.

Any program on this computer, and any web page in its browser, can open connections to a port. None
of them shall keep the assistant out, hold a thread for long, or fill the memory.
"""

import contextlib
import io
import socket
import threading
import time
from collections.abc import Callable


class Connections:
    """The open connections, in the order in which they came; from any thread."""

    def __init__(self, most: int) -> None:
        """At most ``most`` stay open."""
        self._most = most
        self._known: dict[socket.socket, bool] = {}  # whether it has shown the secret
        self._changed = threading.Condition()

    def opened(self, connection: socket.socket) -> None:
        """A new one: if there are too many, the longest waiting stranger goes, or else the
        longest connected page, which connects again if it is still there."""
        with self._changed:
            if len(self._known) >= self._most:
                strangers = (one for one, known in self._known.items() if not known)
                self._shut(next(strangers, next(iter(self._known))))
            self._known[connection] = False

    def trust(self, connection: socket.socket) -> None:
        """It has shown the secret."""
        with self._changed:
            if connection in self._known:
                self._known[connection] = True

    def closed(self, connection: socket.socket) -> None:
        """It is closed."""
        with self._changed:
            self._known.pop(connection, None)
            self._changed.notify_all()

    def wait_until_closed(self, seconds: float) -> None:
        """Until those who know the secret have got what they were still sent."""
        with self._changed:
            self._changed.wait_for(lambda: not any(self._known.values()), seconds)

    def _shut(self, connection: socket.socket) -> None:
        del self._known[connection]
        with contextlib.suppress(OSError):  # it has gone already
            connection.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads or writes


class DeadlineReader(io.RawIOBase):
    """Reads a connection until a deadline for all of it, and no more than so many bytes."""

    def __init__(
        self,
        connection: socket.socket,
        seconds: float,
        most: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A client that sends a byte now and then gets ``seconds`` altogether, not for each."""
        self._connection = connection
        self._clock = clock
        self._until = clock() + seconds
        self._left = most

    def buffered(self) -> io.BufferedReader:
        """The same with lines."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: "memoryview[int] | bytearray") -> int:  # type: ignore[override]
        """At most what is left; 0 at the end. Raises TimeoutError after the deadline."""
        seconds = self._until - self._clock()
        if seconds <= 0:
            raise TimeoutError("the client took too long")
        self._connection.settimeout(seconds)
        read = self._connection.recv_into(memoryview(buffer)[: self._left]) if self._left else 0
        self._left -= read
        return read
