# SPDX-License-Identifier: GPL-3.0-or-later
"""The two displays (Article 6): who runs, what is charged, which flag falls when."""

import json

import chess
import pytest

from clock.clock import CREDIT_LIMIT, SECOND, Clock
from clock.control import TimeControl
from clock.events import (
    FlagFell,
    GamePaused,
    GameResumed,
    MoveCompleted,
    PeriodBegan,
    TimeAdjusted,
)

WHITE, BLACK = chess.WHITE, chess.BLACK


def seconds(value: float) -> int:
    return round(value * SECOND)


def new(white: str, black: str | None = None) -> Clock:
    return Clock.new(TimeControl.parse(white), TimeControl.parse(black) if black else None)


def shown(clock: Clock, now: float = 0) -> tuple[float, float]:
    at = seconds(now)
    return clock.remaining(WHITE, at) / SECOND, clock.remaining(BLACK, at) / SECOND


def test_6_6_white_starts_and_one_display_runs() -> None:
    clock = new("60").start(seconds(100))
    assert clock.running is WHITE
    assert shown(clock, 107) == (3593, 3600)


def test_6_3_2_an_increment_comes_before_each_move_also_the_first() -> None:
    clock = new("3+2")
    assert shown(clock) == (182, 182)
    clock = clock.start(0).press(WHITE, seconds(5))
    assert shown(clock, 5) == (179, 182)
    assert shown(clock, 8) == (179, 179)
    assert clock.moves(WHITE) == 1


def test_each_player_may_have_a_control_of_his_own() -> None:
    assert shown(new("5", "3+2")) == (300, 182)


def test_6_1_a_flag_falls_at_the_very_nanosecond_and_stays_fallen() -> None:
    clock = new("1").start(0)
    assert clock.deadline() == (seconds(60), WHITE)
    assert clock.settle(seconds(60) - 1)[1] == ()
    assert clock.flagged(seconds(60)) is WHITE
    clock, events = clock.settle(seconds(75))
    assert events == (FlagFell(seconds(60), WHITE),)
    assert clock.deadline() is None
    assert clock.settle(seconds(80)) == (clock, ())
    assert shown(clock, 80) == (0, 60)


def test_6_3_2_after_the_flag_of_the_last_period_nothing_is_added() -> None:
    clock = new("1+30").start(0).press(WHITE, seconds(95))
    assert shown(clock, 95) == (0, 90)
    assert clock.flagged(seconds(95)) is WHITE


def test_which_flag_fell_first_is_known() -> None:
    clock = new("1", "1").start(0).press(WHITE, seconds(59)).press(BLACK, seconds(120))
    clock, events = clock.settle(seconds(200))
    assert clock.flags == (FlagFell(seconds(119), BLACK), FlagFell(seconds(121), WHITE))
    assert clock.flagged(seconds(200)) is BLACK
    assert [event for event in events if isinstance(event, FlagFell)] == list(clock.flags)


def test_6_3_2_the_next_period_is_added_when_its_moves_are_completed() -> None:
    clock = new("2/100+10,50+20").start(0).press(WHITE, seconds(30)).press(BLACK, seconds(31))
    assert clock.moves_to_control(WHITE) == 1
    clock = clock.press(WHITE, seconds(41))
    # 110 - 30 + 10 - 10, and 50 with 20 for the third move
    assert shown(clock, 41)[0] == 150
    assert clock.moves_to_control(WHITE) is None
    assert PeriodBegan(seconds(41), WHITE, 2) in clock.settle(seconds(41))[1]


def test_6_4_at_zero_the_next_period_begins_only_if_the_moves_are_completed() -> None:
    clock = new("1/100,50@0").start(0).press(WHITE, seconds(30)).press(BLACK, seconds(40))
    assert shown(clock, 40) == (70, 90)
    assert clock.deadline() == (seconds(110), WHITE)
    clock, events = clock.settle(seconds(115))
    assert PeriodBegan(seconds(110), WHITE, 2) in events
    assert shown(clock, 115) == (45, 90)
    late = new("1/100,50@0").start(0)
    assert late.settle(seconds(101))[1] == (FlagFell(seconds(100), WHITE),)


def test_6_3_2_a_delay_runs_before_the_main_time() -> None:
    clock = new("5d3").start(0)
    assert shown(clock, 3) == (300, 300)
    assert shown(clock, 4) == (299, 300)
    assert shown(clock.press(WHITE, seconds(2)), 2) == (300, 300)
    assert clock.deadline() == (seconds(303), WHITE)


