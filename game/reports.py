# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines of the commands beside a game, in the user's language; the words are in reports.toml."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def _tables() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "reports.toml").open("rb") as file:
        return tomllib.load(file)


def report(name: str, language: str, /, **fields: object) -> str:
    """A line or a word of reports.toml with its fields filled in."""
    return _tables()[language][name].format(**fields)


def knows(name: str) -> bool:
    """Whether reports.toml has it."""
    return name in _tables()["en"]
