# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor rule``: the arbiter's order for a game that is over, such as another result (11.4)."""

import argparse
import sys
from collections.abc import Callable
from datetime import datetime

from announce.errors import PlayerError
from announce.text.settings import Audience, Settings
from game.app import lost_pin, options
from record.journal import Archive
from record.session import Session, resume, wall_time
from record.snapshot import conditions_of
from table.core.conditions import SECOND
from table.core.inputs import Said
from table.events.arbiter import OrderGiven
from table.events.game import Role
from table.understanding import typed, wording


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game, and which order."""
    parser.add_argument("game", type=int, help="rule.game")
    parser.add_argument("order", nargs="+", help="rule.order")
    parser.add_argument("--yes", action="store_true", help="rule.yes")
    lost_pin.add_options(parser)
    options.add_settings(parser, "rule")


def run(given: argparse.Namespace) -> int:
    """Give the order. The exit status is 0 if it was carried out."""
    archive, game = options.chosen_game(given)
    told = Settings(language=given.language, audience=Audience.ARBITER)
    key = options.pin_key() if conditions_of(archive, game.id).arbiter_pin else b""
    session, now = resume(archive, game.id, told, wall_time, pin_key=key)
    now += _since(archive, game.id)
    try:
        if session.state.outcome is None:
            raise PlayerError("not_over", game=game.id)
        lost_pin.check(given, session, game.id, now)
        give = _giver(session, now)
        if session.state.conditions.arbiter_pin:
            give(options.secret("PIN: "))
        carried_out = give(" ".join(given.order))
        if session.state.arbiter.pending is not None:
            carried_out = give("ja" if given.yes else sys.stdin.readline().strip() or "nein")
        if session.state.arbiter.known:
            give("Ende")
        return 0 if carried_out else 1
    finally:
        session.close()


def _giver(session: Session, now: int) -> Callable[[str], bool]:
    """A function that obeys one line of the arbiter and prints what comes of it.

    It returns whether an order was carried out.
    """

    def give(text: str) -> bool:
        intent = typed(text, session.state, Role.ARBITER, session.settings.language)
        said = Said(intent, now, Role.ARBITER, wording(intent, text, session.state), typed=True)
        happened = session.put(said, now)
        for one in happened.utterances:
            print(one.text)
        return any(isinstance(event, OrderGiven) for event in happened.events)

    return give


def _since(archive: Archive, game: int) -> int:
    """Nanoseconds since the last entry by the time of day: after wrong PINs that time has to pass.

    No clock runs any more, so nothing else depends on it.
    """
    walls = [entry.wall for entry in archive.entries(game)]
    try:
        passed = datetime.fromisoformat(wall_time()) - datetime.fromisoformat(walls[-1])
    except (IndexError, ValueError, TypeError):
        return 0
    return max(0, round(passed.total_seconds() * SECOND))
