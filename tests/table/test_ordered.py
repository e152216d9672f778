# SPDX-License-Identifier: GPL-3.0-or-later
"""Orders that come from the desk of a hall: given as at the table, each once, and in order."""

from typing import Any

import chess
import pytest

from clock.clock import SECOND
from record.codec import EVENTS, INPUTS
from table.arbiter.pin import hashed
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Ordered, Said
from table.core.state import State, new_state
from table.events.arbiter import OrderGiven
from table.events.dialogue import Question
from table.events.game import Refusal, Refused, Role
from table.handle import handle
from table.understanding import typed
from voice.language.commands import Command
from voice.language.orders import Order

PIN = hashed("4711", bytes(16))


class Table:
    """A competition with a PIN, whose orders come from elsewhere."""

    def __init__(self) -> None:
        agreed = Conditions(press_after=None, mode=Mode.COMPETITION, arbiter_pin=PIN)
        self.state: State = new_state(agreed)
        self.put(Begin(), 0)

    def put(self, given: Any, seconds: int) -> tuple[Any, ...]:
        read = INPUTS.decode(INPUTS.encode(given))
        assert read == given
        self.state, events, _ = handle(self.state, read, seconds * SECOND)
        assert tuple(EVENTS.decode(EVENTS.encode(one)) for one in events) == events
        return events

    def order(self, number: int, text: str, seconds: int) -> tuple[Any, ...]:
        intent = typed(text, self.state, Role.ARBITER)
        assert isinstance(intent, Order | Command), text
        return self.put(Ordered(number, "Anna Schmidt", intent, text), seconds)

    @property
    def black(self) -> int:
        return self.state.clock.remaining(chess.BLACK, 0) // SECOND


def test_an_order_from_the_desk_needs_no_pin_at_the_table() -> None:
    table = Table()
    before = table.black
    (given, *_) = table.order(1, "zwei Minuten für Schwarz", 5)
    assert isinstance(given, OrderGiven)
    assert table.black == before + 120


@pytest.mark.article("12.3")
def test_whoever_sits_at_the_table_has_not_become_the_arbiter_by_it() -> None:
    table = Table()
    table.order(1, "Pause", 5)
    assert table.state.paused
    assert not table.state.arbiter.known
    intent = typed("zwei Minuten für Weiß", table.state, Role.ARBITER)
    events = table.put(Said(intent, 6 * SECOND, Role.ARBITER, typed=True), 6)
    assert [one.reason for one in events if isinstance(one, Refused)] == [Refusal.PIN_NEEDED]


def test_a_copy_is_not_obeyed_twice_and_none_that_was_overtaken() -> None:
    table = Table()
    before = table.black
    table.order(7, "zwei Minuten für Schwarz", 5)
    assert table.order(7, "zwei Minuten für Schwarz", 6) == ()
    assert table.order(6, "eine Minute für Schwarz", 7) == ()
    assert table.black == before + 120


def test_what_ends_the_game_is_asked_back_and_the_desk_says_yes() -> None:
    table = Table()
    assert any(isinstance(one, Question) for one in table.order(1, "Partieverlust Weiß", 5))
    assert table.state.outcome is None
    table.order(2, "ja", 6)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "0-1"


def test_a_refusal_is_the_tables_own() -> None:
    table = Table()
    table.order(1, "Partieverlust Weiß", 5)
    table.order(2, "ja", 6)
    (refused,) = table.order(3, "zwei Minuten für Schwarz", 7)
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.GAME_OVER


def test_the_arbiter_at_the_table_stays_the_arbiter() -> None:
    table = Table()
    intent = typed("4711", table.state)
    table.put(Said(intent, 1 * SECOND, Role.ARBITER, typed=True), 1)
    table.order(1, "Pause", 5)
    assert table.state.arbiter.known
