# SPDX-License-Identifier: GPL-3.0-or-later
"""With the real nats-server: who may do what."""

import asyncio
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from halls import ARBITERS, PEN, Played, order
from nats.errors import Error
from nats.js.errors import NotFoundError
from real_halls import (
    as_client,
    as_table,
    desk,
    kept,
    place,
    publishing,
    refused,
    said_to,
    sent,
    ticket_of,
    until,
)

from bench.hall.place import Place
from hall import message, server
from hall.joining import Membership
from hall.line import Cut
from hall.nats import NatsLine
from hall.orders import sealed
from record.countersign import new_key, signer
from table.core.inputs import Ordered

__all__ = ["place"]  # a fixture

# --- Who may do what ------------------------------------------------------------------------------


NAMES = ("ENTRIES", "ORDERS", "GIVEN", "ALIVE", "DESK", "TABLE8", "table-7", "table-8")
"""Of streams, accounts and consumers: what may stand in a subject of the server's."""

INBOX = "_INBOX.table-7.tries"


def subjects_of_server() -> list[str]:
    """The subjects that the server itself answers: the list is the program's own, with a name in
    each place of each. Where the program has two texts in a row, the end of the first is tried
    shorter too."""
    text = Path(server.program()).read_bytes()
    part = rb"\.(?:[A-Z0-9_]+|\*|%s|>)"
    found = {one.decode() for one in re.findall(rb"\$(?:JS|SYS)(?:%b)+" % part, text)}
    tried = set[str]()
    for one in found:
        *parts, last = one.split(".")
        ends = [last] if last in ("*", "%s", ">") else [last[:at] for at in range(1, len(last) + 1)]
        for end in ends:
            tried.update(_filled([*parts, end]))
    for name in ("hall.entry.8", "hall.alive.8", "hall.order.7"):
        tried.update(f"$JS.API.DIRECT.GET.{stream}.{name}" for stream in NAMES[:4])
    may = tuple(one.removesuffix(">") for one in server.services(7))
    return sorted(one for one in tried if not one.startswith(may))


def _filled(parts: list[str]) -> Iterator[str]:
    open_places = sum(part in ("*", "%s", ">") for part in parts)
    names = NAMES if open_places <= 2 else ("ORDERS", "table-7")
    for chosen in product(names, repeat=open_places):
        given = iter(chosen)
        yield ".".join(next(given) if part in ("*", "%s", ">") else part for part in parts)


def test_a_table_reaches_nothing_of_the_servers_own(place: Place, tmp_path: Path) -> None:
    other = Played(tmp_path, hall=f"{place.hall.name}/8")
    other.play("e4", "e5")
    subjects = subjects_of_server()
    assert {
        "$JS.API.ACCOUNT.PURGE.DESK", "$JS.API.STREAM.PURGE.ENTRIES", "$JS.API.STREAM.LIST",
        "$JS.API.STREAM.MSG.GET.ENTRIES", "$JS.API.CONSUMER.DELETE.ORDERS.table-8",
        "$JS.API.CONSUMER.MSG.NEXT.ORDERS.table-8", "$JS.API.DIRECT.GET.ENTRIES", "$JS.API.INFO",
        "$SYS.REQ.USER.INFO",
    } <= {*subjects}  # fmt: skip

    async def there() -> list[list[tuple[str, bytes]]]:
        return [await kept(place, one) for one in ("ENTRIES", "ORDERS", "GIVEN", "ALIVE")]

    asyncio.run(sent(place, other, 8))
    before = asyncio.run(there())
    said = said_to(
        place, 7, f"SUB {INBOX} 1".encode(), *(publishing(one, b"{}", INBOX) for one in subjects)
    )  # fmt: skip
    assert refused(said) == {*subjects}
    assert "MSG" not in re.findall(r"^\w+", said, re.MULTILINE)  # no answer to anything
    assert asyncio.run(there()) == before


def test_a_table_reads_and_writes_nothing_of_another(place: Place, tmp_path: Path) -> None:
    other = Played(tmp_path, hall=f"{place.hall.name}/8")
    other.play("e4", "e5")
    asyncio.run(sent(place, other, 8))
    foreign = [f"hall.{kind}.8" for kind in ("entry", "alive", "order", "taken")]
    said = said_to(
        place, 7, *(publishing(one, b"forged") for one in foreign),
        # Nor does the server answer on a subject that is somebody else's.
        publishing("hall.entry.7", b"forged", "hall.entry.8"),
    )  # fmt: skip
    assert refused(said) == {*foreign}
    other.play("Nf3")
    asyncio.run(sent(place, other, 8))

    async def looks() -> None:
        found = await kept(place, "ENTRIES")
        there = [data for subject, data in found if subject == "hall.entry.8"]
        assert there[-len(other.letters) :] == [one.data for one in other.letters]
        async with desk(place) as client:
            with pytest.raises(NotFoundError):
                await client.jetstream().get_last_msg("ALIVE", "hall.alive.8")

    asyncio.run(looks())


def test_a_table_has_no_more_lines_and_no_longer_messages_than_it_needs(place: Place) -> None:
    async def tries() -> None:
        async with as_table(place, 10) as client:
            with pytest.raises(Error):
                await client.publish("hall.entry.10", bytes(message.LARGEST + 1))
            lines = [as_table(place, 10) for _ in range(server.MOST_CONNECTIONS - 1)]
            for one in lines:
                await one.__aenter__()
            with pytest.raises(Error):
                await as_table(place, 10).__aenter__()
            async with as_table(place, 8) as other:  # others come in as before
                await other.flush()
            for one in lines:
                await one.__aexit__()

    asyncio.run(tries())


