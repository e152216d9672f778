# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogue at the table, told as scripts: given these words at these times, then these events.

Times are seconds of a fake clock. ``hand`` means that a person presses the clock.
"""

from collections.abc import Iterator
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table, names, only, play

from table.core.conditions import SECOND
from table.core.inputs import Begin, Hearing, Pressed, ReadBack, Said, Stood, Tick
from table.core.state import State
from table.due import HEARING_GRACE, HEARING_LIMIT, deadline
from table.events.game import Role
from voice.language.intent import understand_typed

# A move: spoken, read back, corrected, made, completed.


@pytest.mark.article("D.2.8")
def test_d_2_8_slip_is_corrected_until_the_clock_runs() -> None:
    events = play("1 white Eva vier\n2 white Korrektur\n3 white David vier\n4 white Uhr")
    assert [event["uci"] for event in only(events, "MoveMade")] == ["d2d4"]
    assert names(events)[2] == "MoveCorrected"


@pytest.mark.article("D.2.8")
def test_d_2_8_nobody_takes_back_the_opponents_move() -> None:
    for word in ("Korrektur", "nein"):
        events = play(f"1 white Eva vier\n2 black {word}\n3 white Uhr")
        assert only(events, "Refused")[0]["reason"] == "nothing to correct"
        assert [event["uci"] for event in only(events, "MoveMade")] == ["e2e4"]


@pytest.mark.article("D.2.8")
def test_d_2_8_misunderstood_words_allow_another_correction() -> None:
    table = Table(press_after=2 * SECOND)
    table.put(Begin(), 0)
    table.say("Eva vier", 1)
    table.put(ReadBack(), 2)
    table.put(Hearing(True), 3.5)
    assert table.say("unsinn", 5, now=5.5) == ["NotUnderstood"]
    table.put(ReadBack(), 6.5)  # "not understood" was told to the end
    assert table.put(Tick(), 8.4) == []
    assert table.say("Korrektur", 8.4) == ["MoveCorrected"]


def test_hektor_presses_despite_an_unreported_noise_end() -> None:
    table = Table(press_after=2 * SECOND)
    table.put(Begin(), 0)
    table.say("Eva vier", 1)
    table.put(ReadBack(), 2)
    table.put(Hearing(True), 3)
    due = deadline(table.state)
    assert due == 3 * SECOND + HEARING_LIMIT
    assert table.put(Tick(), due / SECOND) == ["MoveMade", "MoveCompleted"]


def test_a_typed_line_ends_nobodys_speech() -> None:
    table = Table()
    table.put(Begin(), 0)
    table.put(Hearing(True), 1)
    intent = understand_typed("Hilfe", table.state.position)
    table.put(Said(intent, SECOND, None, "Hilfe", typed=True), 1)
    assert table.state.hearing == SECOND


def test_game_start_leaves_no_speech_pending() -> None:
    table = Table()
    table.put(Hearing(True), 0)
    table.put(Begin(), 1)
    assert table.state.hearing is None


@pytest.mark.article("6.2.2")
def test_6_2_2_early_replier_presses_when_their_clock_runs() -> None:
    events = play("1 white Eva vier\n2 black Eva fünf\n3 black Uhr\n4 white Uhr\n5 black Uhr")
    assert only(events, "Refused")[0]["reason"] == "opponent to press"
    assert len(only(events, "MoveCompleted")) == 2


@pytest.mark.article("6.2.1.2")
def test_6_2_1_2_next_move_completes_the_one_unpressed() -> None:
    events = play("1 white e4\n2 black e5\n3 white Sf3\n4 white Uhr\n5 black Zugzahl")
    assert [event["colour"] for event in only(events, "MoveCompleted")] == [
        *("white", "black", "white"),
    ]
    assert [one["number"] for one in events[-1]["answer"]["facts"]] == [2, 1]


def test_3_10_illegal_move_is_explained_changing_nothing() -> None:
    events = play("1 white Turm Anna drei\n2 white Eva vier\n3 white Uhr")
    illegal = only(events, "IllegalMove")[0]
    assert illegal["illegality"]["article"] == "3.5"
    assert "Anna zwei" in illegal["text"]
    assert [event["uci"] for event in only(events, "MoveMade")] == ["e2e4"]


@pytest.mark.article("6.6")
def test_6_6_a_game_is_started_once() -> None:
    table = Table()
    assert table.put(Begin(), 0) == ["GameStarted"]
    before = table.state
    assert table.put(Begin(), 5) == []
    assert table.state == before


KNIGHTS = "set fen 4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\n"


def test_ambiguous_move_is_decided_by_one_word() -> None:
    events = play(KNIGHTS + "1 table Springer David zwei\n2 table Bella\n3 table Uhr")
    question = only(events, "Question")[0]
    assert sorted(question["options"]) == ["Bella", "Felix"]
    assert [event["uci"] for event in only(events, "MoveMade")] == ["b1d2"]


def test_yes_does_not_choose_between_two_moves() -> None:
    events = play(KNIGHTS + "1 table Springer David zwei\n2 table ja\n3 table Felix")
    assert len(only(events, "Question")) == 2
    assert [event["uci"] for event in only(events, "MoveSpoken")] == ["f3d2"]


# The end of the game.


def test_a_mating_move_may_still_be_corrected() -> None:
    table = Table(fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    table.put(Begin(), 0)
    assert table.say("Turm Anna acht", 1) == ["MoveSpoken"]
    table.put(ReadBack(), 2)
    assert table.say("Korrektur", 3) == ["MoveCorrected"]
    assert table.state.outcome is None
    assert table.state.clock.running is chess.WHITE


@pytest.mark.article("5.1.2")
def test_5_1_2_the_opponents_yes_resigns_for_nobody() -> None:
    events = play("1 white Eva vier\n2 white ich gebe auf\n3 black ja")
    assert events[-1]["reason"] == "white is asked"


@pytest.mark.article("5.1.2")
def test_5_1_2_press_closes_an_open_question() -> None:
    events = play("1 white Eva vier\n2 white ich gebe auf\n3 white Uhr\n4 table ja")
    assert names(events)[-2:] == ["QuestionClosed", "Refused"]


def test_9_1_2_1_opponent_may_decline_before_the_press() -> None:
    offer = "1 white e4\n2 white biete Remis\n3 white ja\n"
    events = play(offer + "4 black nein\n5 white Uhr")
    assert names(events)[-3:] == ["DrawDeclined", "MoveMade", "MoveCompleted"]
    assert play(offer + "4 white Uhr\n5 white nein")[-1]["reason"] == "black is asked"


# Time.


@pytest.mark.article("X.2")
def test_x_2_mate_announced_before_the_flag_wins() -> None:
    table = Table(time_control="1", fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    table.put(Begin(), 0)
    table.put(Hearing(True), 59)
    assert table.say("Turm Anna acht", 59.9, now=60.4) == ["MoveSpoken"]
    assert table.put(Tick(), 60.6) == ["MoveMade", "MoveCompleted", "GameEnded"]
    assert table.events[-1].result == "1-0"


@pytest.mark.article("X.2")
def test_x_2_words_ending_after_zero_come_too_late() -> None:
    table = Table(time_control="1", fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    table.put(Begin(), 0)
    table.put(Hearing(True), 59)
    told = table.say("Turm Anna acht", 60.1, now=60.6)
    assert told[:2] == ["FlagFell", "GameEnded"]
    assert table.events[1].at == 60 * SECOND


def test_flag_waits_for_a_speaker_briefly() -> None:
    table = Table(time_control="1")
    table.put(Begin(), 0)
    table.put(Hearing(True), 59)
    assert table.put(Tick(), 61) == []
    assert deadline(table.state) == 60 * SECOND + HEARING_GRACE
    assert table.put(Tick(), 63.1) == ["FlagFell"]
    assert table.put(Tick(), 63.1) == ["GameEnded"]


@pytest.mark.article("6.8")
def test_d_2_10_5_fallen_flag_is_told_before_its_proof() -> None:
    table = Table(time_control="1")
    table.put(Begin(), 0)
    assert table.put(Tick(), 60) == ["FlagFell"]
    assert deadline(table.state) == 60 * SECOND
    assert table.say("e4", 59, 60.001) == ["GameEnded", "Refused"]


def test_words_dropping_a_flag_follow_the_result() -> None:
    table = Table(time_control="1")
    table.put(Begin(), 0)
    assert table.say("e4", 61, 61.2) == ["FlagFell", "GameEnded", "Refused"]


def test_understanding_is_not_the_players_time() -> None:
    table = Table(time_control="5")
    table.put(Begin(), 0)
    table.say("Eva vier", 10, now=10.8)
    table.put(Pressed(), 12)
    completed = table.events[-1]
    assert completed.credit == round(0.8 * SECOND)
    assert completed.white == round((300 - 12 + 0.8) * SECOND)


def test_when_hektor_presses_time_stopped_with_words() -> None:
    table = Table(time_control="5", press_after=2 * SECOND)
    table.put(Begin(), 0)
    table.say("Eva vier", 10, now=10.5)
    table.put(ReadBack(), 12)
    assert deadline(table.state) == 14 * SECOND
    assert table.put(Tick(), 14) == ["MoveMade", "MoveCompleted"]
    assert table.events[-1].white == 290 * SECOND
    assert table.events[-1].black == 300 * SECOND


def test_hektor_never_presses_during_speech_and_waits_for_no_answer() -> None:
    table = Table(time_control="5", press_after=2 * SECOND)
    table.put(Begin(), 0)
    table.say("Eva vier", 10)
    table.put(ReadBack(), 11)
    table.put(Hearing(True), 12)
    assert table.put(Tick(), 14) == []
    assert table.say("biete Remis", 14) == ["Question", "MoveMade", "MoveCompleted"]
    assert table.events[-1].at == 14 * SECOND  # not before they had finished
    assert table.say("ja", 15) == ["DrawOffered"]
    assert table.events[-1].in_time  # 9.1.2.1: it was said before the press


@pytest.mark.article("D.2.6.1")
def test_d_2_6_1_times_and_moves_are_told_on_request() -> None:
    events = play("set time 5\n1 white e4\n2 white Uhr\n3 black meine Zeit\n4 black Zugzahl")
    times, count = (event["answer"] for event in only(events, "InfoGiven"))
    assert [(one["colour"], one["time"]) for one in times["facts"]] == [("black", 299.0)]
    assert [(one["colour"], one["number"]) for one in count["facts"]] == [
        ("white", 1),
        ("black", 0),
    ]


def test_6_11_a_pause_stops_both_clocks_and_moves_wait() -> None:
    events = play(
        "set time 5\n1 white Pause\n100 white e4\n101 white weiter\n102 white e4\n103 white Uhr"
    )
    assert only(events, "Refused")[0]["reason"] == "paused"
    assert only(events, "MoveCompleted")[0]["white"] == 300 - 3


def test_6_11_reply_completes_nothing_while_clocks_stand() -> None:
    events = play("1 white e4\n2 white Pause\n3 black e5\n4 white weiter\n5 white Uhr")
    assert only(events, "Refused")[0]["reason"] == "paused"
    assert names(events)[-3:] == ["GameResumed", "MoveMade", "MoveCompleted"]


def test_6_11_a_pause_where_no_clock_runs_is_answered() -> None:
    assert play("1 white Pause\n2 white Pause")[-1]["reason"] == "paused"
    assert Table().say("Pause", 1) == ["Refused"]


@pytest.mark.article("X.11")
def test_restart_charges_nobody_and_waits() -> None:
    table = Table(time_control="5")
    table.put(Begin(), 0)
    table.put(Hearing(True), 9)
    assert table.put(Stood(), 10) == ["GamePaused"]
    assert table.state.hearing is None
    assert deadline(table.state) is None
    assert table.say("weiter", 1000) == ["GameResumed"]
    assert table.state.clock.remaining(chess.WHITE, 1000 * SECOND) == 290 * SECOND


# Universal rules.

WORDS = st.sampled_from(
    [
        *("e4", "e5", "d4", "Sf3", "Sf6", "Ke7", "Turm Anna drei", "Springer Felix drei"),
        *("Uhr", "Korrektur", "ja", "nein", "biete Remis", "Remis angenommen", "abgelehnt"),
        *("ich gebe auf", "Pause", "weiter", "meine Zeit", "Hilfe", "unsinn"),
    ]
)
INPUTS = st.one_of(
    st.tuples(st.just("say"), WORDS, st.sampled_from([None, *Role])),
    st.tuples(st.sampled_from(["press", "hear", "unhear", "readback", "tick", "restart"]),
              st.none(), st.none()),
)  # fmt: skip


def _walk(steps: list[Any], press_after: int | None) -> Iterator[tuple[State, State, list[Any]]]:
    table = Table(time_control="1+1", press_after=press_after)
    table.put(Begin(), 0)
    plain: dict[str, Any] = {"press": Pressed(), "hear": Hearing(True), "unhear": Hearing(False),
             "readback": ReadBack(), "tick": Tick(), "restart": Stood()}  # fmt: skip
    for second, (kind, text, who) in steps:
        before, table.events = table.state, []
        if kind == "say":
            table.say(text, second, who=who)
        else:
            table.put(plain[kind], second)
        yield before, table.state, table.events


@given(st.lists(INPUTS, max_size=30), st.floats(0.1, 9), st.sampled_from([None, SECOND]))
@settings(max_examples=60, deadline=None)
def test_anything_said_leaves_record_and_clock_true(
    steps: list[Any], pace: float, press_after: int | None
) -> None:
    timed = [(1 + pace * i, step) for i, step in enumerate(steps)]
    for before, after, events in _walk(timed, press_after):
        told = [type(event).__name__ for event in events]
        assert len(after.record) == len(after.position.moves)
        if "PositionRestored" not in told:
            assert len(after.record) - len(before.record) == told.count("MoveMade")
        assert told.count("GameEnded") == (before.outcome is None and after.outcome is not None)
        if before.outcome is not None:
            assert after.record == before.record
            assert after.clock.running is None
        ticking = after.clock.paused if after.clock.running is None else after.clock.running
        assert ticking in (None, after.position.turn, after.unpressed)
        if after.spoken is not None:
            assert after.spoken.move in after.position.legal_moves
