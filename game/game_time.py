# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of a game, which stands while the computer sleeps or keeps the program from running.

The policy: time in which nobody could press a clock is charged to nobody. Game time is the
system's monotonic clock, so that a changed time of day changes nothing. On Linux and macOS that
clock stands while the computer sleeps, on Windows it may run on; so both are watched: the sleep
that the system reports, and the gap between two looks that are never more than a second apart.
"""

import time
from collections.abc import Callable
from datetime import datetime

SLEPT = 1_000_000_000
"""From so many nanoseconds of reported sleep on, the players are told."""

STOOD = 10_000_000_000
"""A longer gap between two looks is no slow disk and no busy processor: the program stood."""


def system_sleep() -> int:
    """Nanoseconds for which the computer slept since it was started; 0 if it does not tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    if boot is None:
        return 0
    return max(0, time.clock_gettime_ns(boot) - time.clock_gettime_ns(time.CLOCK_MONOTONIC))


def wall_time() -> str:
    """The time of day, in ISO 8601 with the zone: for records only, no game depends on it."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class GameTime:
    """The time of a game in nanoseconds: that of ``clock``, less what counts for nobody."""

    def __init__(
        self,
        clock: Callable[[], int],
        sleep: Callable[[], int] = system_sleep,
        base: int = 0,
    ) -> None:
        """``clock`` is the monotonic clock, ``sleep`` how long the computer slept in all;
        ``base`` is the time of the game at which it starts."""
        self.clock = clock
        self._sleep = sleep
        self._zero = clock() - base
        self._since = base
        self.start()

    def start(self) -> None:
        """From now on the program looks regularly whether it :meth:`slept`."""
        self._seen, self._slept = self.clock(), self._sleep()

    def now(self) -> int:
        """The time of the game."""
        return self.clock() - self._zero

    def at(self, moment: int) -> int:
        """A moment of ``clock`` as one of the game, none before the last sleep ended."""
        return max(self._since, moment - self._zero)

    def slept(self) -> bool:
        """Whether the program slept since the last look; then no time of the game has passed."""
        seen, slept = self.clock(), self._sleep()
        gap, asleep = seen - self._seen, slept - self._slept
        self._seen, self._slept = seen, slept
        if gap <= STOOD and asleep <= SLEPT:
            return False
        if gap > STOOD:  # else the clock itself stood
            self._zero += gap
        self._since = self.now()
        return True
