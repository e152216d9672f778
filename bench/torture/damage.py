# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives that were damaged, or forged by somebody who knows the program: a campaign of torture.

Whatever was done, each command ends in an answer or in one sentence; and ``verify`` says of no game
that it is as it was written where it is not.
"""

import io
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from announce.text.settings import Settings
from game.app.cli import main
from record import archive_file
from record.journal import Archive
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Said
from table.understanding import typed

GAMES = 3

_COLUMNS = {
    "game": ("started", "conditions", "white", "black", "result"),
    "entry": ("seq", "at", "wall", "input", "events", "said", "sealed", "hash"),
    "snapshot": ("entries", "alive", "content"),
    "signature": ("seq", "signature"),
    "sound": ("digest", "data"),
}
_TABLES = tuple(_COLUMNS)
_TEXTS = ("", "*", "{}", "[]", "null", "[1]", '{"is": 1}', "\x00", "9" * 40, "[" * 2000)
_VALUES = (*_TEXTS, -1, 10**18, None, 0.5)
_JSON = (
    *(*_TEXTS, '{"is":"Said"}', '[{"is":"X"}]', '{"is":"Tick","more":1}', '"text"', "1e999"),
    *('[["a"]]', '{"is":["Tick"]}', "[null]"),
)


def damages(rng: random.Random) -> list[Any]:
    """Steps of damage to the file, one after the other."""
    made: list[Any] = []
    for _ in range(rng.randrange(1, 4)):
        kind = rng.choice(("flip", "cut", "zero", "set", "delete", "rehash", "rehash", "version"))
        if kind in ("flip", "zero", "cut"):
            made.append([kind, rng.random(), rng.randrange(1, 600)])
        elif kind == "set":
            table = rng.choice(_TABLES)
            made.append(
                [kind, table, rng.choice(_COLUMNS[table]), rng.randrange(4), rng.choice(_VALUES)]
            )
        elif kind == "delete":
            made.append([kind, rng.choice(_TABLES), rng.randrange(9)])
        elif kind == "rehash":
            column = rng.choice(("at", "input", "events", "said", "sealed", "content"))
            made.append(
                [kind, rng.randrange(1, GAMES + 1), rng.randrange(6), column, rng.choice(_JSON)]
            )
        else:
            made.append([kind, rng.randrange(4)])
    return made


def played(
    games: Iterable[tuple[Conditions, Iterable[str]]],
    after: Callable[[Archive, int], None] = lambda _archive, _game: None,
) -> bytes:
    """An archive of games with these lines, as bytes; ``after`` is done when a game was played."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "games.sqlite")
        for number, (agreed, lines) in enumerate(games, start=1):
            session = begin(archive, agreed, Settings(), lambda: "2026-01-01T12:00:00+01:00")
            session.put(Begin(), 0)
            for at, text in enumerate(lines, start=1):
                given = typed(text, session.state)
                session.put(Said(given, at * SECOND, None, text, typed=True), at * SECOND)
            session.close()
            after(archive, number)
        return archive.path.read_bytes()


