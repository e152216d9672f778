# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor export``: a game as PGN."""

import argparse
import sys
from pathlib import Path

from game import options
from game.errors import UserError
from game.pgn import to_pgn
from game.session import replay


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game, and where to."""
    parser.add_argument("game", type=int, nargs="?", help="its number (default: the last one)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    options.add_archive_option(parser)


def run(given: argparse.Namespace) -> int:
    """Write the game."""
    archive = options.archive(given)
    chosen = options.chosen_game(archive, given.game)
    text = to_pgn(replay(archive, chosen.id), chosen.started)
    if given.output is None:
        sys.stdout.write(text)
        return 0
    try:
        given.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{given.output} cannot be written: {error.strerror}.") from error
    print(f"Game {chosen.id} is in {given.output}.")
    return 0
