# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of every kind and what they score (Article 10, G.3, G.5)."""

from fractions import Fraction

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.results import (
    PLAYED,
    RESULTS,
    WIN,
    loss,
    not_played,
    pgn_tag,
    points,
    read_result,
    scoring,
    with_points,
)

COLOURS = st.sampled_from(chess.COLORS)


@pytest.mark.article("10.2")
def test_10_2_these_results_there_are_and_no_others() -> None:
    assert set(RESULTS) == {
        *("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-"),
    }
    for white, black in RESULTS.values():
        assert white + black <= WIN
        assert {white, black} <= {0, 1, 2}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", "1-0"),
        ("0:1", "0-1"),
        ("½-½", "1/2-1/2"),
        ("0,5 : 0,5", "1/2-1/2"),
        ("1/2 - 0", "1/2-0"),
        ("+:-", "+/-"),
        ("-/-", "-/-"),
        ("3/4-1/4", None),
        ("1-1", None),
        ("½-1", None),
        ("+/+", None),
        ("Remis", None),
        ("", None),
    ],
)
def test_result_in_any_usual_spelling(text: str, result: str | None) -> None:
    assert read_result(text) == result


@pytest.mark.article("10.2")
@given(result=st.sampled_from(sorted(PLAYED)), colour=COLOURS, halves=st.integers(-4, 4))
def test_10_2_no_penalty_makes_an_unknown_score(
    result: str, colour: chess.Color, halves: int
) -> None:
    """12.9.4, 12.9.5."""
    changed = with_points(result, colour, halves)
    place = 0 if colour == chess.WHITE else 1
    before, after = PLAYED[result], PLAYED[changed]
    assert sum(after) <= WIN
    assert after[1 - place] == before[1 - place]
    assert (after[place] - before[place]) * halves >= 0


def test_12_9_4_opponent_gets_at_most_what_remains() -> None:
    assert with_points("0-0", chess.WHITE, 2) == "1-0"
    assert with_points("1/2-0", chess.BLACK, 2) == "1/2-1/2"
    assert with_points("1-0", chess.BLACK, 1) == "1-0"
    assert with_points("+/-", chess.BLACK, 1) == "+/-"


def test_12_9_6_the_arbiter_gives_the_opponent_his_score() -> None:
    assert loss(chess.WHITE) == "0-1"
    assert loss(chess.BLACK, 1) == "1/2-0"
    assert loss(chess.WHITE, 0) == "0-0"


def test_6_7_who_was_not_there() -> None:
    assert not_played(True, False) == "+/-"
    assert not_played(False, True) == "-/+"
    assert not_played(False, False) == "-/-"
    with pytest.raises(ValueError, match="nobody"):
        not_played(True, True)


@pytest.mark.article("10.1", "G.5")
def test_g_5_three_points_for_a_win() -> None:
    three = scoring("3-1-0")
    whole = {
        "1-0": (3, 0),
        "1/2-1/2": (1, 1),
        "0-1/2": (0, 1),
        "-/-": (0, 0),
    }
    for result, (white, black) in whole.items():
        assert points(result, three) == (Fraction(white), Fraction(black))
    assert points("*", three) is None
    assert points("1/2-1/2") == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.article("10.1")
@pytest.mark.parametrize("text", ["3-1", "0-1-3", "1-1-0", "a-b-c", "", "1-0-0-0", "1/0-1-0"])
def test_10_1_what_is_no_scoring(text: str) -> None:
    with pytest.raises(ValueError):
        scoring(text)


@pytest.mark.article("G.3")
def test_g_3_pgn_knows_three_results() -> None:
    assert {pgn_tag(result) for result in RESULTS} == {"1-0", "0-1", "1/2-1/2", "*"}
    assert pgn_tag("+/-") == "1-0"
    assert pgn_tag("0-0") == "*"
