# SPDX-License-Identifier: GPL-3.0-or-later
"""Computers with Hektor's folders, for backups."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from announce.errors import PlayerError
from announce.text.settings import Settings
from record import archive_file, backup
from record.backup import GAMES, NOTES, PIN_KEY, PROFILE, VOICE, VOICES, Places
from record.journal import Archive
from record.session import Session, begin
from table.core.conditions import Conditions
from table.core.inputs import Begin, Pressed, Said
from table.understanding import typed

TAKE = f"{VOICES}/jürgen/takes/0001 eva fünf.wav"


class Computer:
    """One with Hektor's folders."""

    def __init__(self, folder: Path) -> None:
        data, settings = folder / "data", folder / "config"
        self.folder = folder
        self.restoring = data / "restoring"
        self.places: Places = {
            GAMES: data / "games.sqlite",
            VOICES: data / "voices",
            NOTES: data / "study.json",
            PROFILE: settings / "profile.toml",
            VOICE: settings / "voice.toml",
            PIN_KEY: settings / "pin.key",
        }

    def game(self, *moves: str) -> None:
        """A game is played here."""
        session = self.begin()
        play(session, *moves)
        session.close()

    def begin(self) -> Session:
        agreed = Conditions(press_after=None)
        return begin(Archive(self.places[GAMES]), agreed, Settings(), lambda: "2026-06-01")

    def own(self, name: str, text: str) -> None:
        part, _, within = name.partition("/")
        path = self.places[part] / within if within else self.places[part]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def state(self) -> tuple[object, ...]:
        """Files that are a user's own here."""
        others = {name: path.read_bytes() for name, path in backup.sources(self.places)}
        return (*content(self.places[GAMES]), others)

    def files(self) -> set[Path]:
        """All files, but for those of locks, which a dead program leaves."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder) for path in found if path.suffix != ".lock"}

    def backup(self, path: Path) -> backup.Contents:
        return backup.write(path, self.places, "0.2.0")

    def restore(self, path: Path, *, replace: bool = False) -> Any:
        return backup.restore(path, self.places, self.restoring, replace=replace)


def content(archive: Path) -> tuple[int, list[object]]:
    """How many games are in an archive, and all that is in it, however it lies there."""
    with archive_file.reading(archive) as db:
        rows = [db.execute(f"SELECT * FROM {one} ORDER BY 1, 2") for one in archive_file.TABLES]
        found = [row for table in rows for row in table.fetchall()]
        return int(db.execute("SELECT count(*) FROM game").fetchone()[0]), found


def play(session: Session, *moves: str) -> None:
    session.put(Begin(), 0)
    for at, text in enumerate(moves, start=1):
        session.put(Said(typed(text, session.state), at, heard=text, typed=True), at)
        session.put(Pressed(), at)


def refused(work: Callable[[], object], name: str) -> None:
    with pytest.raises(PlayerError) as caught:
        work()
    assert caught.value.name == name
