# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor backup``: games, learnt voices, settings and notes in one file."""

import argparse
from pathlib import Path

from announce.lexicon import lexicon
from game.app import belongings, cli, options
from ground.text import one_line
from record import backup


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where to, and which archive."""
    parser.add_argument("file", type=Path, metavar="FILE", help="backup.file")
    options.add_settings(parser, "backup")


def run(given: argparse.Namespace) -> int:
    """Write the file, and tell what is in it."""
    words = lexicon(given.language)
    found = backup.write(given.file, belongings.places(given), cli.version())
    what, path = belongings.told(found, words), given.file.resolve()
    print(one_line(words.text("program.backup.written", path=path, what=what)))
    if backup.PIN_KEY in found.parts:
        print(words.word("program.backup.secret"))
    return 0
