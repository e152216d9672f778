# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse

from game import options
from game.session import replay


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    parser.add_argument("game", type=int, nargs="?", help="its number (default: the last one)")
    options.add_archive_option(parser)


def run(given: argparse.Namespace) -> int:
    """Check the hash chain, and that the inputs lead to the recorded events."""
    archive = options.archive(given)
    chosen = options.chosen_game(archive, given.game)
    replay(archive, chosen.id)
    entries = sum(1 for _ in archive.entries(chosen.id))
    print(f"Game {chosen.id}: all {entries} entries are as they were written.")
    return 0
