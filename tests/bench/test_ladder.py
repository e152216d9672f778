# SPDX-License-Identifier: GPL-3.0-or-later
"""What games between the levels tell of their distance."""

import pytest

from bench.opponents.ladder import Score


def test_as_many_wins_as_losses_are_no_distance() -> None:
    elo, low, high = Score(10, 20, 10).elo()
    assert elo == 0
    assert low == pytest.approx(-high)


def test_three_wins_prove_little() -> None:
    elo, low, high = Score(3, 0, 0).elo()
    assert low < 0
    assert elo == high == pytest.approx(920, abs=1)


def test_the_more_games_the_nearer_the_bounds() -> None:
    few, many = Score(15, 0, 5).elo(), Score(150, 0, 50).elo()
    assert few[0] == many[0] == pytest.approx(191, abs=1)
    assert few[1] < many[1] < many[0] < many[2] < few[2]
