# SPDX-License-Identifier: GPL-3.0-or-later
"""The archive: every input, event and announcement of every game, on disk before it is heard.

One SQLite file (``record.archive_file``); one transaction per input, with the entry, the recording
that belongs to it (D.2.7) and the snapshot from which the game goes on. A hash chain shows later
changes; what that proves, and to whom, is in ``docs/en/arbiter.md``.

A game that is being played is locked against a second program by an exclusive transaction on a
small file of its own (`Lock`), which is gone with the game; those of programs that were killed go
when a game of the archive is opened next.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ground.text import one_line
from record import archive_file
from record.archive_file import JournalError, Json, Lock, dumps, sha256, sweep

_LAST = """(SELECT coalesce(max(seq), -1) FROM entry
    WHERE game = id AND events LIKE '%"is":"{}"%')"""
"""The last entry of a game in which an event happened, -1 for none."""

NO_SOUNDS: Mapping[str, bytes] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One input with what it led to.

    ``at`` is in nanoseconds of the game's clock, ``wall`` the time of day. ``sealed`` is the result
    that the entry gave the game, "*" if it adjourned it: such an entry has a seal, which is made of
    its ``hash``. Of all others it is empty.
    """

    seq: int
    at: int
    wall: str
    input: Json
    events: tuple[Json, ...]
    said: tuple[str, ...]
    sealed: str
    hash: str


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
        """True if it was begun and may go on."""
        return self.begun and not self.over


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: its ``number`` in the archive, and the ``hash`` with which its chain
    begins. By that it is known anywhere."""

    number: int
    started: str
    conditions: Json
    white: str
    black: str
    hash: str


class Archive:
    """All games, in one file. To read it changes nothing, and it need not be there.

    Every method raises JournalError if the file cannot be read, or written where that is needed.
    """

    def __init__(self, path: Path) -> None:
        """Through a link it is the archive to which that leads: what stands beside it, as the locks
        of games, stands there."""
        self.path = Path(os.path.realpath(path))

    def prepare(self) -> None:
        """Make the file if there is none."""
        archive_file.prepare(self.path)

    def create(
        self,
        conditions: Json,
        white: str,
        black: str,
        started: str,
        snapshot: Json | None = None,
    ) -> "Journal":
        """A new game; ``started`` is a wall time in ISO 8601, ``snapshot`` what it begins from."""
        with self._writing() as db:
            row = (started, dumps(conditions), white, black)
            game = archive_file.add_game(db, row, dumps(snapshot))
        return self.open(game)

    def add(
        self, opening: Opening, entries: Sequence[Entry], snapshot: Json, result: str, alive: int
    ) -> int:
        """Write a game that was played elsewhere, whole or not at all; its number here.

        It is a game of its own, begun as ``opening`` says. After its last entry it stands as the
        ``snapshot`` says, and it last ran at the game time ``alive``.
        """
        with self._writing() as db:
            row = (opening.started, dumps(opening.conditions), opening.white, opening.black)
            game = archive_file.add_game(db, row, dumps(snapshot))
            made = archive_file.hash_of_game(db, game)
            for seq, one in enumerate(entries):
                made = archive_file.add_entry(db, game, seq, made, _fields(one))
            db.execute("UPDATE game SET result = ? WHERE id = ?", (result, game))
            archive_file.write_end(db, game, len(entries), alive)
        return game

    def open(self, game: int) -> "Journal":
        """Continue a game. Raises JournalError if another program plays it."""
        self._conditions(game)
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
        with archive_file.reading(self.path) as db:
            rows = db.execute(query).fetchall()
        return [_summary(*row) for row in rows]

    def conditions(self, game: int) -> Json:
        """The conditions under which the game was started."""
        conditions = _loaded(self._conditions(game))
        if not isinstance(conditions, dict):
            raise JournalError("conditions_changed", game=game)
        return conditions

    def entries(self, game: int) -> Iterator[Entry]:
        """The entries of a game in order. Raises JournalError if the hash chain breaks."""
        with archive_file.reading(self.path) as db:
            for row in archive_file.rows(db, game):
                entry = _entry(*row)
                if entry is None:
                    raise JournalError("entry_unread", game=game, entry=row[0])
                yield entry

    def opening(self, game: int) -> Opening:
        """The beginning of the game."""
        query = "SELECT started, conditions, white, black FROM game WHERE id = ?"
        with archive_file.reading(self.path) as db:
            row = db.execute(query, (game,)).fetchone()
            found = archive_file.hash_of_game(db, game)
        if row is None:
            raise JournalError("no_game", game=game, archive=self.path)
        started, conditions, white, black = row
        return Opening(game, started, _loaded(conditions) or {}, white, black, found)

    def since(self, game: int, seq: int, most: int) -> list[Entry]:
        """The entries from ``seq`` on, but no more than so many. Their hashes are not checked:
        whoever gets them can do that (`follows`)."""
        query = f"""SELECT seq, {archive_file.FIELDS}, hash FROM entry
            WHERE game = ? AND seq >= ? ORDER BY seq LIMIT ?"""
        with archive_file.reading(self.path) as db:
            rows = db.execute(query, (game, seq, most)).fetchall()
        found = [_entry(*row) for row in rows]
        if None in found:
            raise JournalError("record_changed", game=game, entry=seq)
        return [one for one in found if one is not None]

    def count(self, game: int) -> int:
        """The number of entries of a game."""
        with archive_file.reading(self.path) as db:
            query = "SELECT count(*) FROM entry WHERE game = ?"
            return int(db.execute(query, (game,)).fetchone()[0])

    def played_at(self, place: str) -> list[int]:
        """The games whose conditions name this place, in order."""
        query = "SELECT id, conditions FROM game WHERE instr(conditions, ?) ORDER BY id"
        with archive_file.reading(self.path) as db:
            rows = db.execute(query, (dumps({"place": place})[1:-1],)).fetchall()
        return [game for game, text in rows if (_loaded(text) or {}).get("place") == place]

    def snapshot(self, game: int) -> Any:
        """The snapshot from which the game goes on; None if none was stored, or if it is no JSON.
        Raises JournalError if the hash chain breaks."""
        self._conditions(game)
        with archive_file.reading(self.path) as db:
            for _ in archive_file.rows(db, game):
                pass
            query = "SELECT content FROM snapshot WHERE game = ?"
            return _loaded(db.execute(query, (game,)).fetchone()[0])

    def last_alive(self, game: int) -> int:
        """The latest game time, in nanoseconds, at which the program is known to have run."""
        with archive_file.reading(self.path) as db:
            query = "SELECT alive FROM snapshot WHERE game = ?"
            alive = (db.execute(query, (game,)).fetchone() or [None])[0]
        if not isinstance(alive, int):
            raise JournalError("end_unread", game=game)
        return alive

    def check_games(self) -> None:
        """Raises JournalError if a game is missing, or if something belongs to none."""
        with archive_file.reading(self.path) as db:
            strange = archive_file.strangers(db)
            whole = archive_file.games_are_whole(db)
        if strange:
            raise JournalError("strangers", what=", ".join(strange))
        if not whole:
            raise JournalError("game_missing")

    def signature(self, game: int) -> tuple[int, str] | None:
        """The arbiter's signature, after the entry under whose seal it was given."""
        with archive_file.reading(self.path) as db:
            query = "SELECT seq, signature FROM signature WHERE game = ?"
            found = db.execute(query, (game,)).fetchone()
        if found is not None and tuple(map(type, found)) != (int, str):
            raise JournalError("signature_changed", game=game)
        return None if found is None else (found[0], found[1])

    def sign(self, game: int, seq: int, signature: str) -> None:
        """Write the arbiter's signature under the seal of an entry, in the place of one before."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", (game, seq, signature))

    def sound(self, game: int, digest: str) -> bytes | None:
        """A recording; None if there is none that has this digest."""
        with archive_file.reading(self.path) as db:
            return _sound(db, game, digest)

    def check_sounds(self, game: int) -> int:
        """Count the recordings of a game.

        Raises JournalError if one is missing, changed or added.
        """
        named = {
            str(entry.input["sound"]) for entry in self.entries(game) if entry.input.get("sound")
        }
        with archive_file.reading(self.path) as db:
            rows = db.execute("SELECT digest, data FROM sound WHERE game = ?", (game,)).fetchall()
        found = {str(digest) for digest, data in rows if _is_whole(data, digest)}
        if found != named or len(rows) != len(named):
            raise JournalError("recordings_changed", game=game)
        return len(named)

    def _conditions(self, game: int) -> str:
        with archive_file.reading(self.path) as db:
            query = "SELECT conditions FROM game WHERE id = ?"
            row = db.execute(query, (game,)).fetchone()
        if row is None:
            raise JournalError("no_game", game=game, archive=self.path)
        return str(row[0])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction of its own, in a file that is made if there is none."""
        self.prepare()
        try:
            db = archive_file.connect(self.path)
        except sqlite3.Error as error:
            raise archive_file.unwritten(self.path, error) from error
        with closing(db), archive_file.writing(db, self.path):
            db.execute("BEGIN IMMEDIATE")
            yield db


