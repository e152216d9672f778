# SPDX-License-Identifier: GPL-3.0-or-later
"""The screen reader that runs, and speech through those of Windows by the library prismatoid.

prismatoid reaches NVDA, JAWS and others without anything of theirs. Neither of these two tells it
when a sentence is over, so that is reckoned there; where a reader tells whether it speaks, it is
asked.

On Linux :mod:`game.speech.ssip` speaks instead. Tried with prismatoid 0.18.3 and speech-dispatcher
0.11.4: ``is_speaking`` is not implemented, and only one of 13,362 voices can be chosen where SSIP
sets a language and leaves the voice to the user. The gate of the microphone needs the end.
"""

import ctypes
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from game.speech.drivers import Driver
from game.speech.player import SECOND, LoudspeakerLost, SoundPlayed, Started
from game.speech.voice import Voice

POLL = 0.03  # seconds between two looks whether a reader still speaks
BEGINS = 1.0  # seconds within which a reader begins
LONGEST = 0.25  # seconds a letter: a sentence that takes longer never ends

LETTER = 0.065  # seconds a letter, at the usual rate of Hektor's own voice
BREATH = 0.3  # seconds that a sentence takes beyond its letters

NAMES = ("JAWS", "NVDA", "ZoomText", "SenseReader", "SystemAccess", "PCTalker", "ZDSR", "Orca")
"""The names in prism of the readers that it can also silence, best first. Its other back ends are
voices without a reader, or want a window of the program's own (VoiceOver, UIA)."""

UNNAMED = ""
"""A screen reader that runs and whose name is not known."""

_PROCESSES = {"orca": "Orca", "fenrir": "Fenrir", "espeakup": "Speakup"}
_SPI_GETSCREENREADER = 0x46  # a flag of Windows that every reader sets, Narrator too


class Reader(Protocol):
    """The part of a back end of prism that is used, by one thread."""

    @property
    def name(self) -> str:
        """The name in prism."""
        ...

    @property
    def features(self) -> Any:
        """The abilities, and whether it runs."""
        ...

    @property
    def speaking(self) -> bool:
        """True while it speaks, where it tells."""
        ...

    def speak(self, text: str, interrupt: bool = False) -> None:
        """Hand over a text; it returns at once."""
        ...

    def stop(self) -> None:
        """Silence."""
        ...


def _context() -> Any:
    import prism  # noqa: PLC0415 - it is there on Windows only

    return prism.Context()


def readers(
    context: Callable[[], Any] = _context, names: Sequence[str] = NAMES
) -> Iterator[Reader]:
    """The running readers among ``names`` that prism can speak through and silence."""
    try:
        made = context()
        ids = [made.id_of(number) for number in range(made.backends_count)]
        known = [(made.name_of(each), each) for each in ids]
    except (ImportError, OSError, RuntimeError):
        return
    for each in (each for wanted in names for name, each in known if name == wanted):
        try:
            reader: Reader = made.create(each)
            can = reader.features
        except Exception:  # prism has an error for each way not to be there
            continue
        if can.is_supported_at_runtime and can.supports_speak and can.supports_stop:
            yield reader


def running() -> str | None:
    """The name of the screen reader that runs, :data:`UNNAMED` if it is not known; else None."""
    if sys.platform == "win32":
        named = next((reader.name for reader in readers()), None)
        return UNNAMED if named is None and _flag_is_set() else named
    if sys.platform == "darwin":
        looked = subprocess.run(["pgrep", "-x", "VoiceOver"], check=False, capture_output=True)
        return None if looked.returncode else "VoiceOver"
    return running_on_linux()


def _flag_is_set() -> bool:
    runs = ctypes.c_int(0)
    library = vars(ctypes)["windll"].user32  # only Windows has it
    library.SystemParametersInfoW(_SPI_GETSCREENREADER, 0, ctypes.byref(runs), 0)
    return bool(runs.value)


def running_on_linux(proc: Path = Path("/proc")) -> str | None:
    """The screen reader among the processes."""
    for place in proc.glob("[0-9]*/comm"):
        try:
            name = place.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:  # it has ended
            continue
        if name in _PROCESSES:
            return _PROCESSES[name]
    return None


def reckoned(text: str, voice: Voice) -> float:
    """Seconds that a reader as fast as ``voice`` speaks ``text``."""
    return BREATH + LETTER * len(text) * Voice().rate / voice.rate


class PrismDriver(Driver):
    """Speaks through the reader that runs; see :class:`game.speech.drivers.Driver`.

    Its voice is the user's: only the rate of ``voice`` is looked at, to reckon by. Everything is
    asked of it on the thread that speaks, as prism wants it; a cancel wakes that thread.
    """

    def __init__(
        self,
        find: Callable[[], Iterator[Reader]] = readers,
        now: Callable[[], int] = time.monotonic_ns,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """``wait`` waits so many seconds, or until a cancel."""
        super().__init__()
        self._find = find
        self._now = now
        self._woken = threading.Event()
        self._wait = wait or self._woken.wait
        self._reader: Reader | None = None

    def open(self, voice: Voice) -> None:
        """Finds the reader. Raises LoudspeakerLost if none runs that prism can speak through."""
        self._reader = self._reader or next(self._find(), None)
        if self._reader is None:
            raise LoudspeakerLost("No voice: no screen reader is running that takes words.")

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> SoundPlayed:
        """Speaks and waits until the reader has spoken, or should have."""
        self._woken.clear()
        if self.is_void(ticket):
            return SoundPlayed(self._now(), False)
        self.open(voice)
        assert self._reader is not None
        try:
            self._reader.speak(text)
            started(self._now())
            if self._reader.features.supports_is_speaking:
                self._ask_for_the_end(self._reader, len(text), ticket)
            else:
                self._wait_until(self._now() + round(SECOND * reckoned(text, voice)), ticket)
            if self.is_void(ticket):
                self._reader.stop()
        except Exception as error:  # prism has an error for each way to fail
            self._reader = None
            raise LoudspeakerLost(f"No voice: the screen reader has gone ({error}).") from error
        return SoundPlayed(self._now(), not self.is_void(ticket))

    def cancel(self) -> None:
        """Silence now."""
        super().cancel()
        self._woken.set()

    def close(self) -> None:
        """Close nothing: the reader is the user's."""
        self._reader = None

    def _ask_for_the_end(self, reader: Reader, letters: int, ticket: int) -> None:
        begins = self._now() + round(SECOND * BEGINS)
        ends = begins + round(SECOND * LONGEST * letters)
        spoke = False
        while not self.is_void(ticket) and self._now() < ends:
            speaks = reader.speaking
            if not speaks and (spoke or self._now() >= begins):
                return
            spoke = spoke or speaks
            self._wait(POLL)

    def _wait_until(self, end: int, ticket: int) -> None:
        while not self.is_void(ticket) and (left := end - self._now()) > 0:
            self._wait(left / SECOND)
