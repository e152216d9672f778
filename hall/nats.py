# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of a table and of a desk over NATS JetStream. Only who belongs to a hall imports it."""

import asyncio
import contextlib
import hashlib
import logging
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
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
from nats.js.errors import APIError, NotFoundError

from hall import message
from hall.line import Arrived, Came, Cut
from hall.message import Alive, Cursor, Past, Unread
from hall.orders import LARGEST, LASTS
from hall.outbox import Letter
from hall.ticket import Ticket, checked, user_of

ENTRIES, ORDERS, GIVEN, ALIVE = "ENTRIES", "ORDERS", "GIVEN", "ALIVE"
"""The streams; GIVEN has a copy of each order for desks, ALIVE one sign of life of each table."""

WAITS = 10
"""Seconds for which one question for orders stands at the server."""

ANSWERS_WITHIN = 6
"""Seconds for which the server is waited for, and twice as long to be let in: who gives up too soon
and begins anew keeps a busy server busy."""

READ_WITHIN = 5
"""Seconds after which a table that reads its own past gets again what it got: nobody tells the
server that it was read, so that another computer can read it as well."""

AT_ONCE = 200
"""So many messages are asked for at once."""

COMES_AGAIN = 25
"""Seconds after which an order that a table has not acknowledged comes to it again: more than it
may take to obey one."""

KNOWN_FOR = 600
"""Seconds for which desks hear of an order: a desk that was away when it expired tells it too."""

MOST_ENTRIES = 20_000
"""Messages that the server keeps of one table: some sixty games. More are refused."""

