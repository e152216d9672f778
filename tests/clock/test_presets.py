# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by the names of FIDE and of the big clocks."""

import pytest

from clock.control import BadTimeControl, Rate, TimeControl, rate_of_play
from clock.presets import find, presets, read


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
    control = find(name)
    assert control is not None
    assert rate_of_play(control) is rate
    assert control.extra_is_usual


def test_every_name_finds_only_its_preset() -> None:
    assert presets()
    for name, control in presets().items():
        assert find(name) is control


def test_no_name_is_also_a_control() -> None:
    for name in presets():
        with pytest.raises(BadTimeControl):
            TimeControl.parse(name)


@pytest.mark.parametrize("name", ["fide-rapid", "FIDE RAPID", "fiderapid", " Rapid "])
def test_case_spaces_and_hyphens_do_not_count(name: str) -> None:
    assert read(name) == TimeControl.parse("15+10")


def test_control_may_replace_a_name() -> None:
    assert read("40/5400+30,1800+30") == TimeControl.parse("40/5400+30,1800+30")
    assert read("DGT 3000 option 6") == TimeControl.parse("40/7200,1800@0")


@pytest.mark.parametrize(
    "line",
    [
        '[TimeControl "40/5400+30:1800+30"]',
        'timecontrol "40/5400+30:1800+30"',
        "TimeControl 40/5400+30:1800+30",
    ],
)
def test_pgn_line_is_read_in_seconds(line: str) -> None:
    assert read(line) == TimeControl.parse("40/5400+30,1800+30")


@pytest.mark.parametrize("line", ['[TimeControl "?"]', '[TimeControl ""]', "TimeControl"])
def test_pgn_without_a_control_gives_none(line: str) -> None:
    with pytest.raises(BadTimeControl):
        read(line)


def test_unknown_name_is_refused_like_a_control() -> None:
    with pytest.raises(BadTimeControl, match=r"for example 15\+10"):
        read("quick")
