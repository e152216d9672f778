# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls (6.3): periods of a number of moves or all, and what each move adds.

All times here are whole seconds, as on every chess clock; the displays run in nanoseconds.

The text form is that of PGN, with periods divided by commas and two more signs::

    90+30               90 minutes, 30 seconds added before each move (cumulative, "Fischer")
    40/5400+30,1800+30  40 moves in 5400 seconds, then 1800 seconds, always 30 seconds a move
    5d3                 5 minutes with a simple delay of 3 seconds
    25b10               25 minutes, up to 10 seconds given back after each move (Bronstein)
    60                  an hour for all moves
    40/5400,1800@0      the second period is added when the display reaches zero

A number without a unit is seconds in a control of several periods or with a number of moves, as
in PGN; for all moves in one period it is minutes below `SECONDS_FROM` and seconds from there on.
A unit settles it: ``30s+1``, ``40/90m+30,30m+30``, ``2h``.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

SECONDS_FROM = 300
"""A single period of this number or more is in seconds: nobody gives five hours for a game."""

MAX_BASE = 24 * 3600
MAX_EXTRA = 600
MAX_MOVES = 500

_UNITS = {"s": 1, "m": 60, "h": 3600}
_PERIOD = re.compile(
    r"(?:(?P<moves>[0-9]+)/)?(?P<base>[0-9]+)(?P<unit>[smh]?)(?:(?P<kind>[+db])(?P<extra>[0-9]+)s?)?"
)
_AT_ZERO = "@0"


class ExtraTime(StrEnum):
    """How the extra time of each move works (6.3.2, glossary); the value is its sign in text."""

    INCREMENT = "+"
    """Cumulative ("Fischer"): added before each move, also the first; what is unspent stays."""
    DELAY = "d"
    """Simple delay: the main time only starts to run after it."""
    BRONSTEIN = "b"
    """The display runs at once; after the move what was spent is given back, at most this."""


class Problem(StrEnum):
    """Why a time control is refused; the value goes on after the refused text and a colon."""

    EMPTY = "no time is given"
    UNREADABLE = "this is not a time control"
    NEGATIVE = "a time cannot be negative"
    NO_TIME = "each period needs more than zero time"
    TOO_LONG = "a period lasts at most 24 hours"
    EXTRA_TOO_LONG = "a move adds at most 10 minutes"
    NO_MOVES = "a period is for 1 to 500 moves"
    MOVES_MISSING = "each period but the last needs a number of moves"


EXAMPLE = "15+10"
EXAMPLE_OF_PERIODS = "40/5400+30,1800+30"
_ABOUT_PERIODS = (Problem.NO_MOVES, Problem.MOVES_MISSING)


class BadTimeControl(ValueError):
    """A time control nobody can play; ``problem`` says why and ``example`` shows a good one."""

    def __init__(self, problem: Problem, text: str) -> None:
        self.problem = problem
        self.text = text
        self.example = EXAMPLE_OF_PERIODS if problem in _ABOUT_PERIODS else EXAMPLE
        shown = " ".join(text.split())[:40] or "time control"
        super().__init__(f"{shown}: {problem}, for example {self.example}")


@dataclass(frozen=True, slots=True)
class Period:
    """``base`` seconds for ``moves`` moves, or for all the rest (None), and ``extra`` per move.

    Raises `BadTimeControl` for a period nobody can play.
    """

    base: int
    moves: int | None = None
    extra: int = 0
    kind: ExtraTime = ExtraTime.INCREMENT

    def __post_init__(self) -> None:
        if problem := self._problem():
            raise BadTimeControl(problem, str(self))
        if self.extra == 0:  # "5d0" is "5": one control has one text
            object.__setattr__(self, "kind", ExtraTime.INCREMENT)

    def __str__(self) -> str:
        """In seconds, ``40/5400+30``."""
        moves = "" if self.moves is None else f"{self.moves}/"
        return f"{moves}{self.base}{self.extra_text}"

    @property
    def extra_text(self) -> str:
        """The extra time alone, ``+30``; empty without any."""
        return f"{self.kind}{self.extra}" if self.extra else ""

    def _problem(self) -> Problem | None:
        if self.base < 0 or self.extra < 0:
            return Problem.NEGATIVE
        if self.base == 0:
            return Problem.NO_TIME
        if self.base > MAX_BASE:
            return Problem.TOO_LONG
        if self.extra > MAX_EXTRA:
            return Problem.EXTRA_TOO_LONG
        if self.moves is not None and not 1 <= self.moves <= MAX_MOVES:
            return Problem.NO_MOVES
        return None


