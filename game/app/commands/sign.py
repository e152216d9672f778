# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor sign``: the arbiter signs a game that was begun with ``--arbiter-key``."""

import argparse

from announce.words.program import message
from game.app import options, signing


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    options.add_game(parser)
    options.add_settings(parser, "sign")


def run(given: argparse.Namespace) -> int:
    """Ask for the passphrase and sign."""
    archive, chosen = options.chosen_game(given)
    entered = options.secret(message("arbiter_passphrase", given.language).text + " ")
    signing.sign(archive, chosen.id, entered)
    print(message("signed", given.language).text)
    return 0
