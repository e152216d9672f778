# SPDX-License-Identifier: GPL-3.0-or-later
"""The two displays (Article 6): who runs, what is charged, which flag falls when."""

import chess
import pytest

from clock.clock import CREDIT_LIMIT, SECOND, Clock
from clock.control import TimeControl
from clock.events import (
    ControlChanged,
    FlagFell,
    GamePaused,
    GameResumed,
    MoveCompleted,
    MovesAdjusted,
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


@pytest.mark.article("6.1", "6.6")
def test_6_6_white_starts_and_one_display_runs() -> None:
    clock = new("60").start(seconds(100))
    assert clock.running is WHITE
    assert shown(clock, 107) == (3593, 3600)


@pytest.mark.article("6.3.2-c", "G.1")
def test_6_3_2_increment_precedes_the_first_move_too() -> None:
    clock = new("3+2")
    assert shown(clock) == (182, 182)
    clock = clock.start(0).press(WHITE, seconds(5))
    assert shown(clock, 5) == (179, 182)
    assert shown(clock, 8) == (179, 179)
    assert clock.moves(WHITE) == 1


def test_each_player_may_have_another_control() -> None:
    assert shown(new("5", "3+2")) == (300, 182)


@pytest.mark.article("6.1")
def test_6_1_flag_falls_on_its_nanosecond() -> None:
    clock = new("1").start(0)
    assert clock.deadline() == (seconds(60), WHITE)
    assert clock.settle(seconds(60) - 1)[1] == ()
    assert clock.flagged(seconds(60)) is WHITE
    clock, events = clock.settle(seconds(75))
    assert events == (FlagFell(seconds(60), WHITE),)
    assert clock.deadline() is None
    assert clock.settle(seconds(80)) == (clock, ())
    assert shown(clock, 80) == (0, 60)


@pytest.mark.article("6.3.2-c")
def test_6_3_2_last_periods_flag_adds_nothing() -> None:
    clock = new("1+30").start(0).press(WHITE, seconds(95))
    assert shown(clock, 95) == (0, 90)
    assert clock.flagged(seconds(95)) is WHITE


def test_which_flag_fell_first_is_known() -> None:
    clock = new("1", "1").start(0).press(WHITE, seconds(59)).press(BLACK, seconds(120))
    clock, events = clock.settle(seconds(200))
    assert clock.flags == (FlagFell(seconds(119), BLACK), FlagFell(seconds(121), WHITE))
    assert clock.flagged(seconds(200)) is BLACK
    assert [event for event in events if isinstance(event, FlagFell)] == list(clock.flags)


def test_6_3_2_completed_moves_add_the_next_period() -> None:
    clock = new("2/100+10,50+20").start(0).press(WHITE, seconds(30)).press(BLACK, seconds(31))
    assert clock.moves_to_control(WHITE) == 1
    clock = clock.press(WHITE, seconds(41))
    # 110 - 30 + 10 - 10, and 50 with 20 for the third move
    assert shown(clock, 41)[0] == 150
    assert clock.moves_to_control(WHITE) is None
    assert PeriodBegan(seconds(41), WHITE, 2) in clock.settle(seconds(41))[1]


@pytest.mark.article("6.4")
def test_6_4_next_period_begins_only_with_moves_completed() -> None:
    clock = new("1/100,50@0").start(0).press(WHITE, seconds(30)).press(BLACK, seconds(40))
    assert shown(clock, 40) == (70, 90)
    assert clock.deadline() == (seconds(110), WHITE)
    clock, events = clock.settle(seconds(115))
    assert PeriodBegan(seconds(110), WHITE, 2) in events
    assert shown(clock, 115) == (45, 90)
    late = new("1/100,50@0").start(0)
    assert late.settle(seconds(101))[1] == (FlagFell(seconds(100), WHITE),)


@pytest.mark.article("6.3.2-b")
def test_6_3_2_a_delay_runs_before_the_main_time() -> None:
    clock = new("5d3").start(0)
    assert shown(clock, 3) == (300, 300)
    assert shown(clock, 4) == (299, 300)
    assert shown(clock.press(WHITE, seconds(2)), 2) == (300, 300)
    assert clock.deadline() == (seconds(303), WHITE)


def test_bronstein_returns_time_spent_up_to_limit() -> None:
    clock = new("5b3").start(0)
    assert shown(clock) == (303, 303)
    assert shown(clock, 2) == (301, 303)
    assert shown(clock.press(WHITE, seconds(2)), 2) == (303, 303)
    assert shown(clock.press(WHITE, seconds(10)), 10) == (296, 303)
    assert clock.deadline() == (seconds(303), WHITE)


@pytest.mark.article("G.6")
def test_press_of_a_stopped_clock_changes_nothing() -> None:
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


@pytest.mark.parametrize("control", ["5", "5+3", "5d3", "5b3"])
def test_what_is_known_after_a_pause_may_have_ended_the_game_before_it(control: str) -> None:
    began = new(control).start(0)
    ended = began.stop(seconds(10))
    paused = began.pause(seconds(12)).resume(seconds(50)).pause(seconds(51))
    for later in (paused, paused.resume(seconds(90))):
        assert shown(later.stop(seconds(10)), 99) == shown(ended, 99)
        assert shown(later.stop(seconds(50)), 99) == shown(began.stop(seconds(12)), 99)
        assert later.stop(seconds(10)).stop(seconds(10)) == later.stop(seconds(10))


def test_a_display_that_was_set_in_a_pause_stays_as_it_was_set() -> None:
    paused = new("5").start(0).pause(seconds(12)).adjust(WHITE, seconds(100), seconds(20))
    assert shown(paused.resume(seconds(30)).stop(seconds(10)), 99) == (100, 300)


def test_no_end_before_a_pause_raises_a_flag_that_fell_before_it() -> None:
    clock = new("1").start(0).settle(seconds(60))[0].pause(seconds(61)).stop(seconds(10))
    assert shown(clock, 99) == (0, 60)
    assert clock.flagged(seconds(99)) is WHITE


def test_a_move_after_the_pause_has_stops_of_its_own() -> None:
    clock = new("5").start(0).pause(seconds(12)).resume(seconds(20)).press(WHITE, seconds(25))
    assert shown(clock.stop(seconds(30)), 99) == (283, 295)
    assert shown(clock.stop(seconds(10)), 99) == (283, 300)


def test_time_stops_when_speech_ends() -> None:
    clock = new("5").start(0).press(WHITE, seconds(12), spoken_until=seconds(10))
    assert shown(clock, 12) == (290, 300)
    assert clock.settle(seconds(12))[1] == (
        MoveCompleted(seconds(12), WHITE, seconds(290), seconds(300), credit=seconds(2)),
    )


def test_the_credit_is_bounded() -> None:
    clock = new("5").start(0).press(WHITE, seconds(100), spoken_until=seconds(1))
    assert clock.remaining(WHITE, seconds(100)) == seconds(200) + CREDIT_LIMIT


def test_move_spoken_before_the_flag_counts() -> None:
    clock = new("1").start(0).press(WHITE, seconds(60.5), spoken_until=seconds(59.5))
    assert shown(clock, 60.5) == (0.5, 60)
    assert clock.flagged(seconds(60.5)) is None


def test_time_taken_by_the_program_is_returned() -> None:
    clock = new("5").start(0).credit(WHITE, seconds(3), seconds(20))
    assert shown(clock, 20) == (283, 300)
    clock = clock.press(WHITE, seconds(22), spoken_until=seconds(21))
    assert clock.pending == (
        MoveCompleted(seconds(22), WHITE, seconds(282), seconds(300), credit=seconds(4)),
    )


def test_credit_never_exceeds_what_the_move_cost() -> None:
    clock = new("5").start(0).credit(WHITE, seconds(3), seconds(1))
    assert shown(clock, 1) == (300, 300)
    assert clock.deadline() == (seconds(301), WHITE)


def test_each_move_has_its_own_credit() -> None:
    clock = new("5").start(0).credit(WHITE, CREDIT_LIMIT, seconds(20))
    clock = clock.press(WHITE, seconds(20)).press(BLACK, seconds(20))
    clock = clock.press(WHITE, seconds(50), spoken_until=seconds(40))
    assert shown(clock, 50) == (300 - 10 - 20, 300)
    assert [event.credit for event in clock.pending if isinstance(event, MoveCompleted)] == [
        CREDIT_LIMIT,
        0,
        seconds(10),
    ]


def test_no_credit_raises_a_fallen_flag() -> None:
    clock = new("1").start(0).credit(WHITE, seconds(5), seconds(61))
    assert shown(clock, 61) == (0, 60)
    assert clock.flagged(seconds(61)) is WHITE


@pytest.mark.parametrize("control", ["5", "5+3", "5d3", "5b3"])
def test_6_10_the_arbiter_sets_a_running_display(control: str) -> None:
    clock = new(control).start(0).adjust(WHITE, seconds(120), seconds(10))
    assert shown(clock, 10)[0] == 120
    assert shown(clock, 15)[0] == 115
    assert clock.pending == (TimeAdjusted(seconds(10), WHITE, seconds(120)),)


def test_6_10_a_display_set_above_zero_raises_the_flag() -> None:
    clock = new("1").start(0).adjust(WHITE, seconds(30), seconds(70))
    assert clock.flagged(seconds(99)) is None
    assert clock.flagged(seconds(100)) is WHITE


@pytest.mark.article("X.7")
def test_x_7_a_penalty_never_makes_a_negative_display() -> None:
    clock = new("1").adjust(BLACK, -seconds(60), 0)
    assert shown(clock) == (60, 0)
    assert clock.start(0, BLACK).flagged(0) is BLACK


def test_at_the_end_both_clocks_stand() -> None:
    clock = new("5").start(0).stop(seconds(10))
    assert clock.running is None
    assert clock.resume(seconds(20)) == clock
    assert shown(clock, 30) == (290, 300)


@pytest.mark.article("6.2.2")
def test_6_2_2_late_press_counts_until_then() -> None:
    """Black has replied on the board, White presses only now: Black's clock starts only now."""
    clock = new("5").start(0).press(WHITE, seconds(40))
    assert shown(clock, 40) == (260, 300)
    clock = clock.press(BLACK, seconds(40))
    assert clock.running is WHITE
    assert (clock.moves(WHITE), clock.moves(BLACK)) == (1, 1)


@pytest.mark.article("6.2.1.1")
def test_6_2_1_1_move_ending_the_game_needs_no_press() -> None:
    clock = new("5").start(0).complete(WHITE, seconds(10)).stop(seconds(10))
    assert clock.moves(WHITE) == 1
    assert clock.running is None
    assert clock.settle(seconds(10))[1] == (
        MoveCompleted(seconds(10), WHITE, seconds(290), seconds(300)),
    )


@pytest.mark.article("6.2.1.2", "G.6")
def test_6_2_1_2_next_move_completes_the_one_before() -> None:
    clock = new("5+3").start(0).complete(WHITE, seconds(10))
    assert clock.running is WHITE
    assert clock.moves(WHITE) == 1
    assert shown(clock, 10) == (296, 303)
    assert shown(clock, 12) == (294, 303)


def test_completing_for_the_waiting_side_changes_nothing() -> None:
    clock = new("5").start(0).complete(BLACK, seconds(10))
    assert clock.moves(BLACK) == 1
    assert clock.deadline() == (seconds(300), WHITE)


@pytest.mark.article("6.4")
def test_6_4_last_move_uncompleted_at_the_flag_fails() -> None:
    clock = new("1/60,60").start(0)
    assert clock.press(WHITE, seconds(60) - 1).flagged(seconds(60)) is None
    assert clock.press(WHITE, seconds(60)).flagged(seconds(60)) is WHITE


@pytest.mark.article("6.3.2-a")
def test_6_3_2_30_periods_of_30_minutes_keep_the_rest() -> None:
    clock = new("1/1800,1/1800,1800").start(0)
    clock = clock.press(WHITE, seconds(100)).press(BLACK, seconds(100))
    assert shown(clock, 100)[0] == 2 * 1800 - 100
    clock = clock.press(WHITE, seconds(150))
    assert shown(clock, 150)[0] == 3 * 1800 - 150
    periods = [event for event in clock.pending if isinstance(event, PeriodBegan)]
    assert [(event.colour, event.period) for event in periods] == [
        (WHITE, 2),
        (BLACK, 2),
        (WHITE, 3),
    ]


def test_a_repeated_period_comes_again_and_again() -> None:
    clock = new("1/60").start(0)
    for second in range(5):
        clock = clock.press(WHITE, seconds(second)).press(BLACK, seconds(second))
    assert shown(clock, 4) == (6 * 60 - 4, 6 * 60)
    assert clock.moves_to_control(WHITE) == 1


def test_extra_time_is_that_of_next_period() -> None:
    """The World Championship of 2021 had increments only in its last period."""
    clock = new("1/60,60+30").start(0)
    assert shown(clock) == (60, 60)
    assert shown(clock.press(WHITE, 0)) == (150, 60)


@pytest.mark.parametrize(
    ("text", "moves", "left"),
    [
        ("90+30", 3, None),
        ("40/5400,1800", 0, 40),
        ("40/5400,1800", 39, 1),
        ("40/5400,1800", 40, None),
        ("40/5400,1800@0", 43, None),
        ("40/5400,20/1800,900@0", 43, 17),
        ("40/5400,20/1800", 61, 19),
    ],
)
def test_moves_to_the_next_control_are_counted(text: str, moves: int, left: int | None) -> None:
    assert new(text).adjust_moves(WHITE, moves, 0).moves_to_control(WHITE) == left


def test_average_per_move_counts_extra_time() -> None:
    clock = new("4/100+10,50").start(0)
    assert clock.average_per_move(WHITE, 0) == seconds((110 + 3 * 10) / 4)
    assert clock.average_per_move(WHITE, seconds(20)) == seconds((90 + 3 * 10) / 4)
    assert clock.average_per_move(WHITE, seconds(200)) == 0
    assert new("4/100d10").average_per_move(WHITE, 0) == seconds(35)
    assert new("4/100b10").average_per_move(WHITE, 0) == seconds(35)
    assert new("90+30").average_per_move(WHITE, 0) is None


def test_delay_is_shown_beside_the_main_time() -> None:
    clock = new("5d3", "5b3").start(0)
    assert clock.delay_left(WHITE, seconds(1)) == seconds(2)
    assert clock.delay_left(WHITE, seconds(4)) == 0
    assert clock.delay_left(BLACK, seconds(4)) == 0


@pytest.mark.article("III.1")
def test_iii_1_the_quickplay_finish_is_the_last_period() -> None:
    clock = new("1/60,60").start(0)
    assert not clock.in_last_period(WHITE)
    clock = clock.press(WHITE, 0)
    assert clock.in_last_period(WHITE)
    assert not clock.in_last_period(BLACK)


@pytest.mark.article("III.4")
def test_iii_4_increment_gives_the_opponent_two_minutes() -> None:
    """White on the move with less than two minutes asks for 5 seconds a move."""
    clock = new("5").start(0)
    now = seconds(200)
    with_increment = TimeControl.parse("5+5")
    clock = clock.install(WHITE, with_increment, now).install(BLACK, with_increment, now)
    clock = clock.adjust(BLACK, clock.remaining(BLACK, now) + seconds(120), now)
    assert shown(clock, 200) == (100, 420)
    clock = clock.press(WHITE, seconds(210))
    assert shown(clock, 210) == (95, 420)
    assert shown(clock.press(BLACK, seconds(220)), 220) == (95, 415)
    assert clock.pending[:2] == (
        ControlChanged(now, WHITE, "5+5"),
        ControlChanged(now, BLACK, "5+5"),
    )


@pytest.mark.article("6.10.2")
def test_6_10_2_counter_is_set_and_displays_stay() -> None:
    clock = new("2/100,50").start(0)
    clock = clock.press(WHITE, seconds(10)).press(BLACK, seconds(20)).press(WHITE, seconds(30))
    assert shown(clock, 30) == (130, 90)
    clock = clock.settle(seconds(30))[0].adjust_moves(WHITE, 1, seconds(35))
    assert shown(clock, 35) == (130, 85)
    assert clock.moves_to_control(WHITE) == 1
    assert clock.pending == (MovesAdjusted(seconds(35), WHITE, 1),)


@pytest.mark.article("6.10.2")
def test_6_10_2_counter_past_the_control_adds_no_time() -> None:
    clock = new("2/100,50@0").start(0).adjust_moves(WHITE, 2, 0)
    assert clock.deadline() == (seconds(100), WHITE)
    clock, events = clock.settle(seconds(100))
    assert PeriodBegan(seconds(100), WHITE, 2) in events
    assert shown(clock, 100) == (50, 100)


@pytest.mark.article("7.5.1")
def test_7_5_1_takeback_over_a_control_undoes_the_control() -> None:
    """The arbiter restores move 2 after it had brought the next period (at zero)."""
    clock = new("2/100,50@0").start(0)
    clock = clock.press(WHITE, 0).press(BLACK, 0).press(WHITE, 0).press(BLACK, 0)
    clock = clock.settle(seconds(110))[0]
    assert clock.white.period == 1
    clock = clock.adjust_moves(WHITE, 1, seconds(110)).adjust(WHITE, seconds(5), seconds(110))
    assert clock.flagged(seconds(115)) is WHITE
    again = clock.press(WHITE, seconds(112)).press(BLACK, seconds(113))
    assert again.flagged(seconds(117)) is None  # move 2 brings the next period once more
    assert shown(again, 117) == (49, 99)


@pytest.mark.article("X.7")
def test_x_7_penalty_stops_a_running_display_at_zero() -> None:
    clock = new("1").start(0)
    clock = clock.adjust(WHITE, clock.remaining(WHITE, seconds(30)) - seconds(120), seconds(30))
    assert shown(clock, 40) == (0, 60)
    assert clock.settle(seconds(40))[0].flags == (FlagFell(seconds(30), WHITE),)


def test_later_words_raise_no_noticed_flag() -> None:
    clock = new("1").start(0).settle(seconds(61))[0]
    clock = clock.press(WHITE, seconds(62), spoken_until=seconds(59))
    assert clock.flagged(seconds(62)) is WHITE
    assert clock.pending == (MoveCompleted(seconds(62), WHITE, 0, seconds(60), credit=0),)


def test_early_words_are_charged_from_the_start() -> None:
    clock = new("5").start(seconds(10)).press(WHITE, seconds(12), spoken_until=seconds(9))
    assert shown(clock, 12) == (300, 300)
    assert clock.pending == (
        MoveCompleted(seconds(12), WHITE, seconds(300), seconds(300), credit=seconds(2)),
    )


def test_credit_of_one_move_is_bounded() -> None:
    clock = (
        new("5")
        .start(0)
        .credit(WHITE, seconds(8), seconds(50))
        .credit(WHITE, seconds(8), seconds(50))
    )
    assert clock.remaining(WHITE, seconds(50)) == seconds(250) + CREDIT_LIMIT
    clock = clock.press(WHITE, seconds(60), spoken_until=seconds(55))
    assert clock.remaining(WHITE, seconds(60)) == seconds(240) + CREDIT_LIMIT


def test_time_before_the_last_event_gains_nothing() -> None:
    """A late input with an old time does not turn the clock back."""
    clock = new("5").start(seconds(100))
    assert shown(clock, 90) == (300, 300)
    assert shown(clock.press(WHITE, seconds(90)), 100) == (300, 300)
    clock = clock.pause(seconds(110)).resume(seconds(200))
    assert shown(clock, 195) == (290, 300)


@pytest.mark.article("6.3.2-c")
@pytest.mark.parametrize("control", ["0b5", "0d5", "0+5"])
def test_6_3_2_each_move_may_have_all_the_time_there_is(control: str) -> None:
    """No base time: the flag falls when the time of the move is over."""
    clock = new(control).start(0)
    assert clock.deadline() == (seconds(5), WHITE)
    clock = clock.press(WHITE, seconds(4))
    assert clock.deadline() == (seconds(9), BLACK)
    clock = clock.press(BLACK, seconds(6))
    assert clock.deadline() == (seconds({"+": 12}.get(control[1], 11)), WHITE)
