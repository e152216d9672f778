# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor resume``: the game that was left or broken off, exactly as it was."""

import argparse
from functools import partial

from announce.errors import PlayerError
from game.app import assemble, lost_pin, options
from game.app.console import console
from record.session import resume
from record.snapshot import conditions_of
from table.acts.scoresheets import all_signed


def add_options(parser: argparse.ArgumentParser) -> None:
    """The game's number, and the settings but for the conditions, which are those of the game."""
    parser.add_argument("game", type=int, nargs="?", help="resume.game")
    lost_pin.add_options(parser)
    options.add_settings(parser, "resume")


def run(given: argparse.Namespace) -> int:
    """Go on. Both clocks stand until somebody starts them."""
    if given.game is None:
        games = options.archive(given).games()
        given.game = next((one.id for one in games if one.unfinished), None)
        if given.game is None:
            raise PlayerError("nothing_unfinished")
    archive, chosen = options.chosen_game(given)
    game = chosen.id
    agreed = conditions_of(archive, game)
    others = assemble.extras(given, agreed)
    key = options.pin_key() if agreed.arbiter_pin else b""
    session, base = resume(archive, game, options.settings(given, agreed), pin_key=key)
    try:
        lost_pin.check(given, session, game, base)
    except BaseException:
        session.close()
        raise
    state = session.state
    if state.outcome is not None and all_signed(state):
        session.close()
        raise PlayerError("game_over", game=game)
    called = state.arbiter_resumes(None)
    greeting = "resumed_by_arbiter" if called else "resumed"
    greeting = greeting if state.started else "ready"
    greeting = greeting if state.adjourned is None else "adjourned"
    greeting = greeting if state.outcome is None else "unsigned"
    sessions = [session]
    follow = assemble.at_board(given, sessions)
    with console() as terminal:
        status = assemble.run(
            given, session, base, greeting, others, follow=follow, console=terminal,
            study=partial(assemble.study_beside, given),
        )  # fmt: skip
    if agreed.arbiter_key:
        from game.app import signing  # noqa: PLC0415 - few games are signed

        signing.at_the_end(archive, sessions, given.language)
    return status
