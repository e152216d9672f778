# SPDX-License-Identifier: GPL-3.0-or-later
"""A call is there while the table's own state needs an arbiter."""

from pathlib import Path

import chess
import pytest
from halls import Played, order, seen

from clock.clock import SECOND
from hall.calls import Cause, OpenCall, Queued, in_order
from table.core.conditions import Mode
from table.core.inputs import DeviceChanged, Said, Stood
from table.events.dialogue import Device
from table.events.game import Role
from table.understanding import typed


@pytest.fixture
def table(tmp_path: Path) -> Played:
    made = Played(tmp_path, mode=Mode.COMPETITION)
    made.play("e4", "e5")
    return made


def say(table: Played, line: str, who: Role) -> None:
    at = (table.seconds + 1) * SECOND
    table.put(Said(typed(line, table.session.state, who), at, who, line, typed=True))


def calls(table: Played) -> tuple[OpenCall, ...]:
    return seen(table.letters).calls


@pytest.mark.article("6.11.2")
def test_who_calls_the_arbiter_waits_until_the_game_goes_on(table: Played) -> None:
    say(table, "Schiedsrichter", Role.WHITE)
    called = table.seconds * SECOND
    table.put(order("Verwarnung Schwarz", 17))
    assert calls(table) == (OpenCall(Cause.CALLED, chess.WHITE, "6.11.2", called),)
    table.put(order("weiter", 18))
    assert calls(table) == ()


@pytest.mark.article("9.5.1")
def test_a_claim_waits_until_it_is_judged(table: Played) -> None:
    say(table, "Remis reklamieren Stellungswiederholung", Role.WHITE)
    (call,) = calls(table)
    assert (call.cause, call.colour, call.article) == (Cause.CLAIM, chess.WHITE, "9.2")
    say(table, "ja", Role.WHITE)
    assert calls(table) == ()


def test_a_lost_device_calls_until_it_works(table: Played) -> None:
    table.put(DeviceChanged(Device.MICROPHONE, False))
    lost = table.seconds * SECOND
    say(table, "Schiedsrichter", Role.BLACK)
    assert [one.cause for one in calls(table)] == [Cause.DEVICE, Cause.CALLED]
    assert calls(table)[0].at == lost
    table.put(DeviceChanged(Device.MICROPHONE, True))
    assert [one.cause for one in calls(table)] == [Cause.CALLED]


@pytest.mark.article("6.11.3")
def test_clocks_that_wait_for_the_arbiter_call_unless_an_arbiter_stopped_them(
    table: Played,
) -> None:
    table.put(order("Pause", 17))
    assert calls(table) == ()
    table.put(order("weiter", 18))
    table.put(Stood())
    assert [one.cause for one in calls(table)] == [Cause.STANDS]
    table.put(order("weiter", 19))
    assert calls(table) == ()


def test_who_waits_longest_comes_first() -> None:
    call = OpenCall(Cause.CALLED, None, "6.11.2", 0)
    queue = in_order([Queued(3, call, 5), Queued(2, call, 9), Queued(1, call, 5)])
    assert [one.table for one in queue] == [2, 1, 3]
