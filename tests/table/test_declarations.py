# SPDX-License-Identifier: GPL-3.0-or-later
"""The moment that counts is the word, not the yes (9.5.1, 5.1.2, 5.2.3), beyond the scenarios."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table

from table.core.conditions import SECOND, Mode
from table.core.inputs import Begin, Hearing, ReadBack, Said, Stood, Tick
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
    assert table.say("ja", 22, who=Role.WHITE) == ["TouchDeclared", "Question"]  # the newest first
    table.say("ja", 23, who=Role.WHITE)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "1/2-1/2"


@pytest.mark.article("9.5.1")
def test_another_request_of_the_claimant_comes_after_the_claim() -> None:
    table = repeated()
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    table.say("ich gebe auf", 24, who=Role.WHITE)
    assert table.state.paused
    assert table.say("ja", 25, who=Role.WHITE) == ["Question"]
    table.say("ja", 26, who=Role.WHITE)
    assert table.state.outcome is not None and table.state.outcome.result == "1/2-1/2"


# As if nothing had been said.

CONTROLS = ["1", "3+2", "3d5", "2/10,1", "90+30"]


@pytest.mark.article("9.5.1")
@settings(max_examples=60, deadline=None)
@given(
    control=st.sampled_from(CONTROLS),
    word=st.integers(1, 200),
    wait=st.integers(0, 29),
    answered=st.sampled_from(
        [("ich gebe auf", None)]
        + [
            (text, answer)
            for text in ("Remis reklamieren", "ich gebe auf")
            for answer in ("nein", "Korrektur", "a3", "Turm Anna drei")
        ]
    ),
)
def test_after_a_no_the_time_has_run_on_from_the_word(
    control: str, word: int, wait: int, answered: tuple[str, str | None]
) -> None:
    text, answer = answered
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
    assert asked.state.claimed is None


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


@pytest.mark.article("9.5.1", "9.5.3")
def test_silence_denies_nothing_that_was_heard() -> None:
    table = begun()
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    table.put(Tick(), 60)
    assert "ClaimRejected" in kinds(table)
    assert table.state.clock.remaining(chess.WHITE, 60 * SECOND) == 30 * SECOND
    assert table.state.clock.remaining(chess.BLACK, 60 * SECOND) == 120 * SECOND


@pytest.mark.article("9.5.1")
def test_a_claim_that_was_hardly_heard_is_none_before_a_yes() -> None:
    """It is asked about by name; the clock runs, and silence leaves nothing of it."""
    table = begun(time_control="10")
    assert mumble(table, C.CLAIM_DRAW, 20, Role.WHITE) == ["Question"]
    assert not table.state.paused
    table.put(Tick(), 60)
    assert table.state.asked is None
    assert not {"ClaimMade", "GamePaused"} & set(kinds(table))


@pytest.mark.article("9.5.1", "9.5.2", "6.9")
def test_a_claim_that_was_hardly_heard_counts_from_the_word_with_a_yes() -> None:
    table = repeated()
    mumble(table, C.CLAIM_DRAW, 65, Role.WHITE)
    table.say("ja", 75, who=Role.WHITE)  # White's flag would have fallen before
    assert table.state.outcome is not None
    assert table.state.outcome.result == "1/2-1/2"


@pytest.mark.article("9.5.1", "9.5.3")
def test_a_wrong_claim_that_was_hardly_heard_leaves_the_time_that_there_was() -> None:
    table = begun()
    mumble(table, C.CLAIM_DRAW, 20, Role.WHITE)
    table.say("ja", 25, who=Role.WHITE)
    assert "ClaimRejected" in kinds(table)
    assert table.state.claimed is None
    assert table.state.clock.remaining(chess.WHITE, 30 * SECOND) == 35 * SECOND


@pytest.mark.article("9.5.1")
def test_a_no_that_was_begun_in_time_is_heard_out() -> None:
    table = begun(time_control="10")
    table.say("Remis reklamieren", 20, who=Role.WHITE)
    table.put(Hearing(True), 49)
    table.put(Tick(), 50)
    table.say("nein", 51, who=Role.WHITE)
    assert "ClaimMade" not in kinds(table)


def claimed_on_blacks_time() -> Table:
    """Black has announced a move, and White is heard to claim, when one second is left to Black."""
    table = begun()
    table.say("e4", 1, who=Role.WHITE)
    table.say("Uhr", 1, who=Role.WHITE)
    table.say("e5", 59, who=Role.BLACK)
    table.say("Remis reklamieren", 60, who=Role.WHITE)
    return table


@pytest.mark.article("9.5.1", "6.2.1")
def test_the_opponents_press_counts_from_when_it_was_made() -> None:
    table = claimed_on_blacks_time()
    assert table.say("Uhr", 62, who=Role.BLACK) == ["Question"]
    table.say("nein", 80, who=Role.WHITE)
    assert table.state.clock.remaining(chess.BLACK, 90 * SECOND) == 1 * SECOND
    assert table.state.clock.remaining(chess.WHITE, 90 * SECOND) == 31 * SECOND
    assert "FlagFell" not in kinds(table)


@pytest.mark.article("9.5.1", "6.9")
def test_a_denied_claim_has_cost_the_opponent_no_time() -> None:
    table = claimed_on_blacks_time()
    table.say("nein", 80, who=Role.WHITE)
    assert table.state.clock.remaining(chess.BLACK, 80 * SECOND) == 1 * SECOND
    table.say("Uhr", 80.5, who=Role.BLACK)
    assert table.state.clock.running == chess.WHITE
    assert "FlagFell" not in kinds(table)


@pytest.mark.article("9.5.1", "9.5.3")
def test_the_opponent_has_pressed_before_the_named_move_is_to_be_made() -> None:
    table = begun(time_control="10")
    table.say("e4", 1, who=Role.WHITE)
    table.say("Uhr", 1, who=Role.WHITE)
    table.say("e5", 5, who=Role.BLACK)
    table.say("Remis reklamieren mit dem Zug Springer Felix drei", 6, who=Role.WHITE)
    table.say("Uhr", 7, who=Role.BLACK)
    table.say("ja", 8, who=Role.WHITE)
    assert table.state.unpressed is None
    assert table.state.clock.running == chess.WHITE
    assert table.state.spoken is not None
    assert table.state.spoken.facts.san == "Nf3"
    assert table.say("Uhr", 9, who=Role.WHITE)[-1] == "MoveCompleted"


@pytest.mark.article("X.4", "5.2.3")
def test_no_takeback_in_training_comes_before_an_answer() -> None:
    """Hektor has just pressed for Black, who does not take the move back while White is asked."""
    table = begun(mode=Mode.TRAINING, press_after=SECOND)
    table.say("e4", 1, who=Role.WHITE)
    table.put(ReadBack(), 2)
    table.put(Tick(), 4)
    table.say("e5", 5, who=Role.BLACK)
    table.say("ich biete Remis", 6, who=Role.BLACK)
    table.say("ja", 7, who=Role.BLACK)
    table.put(ReadBack(), 7)
    table.put(Tick(), 9)
    assert table.say("Remis angenommen", 10, who=Role.WHITE) == ["Question"]
    assert table.say("nein", 11, who=Role.BLACK) == ["Refused"]
    assert table.say("ja", 12, who=Role.WHITE)[-1] == "GameEnded"


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


# An interruption between the word and what makes it known changes nothing of what it was.


def displays(table: Table, end: float) -> list[int]:
    return [table.state.clock.remaining(colour, round(end * SECOND)) for colour in chess.COLORS]


@pytest.mark.article("6.2.1.1", "X.11")
@pytest.mark.parametrize("press_after", [None, SECOND])
@pytest.mark.parametrize("stopped", [None, 12, 25])
def test_a_restart_before_the_press_takes_no_time_for_a_mate(
    stopped: float | None, press_after: int | None
) -> None:
    table = begun(press_after=press_after, mode=Mode.TRAINING)
    for second, move in enumerate(("f3", "e5", "g4"), start=1):
        table.say(move, second, who=Role.WHITE if second % 2 else Role.BLACK)
        table.say("Uhr", second + 0.5, who=Role.WHITE if second % 2 else Role.BLACK)
    table.say("Dh4", 10, who=Role.BLACK)
    if stopped is not None:
        table.put(Hearing(True), 11)  # nothing is pressed meanwhile
        assert table.put(Stood(), stopped) == ["GamePaused"]
        table.say("weiter", 100)
    table.say("Uhr", 101, who=Role.BLACK)
    assert table.state.outcome is not None and table.state.outcome.article == "5.1.1"
    mate = table.state.record[-1]
    assert (
        displays(table, 101)
        == [mate.white, mate.black]
        == [round(57.5 * SECOND), round(52.5 * SECOND)]
    )
    assert mate.gained == 0


@pytest.mark.article("5.1.2", "X.11")
@pytest.mark.parametrize("stopped", [None, 10, 25])
def test_a_restart_before_the_yes_takes_no_time_from_who_resigned(stopped: float | None) -> None:
    table = begun(mode=Mode.TRAINING)
    table.say("ich gebe auf", 10, who=Role.WHITE)
    if stopped is not None:
        assert table.put(Stood(), stopped) == ["GamePaused"]
        table.say("weiter", 28)
    table.say("ja", 29, who=Role.WHITE)
    assert table.state.outcome is not None and table.state.outcome.article == "5.1.2"
    assert displays(table, 29) == [50 * SECOND, 60 * SECOND]


@pytest.mark.article("X.4", "X.11")
@pytest.mark.parametrize(
    ("answer", "result"), [("ja", ("1-0", "resignation")), ("nein", ("0-1", "flag"))]
)
@pytest.mark.parametrize("stop", [None, Stood(), "Pause"])
def test_a_flag_that_waits_for_an_answer_waits_through_a_restart(
    stop: Stood | str | None, answer: str, result: tuple[str, str]
) -> None:
    """Black resigns before White's flag falls, and is asked whether they do."""
    table = begun(mode=Mode.TRAINING)
    table.say("ich gebe auf", 55, who=Role.BLACK)
    table.put(Tick(), 61)
    if stop is not None:
        said = table.say(stop, 65) if isinstance(stop, str) else table.put(stop, 65)
        assert said == ["GamePaused"]
        assert table.say("weiter", 70) == ["GameResumed"]
    table.say(answer, 71, who=Role.BLACK)
    table.put(Tick(), 72)
    over = table.state.outcome
    assert over is not None and (over.result, over.termination.value) == result
    assert displays(table, 80)[0] == (5 * SECOND if answer == "ja" else 0)


@pytest.mark.article("X.11")
@pytest.mark.parametrize("ends", [Hearing(False), Stood()])
def test_what_a_press_gave_is_the_same_after_a_restart(ends: Hearing | Stood) -> None:
    """Somebody speaks so long after a move that not all of it is given back to its player."""
    table = begun(press_after=SECOND)
    table.say("e4", 10, who=Role.WHITE)
    table.put(Hearing(True), 11)
    table.put(ends, 25)
    table.say("weiter", 25, who=Role.ARBITER)
    table.put(Tick(), 40)
    made = table.state.record[-1]
    assert (made.white, made.gained) == (45 * SECOND, -5 * SECOND)
