# SPDX-License-Identifier: GPL-3.0-or-later
"""The archive: every input, event and announcement of every game, on disk before it is heard.

One SQLite file (WAL, ``synchronous=FULL``); one transaction per input. Each entry carries the
SHA-256 of the entry before it, and the head of a game that of the last, so that a later change or
a missing end shows. Each game is linked to the one before it, so that a missing one shows. The
recordings of a game (D.2.7) stand beside its entries, which name their digests. What all that
proves, and to whom, is in ``docs/en/arbiter.md``.

A game that is being played is locked against a second program by an exclusive transaction on a
small file of its own: the lock is portable, and the system drops it when the process dies, however
it dies.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from announce.errors import PlayerError
from ground import files
from record import archive_file

_LAST = """(SELECT coalesce(max(seq), -1) FROM entry
    WHERE game = id AND events LIKE '%"is":"{}"%')"""
"""The last entry of a game in which an event happened, -1 for none."""

Json = dict[str, Any]


NO_SOUNDS: Mapping[str, bytes] = {}


class JournalError(Exception):
    """The archive cannot be read or written; the message is one sentence for the user."""


class ArchiveError(PlayerError, JournalError):
    """The same, in the languages of the lexicon."""


class GameInUse(ArchiveError):
    """Another program plays this game."""


class ArchiveGone(ArchiveError):
    """The file or its folder was deleted while a game was played: what is written is lost."""


class JournalDamaged(PlayerError, JournalError):
    """What is on disk is not what was written."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The sound of an announcement (D.2.7): a whole FLAC file and its SHA-256."""

    data: bytes
    digest: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One input with what it led to: ``at`` in nanoseconds of the game's clock."""

    seq: int
    at: int
    wall: str
    input: Json
    events: tuple[Json, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the list of games; ``begun`` where a clock was started; ``adjourned`` where a
    sealed move waits to be played (Guidelines I); ``over`` where it ended, be it without a result:
    a game that was broken off has none."""

    id: int
    started: str
    white: str
    black: str
    result: str
    begun: bool
    adjourned: bool = False
    over: bool = False

    @property
    def unfinished(self) -> bool:
        """Whether it was begun and may go on."""
        return self.begun and not self.over


class Form(IntEnum):
    """What a game has to show that its record is whole, by the version that began it."""

    ENTRIES = 0  # a chain of entries, and nothing that tells where it ends
    HEAD = 1  # a head that does
    LINKED = 2  # a link to the game before it


class Archive:
    """All games, in one file. To read it changes nothing, and it need not be there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> None:
        """Make the file if there is none. Raises JournalError if it cannot be written."""
        try:
            archive_file.prepare(self.path)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise _unopened(self.path, error) from error

    def create(self, conditions: Json, white: str, black: str, started: str) -> "Journal":
        """A new game; ``started`` is a wall time in ISO 8601."""
        self.prepare()
        row = (started, _dumps(conditions), white, black)
        try:
            with closing(archive_file.connect(self.path)) as db, db:
                game = _link(db, row)
        except sqlite3.Error as error:
            raise _cannot_write(self.path, error) from error
        return self.open(game)

    def open(self, game: int) -> "Journal":
        """Continue a game. Raises GameInUse if another program plays it."""
        if self._row("SELECT id FROM game WHERE id = ?", game) is None:
            raise ArchiveError("no_game", game=game, archive=self.path)
        self.prepare()
        return Journal(self.path, game)

    def games(self) -> list[GameSummary]:
        """All games, the newest first."""
        query = f"""SELECT id, started, white, black, result,
                   (SELECT events FROM entry
                    WHERE game = id AND seq = {_LAST.format("GameStarted")}),
                   {_LAST.format("GameAdjourned")} > {_LAST.format("MoveMade")},
                   {_LAST.format("GameEnded")} > {_LAST.format("GameCancelled")}
                   FROM game ORDER BY id DESC"""
        with _reading(self.path) as db:
            return [
                GameSummary(
                    game,
                    str(started or ""),
                    *_names(begun, white, black),
                    result,
                    begun is not None,
                    bool(adjourned),
                    bool(over),
                )
                for game, started, white, black, result, begun, adjourned, over in db.execute(query)
            ]

    def conditions(self, game: int) -> Json:
        """What the game was started with."""
        row = self._row("SELECT conditions FROM game WHERE id = ?", game)
        if row is None:
            raise ArchiveError("no_game", game=game, archive=self.path)
        try:
            conditions = json.loads(row[0])
        except (ValueError, TypeError, RecursionError) as error:
            raise JournalDamaged("conditions_changed", game=game) from error
        if not isinstance(conditions, dict):
            raise JournalDamaged("conditions_changed", game=game)
        return conditions

    def entries(self, game: int) -> Iterator[Entry]:
        """The entries of a game in order. Raises JournalDamaged if the hash chain breaks."""
        with _reading(self.path) as db:
            yield from _entries(db, game)

    def last_alive(self, game: int) -> int:
        """The latest game time, in nanoseconds, at which the program is known to have run."""
        with _reading(self.path) as db:
            query = "SELECT alive FROM head WHERE game = ?"
            if _form(db, game) is Form.ENTRIES:
                query = """SELECT max(at) FROM (SELECT at FROM alive WHERE game = ?1
                    UNION ALL SELECT at FROM entry WHERE game = ?1)"""
            row = db.execute(query, (game,)).fetchone()
        try:
            return int(row[0] or 0) if row else 0
        except (ValueError, TypeError) as error:
            raise JournalDamaged("end_unread", game=game) from error

    def form(self, game: int) -> Form:
        """What the game has to show that its record is whole."""
        with _reading(self.path) as db:
            return _form(db, game)

    def seal(self, game: int) -> str:
        """What the head of a game comes to now; versions before this one told it as the seal."""
        row = self._row("SELECT seal FROM head WHERE game = ?", game)
        return str(row[0]) if row else ""

    def hashes(self, game: int) -> list[str]:
        """The hash of each entry. Raises JournalDamaged if the hash chain breaks."""
        with _reading(self.path) as db:
            return [str(row[-1]) for row in _rows(db, game)]

    def check_games(self) -> None:
        """Raises JournalDamaged if a game is missing, or if something belongs to none."""
        with _reading(self.path) as db:
            strange = archive_file.strangers(db)
            whole = _links_are_whole(db)
        if strange:
            what = ", ".join(strange)
            raise JournalDamaged("strangers", what=what)
        if not whole:
            raise JournalDamaged("game_missing")

    def signatures(self, game: int) -> dict[int, str]:
        """The arbiter's signatures by the entries after which they were given."""
        with _reading(self.path) as db:
            query = "SELECT seq, signature FROM signature WHERE game = ?"
            return {int(seq): str(text) for seq, text in db.execute(query, (game,))}

    def sign(self, game: int, seq: int, signature: str) -> None:
        """Keep the arbiter's signature. Raises JournalError if it cannot be written."""
        self.prepare()
        try:
            with closing(archive_file.connect(self.path)) as db, db:
                query = "INSERT OR REPLACE INTO signature VALUES (?, ?, ?)"
                db.execute(query, (game, seq, signature))
        except sqlite3.Error as error:
            raise _cannot_write(self.path, error) from error

    def sound(self, game: int, digest: str) -> bytes | None:
        """A recording; None if there is none that has this digest."""
        with _reading(self.path) as db:
            return _sound(db, game, digest)

    def check_sounds(self, game: int) -> int:
        """How many recordings there are.

        Raises JournalDamaged if one is missing, changed or added.
        """
        named = {
            str(entry.input["sound"]) for entry in self.entries(game) if entry.input.get("sound")
        }
        with _reading(self.path) as db:
            rows = db.execute("SELECT digest, data FROM sound WHERE game = ?", (game,))
            found = {str(digest) for digest, data in rows if sha256(data) == digest}
            kept = db.execute("SELECT count(*) FROM sound WHERE game = ?", (game,)).fetchone()[0]
        if found != named or kept != len(named):
            raise JournalDamaged("recordings_changed", game=game)
        return len(named)

    def _row(self, query: str, game: int) -> Any:
        with _reading(self.path) as db:
            return db.execute(query, (game,)).fetchone()


class Journal:
    """The record of one game that is being played; owns its lock."""

    def __init__(self, path: Path, game: int) -> None:
        self.game = game
        self._path = path
        self._lock = _lock(path.with_name(f"{path.stem}-{game}.lock"), game)
        try:
            with _reading(path) as db:
                self._seq, self._hash = 0, _first_hash(db, game)
                for row in _rows(db, game):
                    self._seq, self._hash = row[0] + 1, row[-1]
                query = "SELECT result FROM game WHERE id = ?"
                self._result = str(db.execute(query, (game,)).fetchone()[0])
                self._form = _form(db, game)
            self._db = archive_file.connect(path)
            self._file = _file(path)
        except BaseException:
            self._lock.close()
            raise

    def append(
        self,
        *,
        at: int,
        wall: str,
        given: Json,
        events: tuple[Json, ...],
        said: tuple[str, ...],
        result: str | None = None,
        sounds: Mapping[str, bytes] = NO_SOUNDS,
    ) -> str:
        """Write one entry; when this returns, it is on disk. The hash of the entry.

        Raises JournalError if nothing was written.

        ``sounds`` are the recordings that the input names, by their digests.
        """
        row = (at, wall, _dumps(given), _dumps(events), _dumps(said))
        digest = _chain(self._hash, self.game, self._seq, row)
        self._look()
        try:
            with self._db:
                query = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                self._db.execute(query, (self.game, self._seq, *row, digest))
                for name, data in sounds.items():
                    query = "INSERT OR IGNORE INTO sound VALUES (?, ?, ?)"
                    self._db.execute(query, (self.game, name, data))
                ended = self._result if result is None else result
                if ended != self._result:
                    query = "UPDATE game SET result = ? WHERE id = ?"
                    self._db.execute(query, (ended, self.game))
                self._write_end(self._seq + 1, at, digest, ended)
        except sqlite3.Error as error:
            raise _cannot_write(self._path, error) from error
        self._seq += 1
        self._hash = digest
        self._result = ended
        return digest

    def alive(self, at: int) -> None:
        """Note that the program ran at game time ``at``; the clocks resume from there."""
        self._look()
        try:
            with self._db:
                self._write_end(self._seq, at, self._hash, self._result)
        except sqlite3.Error as error:
            raise _cannot_write(self._path, error) from error

    def _write_end(self, entries: int, alive: int, last: str, result: str) -> None:
        """Note where the game ends now. One that never had a head gets none: it would make whole
        what may have lost its end before."""
        if self._form is Form.ENTRIES:
            query = "INSERT OR REPLACE INTO alive VALUES (?, ?)"
            self._db.execute(query, (self.game, alive))
        else:
            _write_head(self._db, self.game, entries, alive, last=last, result=result)

    def _look(self) -> None:
        """Raises ArchiveGone if what would be written to is in no folder any more."""
        if _file(self._path) != self._file:
            raise ArchiveGone("archive_gone", archive=self._path)

    def sound(self, digest: str) -> bytes | None:
        """A recording of this game; None if there is none that has this digest."""
        return _sound(self._db, self.game, digest)

    def close(self) -> None:
        """Give the game free for other programs."""
        self._db.close()
        self._lock.close()


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for one reader. Raises JournalError if SQLite cannot read the file."""
    with ExitStack() as leaving:
        try:
            db = leaving.enter_context(archive_file.reading(path))
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise _unopened(path, error) from error
        try:
            yield db
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise ArchiveError("archive_unread", archive=path, reason=error) from error


def _file(path: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _lock(path: Path, game: int) -> sqlite3.Connection:
    try:
        files.make_file(path)
        lock = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            lock.close()
            raise
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise GameInUse("game_in_use", game=game) from error
        raise _cannot_write(path, error) from error
    except OSError as error:
        raise _cannot_write(path, error) from error
    return lock


def _rows(db: sqlite3.Connection, game: int) -> Iterator[tuple[Any, ...]]:
    """Raw entries with the hash chain checked; the last field is the entry's hash."""
    query = "SELECT seq, at, wall, input, events, said, hash FROM entry WHERE game = ? ORDER BY seq"
    before = _first_hash(db, game)
    expected = -1
    for expected, row in enumerate(db.execute(query, (game,))):
        try:
            digest = _chain(before, game, expected, row[1:-1])
        except TypeError:  # no text and no number
            digest = ""
        if row[0] != expected or row[-1] != digest:
            raise JournalDamaged("record_changed", game=game, entry=expected)
        before = digest
        yield row
    if not _ends_here(db, game, expected + 1, before):
        raise JournalDamaged("record_changed", game=game, entry=expected + 1)


def _sound(db: sqlite3.Connection, game: int, digest: str) -> bytes | None:
    query = "SELECT data FROM sound WHERE game = ? AND digest = ?"
    row = db.execute(query, (game, digest)).fetchone()
    return None if row is None or sha256(row[0]) != digest else bytes(row[0])


def _ends_here(db: sqlite3.Connection, game: int, entries: int, last: str) -> bool:
    """Whether the head of the game fits its entries, its result and its last sign of life."""
    query = "SELECT entries, alive, seal, result FROM head JOIN game ON id = game WHERE game = ?"
    row = db.execute(query, (game,)).fetchone()
    if row is None:
        return _form(db, game) is Form.ENTRIES
    return bool(row[0] == entries and row[2] == _seal(entries, row[1], last, row[3]))


def _seal(entries: int, alive: int, last: str, result: str) -> str:
    return sha256(_dumps([entries, alive, last, result]).encode())


def _write_head(
    db: sqlite3.Connection, game: int, entries: int, alive: int, *, last: str, result: str
) -> None:
    seal = _seal(entries, alive, last, result)
    db.execute("INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)", (game, entries, alive, seal))


def _entries(db: sqlite3.Connection, game: int) -> Iterator[Entry]:
    for seq, at, wall, *texts, _ in _rows(db, game):
        try:
            given, events, said = map(json.loads, texts)
        except (ValueError, TypeError, RecursionError) as error:
            raise JournalDamaged("entry_unread", game=game, entry=seq) from error
        whole = isinstance(given, dict) and isinstance(events, list) and isinstance(said, list)
        parts = all(isinstance(one, dict) for one in events) if whole else False
        if not (parts and all(isinstance(one, str) for one in said)):
            raise JournalDamaged("entry_unread", game=game, entry=seq)
        if not (isinstance(at, int) and isinstance(wall, str)):
            raise JournalDamaged("entry_unread", game=game, entry=seq)
        yield Entry(seq, at, wall, given, tuple(events), tuple(said))


def _names(begun: str | None, white: str, black: str) -> tuple[str, str]:
    """The players' names as they were when the game began: they may be told until then."""
    try:
        events = json.loads(begun or "[]")
        names = [(each["white"], each["black"]) for each in events if each["is"] == "GameStarted"]
    except (ValueError, TypeError, KeyError, RecursionError):  # `verify` tells of the damage
        return white, black
    whole = names and all(isinstance(name, str) for name in names[0])
    return names[0] if whole else (white, black)


def _form(db: sqlite3.Connection, game: int) -> Form:
    query = """SELECT link IS NOT NULL, EXISTS (SELECT 1 FROM head WHERE game = id)
        FROM game WHERE id = ?"""
    linked, headed = db.execute(query, (game,)).fetchone() or (False, False)
    if linked:
        return Form.LINKED
    return Form.HEAD if headed else Form.ENTRIES


def _first_hash(db: sqlite3.Connection, game: int) -> str:
    """The chain begins with the game's conditions and the moment of its start, and if it is linked
    with the game before it."""
    query = "SELECT started, conditions, white, black, link FROM game WHERE id = ?"
    *row, link = db.execute(query, (game,)).fetchone()
    return sha256(_dumps(row if link is None else [link, *row]).encode())


def _linked(before: str, game: int, row: Sequence[Any]) -> str:
    return sha256(_dumps([before, game, *row]).encode())


def _first_link(db: sqlite3.Connection) -> str:
    """What the first link is made of: the games of older versions that are there before it."""
    query = """SELECT id FROM game WHERE link IS NULL
        AND id < coalesce((SELECT min(id) FROM game WHERE link IS NOT NULL), id + 1) ORDER BY id"""
    older = [game for (game,) in db.execute(query)]
    return sha256(_dumps([[game, _first_hash(db, game)] for game in older]).encode())


def _link(db: sqlite3.Connection, row: tuple[str, ...]) -> int:
    """Add a game to the chain; its number."""
    db.execute("BEGIN IMMEDIATE")
    last = db.execute("SELECT games, link FROM chain").fetchone()
    games, before = last or (0, _first_link(db))
    query = "INSERT INTO game (started, conditions, white, black) VALUES (?, ?, ?, ?)"
    game = db.execute(query, row).lastrowid
    assert game is not None
    link = _linked(before, game, row)
    db.execute("UPDATE game SET link = ? WHERE id = ?", (link, game))
    db.execute("DELETE FROM chain")
    db.execute("INSERT INTO chain VALUES (?, ?)", (games + 1, link))
    _write_head(db, game, 0, 0, last=_first_hash(db, game), result="*")
    return game


def _links_are_whole(db: sqlite3.Connection) -> bool:
    """Whether every game is there that was linked, and the older ones before them."""
    query = """SELECT id, started, conditions, white, black, link FROM game
        WHERE link IS NOT NULL ORDER BY id"""
    games = db.execute(query).fetchall()
    later = "SELECT count(*) FROM game WHERE link IS NULL AND id > ?"
    if games and db.execute(later, games[0][:1]).fetchone()[0]:
        return False
    link = _first_link(db)
    for game, *row, found in games:
        link = _linked(link, game, row)
        if link != found:
            return False
    chain = db.execute("SELECT games, link FROM chain").fetchall()
    return chain == ([(len(games), link)] if games else [])


def _chain(before: str, game: int, seq: int, row: tuple[Any, ...]) -> str:
    return sha256(_dumps([before, game, seq, *row]).encode())


def sha256(data: bytes) -> str:
    """The digest by which the record names what stands beside it."""
    return hashlib.sha256(data).hexdigest()


def _dumps(data: object) -> str:
    """What is hashed; what is no text in a damaged file has a form as well."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def _unopened(path: Path, error: OSError | sqlite3.Error | UnicodeDecodeError) -> ArchiveError:
    reason = error.strerror if isinstance(error, OSError) else error
    return ArchiveError("archive_unopened", archive=path, reason=reason)


def _cannot_write(path: Path, error: sqlite3.Error | OSError) -> ArchiveError:
    return ArchiveError("archive_unwritten", archive=path, reason=error)
