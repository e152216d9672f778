# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play``: a new game at the board."""

import argparse
from dataclasses import replace
from datetime import date
from functools import partial

from game.app import assemble, first_run, options, signing
from game.app.console import console
from game.app.studying import beside_table
from record.session import begin


def add_options(parser: argparse.ArgumentParser) -> None:
    """All settings."""
    options.add_settings(parser, "play")


def run(given: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    options.enter_pin(given)
    with console() as terminal:
        lines = terminal
        whole, reader = first_run.is_due(given.words), first_run.unasked_reader(given.words)
        if whole or reader is not None:
            try:
                lines = first_run.run(given, terminal, reader, whole=whole)
            except first_run.Left:
                return 0
        agreed = options.conditions(given)
        others = assemble.extras(given, agreed)
        notices = options.before_competition(given, agreed, date.today())
        key = options.pin_key() if agreed.arbiter_pin else b""
        told = options.settings(given, agreed)
        archive = options.archive(given)
        session = begin(archive, agreed, told, pin_key=key)
        sessions = [session]
        follow = assemble.at_board(given, sessions)
        study = partial(beside_table, given)
        status = assemble.run(
            given,
            session,
            0,
            "ready",
            replace(others, notices=notices),
            follow=follow,
            console=lines,
            study=study,
        )
    if agreed.arbiter_key:
        signing.at_the_end(archive, sessions, given.language)
    return status
