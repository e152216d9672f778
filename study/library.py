# SPDX-License-Identifier: GPL-3.0-or-later
"""The games that can be studied: how they are found, and what is told of one before its moves."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rules.openings import FIRST_PLIES, opening_of, opening_reached
from study.tree import Tree


class Criterion(StrEnum):
    """The features by which games can be chosen."""

    PLAYER = "player"
    EVENT = "event"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Card:
    """The head of a game before its moves: the tags of PGN, empty where they say nothing.

    ``number`` is its place in the file, from one. ``opening`` is a key of
    :func:`rules.openings.openings`. The levels are those of a program that played; ``ago`` is how
    many days ago the game was played, where it was played here.
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
    positions = [tree.start]
    node = tree.root
    while node.lines and len(positions) <= FIRST_PLIES and node.lines[0].move:
        node = node.lines[0]
        assert node.move is not None
        positions.append(positions[-1].stand(node.move))
    code = tree.tag("ECO")
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
        opening=opening_of(code) if code else opening_reached(one.board for one in positions),
    )
