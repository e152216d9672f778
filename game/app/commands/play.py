# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play``: a new game at the board; ``hektor resume``: one that was left or broken off,
exactly as it was.
"""

import argparse
from dataclasses import replace
from datetime import date

from announce.errors import PlayerError
from game.app import assemble, beside, options
from game.app.console import console
from game.app.terminal import is_terminal
from record.session import begin, resume
from record.snapshot import conditions_of
from table.acts.scoresheets import all_signed


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """All settings, and the file that has some of them."""
    options.add_settings(parser, "play")


def run_play(given: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    guests = beside.guests(given)
    options.enter_pin(given)
    with console() as terminal:
        lines = terminal
        if is_terminal():
            from game.app import first_run  # noqa: PLC0415 - nobody else can be asked

            whole, reader = first_run.is_due(given.words), first_run.unasked_reader(given.words)
            if whole or reader is not None:
                went_on = first_run.run(given, terminal, reader, whole=whole)
                if went_on is None:
                    return 0
                lines = went_on
        agreed = options.conditions(given)
        for one in guests:
            agreed = one.agreed(agreed)
        others = assemble.extras(given, agreed)
        notices = options.before_competition(given, agreed, date.today())
        key = options.pin_key() if agreed.arbiter_pin else b""
        told = options.settings(given, agreed)
        archive = options.archive(given)
        session = begin(archive, agreed, told, pin_key=key)
        sessions = [session]
        follow = assemble.at_board(given, sessions)
        status = assemble.run(
            given,
            session,
            0,
            "ready",
            replace(others, notices=notices, guests=guests),
            follow=follow,
            console=lines,
        )
    if agreed.arbiter_key:
        from game.app.commands import arbiter  # noqa: PLC0415 - few games are signed

        arbiter.sign_at_the_end(archive, sessions, given.language)
    return status


def add_resume_options(parser: argparse.ArgumentParser) -> None:
    """The game's number, and the settings but for the conditions, which are those of the game."""
    parser.add_argument("game", type=int, nargs="?", help="resume.game")
    parser.add_argument("--new-arbiter-pin", action="store_true", help="resume.new_pin")
    options.add_settings(parser, "resume")


def run_resume(given: argparse.Namespace) -> int:
    """Go on. Both clocks stand until somebody starts them."""
    guests = beside.guests(given)
    if given.game is None:
        wanted = (one.unfinished(options.archive(given)) for one in guests)
        given.game = next((one for one in wanted if one is not None), None)
    if given.game is None:
        games = options.archive(given).games()
        given.game = next((one.id for one in games if one.unfinished), None)
        if given.game is None:
            raise PlayerError("nothing_unfinished")
    archive, chosen = options.chosen_game(given)
    game = chosen.id
    agreed = conditions_of(archive, game)
    others = assemble.extras(given, agreed)
    for one in guests:
        one.check(game, agreed)
    others = replace(others, guests=guests)
    key = options.pin_key() if agreed.arbiter_pin else b""
    session, base = resume(archive, game, options.settings(given, agreed), pin_key=key)
    try:
        if agreed.arbiter_pin or given.new_arbiter_pin:
            from game.app.commands import arbiter  # noqa: PLC0415 - few games have a PIN

            arbiter.check_pin(given, session, game, base)
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
        )  # fmt: skip
    if agreed.arbiter_key:
        from game.app.commands import arbiter  # noqa: PLC0415 - few games are signed

        arbiter.sign_at_the_end(archive, sessions, given.language)
    return status
