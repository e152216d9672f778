# SPDX-License-Identifier: GPL-3.0-or-later
"""Two displays, of which one runs or none (6.1): an immutable value to which ``now`` is passed in.

Every time is an integer of nanoseconds, so nothing is rounded and nothing lost; ``now`` is that of
one monotonic clock and never read here, so that a changed wall clock changes no display. Every
operation returns the clock after it. What happened (moves completed, periods begun, flags fallen)
is pending in the clock until `Clock.settle` hands it out, each event once and in order.
"""

from dataclasses import dataclass, replace
from typing import Self

import chess

from clock.control import ExtraTime, TimeControl
from clock.events import (
    ClockEvent,
    ControlChanged,
    FlagFell,
    GamePaused,
    GameResumed,
    MoveCompleted,
    MovesAdjusted,
    PeriodBegan,
    TimeAdjusted,
)

SECOND = 1_000_000_000

CREDIT_LIMIT = 10 * SECOND
"""The most that is given back for one move: enough to understand a spoken move, to read it back
slowly and to wait for "Korrektur"; too little to gain by it."""


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
    period. ``ran`` are the stretches of this move, from and to, that ended in a pause: what came
    before it may become known after it. Delay and Bronstein are the same sum shown differently
    (6.3.2), so that their flags fall at the same instant by construction.

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
    ran: tuple[tuple[int, int], ...] = ()

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

    def ran_since(self, at: int) -> int:
        """How long this move's time ran after ``at``, up to the last pause."""
        return sum(max(0, until - max(since, at)) for since, until in self.ran)

    def stopped(self, since: int, at: int) -> Self:
        """The time that ran from ``since`` stops at ``at``."""
        return replace(self, spent=self.charged(at - since), ran=(*self.ran, (since, at)))

    def as_of(self, at: int) -> Self:
        """The time stands as it stood at ``at``, in this move; a fallen flag stays fallen."""
        if self.flagged or not self.ran_since(at):
            return self
        return replace(self, spent=self.spent - self.ran_since(at), ran=())

    def completed(self, elapsed: int) -> Self:
        """The move is completed: counted, paid for, and the next one has its extra time."""
        left = self.main - max(0, self.charged(elapsed) - self.delay)
        side = replace(self, main=left, delay=0, spent=0, credited=0, moves=self.moves + 1, ran=())
        if not side.control.at_zero and side.reached and not side.flagged:
            side = side.next_period()
        return side._granted()

    def with_moves(self, moves: int) -> Self:
        """The move counter set; no time is added, for that is the arbiter's to set."""
        return replace(self, moves=moves).with_control(self.control)

    def with_control(self, control: TimeControl) -> Self:
        """Take another control for the moves to come; the time left stays as it is."""
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
        return replace(self, main=main, delay=delay, spent=spent, flagged=flagged, ran=())


