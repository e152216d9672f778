# SPDX-License-Identifier: GPL-3.0-or-later
"""The line that is being typed: keys in, whole lines out, and what the terminal is to show of them.

Readline is not asked: it blocks a thread, and tells nobody whether a line is half typed. Nothing is
painted anew; a sign in the middle moves only what stands behind it, as screen readers expect.
"""

import codecs
import re
from collections.abc import Callable, Iterator

from game.app.terminal import Keyboard
from table.reception import LONGEST_LINE

HISTORY = 200
"""So many lines are remembered, for this run of the program only."""

LONGEST_KEPT = 5 * LONGEST_LINE
"""So much of a line that is too long is kept, to be refused."""

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|(?![\[O]).)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?")
_LONGEST_SEQUENCE = 64  # signs; terminals send no more

_ENTER, _ERASE, _KILL, _END = "\r\n", "\x7f\x08", "\x15", "\x04"
_LEFT, _RIGHT = ("\x1b[D", "\x1bOD", "\x02"), ("\x1b[C", "\x1bOC", "\x06")
_HOME = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\x01")
_LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\x05")
_OLDER, _NEWER = ("\x1b[A", "\x1bOA", "\x10"), ("\x1b[B", "\x1bOB", "\x0e")
_DELETE = ("\x1b[3~", _END)
_KILL_REST, _KILL_WORD = "\x0b", "\x17"
_SIGNAL_WAITS = 0.1  # seconds: Windows tells Control-C to nobody who waits


class LineEditor:
    """``text`` is what was typed since the last Enter. ``hidden``: nothing of it is shown.

    A line that is ``secret`` is erased when it is sent.
    """

    def __init__(self, show: Callable[[str], object] = lambda _: None) -> None:
        """``show`` gets what the terminal is to show."""
        self.text = ""
        self.hidden = False
        self.secret: Callable[[str], bool] = lambda _: False
        self._show = show
        self._cursor = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""  # the start of an escape sequence
        self._history: list[str] = []
        self._place = 0  # in the history; at its end is the new line
        self._draft = ""

    def feed(self, data: bytes) -> Iterator[str | None]:
        """The lines that ``data`` completes; None is the end of the input, which Control-D on an
        empty line says."""
        for sign in self._signs(data):
            if sign in _ENTER:
                line = self.text
                if not self.hidden and self.secret(line):
                    self._show(self._erased())
                self._show("\n")
                self._sent()
                yield line
            elif sign == _END and not self.text:
                yield None
            elif (shown := self._edited(sign)) and not self.hidden:
                self._show(shown)

    def _signs(self, data: bytes) -> Iterator[str]:
        """Letters and control signs, and whole escape sequences: those that ``data`` completes."""
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

    def remember(self, line: str) -> None:
        """Put a line into the history, which has no line twice in a row, no secret and no game."""
        if line.strip() and "\n" not in line and line not in self._history[-1:]:
            self._history = [*self._history, line][-HISTORY:]
        self._place = len(self._history)

    def again(self) -> str:
        """The line as it is to be shown on a fresh line, with the cursor in its place."""
        return "" if self.hidden else self.text + "\b" * (len(self.text) - self._cursor)

    def _sent(self) -> None:
        self.text, self._cursor, self._draft = "", 0, ""
        self._place = len(self._history)

    def _edited(self, sign: str) -> str:
        """Change the line; what that looks like."""
        before, behind = self.text[: self._cursor], self.text[self._cursor :]
        if sign in _OLDER or sign in _NEWER:
            return self._leafed(-1 if sign in _OLDER else 1)
        if sign in _LEFT:
            return self._to(self._cursor - 1)
        if sign in _RIGHT:
            return self._to(self._cursor + 1)
        if sign in _HOME:
            return self._to(0)
        if sign in _LAST:
            return self._to(len(self.text))
        if sign in _ERASE:
            return self._cut(1, 0)
        if sign in _DELETE:
            return self._cut(0, 1)
        if sign == _KILL:
            return self._cut(len(before), 0)
        if sign == _KILL_REST:
            return self._cut(0, len(behind))
        if sign == _KILL_WORD:
            return self._cut(len(before) - len(before.rstrip().rpartition(" ")[0]), 0)
        if len(sign) > 1 or not sign.isprintable() or len(self.text) >= LONGEST_KEPT:
            return ""
        self.text, self._cursor = before + sign + behind, self._cursor + 1
        return sign + behind + "\b" * len(behind)

    def _to(self, place: int) -> str:
        place, was = min(max(place, 0), len(self.text)), self._cursor
        self._cursor = place
        return self.text[was:place] if place >= was else "\b" * (was - place)

    def _cut(self, before: int, behind: int) -> str:
        """Take out so many signs around the cursor."""
        start = max(0, self._cursor - before)
        end = min(len(self.text), self._cursor + behind)
        rest = self.text[end:]
        shown = "\b" * (self._cursor - start) + rest + " " * (end - start)
        self.text, self._cursor = self.text[:start] + rest, start
        return shown + "\b" * (len(rest) + end - start) if end > start else ""

    def _erased(self) -> str:
        """Take out all signs."""
        return self._to(len(self.text)) + self._cut(len(self.text), 0)

    def _leafed(self, step: int) -> str:
        """An older or a newer line instead of this one."""
        place = self._place + step
        if not 0 <= place <= len(self._history):
            return ""
        if self._place == len(self._history):
            self._draft = self.text
        self._place = place
        line = self._history[place] if place < len(self._history) else self._draft
        shown = self._erased()
        self.text, self._cursor = line, len(line)
        return shown + line


def hidden_line(prompt: str, keys: Keyboard) -> str | None:
    """A line of which nothing is shown; None at the end of the input. The keys are given back."""
    editor = LineEditor()
    keys.take()
    try:
        keys.write(prompt)
        while (data := keys.read(_SIGNAL_WAITS)) != b"":
            for line in editor.feed(data or b""):
                return line
        return None
    finally:
        keys.write("\n")
        keys.give_back()
