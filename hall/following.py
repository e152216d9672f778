# SPDX-License-Identifier: GPL-3.0-or-later
"""The thread of a desk: what tables send goes into the inbox of the desk, and its orders go out.

1. It opens a line to the server and learns how far the tables' stream goes.
2. What came since the last time goes into the inbox, one after the other, and once the end of the
   stream as it was then is reached, that the desk knows everything (``read``).
3. An order is sent; where there is no line, again as soon as there is one, under the same id, so
   that the server has it once. After `GIVES_UP` it is handed back: it was meant for now.
4. When the line is cut it begins anew after a while, where it was.
5. Where the desk runs the server too, whoever is invited meanwhile can come in: the server starts
   anew, which cuts the line, and the next one has them. A server that ended by itself is told.
"""

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from game.base.inbox import Foreign
from hall.line import Came, DeskLine, waits

TRIES_AGAIN = 1.0
"""Seconds until a desk without a line tries again."""

LOOKS_AGAIN = 1.0
"""Seconds after which a desk looks whether other tables were invited."""

GIVES_UP = 20.0
"""Seconds after which an order that did not go out will not."""


@dataclass(frozen=True, slots=True)
class Unsent(Foreign):
    """What has not gone out yet to a ``table``: the order with this ``number``, or 0, which tells
    the other desks that a call is taken. One that is too late comes back."""

    table: int
    number: int
    data: bytes = field(default=b"", compare=False)
    since: float = field(default_factory=time.monotonic, compare=False)

    @property
    def late(self) -> bool:
        """True if it is not to go out any more."""
        return time.monotonic() - self.since > GIVES_UP


Put = Callable[[Came | Unsent], None]


class Server(Protocol):
    """The server, as the desk that runs it needs it (``hall.server.RunningServer``)."""

    @property
    def runs(self) -> bool:
        """False if it has ended by itself."""

    def again(self) -> None:
        """It ends and starts, with the tables that there are now."""


class Follower:
    """The thread of a desk."""

    def __init__(
        self,
        line: Callable[[], DeskLine],
        tables: Callable[[], Iterable[int]],
        put: Put,
        server: Server | None = None,
    ) -> None:
        """``line`` makes a new line to the server, ``tables`` are those that are invited now;
        ``put`` takes what comes, from this thread, and may make it wait. ``server`` is run by this
        program."""
        self._line, self._tables, self._put, self._server = line, tables, put, server
        self._loop = asyncio.new_event_loop()
        self._letters: asyncio.Queue[Unsent] = asyncio.Queue()
        self._leaving = asyncio.Event()
        self._unsent: Unsent | None = None  # the next one to go out
        self._last = self._end = 0
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> None:
        """From now on things come."""
        self._thread.start()

    def order(self, table: int, number: int, data: bytes) -> None:
        """Send an order; from any thread."""
        self._later(lambda: self._letters.put_nowait(Unsent(table, number, data)))

    def taken(self, table: int, data: bytes) -> None:
        """Tell all desks, this one too, that a call is taken."""
        self._later(lambda: self._letters.put_nowait(Unsent(table, 0, data)))

    @property
    def part(self) -> int:
        """How much of what the server has was read, in per cent."""
        return min(100, 100 * self._last // max(1, self._end))

    def close(self) -> None:
        """The desk is left."""
        self._later(self._leaving.set)
        self._thread.join(2.0)

    def _later(self, do: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(do)

    # --- The thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:  # ends nats-py's tasks too
            runner.run(self._follow())

    async def _follow(self) -> None:
        failed = 0
        while not self._leaving.is_set():
            line, tables = self._line(), frozenset(self._tables())
            try:
                failed += 1
                end = await line.open(tables)
                failed = 0
                await self._while_open(line, end, tables)
            except Exception:  # whatever it is: the desk stays, and begins anew
                self._put(Came("cut"))
            finally:
                await line.close()
            if self._server is not None and not self._server.runs:
                self._put(Came("ended"))
                return
            self._hand_back()
            with contextlib.suppress(TimeoutError):
                wait = waits(TRIES_AGAIN, failed, random.random())
                await asyncio.wait_for(self._leaving.wait(), wait)

    async def _while_open(self, line: DeskLine, end: int, tables: frozenset[int]) -> None:
        """Until the desk is left, or the server has started anew. Raises Cut."""
        ways = [self._receive(line, end), self._send(line), self._leaving.wait()]
        if self._server is not None:
            ways.append(self._expect(self._server, tables))
        tasks = [asyncio.ensure_future(one) for one in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for one in tasks:
                if one.done():
                    one.result()
        finally:
            for one in tasks:
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _receive(self, line: DeskLine, end: int) -> None:
        known = self._last >= end
        if known:
            self._put(Came("read"))
        async for came in line.messages(self._last):
            self._last = max(self._last, came.sequence)
            self._end = end
            self._put(came)
            if not known and self._last >= end:
                known = True
                self._put(Came("read"))

    async def _send(self, line: DeskLine) -> None:
        while True:
            letter = self._unsent or await self._letters.get()
            self._unsent = letter
            if letter.number:
                await line.order(letter.table, letter.number, letter.data)
            else:
                await line.taken(letter.table, letter.data)
            self._unsent = None

    async def _expect(self, server: Server, tables: frozenset[int]) -> None:
        while frozenset(self._tables()) == tables:
            await asyncio.sleep(LOOKS_AGAIN)
        server.again()

    def _hand_back(self) -> None:
        """Orders that have waited too long."""
        while True:
            if self._unsent is None and not self._letters.empty():
                self._unsent = self._letters.get_nowait()
            letter = self._unsent
            if letter is None or not letter.late:
                return
            self._unsent = None
            if letter.number:
                self._put(letter)
