# SPDX-License-Identifier: GPL-3.0-or-later
"""The game after a game: the same table under the same conditions, and a record of its own."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.app import options
from game.app.company import Company, speakers
from record.session import Session, begin, unrecorded_next
from table.acts import setup
from table.core.inputs import NextGame

NEXT_GAME = "next_game"
"""The message that begins another game at the board."""


@dataclass(frozen=True, slots=True)
class Following:
    """What is played next, and the name of the message that begins it."""

    session: Session
    company: Company
    greeting: str


Follow = Callable[[Session, Company, NextGame], Following]
"""Makes the next game of the one that is left. Raises UserError if it cannot be begun."""


def at_board(given: argparse.Namespace) -> Follow:
    """Another game at the board, in the same archive; a program changes colours too."""

    def follow(before: Session, company: Company, asked: NextGame) -> Following:
        agreed = setup.conditions(before.state.conditions, rematch=asked.rematch)
        key = before.state.pin_key
        session = begin(options.archive(given), agreed, before.settings, pin_key=key)
        others = replace(company, speakers=speakers(given, agreed))
        return Following(session, others, NEXT_GAME)

    return follow


def at_clock(before: Session, company: Company, asked: NextGame) -> Following:
    """The clock alone, set anew; there is no record."""
    return Following(unrecorded_next(before, asked), company, "clock_next_game")
