# SPDX-License-Identifier: GPL-3.0-or-later
"""With the real nats-server: who may do what, and a computer that is replaced in the middle."""

import asyncio
import queue
import shutil
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from halls import ARBITERS, PEN, WALL, Played, order

from bench.hall.place import Place
from hall import following, recovery, server
from hall.following import Follower, Signal
from hall.joining import Membership
from hall.line import Came, Cut
from hall.message import Alive
from hall.nats import NatsDesk, NatsLine, context
from hall.orders import sealed
from hall.ticket import Ticket
from record.journal import Archive
from record.session import resume
from table.core.inputs import Ordered

pytest.importorskip("nats")
if shutil.which("nats-server") is None and not any(map(shutil.which, server._ALSO)):
    pytest.skip("no nats-server is installed", allow_module_level=True)

from nats.aio.client import Client
from nats.errors import Error
from nats.js.errors import NotFoundError

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
        desk = NatsDesk(place.url, place.hall.desk, place.certificate)
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
        last = replace(letter.place, sequence=await line.publish(letter, last.sequence))
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
    return _client(place, server.DESK, place.hall.desk)


class _client:  # noqa: N801 - it stands where a function would
    def __init__(self, place: Place, user: str, password: str) -> None:
        self._given: dict[str, Any] = {
            "user": user,
            "password": password,
            "tls": context(place.certificate),
        }
        self._url = place.url
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
    return _client(place, f"table-{table}", place.hall.tables[table])


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
        async with _client(place, user, place.hall.tables.get(of, "")):
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


def test_a_table_that_is_invited_later_comes_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "LOOKS_AGAIN", 0.05)
    monkeypatch.setattr(following, "TRIES_AGAIN", 0.05)
    other = Place(tmp_path, [1])
    served = server.RunningServer(tmp_path)
    more = server.with_tables(other.hall, [2])

    def tables() -> Iterable[int]:
        found = server.load(tmp_path)
        assert found is not None
        return found.tables

    came: queue.Queue[object] = queue.Queue()
    follower = Follower(
        lambda: NatsDesk(other.url, other.hall.desk, other.certificate), tables, came.put, served
    )

    async def comes() -> None:
        async def is_in() -> bool:
            line = NatsLine(server.ticket(more, 2, other.certificate))
            try:
                await line.open()
                return not (await line.last()).game
            except Cut:
                return False
            finally:
                await line.close()

        await until(is_in)

    try:
        follower.start()
        while came.get(timeout=PATIENCE) is not Signal.CAUGHT_UP:
            pass
        server.keep(tmp_path, more)
        asyncio.run(comes())
    finally:
        follower.close()
        served.stop()


# --- Another computer -----------------------------------------------------------------------------


def test_a_game_goes_on_at_another_computer(place: Place, tmp_path: Path) -> None:
    hall = f"{place.hall.name}/10"
    first = Played(tmp_path / "first", hall=hall)
    first.play("e4", "e5", "Nf3")
    second = Archive(tmp_path / "second" / "games.sqlite")
    thinks = first.seconds + 40

    async def dies() -> None:
        await sent(place, first, 10)
        line = NatsLine(ticket_of(place, 10))
        await line.open()
        game = first.letters[0].place.game
        await line.alive(Alive(game, 0, thinks * 10**9))
        await line.last()  # the sign of life is there, too
        await line.close()

    asyncio.run(dies())
    number = recovery.take_over(second, hall, NatsLine(ticket_of(place, 10)), WALL)
    assert number is not None
    session, now = resume(second, number, first.session.settings, lambda: WALL)
    assert now == thinks * 10**9
    there, here = first.session.state, session.state
    assert here.position == there.position
    for colour in (True, False):
        assert here.clock.remaining(colour, now) == there.clock.remaining(colour, now)
    session.close()
    # What is here already is not fetched again.
    again = recovery.take_over(first.archive, hall, NatsLine(ticket_of(place, 10)), WALL)
    assert again is None


async def until(what: Callable[[], bool] | Callable[[], Awaitable[bool]]) -> None:
    async def looks() -> None:
        while True:
            found = what()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)

    await asyncio.wait_for(looks(), PATIENCE)


def test_every_desk_learns_of_orders_and_of_who_goes_and_no_table_tells_it(place: Place) -> None:
    assert PEN is not None
    signed = sealed(f"{place.hall.name}/12", "ab" * 32, order("Pause", 23), PEN)
    came: list[queue.Queue[Any]] = [queue.Queue(), queue.Queue()]
    desks = [
        Follower(
            lambda: NatsDesk(place.url, place.hall.desk, place.certificate),
            lambda: place.hall.tables, one.put,
        )
        for one in came
    ]  # fmt: skip

    def comes(at: int, kind: str) -> Came:
        """The next of this kind that comes to a desk from table 12."""
        while True:
            found = came[at].get(timeout=PATIENCE)
            if isinstance(found, Came) and (found.kind, found.table) == (kind, 12):
                return found

    async def tells() -> None:
        async with as_table(place, 12) as client:
            await client.publish("hall.taken.12", b"forged")
            await client.flush()

    for one in desks:
        one.start()
    try:
        for desk_came in came:
            while desk_came.get(timeout=PATIENCE) is not Signal.CAUGHT_UP:
                pass
        desks[0].order(12, 23, signed)
        assert [comes(at, "order").data for at in (0, 1)] == [signed, signed]
        asyncio.run(tells())
        desks[1].taken(12, b"anna")
        assert [comes(at, "taken").data for at in (0, 1)] == [b"anna", b"anna"]
    finally:
        for one in desks:
            one.close()


def test_a_desk_that_begins_anew_knows_who_goes_and_what_expired(place: Place) -> None:
    """Also one elsewhere, which nobody tells what tables there are."""
    assert PEN is not None
    signed = sealed(f"{place.hall.name}/11", "ab" * 32, order("Pause", 29), PEN)

    async def before() -> None:
        first = NatsDesk(place.url, place.hall.desk, place.certificate)
        await first.open(place.hall.tables)
        await first.order(11, 29, signed)
        await first.taken(11, b"anna goes")
        await first.close()
        async with desk(place) as client:  # what time does to an order
            await client.jetstream().purge_stream("ORDERS", subject="hall.order.11")

    async def after() -> set[tuple[str, bytes]]:
        later = NatsDesk(place.url, place.hall.desk, place.certificate)
        await later.open(())
        wanted = {("invited", b""), ("order", signed), ("taken", b"anna goes")}
        found: set[tuple[str, bytes]] = set()
        async for came in later.messages(0):
            found.add((came.kind, came.data))
            if came.table == 11 and wanted <= found:
                break
        await later.close()
        return wanted - found

    asyncio.run(before())
    assert not asyncio.run(asyncio.wait_for(after(), PATIENCE))
