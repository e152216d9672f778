# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk's side of the server: the streams, every table's journal, and orders on their way."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    StorageType,
    StreamConfig,
    StreamSource,
)
from nats.js.errors import APIError

from hall.line import Came, Cut
from hall.message import Alive
from hall.nats_line import (
    ALIVE,
    ANSWERS_WITHIN,
    ENTRIES,
    GIVEN,
    ORDERS,
    READ_WITHIN,
    closed,
    context,
    cuts,
    last_alive,
    silent,
    user,
)
from hall.orders import LASTS
from hall.server import DESK

COMES_AGAIN = 25
"""Seconds after which an order that a table has not acknowledged comes to it again: more than it
may take to obey one."""


KNOWN_FOR = 600
"""Seconds for which desks hear of an order: a desk that was away when it expired tells it too."""

STREAMS = (
    StreamConfig(
        ENTRIES, subjects=["hall.entry.*", "hall.taken.*"], storage=StorageType.FILE,
        allow_direct=True, deny_delete=True, deny_purge=True, discard=DiscardPolicy.NEW,
    ),
    StreamConfig(
        ORDERS, subjects=["hall.order.*"], storage=StorageType.FILE, max_age=LASTS,
    ),
    StreamConfig(
        GIVEN, sources=[StreamSource(name=ORDERS)], storage=StorageType.FILE, max_age=KNOWN_FOR,
    ),
    StreamConfig(
        ALIVE, subjects=["hall.alive.*"], storage=StorageType.MEMORY, allow_direct=True,
        max_msgs_per_subject=1,
    ),
)  # fmt: skip

_OTHERWISE = 10058
"""The server's number for a stream of this name that has another configuration."""


class NatsDesk:
    """A desk's line to a real server. When it is cut it is of no use any more, and another one goes
    on after the last message that came."""

    def __init__(self, url: str, password: str, certificate: str) -> None:
        self._url, self._password, self._certificate = url, password, certificate
        self._client = Client()
        self._queue: asyncio.Queue[Msg | None] = asyncio.Queue(1000)
        self._invited: list[int] = []

    async def open(self, tables: Iterable[int]) -> int:
        """The streams are there, and consumers for each table. Raises Cut."""
        with cuts():
            connecting = self._client.connect(
                self._url, user=DESK, password=self._password, tls=context(self._certificate),
                connect_timeout=ANSWERS_WITHIN, allow_reconnect=False, max_reconnect_attempts=1,
                reconnect_time_wait=0, ping_interval=4, max_outstanding_pings=2,
                error_cb=silent, closed_cb=self._closed,
            )  # fmt: skip
            await asyncio.wait_for(connecting, 2 * ANSWERS_WITHIN)
            stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            for config in STREAMS:
                await _is_there(stream, config)
            invited = await _invited(stream)
            for table in set(tables) - invited:
                await stream.add_consumer(ENTRIES, ConsumerConfig(
                    durable_name=user(table), filter_subject=f"hall.entry.{table}",
                    ack_policy=AckPolicy.EXPLICIT, ack_wait=READ_WITHIN, max_ack_pending=-1,
                ))  # fmt: skip
                await stream.add_consumer(ORDERS, ConsumerConfig(
                    durable_name=user(table), filter_subject=f"hall.order.{table}",
                    ack_policy=AckPolicy.EXPLICIT, ack_wait=COMES_AGAIN, max_ack_pending=1,
                ))  # fmt: skip
            self._invited = sorted(invited.union(tables))
            return int((await stream.stream_info(ENTRIES)).state.last_seq)

    async def messages(self, after: int) -> AsyncIterator[Came]:
        """Who is invited; then all messages of tables after the server's one with this number,
        those to come included. Raises Cut when the line is."""
        for number in self._invited:
            yield Came("invited", number, 0, b"")
        with cuts():
            await self._client.subscribe("hall.alive.*", cb=self._came)
            stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            start = ConsumerConfig(
                deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=after + 1
            )
            await stream.subscribe(
                "hall.*.*", stream=ENTRIES, ordered_consumer=True, config=start, cb=self._came
            )
            await stream.subscribe(
                "hall.order.*", stream=GIVEN, ordered_consumer=True, cb=self._came
            )
        while (found := await self._queue.get()) is not None:
            _, kind, table = found.subject.split(".")
            if kind == "alive":
                yield Came(kind, int(table), 0, found.data)
                continue
            sent = found.metadata
            age = 0.0
            if kind == "order":
                age = max(0.0, (datetime.now(UTC) - sent.timestamp).total_seconds())
            sequence = 0 if kind == "order" else sent.sequence.stream
            yield Came(kind, int(table), sequence, found.data, age)
        raise Cut("closed")

    async def kept(self) -> AsyncIterator[Came]:
        """All entries that the server has now. Raises Cut."""
        with cuts():
            stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            last = (await stream.stream_info(ENTRIES)).state.last_seq
        if not last:
            return
        async for came in self.messages(0):
            if came.kind == "entry":
                yield came
            if came.sequence >= last:
                return

    async def alive(self, table: int) -> Alive:
        """The last sign of life of a table that the server has. Raises Cut."""
        with cuts():
            return await last_alive(self._client.jetstream(timeout=ANSWERS_WITHIN), table)

    async def order(self, table: int, number: int, data: bytes) -> None:
        """The order is on the server's disk; a copy of one that is there is known by its number.
        Raises Cut."""
        with cuts():
            stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            digest = hashlib.sha256(data).hexdigest()  # two desks may use one number
            headers = {"Nats-Msg-Id": f"{table}:{number}:{digest[:16]}"}
            await stream.publish(f"hall.order.{table}", data, headers=headers)

    async def taken(self, table: int, data: bytes) -> None:
        """It is on the server's disk, among the entries. Raises Cut."""
        with cuts():
            stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            await stream.publish(f"hall.taken.{table}", data)

    async def close(self) -> None:
        """It is not needed any more."""
        await closed(self._client)

    async def _came(self, found: Msg) -> None:
        await self._queue.put(found)

    async def _closed(self) -> None:
        await self._queue.put(None)


async def _is_there(stream: JetStreamContext, config: StreamConfig) -> None:
    """The stream is there, and as it has to be now."""
    try:
        await stream.add_stream(config)
    except APIError as error:
        if error.err_code != _OTHERWISE:
            raise
        await stream.update_stream(config)


async def _invited(stream: JetStreamContext) -> frozenset[int]:
    """The tables that have both consumers: that of orders is made last."""
    found: list[str] = []
    while page := await stream.consumers_info(ORDERS, offset=len(found)):
        found += [one.name for one in page]
    return frozenset(int(name.removeprefix(user(0)[:-1])) for name in found)
