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
from typing import TYPE_CHECKING

from game.app.line_editor import LONGEST_KEPT, LineEditor
from game.app.terminal import Terminal, takes_lines
from game.base import streams
from rules.pasting import joined

if TYPE_CHECKING:
    from game.base.inbox import Inbox


def _nothing(*_: object) -> None:
    pass


class Piped:
    """Lines of a pipe or a file. Reading cannot be left: what comes after the console is for who
    asks next, as for a passphrase (`later`)."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._reading = False
        self._late: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read(self, inbox: "Inbox") -> None:
        """Read until the input ends; on a thread of its own."""
        self._reading = True
        try:
            for line in joined(_lines()):
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


def _lines() -> Iterator[str]:
    while line := sys.stdin.readline(LONGEST_KEPT):
        rest = line
        while len(rest) == LONGEST_KEPT and not rest.endswith("\n"):  # of no use to anybody
            rest = sys.stdin.readline(LONGEST_KEPT)
        yield line


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
    read: Callable[["Inbox"], None] = lambda inbox: Piped().read(inbox)
    release: Callable[[], None] = _nothing
    echo: Callable[[bool], None] = streams.echo
    conceal: Callable[[Callable[[str], bool]], None] = _nothing
    remember: Callable[[str], None] = _nothing


PLAIN = Console()


_AT_ONCE = 0.2
"""Seconds within which a line of a text that is pasted follows another."""

_NARROWEST = 60
"""Columns that every screen has."""


def print_above(
    line: str,
    half: str,
    show: Callable[[str], None],
    write: Callable[[str], None] = streams.print_line,
) -> None:
    """Print a line at once, above a ``half``-typed one as it is to be shown again; ``show`` writes
    past Python's buffers. Raises OutputLost if standard output takes no more."""
    if half:  # one that may be longer than the screen is wide stays where it is
        show("\r\x1b[K" if len(half) < _NARROWEST else "\n")
    write(line)
    if half:
        show(half)


class Typist:
    """Lines that are typed in a terminal, with editing and a history, and lines between them; used
    by two threads."""

    def __init__(self) -> None:
        self._terminal = Terminal(self.show_again)
        self._editor = LineEditor(self._terminal.write)
        self._lock = threading.RLock()

    @contextmanager
    def console(self) -> Iterator[Console]:
        """The console, while the terminal is taken."""
        remember = self._editor.remember
        console = Console(self.write, self.read, self.release, self.echo, self.conceal, remember)
        with self._terminal:
            try:
                yield console
            finally:
                self.release()

    def write(self, line: str) -> None:
        """Print a line. Raises OutputLost if standard output takes no more."""
        with self._lock:
            print_above(line, self._editor.again(), self._terminal.write)

    def read(self, inbox: "Inbox") -> None:
        """Read until the input ends."""
        for line in joined(self._lines()):
            inbox.typed(line)
        inbox.typed(None)

    def _lines(self) -> Iterator[str | None]:
        """The lines; None where no other follows one at once, as they do in what is pasted."""
        waits: float | None = None
        while (data := self._terminal.read(waits)) != b"":
            if data is None:
                yield None
            with self._lock:
                lines = list(self._editor.feed(data or b""))
            for line in lines:
                if line is None:
                    return
                yield line
            waits = _AT_ONCE if lines else None

    def echo(self, on: bool) -> None:
        """Show what is typed, or hide it."""
        self._editor.hidden = not on

    def conceal(self, secret: Callable[[str], bool]) -> None:
        """Erase lines of which this is true when they are sent."""
        self._editor.secret = secret

    def release(self) -> None:
        """Stop typing: print below the half-typed line."""
        with self._lock:
            if self._editor.again():
                self._terminal.write("\n")
            self._editor.text = ""

    def show_again(self) -> None:
        """The terminal was away: show the half-typed line."""
        with self._lock:
            self._terminal.write(self._editor.again())


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