class Journal:
    """The record of one game that is being played; owns its lock.

    ``noted`` is the time of the last entry, in nanoseconds of the game, and its time of day;
    ``started`` the wall time at which the game was made, in ISO 8601.
    """

    def __init__(self, path: Path, game: int) -> None:
        self.game = game
        self.noted: tuple[int, str] = (0, "")
        self._path = path
        in_use = JournalError("game_in_use", game=game)
        self._lock = Lock(path.with_name(f"{path.stem}-{game}.lock"), in_use)
        try:
            with archive_file.reading(path) as db:
                self._seq, self._hash = 0, archive_file.hash_of_game(db, game)
                for seq, at, wall, *_, made in archive_file.rows(db, game):
                    if not (isinstance(at, int) and isinstance(wall, str)):
                        raise JournalError("record_changed", game=game, entry=seq)
                    self._seq, self._hash, self.noted = seq + 1, made, (at, wall)
                query = "SELECT started FROM game WHERE id = ?"
                (self.started,) = db.execute(query, (game,)).fetchone()
            self._db = archive_file.connect(path)
            self._file = archive_file.identity(path)
        except BaseException:
            self._lock.close()
            raise
        sweep(path, in_use)

    def append(
        self,
        *,
        at: int,
        wall: str,
        given: Json,
        events: tuple[Json, ...],
        said: tuple[str, ...],
        sealed: str = "",
        result: str = "*",
        sounds: Mapping[str, bytes] = NO_SOUNDS,
        snapshot: Json | None = None,
    ) -> str:
        """Write one entry; when this returns, it is on disk. The hash of the entry.

        Raises JournalError if nothing was written.

        ``result`` is that of the game now. ``sounds`` are the recordings that the input names, by
        their digests. ``snapshot`` is what is needed to go on from here; None: as after the entry
        before.
        """
        fields = (at, wall, dumps(given), dumps(events), dumps(said), sealed)
        content = None if snapshot is None else dumps(snapshot)
        with archive_file.writing(self._db, self._path, self._file):
            made = archive_file.add_entry(self._db, self.game, self._seq, self._hash, fields)
            for name, data in sounds.items():
                query = "INSERT OR IGNORE INTO sound VALUES (?, ?, ?)"
                self._db.execute(query, (self.game, name, data))
            query = "UPDATE game SET result = ? WHERE id = ? AND result != ?"
            self._db.execute(query, (result, self.game, result))
            archive_file.write_end(self._db, self.game, self._seq + 1, at, content)
        self._seq, self._hash, self.noted = self._seq + 1, made, (at, wall)
        return made

    def alive(self, at: int) -> None:
        """Note that the program ran at game time ``at``; the clocks resume from there."""
        with archive_file.writing(self._db, self._path, self._file):
            archive_file.write_end(self._db, self.game, self._seq, at)

    def sound(self, digest: str) -> bytes | None:
        """A recording of this game; None if there is none that has this digest."""
        return _sound(self._db, self.game, digest)

    def close(self) -> None:
        """Give the game free for other programs."""
        self._db.close()
        self._lock.close()


