# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program says beside its moves, and how long it takes for them."""

import random
import statistics
from typing import Any

import chess
import pytest

from opponents import human

LONG: dict[str, Any] = {"left": 5400, "extra": 30}


@pytest.mark.parametrize(
    ("value", "ply", "elo", "takes"),
    [
        (0, 6, 1000, False),  # nobody makes peace after three moves
        (-200, 6, 1000, True),
        (0, 40, 1000, True),
        (25, 40, 1000, True),
        (25, 40, 2400, False),  # who is strong plays on
        (150, 40, 1000, False),
        (-400, 40, 3000, True),
        (40, 40, 0, False),  # as it can
    ],
)
def test_a_draw_is_taken_by_value_and_level(value: int, ply: int, elo: int, takes: bool) -> None:
    assert human.takes_draw(value, ply, elo) is takes


@pytest.mark.parametrize(
    ("values", "elo", "resigns"),
    [
        ((-1600, -1600, -1600), 800, True),
        ((-1000, -1000, -1000), 800, False),  # beginners play on
        ((-1000, -1000, -1000), 1600, True),
        ((-800, -800, -800), 0, True),
        ((-1000, -1000), 1600, False),
        ((-1000, -100, -1000), 1600, False),
        ((-99_990, -99_992, -99_995), 1000, True),
        ((), 2000, False),
    ],
)
def test_it_resigns_after_three_lost_moves(
    values: tuple[int, ...], elo: int, resigns: bool
) -> None:
    assert human.resigns(values, elo) is resigns


def average(elo: int, *, played: str = "", **time: Any) -> float:
    board = chess.Board()
    for san in (played or "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7").split():
        board.push_san(san)
    taken = [human.seconds(board, elo, random.Random(seed), **time) for seed in range(50)]
    return sum(taken) / len(taken)


def test_stronger_players_think_longer_and_nobody_answers_at_once() -> None:
    beginner, club, master = (average(elo, **LONG) for elo in (600, 1400, 2400))
    assert 0.8 <= beginner < club < master


def test_at_home_a_move_takes_two_seconds_at_the_most_in_the_middle() -> None:
    """At 90+30 a beginner's level took six seconds, and up to 37."""
    board, random_ = chess.Board(), random.Random(5)
    taken = []
    while not board.is_game_over() and board.ply() < 80:
        taken.append(human.quickly(board, random_))
        board.push(random_.choice(list(board.legal_moves)))
    assert min(taken) >= 0.8
    assert statistics.median(taken) <= 2
    assert max(taken) < 8


def test_without_a_hurry_nobody_waits_for_minutes() -> None:
    board = chess.Board()
    day, rapid = {"left": 24 * 3600}, {"left": 15 * 60, "extra": 10}
    for seed in range(20):
        taken = [human.seconds(board, 1400, random.Random(seed), **time) for time in (day, rapid)]
        assert taken[0] == taken[1]


def test_who_has_less_time_is_faster() -> None:
    assert average(1400, left=300, extra=3) < average(1400, **LONG) / 5
    assert average(1400, left=300) < average(1400, left=300, extra=10)
    assert average(1400, left=600, moves=5) > average(1400, left=600, moves=40)


@pytest.mark.parametrize("left", [0.05, 1, 5, 60, 5400])
def test_no_move_takes_more_than_a_part_of_the_time(left: float) -> None:
    board = chess.Board()
    for seed in range(50):
        taken = human.seconds(board, 3000, random.Random(seed), left=left, moves=1)
        assert 0 < taken <= left / 12


def test_a_forced_move_takes_little() -> None:
    forced = chess.Board("7k/8/8/8/8/8/6q1/7K w - - 0 30")
    assert forced.legal_moves.count() == 1
    one = human.seconds(forced, 1400, random.Random(1), **LONG)
    assert one < human.seconds(
        chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"), 1400, random.Random(1), **LONG
    )
