# SPDX-License-Identifier: GPL-3.0-or-later
"""Touches and offers at the table, where a script cannot show it (4, 9.1, D.2.1)."""

from typing import Any

import chess
import pytest

from rules.touch import NO_HANDS
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.core.state import State, new_state
from table.events.game import Role
from table.handle import handle
from voice.language.intent import understand_typed

W, B = Role.WHITE, Role.BLACK


class Table:
    """A table in competition on a fake clock."""

    def __init__(self, **conditions: Any) -> None:
        agreed = {"mode": Mode.COMPETITION, "press_after": None, **conditions}
        self.state: State = handle(new_state(Conditions(**agreed)), Begin(), 0)[0]
        self.now = 0

    def say(self, text: str, who: Role | None) -> list[str]:
        self.now += SECOND
        position = self.state.position_for(who)
        intent = understand_typed(text, position, self.state.asked_of(position.turn))
        return self.put(Said(intent, self.now, who, text, typed=True))

    def put(self, given: Said | Pressed) -> list[str]:
        self.state, events, _ = handle(self.state, given, self.now)
        return [type(event).__name__ for event in events]

    def move(self, text: str, who: Role) -> list[str]:
        return [*self.say(text, who), *self.put(Pressed(who))]


def test_4_3_a_new_move_begins_with_clean_hands() -> None:
    table = Table()
    table.say("berührt Springer Gustav eins", W)
    assert table.state.hands.touched == (chess.G1,)
    table.move("Sf3", W)
    assert table.state.hands == NO_HANDS


def test_4_3_training_binds_by_a_touch_too() -> None:
    table = Table(mode=Mode.TRAINING)
    table.say("berührt Springer Gustav eins", W)
    assert table.say("e4", W) == ["TouchBinds"]


@pytest.mark.article("4.3.1")
def test_4_3_1_earlier_touch_stays_the_first() -> None:
    table = Table()
    table.say("berührt Bauer Eva zwei", W)
    table.say("berührt Hektor eins und Eva eins", W)
    assert table.state.hands.touched == (chess.E2, chess.E1, chess.H1)
    assert table.say("e4", W) == ["MoveSpoken"]


def test_4_3_which_knight_must_be_said() -> None:
    table = Table()
    assert table.say("berührt Springer", W) == ["Refused"]
    assert table.say("berührt Dame", W) == ["TouchDeclared"]
    assert table.say("berührt Dame Eva vier", W) == ["Refused"]


@pytest.mark.article("D.2.8")
def test_d_2_8_correction_frees_words_and_not_touches() -> None:
    table = Table()
    table.say("e4", W)
    table.say("Korrektur", W)
    assert table.say("d4", W) == ["MoveSpoken"]
    table.say("Korrektur", W)
    table.say("berührt Bauer David zwei", W)
    table.say("d4", W)
    table.say("Korrektur", W)
    assert table.say("e4", W) == ["TouchBinds"]


@pytest.mark.article("4.2.1")
def test_4_2_1_arbiters_word_beats_an_adjustment() -> None:
    table = Table()
    table.say("ich berichtige", W)
    table.say("berührt Springer Gustav eins", B)
    assert not table.state.hands.touched
    table.say("berührt Springer Gustav eins", Role.ARBITER)
    assert table.state.hands.touched == (chess.G1,)


@pytest.mark.article("9.1.2.2")
def test_9_1_2_2_offer_is_on_its_moves_line() -> None:
    table = Table()
    table.say("e4", W)
    table.say("biete Remis", W)
    table.say("ja", W)
    table.put(Pressed(W))
    table.move("e5", B)
    table.say("biete Remis", B)  # on the opponent's time: with the own last move
    table.say("ja", B)
    assert [made.offer for made in table.state.record] == [True, True]
    table.move("Sf3", W)
    table.say("biete Remis", B)  # before the own move: with the one to come
    table.say("ja", B)
    table.move("Sc6", B)
    assert [made.offer for made in table.state.record] == [True, True, False, True]


@pytest.mark.article("D.2.1-a")
def test_d_2_1_hektor_waits_for_the_repetition_and_not_for_ever() -> None:
    table = Table(repeat=True, press_after=2 * SECOND)
    table.say("e4", W)
    table.now += 5 * SECOND
    assert table.say("meine Zeit", W) == ["InfoGiven"]
    assert table.say("e4", None) == ["MoveRepeated"]
    table.now += 60 * SECOND
    assert table.say("Hilfe", W)[:2] == ["MoveMade", "MoveCompleted"]
