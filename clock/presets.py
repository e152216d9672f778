# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by name, from ``presets.toml``, and as PGN's tag TimeControl (its standard, 9.6.1).

PGN has no sign for the delay; ``300+3d`` is what python-chess reads and writes. It cannot tell
Bronstein from a simple delay (their flags fall alike), nor when the next period is added.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from clock.control import BadTimeControl, ExtraTime, Period, Problem, TimeControl

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
    """All of them by each of their names, in the order of the file."""
    data = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))
    found = ((entry["names"], TimeControl.parse(entry["control"])) for entry in data["preset"])
    return {name: control for names, control in found for name in names}


def find(name: str) -> TimeControl | None:
    """The preset of that name; case, spaces and hyphens do not count."""
    return _by_name().get(_plain(name))


def read(text: str) -> TimeControl:
    """A control by its name, in its text form, as a PGN file's ``[TimeControl "900+10"]``, as
    players in the United States write it, or as chess.com does: ``15|10``.

    Raises `BadTimeControl`.
    """
    if tag := _TAG.fullmatch(text):
        return read_tag(tag[1])
    if (preset := find(text)) is not None:
        return preset
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
