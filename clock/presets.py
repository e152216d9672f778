# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls by name, from ``presets.toml``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from clock.control import TimeControl
from clock.pgn import read_tag

_TAG = re.compile(r"\s*\[?\s*TimeControl\s+\"?([^\"\]]*)\"?\s*\]?\s*", re.I)
"""The line of a PGN file; only its name tells that the value is in seconds."""


@cache
def presets() -> Mapping[str, TimeControl]:
    """All of them by each of their names, in the order of the file."""
    data = tomllib.loads(files("clock").joinpath("presets.toml").read_text("utf-8"))
    found = ((entry["names"], TimeControl.parse(entry["control"])) for entry in data["preset"])
    return {name: control for names, control in found for name in names}


def find(name: str) -> TimeControl | None:
    """The preset of that name; case, spaces and hyphens do not count."""
    return _by_name().get(_plain(name))


def read(text: str) -> TimeControl:
    """A control by its name, in its text form, or as a PGN file's ``[TimeControl "900+10"]``.

    Raises `BadTimeControl`.
    """
    if tag := _TAG.fullmatch(text):
        return read_tag(tag[1])
    return find(text) or TimeControl.parse(text)


@cache
def _by_name() -> Mapping[str, TimeControl]:
    return {_plain(name): control for name, control in presets().items()}


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
