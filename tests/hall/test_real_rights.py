# SPDX-License-Identifier: GPL-3.0-or-later
"""With the real nats-server: who may do what."""

import asyncio
import socket
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from halls import ARBITERS, PEN, Played, order
from nats.errors import Error
from nats.js.errors import NotFoundError
from real_halls import as_client, as_table, desk, kept, place, sent, ticket_of, until

from bench.hall.place import Place, free_port
from hall import admitting, server, ticket
from hall.admitting import admit, ask
from hall.codes import TRIES, Admission
from hall.joining import Membership
from hall.line import Cut
from hall.nats import NatsLine
from hall.orders import sealed
from hall.ticket import OF_DESK
from record.countersign import new_key, signer
from table.core.inputs import Ordered

__all__ = ["place"]  # a fixture

# --- Who may do what ------------------------------------------------------------------------------


FORBIDDEN = (
    ("$JS.API.DIRECT.GET.ENTRIES.hall.entry.8", b""),
    ("$JS.API.DIRECT.GET.ALIVE.hall.alive.8", b""),
    ("$JS.API.DIRECT.GET.ENTRIES", b'{"seq": 1}'),
    ("$JS.API.STREAM.MSG.GET.ENTRIES", b'{"seq": 1}'),
    ("$JS.API.STREAM.INFO.ENTRIES", b""),
    ("$JS.API.STREAM.PURGE.ORDERS", b""),
    ("$JS.API.STREAM.DELETE.ENTRIES", b""),
    ("$JS.API.CONSUMER.MSG.NEXT.ENTRIES.table-8", b"1"),
    ("$JS.API.CONSUMER.MSG.NEXT.ORDERS.table-8", b"1"),
    ("$JS.API.CONSUMER.CREATE.ENTRIES", b"{}"),
    ("$JS.API.CONSUMER.DELETE.ORDERS.table-8", b""),
    ("hall.entry.8", b"forged"),
    ("hall.alive.8", b"forged"),
)
"""What table 7 may try."""


def test_a_table_reads_and_writes_nothing_of_another(place: Place, tmp_path: Path) -> None:
    other = Played(tmp_path, hall=f"{place.hall.name}/8")
    other.play("e4", "e5")

    async def tries() -> None:
        await sent(place, other, 8)
        other.play("Nf3")
        came, answers = list[Any](), list[Any]()

        async def note(found: Any) -> None:
            (answers if found.subject == "answers" else came).append(found.data)

        async with as_table(place, 7) as client:
            await client.subscribe("answers", cb=note)
            for subject, data in FORBIDDEN:
                await client.publish(subject, data, reply="answers")
            # Nor does the server answer on a subject that is somebody else's.
            await client.subscribe("hall.>", cb=note)
            await client.publish("hall.entry.7", b"forged", reply="hall.entry.8")
            await sent(place, other, 8)
            line = NatsLine(ticket_of(place, 7))
            await line.open()
            await line.last()
            await line.close()
            await client.flush()
        assert all(b"not enabled for account" in one or not one for one in answers)
        assert not {one.data for one in other.letters} & {*came, *answers}
        found = await kept(place, "ENTRIES")
        there = [data for subject, data in found if subject == "hall.entry.8"]
        assert there == [one.data for one in other.letters]
        async with desk(place) as client:
            with pytest.raises(NotFoundError):
                await client.jetstream().get_last_msg("ALIVE", "hall.alive.8")

    asyncio.run(tries())


def test_a_table_gives_no_orders(place: Place) -> None:
    async def tries() -> None:
        before = await kept(place, "ORDERS")
        async with as_table(place, 7) as client:
            for table in (7, 8):
                await client.publish(f"hall.order.{table}", b"{}")
                await client.publish("hall.entry.7", b"{}", reply=f"hall.order.{table}")
            await client.flush()
        assert await kept(place, "ORDERS") == before

    asyncio.run(tries())


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


def test_a_table_hears_nothing_of_another(place: Place) -> None:
    async def tries() -> None:
        came = list[Any]()

        async def note(found: Any) -> None:
            came.append(found.subject)

        async with as_table(place, 7) as client, desk(place) as arbiter:
            for subject in (">", "hall.>", "hall.order.*", "$JS.>", "_INBOX.>"):
                await client.subscribe(subject, cb=note)
            await client.flush()
            for subject in ("hall.order.8", "hall.taken.8", "hall.alive.8", "hall.order.7"):
                await arbiter.publish(subject, b"{}", reply="_INBOX.desk.1")
            await arbiter.flush()
            async with as_table(place, 8) as other:
                await other.publish("hall.alive.8", b"{}", reply="_INBOX.table-8.1")
                await other.flush()
            await client.flush()
        assert came == []  # not even its own order, for which it asks

    asyncio.run(tries())


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


# --- Codes that are told --------------------------------------------------------------------------

CODE = "e4g7a2h5"

NOT_OF_NOBODY = (
    "hall.entry.7", "hall.order.7", "hall.alive.7", "hall.taken.7", "$JS.API.INFO",
    "$JS.API.DIRECT.GET.ENTRIES", "$JS.API.STREAM.CREATE.ENTRIES", "$SYS.REQ.SERVER.PING",
)  # fmt: skip


def test_whoever_has_no_ticket_can_do_nothing_but_ask_for_one(place: Place) -> None:
    async def tries() -> None:
        came = list[Any]()

        async def note(found: Any) -> None:
            came.append(found.data)

        before = await kept(place, "ENTRIES"), await kept(place, "ORDERS")
        async with as_client(place, server.NOBODY, server.NOBODY) as client:
            for subject in ("_INBOX.x", ">", "hall.>"):
                await client.subscribe(subject, cb=note)
            for subject in NOT_OF_NOBODY:
                await client.publish(subject, b"{}", reply="_INBOX.x")
            async with as_table(place, 8) as other:
                await other.publish("hall.alive.8", b"{}")
                await other.flush()
            await client.flush()
        assert came == []
        assert (await kept(place, "ENTRIES"), await kept(place, "ORDERS")) == before

    asyncio.run(tries())


def test_a_code_that_was_told_makes_a_table_of_a_computer(place: Place, tmp_path: Path) -> None:
    own = ticket_of(place, 12)
    at = Admission(12, CODE, ticket.written(own), time.monotonic() + 60)
    told = list[int]()

    async def comes() -> None:
        giving = asyncio.ensure_future(admit(place.desk, {12: at}, told.append, time.monotonic))
        await until(lambda: told == [OF_DESK])
        assert await ask(place.url, 12, "a1a1a1a1") is None
        found = await ask(place.url, 12, CODE)
        assert found is not None
        made = ticket.of(found, tmp_path / "hall.toml")
        assert made == own
        line = NatsLine(made)
        await line.open()
        await line.close()
        await giving

    asyncio.run(asyncio.wait_for(comes(), 60))
    assert (told, at.tries) == ([OF_DESK, 12, 12], TRIES - 1)


def test_without_a_desk_that_gives_codes_nobody_gets_a_ticket(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admitting, "ANSWERS_WITHIN", 1)
    assert asyncio.run(ask(place.url, 7, CODE)) is None
    with pytest.raises(Cut):
        asyncio.run(ask(f"127.0.0.1:{free_port()}", 7, CODE))
