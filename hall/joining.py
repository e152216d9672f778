# SPDX-License-Identifier: GPL-3.0-or-later
"""A table in its hall: a thread of its own sends what the journal has, and takes the desk's orders.

1. It opens a line to the server, and asks which message of this table is the last one there.
2. What follows in the journal is sent, one after the other (`Membership._send`).
3. Every two seconds the table says that it lives, and what time of the game it is; and once that it
   is left, when everything was sent.
4. An order that an arbiter signed goes into the inbox of the game. When the journal has it, and the
   server has that entry, the server is told that the order is done (`Membership._take`).
5. When the line is cut the table is alone, and begins anew after a while.

The thread that owns the game only ever calls `Membership.at_table`, which waits for nothing.
"""

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum

from hall.line import Line, waits
from hall.message import Alive, Cursor
from hall.orders import OrderOutcome, opened
from hall.outbox import Outbox
from table.core.inputs import Ordered
from table.core.state import State

BEAT = 2.0
"""Seconds between two signs of life."""

TRIES_AGAIN = 2.0
"""Seconds until a table that is alone tries again."""

LOOKS_AGAIN = 1.0
"""Seconds after which the journal is looked at if nobody said that there is something."""

OBEYED_WITHIN = 20.0
"""Seconds within which an order is on record; else it comes again."""

FAREWELL = 0.7
"""Seconds for which a table that is left waits until the server has everything."""


class Presence(StrEnum):
    """News of the hall that a table is told once each: the names of the messages."""

    JOINED = "hall_joined"
    ALONE = "hall_alone"
    CAUGHT_UP = "hall_caught_up"


def may_be_told(state: State) -> bool:
    """True if it distracts nobody: in competition no clock runs (11.5)."""
    return not state.conditions.competes or state.clock.running is None


def worth_telling(told: Presence | None, now: Presence) -> bool:
    """True if it is news to whoever was told that last. A table that was alone, and is not any more
    before anybody was told of it, has nothing to tell."""
    return told is not now and not (now is Presence.CAUGHT_UP and told is not Presence.ALONE)


class Membership:
    """The thread of a table that belongs to a hall."""

    def __init__(
        self,
        outbox: Outbox,
        hall: str,
        arbiters: Mapping[str, str],
        line: Callable[[], Line],
        put: Callable[[Ordered], None],
    ) -> None:
        """``hall`` is as in the conditions of its games, ``arbiters`` the public keys by the names.
        ``line`` makes a new line; ``put`` takes orders, from this thread."""
        self._outbox, self._hall, self._arbiters = outbox, hall, arbiters
        self._line, self._put = line, put
        self._loop = asyncio.new_event_loop()
        self._woken = asyncio.Event()
        self._leaving = False
        self._time = (0, time.monotonic_ns())  # of the game, and of the clock when it was that
        self._last = Cursor()
        self._there: Mapping[str, int] = {}
        self._obeyed = 0
        self._doubted = (0, "")
        self._joined = self._alone = False
        self._news: Presence | None = None  # until it is told
        self._told: Presence | None = None
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> None:
        """From now on the table tries to be in the hall."""
        self._thread.start()

    def nudge(self, at: int) -> None:
        """Something may be in the journal; it is ``at`` in the game, in nanoseconds."""
        self._time = at, time.monotonic_ns()
        with contextlib.suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    def at_table(self, state: State, at: int) -> Presence | None:
        """The game is in this state, ``at`` this time of its own; what is to be told now, once."""
        self.nudge(at)
        news = self._news
        if news is None or not may_be_told(state):
            return None
        self._news, told = None, self._told
        if not worth_telling(told, news):
            return None
        self._told = news
        return news

    def close(self) -> None:
        """The table is left; what the server lacks is sent first, if that takes no longer than
        `FAREWELL`. The rest is sent when the table is back."""
        self._leaving = True
        self.nudge(self._time[0])
        self._thread.join(FAREWELL)

    # --- The thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._belong())
        finally:
            self._loop.close()

    async def _belong(self) -> None:
        failed = 0
        while not self._leaving:
            line = self._line()
            try:
                failed += 1
                await line.open()
                failed = 0
                await self._look_up(line)
                await self._take_part(line)
            except Exception:  # whatever it is: the table is alone, and the game goes on
                if self._joined and not self._alone:
                    self._alone = True
                    self._news = Presence.ALONE
            finally:
                await line.close()
            if not self._leaving:
                await asyncio.sleep(waits(TRIES_AGAIN, failed, random.random()))

    async def _look_up(self, line: Line) -> None:
        """Where the server stands."""
        self._last = await line.last()
        if self._last.game and not self._outbox.knows(self._last.game):
            self._there = (await line.past()).reached

    async def _take_part(self, line: Line) -> None:
        """Until the table is left. Raises what one of the three raises."""
        self._obeyed = max(self._obeyed, self._outbox.obeyed())
        sending = asyncio.ensure_future(self._send(line))
        others = [asyncio.ensure_future(one) for one in (self._beat(line), self._take(line))]
        try:
            await asyncio.wait([sending, *others], return_when=asyncio.FIRST_COMPLETED)
            for one in (sending, *others):
                if one.done():
                    one.result()
        finally:
            for one in (sending, *others):
                one.cancel()
            await asyncio.gather(sending, *others, return_exceptions=True)

    async def _send(self, line: Line) -> None:
        while True:
            self._woken.clear()
            if not await self._caught_up(line):
                await self._look_up(line)
                await asyncio.sleep(0.1)  # two computers may play one table: neither may spin
                continue
            if not self._joined or self._alone:
                self._news = Presence.CAUGHT_UP if self._joined else Presence.JOINED
                self._joined, self._alone = True, False
            if self._leaving:
                await line.alive(self._sign())
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOKS_AGAIN)

    async def _caught_up(self, line: Line) -> bool:
        """All that the server lacks is sent; False if its last message is another than thought."""
        for letter in self._outbox.after(self._last, self._there):
            sequence = await line.publish(letter, self._last.sequence)
            if sequence is None:
                return False
            self._last = replace(letter.place, sequence=sequence)
            self._obeyed = max(self._obeyed, letter.ordered)
        return True

    async def _beat(self, line: Line) -> None:
        while True:
            await line.alive(self._sign())
            await asyncio.sleep(BEAT)

    def _sign(self) -> Alive:
        game, entries = self._outbox.reached()
        at, then = self._time
        passed = time.monotonic_ns() - then
        return Alive(game, entries, at + passed, *self._doubted, self._leaving)

    async def _take(self, line: Line) -> None:
        while True:
            arrived = await line.order()
            if arrived is None:
                continue
            game, _ = self._outbox.reached()
            data, done = arrived
            given = opened(data, self._hall, game, self._arbiters)
            if isinstance(given, OrderOutcome):
                self._doubted = given.number, given.words
                await done()
            elif given.number <= self._obeyed or await self._is_obeyed(given):
                await done()

    async def _is_obeyed(self, given: Ordered) -> bool:
        """True if the order is on record, whether it was granted or refused, and sent."""
        self._put(given)
        until = time.monotonic() + OBEYED_WITHIN
        while self._obeyed < given.number and time.monotonic() < until:
            await asyncio.sleep(0.02)
        return self._obeyed >= given.number
