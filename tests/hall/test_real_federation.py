# SPDX-License-Identifier: GPL-3.0-or-later
"""With real servers: two halls, a federation's server between them, and one desk over both."""

import asyncio
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from halls import PEN, Played, order
from nats.errors import Error
from real_halls import PATIENCE, as_client, kept, opens, sent, ticket_of

from bench.hall.place import Place, free_port
from hall import server, ticket
from hall.following import Follower
from hall.halls import Halls
from hall.line import Came
from hall.nats import NatsDesk, NatsLine
from hall.orders import sealed
from hall.ticket import Ticket


class Federation:
    """The halls north, with table 1, and south, with table 11, and the server between them."""

    def __init__(self, folder: Path) -> None:
        self.folder, port = folder / "federation", free_port()
        files = server.federate(self.folder, ("north", "south"), "127.0.0.1", port)
        self.halls = {path.stem: Place(folder / path.stem, [1, 11]) for path in files}
        self.tickets: list[Ticket] = []
        for path, place in zip(files, self.halls.values(), strict=True):
            table = 1 if path.stem == "north" else 11
            made = server.new(path.stem, "127.0.0.1", place.hall.arbiters, free_port())
            place.hall = server.with_tables(made, [table])
            self.tickets.append(server.join_federation(place.folder, ticket.read(path), place.hall))
            server.keep(place.folder, place.hall)
            place.start()
        self.start()

    def start(self) -> None:
        self._process = server.start(self.folder)

    def cut(self) -> None:
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self.cut()
        for place in self.halls.values():
            place.kill()


@pytest.fixture
def federation(tmp_path: Path) -> Iterator[Federation]:
    made = Federation(tmp_path)
    try:
        for place in made.halls.values():
            asyncio.run(asyncio.wait_for(opens(place), PATIENCE))
        yield made
    finally:
        made.stop()


def test_one_desk_sees_and_orders_the_tables_of_both_halls(
    federation: Federation, tmp_path: Path
) -> None:
    assert PEN is not None
    came: queue.Queue[Any] = queue.Queue()
    halls = Halls(
        federation.tickets,
        lambda of: Follower(lambda: NatsDesk(of), lambda: (), came.put, hall=of.hall),
    )
    tables = {1: federation.halls["north"], 11: federation.halls["south"]}
    played = {}

    there: list[Came] = []

    def comes(kind: str, hall: str, table: int = 0, data: bytes | None = None) -> None:
        """Wait until it has come."""
        while not any(
            (one.kind, one.hall, one.table) == (kind, hall, table) and data in (None, one.data)
            for one in there
        ):
            there.append(came.get(timeout=PATIENCE))
            assert not there[-1].table or halls.has(there[-1])

    for number, place in tables.items():
        folder = tmp_path / f"table-{number}"
        folder.mkdir()
        played[number] = Played(folder, hall=f"{place.hall.name}/{number}")
        played[number].play("e4", "e5")
        asyncio.run(sent(place, played[number], number))
    halls.start()
    try:
        for number, place in tables.items():
            comes("entry", place.hall.name, number, played[number].letters[-1].data)
        for number, place in tables.items():
            game = played[number].letters[0].place.game
            data = sealed(f"{place.hall.name}/{number}", game, order("Pause", 17), PEN)
            halls.order(number, 17, data)
            assert asyncio.run(next_order(place, number)) == data
        federation.cut()
        for number, place in tables.items():  # each hall goes on alone
            played[number].play("Nf3")
            asyncio.run(sent(place, played[number], number))
        comes("cut", "north")
        comes("cut", "south")
        federation.start()
        for number, place in tables.items():
            comes("entry", place.hall.name, number, played[number].letters[-1].data)
    finally:
        halls.close()


async def next_order(place: Place, table: int) -> bytes:
    """That comes to a table of a hall."""
    line = NatsLine(ticket_of(place, table))
    await line.open()
    while (found := await line.order()) is None:
        pass
    data, done = found
    await done()
    await line.close()
    return data


def test_nobody_of_one_hall_reaches_another_through_the_federation(federation: Federation) -> None:
    north, south = federation.tickets
    between = as_client.at(north.url, north.user, north.password, north.certificate)
    other = as_client.at(south.url, south.user, south.password, south.certificate)

    async def tries() -> None:
        came = list[str]()

        async def note(found: Any) -> None:
            came.append(found.data)

        before = await kept(federation.halls["south"], "ORDERS")
        async with between as client, other as arbiter:
            await client.subscribe("hall.alive.>", cb=note)
            await arbiter.subscribe("hall.order.>", cb=note)
            await client.publish("hall.order.11", b"of the north")
            await client.publish("$JS.south.API.STREAM.PURGE.ENTRIES", b"")
            await arbiter.publish("hall.alive.11", b"of the south")
            await client.flush()
            await arbiter.flush()
            await client.flush()
            with pytest.raises(Error):
                await client.jetstream(domain="south", timeout=1).stream_info("ENTRIES")
        assert came == []
        assert await kept(federation.halls["south"], "ORDERS") == before

    asyncio.run(tries())
