# SPDX-License-Identifier: GPL-3.0-or-later
"""The thread of a desk: everything once and in order, however the line is cut; an order goes out
once, or it is told that it did not."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import pytest

from hall import following
from hall.following import Follower, Unsent
from hall.line import Came, Cut

PATIENCE = 60.0
READ, CUT, ENDED = Came("read"), Came("cut"), Came("ended")


class Desks:
    """A server as a desk sees it: messages are kept, and the copy of an order is known."""

    def __init__(self) -> None:
        self.up = True
        self.opened: list[set[int]] = []
        self.kept: list[Came] = []
        self.orders: dict[tuple[int, int], bytes] = {}
        self.taken: list[bytes] = []
        self.cut_after = 10**6  # messages

    def line(self) -> "DeskStandIn":
        return DeskStandIn(self)

    def write(self, *data: bytes) -> None:
        for one in data:
            self.kept.append(Came("entry", 7, len(self.kept) + 1, one))

    def check(self) -> None:
        if not self.up:
            raise Cut("cut")


class DeskStandIn:
    """A line to it."""

    def __init__(self, server: Desks) -> None:
        self._server = server

    async def open(self, tables: Iterable[int]) -> int:
        self._server.check()
        self._server.opened.append(set(tables))
        return len(self._server.kept)

    async def messages(self, after: int) -> AsyncIterator[Came]:
        left = self._server.cut_after
        while True:
            self._server.check()
            for came in self._server.kept[after:]:
                if left == 0:
                    raise Cut("cut")
                left -= 1
                after = came.sequence
                yield came
            await asyncio.sleep(0.01)

    async def order(self, table: int, number: int, data: bytes) -> None:
        self._server.check()
        self._server.orders[table, number] = data

    async def taken(self, _table: int, data: bytes) -> None:
        self._server.check()
        self._server.taken.append(data)

    async def close(self) -> None:
        await asyncio.sleep(0)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Desks:
    monkeypatch.setattr(following, "TRIES_AGAIN", 0.01)
    return Desks()


@pytest.fixture
def came() -> "queue.Queue[Any]":
    return queue.Queue()


@pytest.fixture
def follower(server: Desks, came: "queue.Queue[Any]") -> Iterator[Follower]:
    made = Follower(server.line, lambda: [7], came.put)
    yield made
    made.close()


def until(came: "queue.Queue[Any]", wanted: object) -> list[Any]:
    """What comes until this does."""
    found = []
    while True:
        found.append(came.get(timeout=PATIENCE))
        if found[-1] == wanted:
            return found


def test_the_desk_is_told_when_it_knows_everything(
    server: Desks, came: "queue.Queue[Any]", follower: Follower
) -> None:
    server.write(b"a", b"b")
    follower.start()
    assert until(came, READ) == [*server.kept, READ]


def test_after_a_cut_it_goes_on_where_it_was(
    server: Desks, came: "queue.Queue[Any]", follower: Follower
) -> None:
    server.write(*(bytes([one]) for one in range(10)))
    server.cut_after = 3
    follower.start()
    found = [one for one in until(came, READ) if one not in (READ, CUT)]
    assert found == server.kept


def test_an_order_waits_for_the_server_and_goes_out_once(
    server: Desks, came: "queue.Queue[Any]", follower: Follower
) -> None:
    server.up = False
    follower.start()
    until(came, CUT)
    follower.order(7, 17, b"pause")
    follower.taken(7, b"anna")
    until(came, CUT)
    server.up = True
    server.write(b"a")
    until(came, server.kept[0])
    follower.order(7, 18, b"later")
    while not server.orders.get((7, 18)):
        server.write(b"more")
        until(came, server.kept[-1])
    assert server.orders == {(7, 17): b"pause", (7, 18): b"later"}
    assert server.taken == [b"anna"]


def test_an_order_that_was_meant_for_earlier_is_handed_back(
    server: Desks,
    came: "queue.Queue[Any]",
    follower: Follower,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "GIVES_UP", -1.0)
    server.up = False
    follower.start()
    follower.order(7, 17, b"pause")
    until(came, Unsent(7, 17))
    server.up = True
    server.write(b"a")
    until(came, server.kept[0])
    assert server.orders == {}


class RunningServer:
    """The server where the desk runs it."""

    def __init__(self) -> None:
        self.runs, self.tables, self.started = True, [7], threading.Event()

    def again(self) -> None:
        self.started.set()


def test_whoever_is_invited_meanwhile_can_come_in(
    server: Desks, came: "queue.Queue[Any]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "LOOKS_AGAIN", 0.01)
    served = RunningServer()
    made = Follower(server.line, lambda: served.tables, came.put, served)
    made.start()
    until(came, READ)
    assert not served.started.is_set()
    served.tables = [7, 8]
    assert served.started.wait(PATIENCE)
    until(came, READ)
    made.close()
    assert server.opened == [{7}, {7, 8}]


def test_a_server_that_ended_by_itself_is_told(server: Desks, came: "queue.Queue[Any]") -> None:
    served = RunningServer()
    served.runs = server.up = False
    made = Follower(server.line, lambda: [7], came.put, served)
    made.start()
    assert until(came, ENDED) == [CUT, ENDED]
    made.close()
