# SPDX-License-Identifier: GPL-3.0-or-later
"""With the real nats-server: who comes later, computers that are replaced, and desks."""

import asyncio
import queue
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from halls import PEN, WALL, Played, order
from real_halls import PATIENCE, as_table, desk, place, sent, ticket_of, until

from bench.hall.place import Place
from hall import following, recovery, server
from hall.following import Follower
from hall.line import Came, Cut
from hall.message import Alive
from hall.nats import NatsDesk, NatsLine
from hall.orders import sealed
from record.journal import Archive
from record.session import resume

__all__ = ["place"]  # a fixture


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
    follower = Follower(lambda: NatsDesk(other.desk), tables, came.put, served)

    async def comes() -> None:
        async def is_in() -> bool:
            line = NatsLine(server.ticket_of(more, 2, other.certificate))
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
        while came.get(timeout=PATIENCE) != Came("read"):
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


def test_every_desk_learns_of_orders_and_of_who_goes_and_no_table_tells_it(place: Place) -> None:
    assert PEN is not None
    signed = sealed(f"{place.hall.name}/12", "ab" * 32, order("Pause", 23), PEN)
    came: list[queue.Queue[Any]] = [queue.Queue(), queue.Queue()]
    desks = [
        Follower(
            lambda: NatsDesk(place.desk),
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
            while desk_came.get(timeout=PATIENCE) != Came("read"):
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
        first = NatsDesk(place.desk)
        await first.open(place.hall.tables)
        await first.order(11, 29, signed)
        await first.taken(11, b"anna goes")
        await first.close()
        async with desk(place) as client:  # what time does to an order
            await client.jetstream().purge_stream("ORDERS", subject="hall.order.11")

    async def after() -> set[tuple[str, bytes]]:
        later = NatsDesk(place.desk)
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
