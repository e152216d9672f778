# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard, rapid or blitz: what a time control is by the Laws of each edition (A.1, B.1)."""

from enum import StrEnum

from clock.control import TimeControl

MINUTE = 60
MOVES = 60
"""Increments count as for a game of 60 moves (A.1, B.1)."""


class Rate(StrEnum):
    """The three rates of play of the Laws."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def rate_of_play(control: TimeControl, edition: int = 2018) -> Rate:
    """The rate of ``control`` by the Laws of ``edition``, which are the same since 2018."""
    seconds = control.seconds_for(MOVES)
    if edition == 2005:  # rapid is from 15 to 60 minutes, both included
        blitz, standard = seconds < 15 * MINUTE, seconds > 60 * MINUTE
    else:  # rapid is more than 10 and less than 60 minutes
        blitz, standard = seconds <= 10 * MINUTE, seconds >= 60 * MINUTE
    if blitz:
        return Rate.BLITZ
    return Rate.STANDARD if standard else Rate.RAPID


def allows_quickplay_finish(control: TimeControl, edition: int = 2018) -> bool:
    """Guideline III.2.2: standard and rapid without increment, never blitz."""
    return not control.has_extra and rate_of_play(control, edition) is not Rate.BLITZ
