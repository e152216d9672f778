# SPDX-License-Identifier: GPL-3.0-or-later
"""The PGN tag TimeControl (PGN standard, 9.6.1), read and written.

PGN has no sign for the delay; ``300+3d`` is what python-chess reads and writes. It cannot tell
Bronstein from a simple delay (their flags fall alike), nor when the next period is added.
"""

from typing import TYPE_CHECKING

from clock.control import BadTimeControl, ExtraTime, Period, Problem, TimeControl

if TYPE_CHECKING:
    import chess.pgn


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
