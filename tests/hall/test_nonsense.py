# SPDX-License-Identifier: GPL-3.0-or-later
"""A table that sends nonsense ends nothing: it is told and left out."""

import asyncio
import json
import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from desks import Hall
from halls import ARBITERS, HALL, PEN, Played, order
from nonsense import malformed
from real_halls import PATIENCE, kept, opens, publishing, said_to, sent

from bench.hall.place import Place
from game.app.cli import main
from hall import message, nats, server
from hall.app.verifying import report, verify
from hall.audit import streamed
from hall.calls import Cause, OpenCall, going, who_goes
from hall.copies import Copies
from hall.desk import Damage, TableView, with_alive, with_message
from hall.following import Follower
from hall.line import Came
from hall.message import Alive, Unread
from hall.nats import NatsDesk
from hall.orders import OrderOutcome, opened, sealed
from hall.ticket import Ticket, written
from record.journal import Archive
from table.core.inputs import Ordered

COUNT = 10_000


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    table = Played(tmp_path_factory.mktemp("good"), white="Weber", black="Novak")
    table.play("e4", "e5", "Nf3")
    table.put(order("zwei Minuten für Weiß", 5))
    return [one.data for one in table.letters]


@pytest.fixture(scope="module")
def nonsense(good: list[bytes]) -> list[bytes]:
    signs = [message.of_alive(Alive("a" * 64, 3, 5)), message.of_alive(Alive(left=True))]
    return [*malformed([*good, *signs], COUNT)]


def test_good_messages_are_read(good: list[bytes]) -> None:
    assert not [one for one in good if isinstance(message.read(one, HALL), Unread)]
    for sign in (Alive(), Alive("a" * 64, 3, 5, 7, "elsewhere", left=True)):
        assert message.read_alive(message.of_alive(sign)) == sign


def test_nothing_malformed_is_read(good: list[bytes], nonsense: list[bytes]) -> None:
    """What still is read is what was not spoilt: a value that stands there again, a text that is
    another text."""
    for data in nonsense:
        found = message.read(data, HALL)
        if not isinstance(found, Unread):
            again = message.loads(data, message.LARGEST)
            assert again is not None
            view = with_message(TableView(7), message.read(good[0], HALL))
            assert isinstance(with_message(view, found), TableView)
        assert isinstance(message.read_alive(data), Alive | Unread)


def test_a_desk_stays_whatever_a_table_sends(
    tmp_path: Path, good: list[bytes], nonsense: list[bytes]
) -> None:
    for data in nonsense[::100]:
        view = TableView(7)
        for one in (*good[:3], data, *good[3:]):
            view = with_message(view, message.read(one, HALL))
        view = with_alive(view, message.read_alive(data), 10**9)
        assert view.damage is None or view.damage in Damage
    hall = Hall(tmp_path, 2)
    before = len(hall.lines)
    for data in nonsense[:1000]:
        for kind in ("entry", "alive", "taken", "order"):
            hall.desk.received(Came(kind, 1, 1, data))
    hall.wait(1)
    told = hall.lines[before:]
    left_out = "Tisch 1: ausgelassen. Von dort kommt, was kein Tisch dieser Version sendet."
    assert told.count(left_out) == 1
    assert hall.type("Tisch 1")[-1:] and hall.type("Tisch 2")[0].startswith("Tisch 2:")
    hall.tables[2].play("Nf3")
    hall.follow()
    state = hall.desk.views[2].state
    assert state is not None and len(state.record) == 3


@pytest.mark.parametrize(
    "where, what",
    [
        ("input", []), ("events", {}), ("events", [{"at": 1}]), ("said", [3]), ("sealed", {}),
        ("at", 10**30), ("at", -1), ("seq", 1 << 70), ("seq", "0"), ("wall", 3), ("wall", "\ud800"),
        ("hash", ""), ("input", {"is": "Ordered"}), ("input", {"is": "Conditions"}),
    ],
)  # fmt: skip
def test_each_field_of_an_entry_has_its_type(where: str, what: object, good: list[bytes]) -> None:
    content: Any = message.loads(good[2], message.LARGEST)
    content["entry"][where] = what
    found = message.read(_dumped(content), HALL)
    assert isinstance(found, Unread)
    view = with_message(with_message(TableView(7), message.read(good[0], HALL)), found)
    assert view.damage is Damage.UNREAD
    assert with_message(view, message.read(good[1], HALL)) == view  # it is left out


@pytest.mark.parametrize(
    "where, what",
    [
        ("white", 7), ("white", "\ud800"), ("hall", "olympiad/8"), ("hall", ""),
        ("table", 0), ("table", 8), ("white", "x" * 1000),
        ("hall", "other/7"), ("fen", []), ("alarms", [1 << 80]), ("more", 1),
    ],
)  # fmt: skip
def test_conditions_are_those_of_the_table_that_sends_them(
    where: str, what: object, good: list[bytes]
) -> None:
    content: Any = message.loads(good[0], message.LARGEST)
    content["conditions"][where] = what
    assert isinstance(message.read(_dumped(content), HALL), Unread)


