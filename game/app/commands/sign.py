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
    """Say what is signed, ask for the passphrase and sign."""
    archive, chosen = options.chosen_game(given)
    if signing.sign(archive, chosen.id, given.language):
        return 0
    print(message("unsigned_yet", given.language).text)
    return 1
