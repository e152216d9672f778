# SPDX-License-Identifier: GPL-3.0-or-later
"""Other devices that show the page: each asks, enters a code, has a part, and can be sent away.

A code is six digits, for one device, for two minutes and for three tries. It is told at the table,
so that who enters it is there. What the device gets instead is a secret of its own, which stands
in no address and no log.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from game.base.inbox import DevicesChanged, PageDevice, Part

MOST = 8
"""So many devices may show the page."""

LASTS, TRIES = 120.0, 3
"""Seconds for which a code is right, and how often it may be tried."""

PAUSE, LONGEST_PAUSE = 20.0, 3600.0
"""Seconds between two codes that are told, twice as many after each that nobody entered, so that
nobody makes Hektor speak all the time."""


@dataclass(slots=True)
class _Asking:
    part: Part
    place: str
    ticket: str
    code: str
    until: float
    tries: int = TRIES


class PairedDevices:
    """Who was let in and who asks; from any thread."""

    def __init__(
        self,
        tell: Callable[[DevicesChanged], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``tell`` hands what has changed to the thread that owns the game."""
        self._tell = tell
        self._clock = clock
        self._lock = threading.Lock()
        self._asking: _Asking | None = None
        self._pause = 0.0  # until the next code may be told, in seconds from the last
        self._told_at = clock()
        self._count = 0
        self._known: dict[str, PageDevice] = {}

    def ask(self, part: Part, place: str) -> str | None:
        """A device asks to be let in: its ticket, with which it enters the code; None if there are
        too many, or one has asked just now."""
        with self._lock:
            now = self._clock()
            if len(self._known) >= MOST or now - self._told_at < self._pause:
                return None
            code = f"{secrets.randbelow(10**6):06}"
            self._asking = _Asking(part, place, secrets.token_urlsafe(16), code, now + LASTS)
            self._told_at = now
            self._pause = min(2 * self._pause, LONGEST_PAUSE) or PAUSE
            self._tell(DevicesChanged(self._devices(), code, part))
            return self._asking.ticket

    def enter(self, ticket: str, code: str) -> str | None:
        """The secret of the device that enters the right code; None for a wrong one."""
        with self._lock:
            asking = self._asking
            if asking is None or not secrets.compare_digest(
                ticket.encode(), asking.ticket.encode()
            ):
                return None
            asking.tries -= 1
            right = secrets.compare_digest(code.encode(), asking.code.encode())
            if asking.tries <= 0 or right or self._clock() > asking.until:
                self._asking = None
            if not right or self._clock() > asking.until:
                return None
            self._count += 1
            self._pause = PAUSE
            secret = secrets.token_urlsafe(32)
            self._known[secret] = PageDevice(self._count, asking.part, asking.place)
            self._tell(DevicesChanged(self._devices()))
            return secret

    def find(self, secret: str) -> PageDevice | None:
        """The device with this secret, if it is let in."""
        with self._lock:
            return next(
                (
                    device
                    for known, device in self._known.items()
                    if secrets.compare_digest(known.encode(), secret.encode("utf-8", "replace"))
                ),
                None,
            )

    def admits(self, number: int) -> bool:
        """True for this computer, which is number 0, and for a device that is let in."""
        with self._lock:
            return not number or any(one.number == number for one in self._known.values())

    def send_away(self, number: int) -> None:
        """A device is let in no more."""
        with self._lock:
            kept = {key: one for key, one in self._known.items() if one.number != number}
            if len(kept) < len(self._known):
                self._known = kept
                self._tell(DevicesChanged(self._devices()))

    def _devices(self) -> tuple[PageDevice, ...]:
        return tuple(self._known.values())
