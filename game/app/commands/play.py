# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play``: a new game at the board."""

import argparse

from game.app import assemble, options
from game.app.company import company
from game.app.console import console
from game.session import begin


def add_options(parser: argparse.ArgumentParser) -> None:
    """All settings."""
    options.add_settings(parser, "play")


def run(given: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    agreed = options.conditions(given)
    others = company(given, agreed)
    session = begin(options.archive(given), agreed, options.settings(given))
    with console() as terminal:
        return assemble.run(given, session, 0, "ready", others, console=terminal)
