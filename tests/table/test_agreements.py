# SPDX-License-Identifier: GPL-3.0-or-later
"""What players agree on: moves that go back in training, what a game is called, the next game."""

from typing import Any

import pytest
from scripted import names, only, play
from told import sentence

from rules.scoresheet import Keeping
from table.acts import setup
from table.core.conditions import Conditions

START = "set time 10+5\nset press hand\n"
MOVED = START + "1 white Eva vier\n2 white Uhr\n"
REPLIED = MOVED + "4 black Eva fünf\n5 black Uhr\n"


def moves(events: list[dict[str, Any]]) -> list[str]:
    """The moves that stand at the end."""
    made: list[str] = []
    for event in events:
        if event["event"] == "MoveMade":
            made.append(event["uci"])
        if event["event"] == "PositionRestored":
            made = made[: event["ply"]]
    return made


# Taking back a completed move.


@pytest.mark.parametrize("word", ["zurück", "Korrektur", "Zug zurück"])
def test_a_completed_move_goes_back_if_the_opponent_agrees(word: str) -> None:
    events = play(f"{MOVED}3 white {word}\n4 black ja\n5 white David vier\n6 white Uhr")
    assert only(events, "Question")[0]["text"] == (
        "Zug zurücknehmen: Eva zwei Eva vier. Einverstanden?"
    )
    assert only(events, "MovesTakenBack")[0]["text"] == "Zurückgenommen: Eva zwei Eva vier."
    assert moves(events) == ["d2d4"]


def test_a_player_on_the_move_takes_the_reply_back_too() -> None:
    events = play(f"{REPLIED}6 white zurück\n7 black ja\n8 white David vier\n9 white Uhr")
    told = only(events, "MovesTakenBack")[0]["text"]
    assert told == "Zurückgenommen: Eva sieben Eva fünf und Eva zwei Eva vier."
    assert moves(events) == ["d2d4"]


def test_at_a_shared_microphone_the_last_move_goes_back() -> None:
    events = play(f"{REPLIED}6 table zurück\n7 table ja\n8 table David fünf\n9 table Uhr")
    assert moves(events) == ["e2e4", "d7d5"]


def test_the_displays_stay_and_the_clock_of_the_mover_runs_on() -> None:
    events = play(f"{REPLIED}6 white zurück\n7 black ja\n9 white David vier\n10 white Uhr")
    last = only(events, "MoveCompleted")[-1]
    # 6 s until the reply was made, 5 more after it; both increments stay.
    assert (last["white"], last["black"]) == (605 - 2 + 5 - 5 + 5, 605 - 3 + 5)
    assert not only(events, "GamePaused")


@pytest.mark.parametrize("answer", ["nein", "Korrektur"])
def test_the_opponent_may_refuse(answer: str) -> None:
    events = play(f"{MOVED}3 white zurück\n4 black {answer}\n5 black Eva fünf\n6 black Uhr")
    assert moves(events) == ["e2e4", "e7e5"]


def test_the_asker_cannot_agree() -> None:
    events = play(f"{MOVED}3 white zurück\n4 white ja")
    assert moves(events) == ["e2e4"]


def test_a_move_of_the_opponent_answers_too() -> None:
    events = play(f"{MOVED}3 white zurück\n4 black Eva fünf\n5 black Uhr\n6 black ja")
    assert moves(events) == ["e2e4", "e7e5"]


def test_an_announced_move_is_corrected_without_a_question() -> None:
    assert "Question" not in names(play(f"{MOVED}3 black Eva fünf\n4 black zurück"))


def test_no_alone_asks_for_nothing() -> None:
    assert only(play(f"{MOVED}3 white nein"), "Refused")


# Correcting a move for which Hektor has just pressed: it is pressed half a second after the
# read-back, which takes no time here.

AT_ONCE = "set time 10+5\nset press 0.5\n2 white Eva vier\n"


