# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of the archive: how it is made, how one of an older version is gone on with, and how any
is read without a change to it, also on a medium that cannot be written.

What is read is in today's form, whatever form the file has: temporary views stand for what it
lacks. Nothing of the user's is closed to the user, and all of it to others (0600).
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from ground import files

VERSION = 2
"""Of the form of the file. Games of before version 1 have no head, which tells where a game ends;
games of before version 2 have no link to the game before them."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    conditions TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    result TEXT NOT NULL DEFAULT '*',
    link TEXT
);
CREATE TABLE IF NOT EXISTS entry (
    game INTEGER NOT NULL REFERENCES game(id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    wall TEXT NOT NULL,
    input TEXT NOT NULL,
    events TEXT NOT NULL,
    said TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS head (
    game INTEGER PRIMARY KEY REFERENCES game(id),
    entries INTEGER NOT NULL,
    alive INTEGER NOT NULL,
    seal TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS sound (
    game INTEGER NOT NULL REFERENCES game(id),
    digest TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (game, digest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS alive (
    game INTEGER PRIMARY KEY REFERENCES game(id),
    at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS signature (
    game INTEGER NOT NULL REFERENCES game(id),
    seq INTEGER NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chain (
    games INTEGER NOT NULL,
    link TEXT NOT NULL
);
"""
"""``head`` tells where a game ends and when the program last ran; for games that have none,
``alive`` tells the latter. ``chain`` is one row: how many games are linked, and the last link."""

OF_GAMES = ("entry", "head", "sound", "alive", "signature")
"""The tables whose rows belong to a game."""

TABLES = ("game", *OF_GAMES, "chain")

_BESIDE = ("-wal", "-shm", "-journal")
"""What stands beside a file that a program writes, this one or another, or that one left in the
middle. Only a file without them is read as one that nobody changes: SQLite takes no lock then, but
to close it drops those that the program has on it elsewhere (POSIX)."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection to write with. Raises sqlite3.Error."""
    db = sqlite3.connect(path, timeout=5)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def prepare(path: Path) -> None:
    """Make the file, or bring an older one into the form in which games can be added.

    What is on record stays as it is. Raises sqlite3.Error or OSError.
    """
    files.make_folder(path.parent)
    files.make_file(path)
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        files.close(part)
    with closing(connect(path)) as db:
        if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            return
        with db:
            db.execute("BEGIN IMMEDIATE")
            for statement in SCHEMA.split(";"):
                db.execute(statement)
            if "link" not in _columns(db):
                db.execute("ALTER TABLE game ADD COLUMN link TEXT")
            db.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for one reader, who sees one picture of the file, whoever writes meanwhile.

    Nothing is changed, not even made beside the file unless another program is writing. A file
    that is not there has no games. Raises sqlite3.Error or OSError.
    """
    with ExitStack() as leaving:
        db = leaving.enter_context(closing(_connect_to_read(path, leaving)))
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute("PRAGMA trusted_schema = OFF")
        _show_as_today(db)
        db.execute("BEGIN")
        yield db


def _connect_to_read(path: Path, leaving: ExitStack) -> sqlite3.Connection:
    try:
        path.stat()
    except FileNotFoundError:
        return sqlite3.connect(":memory:")
    parts = [path.with_name(path.name + end) for end in _BESIDE]
    if not any(part.exists() for part in parts):
        return _connect_as(path, "immutable=1")
    try:
        db = _connect_as(path, "mode=ro")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:  # left in the middle, on a medium that cannot be written
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="hektor-")))
        for part in (path, *parts):
            if part.exists():
                shutil.copyfile(part, folder / part.name)
        return sqlite3.connect(folder / path.name)
    return db


def _connect_as(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?{mode}", timeout=5, uri=True)


def _show_as_today(db: sqlite3.Connection) -> None:
    """What an older file lacks is there as if it was empty."""
    kinds = dict(db.execute("SELECT name, type FROM main.sqlite_master"))
    views = [name for name in TABLES if kinds.get(name, "table") != "table"]
    if views:
        raise sqlite3.DatabaseError(f"{views[0]} is no table")
    if kinds.keys() >= set(TABLES) and "link" in _columns(db):
        return
    for statement in SCHEMA.split(";"):
        words = statement.split()
        if words and words[5] not in kinds:
            db.execute(statement.replace("CREATE TABLE IF NOT EXISTS", "CREATE TEMP TABLE"))
    if "game" in kinds and "link" not in _columns(db):
        db.execute("CREATE TEMP VIEW game AS SELECT *, NULL AS link FROM main.game")


def _columns(db: sqlite3.Connection) -> list[str]:
    return [row[1] for row in db.execute("PRAGMA main.table_info(game)")]


def strangers(db: sqlite3.Connection) -> list[str]:
    """What is in the file and belongs to no game: tables of others, and how many rows of each."""
    named = [name for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE sql != ''")]
    found = [name for name in named if name not in TABLES]
    headless = "SELECT id FROM game WHERE id NOT IN (SELECT game FROM head)"
    for table in OF_GAMES:
        games = headless if table == "alive" else "SELECT id FROM game"
        query = f"SELECT count(*) FROM {table} WHERE game NOT IN ({games})"
        rows = db.execute(query).fetchone()[0]
        if rows:
            found.append(f"{rows} of {table}")
    return found
