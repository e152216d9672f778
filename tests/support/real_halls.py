# SPDX-License-Identifier: GPL-3.0-or-later
"""A hall with the real nats-server, and clients that may try anything there."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from halls import Played

from bench.hall.place import Place
from hall.line import Cut
from hall.ticket import Ticket

pytest.importorskip("nats")

from nats.aio.client import Client

from hall.nats import NatsDesk, NatsLine, context

PATIENCE = 20.0


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A hall with tables 7 to 12; each test takes one for itself, and 8 is everybody's other."""
    made = Place(tmp_path_factory.mktemp("hall"), range(7, 13))
    made.start()

    asyncio.run(asyncio.wait_for(opens(made), PATIENCE))
    yield made
    made.stop()


async def opens(place: Place) -> None:
    """The server is there, and its streams are."""
    while True:
        desk = NatsDesk(place.desk)
        try:
            await desk.open(place.hall.tables)
            return
        except Cut:
            await asyncio.sleep(0.05)
        finally:
            await desk.close()


def ticket_of(place: Place, table: int) -> Ticket:
    (found,) = [one for one in place.tickets() if one.table == table]
    return found


async def sent(place: Place, table: Played, number: int) -> None:
    """All that is in the journal is sent."""
    line = NatsLine(ticket_of(place, number))
    await line.open()
    last = await line.last()
    for letter in table.outbox.after(last):
        sequence = await line.publish(letter, last.sequence)
        assert sequence is not None
        last = replace(letter.place, sequence=sequence)
    await line.close()


async def kept(place: Place, stream: str) -> list[tuple[str, bytes]]:
    """The subjects and the data of all messages of a stream."""
    async with desk(place) as client:
        js = client.jetstream()
        info = await js.stream_info(stream)
        numbers = range(1, info.state.last_seq + 1)
        found = [await js.get_msg(stream, number) for number in numbers]
        return [(str(one.subject), one.data or b"") for one in found]


def desk(place: Place) -> Any:
    return as_client(place, place.desk.user, place.hall.desk)


def said_to(place: Place, table: int, *lines: bytes) -> str:
    """All that the server says to a table which sends these lines of its protocol. (nats-py 2.16
    loses some of the server's refusals.)"""
    trusted = context(place.certificate)
    assert trusted is not None
    with socket.create_connection(("127.0.0.1", place.hall.port), timeout=PATIENCE) as plain:
        plain.recv(65536)
        with trusted.wrap_socket(plain) as line:
            given = {"user": f"table-{table}", "pass": place.hall.tables[table], "verbose": False}
            sent = [f"CONNECT {json.dumps(given)}".encode(), *lines, b"PING", b""]
            threading.Thread(target=line.sendall, args=(b"\r\n".join(sent),)).start()
            said = b""
            while not said.endswith(b"PONG\r\n"):
                came = line.recv(65536)
                if not came:
                    break
                said += came
    return said.decode(errors="replace")


def publishing(subject: str, data: bytes = b"", reply: str = "") -> bytes:
    """A line of the protocol."""
    return f"PUB {subject} {reply} {len(data)}\r\n".encode() + data


def refused(said: str, what: str = "Publish") -> set[str]:
    """The subjects that the server refused."""
    return {*re.findall(f'Permissions Violation for {what} to "(.+?)"', said)}


class as_client:  # noqa: N801 - it stands where a function would
    def __init__(self, place: Place, user: str, password: str) -> None:
        self._to(place.url, user, password, place.certificate)

    @classmethod
    def at(cls, *given: str) -> "as_client":
        """Of a server that is no hall's: its address, a user, the password, the certificate."""
        made = cls.__new__(cls)
        made._to(*given)
        return made

    def _to(self, url: str, user: str, password: str, certificate: str) -> None:
        self._given: dict[str, Any] = {
            "user": user, "password": password, "tls": context(certificate)
        }  # fmt: skip
        self._url = url
        self._client = Client()

    async def __aenter__(self) -> Any:
        await self._client.connect(
            self._url, allow_reconnect=False, error_cb=_silent, connect_timeout=30, **self._given
        )
        return self._client

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()


async def _silent(_: Exception) -> None:
    pass


def as_table(place: Place, table: int) -> Any:
    return as_client(place, f"table-{table}", place.hall.tables[table])


async def until(what: Callable[[], bool] | Callable[[], Awaitable[bool]]) -> None:
    async def looks() -> None:
        while True:
            found = what()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)

    await asyncio.wait_for(looks(), PATIENCE)
