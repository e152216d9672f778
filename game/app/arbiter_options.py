# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a game that say who the arbiter is and what was announced beforehand."""

import argparse
import getpass
from dataclasses import replace

from clock.rate import allows_quickplay_finish
from game.errors import PlayerError, bad_value
from rules import results
from table.arbiter import pin
from table.conditions import Conditions

_DAY = 24 * 60  # minutes


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arbiter and his announcements."""
    add = parser.add_argument
    add("--arbiter-pin", metavar="DIGITS", nargs="?", const="", help="the arbiter's orders are "
        "obeyed once he has given this PIN; without DIGITS it is asked for")  # fmt: skip
    add("--no-arbiter", action="store_true", help="nobody supervises the game: a claim of the last "
        "two minutes ends it, to be ruled on elsewhere (Guidelines III.6)")  # fmt: skip
    add("--default-time", metavar="MINUTES", type=int, help="how late a player may come (Article "
        "6.7.1; default: what the Laws say)")  # fmt: skip
    add("--quickplay", action="store_true", help="Guidelines III are announced: an increment or a "
        "draw may be asked for in the last two minutes of a game without one")  # fmt: skip
    add("--scoring", default=Conditions().scoring, metavar="W-D-L", help="what a win, a draw and a "
        "loss are worth, as 3-1-0 (Article 10.1; default: %(default)s)")  # fmt: skip


def applied(options: argparse.Namespace, agreed: Conditions) -> Conditions:
    """The conditions with these; UserError for what is none."""
    minutes = options.default_time
    if minutes is not None and not 0 <= minutes <= _DAY:
        raise bad_value("--default-time", minutes, f"0-{_DAY}")
    if options.quickplay and not allows_quickplay_finish(agreed.control(), agreed.edition):
        raise PlayerError("no_quickplay")
    try:
        scoring = results.checked(options.scoring)
    except ValueError as error:
        raise bad_value("--scoring", options.scoring, "1-0.5-0, 3-1-0…") from error
    return replace(
        agreed,
        arbiter_pin=_kept(options.arbiter_pin),
        no_arbiter=options.no_arbiter,
        default_time=None if minutes is None else minutes * 60,
        quickplay=options.quickplay,
        scoring=scoring,
    )


def _kept(given: str | None) -> str:
    """What is kept of the PIN; where it was left out it is asked for and not shown."""
    try:
        return "" if given is None else pin.hashed(given or getpass.getpass("PIN: "))
    except pin.BadPin as error:
        raise bad_value("--arbiter-pin", "…", "0000-999999999999") from error
