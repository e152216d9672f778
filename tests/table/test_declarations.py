# SPDX-License-Identifier: GPL-3.0-or-later
"""The moment that counts is the word, not the yes (9.5.1, 5.1.2, 5.2.3), beyond the scenarios."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table

from table.core.conditions import SECOND, Mode
from table.core.inputs import Begin, Said, Tick
from table.events.game import Role
from voice.language.commands import Command
from voice.language.commands import CommandName as C

SHUFFLE = ("Sf3", "Sf6", "Sg1", "Sg8")


def begun(**conditions: object) -> Table:
    table = Table(**{"mode": Mode.COMPETITION, "time_control": "1", **conditions})
    table.put(Begin(), 0)
    return table


def repeated(**conditions: object) -> Table:
    """The position stands for the third time, White has the move, and fourteen seconds are gone."""
    table = begun(**conditions)
    for ply in range(8):
        who = Role.BLACK if ply % 2 else Role.WHITE
        table.say(SHUFFLE[ply % 4], 1.5 * ply + 0.5, who=who)
        table.say("Uhr", 1.5 * ply + 1, who=who)
    return table


def mumble(table: Table, name: C, seconds: float, who: Role) -> list[str]:
    said = Command(name, text=name.value, sure=False)
    return table.put(Said(said, round(seconds * SECOND), who, name.value), seconds)


def kinds(table: Table) -> list[str]:
    return [type(event).__name__ for event in table.events]


# A word that was not heard well enough is asked back first: it counts from there all the same.


@pytest.mark.article("5.2.3", "X.4")
@pytest.mark.parametrize("again", [False, True])
def test_an_acceptance_that_was_mumbled_counts_from_the_mumbling(again: bool) -> None:
    table = begun()
    table.say("e4", 1, who=Role.WHITE)
    table.say("Uhr", 2, who=Role.WHITE)
    table.say("e5", 3, who=Role.BLACK)
    table.say("Uhr", 4, who=Role.BLACK)
    table.say("ich biete Remis", 50, who=Role.WHITE)
    table.say("ja", 51, who=Role.WHITE)
    assert mumble(table, C.ACCEPT_DRAW, 61, Role.BLACK) == ["Question"]
    if again:
        mumble(table, C.ACCEPT_DRAW, 63, Role.BLACK)
    else:
        table.say("ja", 63, who=Role.BLACK)
    table.say("ja", 66, who=Role.BLACK)  # White's flag would have fallen at 62
    assert table.state.outcome is not None
    assert (table.state.outcome.result, table.state.outcome.article) == ("1/2-1/2", "5.2.3")
    assert table.events[-1].at == 61 * SECOND
    assert "FlagFell" not in kinds(table)


# While a flag waits, nothing else happens to the game.


@pytest.mark.article("X.4")
@pytest.mark.parametrize("text", ["e4", "Uhr", "Remis reklamieren", "Turm Anna drei"])
def test_no_move_and_no_press_comes_before_the_answer(text: str) -> None:
    table = begun()
    table.say("ich gebe auf", 59, who=Role.BLACK)
    assert table.say(text, 62, who=Role.WHITE) == ["Question"]
    assert table.state.spoken is None
    table.say("nein", 63, who=Role.BLACK)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "0-1"  # White's flag fell at 60


@pytest.mark.article("X.4")
def test_what_is_asked_for_is_told_meanwhile() -> None:
    table = begun()
    table.say("ich gebe auf", 59, who=Role.BLACK)
    assert table.say("Zeit", 62, who=Role.WHITE) == ["InfoGiven"]


@pytest.mark.article("9.5.1")
def test_the_opponents_touch_takes_no_claim_away() -> None:
    table = repeated()
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    table.say("berührt Springer Gustav eins", 21, who=Role.BLACK)
    table.say("ja", 22, who=Role.WHITE)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "1/2-1/2"


@pytest.mark.article("9.5.1")
def test_another_request_of_the_claimant_lets_the_clock_run() -> None:
    table = repeated()
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    assert table.state.paused
    table.say("ich gebe auf", 24, who=Role.WHITE)
    assert not table.state.paused
    assert "GameResumed" in kinds(table)


# As if nothing had been said.

CONTROLS = ["1", "3+2", "3d5", "2/10,1", "90+30"]


@pytest.mark.article("9.5.1")
@settings(max_examples=60, deadline=None)
@given(
    control=st.sampled_from(CONTROLS),
    word=st.integers(1, 200),
    wait=st.integers(0, 29),
    answer=st.sampled_from(["nein", "Korrektur", "a3", "Turm Anna drei", None]),
    text=st.sampled_from(["Remis reklamieren", "ich gebe auf"]),
)
def test_after_a_no_the_time_has_run_on_from_the_word(
    control: str, word: int, wait: int, answer: str | None, text: str
) -> None:
    asked, silent = (begun(time_control=control) for _ in range(2))
    asked.say(text, word, who=Role.WHITE)
    for table in (asked, silent):
        if answer and (table is asked or answer not in ("nein", "Korrektur")):
            table.say(answer, word + wait, who=Role.WHITE)
        table.put(Tick(), word + 60)
        table.put(Tick(), word + 60)
    for colour in chess.COLORS:
        shown, wanted = (
            table.state.clock.remaining(colour, (word + 70) * SECOND) for table in (asked, silent)
        )
        assert shown == wanted
    assert asked.state.clock.running == silent.state.clock.running
    assert asked.state.outcome == silent.state.outcome
    assert asked.state.position == silent.state.position
    assert asked.state.declared is None


# --- What was heard may have been misheard --------------------------------------------------------


@pytest.mark.article("9.5.1")
@pytest.mark.parametrize("answer", ["nein", "e4"])
def test_a_claim_that_was_misheard_is_denied_and_costs_its_time(answer: str) -> None:
    """Nothing was said: the time has run on, so that nobody thinks for nothing."""
    table = begun()
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    assert table.state.clock.remaining(chess.WHITE, 25 * SECOND) == 40 * SECOND
    table.say(answer, 30, who=Role.WHITE)
    assert table.state.clock.remaining(chess.WHITE, 30 * SECOND) == 30 * SECOND
    assert not {"ClaimMade", "ClaimRejected"} & set(kinds(table))


@pytest.mark.article("9.5.1", "6.9")
def test_a_denied_claim_has_stopped_no_flag() -> None:
    table = begun()
    table.say("Remis reklamieren", 50, who=Role.WHITE)
    table.say("nein", 65, who=Role.WHITE)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "0-1"
    assert next(event.at for event in table.events if type(event).__name__ == "FlagFell") == (
        60 * SECOND
    )


@pytest.mark.article("9.5.1", "6.11.2")
def test_the_clocks_stand_on_for_an_arbiter_who_was_called_meanwhile() -> None:
    table = begun(time_control="10")
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    table.say("Schiedsrichter", 25, who=Role.BLACK)
    table.say("nein", 40, who=Role.WHITE)
    assert table.state.paused
    assert table.state.clock.remaining(chess.WHITE, 60 * SECOND) == 575 * SECOND


@pytest.mark.article("D.2.8", "5.2.1")
def test_who_heard_a_move_that_ends_the_game_says_whether_it_was_said() -> None:
    """Perhaps Hektor misheard it: the opponent, who heard it too, decides, or else the arbiter."""
    table = begun(fen="7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", time_control="90+30")
    table.say("Dame Felix sieben", 10, who=Role.WHITE)
    assert table.say("Korrektur", 12, who=Role.WHITE) == ["Question"]
    assert table.state.spoken is not None
    table.say("ja", 14, who=Role.BLACK)
    assert table.state.spoken is None
    assert table.state.outcome is None
