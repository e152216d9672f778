# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by name, from ``presets.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from clock.control import TimeControl


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
    """A control by its name or in its text form; raises `BadTimeControl`."""
    preset = find(text)
    return preset.control if preset else TimeControl.parse(text)


@cache
def _by_name() -> dict[str, Preset]:
    return {_plain(name): preset for preset in presets() for name in preset.names}


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
