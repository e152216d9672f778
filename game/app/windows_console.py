# SPDX-License-Identifier: GPL-3.0-or-later
"""The console of Windows by its events: keys come as they are pressed, and nothing waits in the C
runtime.

``msvcrt`` will not do: ``getwch`` keeps the second half of an arrow where ``kbhit`` does not look,
and holds a lock for which ``putwch`` waits while Python stands still.
"""

import contextlib
import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_INPUT, _OUTPUT = "CONIN$", "CONOUT$"
_READ_WRITE, _SHARED, _EXISTING = 0xC0000000, 3, 3  # GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING
_PROCESSED, _LINES, _ECHO, _QUICK_EDIT, _EXTENDED = 1, 2, 4, 0x40, 0x80
_SEQUENCES = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
_KEY, _MENU = 1, 0x12  # KEY_EVENT, VK_MENU: with Alt and digits its release has the letter
_SIGNALLED, _FOREVER = 0, 0xFFFFFFFF
_AT_ONCE, _PIECE = 64, 4096  # events, and letters, for one call

_CODES = {
    0x26: "\x1b[A", 0x28: "\x1b[B", 0x27: "\x1b[C", 0x25: "\x1b[D",
    0x24: "\x1b[H", 0x23: "\x1b[F", 0x2E: "\x1b[3~",
}  # fmt: skip
"""Virtual keys without a letter: arrows, Home, End, Delete. Others do nothing."""

_BREAK = "\x03"


@dataclass(frozen=True, slots=True)
class Key:
    """A key that went ``down`` or up: its virtual ``code`` and the UTF-16 ``unit`` that it types
    ("\\0" for none), so many times."""

    down: bool
    code: int
    unit: str
    times: int = 1


