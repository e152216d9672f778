# SPDX-License-Identifier: GPL-3.0-or-later
"""Where lines are typed and printed: a terminal, or files and pipes.

In a terminal what is printed never lands inside a half-typed line, for a screen reader would read
both as one: the half-typed line makes room, and stands once more below what was printed.
"""

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from game.app.line_editor import LineEditor, ShownLine
from game.app.terminal import LONGEST_KEPT, InputEnded, LineTyped, Terminal, takes_lines
from game.base import streams


def _nothing(*_: object) -> None:
    pass


class TakesLines(Protocol):
    """Where typed lines go: a `game.base.inbox.Inbox`."""

    def typed(self, text: str | None) -> None:
        """A line was typed, or the input ended (None)."""

    def wait_for_room(self) -> None:
        """Until few lines wait: a pipe has more than anybody types."""


class Piped:
    """Lines of a pipe or a file. Reading cannot be left: what comes after the console is for who
    asks next, as for a passphrase (`later`)."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._reading = False
        self._late: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read(self, inbox: TakesLines) -> None:
        """Read until the input ends; on a thread of its own."""
        self._reading = True
        try:
            while line := sys.stdin.readline(LONGEST_KEPT):
                rest = line
                while len(rest) == LONGEST_KEPT and not rest.endswith("\n"):  # of no use to anybody
                    rest = sys.stdin.readline(LONGEST_KEPT)
                if self._over.is_set():
                    self._late.put(line)
                else:
                    inbox.typed(line)
                    inbox.wait_for_room()
        except (OSError, ValueError):  # the terminal went away
            pass
        self._late.put("")
        inbox.typed(None)

    @contextmanager
    def console(self) -> Iterator["Console"]:
        """The console, until it is over."""
        try:
            yield Console(read=self.read)
        finally:
            self._over.set()

    def later(self) -> str:
        """The next line, empty at the end."""
        return self._late.get() if self._reading else sys.stdin.readline()


_newest = Piped()


def next_line() -> str:
    """A line that is typed into no console, as a secret from a pipe; empty at the end."""
    return _newest.later()


@dataclass(frozen=True, slots=True)
class Console:
    """``write`` prints a line. ``read`` tells what is typed, until the input ends.

    ``release`` prints what is held, and holds nothing from then on. ``echo`` shows or hides what is
    typed. ``conceal`` is told which lines are erased when they are sent. ``remember`` puts a line
    that was typed into the history.
    """

    write: Callable[[str], None] = streams.print_line
    read: Callable[[TakesLines], None] = lambda inbox: Piped().read(inbox)
    release: Callable[[], None] = _nothing
    echo: Callable[[bool], None] = streams.echo
    conceal: Callable[[Callable[[str], bool]], None] = _nothing
    remember: Callable[[str], None] = _nothing


PLAIN = Console()


_NARROWEST = 60
"""Columns that every screen has."""


class PrintedAbove:
    """Prints lines at once, above a half-typed line; used by two threads."""

    def __init__(
        self,
        half: Callable[[], str],
        show: Callable[[str], None],
        write: Callable[[str], None] = streams.print_line,
    ) -> None:
        """``half`` is the half-typed line as it is to be shown again; ``show`` writes past Python's
        buffers."""
        self.lock = threading.RLock()
        self._half, self._show, self._write = half, show, write

    def line(self, text: str) -> None:
        """Print. Raises OutputLost if standard output takes no more."""
        with self.lock:
            half = self._half()
            if half:  # one that may be longer than the screen is wide stays where it is
                self._show("\r\x1b[K" if len(half) < _NARROWEST else "\n")
            self._write(text)
            if half:
                self._show(half)


class Typist:
    """Lines that are typed in a terminal, with editing and a history, and lines between them."""

    def __init__(self) -> None:
        self._terminal = Terminal(whole=False, pointer=False, repaint=self.show_again)
        self._editor = LineEditor()
        self._above = PrintedAbove(self._half, self._terminal.write)

    @contextmanager
    def console(self) -> Iterator[Console]:
        """The console, while the terminal is taken."""
        console = Console(
            self._above.line,
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
        while data := self._terminal.read():
            if not self._took(data, inbox):
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
        with self._above.lock:
            if self._half():
                self._terminal.write("\n")
            self._editor.text = ""

    def show_again(self) -> None:
        """The terminal was away: show the half-typed line."""
        with self._above.lock:
            self._terminal.write(self._editor.again())

    def _half(self) -> str:
        return self._editor.again()

    def _took(self, data: bytes, inbox: TakesLines) -> bool:
        """Work off some keys; False at the end of the input."""
        with self._above.lock:
            for typed in self._editor.feed(data):
                match typed:
                    case ShownLine(text):
                        self._terminal.write(text)
                    case LineTyped(text):
                        inbox.typed(text)
                    case InputEnded():
                        return False
        return True


@contextmanager
def console() -> Iterator[Console]:
    """The console of this program; a terminal is given back as it was."""
    global _newest  # noqa: PLW0603 - there is one standard input
    if not takes_lines():
        _newest = Piped()
        with _newest.console() as found:
            yield found
        return
    with Typist().console() as found:
        yield found
