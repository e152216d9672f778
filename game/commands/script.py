# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor script``: timed inputs on a fake clock, events as JSON lines."""

import argparse
from pathlib import Path

from game import script
from game.errors import UserError


def add_options(parser: argparse.ArgumentParser) -> None:
    """The script."""
    parser.add_argument("file", type=Path)


def run(given: argparse.Namespace) -> int:
    """Run it."""
    try:
        text = given.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"The script {given.file} cannot be read as text.") from error
    for line in script.run(script.parse(text)):
        print(script.to_json(line), flush=True)
    return 0
