# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor export``: a game as PGN, as plain text or in braille."""

import argparse
import sys
from pathlib import Path

from game import options
from game.errors import UserError
from game.pgn import to_pgn
from game.scorefile import Format, Score, add_braille_options, score_text
from game.session import replay
from game.state import State
from rules.notation import LANGUAGES


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game, and where to."""
    parser.add_argument("game", type=int, nargs="?", help="its number (default: the last one)")
    parser.add_argument("--format", choices=[one.value for one in Format], default="pgn",
        help="brf for embossers, braille in Unicode (default: %(default)s)")  # fmt: skip
    parser.add_argument("--notation", choices=LANGUAGES, default="de", help="whose piece letters "
        "text and braille have (default: %(default)s)")  # fmt: skip
    add_braille_options(parser)
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    options.add_archive_option(parser)


def run(given: argparse.Namespace) -> int:
    """Write the game."""
    archive = options.archive(given)
    chosen = options.chosen_game(archive, given.game)
    state = replay(archive, chosen.id)
    form = Format(given.format)
    if form is Format.PGN:
        text = to_pgn(state, chosen.started)
    else:
        text = score_text(_score(state, chosen.started), form, given.notation, given)
    if given.output is None:
        sys.stdout.write(text)
        return 0
    try:
        given.output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise UserError(f"{given.output} cannot be written: {error.strerror}.") from error
    print(f"Game {chosen.id} is in {given.output}.")
    return 0


def _score(state: State, started: str) -> Score:
    """The record with who played and when; ``started`` is in ISO 8601."""
    names = f"{state.conditions.white or '?'} - {state.conditions.black or '?'}"
    date = ".".join(reversed(started[:10].split("-")))
    return Score(state.position, (names, date), state.outcome.result if state.outcome else "*")
