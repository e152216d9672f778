# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor script``: timed inputs on a fake clock, events as JSON lines."""

import argparse
from pathlib import Path

from announce.errors import read_text
from game.play import script


def add_script_options(parser: argparse.ArgumentParser) -> None:
    """The script."""
    parser.add_argument("file", type=Path, help="script.file")


def run_script(given: argparse.Namespace) -> int:
    """Run it."""
    for line in script.run(script.parse(read_text(given.file), given.file.parent)):
        print(script.to_json(line), flush=True)
    return 0
