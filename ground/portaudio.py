# SPDX-License-Identifier: GPL-3.0-or-later
"""PortAudio's devices by names that people know.

Windows lists each device up to four times, once for each of its systems of sound: MME, which cuts
names after 31 letters and is late by 90 ms, DirectSound, WASAPI and WDM-KS. Here each is listed
once, by the best system, and found by a part of its name. What was plugged in after PortAudio was
started is not in its list: :func:`look_again` starts it anew, while nobody uses it.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from ground.faults import Fault

Direction = Literal["input", "output"]
Named = int | str | None
"""A device by its number in PortAudio's list, by a part of its name, or the system's own."""

_WASAPI: Final = "Windows WASAPI"
_SYSTEMS: Final = (_WASAPI, "Core Audio", "ALSA", "JACK Audio Connection Kit",
    "Windows DirectSound", "MME", "Windows WDM-KS")  # fmt: skip
_CUT: Final = 31  # letters, from which MME leaves the rest out
_AGAIN: Final = 10.0  # seconds between two looks

LOCK = threading.RLock()
"""Held while a stream is opened, and while PortAudio is started anew."""

_users: dict[object, Callable[[], bool] | None] = {}
_looked_at = -_AGAIN


@dataclass(frozen=True, slots=True)
class AudioDevice:
    """A device of one of PortAudio's systems, by its number there."""

    number: int
    name: str
    system: str
    default: bool = False


def load() -> Any:
    """The library. Raises OSError or ImportError if it is not there."""
    import sounddevice  # noqa: PLC0415 - loads PortAudio, which may be missing

    return sounddevice


def devices(kind: Direction) -> list[AudioDevice]:
    """All devices, each once, the default one first."""
    listed = _all(load(), kind)
    best: list[AudioDevice] = []
    for one in sorted(listed, key=_rank):
        if not any(_same(one, other) for other in best):
            best.append(one)
    return sorted(best, key=lambda one: not one.default)


def find(wanted: Named, kind: Direction) -> tuple[int | None, Any]:
    """The number of a device, None for PortAudio's default one, and the settings for its system.

    Raises Fault if no device has such a name, or several have.
    """
    library = load()
    if isinstance(wanted, str):
        listed = devices(kind)
        folded = wanted.casefold()
        exact = [one for one in listed if one.name.casefold() == folded]
        found = exact or [one for one in listed if folded in one.name.casefold()]
        names = ", ".join(one.name for one in found or listed) or "-"
        if not found:
            raise Fault("device_unknown", device=wanted, names=names)
        if len(found) > 1:
            raise Fault("device_ambiguous", device=wanted, names=names)
        wanted = found[0].number
    if wanted is None:
        wanted = _of_wasapi(library, kind)
    if wanted is None or _system(library, wanted) != _WASAPI:
        return wanted, None
    return wanted, library.WasapiSettings(auto_convert=True)


def used(by: object, rests: Callable[[], bool] | None = None) -> None:
    """Note that a stream is open. ``rests`` closes it if it is silent, and tells whether it did;
    None: the stream is needed all the time."""
    _users[by] = rests


def unused(by: object) -> None:
    """Forget a user of PortAudio, whose last stream is closed."""
    _users.pop(by, None)


def look_again(now: Callable[[], float] = time.monotonic) -> bool:
    """Start PortAudio anew, so that new devices are found; False if a stream is in use, or if that
    was done a moment ago."""
    global _looked_at  # noqa: PLW0603 - there is one PortAudio
    with LOCK:
        users = tuple(_users.values())
        if now() - _looked_at < _AGAIN or None in users:
            return False
        if not all(rests() for rests in users if rests is not None):
            return False
        _looked_at = now()
        library = load()
        library._terminate()
        library._initialize()
        return True


def _all(library: Any, kind: Direction) -> list[AudioDevice]:
    systems = library.query_hostapis()
    return [
        AudioDevice(
            number,
            one["name"],
            systems[one["hostapi"]]["name"],
            number == systems[one["hostapi"]][f"default_{kind}_device"],
        )
        for number, one in enumerate(library.query_devices())
        if one[f"max_{kind}_channels"] > 0
    ]


def _rank(one: AudioDevice) -> int:
    return _SYSTEMS.index(one.system) if one.system in _SYSTEMS else len(_SYSTEMS)


def _same(one: AudioDevice, other: AudioDevice) -> bool:
    """True if two systems tell of one device; one system may well have two of a name."""
    short, long = sorted((one.name, other.name), key=len)
    cut = len(short) >= _CUT and long.startswith(short)
    return one.system != other.system and (short == long or cut)


def _of_wasapi(library: Any, kind: Direction) -> int | None:
    """The default device of Windows' best system; None elsewhere."""
    for one in getattr(library, "query_hostapis", list)():
        if one["name"] == _WASAPI and one[f"default_{kind}_device"] >= 0:
            return int(one[f"default_{kind}_device"])
    return None


def _system(library: Any, number: int) -> str:
    systems: Any = getattr(library, "query_hostapis", list)()
    return str(systems[library.query_devices(number)["hostapi"]]["name"]) if systems else ""