def read(archive: bytes, rows: Callable[[Path, int], Any], game: int) -> Any:
    """The ``rows`` of a game of an archive that is kept as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        path.write_bytes(archive)
        return rows(path, game)


@cache
def _whole() -> bytes:
    """An archive of some games, of which one is not over."""
    lines = ("e4", "Uhr", "e5", "Uhr", "ich gebe auf", "ja")
    return played(
        (Conditions(white=str(number)), lines[: 6 - 2 * number]) for number in range(GAMES)
    )


def damaged(case: list[Any], folder: Path) -> None:
    """Damage the archive, and let each command meet it."""
    path = folder / "games.sqlite"
    path.write_bytes(_whole())
    flipped = False
    for kind, *what in case:
        if kind in _BYTES:
            _BYTES[kind](path, *what)
            flipped = True
        else:
            _in_sql(path, kind, what, flipped)
    forged = any(step[0] == "rehash" for step in case)  # that, only a seal can show
    games = () if forged else range(1, GAMES + 1)
    changed = {game for game in games if _rows(path, game) != _original(game)}
    for command in ("games", "verify", "export", "resume"):
        numbers = [[]] if command == "games" else [[str(game)] for game in range(1, GAMES + 1)]
        for number in numbers:
            copy = folder / "copy.sqlite"
            for old in folder.glob("copy*"):
                old.unlink()
            shutil.copyfile(path, copy)
            status, told, said = _hektor(command, *number, "--archive", str(copy))
            assert status in (0, 1, 2), status
            assert said.count("\n") <= 1, said
            if command == "verify" and number and int(number[0]) in changed:
                assert "as they were written" not in told or status == 2, told


def _hektor(*arguments: str) -> tuple[int, str, str]:
    told, said = io.StringIO(), io.StringIO()
    quiet = {"resume": ("--no-speech", "--no-microphone"), "verify": ("--language", "en")}
    with (
        redirect_stdout(told),
        redirect_stderr(said),
        mock.patch.object(sys, "stdin", io.StringIO("Stellung\nende\n")),
    ):
        status = main([*arguments, *quiet.get(arguments[0], ())])
    return status, told.getvalue(), said.getvalue()


def _flip(path: Path, where: float, bit: int) -> None:
    data = bytearray(path.read_bytes())
    if data:
        data[int(where * len(data))] ^= 1 << bit % 8
    path.write_bytes(data)


def _cut(path: Path, where: float, _: int) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(where * len(data))])


def _zero(path: Path, where: float, length: int) -> None:
    data = bytearray(path.read_bytes())
    start = int(where * len(data))
    data[start : start + length] = bytes(len(data[start : start + length]))
    path.write_bytes(data)


_BYTES: dict[str, Any] = {"flip": _flip, "cut": _cut, "zero": _zero}


def _in_sql(path: Path, kind: str, what: list[Any], damaged_before: bool) -> None:
    """What can be done with SQL to a file that may be damaged already."""
    try:
        with closing(sqlite3.connect(path)) as db, db:
            if kind == "set":
                table, column, row, value = what
                keys = db.execute(f"SELECT DISTINCT {_key(table)} FROM {table}").fetchall()
                if keys:
                    where = keys[row % len(keys)]
                    db.execute(f"UPDATE {table} SET {column} = ? WHERE {_key(table)} = ?",
                        (value, *where))  # fmt: skip
            elif kind == "delete":
                table, row = what
                db.execute(f"DELETE FROM {table} WHERE {_key(table)} = ?", (row,))
            elif kind == "rehash":
                _rehash(db, *what)
            else:
                db.execute(f"PRAGMA user_version = {what[0]}")
    except (sqlite3.Error, OverflowError) as error:
        assert damaged_before or "no such" not in str(error), error


def _key(table: str) -> str:
    return {"game": "id", "entry": "seq"}.get(table, "game")


def _rehash(db: sqlite3.Connection, game: int, seq: int, column: str, value: str) -> None:
    """Change an entry, or the game's snapshot, and chain all anew."""
    if column == "content":
        db.execute("UPDATE snapshot SET content = ? WHERE game = ?", (value, game))
    else:
        db.execute(f"UPDATE entry SET {column} = ? WHERE game = ? AND seq = ?", (value, game, seq))
    rechain(db)


def rechain(db: sqlite3.Connection) -> None:
    """Make all hashes anew, as whoever knows the program can."""
    for (game,) in db.execute("SELECT id FROM game").fetchall():
        last = archive_file.hash_of_game(db, game)
        query = f"SELECT seq, {archive_file.FIELDS} FROM entry WHERE game = ? ORDER BY seq"
        entries = db.execute(query, (game,)).fetchall()
        for seq, *each in entries:
            last = archive_file.link(last, game, seq, *each)
            db.execute("UPDATE entry SET hash = ? WHERE game = ? AND seq = ?", (last, game, seq))
        db.execute("UPDATE snapshot SET entries = ? WHERE game = ?", (len(entries), game))


def _rows(path: Path, game: int) -> Any:
    """What the record of a game says, but for hashes; None if it cannot be read."""
    try:
        with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as db:
            of_game = "SELECT started, conditions, white, black, result FROM game WHERE id = ?"
            entries = "SELECT seq, at, wall, input, events FROM entry WHERE game = ? ORDER BY seq"
            return [db.execute(query, (game,)).fetchall() for query in (of_game, entries)]
    except (sqlite3.Error, UnicodeDecodeError):
        return None


@cache
def _original(game: int) -> Any:
    return read(_whole(), _rows, game)
