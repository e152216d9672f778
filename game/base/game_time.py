# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of a game, which stands while nobody could do anything at the table.

The policy: time in which nobody could press a clock is charged to nobody by the program. That is
so while the computer sleeps, while something keeps the program from running (a stop, a disk or a
terminal that takes nothing, a processor that is busy), and while nothing can be recorded. Whether
somebody used it to think is no matter for a program: how long it was, is told and recorded.

Game time is the system's monotonic clock, so that a changed time of day changes nothing. Every
reading of it is a look: a gap since the last one is taken out before anything is done at that
time, wherever the program was held, and so game time never decreases.
"""

import ctypes
import sys
import time
from collections.abc import Callable

from table.core.inputs import Stood
from table.events.dialogue import Stoppage

SLEPT = 1_000_000_000
"""From so many nanoseconds of reported sleep on, the players are told."""

STOOD = 10_000_000_000
"""A longer gap between two looks is no slow disk and no busy processor: the program stood."""


def system_sleep() -> int:
    """Nanoseconds for which the computer slept since it was started; 0 if it does not tell.

    Linux, macOS and Windows have two clocks, of which one stands meanwhile.
    """
    if sys.platform == "win32":
        return _slept_on_windows()
    if sys.platform == "linux":
        runs, stands = time.CLOCK_BOOTTIME, time.CLOCK_MONOTONIC
    elif sys.platform == "darwin":
        runs, stands = time.CLOCK_MONOTONIC_RAW, time.CLOCK_UPTIME_RAW
    else:
        return 0
    return max(0, time.clock_gettime_ns(runs) - time.clock_gettime_ns(stands))


def _slept_on_windows() -> int:
    kernel, awake = ctypes.WinDLL("kernel32"), ctypes.c_ulonglong()  # type: ignore[attr-defined]
    kernel.GetTickCount64.restype = ctypes.c_ulonglong  # milliseconds, those of sleep too
    kernel.QueryUnbiasedInterruptTime(ctypes.byref(awake))  # of 100 ns, without them
    return max(0, int(kernel.GetTickCount64()) * 1_000_000 - awake.value * 100)


COUNTS_SLEEP = sys.platform == "win32"
"""True where Python's monotonic clock runs on while the computer sleeps."""


_WEIGHT = (Stoppage.ASLEEP, Stoppage.DISK, Stoppage.STOPPED)
"""Of two gaps that are told as one, the latter names the reason."""


class GameTime:
    """The time of a game in nanoseconds: that of ``clock``, less every gap. One thread reads it."""

    def __init__(
        self,
        clock: Callable[[], int],
        sleep: Callable[[], int] = system_sleep,
        base: int = 0,
        *,
        counts_sleep: bool = COUNTS_SLEEP,
    ) -> None:
        """``clock`` is the monotonic clock, ``sleep`` how long the computer slept in all;
        ``base`` is the time of the game at which it starts. ``counts_sleep``: the clock runs on
        meanwhile."""
        self.clock = clock
        self._sleep = sleep
        self._counts_sleep = counts_sleep
        self._zero = clock() - base
        self._since = base
        self._held: int | None = None
        self._gap: Stood | None = None
        self.start()

    def start(self) -> None:
        """Begin to look at the time at least once a second."""
        self._seen, self._slept = self.clock(), self._sleep()

    def now(self) -> int:
        """The time of the game, once all that counts for nobody is taken out."""
        seen, slept = self.clock(), self._sleep()
        gap, asleep = seen - self._seen, slept - self._slept
        self._seen, self._slept = seen, slept
        if self._held is not None:
            self._zero += gap
            return seen - self._zero
        ran = asleep if self._counts_sleep else 0  # else the clock itself stood
        if gap - ran > STOOD:
            self._zero += gap
            self._note(Stoppage.STOPPED, gap - ran + asleep)
        elif asleep > SLEPT:
            self._zero += ran
            self._note(Stoppage.ASLEEP, asleep)
        return seen - self._zero

    def at(self, moment: int) -> int:
        """A moment of ``clock`` as one of the game, none before the last gap ended."""
        now = self.now()
        return min(now, max(self._since, moment - self._zero))

    def hold(self) -> None:
        """The time stands until :meth:`release`."""
        if self._held is None:
            self.now()
            self._held = self._seen

    def held(self) -> int:
        """For how many nanoseconds it has stood."""
        self.now()
        return 0 if self._held is None else self._seen - self._held

    def release(self) -> None:
        """The time goes on from where it stood."""
        self._since = self.now()
        self._held = None

    def gap(self) -> Stood | None:
        """The time that was taken out since the last call."""
        self.now()
        gap, self._gap = self._gap, None
        return gap

    def _note(self, why: Stoppage, lasted: int) -> None:
        self._since = self._seen - self._zero
        before = self._gap or Stood(why)
        self._gap = Stood(max(before.why, why, key=_WEIGHT.index), before.lasted + lasted)
