# SPDX-License-Identifier: GPL-3.0-or-later
"""A table in its hall: nothing is lost and nothing twice, however the network dies, and the game
waits for none of it."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from halls import ARBITERS, HALL, PEN, Played, order, seen
from servers import Server, StandIn

from hall import joining
from hall.joining import Membership, Presence, worth_telling
from hall.line import waits
from hall.orders import sealed
from table.core.conditions import Mode
from table.core.inputs import Ordered


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BEAT", "TRIES_AGAIN", "LOOKS_AGAIN"):
        monkeypatch.setattr(joining, name, 0.05)
    monkeypatch.setattr(joining, "OBEYED_WITHIN", 0.5)
    monkeypatch.setattr(joining, "FAREWELL", 20.0)


@pytest.fixture
def table(tmp_path: Path) -> Played:
    return Played(tmp_path)


class Member:
    """The membership of a table, and what its game is told."""

    def __init__(self, table: Played, server: Server) -> None:
        self.table = table
        self.given: list[Ordered] = []
        self._told: list[str] = []
        self.thread = Membership(table.outbox, HALL, ARBITERS, server.line, self.given.append)
        self.thread.start()

    @property
    def told(self) -> list[str]:
        """What the game was told until now: it looks once more."""
        news = self.thread.at_table(self.table.session.state, 0)
        self._told += [] if news is None else [news]
        return self._told

    def leave(self) -> None:
        self.thread.close()


@pytest.fixture
def join() -> Iterator[Callable[[Played, Server], Member]]:
    members: list[Member] = []

    def joined(table: Played, server: Server) -> Member:
        members.append(Member(table, server))
        return members[-1]

    yield joined
    for one in members:
        one.leave()


Join = Callable[[Played, Server], Member]


def wait(until: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def all_sent(table: Played, server: Server) -> bool:
    return server.places == [(one.place.game, one.place.seq) for one in table.letters]


def test_all_of_the_journal_is_sent(table: Played, join: Join) -> None:
    server = Server()
    table.play("e4")
    member = join(table, server)
    wait(lambda: all_sent(table, server) and member.told == [Presence.JOINED])
    table.play("e5", "Nf3")
    member.thread.nudge(0)
    wait(lambda: all_sent(table, server))
    assert member.told == [Presence.JOINED]


def test_a_table_that_was_alone_sends_the_rest_once(table: Played, join: Join) -> None:
    server = Server()
    table.play("e4")
    member = join(table, server)
    wait(lambda: all_sent(table, server) and member.told == [Presence.JOINED])
    server.up = False
    wait(lambda: Presence.ALONE in member.told)
    table.play("e5", "Nf3")
    assert not all_sent(table, server)
    server.up = True
    wait(lambda: all_sent(table, server))
    wait(lambda: len(member.told) == 3)
    assert member.told == [Presence.JOINED, Presence.ALONE, Presence.CAUGHT_UP]


@pytest.mark.parametrize("seed", range(5))
def test_however_the_line_is_cut_nothing_is_lost_or_twice(
    table: Played, join: Join, seed: int
) -> None:
    server = Server(cuts=0.2)
    server.chance.seed(seed)
    join(table, server)
    for _ in range(5):
        table.play("Nf3", "Nf6", "Ng1", "Ng8")
    server.cuts = 0.2
    wait(lambda: all_sent(table, server))


def test_a_table_that_was_killed_goes_on_where_the_server_is(table: Played, join: Join) -> None:
    server = Server()
    table.play("e4", "e5")
    first = join(table, server)
    wait(lambda: all_sent(table, server))
    first.leave()
    table.play("Nf3")
    join(table, server)
    wait(lambda: all_sent(table, server))
    assert seen(letter for _, letter in server.kept).state == table.session.state


def test_an_order_goes_to_the_game_and_is_done_when_it_is_on_record(
    table: Played, join: Join
) -> None:
    assert PEN is not None
    server = Server()
    table.play("e4", "e5")
    member = join(table, server)
    wait(lambda: all_sent(table, server))
    game = table.letters[0].place.game
    server.orders.append(sealed(HALL, game, order("Pause", 17), PEN))
    wait(lambda: bool(member.given))
    assert server.orders  # the table has not obeyed it yet
    (given,) = member.given
    table.put(given)
    wait(lambda: not server.orders)
    assert all_sent(table, server)


def test_an_order_that_is_on_record_is_not_given_again(table: Played, join: Join) -> None:
    """As after a power failure between the disk and the server's acknowledgement."""
    assert PEN is not None
    server = Server()
    table.play("e4", "e5")
    table.put(order("Pause", 17))
    game = table.letters[0].place.game
    server.orders.append(sealed(HALL, game, order("Pause", 17), PEN))
    member = join(table, server)
    wait(lambda: not server.orders)
    assert not member.given


