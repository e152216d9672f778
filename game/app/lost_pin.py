# SPDX-License-Identifier: GPL-3.0-or-later
"""An arbiter's PIN is of no use: it was forgotten or mistyped, or its key was lost, as with another
computer. The arbiter sets another one.

Whoever owns the computer can do so on purpose. So the new PIN is on record, is told, and
where the game was begun with the arbiter's key it takes the arbiter's passphrase.
"""

import argparse

from announce.errors import PlayerError
from announce.words.program import message
from game.app import options
from record.session import Session
from table.arbiter import pin
from table.core.inputs import PinReplaced


def add_options(parser: argparse.ArgumentParser) -> None:
    """The option for it."""
    parser.add_argument("--new-arbiter-pin", action="store_true", help="resume.new_pin")


def check(given: argparse.Namespace, session: Session, game: int, now: int) -> None:
    """Tell if no PIN can be right in a game that goes on at ``now``, since the key is lost; the
    arbiter may set another one then, which is on record. Raises UserError if that is not possible.
    """
    agreed = session.state.conditions
    kept = agreed.arbiter_pin
    lost = kept != "" and not pin.is_under(kept, session.state.pin_key)
    if not given.new_arbiter_pin:
        if lost:
            print(message("pin_key_lost", given.language).text)
        return
    if not kept:
        raise PlayerError("no_pin", game=game)
    if agreed.arbiter_key:
        from record import countersign  # noqa: PLC0415 - few games are signed

        prompt = message("arbiter_passphrase", given.language).text + " "
        if not countersign.is_made_of(options.secret(prompt), agreed.arbiter_key):
            raise PlayerError("other_passphrase")
    renewed = session.put(PinReplaced(options.new_pin("--new-arbiter-pin", given.language)), now)
    for one in renewed.utterances:
        print(one.text)
