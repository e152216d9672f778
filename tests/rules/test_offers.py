# SPDX-License-Identifier: GPL-3.0-or-later
"""9.1: when a draw may be offered, how long the offer lives, where it is noted."""

import chess
import pytest

from rules.draws import may_agree, noted_with_next, offer_lives_on


@pytest.mark.article("9.1.1")
@pytest.mark.parametrize(
    ("lowest", "white", "black", "allowed"),
    [(0, 0, 0, True), (30, 30, 29, False), (30, 30, 30, True), (None, 99, 99, False)],
)
def test_9_1_1_the_rules_of_the_event(
    lowest: int | None, white: int, black: int, allowed: bool
) -> None:
    assert may_agree(lowest, white, black) is allowed


@pytest.mark.article("9.1.2.2")
@pytest.mark.parametrize(
    ("on_move", "announced", "moved", "with_next"),
    [
        (chess.WHITE, True, True, True),
        (chess.WHITE, False, True, True),
        (chess.BLACK, False, True, False),
        (chess.BLACK, False, False, True),
    ],
)
def test_9_1_2_2_whites_offer_is_noted_with_his_move(
    on_move: chess.Color, announced: bool, moved: bool, with_next: bool
) -> None:
    assert noted_with_next(chess.WHITE, on_move, announced, moved) is with_next


@pytest.mark.article("9.1.2.1-d")
def test_9_1_2_1_only_the_opponents_touch_rejects() -> None:
    assert offer_lives_on(chess.WHITE, chess.WHITE)
    assert not offer_lives_on(chess.WHITE, chess.BLACK)
