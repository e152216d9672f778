# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of the archive: how it is made, written and read, and the hash chain of each game.

Reading changes nothing, also on a medium that cannot be written. The file is closed to other users
(0600). Whatever goes wrong with it is told in one sentence.

The hash of a game is made of its number, start, conditions and players; the hash of an entry is
made of the entry and the hash before it, which for the first entry is the hash of the game. Whoever
knows the program can make such a chain anew: a seal that was written down (``record.seal``) and the
arbiter's signature (``record.countersign``) show that. A table in ``docs/en/arbiter.md`` says which
change is found by what.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from announce.errors import PlayerError
from ground import files

Json = dict[str, Any]

VERSION = 10
"""The version of all that is stored: of the tables, of inputs and events, of the state of a game.

Raise it when one of these changes its form, or when the same inputs lead to another game. An
archive of any other version is refused, and stays as it is."""

SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started TEXT NOT NULL,
    conditions TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    result TEXT NOT NULL DEFAULT '*'
);
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game(id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    wall TEXT NOT NULL,
    input TEXT NOT NULL,
    events TEXT NOT NULL,
    said TEXT NOT NULL,
    sealed TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE snapshot (
    game INTEGER PRIMARY KEY REFERENCES game(id),
    entries INTEGER NOT NULL,
    alive INTEGER NOT NULL,
    content TEXT NOT NULL
);
CREATE TABLE sound (
    game INTEGER NOT NULL REFERENCES game(id),
    digest TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (game, digest)
) WITHOUT ROWID;
CREATE TABLE signature (
    game INTEGER PRIMARY KEY REFERENCES game(id),
    seq INTEGER NOT NULL,
    signature TEXT NOT NULL
);
"""
"""``snapshot`` has the state from which a game goes on: after so many ``entries``, with the game
time at which the program last ran. AUTOINCREMENT gives no number twice, so a gap in the numbers
shows a game that was taken out. ``sealed`` is as in `record.journal.Entry`, ``signature`` the
arbiter's under the last seal."""

OF_GAMES = ("entry", "snapshot", "sound", "signature")
"""The tables whose rows belong to a game."""

TABLES = ("game", *OF_GAMES)

FIELDS = "at, wall, input, events, said, sealed"
"""The columns of an entry between its number and its hash."""

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite has beside one while it writes, or left in the middle."""

PATIENCE = 1.0
"""Seconds for which a write waits for another program: meanwhile the loop stands."""


class JournalError(PlayerError):
    """The archive cannot be read or written, or is not the one that was written."""

    @property
    def is_busy(self) -> bool:
        """True if another program holds the archive; it will let go of it."""
        return self.name == "archive_busy"

    @property
    def is_gone(self) -> bool:
        """True if the file or its folder was deleted while a game was played: what is written is
        lost."""
        return self.name == "archive_gone"


def connect(path: Path) -> sqlite3.Connection:
    """A connection to write with. Raises sqlite3.Error."""
    db = sqlite3.connect(path, timeout=PATIENCE)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def prepare(path: Path) -> None:
    """Make the file if there is none. Raises JournalError if it cannot be written, or if another
    version wrote it: then nothing of it is touched."""
    with reading(path):
        pass
    try:
        files.make_folder(path.parent)
        files.make_file(path)
        with closing(connect(path)) as db:
            if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
                return
            with db:
                db.execute("BEGIN IMMEDIATE")
                if _is_empty(db):
                    _make_tables(db)
                    db.execute(f"PRAGMA user_version = {VERSION}")
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise _unopened(path, error) from error


@contextmanager
def writing(
    db: sqlite3.Connection, path: Path, file: tuple[int, int] | None = None
) -> Iterator[None]:
    """One transaction: when it is left, all is on the disk, or nothing. Raises JournalError, also
    if ``path`` is no longer the ``file`` that was opened (`identity`)."""
    if file is not None and identity(path) != file:
        raise JournalError("archive_gone", archive=path)
    try:
        with db:
            yield
    except sqlite3.Error as error:
        raise unwritten(path, error) from error


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for one reader, who sees one picture of the file, whoever writes meanwhile.

    Nothing is changed; what SQLite makes beside the file for its locks is gone afterwards, unless a
    program that was killed left some of the record there. A file that is not there has no games.
    Raises JournalError if SQLite cannot read the file, or if another version wrote it.
    """
    with ExitStack() as leaving:
        try:
            db = leaving.enter_context(closing(_connect_to_read(path, leaving)))
            db.execute("PRAGMA temp_store = MEMORY")
            db.execute("PRAGMA trusted_schema = OFF")
            if _is_empty(db):
                db.execute("PRAGMA query_only = OFF")  # it holds for what is in memory as well
                _make_tables(db, "TEMP TABLE")
                db.execute("PRAGMA query_only = ON")
            elif not _is_ours(db):
                raise JournalError("archive_version", archive=path)
            db.execute("BEGIN")
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise _unopened(path, error) from error
        try:
            yield db
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError("archive_unread", archive=path, reason=error) from error


def _is_empty(db: sqlite3.Connection) -> bool:
    return not db.execute("SELECT count(*) FROM main.sqlite_master").fetchone()[0]


def _is_ours(db: sqlite3.Connection) -> bool:
    """True if this version can read the file. A view could show what is not stored."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    kinds = dict(db.execute("SELECT name, type FROM main.sqlite_master"))
    return bool(version == VERSION) and all(kinds.get(name) == "table" for name in TABLES)


def _make_tables(db: sqlite3.Connection, kind: str = "TABLE") -> None:
    for statement in SCHEMA.split(";"):
        db.execute(statement.replace("CREATE TABLE", f"CREATE {kind}"))


def _connect_to_read(path: Path, leaving: ExitStack) -> sqlite3.Connection:
    try:
        path.stat()
    except FileNotFoundError:
        return sqlite3.connect(":memory:")
    parts = [path.with_name(path.name + end) for end in BESIDE]
    left = any(part.exists() for part in parts)  # to take it in would change the file
    try:
        db = _connect_as(path, "mode=ro" if left else "mode=rw")
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:  # a medium that cannot be written: nobody changes the file
        if not left:
            return _connect_as(path, "immutable=1")
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="hektor-")))
        for part in (path, *parts):
            if part.exists():
                shutil.copyfile(part, folder / part.name)
        return sqlite3.connect(folder / path.name)
    return db


def _connect_as(path: Path, mode: str) -> sqlite3.Connection:
    place = quote(os.fsencode(path.absolute()))  # a name may have letters of no encoding
    return sqlite3.connect(f"file:{place}?{mode}", timeout=5, uri=True)


def copy(path: Path, new: Path) -> int:
    """``new``, an empty file, becomes a whole copy of the file, also of one that is written
    meanwhile; how many games are in it. Raises JournalError."""
    with reading(path) as db, closing(sqlite3.connect(new)) as target:
        try:
            db.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
                raise
            raise JournalError("unwritten", path=new, reason=error) from error
        return int(target.execute("SELECT count(*) FROM game").fetchone()[0])


def strangers(db: sqlite3.Connection) -> list[str]:
    """The names of tables that are not ours, and how many rows of each table belong to no game."""
    query = "SELECT name FROM main.sqlite_master WHERE name NOT GLOB 'sqlite_*'"
    found = [name for (name,) in db.execute(query) if name not in TABLES]
    for table in OF_GAMES:
        query = f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM game)"
        rows = db.execute(query).fetchone()[0]
        if rows:
            found.append(f"{rows} of {table}")
    return found


def games_are_whole(db: sqlite3.Connection) -> bool:
    """True if every game is there that was ever added."""
    numbers = [number for (number,) in db.execute("SELECT id FROM game ORDER BY id")]
    query = "SELECT seq FROM sqlite_sequence WHERE name = 'game'"
    (given,) = db.execute(query).fetchone() or (0,)
    return numbers == [*range(1, len(numbers) + 1)] and len(numbers) == given


def identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file, whatever its name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _unopened(path: Path, error: OSError | sqlite3.Error | UnicodeDecodeError) -> JournalError:
    return JournalError("archive_unopened", archive=path, reason=error)


def unwritten(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    """The error for what cannot be written."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError("archive_busy", archive=path)
    return JournalError("archive_unwritten", archive=path, reason=error)


# --- One program at a time -----------------------------------------------------------------------


class Lock:
    """Held by one program, until it dies: an exclusive transaction on a small file of its own,
    which is there while it is held.

    A file that was removed meanwhile locks nothing: another one may stand there already.
    """

    def __init__(self, path: Path, in_use: PlayerError) -> None:
        """Raises ``in_use`` if another program holds it, JournalError if it cannot be made."""
        self._path = path
        try:
            while (held := self._held()) is None:
                pass
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise in_use from error
            raise unwritten(path, error) from error
        except OSError as error:
            raise unwritten(path, error) from error
        self._held_by = held

    def _held(self) -> sqlite3.Connection | None:
        files.make_file(self._path)
        lock = sqlite3.connect(self._path, timeout=0, isolation_level=None)
        try:
            before = self._path.stat().st_ino
            lock.execute("BEGIN EXCLUSIVE")
            if self._path.stat().st_ino == before:
                return lock
        except FileNotFoundError:
            pass
        except sqlite3.Error:
            lock.close()
            if self._path.exists():
                raise
        lock.close()
        return None

    def close(self) -> None:
        """Give it free."""
        with suppress(OSError):  # Windows removes no open file
            self._path.unlink()
        self._held_by.close()
        if os.name == "nt":
            with suppress(OSError):  # another program may hold it now
                self._path.unlink()


def sweep(archive: Path, in_use: PlayerError) -> None:
    """Remove the locks that programs left behind which were killed, and nobody holds any more."""
    for left in archive.parent.glob(f"{escape(archive.stem)}-*.lock"):
        with suppress(PlayerError):  # it is held, or cannot be removed
            Lock(left, in_use).close()


# --- The hash chain ------------------------------------------------------------------------------


def sha256(data: bytes) -> str:
    """The digest by which the record names what stands beside it."""
    return hashlib.sha256(data).hexdigest()


def dumps(data: object) -> str:
    """Compact JSON. In a damaged file a value may be of any type, and has a form as well."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def link(before: str, *parts: Any) -> str:
    """The hash of ``parts`` after what has the hash ``before``."""
    return sha256(dumps([before, *parts]).encode())


def hash_of_game(db: sqlite3.Connection, game: int) -> str:
    """The hash with which the chain of a game begins; empty if there is no such game."""
    query = "SELECT id, started, conditions, white, black FROM game WHERE id = ?"
    row = db.execute(query, (game,)).fetchone()
    return link("", *row) if row else ""


def rows(db: sqlite3.Connection, game: int) -> Iterator[tuple[Any, ...]]:
    """Number, fields and hash of each entry. Raises JournalError where the chain breaks, and at
    its end if the snapshot is not of that entry."""
    query = f"SELECT seq, {FIELDS}, hash FROM entry WHERE game = ? ORDER BY seq"
    last, number = hash_of_game(db, game), 0
    for number, row in enumerate(db.execute(query, (game,)), 1):
        seq, *fields, found = row
        last = link(last, game, number - 1, *fields)
        if seq != number - 1 or found != last:
            raise JournalError("record_changed", game=game, entry=number - 1)
        yield row
    query = "SELECT entries FROM snapshot WHERE game = ?"
    if db.execute(query, (game,)).fetchone() != (number,):
        raise JournalError("record_changed", game=game, entry=number)


# --- Written within a transaction ----------------------------------------------------------------


def add_game(db: sqlite3.Connection, fields: Sequence[str], snapshot: str) -> int:
    """Add a game that was started so, under these conditions, by these players; its number."""
    query = "INSERT INTO game (started, conditions, white, black) VALUES (?, ?, ?, ?)"
    game = db.execute(query, fields).lastrowid
    assert game is not None
    db.execute("INSERT INTO snapshot VALUES (?, 0, 0, ?)", (game, snapshot))
    return game


def add_entry(db: sqlite3.Connection, game: int, seq: int, before: str, fields: Any) -> str:
    """Add an entry after the one that has the hash ``before``; its own hash."""
    made = link(before, game, seq, *fields)
    query = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    db.execute(query, (game, seq, *fields, made))
    return made


def write_end(
    db: sqlite3.Connection, game: int, entries: int, alive: int, snapshot: str | None = None
) -> None:
    """Note after how many entries the game stands, when it last ran, and its ``snapshot``, if that
    is another one than before."""
    query = """UPDATE snapshot SET entries = ?, alive = ?, content = coalesce(?, content)
        WHERE game = ?"""
    db.execute(query, (entries, alive, snapshot, game))
