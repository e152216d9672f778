# SPDX-License-Identifier: GPL-3.0-or-later
"""What a table is told of its hall: once each, and not while somebody thinks in competition."""

from enum import StrEnum

from table.core.state import State


class Presence(StrEnum):
    """The names of the messages."""

    JOINED = "hall_joined"
    ALONE = "hall_alone"
    CAUGHT_UP = "hall_caught_up"


def may_be_told(state: State) -> bool:
    """True if it distracts nobody: in competition no clock runs (11.5)."""
    return not state.conditions.competes or state.clock.running is None


def worth_telling(told: Presence | None, now: Presence) -> bool:
    """True if it is news to whoever was told that last. A table that was alone, and is not any more
    before anybody was told of it, has nothing to tell."""
    return told is not now and not (now is Presence.CAUGHT_UP and told is not Presence.ALONE)