NO_HURRY = (Period(MAX_BASE),)
"""The longest time there is, for the whole game."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of one player's time, in order.

    A last period with a number of moves repeats until the game ends. ``at_zero`` says when the
    next period is added: once its display reaches zero (as many electronic clocks do), or else
    as soon as the number of moves is completed.
    """

    periods: tuple[Period, ...]
    at_zero: bool = False

    def __post_init__(self) -> None:
        if not self.periods:
            raise BadTimeControl(Problem.EMPTY, "")
        if any(period.moves is None for period in self.periods[:-1]):
            raise BadTimeControl(Problem.MOVES_MISSING, str(self))
        if self.periods[0].moves is None:  # nothing to add: one control has one text
            object.__setattr__(self, "at_zero", False)

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read the text form of this module; raises `BadTimeControl`."""
        plain = "".join(text.split()).lower()
        if not plain:
            raise BadTimeControl(Problem.EMPTY, text)
        body = plain.removesuffix(_AT_ZERO)
        seconds = "/" in body or "," in body
        try:
            periods = tuple(_parse_period(part, seconds) for part in body.split(","))
            return cls(periods, at_zero=body != plain)
        except BadTimeControl as refusal:
            raise BadTimeControl(refusal.problem, text) from None

    def __str__(self) -> str:
        """The text form; `parse` reads it back to the same value."""
        first = self.periods[0]
        if len(self.periods) > 1 or first.moves is not None:
            return ",".join(map(str, self.periods)) + (_AT_ZERO if self.at_zero else "")
        minutes, seconds = divmod(first.base, 60)
        if seconds == 0 and minutes < SECONDS_FROM:
            return f"{minutes}{first.extra_text}"
        return f"{first.base}{'s' if first.base < SECONDS_FROM else ''}{first.extra_text}"

    def period(self, index: int) -> Period:
        """The period of that index from 0, a repeated one as often as it is asked for."""
        return self.periods[min(index, len(self.periods) - 1)]

    def period_after(self, moves: int) -> int:
        """The index of the period to which the move after ``moves`` completed ones belongs."""
        given = 1
        for index, period in enumerate(self.periods):
            if period.moves is None or moves < period.moves:
                return index
            given = period.moves
            moves -= given
        return len(self.periods) + moves // given  # the last period repeats

    def seconds_for(self, moves: int) -> int:
        """All the time for so many moves, extra time included, and every period given."""
        last = max(len(self.periods) - 1, self.period_after(moves - 1))
        base = sum(self.period(index).base for index in range(last + 1))
        return base + sum(self.period(self.period_after(done)).extra for done in range(moves))

    @property
    def has_extra(self) -> bool:
        """True if any move gets extra time."""
        return any(period.extra for period in self.periods)

    @property
    def extra_is_usual(self) -> bool:
        """True if extra time, where there is any, is of 2 to 60 seconds (glossary)."""
        return all(period.extra == 0 or 2 <= period.extra <= 60 for period in self.periods)

    @property
    def unhurried(self) -> bool:
        """True if nobody has to hurry."""
        return self.periods == NO_HURRY

    def moves_due(self, index: int) -> int | None:
        """Moves to be completed from the start of the game to the end of that period; None: all."""
        given = self.periods[: index + 1]
        repeats = max(0, index + 1 - len(self.periods))
        last = given[-1].moves
        if last is None:
            return None
        return sum(period.moves or 0 for period in given) + repeats * last


def _parse_period(part: str, seconds: bool) -> Period:
    match = _PERIOD.fullmatch(part)
    if match is None:
        signed = re.search(r"(?:^|[+/db])-[0-9]", part)
        raise BadTimeControl(Problem.NEGATIVE if signed else Problem.UNREADABLE, part)
    base = _number(match["base"])
    default = "s" if seconds or base >= SECONDS_FROM else "m"
    return Period(
        base=base * _UNITS[match["unit"] or default],
        moves=None if match["moves"] is None else _number(match["moves"]),
        extra=_number(match["extra"] or "0"),
        kind=ExtraTime(match["kind"] or ExtraTime.INCREMENT),
    )


def _number(digits: str) -> int:
    """The number; one of ten and more digits is beyond every limit, however long it is."""
    plain = digits.lstrip("0") or "0"
    return int(plain) if len(plain) < 10 else 10**9


# --- Standard, rapid or blitz, by the Laws of each edition (A.1, B.1) -----------------------------


MINUTE = 60
MOVES = 60
"""Increments count as for a game of 60 moves (A.1, B.1)."""


class Rate(StrEnum):
    """The three rates of play of the Laws."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def rate_of_play(control: TimeControl, edition: int = 2018) -> Rate:
    """The rate of ``control`` by the Laws of ``edition``, which are the same since 2018."""
    seconds = control.seconds_for(MOVES)
    if edition == 2005:  # rapid is from 15 to 60 minutes, both included
        blitz, standard = seconds < 15 * MINUTE, seconds > 60 * MINUTE
    else:  # rapid is more than 10 and less than 60 minutes
        blitz, standard = seconds <= 10 * MINUTE, seconds >= 60 * MINUTE
    if blitz:
        return Rate.BLITZ
    return Rate.STANDARD if standard else Rate.RAPID


def allows_quickplay_finish(control: TimeControl, edition: int = 2018) -> bool:
    """Guideline III.2.2: standard and rapid without increment, never blitz."""
    return not control.has_extra and rate_of_play(control, edition) is not Rate.BLITZ
