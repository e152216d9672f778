# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of the arbiter's page: which change of a record is found by what, row by row."""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.text.settings import Settings
from game.app.commands import verify
from record import countersign
from record.archive_file import FIELDS, OF_GAMES, hash_of_game, link
from record.journal import Archive
from record.seal import seal_of
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Said
from table.understanding import typed

GAME, OTHER = 1, 2
DOCS = Path(__file__).parents[2] / "docs"
PASSPHRASE = "gut gehütet seit 1972"
FORGER = "a passphrase of the forger"
NOON = "2026-01-01T12:00:00+01:00"
MOVES = ("e4", "Uhr", "e5", "Uhr")
RESIGNS = ("ich gebe auf", "ja")


class Evidence(NamedTuple):
    """What the arbiter has: the file, the key, and the seal of a game on paper."""

    path: Path
    key: str
    seal: str
    game: int = GAME


def played(archive: Archive, key: str, lines: tuple[str, ...], wall: str = NOON) -> int:
    """A game with a recording of its first move; its number."""
    agreed = Conditions(white="Anna", black="Bella", arbiter_key=key)
    session = begin(archive, agreed, Settings(), lambda: wall)
    session.put(Begin(), 0)
    for number, text in enumerate(lines, start=1):
        said = Said(typed(text, session.state), number * SECOND, None, text, typed=number > 1)
        session.put(said, number * SECOND, b"the sound" if number == 1 else None)
    session.close()
    assert session.game is not None
    return session.game


def signed(archive: Archive, game: int, passphrase: str, key: str) -> None:
    *_, last = (entry for entry in archive.entries(game) if entry.sealed)
    statement = countersign.statement(game, last.sealed, last.hash)
    signature = countersign.sign(passphrase, key, statement)
    assert signature is not None
    archive.sign(game, last.seq, signature)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A game that is over and signed, one that goes on, and an older copy without its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(countersign, "_COST", 2**4)
        folder = tmp_path_factory.mktemp("evidence")
        key = countersign.new_key(PASSPHRASE)
        archive = Archive(folder / "games.sqlite")
        played(archive, key, MOVES)
        shutil.copyfile(archive.path, folder / "older.sqlite")
        archive.path.unlink()
        played(archive, key, (*MOVES, *RESIGNS))
        signed(archive, GAME, PASSPHRASE, key)
        played(archive, key, MOVES)
        (seal,) = [seal_of(entry.hash) for entry in archive.entries(GAME) if entry.sealed]
        return Evidence(archive.path, key, seal)


