# SPDX-License-Identifier: GPL-3.0-or-later
"""One player's time, and what a move does to it (6.3.2)."""

from dataclasses import dataclass, replace
from typing import Self

from clock.control import ExtraTime, TimeControl

SECOND = 1_000_000_000


def shown(nanoseconds: int) -> str:
    """A display as on every chess clock: ``1:05:09``, below an hour ``5:09``; rounded down.

    ``announce.words.numbers`` has the words for the ear.
    """
    minutes, seconds = divmod(max(0, nanoseconds) // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class Side:
    """One player's time.

    ``main`` and ``delay`` are what the player had when the move began, in nanoseconds: main time
    (with the increment for this move) and the delay. ``spent`` is what this move has cost until
    the clock's ``since``; ``credited`` what of it was given back; ``period`` the index of the
    period. Delay and Bronstein are the same sum shown differently (6.3.2), so that their flags
    fall at the same instant by construction.

    ``elapsed`` is everywhere the time that ran on this display after ``spent`` was noted.
    """

    control: TimeControl
    main: int
    delay: int = 0
    spent: int = 0
    credited: int = 0
    moves: int = 0
    period: int = 0
    flagged: bool = False

    @classmethod
    def new(cls, control: TimeControl) -> Self:
        """The time before the first move, its increment or delay included (glossary)."""
        return cls(control, main=control.period(0).base * SECOND)._granted()

    @classmethod
    def granted(cls, control: TimeControl, moves: int) -> int:
        """The main time that ``control`` has given for so many moves and the next one."""
        side = cls.new(control)
        for _ in range(moves):
            side = side.completed(0)
        return side.main

    @property
    def kind(self) -> ExtraTime:
        """How the extra time of the present period works."""
        return self.control.period(self.period).kind

    def charged(self, elapsed: int) -> int:
        """The cost of this move after ``elapsed`` more, never more than there was."""
        return min(max(0, self.spent + elapsed), self.main + self.delay)

    def left(self, elapsed: int) -> int:
        """The time that this move may still cost."""
        return self.main + self.delay - self.charged(elapsed)

    def display(self, elapsed: int) -> int:
        """The time shown: main time, for Bronstein with what would be given back."""
        if self.kind is ExtraTime.BRONSTEIN:
            return self.left(elapsed)
        return self.main - max(0, self.charged(elapsed) - self.delay)

    def completed(self, elapsed: int) -> Self:
        """The move is completed: counted, paid for, and the next one has its extra time."""
        left = self.main - max(0, self.charged(elapsed) - self.delay)
        side = replace(self, main=left, delay=0, spent=0, credited=0, moves=self.moves + 1)
        if not side.control.at_zero and side.reached and not side.flagged:
            side = side.next_period()
        return side._granted()

    def with_moves(self, moves: int) -> Self:
        """The move counter set; no time is added, for that is the arbiter's to set."""
        return replace(self, moves=moves).with_control(self.control)

    def with_control(self, control: TimeControl) -> Self:
        """Another control for the moves to come; what is left stays as it is."""
        period = control.period_after(self.moves)
        if control.at_zero:  # the time of a later period is not on the display yet
            period = min(period, self.period)
        return replace(self, control=control, period=period)

    @property
    def reached(self) -> bool:
        """True if the moves of this period are completed, so that the next one may begin (6.4)."""
        due = self.control.moves_due(self.period)
        return due is not None and self.moves >= due

    def next_period(self) -> Self:
        """6.3.2: what is left of a period is kept in the next one."""
        base = self.control.period(self.period + 1).base * SECOND
        return replace(self, period=self.period + 1, main=self.main + base)

    def _granted(self) -> Self:
        """The extra time for the move that comes; a fallen flag gets none."""
        if self.flagged:
            return self
        extra = self.control.period(self.period).extra * SECOND
        if self.kind is ExtraTime.INCREMENT:
            return replace(self, main=self.main + extra)
        return replace(self, delay=extra)

    def set_to(self, remaining: int, elapsed: int) -> Self:
        """The display set to ``remaining`` while a move goes on; a set time raises a flag."""
        spent = self.charged(elapsed)
        delay = self.delay
        if self.kind is ExtraTime.BRONSTEIN:
            delay = min(delay, remaining + spent)
            main = remaining + spent - delay
        else:
            main = remaining + max(0, spent - delay)
        flagged = self.flagged and remaining == 0
        return replace(self, main=main, delay=delay, spent=spent, flagged=flagged)
