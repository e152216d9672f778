# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the server of a hall, which does what nats-server does with what a table sends: an
unexpected last message is refused, orders come again until they are done, and any call may be cut,
before the server has done it or after."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from hall import message
from hall.line import Arrived, Cut
from hall.message import Alive, Cursor, Past
from hall.outbox import Letter

T = TypeVar("T")


@dataclass
class Server:
    """One stream of a table's messages, and its orders. ``up``: it answers; ``cuts`` is how likely
    each call is cut."""

    up: bool = True
    cuts: float = 0.0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    kept: list[tuple[int, Letter]] = field(default_factory=list)
    orders: list[bytes] = field(default_factory=list)
    signs: list[Alive] = field(default_factory=list)
    given: int = 0  # orders that were handed out, the same one again too
    sequence: int = 0

    def line(self) -> "StandIn":
        return StandIn(self)

    @property
    def places(self) -> list[tuple[str, int]]:
        return [(letter.place.game, letter.place.seq) for _, letter in self.kept]

    def check(self) -> None:
        if not self.up or self.chance.random() < self.cuts:
            raise Cut("cut")

    def keep(self, letter: Letter, after: int) -> int | None:
        last = self.kept[-1][0] if self.kept else 0
        if after != last:
            return None
        self.sequence += self.chance.randint(1, 3)  # other tables write too
        self.kept.append((self.sequence, letter))
        return self.sequence


class StandIn:
    """A line to it."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def _call(self, do: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        self._server.check()
        done = do()
        self._server.check()  # it was done, and nobody hears of it
        return done

    async def open(self) -> None:
        await self._call(lambda: None)

    async def last(self) -> Cursor:
        return await self._call(self._last)

    def _last(self) -> Cursor:
        if not self._server.kept:
            return Cursor()
        sequence, letter = self._server.kept[-1]
        return message.place_of(letter.data, sequence)

    async def past(self) -> Past:
        return await self._call(self._past)

    def _past(self) -> Past:
        signs = self._server.signs[-1:] or [Alive()]
        return Past(tuple(letter.data for _, letter in self._server.kept), *signs)

    async def publish(self, letter: Letter, after: int) -> int | None:
        return await self._call(lambda: self._server.keep(letter, after))

    async def alive(self, alive: Alive) -> None:
        await self._call(lambda: self._server.signs.append(alive))

    async def order(self) -> Arrived | None:
        await asyncio.sleep(0.01)
        self._server.check()
        if not self._server.orders:
            return None
        data = self._server.orders[0]
        self._server.given += 1

        async def done() -> None:
            if self._server.up and data in self._server.orders:
                self._server.orders.remove(data)

        return data, done

    async def close(self) -> None:
        await asyncio.sleep(0)