def test_an_order_that_nobody_signed_is_not_obeyed_and_the_desk_learns_it(
    table: Played, join: Join
) -> None:
    server = Server()
    table.play("e4", "e5")
    game = table.letters[0].place.game
    server.orders.append(sealed(HALL, game, order("Pause", 17), lambda _: "forged"))
    member = join(table, server)
    wait(lambda: any(one.refused == 17 and one.reason == "not signed" for one in server.signs))
    assert not server.orders
    assert not member.given


def test_the_game_waits_for_no_network(table: Played, join: Join) -> None:
    """Not even while the thread of the hall stands still."""
    stands, goes_on = threading.Event(), threading.Event()

    class Stuck(StandIn):
        async def open(self) -> None:
            stands.set()
            goes_on.wait(60)

    class StuckServer(Server):
        def line(self) -> StandIn:
            return Stuck(self)

    member = join(table, StuckServer())
    assert stands.wait(60)
    began = time.monotonic()
    for at in range(1000):
        assert member.thread.at_table(table.session.state, at) is None
    assert time.monotonic() - began < 50  # else it would have waited for a minute
    goes_on.set()


def test_in_competition_nobody_is_told_while_a_clock_runs(tmp_path: Path, join: Join) -> None:
    server = Server()
    table = Played(tmp_path, mode=Mode.COMPETITION)
    member = join(table, server)
    wait(lambda: member.told == [Presence.JOINED])
    table.play("e4", "e5")
    server.up = False
    wait(lambda: member.thread._alone)
    assert member.told == [Presence.JOINED]
    table.put(order("Pause", 17))
    assert member.told == [Presence.JOINED, Presence.ALONE]


def test_what_was_over_before_it_could_be_told_is_not_told() -> None:
    assert not worth_telling(Presence.JOINED, Presence.CAUGHT_UP)
    assert worth_telling(Presence.ALONE, Presence.CAUGHT_UP)
    assert not worth_telling(Presence.ALONE, Presence.ALONE)


def test_whoever_leaves_sends_the_result_first(table: Played, join: Join) -> None:
    server = Server()
    member = join(table, server)
    wait(lambda: member.told == [Presence.JOINED])
    table.play("e4", "e5")
    member.leave()
    assert all_sent(table, server)


def test_who_is_not_let_in_waits_longer_and_not_as_long_as_the_others() -> None:
    assert [waits(2, failed, 0.5) for failed in range(5)] == [2, 4, 8, 8, 8]
    assert waits(2, 1, 0.0) < waits(2, 1, 0.3) < waits(2, 1, 1.0)


def test_a_table_that_is_left_says_so_when_all_is_sent(table: Played, join: Join) -> None:
    server = Server()
    member = join(table, server)
    wait(lambda: member.told == [Presence.JOINED])
    assert not any(one.left for one in server.signs)
    table.play("e4", "e5")
    member.leave()
    assert all_sent(table, server)
    assert server.signs[-1].left
    assert server.signs[-1].entries == len(table.letters) - 1
