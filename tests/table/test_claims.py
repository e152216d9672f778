# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw claims at the table (9.2 to 9.5), as scripts."""

from typing import Any

import pytest

from lab.script import parse, run

SHUFFLE = ("Sf3", "Sf6", "Sg1", "Sg8")


def play(script: str) -> list[dict[str, Any]]:
    return list(run(parse(script)))


def moves(count: int, start: int = 1) -> str:
    """``count`` knight moves to and fro, each pressed half a second later."""
    lines = []
    for ply in range(count):
        who = "black" if ply % 2 else "white"
        lines.append(f"{start + ply} {who} {SHUFFLE[ply % 4]}\n{start + ply}.5 {who} Uhr")
    return "\n".join(lines) + "\n"


def only(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == name]


@pytest.mark.article("9.2.1.2")
def test_9_2_1_2_the_third_occurrence_on_the_board() -> None:
    events = play(moves(8) + "20 white Remis reklamieren dreimalige Stellung\n21 white ja")
    assert [event["event"] for event in events[-3:]] == ["ClaimMade", "ClaimUpheld", "GameEnded"]
    assert events[-1]["article"] == "9.2.1.2"
    evidence = events[-2]["finding"]["evidence"]
    assert [place["ply"] for place in evidence] == [0, 4, 8]


@pytest.mark.article("9.2.1.1")
def test_9_2_1_1_third_occurrence_with_an_unplayed_named_move() -> None:
    events = play(
        moves(7)
        + "20 black Remis reklamieren dreimalige Stellung mit dem Zug Springer Gustav acht\n"
        + "21 black ja"
    )
    assert events[-1]["article"] == "9.2.1.1"
    assert len(only(events, "MoveMade")) == 7


@pytest.mark.article("9.1.2.3", "9.5.3")
def test_9_5_3_wrong_claim_gives_minutes_and_offers_draw() -> None:
    events = play(
        "set mode competition\nset time 90\n"
        + moves(2)
        + "5 white Remis reklamieren\n6 white ja\n7 black Remis angenommen\n8 black ja"
    )
    assert only(events, "ClaimRejected")[0]["bonus"] == 120
    adjusted = only(events, "TimeAdjusted")[0]
    assert adjusted["colour"] == "black"
    assert adjusted["remaining"] == 5400 - 1 + 120
    assert events[-1]["article"] == "5.2.3"  # 9.1.2.3


@pytest.mark.article("X.13")
def test_x_13_training_explains_wrong_claims_without_penalty() -> None:
    events = play("set time 90\n" + moves(2) + "5 white Remis reklamieren\n6 white ja")
    assert only(events, "ClaimRejected")[0]["bonus"] == 0
    assert only(events, "TimeAdjusted") == []


@pytest.mark.article("9.5.3")
def test_9_5_3_move_of_a_wrong_claim_must_follow() -> None:
    events = play(
        "1 white Remis reklamieren mit dem Zug Springer Felix drei\n2 white ja\n"
        "3 white Korrektur\n4 white Uhr"
    )
    assert only(events, "Refused")[0]["reason"] == "must move"
    assert [event["uci"] for event in only(events, "MoveMade")] == ["g1f3"]


@pytest.mark.article("9.4")
def test_9_4_nobody_claims_after_he_announced_a_move() -> None:
    events = play("1 white Sf3\n2 white Remis reklamieren")
    assert events[-1]["article"] == "9.4"


@pytest.mark.article("X.6")
def test_x_6_only_the_player_on_the_move_claims() -> None:
    events = play(moves(8) + "20 black Remis reklamieren")
    assert events[-1]["reason"] == "not on move"


def test_claim_with_illegal_move_is_refused() -> None:
    events = play("1 white Remis reklamieren mit dem Zug Turm Anna drei")
    assert events[-1]["event"] == "IllegalMove"
    assert events[-1]["illegality"]["article"] == "3.5"


def test_e_05_2_wrong_claim_in_2005_halves_the_time() -> None:
    events = play(
        "set mode competition\nset edition 2005\nset time 5\n0 white Remis reklamieren\n0 white ja"
    )
    assert {event["colour"]: event["remaining"] for event in only(events, "TimeAdjusted")} == {
        "black": 300 + 180,
        "white": 150,
    }


def test_9_3_fifty_moves_by_a_set_up_position() -> None:
    fen = "set fen 4k3/8/8/8/8/8/3R4/4K3 w - - 100 80\n"
    events = play(fen + "1 white Remis reklamieren fünfzig Züge\n2 white ja")
    assert events[-1]["article"] == "9.3.2"
