# SPDX-License-Identifier: GPL-3.0-or-later
"""The two displays: in plain lines, which a screen reader and a braille display can follow, and for
those with some sight in digits as large as the terminal allows, repainted.
"""

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import chess

from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from clock.clock import Clock, shown
from clock.events import ControlAgreed, FlagFell, GamePaused, GameResumed, MoveCompleted, TimeAlarm
from game.play.devices import Display
from table.events import Event
from table.events.game import GameStarted

SHOWS = (GameStarted, ControlAgreed, MoveCompleted, TimeAlarm, FlagFell, GamePaused, GameResumed)
"""Both displays are printed after these events. They are spoken only if somebody asks."""

REPAINT = 0.1
"""Seconds after which large digits are painted again if they have changed."""

_GLYPHS = {
    "0": ("#####", "#   #", "#   #", "#   #", "#####"),
    "1": ("  #  ", " ##  ", "  #  ", "  #  ", "#####"),
    "2": ("#####", "    #", "#####", "#    ", "#####"),
    "3": ("#####", "    #", " ####", "    #", "#####"),
    "4": ("#   #", "#   #", "#####", "    #", "    #"),
    "5": ("#####", "#    ", "#####", "    #", "#####"),
    "6": ("#####", "#    ", "#####", "#   #", "#####"),
    "7": ("#####", "    #", "   # ", "  #  ", "  #  "),
    "8": ("#####", "#   #", "#####", "#   #", "#####"),
    "9": ("#####", "#   #", "#####", "    #", "#####"),
    ":": ("   ", " # ", "   ", " # ", "   "),
}
HEIGHT = 5
_HOME = "\x1b[H"
_REST_OF_LINE = "\x1b[K"
_REST_OF_SCREEN = "\x1b[J"
_BRIGHT = "\x1b[1;97;40m"  # white on black
_RUNNING = "\x1b[1;30;107m"  # black on white
_PLAIN = "\x1b[0m"
_LINES = 6
_SIZE = (80, 24)


def width(text: str) -> int:
    """The columns that ``text`` takes in digits of the smallest size."""
    return sum(len(_GLYPHS[sign][0]) for sign in text) + len(text) - 1


def large(text: str, wide: int = 2, high: int = 1, dot: str = "█") -> tuple[str, ...]:
    """Digits and colons in rows of dots, each ``wide`` columns and ``high`` rows."""
    rows = [" ".join(_GLYPHS[sign][row] for sign in text) for row in range(HEIGHT)]
    drawn = ("".join(wide * (dot if sign == "#" else " ") for sign in row) for row in rows)
    return tuple(row for row in drawn for _ in range(high))


@dataclass(frozen=True, slots=True)
class ClockLayout:
    """Where the two displays are, and how many columns and rows a dot has.

    A dot has none if not even small digits fit. White is on the left, or above.
    """

    beside: bool
    wide: int
    high: int
    columns: int
    rows: int

    @property
    def block(self) -> int:
        """The rows of one display with its name."""
        return 1 + (HEIGHT * self.high if self.wide else 1)

    def owner(self, column: int, row: int) -> chess.Color:
        """Whose half of the picture a place is in."""
        return 2 * column < self.columns if self.beside else row < self.block