def test_bronstein_gives_back_what_was_spent_up_to_its_limit() -> None:
    clock = new("5b3").start(0)
    assert shown(clock) == (303, 303)
    assert shown(clock, 2) == (301, 303)
    assert shown(clock.press(WHITE, seconds(2)), 2) == (303, 303)
    assert shown(clock.press(WHITE, seconds(10)), 10) == (296, 303)
    assert clock.deadline() == (seconds(303), WHITE)


def test_pressing_a_clock_that_does_not_run_changes_nothing() -> None:
    clock = new("5+3")
    assert clock.press(WHITE, 1) is clock
    running = clock.start(0)
    assert running.press(BLACK, 1) is running


def test_6_11_a_pause_keeps_both_displays_to_the_nanosecond() -> None:
    clock = new("5d3").start(0).pause(1_234_567_891, "piece missing")
    assert clock.running is None
    assert shown(clock, 1000) == (300, 300)
    clock = clock.resume(seconds(1000))
    assert clock.deadline() == (seconds(1303) - 1_234_567_891, WHITE)
    assert clock.settle(seconds(1000))[1] == (
        GamePaused(1_234_567_891, seconds(300), seconds(300), "piece missing"),
        GameResumed(seconds(1000), seconds(300), seconds(300)),
    )


def test_time_stops_when_the_player_has_finished_speaking() -> None:
    clock = new("5").start(0).press(WHITE, seconds(12), spoken_until=seconds(10))
    assert shown(clock, 12) == (290, 300)
    assert clock.settle(seconds(12))[1] == (
        MoveCompleted(seconds(12), WHITE, seconds(290), seconds(300), credit=seconds(2)),
    )


def test_the_credit_is_bounded() -> None:
    clock = new("5").start(0).press(WHITE, seconds(100), spoken_until=seconds(1))
    assert clock.remaining(WHITE, seconds(100)) == seconds(200) + CREDIT_LIMIT


def test_a_move_spoken_before_the_flag_and_understood_after_it_is_in_time() -> None:
    clock = new("1").start(0).press(WHITE, seconds(60.5), spoken_until=seconds(59.5))
    assert shown(clock, 60.5) == (0.5, 60)
    assert clock.flagged(seconds(60.5)) is None


def test_time_taken_by_the_program_is_given_back_and_shown() -> None:
    clock = new("5").start(0).credit(WHITE, seconds(3), seconds(20))
    assert shown(clock, 20) == (283, 300)
    clock = clock.press(WHITE, seconds(22), spoken_until=seconds(21))
    assert clock.untold == (
        MoveCompleted(seconds(22), WHITE, seconds(282), seconds(300), credit=seconds(4)),
    )


def test_a_credit_never_gives_more_than_the_move_has_cost() -> None:
    clock = new("5").start(0).credit(WHITE, seconds(3), seconds(1))
    assert shown(clock, 1) == (300, 300)


@pytest.mark.parametrize("control", ["5", "5+3", "5d3", "5b3"])
def test_6_10_the_arbiter_sets_a_running_display(control: str) -> None:
    clock = new(control).start(0).adjust(WHITE, seconds(120), seconds(10))
    assert shown(clock, 10)[0] == 120
    assert shown(clock, 15)[0] == 115
    assert clock.untold == (TimeAdjusted(seconds(10), WHITE, seconds(120)),)


def test_6_10_a_display_set_above_zero_raises_the_flag() -> None:
    clock = new("1").start(0).adjust(WHITE, seconds(30), seconds(70))
    assert clock.flagged(seconds(99)) is None
    assert clock.flagged(seconds(100)) is WHITE


def test_x_7_a_penalty_never_makes_a_negative_display() -> None:
    clock = new("1").adjust(BLACK, -seconds(60), 0)
    assert shown(clock) == (60, 0)
    assert clock.start(0, BLACK).flagged(0) is BLACK


def test_a_saved_clock_is_restored_paused_and_charges_nobody_in_between() -> None:
    clock = new("40/5400+30,1800+30@0", "5b3").start(0).press(WHITE, seconds(7))
    clock = clock.settle(seconds(8))[0]
    saved = json.loads(json.dumps(clock.to_json(seconds(9))))
    restored = Clock.from_json(saved)
    assert restored.running is None
    assert shown(restored, 500) == shown(clock, 9)
    restored = restored.resume(seconds(500))
    assert restored.running is BLACK
    assert shown(restored, 501) == shown(clock, 10)


def test_at_the_end_both_clocks_stand() -> None:
    clock = new("5").start(0).stop(seconds(10))
    assert clock.running is None
    assert clock.resume(seconds(20)) == clock
    assert shown(clock, 30) == (290, 300)
