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
    """A control by its name, in its text form, or as a PGN file's ``[TimeControl "900+10"]``.

    Raises `BadTimeControl`.
    """
    if tag := _TAG.fullmatch(text):
        return read_tag(tag[1])
    preset = find(text)
    return preset.control if preset else TimeControl.parse(text)


@cache
def _by_name() -> dict[str, Preset]:
    return {_plain(name): preset for preset in presets() for name in preset.names}


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