@pytest.mark.parametrize("line", ["4 white Korrektur", "7.4 table zurück", "4 table nein"])
def test_a_press_by_hektor_leaves_time_to_correct(line: str) -> None:
    events = play(f"{AT_ONCE}{line}\n9 white David vier\n11 black Zugzahl")
    assert "Question" not in names(events)
    assert only(events, "MoveCorrected")[0]["uci"] == "e2e4"
    assert moves(events) == ["d2d4"]


def test_a_corrected_press_costs_and_gives_no_time() -> None:
    events = play(f"{AT_ONCE}4 white Korrektur\n9 white David vier\n11 black Zugzahl")
    last = only(events, "MoveCompleted")[-1]
    # 2 s until the first move was said and 5 from its correction to the other; one increment.
    assert (last["white"], last["black"]) == (605 - 2 - 5 + 5, 605)


@pytest.mark.parametrize(
    "lines",
    [
        "8 white Korrektur",  # too late
        "4 black Korrektur",  # the opponent cannot
        "3 black Eva fünf\n3.2 white Korrektur",  # answered
    ],
)
def test_no_other_press_is_corrected_alone(lines: str) -> None:
    assert "MoveCorrected" not in names(play(f"{AT_ONCE}{lines}"))


def test_what_the_player_pressed_stands() -> None:
    events = play("set time 10+5\nset press 5\n2 white Eva vier\n3 white Uhr\n4 white Korrektur")
    assert only(events, "Question")[0]["text"].startswith("Zug zurücknehmen")


@pytest.mark.parametrize("line", ["4 table Uhr", "4 white Uhr", "4 white <key>"])
def test_a_press_that_hektor_was_faster_with_is_no_fault(line: str) -> None:
    events = play(f"{AT_ONCE}{line}\n5 black Eva fünf")
    assert "Refused" not in names(events)
    assert only(events, "MoveSpoken")[-1]["uci"] == "e7e5"


def test_the_opponent_cannot_press_yet() -> None:
    assert only(play(f"{AT_ONCE}4 black Uhr"), "Refused")[0]["reason"] == "nothing to press"


@pytest.mark.article("4.7")
def test_4_7_in_competition_no_press_is_corrected() -> None:
    events = play(f"set mode competition\n{AT_ONCE}4 white Korrektur")
    assert (events[-1]["event"], events[-1]["article"]) == ("Refused", "D.2.8")


def test_nothing_goes_back_before_the_first_move() -> None:
    assert play(f"{START}1 white zurück")[-1]["reason"] == "nothing to correct"


def test_a_taken_back_move_is_on_no_scoresheet() -> None:
    script = f"{REPLIED}6 white zurück\n7 black ja\n8 white Partieformular"
    sheet = only(play(script), "InfoGiven")[-1]
    assert sheet["text"] == sentence("answers.no_moves")


# What a game is called.


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Runde drei", "Runde: 3."),
        ("Runde 3.1", "Runde: 3.1."),
        ("Weiß heißt Anna Berg", "Weiß: Anna Berg."),
        ("schwarz heisst Bernd", "Schwarz: Bernd."),
        ("Turnier Vereinsmeisterschaft 2026", "Turnier: Vereinsmeisterschaft 2026."),
        ("Ort: Bad Liebenzell", "Ort: Bad Liebenzell."),
    ],
)
def test_names_are_given_before_the_game(line: str, text: str) -> None:
    assert play(f"0 white {line}\n1 white <begin>")[0]["text"] == text


def test_a_running_game_keeps_its_name() -> None:
    assert play(f"{MOVED}3 white Runde drei")[-1]["reason"] == "before game"


def test_the_start_tells_the_names() -> None:
    started = play("0 table Weiß heißt Anna\n1 white <begin>")[1]
    assert (started["event"], started["white"]) == ("GameStarted", "Anna")


# The next game.


