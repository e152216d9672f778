# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls: their text form both ways, and the refusal of what nobody can play (6.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import BadTimeControl, ExtraTime, Period, Problem, TimeControl

READ = [
    ("90+30", (Period(5400, extra=30),)),
    ("15+10", (Period(900, extra=10),)),
    ("3+2", (Period(180, extra=2),)),
    ("60", (Period(3600),)),
    ("5d3", (Period(300, extra=3, kind=ExtraTime.DELAY),)),
    ("25b10", (Period(1500, extra=10, kind=ExtraTime.BRONSTEIN),)),
    ("40/5400+30,1800+30", (Period(5400, 40, 30), Period(1800, None, 30))),
    ("40/7200,20/3600,900+30", (Period(7200, 40), Period(3600, 20), Period(900, None, 30))),
    ("40/5400", (Period(5400, 40),)),
    ("5400+30", (Period(5400, extra=30),)),
    ("299", (Period(299 * 60),)),
    ("300+3", (Period(300, extra=3),)),
    ("30s+1", (Period(30, extra=1),)),
    ("40/90m+30,30m+30", (Period(5400, 40, 30), Period(1800, None, 30))),
    ("2h", (Period(7200),)),
    (" 90 + 30 ", (Period(5400, extra=30),)),
    ("15+10S", (Period(900, extra=10),)),
]


@pytest.mark.parametrize(("text", "periods"), READ)
def test_a_control_is_read_from_text(text: str, periods: tuple[Period, ...]) -> None:
    assert TimeControl.parse(text).periods == periods


@pytest.mark.parametrize(
    "text",
    ["90+30", "60", "5d3", "25b10", "30s+1", "40/5400+30,1800+30", "40/7200", "40/5400,1800@0"],
)
def test_control_is_written_as_it_was_read(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


def test_next_period_comes_by_move_number() -> None:
    assert not TimeControl.parse("40/5400,1800").at_zero
    assert TimeControl.parse("40/5400,1800@0").at_zero


REFUSED = [
    ("", Problem.EMPTY),
    ("   ", Problem.EMPTY),
    ("-5+3", Problem.NEGATIVE),
    ("5+-3", Problem.NEGATIVE),
    ("40/-5400", Problem.NEGATIVE),
    ("0", Problem.NO_TIME),
    ("0b0", Problem.NO_TIME),
    ("40/5400,0", Problem.NO_TIME),
    ("abc", Problem.UNREADABLE),
    ("90x30", Problem.UNREADABLE),
    ("90+", Problem.UNREADABLE),
    ("+30", Problem.UNREADABLE),
    ("90,", Problem.UNREADABLE),
    ("1.5+1", Problem.UNREADABLE),
    ("\u0663+2", Problem.UNREADABLE),
    ("31536000", Problem.TOO_LONG),
    ("525600", Problem.TOO_LONG),
    ("25h", Problem.TOO_LONG),
    ("9" * 5000, Problem.TOO_LONG),
    ("3+9999", Problem.EXTRA_TOO_LONG),
    ("0/5400,1800", Problem.NO_MOVES),
    ("501/5400,1800", Problem.NO_MOVES),
    ("5400,1800", Problem.MOVES_MISSING),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_bad_control_is_refused_with_an_example(text: str, problem: Problem) -> None:
    with pytest.raises(BadTimeControl) as refusal:
        TimeControl.parse(text)
    assert refusal.value.problem is problem
    assert problem.value in str(refusal.value)
    assert refusal.value.example in str(refusal.value)
    TimeControl.parse(refusal.value.example)


def test_a_last_period_of_moves_repeats() -> None:
    control = TimeControl.parse("40/7200,20/3600")
    assert [control.moves_due(index) for index in range(4)] == [40, 60, 80, 100]
    assert control.period(3) == Period(3600, 20)


def test_last_period_of_all_moves_is_uncontrolled() -> None:
    control = TimeControl.parse("40/7200,3600")
    assert [control.moves_due(index) for index in range(2)] == [40, None]


PERIODS = st.builds(
    Period,
    base=st.integers(1, 86400),
    moves=st.integers(1, 500),
    extra=st.integers(0, 600),
    kind=st.sampled_from(ExtraTime),
)
CONTROLS = st.builds(
    lambda timed, last, at_zero: TimeControl((*timed, last), at_zero),
    st.lists(PERIODS, max_size=3),
    st.builds(
        Period,
        base=st.integers(1, 86400),
        moves=st.none() | st.integers(1, 500),
        extra=st.integers(0, 600),
        kind=st.sampled_from(ExtraTime),
    ),
    st.booleans(),
)


@given(CONTROLS)
def test_every_control_survives_its_text(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@given(st.text(max_size=30) | st.from_regex(r"[0-9/+,dbsmh@-]{0,15}", fullmatch=True))
def test_any_text_is_a_control_or_refused(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except BadTimeControl as refusal:
        assert refusal.problem in Problem
        assert len(str(refusal).splitlines()) == 1
        assert len(str(refusal)) < 150
    else:
        assert TimeControl.parse(str(control)) == control


def test_a_control_is_built_from_its_periods() -> None:
    """As it is said: forty moves in ninety minutes, then thirty, thirty seconds a move."""
    periods = (Period(90 * 60, moves=40, extra=30), Period(30 * 60, extra=30))
    assert str(TimeControl(periods)) == "40/5400+30,1800+30"
    with pytest.raises(BadTimeControl):
        TimeControl(())


@pytest.mark.article("6.3.1")
@pytest.mark.parametrize(("moves", "index"), [(0, 0), (39, 0), (40, 1), (59, 1), (60, 2), (500, 2)])
def test_6_3_1_each_move_belongs_to_a_period(moves: int, index: int) -> None:
    assert TimeControl.parse("40/7200,20/3600,900+30").period_after(moves) == index


@given(st.integers(0, 10**9))
def test_repeated_period_holds_its_due_moves(moves: int) -> None:
    control = TimeControl.parse("40/7200,7/3600")
    index = control.period_after(moves)
    first = 0 if index == 0 else control.moves_due(index - 1)
    due = control.moves_due(index)
    assert first is not None
    assert due is not None
    assert first <= moves < due


@pytest.mark.article("6.3.2-d")
@pytest.mark.parametrize(
    ("text", "usual"),
    [("90", True), ("3+2", True), ("1+1", False), ("5d60", True), ("5+61", False)],
)
def test_unusual_extra_time_is_recognised(text: str, usual: bool) -> None:
    assert TimeControl.parse(text).extra_is_usual is usual
