# SPDX-License-Identifier: GPL-3.0-or-later
"""A table's line over NATS JetStream. Only a table that belongs to a hall imports it."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Iterator

from nats.aio.client import Client
from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from hall import message
from hall.line import Arrived, Cut, OutOfOrder
from hall.message import Alive, BadMessage, Cursor, Past
from hall.orders import LARGEST
from hall.outbox import Letter
from hall.ticket import Ticket, checked

ENTRIES, ORDERS, GIVEN, ALIVE = "ENTRIES", "ORDERS", "GIVEN", "ALIVE"
"""The streams; GIVEN has a copy of each order for desks, ALIVE one sign of life of each table."""

WAITS = 10
"""Seconds for which one question for orders stands at the server."""

ANSWERS_WITHIN = 3
"""Seconds for which a table waits for the server."""

READ_WITHIN = 5
"""Seconds after which a table that reads its own past gets again what it got: nobody tells the
server that it was read, so that another computer can read it as well."""

AT_ONCE = 200
"""So many messages are asked for at once."""

# It warns at the end of each line with TLS, of something that does not matter, and a table's screen
# is no place for it.
logging.getLogger("asyncio").setLevel(logging.ERROR)

_WRONG_LAST = 10071
"""The server's number for another last message than was expected."""


def user(table: int) -> str:
    """The name of a table at the server, and of its consumer of orders."""
    return f"table-{table}"


def context(certificate: str) -> ssl.SSLContext | None:
    """Trusts this one certificate, whatever name it is for; None without one."""
    if not certificate:
        return None
    trusted = ssl.create_default_context(cadata=certificate)
    trusted.check_hostname = False  # nobody else has the key of this certificate
    return trusted


class NatsLine:
    """A `hall.line.Line` to a real server."""

    def __init__(self, ticket: Ticket) -> None:
        checked(ticket)
        self._ticket = ticket
        self._subject = f"hall.entry.{ticket.table}"
        self._client = Client()
        self._stream: JetStreamContext | None = None
        self._orders: JetStreamContext.PullSubscription | None = None

    async def open(self) -> None:
        """The server lets the table in, and its orders wait."""
        ticket = self._ticket
        tls = context(ticket.certificate)
        with cuts():
            connecting = self._client.connect(
                ticket.url, user=user(ticket.table), password=ticket.password, tls=tls,
                allow_reconnect=False, connect_timeout=ANSWERS_WITHIN, ping_interval=4,
                max_outstanding_pings=2, error_cb=silent,
                inbox_prefix=f"_INBOX.{user(ticket.table)}",
            )  # fmt: skip
            await asyncio.wait_for(connecting, 2 * ANSWERS_WITHIN)
            self._stream = self._client.jetstream(timeout=ANSWERS_WITHIN)
            consumer = user(ticket.table)
            self._orders = await self._stream.pull_subscribe_bind(consumer, ORDERS)

    async def last(self) -> Cursor:
        """The last message of this table; strange messages are of nobody."""
        assert self._stream is not None
        with cuts():
            try:
                found = await self._stream.get_last_msg(ENTRIES, self._subject, direct=True)
            except NotFoundError:
                return Cursor()
        try:
            return message.place_of(found.data or b"", found.seq or 0)
        except BadMessage:
            return Cursor(sequence=found.seq or 0)

    async def past(self) -> Past:
        """Reads it from the beginning."""
        assert self._stream is not None
        with cuts():
            seen = await last_alive(self._stream, self._ticket.table)
        last, found = await self.last(), dict[int, bytes]()
        past = Past((), seen)
        with cuts():
            sent = await self._stream.pull_subscribe_bind(user(self._ticket.table), ENTRIES)
            while last.sequence not in found or not past.complete:
                for one in await sent.fetch(AT_ONCE, timeout=2 * READ_WITHIN):
                    found[one.metadata.sequence.stream] = one.data
                past = Past(tuple(found[at] for at in sorted(found)), seen)
        return past

    async def publish(self, letter: Letter, after: int) -> int:
        """One message, acknowledged when it is on the server's disk."""
        assert self._stream is not None
        place = letter.place
        headers = {
            "Nats-Msg-Id": message.identity(place.game, place.seq),
            "Nats-Expected-Last-Subject-Sequence": str(after),
        }
        with cuts():
            try:
                done = await self._stream.publish(self._subject, letter.data, headers=headers)
            except APIError as error:
                if error.err_code == _WRONG_LAST:
                    raise OutOfOrder from error
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

        return Arrived(found.data[: LARGEST + 1], done)

    async def close(self) -> None:
        """Whatever the server says to it."""
        await closed(self._client)


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
        return message.read_alive(found.data or b"")
    except (NotFoundError, BadMessage):
        return Alive()


async def closed(client: Client) -> None:
    """The client is closed. nats-py 2.16 stumbles over a TLS line that was cut, and waits for ever
    after a handshake that failed."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(client.close(), ANSWERS_WITHIN)


async def silent(_error: Exception) -> None:
    """Nothing: a fault shows at the next call."""