def _loaded(text: Any) -> Any:
    """The value of a JSON text, None if it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None


def _entry(seq: int, at: Any, wall: Any, *texts: Any) -> Entry | None:
    """The entry of a row. None if a field is of another type: somebody who forged it may have made
    the hashes anew."""
    *written, sealed, made = texts
    given, events, said = map(_loaded, written)
    if not (isinstance(events, list) and isinstance(said, list) and isinstance(at, int)):
        return None
    strings, objects = (wall, sealed, *said), (given, *events)
    if not all(isinstance(one, str) for one in strings):
        return None
    if not all(isinstance(one, dict) for one in objects):
        return None
    return Entry(seq, at, wall, given, tuple(events), tuple(said), sealed, made)


def _fields(entry: Entry) -> tuple[Any, ...]:
    """The columns of an entry between its number and its hash."""
    written = dumps(entry.input), dumps(list(entry.events)), dumps(list(entry.said))
    return (entry.at, entry.wall, *written, entry.sealed)


def follows(entry: Entry, before: str, game: int) -> bool:
    """True if the hash of an entry is the one that it has after what has the hash ``before``, in
    the game with this number."""
    return archive_file.link(before, game, entry.seq, *_fields(entry)) == entry.hash


def _sound(db: sqlite3.Connection, game: int, digest: str) -> bytes | None:
    query = "SELECT data FROM sound WHERE game = ? AND digest = ?"
    row = db.execute(query, (game, digest)).fetchone()
    return bytes(row[0]) if row is not None and _is_whole(row[0], digest) else None


def _is_whole(data: object, digest: object) -> bool:
    return isinstance(data, bytes) and sha256(data) == digest


def _summary(  # noqa: PLR0917 - the columns of a row
    game: int, started: Any, white: Any, black: Any, result: Any, begun: Any,
    adjourned: Any, over: Any,
) -> GameSummary:  # fmt: skip
    first, second = (one_line(str(name)) for name in _names(begun, white, black))
    return GameSummary(
        game, str(started or ""), first, second, result, begun is not None, bool(adjourned),
        bool(over),
    )  # fmt: skip


def _names(begun: str | None, white: str, black: str) -> tuple[str, str]:
    """The players' names as they were when the game began: they may be told until then."""
    try:
        events = json.loads(begun or "[]")
        names = [(each["white"], each["black"]) for each in events if each["is"] == "GameStarted"]
    except (ValueError, TypeError, KeyError, RecursionError):  # `verify` tells of the damage
        return white, black
    whole = names and all(isinstance(name, str) for name in names[0])
    return names[0] if whole else (white, black)
