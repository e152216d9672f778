# SPDX-License-Identifier: GPL-3.0-or-later
"""The PGN tag TimeControl both ways (PGN standard, 9.6.1)."""

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import (
    BadTimeControl,
    ExtraTime,
    Period,
    Problem,
    TimeControl,
    read_tag,
    write_tag,
)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("60", "3600"),
        ("3+2", "180+2"),
        ("90+30", "5400+30"),
        ("40/5400+30,1800+30", "40/5400+30:1800+30"),
        ("40/7200,20/3600,900+30", "40/7200:20/3600:900+30"),
        ("40/7200", "40/7200"),
        ("5d3", "300+3d"),
    ],
)
def test_control_goes_to_pgn_and_back(text: str, tag: str) -> None:
    assert write_tag(TimeControl.parse(text)) == tag
    assert read_tag(tag) == TimeControl.parse(text)


@pytest.mark.parametrize(
    ("tag", "problem"),
    [
        ("?", Problem.UNREADABLE),
        ("-", Problem.UNREADABLE),
        ("*180", Problem.UNREADABLE),
        ("90 minutes", Problem.UNREADABLE),
        ("180+0.5", Problem.UNREADABLE),
        ("180+inf", Problem.UNREADABLE),
        ("180+nan", Problem.UNREADABLE),
        ("300:300", Problem.UNREADABLE),
        ("0", Problem.NO_TIME),
        ("-300", Problem.UNREADABLE),
        ("300+-3", Problem.NEGATIVE),
        ("1/259200", Problem.TOO_LONG),
    ],
)
def test_a_tag_nobody_can_play_is_refused(tag: str, problem: Problem) -> None:
    with pytest.raises(BadTimeControl) as refusal:
        read_tag(tag)
    assert refusal.value.problem is problem
    assert tag in str(refusal.value)


PERIODS = st.builds(
    Period,
    base=st.integers(1, 86400),
    moves=st.integers(1, 500),
    extra=st.integers(0, 600),
    kind=st.sampled_from([ExtraTime.INCREMENT, ExtraTime.DELAY]),
)


@given(st.lists(PERIODS, min_size=1, max_size=4))
def test_python_chess_reads_what_is_written(periods: list[Period]) -> None:
    control = TimeControl(tuple(periods))
    parts = chess.pgn.parse_time_control(write_tag(control)).parts
    assert [(part.moves, part.time, part.increment + part.delay) for part in parts] == [
        (period.moves, period.base, period.extra) for period in periods
    ]
    assert read_tag(write_tag(control)) == control
