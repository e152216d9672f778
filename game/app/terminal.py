# SPDX-License-Identifier: GPL-3.0-or-later
"""A terminal that is read key by key and painted as a whole, and that is put back as it was.

What it sends is told apart here too: lines, presses of the clock's buttons, and touches. A touch is
a mouse click or a finger on a touch screen; terminals report both alike (mouse protocol 1006 of
xterm); a console of Windows reports none. If input or output is a file or a pipe, there is no such
terminal.
"""

import atexit
import codecs
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any, Self

from game.app.keyboard import Keyboard, keyboard
from game.app.windows_console import ConsoleKeyboard
from table.events.game import Role
from table.reception import LONGEST_LINE

MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|(?![\[O]).)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?")
_LONGEST_SEQUENCE = 64  # signs; terminals send no more
_MOUSE = re.compile(r"\x1b\[<0;(\d+);(\d+)M")  # the left button goes down
_ARROWS = {"\x1b[D": Role.WHITE, "\x1bOD": Role.WHITE, "\x1b[C": Role.BLACK, "\x1bOC": Role.BLACK}
ENTER, ERASE, KILL, END = "\r\n", "\x7f\x08", "\x15", "\x04"

LONGEST_KEPT = 5 * LONGEST_LINE
"""So much of a line that is too long is kept, to be refused."""

_SIGNAL_WAITS = 0.1  # seconds: Windows tells Control-C to nobody who waits
_SIGNALS, _CONTINUED = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP"), "SIGCONT"
_WHOLE_ON = "\x1b[?1049h\x1b[2J\x1b[?25l"  # the alternate screen, without a cursor
_WHOLE_OFF = "\x1b[?25h\x1b[?1049l"
_PLAIN = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class LineTyped:
    """A line; it is empty if only Enter or the space bar was pressed."""

    text: str


@dataclass(frozen=True, slots=True)
class SidePressed:
    """The left arrow is White's button of the clock, the right arrow Black's."""

    who: Role


@dataclass(frozen=True, slots=True)
class Touched:
    """A place in the terminal was clicked or touched. Column and row count from 0."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class InputEnded:
    """Control-D on an empty line."""


Key = LineTyped | SidePressed | Touched | InputEnded


class Signs:
    """Takes apart what is read: letters and control signs, and whole escape sequences."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""  # the start of an escape sequence

    def feed(self, data: bytes) -> Iterator[str]:
        """The signs and sequences that ``data`` completes."""
        text = self._pending + self._decoder.decode(data)
        self._pending = ""
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                yield text[place]
                place += 1
            elif sequence := _SEQUENCE.match(text, place):
                yield sequence.group()
                place = sequence.end()
            elif len(text) - place < _LONGEST_SEQUENCE and _UNFINISHED.fullmatch(text, place):
                self._pending = text[place:]
                break
            else:
                place += 1


class Keys:
    """Tells apart what is read; ``line`` is what was typed since the last Enter."""

    def __init__(self) -> None:
        self.line = ""
        self._signs = Signs()

    def feed(self, data: bytes) -> list[Key]:
        """The keys that ``data`` completes."""
        return [key for sign in self._signs.feed(data) for key in self._keys(sign)]

    def _keys(self, sign: str) -> list[Key]:
        if len(sign) > 1:
            return _escape(sign)
        if sign in ENTER or (sign == " " and not self.line):
            typed, self.line = self.line, ""
            return [LineTyped(typed)]
        if sign == END and not self.line:
            return [InputEnded()]
        if sign in ERASE:
            self.line = self.line[:-1]
        elif sign == KILL:
            self.line = ""
        elif sign.isprintable() and len(self.line) < LONGEST_KEPT:
            self.line += sign
        return []


def _escape(sequence: str) -> list[Key]:
    if touch := _MOUSE.fullmatch(sequence):
        return [Touched(int(touch[1]) - 1, int(touch[2]) - 1)]
    return [SidePressed(_ARROWS[sequence])] if sequence in _ARROWS else []


