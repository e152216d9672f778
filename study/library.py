# SPDX-License-Identifier: GPL-3.0-or-later
"""The games that can be studied: how they are found, and what is told of one before its moves."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, Protocol

import chess

from study.tree import Tree

_OPENINGS: Final = Path(__file__).with_name("openings.toml")


class Criterion(StrEnum):
    """The features by which games can be chosen."""

    PLAYER = "player"
    EVENT = "event"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Card:
    """The head of a game before its moves: the tags of PGN, empty where they say nothing.

    ``number`` is its place in the file, from one. ``opening`` is a key of :func:`openings`. The
    levels are those of a program that played; ``ago`` is how many days ago the game was played,
    where it was played here.
    """

    number: int
    white: str = ""
    black: str = ""
    white_level: str = ""
    black_level: str = ""
    event: str = ""
    site: str = ""
    date: str = ""
    result: str = "*"
    opening: str = ""
    ago: int | None = None


class Library(Protocol):
    """The games that can be studied, numbered from one, wherever they are."""

    def has(self, number: int) -> bool:
        """True if there is a game with this number."""

    def count(self) -> int:
        """How many games there are."""

    def last(self) -> int:
        """The number of the last game; 0 if there is none."""

    def beside(self, number: int, way: int) -> int | None:
        """The number of the next game (``way`` 1) or of the one before (-1), if there is one."""

    def game(self, number: int) -> Tree:
        """A game. Raises NotAGame if it cannot be studied."""

    def card(self, number: int) -> Card:
        """The card of a game, without reading its moves."""

    def find(self, kind: Criterion, name: str) -> tuple[int, ...]:
        """The numbers of the games with this player or event, or of an opening by its key or its
        code."""

    def names(self, kind: Criterion) -> tuple[tuple[str, int], ...]:
        """The most frequent names, each with the number of its games."""


def card_of(number: int, tree: Tree) -> Card:
    """The card of a game whose moves are known."""
    position = tree.start
    sans: list[str] = []
    node = tree.root
    while node.lines and len(sans) < 12 and node.lines[0].move:
        node = node.lines[0]
        assert node.move is not None
        sans.append(position.board.san(node.move).rstrip("+#"))
        position = position.stand(node.move)
    from_start = tree.start.fen == chess.STARTING_FEN
    return Card(
        number,
        tree.tag("White"),
        tree.tag("Black"),
        tree.tag("WhiteLevel"),
        tree.tag("BlackLevel"),
        event=tree.tag("Event"),
        site=tree.tag("Site"),
        date=tree.tag("Date"),
        result=tree.tag("Result") or "*",
        opening=opening_of(tree.tag("ECO"), sans if from_start else ()),
    )


# --- Openings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening: its ``codes`` (ECO), as "B20", and its first ``moves`` as in PGN."""

    codes: frozenset[str]
    moves: tuple[str, ...]


@cache
def openings() -> Mapping[str, Opening]:
    """The openings by the keys under which the lexicons have their names."""
    table = tomllib.loads(_OPENINGS.read_text(encoding="utf-8"))
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


def opening_of(code: str, moves: Sequence[str]) -> str:
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
