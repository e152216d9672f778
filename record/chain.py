# SPDX-License-Identifier: GPL-3.0-or-later
"""The hash chain of the archive: a later change or a missing part of it shows.

The hash of a game is made of its start, its conditions and the hash of the game ``before`` it; that
of an entry, of the entry and the hash before it, which for the first is that of its game. So one
chain goes through the archive, and the entries of a game are a branch of it. The ends are noted: in
``chain`` how many games there are and a checksum over that and the hash of the last, in ``latest``
for each game how many entries there are and a checksum over all that changes while it is played.
So whoever takes something off an end has to reckon, too: SQL alone cannot.

Whoever knows the program can make all of it anew. What helps against that is in ``record.seal``.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from record import archive_file
from record.archive_file import JournalError

_GAME = "version, started, conditions, white, black"
FIELDS = "at, wall, input, events, said, mark"
"""Of an entry, between its number and its hash."""


def sha256(data: bytes) -> str:
    """The digest by which the record names what stands beside it."""
    return hashlib.sha256(data).hexdigest()


def dumps(data: object) -> str:
    """Compact JSON. In a damaged file a value may be of any type, and has a form as well."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def link(before: str, *parts: Any) -> str:
    """The hash of ``parts`` after what has the hash ``before``."""
    return sha256(dumps([before, *parts]).encode())


def add_game(db: sqlite3.Connection, fields: Sequence[str], snapshot: str | None) -> int:
    """Add a game to the chain, within a transaction; its number."""
    query = "SELECT coalesce(max(id), 0) + 1, (SELECT games FROM chain) FROM game"
    game, games = db.execute(query).fetchone()
    row = (hash_of_game(db, game - 1), game, archive_file.VERSION, *fields)
    last, games = link(*row), (games or 0) + 1
    db.execute(f"INSERT INTO game (before, id, {_GAME}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    db.execute("DELETE FROM chain")
    db.execute("INSERT INTO chain VALUES (?, ?)", (games, end(games, last)))
    if snapshot is not None:
        write_snapshot(db, game, snapshot)
    write_end(db, game, 0, 0, checksum(0, 0, last, "*", digest(snapshot)))
    return int(game)


def hash_of_game(db: sqlite3.Connection, game: int) -> str:
    """The hash of a game, which its first entry follows; "" if it is not there."""
    row = db.execute(f"SELECT before, id, {_GAME} FROM game WHERE id = ?", (game,)).fetchone()
    return link(*row) if row else ""


def end(games: int, last: str) -> str:
    """The checksum of the archive's end: how many games there are, and the hash of the last."""
    return link(last, games)


def games_are_whole(db: sqlite3.Connection) -> bool:
    """True if every game is there that was added, and no other."""
    games = db.execute(f"SELECT before, id, {_GAME} FROM game ORDER BY id").fetchall()
    hashes = ["", *(link(*row) for row in games)]
    follow = all(row[0] == before for row, before in zip(games, hashes, strict=False))
    noted = db.execute("SELECT games, last FROM chain").fetchall()
    return follow and noted == ([(len(games), end(len(games), hashes[-1]))] if games else [])


def rows(db: sqlite3.Connection, game: int) -> Iterator[tuple[Any, ...]]:
    """Number, fields and hash of each entry. Raises JournalError where the chain breaks, and at
    its end if the game does not end there."""
    query = f"SELECT seq, {FIELDS}, hash FROM entry WHERE game = ? ORDER BY seq"
    last, number = hash_of_game(db, game), 0
    for number, row in enumerate(db.execute(query, (game,)), 1):
        seq, *fields, found = row
        last = link(last, game, number - 1, *fields)
        if seq != number - 1 or found != last:
            raise JournalError("record_changed", game=game, entry=number - 1)
        yield row
    query = """SELECT entries, alive, result, checksum FROM latest
        JOIN game ON id = game WHERE id = ?"""
    entries, alive, result, noted = db.execute(query, (game,)).fetchone() or [None] * 4
    kept = digest(snapshot(db, game))
    if entries != number or noted != checksum(number, alive, last, result, kept):
        raise JournalError("record_changed", game=game, entry=number)


def add_entry(db: sqlite3.Connection, game: int, seq: int, fields: Sequence[Any], last: str) -> str:
    """Add an entry after what has the hash ``last``, within a transaction; its own hash."""
    made = link(last, game, seq, *fields)
    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (game, seq, *fields, made))
    return made


def checksum(entries: int, alive: Any, last: str, result: Any, snapshot: str) -> str:
    """The checksum of a game's end: how many entries, when it last ran, the hash of the last entry,
    the result, and the digest of the snapshot."""
    return link(last, entries, alive, result, snapshot)


def snapshot(db: sqlite3.Connection, game: int) -> Any:
    """The text of the game's snapshot, None if there is none."""
    row = db.execute("SELECT content FROM snapshot WHERE game = ?", (game,)).fetchone()
    return row and row[0]


def write_snapshot(db: sqlite3.Connection, game: int, content: str) -> None:
    """Replace the game's snapshot, within a transaction."""
    db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?)", (game, content))


def digest(content: Any) -> str:
    """The digest of a snapshot's text, or of None, in the checksum."""
    return "" if content is None else sha256(str(content).encode())


def write_end(db: sqlite3.Connection, game: int, entries: int, alive: int, check: str) -> None:
    """Note where the game ends now, within a transaction."""
    query = "INSERT OR REPLACE INTO latest VALUES (?, ?, ?, ?)"
    db.execute(query, (game, entries, alive, check))
