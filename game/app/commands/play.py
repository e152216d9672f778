# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play``: a new game at the board."""

import argparse
from dataclasses import replace
from datetime import date
from functools import partial

from game.app import assemble, options
from game.app.console import console
from game.app.terminal import is_terminal
from record.session import begin


def add_options(parser: argparse.ArgumentParser) -> None:
    """All settings."""
    options.add_settings(parser, "play")


def run(given: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    options.enter_pin(given)
    with console() as terminal:
        lines = terminal
        if is_terminal():
            from game.app import first_run  # noqa: PLC0415 - nobody else can be asked

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
        study = partial(assemble.study_beside, given)
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
        from game.app import signing  # noqa: PLC0415 - few games are signed

        signing.at_the_end(archive, sessions, given.language)
    return status
