# SPDX-License-Identifier: GPL-3.0-or-later
"""Alarms: a player is told that the display came down to a time that was chosen before the game.

Each threshold is told once in a period of the time control, however often an increment lifts the
display above it; a new period or a correction of the display arms those below it again.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import chess

from clock.clock import SECOND, Clock
from clock.events import ControlAgreed, PeriodBegan, TimeAdjusted, TimeAlarm
from table.core.both import Both

LAST_FIVE_MINUTES = (300, 240, 180, 120, 60)
"""Each of the last five minutes, in seconds (D.2.6.2)."""

COUNTDOWN = tuple(range(10, 0, -1))
"""Each of the last ten seconds: for those who wish it, and never in competition (D.2.10.4)."""

COUNTED = COUNTDOWN[0] * SECOND
"""From here on down seconds are counted, in nanoseconds."""

_THRESHOLD = re.compile(r"(\d{1,5})([sm]?)")


def read_alarms(text: str) -> tuple[int, ...]:
    """Seconds of ``5m,1m,30s`` or ``300,60``, the longest first.

    Raises ValueError if ``text`` is no such list.
    """
    found = [_THRESHOLD.fullmatch(part.strip()) for part in text.split(",")]
    given = [int(each[1]) * (60 if each[2] == "m" else 1) for each in found if each]
    if len(given) < len(found) or 0 in given:
        raise ValueError(f"{text!r} is no list of times such as 5m,1m,30s")
    return tuple(sorted(set(given), reverse=True))


Alarms = Both[tuple[int, ...]]
"""Thresholds in nanoseconds that are still to be told to each player."""

NO_ALARMS: Alarms = Both((), ())


def armed(clock: Clock, seconds: Sequence[int], now: int = 0) -> Alarms:
    """The alarms of a clock that is set: those below the displays."""
    return Both(*(_below(clock, colour, seconds, now) for colour in (chess.WHITE, chess.BLACK)))


def renewed(alarms: Alarms, clock: Clock, seconds: Sequence[int], event: object) -> Alarms:
    """The alarms after an event on the clock."""
    match event:
        case PeriodBegan(at=at, colour=colour) | TimeAdjusted(at=at, colour=colour):
            return alarms.change(colour, _below(clock, colour, seconds, at))
        case ControlAgreed(at=at):
            return armed(clock, seconds, at)
    return alarms


def told(alarms: Alarms, alarm: TimeAlarm) -> Alarms:
    """Without the one that was told, and those above it."""
    left = tuple(each for each in alarms.of(alarm.colour) if each < alarm.remaining)
    return alarms.change(alarm.colour, left)


def _below(clock: Clock, colour: chess.Color, seconds: Sequence[int], now: int) -> tuple[int, ...]:
    """All thresholds below what the display of ``colour`` shows."""
    left = clock.remaining(colour, now)
    return tuple(each * SECOND for each in seconds if each * SECOND < left)


def due(alarms: Alarms, clock: Clock) -> TimeAlarm | None:
    """The next alarm, with the exact time at which its display comes, or came, down to it."""
    if clock.running is None:
        return None
    found: list[TimeAlarm] = []
    zero = clock.deadline()
    for colour in (chess.WHITE, chess.BLACK):
        thresholds = alarms.of(colour)
        if zero is not None and colour == zero[1]:
            crossings = [TimeAlarm(zero[0] - each, colour, each) for each in thresholds]
            found += [replace(alarm, at=max(alarm.at, clock.since)) for alarm in crossings]
        else:
            left = clock.side(colour).display(0)
            below = [each for each in thresholds if left <= each]
            found += [TimeAlarm(clock.since, colour, min(below))] if below else []
    return min(found, key=lambda alarm: (alarm.at, alarm.remaining), default=None)
