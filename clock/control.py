# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls (6.3): periods of a number of moves or all, and what each move adds.

All times here are whole seconds, as on every chess clock; the displays run in nanoseconds.

The text form is that of PGN, with periods divided by commas and two more signs::

    90+30               90 minutes, 30 seconds added before each move (cumulative, "Fischer")
    40/5400+30,1800+30  40 moves in 5400 seconds, then 1800 seconds, always 30 seconds a move
    5d3                 5 minutes with a simple delay of 3 seconds
    25b10               25 minutes, up to 10 seconds given back after each move (Bronstein)
    60                  an hour for all moves
    0b5                 5 seconds for each move, and nothing beside
    40/5400,1800@0      the second period is added when the display reaches zero

A number without a unit is seconds in a control of several periods or with a number of moves, as
in PGN; for all moves in one period it is minutes below `SECONDS_FROM` and seconds from there on.
A unit settles it: ``30s+1``, ``40/90m+30,30m+30``, ``2h``.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

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
    NO_TIME = "each period or each move needs more than zero time"
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
        """The text form in seconds, ``40/5400+30``."""
        moves = "" if self.moves is None else f"{self.moves}/"
        return f"{moves}{self.base}{self.extra_text}"

    @property
    def extra_text(self) -> str:
        """The extra time alone, ``+30``; empty without any."""
        return f"{self.kind}{self.extra}" if self.extra else ""

    def _problem(self) -> Problem | None:
        if self.base < 0 or self.extra < 0:
            return Problem.NEGATIVE
        if self.base == 0 and self.extra == 0:
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


# --- Standard, rapid or blitz (A.1, B.1) ----------------------------------------------------------


MOVES = 60
"""Increments count as for a game of 60 moves (A.1, B.1)."""


class Rate(StrEnum):
    """The three rates of play of the Laws."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def rate_of_play(control: TimeControl, rapid: tuple[int, int]) -> Rate:
    """The rate of ``control``; ``rapid``: the shortest and the longest rapid game, in seconds."""
    shortest, longest = rapid
    seconds = control.seconds_for(MOVES)
    if seconds < shortest:
        return Rate.BLITZ
    return Rate.STANDARD if seconds > longest else Rate.RAPID


def allows_quickplay_finish(control: TimeControl, rate: Rate) -> bool:
    """Guideline III.2.2: standard and rapid without increment, never blitz."""
    return not control.has_extra and rate is not Rate.BLITZ


# --- Time controls by name, and as PGN's tag ------------------------------------------------------
#
# PGN has no sign for the delay; ``300+3d`` is what python-chess reads and writes. It cannot tell
# Bronstein from a simple delay (their flags fall alike), nor when the next period is added.


_TAG = re.compile(r"\s*\[?\s*TimeControl\s+\"?([^\"\]]*)\"?\s*\]?\s*", re.I)
"""The line of a PGN file; only its name tells that the value is in seconds."""

_AMERICAN = re.compile(
    r"(?P<before>(?:\d+/\d+[\s,;]+)*)(?:(?P<all>(?:g|sd)/\s*|(?:g|sd)(?=\d\d)))?(?P<base>\d+)"
    r"(?:[\s,;]*(?P<kind>inc|delay|[db+])[\s./]*(?P<extra>\d+))?",
    re.I,
)
"""``G/60;d5``, ``40/90, SD/30 inc 30``, ``25 inc 5``: all times of the game in minutes, ``G`` for
the whole game and ``SD`` for what is left of it ("sudden death"), then a delay or an increment in
seconds. A "g5" is a pawn's move."""

_BAR = re.compile(r"(?<=\d)\s*\|\s*(?=\d)")


@cache
def presets() -> Mapping[str, TimeControl]:
    """The presets by each of their names, in the order of the file."""
    data = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))
    found = ((entry["names"], TimeControl.parse(entry["control"])) for entry in data["preset"])
    return {name: control for names, control in found for name in names}


def preset(name: str) -> TimeControl | None:
    """The preset of that name; case, spaces and hyphens do not count."""
    return _by_name().get(_plain(name))


def read_control(text: str) -> TimeControl:
    """A control by its name, in its text form, as a PGN file's ``[TimeControl "900+10"]``, as
    players in the United States write it, or as chess.com does: ``15|10``.

    Raises `BadTimeControl`.
    """
    if tag := _TAG.fullmatch(text):
        return read_tag(tag[1])
    if (named := preset(text)) is not None:
        return named
    american = _AMERICAN.fullmatch(text.strip())
    written = text if american is None else _plain_form(american)
    return TimeControl.parse(_BAR.sub("+", written))


def _plain_form(written: re.Match[str]) -> str:
    """The text form of a control; what is in it already is left as it is."""
    kind = (written["kind"] or "").lower()
    if not written["all"] and kind not in ("inc", "delay") and ";" not in written[0]:
        return written[0]
    sign = {"inc": "+", "delay": "d"}.get(kind, kind)
    extra = f"{sign}{written['extra']}" if kind else ""
    before = re.findall(r"\d+/\d+", written["before"])
    return ",".join(f"{each}m{extra}" for each in (*before, written["base"]))


@cache
def _by_name() -> Mapping[str, TimeControl]:
    return {_plain(name): control for name, control in presets().items()}


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


if TYPE_CHECKING:
    import chess.pgn


# --- PGN ------------------------------------------------------------------------------------------


def read_tag(text: str) -> TimeControl:
    """The control of a tag value.

    Raises `BadTimeControl` for any other text: also for "?" (unknown), "-" (none) and the hourglass
    ("*180").
    """
    import chess.pgn  # noqa: PLC0415 - few time controls are written so, and it loads an engine

    text = text.strip()
    try:
        parts = chess.pgn.parse_time_control(text).parts
        if not parts:  # python-chess takes all that begins with "?" or "-" for no control
            raise BadTimeControl(Problem.UNREADABLE, text)
        return TimeControl(tuple(map(_period, parts)))
    except BadTimeControl as refusal:
        raise BadTimeControl(refusal.problem, text) from None
    except (ValueError, OverflowError):
        raise BadTimeControl(Problem.UNREADABLE, text) from None


def write_tag(control: TimeControl) -> str:
    """The tag value, ``40/5400+30:1800+30``."""
    return ":".join(map(_field, control.periods))


def _period(part: "chess.pgn.TimeControlPart") -> Period:
    extra = part.delay or part.increment
    if not float(extra).is_integer():
        raise ValueError("a chess clock counts whole seconds")
    kind = ExtraTime.DELAY if part.delay else ExtraTime.INCREMENT
    return Period(part.time, part.moves or None, int(extra), kind)


def _field(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    delay = "" if period.kind is ExtraTime.INCREMENT else "d"
    extra = f"+{period.extra}{delay}" if period.extra else ""
    return f"{moves}{period.base}{extra}"