@pytest.mark.parametrize(("word", "rematch"), [("neue Partie", False), ("Revanche", True)])
def test_after_the_end_the_next_game_is_asked_for(word: str, rematch: bool) -> None:
    ended = f"set white Anna\n{MOVED}3 black ich gebe auf\n4 black ja\n"
    begun = only(play(f"{ended}5 black {word}\n6 white <key>"), "GameStarted")
    assert len(begun) == 2
    assert begun[-1]["black" if rematch else "white"] == "Anna"


def test_a_script_goes_on_with_the_next_game() -> None:
    ended = f"set white Anna\n{MOVED}3 black ich gebe auf\n4 black ja\n"
    events = play(f"{ended}5 black Revanche\n9 white David vier\n11 white Uhr\n12 black David fünf")
    begun = only(events, "GameStarted")[-1]
    assert (begun["t"], begun["white"], begun["black"]) == (9, "", "Anna")  # with the first move
    after = events[events.index(begun) :]
    assert [event["uci"] for event in only(after, "MoveSpoken")] == ["d2d4", "d7d5"]
    assert only(after, "MoveCompleted")[0]["white"] == 605 - 2 + 5


def test_a_time_may_be_set_before_the_next_game() -> None:
    broken_off = f"{MOVED}3 black neue Partie\n4 black ja\n"
    told = play(f"{broken_off}5 white drei Minuten\n6 white ja\n7 white <key>\n8 white Eva vier")
    assert only(told, "GameStarted")[-1]["time_control"] == "3"
    assert told[-1]["event"] == "MoveSpoken"


def test_a_running_game_is_broken_off_first() -> None:
    events = play(f"{MOVED}3 black neue Partie\n4 black ja\n5 white <key>")
    assert [event["event"] for event in events[-3:]] == ["Question", "GameEnded", "GameStarted"]
    assert events[-3]["text"] == sentence("game.question.next game")
    assert events[-2]["result"] == "*"


def test_who_says_no_plays_on() -> None:
    events = play(f"{MOVED}3 black neue Partie\n4 black nein\n5 black Eva fünf\n6 black Uhr")
    assert moves(events) == ["e2e4", "e7e5"]
    assert not only(events, "GameEnded")


def test_a_game_that_has_not_begun_is_the_new_one() -> None:
    told = play("0 white neue Partie\n1 white <begin>")[0]
    assert told["text"] == sentence("answers.help.first move")


@pytest.mark.article("8.7")
def test_8_7_the_result_is_signed_before_the_next_game() -> None:
    ended = f"set mode competition\nset no-signatures no\n{MOVED}3 black ich gebe auf\n4 black ja\n"
    assert play(f"{ended}5 black Revanche")[-1]["reason"] == "sign first"
    signed = f"{ended}5 white ich unterschreibe\n6 black ich unterschreibe\n7 black Revanche"
    assert play(f"{signed}\n8 white <key>")[-1]["event"] == "GameStarted"


def test_a_rematch_changes_all_that_belongs_to_a_player() -> None:
    agreed = Conditions(
        white="Anna",
        black="Bernd",
        time_control="15",
        black_time_control="5",
        sheet_white=Keeping.OWN,
        sighted=(True,),
        deaf=(False,),
        event="Turnier",
    )
    changed = setup.conditions(agreed, rematch=True)
    assert (changed.white, changed.black) == ("Bernd", "Anna")
    assert (changed.time_control, changed.black_time_control) == ("5", "15")
    assert (changed.sheet_white, changed.sheet_black) == (Keeping.VOICE, Keeping.OWN)
    assert (changed.sighted, changed.deaf, changed.event) == ((False,), (True,), "Turnier")
    again = setup.conditions(changed, rematch=True)
    assert again == setup.conditions(agreed, rematch=False)


def test_with_one_time_control_both_keep_it() -> None:
    assert setup.conditions(Conditions(time_control="5+3"), rematch=True).time_control == "5+3"
