# SPDX-License-Identifier: GPL-3.0-or-later
"""Where all is that a user takes along to another computer."""

import argparse
from pathlib import Path

from announce.lexicon import Lexicon
from game.app import options
from game.sound.voice_settings import voice_path
from record import backup
from record.backup import Contents, Places
from record.kept import kept_path
from voice.learning.store import default_root


def places(given: argparse.Namespace) -> Places:
    """The user's own, with the archive that was asked for."""
    return {
        backup.GAMES: options.archive(given).path,
        backup.VOICES: default_root(),
        backup.NOTES: kept_path(),
        backup.PROFILE: options.profile_path(),
        backup.VOICE: voice_path(),
        backup.PIN_KEY: options.pin_key_path(),
    }


def told(found: Contents, words: Lexicon) -> str:
    """What is in a backup, as a list."""
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


def joined(paths: tuple[Path, ...], words: Lexicon) -> str:
    """Paths as a list."""
    return f" {words.word('program.backup.and')} ".join(map(str, paths))