def test_copies_and_verify_leave_a_table_out_and_keep_the_others(
    tmp_path: Path, good: list[bytes], nonsense: list[bytes]
) -> None:
    (tmp_path / "8").mkdir()
    other = Played(tmp_path / "8", "olympiad/8")
    other.play("e4", "e5")
    theirs = [one.data for one in other.letters]
    copies = Copies(tmp_path / "copies", "olympiad")
    stream = [(8, theirs[0]), *_both(good[:4], theirs[1:3])]
    stream += [*((7, one) for one in nonsense[::10]), *((8, one) for one in theirs[3:])]
    stream += [(7, one) for one in good[4:]]
    for table, data in stream:
        copies.take(table, data)
    copies.close()
    assert copies.left_out == {7}
    assert Archive(tmp_path / "copies" / "table-8.sqlite").count(1) == len(theirs) - 1
    assert Archive(tmp_path / "copies" / "table-7.sqlite").count(1) == 3
    games = streamed(stream, "olympiad")
    said = [(name, facts["table"]) for name, facts in report(games, {}, [7, 8])]
    assert ("unread", 7) in said and ("whole", 8) in said


def test_an_order_that_was_made_badly_is_not_obeyed(nonsense: list[bytes]) -> None:
    assert PEN is not None
    signed = sealed(HALL, "a" * 64, order("Pause", 17), PEN)
    for data in (*malformed([signed], COUNT), *nonsense[:100]):
        found = opened(data, HALL, "a" * 64, ARBITERS)
        assert isinstance(found, Ordered | OrderOutcome)
        assert not isinstance(found, Ordered) or found.number == 17
    call = going(OpenCall(Cause.CALLED, True, "6.11.2", 1), "Anna Schmidt")
    for data in malformed([call], COUNT):
        parts, by = who_goes(data)
        assert isinstance(by, str) and all(isinstance(one, str) for one in parts)


def test_with_the_real_server_10_000_messages_of_one_table_end_nothing(
    tmp_path: Path, good: list[bytes], nonsense: list[bytes]
) -> None:
    """At every subject to which a table may publish; the desk, the records and `hall verify` live,
    and another table is heard as before."""
    place = Place(tmp_path / "hall", [7, 8])
    place.start()
    (tmp_path / "8").mkdir()
    other = Played(tmp_path / "8", f"{place.hall.name}/8")
    other.play("e4", "e5")
    came: queue.Queue[Any] = queue.Queue()
    desk, copies = {7: TableView(7), 8: TableView(8)}, Copies(tmp_path / "copies", place.hall.name)
    follower = Follower(lambda: NatsDesk(place.desk), lambda: [7, 8], came.put)
    try:
        asyncio.run(asyncio.wait_for(opens(place), PATIENCE))
        follower.start()
        subjects = server.services(7)
        subjects[-1] = subjects[-1].replace(">", "1.1.1.1.1")
        lines = [
            publishing(subjects[at % len(subjects)], data, "_INBOX.table-7.x")
            for at, data in enumerate(nonsense)
        ]
        said_to(place, 7, *lines)
        asyncio.run(sent(place, other, 8))
        wanted = len(other.letters) - 1
        while desk[8].entries < wanted:
            found = came.get(timeout=PATIENCE)
            if found.kind == "entry":
                copies.take(found.table, found.data)
                read = message.read(found.data, f"{place.hall.name}/{found.table}")
                desk[found.table] = with_message(desk[found.table], read)
            elif found.kind == "alive":
                alive = message.read_alive(found.data)
                desk[found.table] = with_alive(desk[found.table], alive, 10**9)
        assert desk[7].damage is Damage.UNREAD
        assert desk[8].state == other.session.state and desk[8].damage is None
        assert copies.left_out == {7}
        assert verify(place.hall, place.folder, "en") == 1
    finally:
        follower.close()
        copies.close()
        place.stop()


def test_the_server_keeps_no_more_of_a_table_than_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that sends too much is refused; the others are not."""
    few = replace(nats.STREAMS[0], max_msgs_per_subject=3)
    monkeypatch.setattr(nats, "STREAMS", (few, *nats.STREAMS[1:]))
    place = Place(tmp_path / "hall", [7, 8])
    place.start()
    (tmp_path / "8").mkdir()
    other = Played(tmp_path / "8", f"{place.hall.name}/8")
    try:
        asyncio.run(asyncio.wait_for(opens(place), PATIENCE))
        said_to(place, 7, *(publishing("hall.entry.7", b"{}") for _ in range(9)))
        asyncio.run(sent(place, other, 8))
        there = [subject for subject, _ in asyncio.run(kept(place, "ENTRIES"))]
        assert there.count("hall.entry.7") == 3
        assert there.count("hall.entry.8") == len(other.letters)
    finally:
        place.stop()
    assert nats.MOST_ENTRIES > 10_000


def test_play_takes_no_other_table_than_the_one_of_the_ticket(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table-7.toml"
    path.write_bytes(written(Ticket("olympiad", 7, "nats://127.0.0.1:4222", "secret")))
    given = ["play", "--hall", str(path), "--table", "8", "--no-microphone", "--language", "en"]
    assert main(given) == 2
    assert "This ticket is for table 7, and not for table 8." in capsys.readouterr().err


def _dumped(content: object) -> bytes:
    return json.dumps(content).encode()


def _both(first: list[bytes], second: list[bytes]) -> Iterator[tuple[int, bytes]]:
    yield from ((7, one) for one in first)
    yield from ((8, one) for one in second)
