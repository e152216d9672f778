# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of the clock, as pure data; times in nanoseconds, ``at`` of the monotonic clock."""

from dataclasses import dataclass

import chess

from clock.control import Problem


@dataclass(frozen=True, slots=True)
class MoveCompleted:
    """``colour`` pressed the clock (6.2.1); both displays after it, in nanoseconds.

    ``credit`` is time given back because the program needed it to understand the speaker, or
    because it pressed the clock for the player.
    """

    at: int
    colour: chess.Color
    white: int
    black: int
    credit: int = 0


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The display of ``colour`` reached zero at ``at`` (6.1)."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class PeriodBegan:
    """``colour`` goes on into the next period of the time control (6.3.2, 6.4), counted from 1."""

    at: int
    colour: chess.Color
    period: int


@dataclass(frozen=True, slots=True)
class TimeAdjusted:
    """The arbiter or the Laws changed a display (6.10); new value in nanoseconds.

    ``quiet``: why was told already, and the time itself is told on request only (D.2.10.4).
    """

    at: int
    colour: chess.Color
    remaining: int
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class MovesAdjusted:
    """The arbiter set the move counter of ``colour`` (6.10.2)."""

    at: int
    colour: chess.Color
    moves: int


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """The arbiter installed another time control, in its text form, for ``colour`` (6.10.2)."""

    at: int
    colour: chess.Color
    control: str


@dataclass(frozen=True, slots=True)
class ControlAgreed:
    """Before the game the players set the clock to a time control, in its text form (6.3.1)."""

    at: int
    control: str


@dataclass(frozen=True, slots=True)
class ControlRefused:
    """``colour`` asked for a time control that nobody can play (6.3.1).

    ``example`` is the text form of one that can be played.
    """

    at: int
    colour: chess.Color
    problem: Problem
    example: str


@dataclass(frozen=True, slots=True)
class TimeAlarm:
    """The running display of ``colour`` came down to ``remaining`` nanoseconds, as was asked."""

    at: int
    colour: chess.Color
    remaining: int


@dataclass(frozen=True, slots=True)
class GamePaused:
    """Both clocks stand still (6.11)."""

    at: int
    white: int
    black: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The clock that ran before runs again; ``silent``: something else tells so."""

    at: int
    white: int
    black: int
    silent: bool = False


ClockEvent = (
    MoveCompleted
    | FlagFell
    | PeriodBegan
    | TimeAdjusted
    | MovesAdjusted
    | ControlChanged
    | ControlAgreed
    | ControlRefused
    | TimeAlarm
    | GamePaused
    | GameResumed
)
