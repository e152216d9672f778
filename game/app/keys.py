# SPDX-License-Identifier: GPL-3.0-or-later
"""What a terminal sends while it is read key by key: lines, presses of the clock, touches.

A touch is a mouse click or a finger on a touch screen, which terminals report alike (the mouse
protocol 1006 of xterm).
"""

import codecs
import re
from dataclasses import dataclass

from table.events.game import Role

MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|(?![\[O]).)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?")
_MOUSE = re.compile(r"\x1b\[<0;(\d+);(\d+)M")  # the left button goes down
_ARROWS = {"\x1b[D": Role.WHITE, "\x1bOD": Role.WHITE, "\x1b[C": Role.BLACK, "\x1bOC": Role.BLACK}
_ENTER, _ERASE, _KILL, _END = "\r\n", "\x7f\x08", "\x15", "\x04"


@dataclass(frozen=True, slots=True)
class LineTyped:
    """A line; empty if nothing but Enter, or the space bar, was pressed."""

    text: str


@dataclass(frozen=True, slots=True)
class SidePressed:
    """The left arrow is White's button of the clock, the right arrow Black's."""

    who: Role


@dataclass(frozen=True, slots=True)
class Touched:
    """A place in the terminal was clicked or touched; both count from 0."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class InputEnded:
    """Control-D on an empty line."""


Key = LineTyped | SidePressed | Touched | InputEnded


class Keys:
    """Takes apart what is read; ``line`` is what was typed since the last Enter."""

    def __init__(self) -> None:
        self.line = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""  # the start of an escape sequence

    def feed(self, data: bytes) -> list[Key]:
        """The keys that ``data`` completes."""
        text = self._pending + self._decoder.decode(data)
        self._pending = ""
        found: list[Key] = []
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                found += self._sign(text[place])
                place += 1
            elif sequence := _SEQUENCE.match(text, place):
                found += _escape(sequence.group())
                place = sequence.end()
            elif _UNFINISHED.fullmatch(text, place):
                self._pending = text[place:]
                break
            else:
                place += 1
        return found

    def _sign(self, sign: str) -> list[Key]:
        if sign in _ENTER or (sign == " " and not self.line):
            typed, self.line = self.line, ""
            return [LineTyped(typed)]
        if sign == _END and not self.line:
            return [InputEnded()]
        if sign in _ERASE:
            self.line = self.line[:-1]
        elif sign == _KILL:
            self.line = ""
        elif sign.isprintable():
            self.line += sign
        return []


def _escape(sequence: str) -> list[Key]:
    if touch := _MOUSE.fullmatch(sequence):
        return [Touched(int(touch[1]) - 1, int(touch[2]) - 1)]
    return [SidePressed(_ARROWS[sequence])] if sequence in _ARROWS else []
