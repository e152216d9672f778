# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor backup`` and ``hektor restore``: games, learnt voices, settings and notes in one file,
to take them along to another computer.
"""

import argparse
from pathlib import Path

from announce.lexicon import Lexicon, lexicon
from game.app import cli, options
from game.speech.voice import voice_path
from ground import folders
from ground.text import one_line
from record import backup
from record.backup import Contents, Places
from record.notes import notes_path
from voice.learning.store import default_root


def add_backup_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor backup``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="backup.file")
    options.add_settings(parser, "backup")


def run_backup(given: argparse.Namespace) -> int:
    """Write the file, and tell what is in it."""
    words = lexicon(given.language)
    found = backup.write(given.file, places(given), cli.version())
    what, path = told(found, words), given.file.resolve()
    print(one_line(words.text("program.backup.written", path=path, what=what)))
    if backup.PIN_KEY in found.parts:
        print(words.word("program.backup.secret"))
    return 0


def add_restore_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor restore``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="restore.file")
    parser.add_argument("--replace", action="store_true", help="restore.replace")
    options.add_settings(parser, "restore")


def run_restore(given: argparse.Namespace) -> int:
    """Restore the file, and tell what was in it, and where that is which was here before."""
    words, own = lexicon(given.language), places(given)
    found, before = backup.restore(given.file, own, folders.restoring(), replace=given.replace)
    what, path = told(found, words), given.file.resolve()
    name = "restored" if before is None else "replaced"
    print(one_line(words.text(f"program.backup.{name}", path=path, what=what, kept=before)))
    return 0


def places(given: argparse.Namespace) -> Places:
    """The user's own, with the archive that was asked for."""
    return {
        backup.GAMES: options.archive(given).path,
        backup.VOICES: default_root(),
        backup.NOTES: notes_path(),
        backup.PROFILE: options.profile_path(),
        backup.VOICE: voice_path(),
        backup.PIN_KEY: options.pin_key_path(),
    }


def told(found: Contents, words: Lexicon) -> str:
    """The contents of a backup, as a list."""
    parts = []
    if found.games is not None:
        parts.append(words.text("program.backup.games", count=found.games))
    if found.voices:
        parts.append(words.text("program.backup.voices", count=len(found.voices)))
    if not found.parts.isdisjoint({backup.PROFILE, backup.VOICE}):
        parts.append(words.word("program.backup.settings"))
    if backup.NOTES in found.parts:
        parts.append(words.word("program.backup.notes"))
    if backup.PIN_KEY in found.parts:
        parts.append(words.word("program.backup.key"))
    return ", ".join(parts)
