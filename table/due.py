# SPDX-License-Identifier: GPL-3.0-or-later
"""What is due at a table: everything that time alone changes, in one ordered list of timers.

A timer says when it is due in a state, and what it does then. The loop asks for `deadline` and
sends a ``Tick``; `pass_time` does what was due until then, one after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clock.events import TimeAlarm
from table import adjournment, alarms, flags, lateness, moves
from table.state import State
from table.step import Step

HEARING_LIMIT = 20_000_000_000
"""Nobody is thought to be speaking for longer than this; the recogniser cuts long before."""


@dataclass(frozen=True, slots=True)
class Timer:
    """``at`` gives the time of the game, in nanoseconds, or None; ``act`` does what is due."""

    at: Callable[[State], int | None]
    act: Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Due:
    """The next thing that time alone does, at ``at`` in nanoseconds of the game."""

    at: int
    timer: Timer


def deadline(state: State) -> int | None:
    """When the table wants a ``Tick`` at the latest, or None. A fallen flag is due at once."""
    fallen = flags.fallen(state)
    if fallen is not None:
        return fallen.at
    due = next_due(state, TIMERS)
    return due.at if due else None


def pass_time(step: Step, until: int) -> None:
    """What time alone does up to ``until``; a fallen flag is judged before anything else is due."""
    while flags.fallen(step.state) is None and act_next(step, until, TIMERS):
        pass
    step.at = max(until, step.at)


def next_due(state: State, timers: Sequence[Timer]) -> Due | None:
    """The next of ``timers``; of those that are due at the same time, the first of the list."""
    due = [Due(at, timer) for timer in timers if (at := timer.at(state)) is not None]
    return min(due, key=lambda one: one.at, default=None)


def act_next(step: Step, until: int, timers: Sequence[Timer]) -> bool:
    """Do the next thing if it is due up to ``until``; False if nothing is."""
    due = next_due(step.state, timers)
    if due is None or due.at > until:
        return False
    step.at = due.at
    due.timer.act(step)
    return True


def _hearing_until(state: State) -> int | None:
    """When the table stops waiting for somebody who began to speak and whose end was not told."""
    if state.hearing is None or state.outcome is not None:
        return None
    return state.hearing + HEARING_LIMIT


def _stop_hearing(step: Step) -> None:
    step.change(hearing=None)


def _alarm(state: State) -> TimeAlarm | None:
    """The next alarm. No player is told their time while they speak, or when their move is
    announced and Hektor presses: their time stopped with their last word."""
    presses = state.spoken is not None and state.conditions.press_after is not None
    if state.hearing is not None or presses:
        return None
    return alarms.due(state.alarms, state.clock)


def _alarm_at(state: State) -> int | None:
    alarm = _alarm(state)
    return alarm.at if alarm else None


def _tell_alarm(step: Step) -> None:
    alarm = _alarm(step.state)
    assert alarm is not None
    step.change(alarms=step.state.alarms.told(alarm))
    step.emit(alarm)


ALARM = Timer(_alarm_at, _tell_alarm)

TIMERS = (
    Timer(_hearing_until, _stop_hearing),
    Timer(moves.completion_at, moves.complete_by_itself),
    Timer(lateness.due, lateness.forfeit),
    Timer(adjournment.due, adjournment.default),
    ALARM,
    Timer(flags.zero_at, flags.reach_zero),
)
"""In the order in which they act at the same moment."""