def lay_out(columns: int, rows: int, texts: tuple[str, str]) -> ClockLayout:
    """The arrangement with the largest digits."""
    needed = max(map(width, texts))
    lines = min(_LINES, rows // 8) + 1  # those that were told last, and the one being typed
    beside = _scaled(columns // 2 - 2, rows - lines - 1, needed)
    above = _scaled(columns - 2, (rows - lines - 3) // 2, needed)
    side_by_side = beside[0] * beside[1] >= above[0] * above[1]
    wide, high = beside if side_by_side else above
    return ClockLayout(side_by_side and bool(wide), wide, high, columns, rows)


def _scaled(columns: int, rows: int, needed: int) -> tuple[int, int]:
    """The largest dot that fits, at most twice as wide as high, since letters are narrow."""
    wide, high = columns // needed, rows // HEIGHT
    high = min(high, wide)
    return (min(wide, 2 * high), high) if high > 0 else (0, 0)


def clock_lines(write: Callable[[str], None], settings: Settings) -> Display:
    """A display that prints both clocks in a line of its own, by ``write``, when an event has
    changed them."""
    phraser = Phraser(settings)

    def show(clock: Clock, now: int, events: Sequence[Event]) -> float:
        if any(isinstance(event, SHOWS) for event in events):
            told = ", ".join(
                f"{phraser.colour_name(colour)} {shown(clock.remaining(colour, now))}"
                for colour in (chess.WHITE, chess.BLACK)
            )
            write(Utterance((), eye=phraser.words.phrase(told)).text)
        return math.inf

    return show


class BigClock:
    """Repaints both displays above the last few lines that were told."""

    def __init__(
        self,
        write: Callable[[str], None],
        names: tuple[str, str],
        *,
        size: Callable[[], tuple[int, int]] = lambda: _SIZE,
        dot: str = "█",
    ) -> None:
        """``write`` takes terminal output as it is. ``names`` are White's and Black's. ``size``
        tells the columns and rows of the terminal, and ``dot`` is a letter that it has."""
        self.told: tuple[str, ...] = ()
        self.typed = ""
        self._write = write
        self._names = names
        self._size = size
        self._dot = dot
        self._painted: tuple[str, ...] = ()
        self._layout: ClockLayout | None = None

    def line(self, text: str) -> None:
        """Add a line that was told. The oldest one scrolls away."""
        self.told = (*self.told, text)[-_LINES:]

    def forget(self) -> None:
        """Paint everything anew next time: something else was on the terminal."""
        self._painted = ()

    def owner(self, column: int, row: int) -> chess.Color:
        """Whose display is there."""
        return self._layout.owner(column, row) if self._layout else chess.WHITE

    def show(self, clock: Clock, now: int, _events: Sequence[Event] = ()) -> float:
        """A `Display`. Writes nothing if the picture is the same."""
        columns, rows = self._size()
        texts = (
            shown(clock.remaining(chess.WHITE, now)),
            shown(clock.remaining(chess.BLACK, now)),
        )
        layout = lay_out(columns, rows, texts)
        picture = self._picture(layout, texts, clock.running)
        if picture != self._painted or layout != self._layout:
            self._painted, self._layout = picture, layout
            body = f"{_REST_OF_LINE}\n".join(picture)
            self._write(f"{_HOME}{body}{_REST_OF_LINE}{_REST_OF_SCREEN}")
        return REPAINT

    def _picture(
        self, layout: ClockLayout, texts: tuple[str, str], running: chess.Color | None
    ) -> tuple[str, ...]:
        half = layout.columns // 2 if layout.beside else layout.columns
        blocks = [
            self._block(layout, name, text, half - 1, running == colour)
            for name, text, colour in zip(
                self._names, texts, (chess.WHITE, chess.BLACK), strict=True
            )
        ]
        if layout.beside:
            rows = [f"{left} {right}" for left, right in zip(*blocks, strict=True)]
        else:
            rows = [*blocks[0], "", *blocks[1]]
        columns = max(1, layout.columns - 1)
        folded = [part for line in self.told for part in textwrap.wrap(line, columns)]
        room = max(0, layout.rows - len(rows) - 1)
        typed = [f"> {self.typed}"[-columns:]] if self.typed else []
        told = folded[-room:] if room else []
        return (*rows, *told, *typed)[: layout.rows]

    def _block(
        self, layout: ClockLayout, name: str, text: str, columns: int, runs: bool
    ) -> list[str]:
        style = _RUNNING if runs else _BRIGHT
        digits = large(text, layout.wide, layout.high, self._dot) if layout.wide else (text,)
        rows = (f"{'>' if runs else ' '} {name}", *digits)
        return [f"{style}{f' {row}'[:columns].ljust(columns)}{_PLAIN}" for row in rows]