@dataclass(frozen=True, slots=True)
class Clock:
    """The chess clock. ``running`` is the colour whose time runs from ``since`` on, or None.

    ``paused`` is the colour whose time `resume` continues. ``flags`` are the fallen flags, the
    first to fall first. Which colour may press, and what a fallen flag means, is for the table.
    """

    white: Side
    black: Side
    running: chess.Color | None = None
    paused: chess.Color | None = None
    since: int = 0
    flags: tuple[FlagFell, ...] = ()
    pending: tuple[ClockEvent, ...] = ()

    @classmethod
    def new(cls, white: TimeControl, black: TimeControl | None = None) -> Self:
        """A clock at rest. Black has the control of White unless given another."""
        return cls(Side.new(white), Side.new(black or white))

    def side(self, colour: chess.Color) -> Side:
        return self.white if colour == chess.WHITE else self.black

    def moves(self, colour: chess.Color) -> int:
        """Moves that ``colour`` has completed (6.2.1)."""
        return self.side(colour).moves

    def moves_to_control(self, colour: chess.Color) -> int | None:
        """Moves to complete before the next time control; None if none is to come."""
        side = self.side(colour)
        due = side.control.moves_due(side.control.period_after(side.moves))
        return None if due is None else due - side.moves

    def average_per_move(self, colour: chess.Color, now: int) -> int | None:
        """Nanoseconds for each move to the next time control; None if none is to come.

        The extra time of the moves until then is counted in.
        """
        moves = self.moves_to_control(colour)
        if moves is None:
            return None
        _, side, elapsed = self._at(colour, now)
        if side.flagged:
            return 0
        extra = side.control.period(side.period).extra * SECOND
        return (side.left(elapsed) + (moves - 1) * extra) // moves

    def delay_left(self, colour: chess.Color, now: int) -> int:
        """Nanoseconds until the main time of ``colour`` runs, with a simple delay; else zero."""
        _, side, elapsed = self._at(colour, now)
        return max(0, side.delay - side.charged(elapsed)) if side.kind is ExtraTime.DELAY else 0

    def in_last_period(self, colour: chess.Color) -> bool:
        """True if ``colour`` has to make all remaining moves in the time that is left (III.1)."""
        side = self.side(colour)
        return side.control.period(side.period).moves is None

    def remaining(self, colour: chess.Color, now: int) -> int:
        """The display of ``colour`` in nanoseconds, never below zero.

        With a simple delay this is the main time, which stands while the delay runs.
        """
        _, side, elapsed = self._at(colour, now)
        return side.display(elapsed)

    def deadline(self) -> tuple[int, chess.Color] | None:
        """When the running time is next used up, and whose; then call `settle`."""
        if self.running is None or self.side(self.running).flagged:
            return None
        side = self.side(self.running)
        return self.since + side.main + side.delay - side.spent, self.running

    def flagged(self, now: int) -> chess.Color | None:
        """The colour whose flag fell first, if any has fallen (6.1, 6.8)."""
        flags = self._run_to(now).flags
        return flags[0].colour if flags else None

    def settle(self, now: int) -> tuple[Self, tuple[ClockEvent, ...]]:
        """Let flags fall and periods begin up to ``now``; hand out the events that are pending."""
        clock = self._run_to(now)
        return replace(clock, pending=()), clock.pending

    def start(self, now: int, colour: chess.Color = chess.WHITE) -> Self:
        """Let the time of ``colour`` run and no other (6.6); nobody's move is completed by it."""
        return replace(self._halted(now), running=colour, since=now)

    def press(self, colour: chess.Color, now: int, spoken_until: int | None = None) -> Self:
        """``colour`` completes a move, and the other clock runs from ``now`` on (6.2.1).

        If the move was dictated, its player's time stopped when they had finished speaking
        (``spoken_until``). The time between is charged to nobody, up to `CREDIT_LIMIT` a move.
        A flag that `settle` has already let fall stays fallen. If the clock of ``colour`` is not
        running, nothing happens, and the same clock is returned.
        """
        if self.running is None or self.running != colour:
            return self
        now = max(now, self.since)
        side = self.side(colour)
        stop = now if spoken_until is None or side.flagged else spoken_until
        stop = min(now, max(stop, self.since, now - (CREDIT_LIMIT - side.credited)))
        credit = side.credited + now - stop
        return self._completed(colour, stop, now, credit, running=not colour)

    def complete(self, colour: chess.Color, now: int) -> Self:
        """``colour`` completes a move without a press, and the same clock runs on.

        So does a move that ends the game (6.2.1.1), and one not completed when its player makes
        the next one (6.2.1.2).
        """
        now = max(now, self.since)
        credit = self.side(colour).credited
        return self._completed(colour, now, now, credit, running=self.running)

    def credit(self, colour: chess.Color, nanoseconds: int, now: int) -> Self:
        """Give back to ``colour`` the time that the program took in this move.

        At most what the move has cost, and at most `CREDIT_LIMIT` a move. It shows in the
        ``credit`` of the `MoveCompleted` that ends the move.
        """
        clock, side, elapsed = self._at(colour, now)
        given = max(0, min(nanoseconds, CREDIT_LIMIT - side.credited, side.charged(elapsed)))
        if side.flagged or not given:
            return clock
        side = replace(side, spent=side.spent - given, credited=side.credited + given)
        return clock._with(colour, side)

    def pause(self, now: int, reason: str = "") -> Self:
        """Both clocks stand still (6.11.1) until `resume`; at rest nothing happens."""
        if self.running is None:
            return self
        clock = replace(self._halted(now), paused=self.running)
        return clock._noted(GamePaused(now, *clock._displays(now), reason))

    def resume(self, now: int) -> Self:
        """The clock that was paused runs again; without one nothing happens."""
        if self.paused is None:
            return self
        clock = self.start(now, self.paused)
        return clock._noted(GameResumed(now, *clock._displays(now)))

    def stop(self, now: int) -> Self:
        """Both clocks stand still for good, as they stood at ``now``: the end of a game may become
        known after a pause that came later."""
        clock = self._halted(now)
        return replace(clock, white=clock.white.as_of(now), black=clock.black.as_of(now))

    def adjust(self, colour: chess.Color, remaining: int, now: int) -> Self:
        """The arbiter sets a display (6.10); below zero counts as zero, above raises its flag."""
        clock, side, elapsed = self._at(colour, now)
        side = side.set_to(max(0, remaining), elapsed)
        since = now if clock.running == colour else clock.since
        flags = tuple(flag for flag in clock.flags if side.flagged or flag.colour != colour)
        clock = replace(clock._with(colour, side), since=since, flags=flags)
        return clock._noted(TimeAdjusted(now, colour, clock.remaining(colour, now)))

    def adjust_moves(self, colour: chess.Color, moves: int, now: int) -> Self:
        """The arbiter sets a move counter (6.10.2); both displays stay as they are.

        The period is that of the moves, save one that is only added at zero.
        """
        clock = self._run_to(now)
        moves = max(0, moves)
        clock = clock._with(colour, clock.side(colour).with_moves(moves))
        return clock._noted(MovesAdjusted(now, colour, moves))

    def recalculated(self, colour: chess.Color, control: TimeControl, now: int) -> int:
        """The time that ``colour`` would have left if ``control`` had been set from the beginning
        (6.10.2): the time used stays used, the time granted is the new control's."""
        side = self._run_to(now).side(colour)
        granted, meant = (Side.granted(one, side.moves) for one in (side.control, control))
        return max(0, self.remaining(colour, now) + meant - granted)

    def install(self, colour: chess.Color, control: TimeControl, now: int) -> Self:
        """Install another time control from the next move on (6.10.2, Guideline III.4).

        What is left of the time stays, and so does the extra time of the move that goes on.
        """
        clock = self._run_to(now)
        clock = clock._with(colour, clock.side(colour).with_control(control))
        return clock._noted(ControlChanged(now, colour, str(control)))

    def _at(self, colour: chess.Color, now: int) -> tuple[Self, Side, int]:
        """The clock as it is ``now``, the time of ``colour`` and what has elapsed of it."""
        clock = self._run_to(now)
        elapsed = max(0, now - clock.since) if clock.running == colour else 0
        return clock, clock.side(colour), elapsed

    def _displays(self, now: int) -> tuple[int, int]:
        return self.remaining(chess.WHITE, now), self.remaining(chess.BLACK, now)

    def _with(self, colour: chess.Color, side: Side) -> Self:
        return replace(self, white=side) if colour == chess.WHITE else replace(self, black=side)

    def _noted(self, *events: ClockEvent) -> Self:
        return replace(self, pending=self.pending + events)

    def _run_to(self, now: int) -> Self:
        """Every zero that the running display reaches up to ``now``: next period or flag (6.4)."""
        clock = self
        while (deadline := clock.deadline()) is not None and deadline[0] <= now:
            at, colour = deadline
            side = clock.side(colour)
            if side.reached:
                clock = clock._with(colour, side.next_period())
                clock = clock._noted(PeriodBegan(at, colour, side.period + 2))
            else:
                fell = FlagFell(at, colour)
                clock = clock._with(colour, replace(side, flagged=True))
                clock = replace(clock, flags=(*clock.flags, fell))._noted(fell)
        return clock

    def _completed(
        self,
        colour: chess.Color,
        stop: int,
        now: int,
        credit: int,
        running: chess.Color | None,
    ) -> Self:
        """The move of ``colour`` is charged up to ``stop``; from ``now`` on ``running`` runs."""
        clock, before, elapsed = self._at(colour, stop)
        after = before.completed(elapsed)
        since = clock.since if running == clock.running != colour else now
        clock = replace(clock._with(colour, after), running=running, since=since)
        clock = clock._noted(MoveCompleted(now, colour, *clock._displays(now), credit))
        if after.period == before.period:
            return clock
        return clock._noted(PeriodBegan(now, colour, after.period + 1))

    def _halted(self, now: int) -> Self:
        """Nothing runs; what the running side has spent is on its account."""
        clock = self._run_to(now)
        if clock.running is None:
            return replace(clock, paused=None)
        side = clock.side(clock.running).stopped(clock.since, max(now, clock.since))
        clock = clock._with(clock.running, side)
        return replace(clock, running=None, paused=None, since=0)
