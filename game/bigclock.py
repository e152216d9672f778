# SPDX-License-Identifier: GPL-3.0-or-later
"""The two displays in large digits for those with some sight, repainted in the terminal.

Everybody else has plain lines, which a screen reader and a braille display can follow.
"""

from collections.abc import Callable

import chess

from clock.clock import Clock
from clock.display import shown

_GLYPHS = {
    "0": ("█████", "█   █", "█   █", "█   █", "█████"),
    "1": ("  █  ", " ██  ", "  █  ", "  █  ", "█████"),
    "2": ("█████", "    █", "█████", "█    ", "█████"),
    "3": ("█████", "    █", " ████", "    █", "█████"),
    "4": ("█   █", "█   █", "█████", "    █", "    █"),
    "5": ("█████", "█    ", "█████", "    █", "█████"),
    "6": ("█████", "█    ", "█████", "█   █", "█████"),
    "7": ("█████", "    █", "   █ ", "  █  ", "  █  "),
    "8": ("█████", "█   █", "█████", "█   █", "█████"),
    "9": ("█████", "█   █", "█████", "    █", "█████"),
    ":": ("   ", " █ ", "   ", " █ ", "   "),
}
_CLEAR = "\x1b[2J\x1b[H"
_BRIGHT = "\x1b[1;97;40m"  # white on black
_RUNNING = "\x1b[1;30;107m"  # black on white
_PLAIN = "\x1b[0m"
_LINES = 6


def large(text: str) -> tuple[str, ...]:
    """Digits and colons in rows of blocks, twice as wide as high letters are."""
    rows = zip(*(_GLYPHS[sign] for sign in text), strict=True)
    return tuple("  ".join("".join(2 * dot for dot in part) for part in row) for row in rows)


class BigClock:
    """Repaints both displays above the last few lines that were told."""

    def __init__(self, write: Callable[[str], None], names: tuple[str, str]) -> None:
        """``write`` takes terminal output as it is; ``names`` of White and Black."""
        self._write = write
        self._names = names
        self._told: list[str] = []
        self._painted = ""

    def line(self, text: str) -> None:
        """A line that was told; the oldest scrolls away."""
        self._told = [*self._told, text][-_LINES:]
        self._painted = ""

    def paint(self, clock: Clock, now: int) -> None:
        """Show the displays at ``now``; writes nothing if the picture is the same."""
        rows: list[str] = []
        for name, colour in zip(self._names, (chess.WHITE, chess.BLACK), strict=True):
            style = _RUNNING if clock.running == colour else _BRIGHT
            digits = large(shown(clock.remaining(colour, now)))
            rows += [f"{style} {row} {_PLAIN}" for row in (name, *digits)]
            rows.append("")
        picture = "\n".join([*rows, *self._told])
        if picture != self._painted:
            self._write(f"{_CLEAR}{picture}\n")
            self._painted = picture
