# SPDX-License-Identifier: GPL-3.0-or-later
"""Companions of the commands that play, which stand beside the house: found by the entry points of
the group ``hektor.games``, each a module with the functions of `Companion`.

They are looked for only where an option is given that the house does not know, or where all options
are listed: a game starts as without them.
"""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Protocol

from game.app.subcommands import installed

if TYPE_CHECKING:
    from game.base.inbox import Item
    from game.play.equipment import Observer
    from record.journal import Archive
    from table.core.conditions import Conditions


class Guest(Protocol):
    """A guest takes part in the games of this sitting."""

    def agreed(self, agreed: "Conditions") -> "Conditions":
        """The conditions of a new game."""

    def unfinished(self, archive: "Archive") -> int | None:
        """The game with which it wants to go on; None if it knows of none."""

    def check(self, game: int, agreed: "Conditions") -> None:
        """Raises UserError if this game cannot go on with it."""

    def joins(
        self, archive: "Archive", put: "Callable[[Item], None]"
    ) -> "AbstractContextManager[Observer]":
        """Take part: ``put`` takes inputs of this guest, from any thread."""


class Companion(Protocol):
    """Options of its own for the commands that play, and a guest where they ask for one."""

    def add_options(self, parser: argparse.ArgumentParser, command: str) -> None:
        """The options of this command."""

    def guest(self, given: argparse.Namespace) -> Guest | None:
        """The guest that these options ask for; what they decide is put into the options. Raises
        UserError."""


@cache
def companions() -> tuple[Companion, ...]:
    """Find the companions that are installed, which takes a while."""
    return tuple(installed("hektor.games"))


def guests(given: argparse.Namespace) -> tuple[Guest, ...]:
    """Guests that the options ask for."""
    wanted = (one.guest(given) for one in getattr(given, "companions", ()))
    return tuple(one for one in wanted if one is not None)
