# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play``: a new game at the board; ``hektor resume``: one that was left or broken off,
exactly as it was.
"""

import argparse
import importlib.util
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from announce.errors import PlayerError
from announce.words.program import message
from game.app import assemble, options
from game.app.console import console
from game.app.terminal import is_terminal
from ground import folders
from record.session import begin, resume, wall_time
from record.snapshot import conditions_of

if TYPE_CHECKING:
    from hall.ticket import Ticket
from table.acts.scoresheets import all_signed


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """All settings, and the file that has some of them."""
    parser.add_argument("--pairings", type=Path, metavar="FILE", help="play.pairings")
    options.add_settings(parser, "play")


def run_play(given: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    if given.pairings is not None:
        from game.app.commands import round as rounds  # noqa: PLC0415 - few games are of one

        rounds.seat(given)
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
        ticket = hall_ticket(given)
        if ticket is not None:
            agreed = replace(agreed, hall=ticket.place, table=ticket.table)
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
            replace(others, notices=notices, hall=ticket),
            follow=follow,
            console=lines,
        )
    if agreed.arbiter_key:
        from game.app.commands import arbiter  # noqa: PLC0415 - few games are signed

        arbiter.sign_at_the_end(archive, sessions, given.language)
    return status


def hall_ticket(given: argparse.Namespace) -> "Ticket | None":
    """The ticket of a table that belongs to a hall, if one was asked for. Raises PlayerError if it
    cannot be read, or if what a hall needs is not installed."""
    if given.hall is None:
        return None
    from hall.ticket import read  # noqa: PLC0415 - few tables belong to a hall

    if importlib.util.find_spec("nats") is None:
        raise PlayerError("hall_extra")
    ticket = read(Path(given.hall) if given.hall else folders.settings() / "hall.toml")
    named = getattr(given, "table", None)
    if named is not None and named != ticket.table:
        raise PlayerError("hall_table", table=named, own=ticket.table)
    return ticket


def _taken_over(given: argparse.Namespace, ticket: "Ticket") -> int | None:
    """The game that another computer played at this table, if it goes on here."""
    from hall.nats import NatsLine  # noqa: PLC0415 - few tables belong to a hall
    from hall.recovery import take_over  # noqa: PLC0415

    line = NatsLine(ticket)
    game = take_over(options.archive(given), ticket.place, line, wall_time())
    if game is not None:
        print(message("hall_taken_over", given.language, game=str(game)).text)
    return game


def add_resume_options(parser: argparse.ArgumentParser) -> None:
    """The game's number, and the settings but for the conditions, which are those of the game."""
    parser.add_argument("game", type=int, nargs="?", help="resume.game")
    parser.add_argument("--new-arbiter-pin", action="store_true", help="resume.new_pin")
    options.add_settings(parser, "resume")


def run_resume(given: argparse.Namespace) -> int:
    """Go on. Both clocks stand until somebody starts them."""
    ticket = hall_ticket(given)
    if given.game is None and ticket is not None:
        given.game = _taken_over(given, ticket)
    if given.game is None:
        games = options.archive(given).games()
        given.game = next((one.id for one in games if one.unfinished), None)
        if given.game is None:
            raise PlayerError("nothing_unfinished")
    archive, chosen = options.chosen_game(given)
    game = chosen.id
    agreed = conditions_of(archive, game)
    others = assemble.extras(given, agreed)
    if ticket is not None and agreed.hall != ticket.place:
        raise PlayerError("hall_other", game=game)
    others = replace(others, hall=ticket)
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
