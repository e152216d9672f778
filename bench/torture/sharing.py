# SPDX-License-Identifier: GPL-3.0-or-later
"""One archive, used by several at once: campaigns of torture.

Several programs play, go on with and leave its games; they reach it by other names of its path; and
another program holds it locked for a while. Whatever is done, a game is played by one program only,
nothing that was acknowledged is missing, nothing that was refused is there, and every game can be
rebuilt from its record.
"""

import random
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

from announce.text.settings import Settings
from game.app.commands import verify
from record import archive_file
from record.archive_file import JournalError
from record.journal import Archive
from record.session import Session, begin, resume
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Said
from table.understanding import typed

PROGRAMS = 3
ROUTES = ("games.sqlite", "link", "link of a link", "folder", "up and down", "round about")
"""Names of the same file."""

_LINES = (
    *("e4", "e5", "Sf3", "Sc6", "d4", "d5", "Uhr", "Uhr", "Remis", "nein", "Zeit"),
    *("ich gebe auf", "ja"),
)
_HELD = 0.002  # seconds that a write waits here for a lock that will not go away
_LOCKS = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")


def shared(rng: random.Random) -> list[Any]:
    """Steps of several programs, each by a name of the archive, one after the other."""
    case: list[Any] = []
    for _ in range(rng.randrange(5, 40)):
        kind = rng.choice(("begin", "resume", "leave", "die", "says", "says", "says", "beats"))
        route = rng.choice(ROUTES)
        case.append([rng.randrange(PROGRAMS), kind, route, rng.randrange(4), rng.choice(_LINES)])
    return case


def locked(rng: random.Random) -> list[Any]:
    """The same of one program, while another one takes the archive and lets it go."""
    case: list[Any] = [[0, "begin", ROUTES[0], 0, ""]]
    for step in shared(rng):
        case.append([0, *step[1:]])
        if rng.random() < 0.4:
            case.append([0, rng.choice(("lock", "free")), rng.choice(_LOCKS), 0, ""])
    return case


def share(case: list[Any], folder: Path) -> None:
    """Do all of it in one folder."""
    _Folder(folder).do(case)


class _Folder:
    """An archive with its names, the programs that use it, and what each was told is on disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "archive"
        self._folder.mkdir()
        self._path = self._folder / ROUTES[0]
        self._names: dict[str, Path] = {}
        self._plays: dict[int, Session] = {}
        self._now = 0
        self._written: dict[int, int] = {}  # entries of each game
        self._holder: sqlite3.Connection | None = None
        Archive(self._path).prepare()
        (folder / "link").symlink_to(self._path)
        (folder / "link of a link").symlink_to(folder / "link")
        (folder / "other").symlink_to(self._folder, target_is_directory=True)
        self._names = {
            "games.sqlite": self._path,
            "link": folder / "link",
            "link of a link": folder / "link of a link",
            "folder": folder / "other" / ROUTES[0],
            "up and down": self._folder / ".." / "archive" / ROUTES[0],
            "round about": folder / "other" / ".." / "link",
        }

    def do(self, case: list[Any]) -> None:
        with mock.patch.object(archive_file, "PATIENCE", _HELD):
            for program, kind, route, number, line in case:
                self._now += SECOND
                try:
                    self._step(program, kind, route, number, line)
                except JournalError as error:
                    busy, taken = error.is_busy, error.name == "game_in_use"
                    assert self._holder is None or busy or taken, error
                    assert self._holder is not None or taken, error
            self._free()
            for session in self._plays.values():
                session.close()
        self._check()

    def _step(self, program: int, kind: str, route: str, number: int, line: str) -> None:
        if kind == "lock":
            self._free()
            self._holder = sqlite3.connect(self._path, isolation_level=None, timeout=0)
            self._holder.execute(route)
        elif kind == "free":
            self._free()
        elif kind in ("begin", "resume"):
            self._sit_down(program, kind, Archive(self._names[route]), number)
        elif program in self._plays:
            self._play(program, kind, line)

    def _free(self) -> None:
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    def _sit_down(self, program: int, kind: str, archive: Archive, number: int) -> None:
        if program in self._plays:
            return
        if kind == "begin":
            session = begin(archive, Conditions(press_after=None), Settings(), _wall)
            self._plays[program] = session
            self._written[self._game(program)] = 0
            session.put(Begin(), self._now)
            self._written[self._game(program)] += 1
            return
        games = sorted(self._written)
        if not games:
            return
        game = games[number % len(games)]
        taken = game in {self._game(each) for each in self._plays}
        try:
            session, now = resume(archive, game, Settings(), _wall)
        except JournalError as error:
            assert taken or error.name != "game_in_use", f"nobody plays {game}"
            raise
        assert not taken, f"two programs play {game}"
        self._now = max(self._now, now)
        self._plays[program] = session

    def _game(self, program: int) -> int:
        game = self._plays[program].game
        assert game is not None
        return game

    def _play(self, program: int, kind: str, line: str) -> None:
        session, game = self._plays[program], self._game(program)
        if kind in ("leave", "die"):
            session.close()  # of one that is killed the system closes all that was open
            del self._plays[program]
        elif kind == "beats":
            session.alive(self._now)
        else:
            before = session.state
            try:
                session.put(Said(typed(line, before), self._now, None, line, typed=True), self._now)
            except JournalError:
                assert session.state is before, "what is not on disk happened"
                raise
            self._written[game] += 1

    def _check(self) -> None:
        """By every name the same games, each whole, with all that was acknowledged."""
        archive = Archive(self._path)
        for path in self._names.values():
            assert Archive(path).games() == archive.games(), path
        for one in archive.games():
            verify.report(archive, one.id, one.result)
            entries = list(archive.entries(one.id))
            typed_in = [entry for entry in entries if entry.input["is"] in ("Begin", "Said")]
            assert len(typed_in) == self._written[one.id], (len(typed_in), self._written)
        archive.check_games()
        left = [path.name for path in self._folder.glob("*.lock")]
        assert not left, left


def _wall() -> str:
    return "2026-01-01T12:00:00+01:00"