@pytest.fixture
def evidence(made: Evidence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evidence:
    """The same, for one test to change."""
    monkeypatch.setattr(countersign, "_COST", 2**4)
    shutil.copytree(made.path.parent, tmp_path, dirs_exist_ok=True)
    return made._replace(path=tmp_path / made.path.name)


# --- What is done to the record -------------------------------------------------------------------

Change = Callable[[Evidence], Evidence | None]
"""Does something to the record; what the arbiter has then, where it is something else."""


def sql(statement: str) -> Change:
    def change(evidence: Evidence) -> None:
        with closing(sqlite3.connect(evidence.path)) as db, db:
            assert db.execute(statement).rowcount > 0

    return change


def taken_out(game: int) -> Change:
    def change(evidence: Evidence) -> None:
        with closing(sqlite3.connect(evidence.path)) as db, db:
            for table in OF_GAMES:
                db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
            db.execute("DELETE FROM game WHERE id = ?", (game,))

    return change


def hashes_made_anew(statement: str) -> Change:
    def change(evidence: Evidence) -> None:
        with closing(sqlite3.connect(evidence.path)) as db, db:
            assert db.execute(statement).rowcount > 0
            key = countersign.new_key(FORGER)
            for table, column in (("game", "conditions"), ("snapshot", "content")):
                query = f"UPDATE {table} SET {column} = replace({column}, ?, ?)"
                db.execute(query, (evidence.key, key))
            last = hash_of_game(db, GAME)
            query = f"SELECT seq, {FIELDS} FROM entry WHERE game = ? ORDER BY seq"
            for seq, *fields in db.execute(query, (GAME,)).fetchall():
                last = link(last, GAME, seq, *fields)
                query = "UPDATE entry SET hash = ? WHERE game = ? AND seq = ?"
                db.execute(query, (last, GAME, seq))
        signed(Archive(evidence.path), GAME, FORGER, key)

    return change


def forged(evidence: Evidence) -> None:
    """Another game, signed by the forger with a key of their own."""
    evidence.path.unlink()
    archive, key = Archive(evidence.path), countersign.new_key(FORGER)
    played(archive, key, ("d4", "Uhr", *RESIGNS))
    signed(archive, GAME, FORGER, key)


def older(evidence: Evidence) -> None:
    evidence.path.with_name("older.sqlite").replace(evidence.path)


def false_from_the_beginning(evidence: Evidence) -> Evidence:
    """A game that nobody played, on another day: its seal is written down, and it is signed."""
    archive = Archive(evidence.path)
    game = played(archive, evidence.key, (*MOVES, *RESIGNS), "1999-01-01T12:00:00+01:00")
    signed(archive, game, PASSPHRASE, evidence.key)
    (seal,) = [seal_of(entry.hash) for entry in archive.entries(game) if entry.sealed]
    return evidence._replace(seal=seal, game=game)


ROWS: dict[str, tuple[Change, ...]] = {
    "An entry was changed, added or taken out: a move, a time, a word, an order": (
        sql("UPDATE entry SET input = replace(input, 'e2e4', 'e2e3') WHERE seq = 1"),
        sql("UPDATE entry SET events = replace(events, 'e2e4', 'e2e3') WHERE seq = 1"),
        sql("UPDATE entry SET at = at + 1 WHERE seq = 2"),
        sql("UPDATE entry SET wall = '' WHERE seq = 2"),
        sql("UPDATE entry SET said = '[]' WHERE seq = 1"),
        sql("DELETE FROM entry WHERE seq = 2"),
        sql("DELETE FROM entry WHERE seq = 6"),
        sql(f"INSERT INTO entry SELECT game, seq + 1, {FIELDS}, hash FROM entry WHERE seq = 6"),
    ),
    "The conditions, the names or the start were changed": (
        sql("UPDATE game SET conditions = replace(conditions, '90+30', '3')"),
        sql("UPDATE game SET white = 'Clara'"),
        sql("UPDATE game SET started = ''"),
    ),
    "A recording was changed, added or taken out": (
        sql("UPDATE sound SET data = x'00'"),
        sql("INSERT INTO sound VALUES (1, 'a', x'00')"),
        sql("DELETE FROM sound"),
    ),
    "The result in the list of games was changed": (sql("UPDATE game SET result = '1/2-1/2'"),),
    "The state from which the game goes on was changed": (
        sql("UPDATE snapshot SET content = replace(content, '\"main\":5', '\"main\":6')"),
    ),
    "A game was taken out, or something was put in that belongs to no game": (
        taken_out(OTHER),
        taken_out(GAME),
        sql("INSERT INTO snapshot VALUES (7, 0, 0, '{}')"),
    ),
    "The signature was changed or taken out": (
        sql("UPDATE signature SET signature = substr(signature, 2) || 'A'"),
        sql("UPDATE signature SET seq = 1"),
        sql("DELETE FROM signature"),
    ),
    "Somebody who knows the program changed it and made all its hashes anew, "
    "or forged another game": (
        hashes_made_anew("UPDATE entry SET wall = replace(wall, '12:00', '13:00') WHERE game = 1"),
        hashes_made_anew("UPDATE game SET white = 'Clara' WHERE id = 1"),
        forged,
    ),
    "The file is an older copy of itself": (older,),
    "The time at which the program last ran was set later: "
    "a game that is not over goes on with less time": (
        sql("UPDATE snapshot SET alive = alive + 1000000000"),
    ),
    "It was false from the beginning: a changed program, a clock set wrong": (
        false_from_the_beginning,
    ),
}
CASES = [
    pytest.param(row, change, id=f"{row.partition(':')[0]} {number}")
    for row, changes in ROWS.items()
    for number, change in enumerate(changes, start=1)
]


# --- What is found --------------------------------------------------------------------------------


def checked(evidence: Evidence, seal: str | None = None) -> list[str]:
    """What ``hektor verify`` prints. Raises PlayerError, also if it says that nobody signed a
    record that begins with a key."""
    archive = Archive(evidence.path)
    archive.check_games()
    result = next(one.result for one in archive.games() if one.id == evidence.game)
    told = verify.report(archive, evidence.game, result, seal, "en")
    if lexicon("en").text("program.verify.unsigned", result=result) in told:
        raise PlayerError("signature_changed", game=evidence.game)
    return told


def is_refused(evidence: Evidence, seal: str | None = None) -> bool:
    try:
        checked(evidence, seal)
    except PlayerError:
        return True
    return False


def is_signed(evidence: Evidence) -> bool:
    """True if the digits of the arbiter's key are named as those under the result."""
    return any(countersign.fingerprint(evidence.key) in line for line in checked(evidence))


def rows_of(page: str, words: Mapping[str, bool]) -> list[tuple[str, list[bool]]]:
    """The rows of the table: what was done, and whether it is found by each."""
    text = (DOCS / page).read_text(encoding="utf-8")
    rows = [line[1:-1].split("|") for line in text.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [(row[0], [words[one] for one in row[1:]]) for row in cells if row[1] in words]


TABLE = dict(rows_of("en/arbiter.md", {"yes": True, "no": False}))


def test_the_untouched_record_is_the_arbiters(evidence: Evidence) -> None:
    assert not is_refused(evidence, evidence.seal)
    assert is_signed(evidence)


@pytest.mark.parametrize(("row", "change"), CASES)
def test_each_change_is_found_by_what_the_page_says(
    evidence: Evidence, row: str, change: Change
) -> None:
    known = change(evidence) or evidence
    alone = is_refused(known)
    assert [alone, is_refused(known, known.seal), alone or not is_signed(known)] == TABLE[row]


def test_every_row_is_tried_and_the_german_page_says_the_same() -> None:
    assert [*TABLE] == [*ROWS]
    german = rows_of("de/schiedsrichter.md", {"ja": True, "nein": False})
    assert [found for _, found in german] == [*TABLE.values()]
