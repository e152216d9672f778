# SPDX-License-Identifier: GPL-3.0-or-later
"""One thread that tells all pages what happens, however many there are and whatever they do.

A page that does not read is not waited for: it misses views, gets the newest one whole when it
reads again, and is let go of when it has read nothing for too long. Whatever a view looks like is
drawn once for all of them.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from announce.page.stream import Picture, news
from announce.page.view import Displays
from game.base.inbox import Part
from game.page.content import Content
from game.page.hub import Hub

BEAT = 0.5
"""Seconds between two signs of life to a page for which nothing happens; the page takes three
missed ones for a lost connection."""

OVER = b"event: over\ndata: over\n\n"


@dataclass(slots=True, eq=False)
class Reader:
    """A page that listens: the number of the view that it has, what is still to be sent to it, and
    since when it has not taken that (seconds of a monotonic clock)."""

    connection: socket.socket
    known: int
    part: Part = Part.ASSISTANT
    pending: bytes = b""
    since: float = 0.0
    device: int = 0


class Broadcast:
    """The pages that listen; they may come from any thread."""

    def __init__(
        self,
        hub: Hub[Any],
        content: Content,
        clock: Callable[[], int],
        *,
        patience: float,
        most: int,
    ) -> None:
        """``clock`` is that of the views. A page may read nothing for ``patience`` seconds; of
        more than ``most`` pages the longest listening goes, and comes again if it is there."""
        self._hub = hub
        self._content = content
        self._clock = clock
        self._patience = patience
        self._most = most
        self._lock = threading.Lock()
        self._new: list[Reader] = []
        self._gone: set[int] = set()
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
        self.readers: tuple[Reader, ...] = ()

    def start(self) -> None:
        """Tell the pages from now on."""
        self._thread.start()

    def add(
        self,
        connection: socket.socket,
        known: int,
        part: Part = Part.ASSISTANT,
        device: int = 0,
    ) -> None:
        """A page listens, whose answer has begun; ``device`` is the number of the device that it
        is on, 0 for this computer. The connection is ours from now on."""
        connection.setblocking(False)
        with self._lock:
            self._new.append(Reader(connection, known, part, device=device))
        self._hub.wake()

    def send_away(self, device: int) -> None:
        """Nothing more is told to a device."""
        with self._lock:
            self._gone.add(device)
        self._hub.wake()

    def join(self, seconds: float) -> None:
        """Until all pages were told the end; the hub is closed."""
        self._thread.join(seconds)

    def _run(self) -> None:
        drawn: dict[Part, Picture] = {}
        readers: list[Reader] = []
        while True:
            version, closed, shown = self._hub.version, self._hub.closed, self._hub.newest
            with self._lock:
                readers += self._new
                self._new.clear()
                gone = self._gone.copy()
            readers = self._kept(readers, gone)
            if shown is not None:
                clocks = self._content.clocks(shown, self._clock())
                stay: list[Reader] = []
                for part in Part:
                    ours = [one for one in readers if one.part is part]
                    if ours:
                        before = drawn.get(part)
                        if before is None or before.number != shown.number:
                            drawn[part] = self._content.picture(shown, part)
                        self._prepare(ours, drawn[part], before, clocks, closed=closed)
                        stay += [one for one in ours if self._send(one)]
                readers = stay
            self.readers = tuple(readers)
            if closed:
                for one in readers:
                    _end(one.connection)
                return
            self._hub.wait(version, BEAT)

    def _kept(self, readers: list[Reader], gone: set[int]) -> list[Reader]:
        """Those that may stay, at most so many; the connections of the others are closed."""
        room = self._most
        kept = []
        for one in reversed(readers):
            if one.device in gone or not room:
                one.connection.close()
            else:
                kept.append(one)
                room -= 1
        return kept[::-1]

    def _prepare(
        self,
        readers: list[Reader],
        now: Picture,
        before: Picture | None,
        clocks: Displays | None,
        *,
        closed: bool,
    ) -> None:
        """What each lacks is to be sent, unless it has not taken what was sent before."""
        lines: dict[int, bytes] = {}
        for one in readers:
            if one.pending:
                continue
            has = now if one.known == now.number else before
            if has is not None and has.number != one.known:
                has = None
            key = -1 if has is None else has.number
            if key not in lines:
                lines[key] = f"data: {news(now, has, clocks)}\n\n".encode()
            one.pending, one.known = lines[key] + OVER * closed, now.number
            one.since = time.monotonic()

    def _send(self, reader: Reader) -> bool:
        """Send what it takes; whether it is still there."""
        moment = time.monotonic()
        try:
            sent = reader.connection.send(reader.pending)
        except BlockingIOError:
            sent = 0
        except OSError:
            reader.connection.close()
            return False
        reader.pending = reader.pending[sent:]
        if sent:
            reader.since = moment
        if reader.pending and moment - reader.since > self._patience:
            reader.connection.close()
            return False
        return True


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
    connection.close()
