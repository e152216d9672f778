# SPDX-License-Identifier: GPL-3.0-or-later
"""An order counts if an arbiter signed it for this table and this game, and for nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from halls import ARBITERS, HALL, PASSPHRASE, PEN, Played, order, seen

from hall.desk import GATHERS, Given, TableView, gone_out, told_now
from hall.orders import (
    LASTS,
    Fate,
    OrderOutcome,
    Unbelieved,
    fate,
    number_after,
    opened,
    sealed,
)
from record.countersign import new_key, signer
from table.core.conditions import Mode

GAME = "ab" * 32
GIVEN = order("zwei Minuten für Schwarz", 17)


def doubted(number: int, why: Unbelieved) -> OrderOutcome:
    return OrderOutcome(number, Fate.DOUBTED, why)


def test_an_order_arrives_as_it_was_given() -> None:
    assert PEN is not None
    data = sealed(HALL, GAME, GIVEN, PEN)
    assert opened(data, HALL, GAME, ARBITERS) == GIVEN
    assert PASSPHRASE.encode() not in data


def test_it_is_for_one_table_and_one_game() -> None:
    assert PEN is not None
    data = sealed(HALL, GAME, GIVEN, PEN)
    assert opened(data, "olympiad/8", GAME, ARBITERS) == OrderOutcome(
        17, Fate.DOUBTED, Unbelieved.ELSEWHERE
    )
    assert opened(data, HALL, "cd" * 32, ARBITERS) == OrderOutcome(
        17, Fate.DOUBTED, Unbelieved.ELSEWHERE
    )


@pytest.mark.parametrize("change", ["number", "by", "intent", "hall", "game"])
def test_a_changed_order_is_none(change: str) -> None:
    assert PEN is not None
    data = sealed(HALL, GAME, GIVEN, PEN)
    other = {
        "number": sealed(HALL, GAME, replace(GIVEN, number=18), PEN),
        "by": sealed(HALL, GAME, replace(GIVEN, by="Eva"), PEN),
        "intent": sealed(HALL, GAME, order("neun Minuten für Schwarz", 17), PEN),
        "hall": sealed("olympiad/8", GAME, GIVEN, PEN),
        "game": sealed(HALL, "cd" * 32, GIVEN, PEN),
    }[change]
    forged = {**json.loads(data), "order": json.loads(other)["order"]}
    arbiters = {**ARBITERS, "Eva": ARBITERS["Anna Schmidt"]}
    found = opened(json.dumps(forged).encode(), HALL, GAME, arbiters)
    assert isinstance(found, OrderOutcome)
    assert (found.fate, found.words) == (Fate.DOUBTED, Unbelieved.NOT_SIGNED)


def test_nobody_signs_for_another_arbiter() -> None:
    other = new_key("the passphrase of Eva")
    pen = signer("the passphrase of Eva", other)
    assert pen is not None
    data = sealed(HALL, GAME, GIVEN, pen)
    arbiters = {**ARBITERS, "Eva": other}
    assert opened(data, HALL, GAME, arbiters) == OrderOutcome(
        17, Fate.DOUBTED, Unbelieved.NOT_SIGNED
    )
    assert opened(data, HALL, GAME, {"Eva": other}) == OrderOutcome(
        17, Fate.DOUBTED, Unbelieved.NO_ARBITER
    )


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"order": "{}", "signature": ""}'])
def test_what_is_no_order_is_refused(data: bytes) -> None:
    assert opened(data, HALL, GAME, ARBITERS) == OrderOutcome(
        0, Fate.DOUBTED, Unbelieved.UNREADABLE
    )


def test_numbers_grow_also_where_a_desk_has_a_slow_clock() -> None:
    assert number_after(0, 1000) == 1000
    assert number_after(2000, 1000) == 2001


def test_what_became_of_an_order() -> None:
    done, later = OrderOutcome(17, Fate.DONE, "Pause."), OrderOutcome(18, Fate.DONE, "")
    nothing, sent = (0, ""), (17, 100.0)
    assert fate(*sent, (), nothing, 100.0).fate is Fate.WAITS
    assert fate(*sent, (), nothing, 100.1 + LASTS).fate is Fate.EXPIRED
    assert fate(*sent, (done,), nothing, 100.1 + LASTS) == done  # it came through after all
    assert fate(*sent, (later,), nothing, 101.0).fate is Fate.OVERTAKEN
    assert fate(*sent, (), (17, "elsewhere"), 101.0) == OrderOutcome(17, Fate.DOUBTED, "elsewhere")


def test_what_is_told_of_an_order() -> None:
    """The answers of its tables are gathered; nothing is told twice, but for a table that obeyed
    after it was given up."""
    both = {7: TableView(7), 8: TableView(8)}
    given = gone_out(gone_out(Given(17, "Pause", "Anna Schmidt"), 7, 100.0), 8, 100.0)
    given, found = told_now(given, both, 100.0)
    assert not found
    obeyed = OrderOutcome(17, Fate.DONE, "Pause.")
    one = {**both, 7: TableView(7, outcomes=(obeyed,))}
    given, found = told_now(given, one, 100.1)
    assert not found
    given, found = told_now(given, one, 100.2 + GATHERS)
    assert found == {7: obeyed}
    given, found = told_now(given, one, 100.1 + LASTS)
    assert (list(found), found[8].fate, given.waits) == ([8], Fate.EXPIRED, False)
    given, found = told_now(given, one, 200.0 + LASTS)
    assert not found
    after_all = {**one, 8: TableView(8, outcomes=(obeyed,))}
    given, found = told_now(given, after_all, 201.0 + LASTS)
    assert found == {8: obeyed}
    assert not told_now(given, after_all, 202.0 + LASTS)[1]


def test_an_order_that_changes_nothing_is_told_nobody_at_the_table(tmp_path: Path) -> None:
    """It is for a latecomer perhaps, and here somebody thinks (11.5). The desk is told everything,
    and it stands on record."""
    table = Played(tmp_path, mode=Mode.COMPETITION)
    table.play("e4", "e5")
    told = [
        table.put(order(text, number, state=table.session.state)).utterances
        for number, text in enumerate(("Uhren an", "Ergebnis Remis", "nein", "Pause"), 1)
    ]
    assert [bool(one) for one in told] == [False, False, False, True]
    found = [one.words for one in seen(table.letters).outcomes]
    assert found[0] == "Die Partie ist nicht unterbrochen."
    assert found[1] == "Ergebnis Remis, ist das richtig?"