class ConsoleKeyboard:
    """A console of Windows.

    Lines are never read there, for the system shows them while they are typed, and takes no order
    to hide them once it waits for one: a sealed move would be seen (Guideline I.1.1).
    """

    def __init__(
        self, events: "ConsoleEvents | None" = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Raises ImportError where there is no Windows."""
        self._events = events or ConsoleEvents()
        self._now = now
        self._half = ""  # of a letter beyond the first 65,536

    def take(self) -> None:
        """Escape sequences are obeyed, where the console can: those of the large clock."""
        self._events.take()

    def give_back(self) -> None:
        """As it was before."""
        self._events.give_back()

    def read(self, timeout: float | None) -> bytes | None:
        """As ``Keyboard.read``. Control-C interrupts the program and ends the input; so does
        Control-Z."""
        until = None if timeout is None else self._now() + timeout
        while self._events.wait(None if until is None else max(0.0, until - self._now())):
            keys = self._events.keys()
            if keys is None:
                return b""
            typed = "".join(_typed(key) for key in keys)
            if _BREAK in typed:
                import _thread  # noqa: PLC0415

                _thread.interrupt_main()
                return b""  # the loop, which may wait for long, is woken by the end of the input
            if typed and (data := self._encoded(typed)):
                return data.replace(b"\x1a", b"\x04")
        return None

    def write(self, text: str) -> None:
        """In any letters: the encoding of standard output may lack them."""
        self._events.write(text.replace("\n", "\r\n"))

    def _encoded(self, units: str) -> bytes:
        """Units of UTF-16 as UTF-8; half a pair waits for the other."""
        units, self._half = self._half + units, ""
        if "\ud800" <= units[-1] <= "\udbff":
            units, self._half = units[:-1], units[-1]
        pairs = units.encode("utf-16-le", "surrogatepass")
        return pairs.decode("utf-16-le", "ignore").encode()


def _typed(key: Key) -> str:
    """The characters of a key, as terminals send them."""
    if not key.down:
        return key.unit if key.code == _MENU and key.unit != "\0" else ""
    return (key.unit if key.unit != "\0" else _CODES.get(key.code, "")) * key.times


class _InputRecord(ctypes.Structure):
    """An event of which only keys are read."""

    _fields_ = (
        ("kind", ctypes.c_uint32),  # two bytes, and two that mean nothing
        ("down", ctypes.c_int32),
        ("times", ctypes.c_uint16),
        ("code", ctypes.c_uint16),
        ("scan", ctypes.c_uint16),
        ("unit", ctypes.c_uint16),
        ("state", ctypes.c_uint32),
    )


class ConsoleEvents:
    """The functions of Windows. Waiting and writing leave Python to the other threads."""

    def __init__(self) -> None:
        """Raises ImportError where there is no Windows, or no console."""
        library: Any = getattr(ctypes, "WinDLL", None)
        if library is None:
            raise ImportError("no Windows")
        self._kernel = library("kernel32", use_last_error=True)
        for name in ("CreateFileW", "CreateEventW"):
            getattr(self._kernel, name).restype = ctypes.c_void_p
        self._source, self._sink = (self._opened(name) for name in (_INPUT, _OUTPUT))
        self._woken = ctypes.c_void_p(self._kernel.CreateEventW(None, True, False, None))
        self._before: list[tuple[ctypes.c_void_p, int]] = []

    def _opened(self, name: str) -> ctypes.c_void_p:
        handle = self._kernel.CreateFileW(name, _READ_WRITE, _SHARED, None, _EXISTING, 0, None)
        if handle is None or handle == ctypes.c_void_p(-1).value:
            raise ImportError("no console")
        return ctypes.c_void_p(handle)

    def take(self) -> None:
        """Let keys come one by one, unseen; a click stops no output."""
        self._kernel.ResetEvent(self._woken)
        self._change(self._source, off=_PROCESSED | _LINES | _ECHO | _QUICK_EDIT, on=_EXTENDED)
        self._change(self._sink, off=0, on=_SEQUENCES)

    def _change(self, handle: ctypes.c_void_p, off: int, on: int) -> None:
        mode = ctypes.c_uint32()
        if self._kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            self._before.append((handle, mode.value))
            self._kernel.SetConsoleMode(handle, mode.value & ~off | on)

    def give_back(self) -> None:
        """As it was before; whoever waits is woken."""
        for handle, mode in self._before:
            self._kernel.SetConsoleMode(handle, mode)
        self._before.clear()
        self._kernel.SetEvent(self._woken)

    def wait(self, timeout: float | None) -> bool:
        """True as soon as something happened, False after ``timeout`` seconds."""
        handles = (ctypes.c_void_p * 2)(self._woken, self._source)
        limit = _FOREVER if timeout is None else min(_FOREVER - 1, round(timeout * 1000))
        found = self._kernel.WaitForMultipleObjects(2, handles, False, limit)
        return bool(found != 0x102)  # WAIT_TIMEOUT; what fails is seen when it is read

    def keys(self) -> list[Key] | None:
        """The keys pressed since; None if the console is gone, or was given back."""
        if self._kernel.WaitForSingleObject(self._woken, 0) == _SIGNALLED:
            return None
        records, count = (_InputRecord * _AT_ONCE)(), ctypes.c_uint32()
        read = self._kernel.ReadConsoleInputW
        if not read(self._source, records, _AT_ONCE, ctypes.byref(count)):
            return None
        found = (record for record in records[: count.value] if record.kind & 0xFFFF == _KEY)
        return [Key(bool(each.down), each.code, chr(each.unit), each.times) for each in found]

    def write(self, text: str) -> None:
        """Show something, in any letters; a console that went away is no fault."""
        with contextlib.suppress(OSError):
            for start in range(0, len(text), _PIECE):
                piece = text[start : start + _PIECE]
                units = len(piece.encode("utf-16-le")) // 2
                self._kernel.WriteConsoleW(
                    self._sink, piece, units, ctypes.byref(ctypes.c_uint32()), None
                )