def test_a_table_gives_no_orders(place: Place) -> None:
    before = asyncio.run(kept(place, "ORDERS"))
    orders = [f"hall.order.{table}" for table in (7, 8)]
    answered = (publishing("hall.entry.7", b"{}", one) for one in orders)
    said = said_to(place, 7, *(publishing(one, b"{}") for one in orders), *answered)
    assert refused(said) == {*orders}
    assert asyncio.run(kept(place, "ORDERS")) == before


@pytest.mark.parametrize("user, of", [("table-8", 7), ("desk", 7), ("table-7", 8), ("", 0)])
def test_nobody_comes_in_with_what_is_not_theirs(place: Place, user: str, of: int) -> None:
    async def tries() -> None:
        async with as_client(place, user, place.hall.tables.get(of, "")):
            pass

    with pytest.raises(Error):
        asyncio.run(tries())


def test_the_server_speaks_to_nobody_without_tls(place: Place) -> None:
    with socket.create_connection(("127.0.0.1", place.hall.port), timeout=30) as line:
        assert b'"tls_required":true' in line.recv(65536)
        secret = place.hall.tables[7]
        given = f'{{"user":"table-7","pass":"{secret}","verbose":true}}'
        line.sendall(f"CONNECT {given}\r\nPING\r\n".encode())
        assert b"OK" not in line.recv(65536)


def test_a_table_trusts_no_other_certificate(place: Place) -> None:
    _, other = server.certified("127.0.0.1")

    async def tries() -> None:
        line = NatsLine(replace(ticket_of(place, 7), certificate=other.decode()))
        try:
            await line.open()
        finally:
            await line.close()

    with pytest.raises(Cut):
        asyncio.run(tries())


def test_a_copied_order_is_not_obeyed_twice(place: Place, tmp_path: Path) -> None:
    assert PEN is not None
    hall = f"{place.hall.name}/9"
    table = Played(tmp_path, hall=hall)
    table.play("e4", "e5")
    given = list[Ordered]()
    signed = sealed(hall, table.letters[0].place.game, order("Pause", 17), PEN)
    line = partial(NatsLine, ticket_of(place, 9))
    member = Membership(table.outbox, hall, ARBITERS, line, given.append)
    member.start()

    async def orders(times: int) -> None:
        async with desk(place) as client:
            for _ in range(times):
                await client.jetstream().publish("hall.order.9", signed)
            await until(lambda: bool(given))
            if not table.session.state.arbiter.ordered:
                table.put(given[0])
                member.nudge(0)

            async def done() -> bool:
                found = await client.jetstream().consumer_info("ORDERS", "table-9")
                return not (found.num_pending or found.num_ack_pending)

            await until(done)

    asyncio.run(orders(2))
    asyncio.run(orders(1))
    member.close()
    assert len(given) == 1
    table.put(given[0])  # and if one came through, the table would do nothing
    assert [one.ordered for one in table.letters if one.ordered] == [17]


def test_a_table_hears_nothing_but_answers_to_itself(place: Place) -> None:
    """Not even its own order, for which it asks."""
    foreign = (">", "hall.>", "hall.order.*", "$JS.>", "_INBOX.>", "_INBOX.table-8.>", "*.*.*")
    said = said_to(place, 7, *(f"SUB {one} {at}".encode() for at, one in enumerate(foreign)))
    assert refused(said, "Subscription") == {*foreign}


def test_a_table_obeys_nothing_that_an_arbiter_did_not_sign_for_it(
    place: Place, tmp_path: Path
) -> None:
    """Whoever has the desk's password, or the server itself, and is no arbiter."""
    assert PEN is not None
    hall, own = f"{place.hall.name}/11", "a bishop in the corner"
    table = Played(tmp_path, hall=hall)
    table.play("e4", "e5")
    game = table.letters[0].place.game
    stranger = signer(own, new_key(own))
    assert stranger is not None
    good = sealed(hall, game, order("Pause", 17), PEN)
    forged = [
        sealed(hall, game, order("Pause", 18), stranger),
        sealed(hall, game, order("Pause", 19, by="Nobody"), stranger),
        sealed(f"{place.hall.name}/8", game, order("Pause", 20), PEN),
        sealed(hall, "ab" * 32, order("Pause", 21), PEN),
        good.replace(b"17", b"22"),
        b"{}",
    ]
    given = list[Ordered]()
    line = partial(NatsLine, ticket_of(place, 11))
    member = Membership(table.outbox, hall, ARBITERS, line, given.append)
    member.start()

    async def orders() -> None:
        async with desk(place) as client:
            js = client.jetstream()
            for data in forged:
                await js.publish("hall.order.11", data)

            async def done() -> bool:
                found = await js.consumer_info("ORDERS", "table-11")
                return not (found.num_pending or found.num_ack_pending)

            await until(done)
            assert given == []
            await js.publish("hall.order.11", good)
            await until(lambda: bool(given))

    asyncio.run(orders())
    member.close()
    assert [one.number for one in given] == [17]
