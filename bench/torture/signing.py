# SPDX-License-Identifier: GPL-3.0-or-later
"""Signed records, forged by somebody who owns the computer and knows the program: a campaign of
torture.

Everything may be made anew but a signature: that needs the arbiter's passphrase. So ``verify``
never says that the arbiter signed what the arbiter did not see.
"""

import random
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from announce.errors import PlayerError
from bench.torture.damage import played, read, rechain
from game.app.commands import verify
from record import countersign
from record.journal import Archive
from table.core.conditions import SECOND, Conditions

ARBITER, OTHER = "the arbiter's own words", "somebody else's words"
ENDINGS = (
    ("e4", "Uhr", "e5", "Uhr", "ich gebe auf", "ja"),
    ("e4", "Uhr", "ich gebe auf", "ja"),
    ("d4", "Uhr", "d5", "Uhr", "Sf3", "Uhr", "ich gebe auf", "ja"),
    ("e4", "Uhr", "ich gebe auf", "ja"),
)
"""The games of the archive; the last one's arbiter is somebody else."""

_GAMES = len(ENDINGS)
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def forgeries(rng: random.Random) -> list[Any]:
    """Steps of a forgery, one after the other."""
    case: list[Any] = []
    for _ in range(rng.randrange(1, 6)):
        kind = rng.choice(("result", "entry", "cut", "swap", "key", "signature", "move", "sign"))
        case.append([kind, *(rng.randrange(1, _GAMES + 1) for _ in range(2)), rng.randrange(12)])
    return case


def forged(case: list[Any], folder: Path) -> None:
    """Forge the archive, and see whose signature ``verify`` believes in."""
    path = folder / "games.sqlite"
    path.write_bytes(_signed())
    with closing(sqlite3.connect(path)) as db, db:
        for kind, game, other, number in case:
            _KINDS[kind](db, game, other, number)
        rechain(db)
    archive, arbiter = Archive(path), countersign.fingerprint(_key(ARBITER))
    for one in archive.games():
        try:
            told = verify.report(archive, one.id, one.result)
        except PlayerError:
            continue
        if any(arbiter in line for line in told):
            assert _played(path, one.id) == _original(one.id), f"{one.id} was signed otherwise"


def _of_entry(db: sqlite3.Connection, game: int, _: int, number: int) -> None:
    """Another move in the place of one, another time, or other words."""
    others: dict[str, Any] = {
        "at": number * SECOND, "input": _other_move(number), "said": "[]"
    }  # fmt: skip
    column, value = list(others.items())[number % 3]
    query = f"UPDATE entry SET {column} = ? WHERE game = ? AND seq = ?"
    db.execute(query, (value, game, number))


def _other_move(number: int) -> str:
    move = ("e2e4", "d2d4", "g1f3", "e7e5")[number % 4]
    intent = f'{{"is":"Heard","move":"{move}","text":"x"}}'
    return f'{{"is":"Said","intent":{intent},"ended_at":1,"who":null,"heard":"x","typed":true}}'


def _of_result(db: sqlite3.Connection, game: int, _: int, number: int) -> None:
    result = _RESULTS[number % 4]
    db.execute("UPDATE game SET result = ? WHERE id = ?", (result, game))
    for old in _RESULTS:  # in the events and the seal, too
        for column in ("events", "sealed", "said"):
            query = f"UPDATE entry SET {column} = replace({column}, ?, ?) WHERE game = ?"
            db.execute(query, (f'"{old}"', f'"{result}"', game))
    db.execute("UPDATE snapshot SET content = replace(content, '1-0', ?)", (result,))


def _cut(db: sqlite3.Connection, game: int, _: int, number: int) -> None:
    db.execute("DELETE FROM entry WHERE game = ? AND seq >= ?", (game, number))


def _swap(db: sqlite3.Connection, game: int, other: int, _: int) -> None:
    """One game stands in the place of another."""
    if game == other:
        return
    for table in ("entry", "snapshot", "signature", "sound"):
        db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "game"]
        names = ", ".join(columns)
        query = f"INSERT INTO {table} (game, {names}) SELECT ?, {names} FROM {table} WHERE game = ?"
        db.execute(query, (game, other))
    for column in ("conditions", "result", "white", "black"):
        query = f"UPDATE game SET {column} = (SELECT {column} FROM game WHERE id = ?) WHERE id = ?"
        db.execute(query, (other, game))


