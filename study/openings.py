# SPDX-License-Identifier: GPL-3.0-or-later
"""Openings by name: which one a game is, by its code (ECO) or else by its first moves."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening: its ``codes``, as "B20", and its first ``moves`` as in PGN."""

    codes: frozenset[str]
    moves: tuple[str, ...]


@cache
def openings() -> Mapping[str, Opening]:
    """The openings by the keys under which the lexicons have their names."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        name: Opening(
            frozenset(code for span in entry["eco"] for code in _codes(span)),
            tuple(entry["moves"].split()),
        )
        for name, entry in table.items()
    }


def _codes(span: str) -> list[str]:
    first, last = span.split("-")
    return [f"{first[0]}{number:02}" for number in range(int(first[1:]), int(last[1:]) + 1)]


def named(code: str, moves: Sequence[str]) -> str:
    """The key of the opening with this code, else of that with the longest of these first moves;
    empty if it has no name here."""
    for name, opening in openings().items():
        if code[:3].upper() in opening.codes:
            return name
    begun = (
        (len(opening.moves), name)
        for name, opening in openings().items()
        if tuple(moves[: len(opening.moves)]) == opening.moves
    )
    return "" if code else max(begun, default=(0, ""))[1]