def takes_lines() -> bool:
    """True if lines can be typed key by key, so that nothing of them need be seen. A console of
    Windows shows them itself, wherever standard output goes."""
    found = keyboard()
    return isinstance(found, ConsoleKeyboard) or (found is not None and sys.stdout.isatty())


def is_terminal() -> bool:
    """True if input and output are a terminal that can be read key by key."""
    return sys.stdout.isatty() and keyboard() is not None


_taken: "Terminal | None" = None


def give_back() -> None:
    """Give back the terminal that is taken now, if one is, because the program ends at once."""
    if _taken is not None:
        _taken._give_back()


class Terminal:
    """Owns the terminal while it is entered. Signals and faults give it back first."""

    def __init__(
        self, *, whole: bool, pointer: bool, repaint: Callable[[], None] = lambda: None
    ) -> None:
        """``whole``: the program paints everything; else it prints lines, and echoes what is typed.

        ``pointer``: clicks and touches are reported. ``repaint`` is called when the program goes
        on after Control-Z.
        """
        self._whole = whole
        self._repaint = repaint
        self._on = (_WHOLE_ON if whole else "") + (MOUSE_ON if pointer else "")
        self._off = (MOUSE_OFF if pointer else "") + (f"{_PLAIN}{_WHOLE_OFF}" if whole else "")
        found = keyboard()
        if found is None:
            raise ValueError("there is no terminal")
        self._keyboard = found
        self._is_taken = False
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        global _taken  # noqa: PLW0603 - a process has one terminal
        self._take()
        _taken = self
        atexit.register(self._give_back)
        for name in (*_SIGNALS, _CONTINUED):
            if hasattr(signal, name):  # Windows has few
                handler = self._continued if name == _CONTINUED else self._obey
                self._handle(getattr(signal, name), handler)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        global _taken  # noqa: PLW0603
        _taken = None
        self._give_back()
        atexit.unregister(self._give_back)

    def read(self, timeout: float | None = None) -> bytes | None:
        """Keys and touches, as soon as there are any; empty at the end of the input.

        None if nothing came for ``timeout`` seconds.
        """
        return self._keyboard.read(timeout)

    def echo(self, before: str, after: str) -> None:
        """Show that the typed line changed from ``before`` to ``after``."""
        if not self._whole:
            kept = next(n for n in range(len(before), -1, -1) if after.startswith(before[:n]))
            self.write("\b \b" * (len(before) - kept) + after[kept:])

    def _handle(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        self._handlers[number] = signal.signal(number, handler)

    def _take(self) -> None:
        self._is_taken = True
        self._keyboard.take()
        self.write(self._on)

    def _give_back(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self.write(self._off)
            self._keyboard.give_back()

    def write(self, text: str) -> None:
        """Write past Python's buffers."""
        self._keyboard.write(text)

    def _obey(self, number: int, _: FrameType | None) -> None:
        """Give the terminal back, and let the signal end or stop the program as it always does."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _continued(self, _: int, __: FrameType | None) -> None:
        if not self._is_taken:
            signal.signal(signal.SIGTSTP, self._obey)
            self._take()
            self._repaint()


def hidden_line(prompt: str, keys: Keyboard) -> str | None:
    """A line of which nothing is shown; None at the end of the input. The keys are given back."""
    signs, text = Signs(), ""
    keys.take()
    try:
        keys.write(prompt)
        while True:
            data = keys.read(_SIGNAL_WAITS)
            if data is None:
                continue
            if not data:
                return None
            for sign in signs.feed(data):
                if sign in ENTER:
                    return text
                if sign == END and not text:
                    return None
                if sign in ERASE:
                    text = text[:-1]
                elif sign == KILL:
                    text = ""
                elif sign.isprintable():
                    text += sign
    finally:
        keys.write("\n")
        keys.give_back()
