# SPDX-License-Identifier: GPL-3.0-or-later
"""Where lines are typed and printed: a terminal, or files and pipes.

In a terminal what is printed never lands inside a half-typed line, for a screen reader would read
both as one: it is held until the line is sent or erased. Speech goes on meanwhile. If nobody types
for a while, what was held is printed below, and the half-typed line stands once more under it.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from game.app.line_editor import LineEditor, ShownLine
from game.app.terminal import LONGEST_KEPT, InputEnded, LineTyped, Terminal, takes_lines
from game.base import streams

PATIENCE = 8.0
"""So many seconds without a key are enough to hold a line."""


def _nothing(*_: object) -> None:
    pass


class TakesLines(Protocol):
    """Where typed lines go: a `game.base.inbox.Inbox`."""

    def typed(self, text: str | None) -> None:
        """A line was typed, or the input ended (None)."""


def read_lines(inbox: TakesLines) -> None:
    """Reads lines until the input ends; on a thread of its own, since reading cannot be left."""
    try:
        while line := sys.stdin.readline(LONGEST_KEPT):
            rest = line
            while len(rest) == LONGEST_KEPT and not rest.endswith("\n"):  # of no use to anybody
                rest = sys.stdin.readline(LONGEST_KEPT)
            inbox.typed(line)
    except (OSError, ValueError):  # the terminal went away
        pass
    inbox.typed(None)


@dataclass(frozen=True, slots=True)
class Console:
    """``write`` prints a line. ``read`` tells what is typed, until the input ends.

    ``release`` prints what is held, and holds nothing from then on. ``echo`` shows or hides what is
    typed. ``conceal`` is told which lines are erased when they are sent. ``remember`` puts a line
    that was typed into the history.
    """

    write: Callable[[str], None] = streams.print_line
    read: Callable[[TakesLines], None] = read_lines
    release: Callable[[], None] = _nothing
    echo: Callable[[bool], None] = streams.echo
    conceal: Callable[[Callable[[str], bool]], None] = _nothing
    remember: Callable[[str], None] = _nothing


PLAIN = Console()


class HeldLines:
    """Prints lines, but not while a line is ``half_typed``; used by two threads."""

    def __init__(self, write: Callable[[str], None], half_typed: Callable[[], bool]) -> None:
        self.lock = threading.RLock()
        self._write = write
        self._half_typed = half_typed
        self._held: list[str] = []
        self._lost: streams.OutputLost | None = None
        self._holds = True

    def line(self, text: str) -> None:
        """Print, or keep for later. Raises OutputLost if standard output takes no more."""
        with self.lock:
            if self._lost is not None:
                raise self._lost
            self._held.append(text)
            if not (self._holds and self._half_typed()):
                self.let_go()

    @property
    def waits(self) -> bool:
        """True if something is held."""
        return bool(self._held)

    def let_go(self) -> None:
        """Print what is held."""
        with self.lock:
            held, self._held = self._held, []
            for line in held:
                self._write(line)

    def typed(self) -> None:
        """Something was typed: print what is held if no line is half typed any more.

        That standard output takes no more is told to whoever prints next.
        """
        try:
            if not self._half_typed():
                self.let_go()
        except streams.OutputLost as lost:
            self._lost = lost

    def stop(self) -> None:
        """Hold nothing from now on."""
        with self.lock:
            self._holds = False
            self.let_go()


class Typist:
    """Lines that are typed in a terminal, with editing and a history, and lines between them."""

    def __init__(self) -> None:
        self._terminal = Terminal(whole=False, pointer=False, repaint=self.show_again)
        self._editor = LineEditor()
        self._lines = HeldLines(streams.print_line, self._half_typed)

    @contextmanager
    def console(self) -> Iterator[Console]:
        """The console, while the terminal is taken."""
        console = Console(
            self._lines.line,
            self.read,
            self.release,
            self.echo,
            self.conceal,
            self._editor.remember,
        )
        with self._terminal:
            try:
                yield console
            finally:
                self.release()

    def read(self, inbox: TakesLines) -> None:
        """Read until the input ends."""
        while True:
            data = self._terminal.read(PATIENCE if self._lines.waits else None)
            if data is None:
                self._show_between()
            elif not data or not self._took(data, inbox):
                break
        inbox.typed(None)

    def echo(self, on: bool) -> None:
        """Show what is typed, or hide it."""
        self._editor.hidden = not on

    def conceal(self, secret: Callable[[str], bool]) -> None:
        """Erase lines of which this is true when they are sent."""
        self._editor.secret = secret

    def release(self) -> None:
        """Nothing more is typed: print below what stands there."""
        with self._lines.lock:
            if self._half_typed():
                self._terminal.write("\n")
            self._lines.stop()

    def show_again(self) -> None:
        """The terminal was away: show the half-typed line."""
        with self._lines.lock:
            self._terminal.write(self._editor.again())

    def _half_typed(self) -> bool:
        return bool(self._editor.text) and not self._editor.hidden

    def _took(self, data: bytes, inbox: TakesLines) -> bool:
        """Work off some keys; False at the end of the input."""
        with self._lines.lock:
            for typed in self._editor.feed(data):
                match typed:
                    case ShownLine(text):
                        self._terminal.write(text)
                    case LineTyped(text):
                        self._lines.typed()
                        inbox.typed(text)
                    case InputEnded():
                        return False
            self._lines.typed()
        return True

    def _show_between(self) -> None:
        with self._lines.lock:
            if self._half_typed() and self._lines.waits:
                self._terminal.write("\n")
                self._lines.let_go()
                self._terminal.write(self._editor.again())


@contextmanager
def console() -> Iterator[Console]:
    """The console of this program; a terminal is given back as it was."""
    if not takes_lines():
        yield PLAIN
        return
    with Typist().console() as found:
        yield found
