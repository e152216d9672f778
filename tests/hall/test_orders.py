# SPDX-License-Identifier: GPL-3.0-or-later
"""An order counts if an arbiter signed it for this table and this game, and for nothing else."""

import json
from dataclasses import replace

import pytest
from halls import ARBITERS, HALL, PASSPHRASE, PEN, order

from hall.orders import (
    LASTS,
    Doubted,
    Fate,
    OrderOutcome,
    Sent,
    Unbelieved,
    fate,
    number_after,
    opened,
    sealed,
)
from record.countersign import new_key, signer

GAME = "ab" * 32
GIVEN = order("zwei Minuten für Schwarz", 17)


def test_an_order_arrives_as_it_was_given() -> None:
    assert PEN is not None
    data = sealed(HALL, GAME, GIVEN, PEN)
    assert opened(data, HALL, GAME, ARBITERS) == GIVEN
    assert PASSPHRASE.encode() not in data


def test_it_is_for_one_table_and_one_game() -> None:
    assert PEN is not None
    data = sealed(HALL, GAME, GIVEN, PEN)
    assert opened(data, "olympiad/8", GAME, ARBITERS) == Doubted(17, Unbelieved.ELSEWHERE)
    assert opened(data, HALL, "cd" * 32, ARBITERS) == Doubted(17, Unbelieved.ELSEWHERE)


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
    assert isinstance(found, Doubted)
    assert found.why is Unbelieved.NOT_SIGNED


def test_nobody_signs_for_another_arbiter() -> None:
    other = new_key("the passphrase of Eva")
    pen = signer("the passphrase of Eva", other)
    assert pen is not None
    data = sealed(HALL, GAME, GIVEN, pen)
    arbiters = {**ARBITERS, "Eva": other}
    assert opened(data, HALL, GAME, arbiters) == Doubted(17, Unbelieved.NOT_SIGNED)
    assert opened(data, HALL, GAME, {"Eva": other}) == Doubted(17, Unbelieved.NO_ARBITER)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"order": "{}", "signature": ""}'])
def test_what_is_no_order_is_refused(data: bytes) -> None:
    assert opened(data, HALL, GAME, ARBITERS) == Doubted(0, Unbelieved.UNREADABLE)


def test_numbers_grow_also_where_a_desk_has_a_slow_clock() -> None:
    assert number_after(0, 1000) == 1000
    assert number_after(2000, 1000) == 2001


SENT = Sent(7, 17, "Pause", at=100.0)


def test_what_became_of_an_order() -> None:
    done, later = OrderOutcome(17, Fate.DONE, "Pause."), OrderOutcome(18, Fate.DONE, "")
    nothing = (0, "")
    assert fate(SENT, (), nothing, 100.0).fate is Fate.WAITS
    assert fate(SENT, (), nothing, 100.1 + LASTS).fate is Fate.EXPIRED
    assert fate(SENT, (done,), nothing, 100.1 + LASTS) == done  # it came through after all
    assert fate(SENT, (later,), nothing, 101.0).fate is Fate.OVERTAKEN
    assert fate(SENT, (), (17, "elsewhere"), 101.0) == OrderOutcome(17, Fate.DOUBTED, "elsewhere")
