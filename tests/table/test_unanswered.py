# SPDX-License-Identifier: GPL-3.0-or-later
"""A question that nobody answers is closed after a while: what stands is told, the game goes on,
and no later yes answers it."""

from typing import Any

import pytest
from scripted import Table

from announce.text.settings import LANGUAGES, Settings
from announce.words.events import listener, words
from clock.clock import CREDIT_LIMIT
from table import chessclock
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.core.state import new_state
from table.due import deadline
from table.events.dialogue import QuestionClosed, QuestionKind
from table.events.game import Role
from voice.language.commands import Command, CommandName

CASTLING = "r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1"


def announced(move: str = "Eva vier", **conditions: Any) -> Table:
    """A move of White was read back at 2 s and waits for the clock, which Hektor presses."""
    table = Table(**{"press_after": SECOND, **conditions})
    table.put(Begin(), 0)
    table.say(move, 1)
    table.put(ReadBack(), 2)
    return table


def mumble(table: Table, name: CommandName, seconds: float) -> list[str]:
    """A command that was not heard well enough: it is asked back."""
    said = Command(name, text=name.value, sure=False)
    return table.put(Said(said, round(seconds * SECOND), None, name.value), seconds)


def due(table: Table) -> float:
    """Seconds until time alone does something."""
    at = deadline(table.state)
    assert at is not None
    return at / SECOND


def test_what_may_be_a_correction_holds_the_press_up_for_eight_seconds() -> None:
    table = announced()
    assert mumble(table, CommandName.CORRECT, 2.5) == ["Question"]
    assert table.put(Tick(), 10) == []
    assert table.put(Tick(), 10.5) == ["QuestionClosed"]
    assert table.state.asked is None
    (unanswered, stands) = words(table.events[-1], Settings())
    assert (unanswered.text, stands.text) == ("Keine Antwort.", "Es gilt: Eva zwei Eva vier.")
    assert listener(table.events[-1]) is None  # both players hear which move stands
    table.put(ReadBack(), 13)
    assert table.put(Tick(), 14) == ["MoveMade", "MoveCompleted"]


def test_it_may_still_be_corrected_then() -> None:
    table = announced()
    mumble(table, CommandName.CORRECT, 2.5)
    table.put(Tick(), 10.5)
    assert table.say("Korrektur", 12) == ["MoveCorrected"]


def test_the_player_hardly_pays_for_it() -> None:
    table = announced(time_control="10")
    mumble(table, CommandName.CORRECT, 2)
    for seconds in (10, 11, 12):
        table.put(ReadBack() if seconds == 11 else Tick(), seconds)
    pressed = table.events[-1]
    assert (pressed.credit, pressed.white) == (
        CREDIT_LIMIT,
        600 * SECOND - 12 * SECOND + CREDIT_LIMIT,
    )


def test_who_speaks_gets_more_time() -> None:
    table = announced()
    mumble(table, CommandName.CORRECT, 2.5)
    table.put(Hearing(True), 9)
    assert table.put(Tick(), 12) == []  # somebody is speaking
    table.put(Hearing(False), 13)
    assert due(table) == 13 + 8


def test_a_reply_that_may_be_none_is_not_played() -> None:
    table = announced("Bauer Anna drei", fen=CASTLING)
    assert table.say("kurze Rochade", 2.2) == ["Question"]
    assert table.put(Tick(), 10.2) == ["QuestionClosed"]
    table.put(ReadBack(), 13)
    assert table.put(Tick(), 14) == ["MoveMade", "MoveCompleted"]
    assert table.say("ja", 22) == ["Refused"]
    assert table.say("kurze Rochade", 23) == ["MoveSpoken"]


@pytest.mark.parametrize("request_", ["aufgeben", "biete Remis", "neue Partie"])
def test_a_request_that_nobody_confirms_is_none_after_half_a_minute(request_: str) -> None:
    table = announced(press_after=None)
    assert table.say(request_, 5) == ["Question"]
    assert table.put(Tick(), 34) == []
    assert table.put(Tick(), 35) == ["QuestionClosed"]
    assert table.say("ja", 60) == ["Refused"]
    assert table.state.outcome is None
    assert table.state.spoken is not None  # what waits for a hand on the clock goes on waiting


def test_a_question_about_ones_own_move_stays_open() -> None:
    table = Table(fen="4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", press_after=SECOND)
    table.put(Begin(), 0)
    assert table.say("Springer David zwei", 1) == ["Question"]
    assert table.put(Tick(), 300) == []
    assert table.say("Bella", 301) == ["MoveSpoken"]


def test_nothing_of_it_before_the_game() -> None:
    table = Table()
    assert table.say("fünf Minuten", 1) == ["Question"]
    assert table.put(Tick(), 100) == []
    assert table.say("ja", 101) == ["ControlAgreed"]


def test_an_order_that_the_arbiter_does_not_confirm_is_none() -> None:
    table = announced()
    assert table.say("Partieverlust Weiß", 5, who=Role.ARBITER)[-1] == "Question"
    assert table.put(Tick(), 34) == []
    assert table.put(Tick(), 35) == ["QuestionClosed"]
    assert table.say("ja", 40, who=Role.ARBITER) == ["Refused"]
    assert table.state.outcome is None


def test_the_chess_clock_forgets_the_next_game_too() -> None:
    state, *_ = chessclock.handle(new_state(Conditions(press_after=None)), Begin(), 0)
    said = Said(Command(CommandName.NEW_GAME), SECOND)
    state, *_ = chessclock.handle(state, said, SECOND)
    assert chessclock.deadline(state) == 31 * SECOND
    state, events, _ = chessclock.handle(state, Tick(), 31 * SECOND)
    assert [type(event).__name__ for event in events] == ["QuestionClosed"]
    state, *_ = chessclock.handle(state, Said(Command(CommandName.YES), 40 * SECOND), 40 * SECOND)
    assert state.outcome is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_of_a_request(language: str) -> None:
    closed = QuestionClosed(0, who=True, kind=QuestionKind.RESIGN, unanswered=True)
    told = words(closed, Settings(language))
    assert len({one.text for one in told}) == 2  # no answer; the game goes on