def _of_key(db: sqlite3.Connection, game: int, other: int, _: int) -> None:
    query = "UPDATE game SET conditions = replace(conditions, ?, ?) WHERE id = ?"
    mine, theirs = (ARBITER, OTHER) if other % 2 else (OTHER, ARBITER)
    db.execute(query, (_key(mine), _key(theirs), game))
    db.execute("UPDATE snapshot SET content = replace(content, ?, ?) WHERE game = ?",
        (_key(mine), _key(theirs), game))  # fmt: skip


def _of_signature(db: sqlite3.Connection, game: int, other: int, number: int) -> None:
    """A signature of another game, or of another entry, or none."""
    if number % 3 == 0:
        db.execute("DELETE FROM signature WHERE game = ?", (game,))
    elif number % 3 == 1:
        db.execute("UPDATE OR REPLACE signature SET seq = ? WHERE game = ?", (number, game))
    elif game != other:
        db.execute("DELETE FROM signature WHERE game = ?", (game,))
        db.execute("INSERT INTO signature SELECT ?, seq, signature FROM signature WHERE game = ?",
            (game, other))  # fmt: skip


def _of_number(db: sqlite3.Connection, game: int, other: int, _: int) -> None:
    """Two games change their numbers."""
    tables = ("entry", "snapshot", "signature", "sound")
    for mine, new in ((game, -1), (other, game), (-1, other)):
        for table in tables:
            db.execute(f"UPDATE {table} SET game = ? WHERE game = ?", (new, mine))
        db.execute("UPDATE game SET id = ? WHERE id = ?", (new, mine))


def _sign(db: sqlite3.Connection, game: int, _: int, number: int) -> None:
    """The forger signs with a key of their own, under the last seal."""
    rechain(db)
    query = "SELECT seq, hash FROM entry WHERE game = ? AND sealed != '' ORDER BY seq DESC"
    for seq, digest in db.execute(query, (game,)).fetchall()[:1]:
        text = countersign.statement(game, _RESULTS[number % 4], digest)
        signature = countersign.sign(OTHER, _key(OTHER), text)
        db.execute("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", (game, seq, signature))


_KINDS: dict[str, Any] = {
    "result": _of_result,
    "entry": _of_entry,
    "cut": _cut,
    "swap": _swap,
    "key": _of_key,
    "signature": _of_signature,
    "move": _of_number,
    "sign": _sign,
}


@cache
def _key(passphrase: str) -> str:
    return countersign.new_key(passphrase)


@cache
def _signed() -> bytes:
    """An archive whose games are over and signed."""

    def sign(archive: Archive, game: int) -> None:
        (last,) = [one for one in archive.entries(game) if one.sealed]
        statement = countersign.statement(game, last.sealed, last.hash)
        arbiter = arbiters[game - 1]
        signature = countersign.sign(arbiter, _key(arbiter), statement)
        assert signature is not None
        archive.sign(game, last.seq, signature)

    arbiters = [*[ARBITER] * (_GAMES - 1), OTHER]
    agreed = [
        Conditions(white=str(number), arbiter_key=_key(arbiter))
        for number, arbiter in enumerate(arbiters, start=1)
    ]
    return played(zip(agreed, ENDINGS, strict=True), sign)


def _played(path: Path, game: int) -> Any:
    """What was played, up to the last seal, and under which conditions."""
    with closing(sqlite3.connect(path)) as db:
        agreed = db.execute("SELECT conditions FROM game WHERE id = ?", (game,)).fetchall()
        query = """SELECT seq, at, wall, input, events, said, sealed FROM entry WHERE game = ?
            AND seq <= (SELECT max(seq) FROM signature WHERE game = entry.game) ORDER BY seq"""
        return agreed, db.execute(query, (game,)).fetchall()


@cache
def _original(game: int) -> Any:
    return read(_signed(), _played, game)
