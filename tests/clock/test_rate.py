# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard, rapid, blitz by edition (A.1, B.1), and where a quickplay finish is allowed (III)."""

import pytest

from clock.control import Rate, TimeControl, allows_quickplay_finish, rate_of_play
from rules.editions import edition

BLITZ, RAPID, STANDARD = Rate.BLITZ, Rate.RAPID, Rate.STANDARD

# control, in 2005, in 2018 and 2023
RATES = [
    ("3+2", BLITZ, BLITZ),
    ("600s", BLITZ, BLITZ),
    ("601s", BLITZ, RAPID),
    ("899s", BLITZ, RAPID),
    ("900s", RAPID, RAPID),
    ("3599s", RAPID, RAPID),
    ("3600s", RAPID, STANDARD),
    ("3601s", STANDARD, STANDARD),
    ("5+5", BLITZ, BLITZ),  # 5 minutes and 60 times 5 seconds: exactly 10 minutes
    ("5+6", BLITZ, RAPID),
    ("10+5", RAPID, RAPID),
    ("5b10", RAPID, RAPID),
    ("15+10", RAPID, RAPID),
    ("30+29", RAPID, RAPID),
    ("30+30", RAPID, STANDARD),
    ("90+30", STANDARD, STANDARD),
    ("40/5400+30,1800+30", STANDARD, STANDARD),
    ("40/1500,600", RAPID, RAPID),
    ("80/1800,1800", RAPID, STANDARD),
    ("20/600", RAPID, RAPID),  # repeated: three times for 60 moves
    ("20/1200", RAPID, STANDARD),
    ("30/300,300+12", RAPID, RAPID),  # 10 minutes, and the increment of 30 of the 60 moves
]


@pytest.mark.article("A.1", "B.1", "G.4", "E.05-7", "E.05-8")
@pytest.mark.parametrize(("text", "in_2005", "later"), RATES)
def test_a_1_b_1_rate_of_play_is_named(text: str, in_2005: Rate, later: Rate) -> None:
    control = TimeControl.parse(text)
    assert rate_of_play(control, edition(2005).rapid) is in_2005
    assert rate_of_play(control, edition(2018).rapid) is later
    assert rate_of_play(control, edition(2023).rapid) is later


@pytest.mark.article("III.2.2")
@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("40/7200,3600", True),
        ("25", True),
        ("10", False),
        ("25+10", False),
        ("40/7200,3600d5", False),
        ("40/7200+30,3600", False),
    ],
)
def test_iii_2_2_quickplay_finish_needs_no_increment(text: str, allowed: bool) -> None:
    control = TimeControl.parse(text)
    rate = rate_of_play(control, edition(2018).rapid)
    assert allows_quickplay_finish(control, rate) is allowed
