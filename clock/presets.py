# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by name, from ``presets.toml``."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from clock.control import TimeControl
from clock.pgn import read_tag

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


@dataclass(frozen=True, slots=True)
class Preset:
    """A time control and what it is called; the first of ``names`` is the one to show."""

    names: tuple[str, ...]
    control: TimeControl


@cache
def presets() -> tuple[Preset, ...]:
    """All of them, in the order in which they are to be listed."""
    data = tomllib.loads(files("clock").joinpath("presets.toml").read_text("utf-8"))
    return tuple(
        Preset(tuple(entry["names"]), TimeControl.parse(entry["control"]))
        for entry in data["preset"]
    )


def find(name: str) -> Preset | None:
    """The preset of that name; case, spaces and hyphens do not count."""
    return _by_name().get(_plain(name))


def read(text: str) -> TimeControl:
    """A control by its name, in its text form, as a PGN file's ``[TimeControl "900+10"]``, or as
    players in the United States write it.

    Raises `BadTimeControl`.
    """
    if tag := _TAG.fullmatch(text):
        return read_tag(tag[1])
    if preset := find(text):
        return preset.control
    american = _AMERICAN.fullmatch(text.strip())
    return TimeControl.parse(text if american is None else _plain_form(american))


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
def _by_name() -> dict[str, Preset]:
    return {_plain(name): preset for preset in presets() for name in preset.names}


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
