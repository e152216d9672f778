# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by the names of FIDE and of the big clocks."""

import pytest

from clock.control import (
    BadTimeControl,
    Rate,
    TimeControl,
    preset,
    presets,
    rate_of_play,
    read_control,
)
from rules.editions import edition


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("FIDE standard", Rate.STANDARD),
        ("FIDE open", Rate.STANDARD),
        ("FIDE rapid", Rate.RAPID),
        ("FIDE blitz", Rate.BLITZ),
    ],
)
def test_fide_controls_are_what_their_names_say(name: str, rate: Rate) -> None:
    control = preset(name)
    assert control is not None
    assert rate_of_play(control, edition(2018).rapid) is rate
    assert control.extra_is_usual


def test_every_name_finds_only_its_preset() -> None:
    assert presets()
    for name, control in presets().items():
        assert preset(name) is control


def test_no_name_is_also_a_control() -> None:
    for name in presets():
        with pytest.raises(BadTimeControl):
            TimeControl.parse(name)


@pytest.mark.parametrize("name", ["fide-rapid", "FIDE RAPID", "fiderapid", " Rapid "])
def test_case_spaces_and_hyphens_do_not_count(name: str) -> None:
    assert read_control(name) == TimeControl.parse("15+10")


def test_control_may_replace_a_name() -> None:
    assert read_control("40/5400+30,1800+30") == TimeControl.parse("40/5400+30,1800+30")
    assert read_control("DGT 3000 option 6") == TimeControl.parse("40/7200,1800@0")


@pytest.mark.parametrize(
    "line",
    [
        '[TimeControl "40/5400+30:1800+30"]',
        'timecontrol "40/5400+30:1800+30"',
        "TimeControl 40/5400+30:1800+30",
    ],
)
def test_pgn_line_is_read_in_seconds(line: str) -> None:
    assert read_control(line) == TimeControl.parse("40/5400+30,1800+30")


@pytest.mark.parametrize("line", ['[TimeControl "?"]', '[TimeControl ""]', "TimeControl"])
def test_pgn_without_a_control_gives_none(line: str) -> None:
    with pytest.raises(BadTimeControl):
        read_control(line)


def test_unknown_name_is_refused_like_a_control() -> None:
    with pytest.raises(BadTimeControl, match=r"for example 15\+10"):
        read_control("quick")


AMERICAN = [
    ("G/60;d5", "60d5"),
    ("G/5; d3", "5d3"),
    ("g90 +30", "90+30"),
    ("G/25 inc 5", "25+5"),
    ("25 inc 5", "25+5"),
    ("15|10", "15+10"),
    ("3 | 2", "3+2"),
    ("60 delay 5", "60d5"),
    ("30;b10", "30b10"),
    ("SD/60", "60"),
    ("40/90, SD/30;d5", "40/5400d5,1800d5"),
    ("40/120 SD/60 inc/30", "40/7200+30,3600+30"),
]


@pytest.mark.parametrize(("written", "means"), AMERICAN)
def test_controls_as_they_are_written_in_the_united_states(written: str, means: str) -> None:
    assert str(read_control(written)) == means


@pytest.mark.parametrize("written", ["g5", "d5", "inc 5", "G/0"])
def test_what_is_none_even_there(written: str) -> None:
    with pytest.raises(BadTimeControl):
        read_control(written)