STREAMS = (
    StreamConfig(
        ENTRIES, subjects=["hall.entry.*", "hall.taken.*"], storage=StorageType.FILE,
        allow_direct=True, deny_delete=True, deny_purge=True, discard=DiscardPolicy.NEW,
        max_msgs_per_subject=MOST_ENTRIES, discard_new_per_subject=True,
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

# It warns at the end of each line with TLS, of something that does not matter, and a table's screen
# is no place for it.
logging.getLogger("asyncio").setLevel(logging.ERROR)

_WRONG_LAST = 10071
"""The server's number for another last message than was expected."""

_OTHERWISE = 10058
"""The server's number for a stream of this name that has another configuration."""


def context(certificate: str) -> ssl.SSLContext | None:
    """Trusts this one certificate, whatever name it is for; None without one."""
    if not certificate:
        return None
    trusted = ssl.create_default_context(cadata=certificate)
    trusted.check_hostname = False  # nobody else has the key of this certificate
    return trusted


class TlsClient(Client):
    """A client that has to have TLS gives its password to nobody without: it is the server that
    says whether there is TLS, and nats-py 2.16 would believe whoever sits in between."""

    def _connect_command(self) -> bytes:
        if "tls" in self.options and not self._server_info.get("tls_required"):
            raise Error("no TLS")
        return bytes(super()._connect_command())


class NatsLine:
    """A `hall.line.Line` to a real server."""

    def __init__(self, ticket: Ticket) -> None:
        checked(ticket)
        self._ticket = ticket
        self._subject = f"hall.entry.{ticket.table}"
        self._client = TlsClient()
        self._stream: JetStreamContext | None = None
        self._orders: JetStreamContext.PullSubscription | None = None

    async def open(self) -> None:
        """The server lets the table in, and its orders wait."""
        ticket = self._ticket
        with cuts():
            connecting = self._client.connect(
                ticket.url, user=ticket.user, password=ticket.password,
                tls=context(ticket.certificate), allow_reconnect=False,
                connect_timeout=ANSWERS_WITHIN, ping_interval=4, max_outstanding_pings=2,
                error_cb=silent, inbox_prefix=f"_INBOX.{ticket.user}",
            )  # fmt: skip
            await asyncio.wait_for(connecting, 2 * ANSWERS_WITHIN)
            self._stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            self._orders = await self._stream.pull_subscribe_bind(ticket.user, ORDERS)

    async def last(self) -> Cursor:
        """The last message of this table; strange messages are of nobody."""
        assert self._stream is not None
        with cuts():
            try:
                found = await self._stream.get_last_msg(ENTRIES, self._subject, direct=True)
            except NotFoundError:
                return Cursor()
        return message.place_of(found.data or b"", found.seq or 0)

    async def past(self) -> Past:
        """Reads it from the beginning."""
        assert self._stream is not None
        with cuts():
            seen = await last_alive(self._stream, self._ticket.table)
        last, found = await self.last(), dict[int, bytes]()
        past = Past((), seen)
        with cuts():
            sent = await self._stream.pull_subscribe_bind(self._ticket.user, ENTRIES)
            while last.sequence not in found or not past.complete:
                for one in await sent.fetch(AT_ONCE, timeout=2 * READ_WITHIN):
                    found[one.metadata.sequence.stream] = one.data
                past = Past(tuple(found[at] for at in sorted(found)), seen)
        return past

    async def publish(self, letter: Letter, after: int) -> int | None:
        """One message, acknowledged when it is on the server's disk."""
        assert self._stream is not None
        headers = {"Nats-Expected-Last-Subject-Sequence": str(after)}
        with cuts():
            try:
                done = await self._stream.publish(self._subject, letter.data, headers=headers)
            except APIError as error:
                if error.err_code == _WRONG_LAST:
                    return None
                raise
        return int(done.seq)

    async def alive(self, alive: Alive) -> None:
        """Nobody answers it, but the client knows when the line is cut."""
        with cuts():
            data = message.of_alive(alive)
            await self._client.publish(f"hall.alive.{self._ticket.table}", data)

    async def order(self) -> Arrived | None:
        """Waits for `WAITS` seconds."""
        assert self._orders is not None
        try:
            (found,) = await self._orders.fetch(1, timeout=WAITS)
        except TimeoutError:
            if not self._client.is_connected:
                raise Cut("closed") from None
            return None
        except (Error, OSError) as error:
            raise Cut(str(error)) from error

        async def done() -> None:
            with contextlib.suppress(Error, OSError):  # then it comes again, as a copy
                await found.ack()

        return found.data[: LARGEST + 1], done

    async def close(self) -> None:
        """Whatever the server says to it."""
        await closed(self._client)


class NatsDesk:
    """A desk's line to a real server. When it is cut it is of no use any more, and another one goes
    on after the last message that came."""

    def __init__(self, ticket: Ticket) -> None:
        checked(ticket)
        self._ticket = ticket
        self._client = TlsClient()
        self._queue: asyncio.Queue[Msg | None] = asyncio.Queue(1000)
        self._invited: list[int] = []

    async def open(self, tables: Iterable[int]) -> int:
        """The streams are there, and consumers for each table. Raises Cut."""
        with cuts():
            connecting = self._client.connect(
                self._ticket.url, user=self._ticket.user, password=self._ticket.password,
                tls=context(self._ticket.certificate), connect_timeout=ANSWERS_WITHIN,
                allow_reconnect=False, max_reconnect_attempts=1, reconnect_time_wait=0,
                ping_interval=4, max_outstanding_pings=2, error_cb=silent, closed_cb=self._closed,
            )  # fmt: skip
            await asyncio.wait_for(connecting, 2 * ANSWERS_WITHIN)
            stream = self._streams()
            for config in STREAMS:
                await _is_there(stream, config)
            invited = await _invited(stream)
            for table in set(tables) - invited:
                await stream.add_consumer(ENTRIES, ConsumerConfig(
                    durable_name=user_of(table), filter_subject=f"hall.entry.{table}",
                    ack_policy=AckPolicy.EXPLICIT, ack_wait=READ_WITHIN, max_ack_pending=-1,
                ))  # fmt: skip
                await stream.add_consumer(ORDERS, ConsumerConfig(
                    durable_name=user_of(table), filter_subject=f"hall.order.{table}",
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
            stream = self._streams()
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
            stream = self._streams()
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
            return await last_alive(self._streams(), table)

    async def order(self, table: int, number: int, data: bytes) -> None:
        """The order is on the server's disk; a copy of one that is there is known by its number.
        Raises Cut."""
        with cuts():
            stream = self._streams()
            digest = hashlib.sha256(data).hexdigest()  # two desks may use one number
            headers = {"Nats-Msg-Id": f"{table}:{number}:{digest[:16]}"}
            await stream.publish(f"hall.order.{table}", data, headers=headers)

    async def taken(self, table: int, data: bytes) -> None:
        """It is on the server's disk, among the entries. Raises Cut."""
        with cuts():
            stream = self._streams()
            await stream.publish(f"hall.taken.{table}", data)

    async def close(self) -> None:
        """It is not needed any more."""
        await closed(self._client)

    def _streams(self) -> JetStreamContext:
        return self._client.jetstream(timeout=ANSWERS_WITHIN)

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
    return frozenset(int(name.removeprefix("table-")) for name in found)


# --- Both -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def cuts() -> Iterator[None]:
    """Whatever goes wrong with the client or the network is a line that is `Cut`."""
    try:
        yield
    except (Error, OSError, TimeoutError) as error:
        raise Cut(str(error)) from error


async def last_alive(stream: JetStreamContext, table: int) -> Alive:
    """The last sign of life of a table that the server has; strange messages are of nobody."""
    try:
        found = await stream.get_last_msg(ALIVE, f"hall.alive.{table}", direct=True)
    except NotFoundError:
        return Alive()
    alive = message.read_alive(found.data or b"")
    return Alive() if isinstance(alive, Unread) else alive


async def closed(client: Client) -> None:
    """The client is closed. nats-py 2.16 stumbles over a TLS line that was cut, and waits for ever
    after a handshake that failed."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(client.close(), ANSWERS_WITHIN)


async def silent(_error: Exception) -> None:
    """Nothing: a fault shows at the next call."""
