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

from announce.page.view import PageDevice
from game.base.inbox import DevicesChanged, Part

MOST = 8
"""So many devices may show the page."""

LASTS, TRIES = 120.0, 3
"""Seconds for which a code is right, and how often it may be tried."""

PAUSE, LONGEST_PAUSE = 20.0, 3600.0
"""Seconds between two codes that are told. One address waits twice as long after each code that it
has not entered, so that nobody makes Hektor speak all the time."""

REMEMBERED = 64
"""So many addresses that have asked are remembered."""


def same(given: str, secret: str) -> bool:
    """True if the two are equal, found out in a time that does not tell where they differ."""
    return secrets.compare_digest(given.encode("utf-8", "replace"), secret.encode())


@dataclass(slots=True)
class _PairingRequest:
    part: Part
    place: str
    ticket: str
    code: str
    until: float
    tries: int = TRIES


class PairedDevices:
    """Devices that were let in or ask to be; from any thread."""

    def __init__(
        self,
        tell: Callable[[DevicesChanged], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``tell`` hands what has changed to the thread that owns the game."""
        self._tell = tell
        self._clock = clock
        self._lock = threading.Lock()
        self._asking: dict[str, _PairingRequest] = {}  # by the address
        self._pauses: dict[str, tuple[float, float]] = {}  # when it asked, and until it may again
        self._told_at = clock() - PAUSE
        self._count = 0
        self._known: dict[str, PageDevice] = {}

    def ask(self, part: Part, place: str) -> str | None:
        """A device at an address asks to be let in: its ticket, with which it enters the code; None
        if there are too many, or if one has asked just now. One that asks all the time waits ever
        longer, and takes nobody's turn."""
        with self._lock:
            now = self._clock()
            asked, pause = self._pauses.pop(place, (-LONGEST_PAUSE, 0.0))
            self._pauses[place] = asked, pause
            if len(self._known) >= MOST or now - asked < pause or now - self._told_at < PAUSE:
                return None
            self._pauses[place] = now, min(2 * pause, LONGEST_PAUSE) or PAUSE
            while len(self._pauses) > REMEMBERED:
                del self._pauses[next(iter(self._pauses))]
            code = f"{secrets.randbelow(10**6):06}"
            asking = _PairingRequest(part, place, secrets.token_urlsafe(16), code, now + LASTS)
            self._asking = {at: one for at, one in self._asking.items() if one.until > now}
            self._asking[place] = asking
            self._told_at = now
            self._tell(DevicesChanged(self._devices(), code, part))
            return asking.ticket

    def enter(self, ticket: str, code: str) -> str | None:
        """The secret of the device that enters the right code; None for a wrong one."""
        with self._lock:
            asking = next((one for one in self._asking.values() if same(ticket, one.ticket)), None)
            if asking is None:
                return None
            asking.tries -= 1
            right, late = same(code, asking.code), self._clock() > asking.until
            if asking.tries <= 0 or right or late:
                del self._asking[asking.place]
            if not right or late:
                return None
            self._count += 1
            del self._pauses[asking.place]
            secret = secrets.token_urlsafe(32)
            self._known[secret] = PageDevice(self._count, asking.part, asking.place)
            self._tell(DevicesChanged(self._devices()))
            return secret

    def find(self, secret: str) -> PageDevice | None:
        """The device with this secret, if it is let in."""
        with self._lock:
            found = (device for known, device in self._known.items() if same(secret, known))
            return next(found, None)

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
