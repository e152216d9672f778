# SPDX-License-Identifier: GPL-3.0-or-later
"""9.1: when a draw may be offered, how long the offer lives, where it is noted."""

import chess
import pytest

from rules.offers import Line, in_time, lives_on, may_agree, noted_on


@pytest.mark.article("9.1.1")
@pytest.mark.parametrize(
    ("lowest", "white", "black", "allowed"),
    [(0, 0, 0, True), (30, 30, 29, False), (30, 30, 30, True), (None, 99, 99, False)],
)
def test_9_1_1_the_rules_of_the_event(
    lowest: int | None, white: int, black: int, allowed: bool
) -> None:
    assert may_agree(lowest, white, black) is allowed


@pytest.mark.article("9.1.2.1-a")
def test_9_1_2_1_offer_comes_between_move_and_press() -> None:
    assert in_time(announced=True)
    assert not in_time(announced=False)


@pytest.mark.article("9.1.2.2")
@pytest.mark.parametrize(
    ("on_move", "announced", "moved", "line"),
    [
        (chess.WHITE, True, True, Line.NEXT),
        (chess.WHITE, False, True, Line.NEXT),
        (chess.BLACK, False, True, Line.LAST),
        (chess.BLACK, False, False, Line.NEXT),
    ],
)
def test_9_1_2_2_whites_offer_is_noted_with_his_move(
    on_move: chess.Color, announced: bool, moved: bool, line: Line
) -> None:
    assert noted_on(chess.WHITE, on_move, announced, moved) is line


@pytest.mark.article("9.1.2.1-d")
def test_9_1_2_1_only_the_opponents_touch_rejects() -> None:
    assert lives_on(chess.WHITE, chess.WHITE)
    assert not lives_on(chess.WHITE, chess.BLACK)
