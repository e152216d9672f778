# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor restore``: what a backup has is here again."""

import argparse
from pathlib import Path

from announce.lexicon import lexicon
from game.app import belongings, options
from ground import folders
from ground.text import one_line
from record.restore import restore


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where from, and which archive."""
    parser.add_argument("file", type=Path, metavar="FILE", help="restore.file")
    parser.add_argument("--replace", action="store_true", help="restore.replace")
    options.add_settings(parser, "restore")


def run(given: argparse.Namespace) -> int:
    """Restore the file, and tell what was in it, and where that is which was here before."""
    words, places = lexicon(given.language), belongings.places(given)
    done = restore(given.file, places, folders.restoring(), replace=given.replace)
    what, path = belongings.told(done.contents, words), given.file.resolve()
    name = "unchanged" if not done.changed else "replaced" if done.kept else "restored"
    kept = belongings.joined(done.kept, words)
    print(one_line(words.text(f"program.backup.{name}", path=path, what=what, kept=kept)))
    return 0
