# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing on the record of a game can be changed unseen: each table, each column, each end."""

import argparse
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from announce.errors import UserError
from announce.text.settings import Settings
from game.app.commands import export, verify
from game.sound.recordings import LONGEST, record, samples_of
from record.cipher import seal
from record.journal import Archive, JournalDamaged, JournalError, sha256
from record.session import begin, rebuild, replay, resume
from rules.scoresheet import Keeping
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, EnvelopeNoted, Input, MoveSealedIn, Pressed, Said, Tick
from table.core.state import State
from table.core.step import Handled
from table.events.game import Role
from table.reception import BOARD
from table.understanding import typed
from voice.hearing.audio import RATE

GAME = 1
NOW = "2026-01-01T12:00:00+01:00"
SEALED = "Sg1-f3"


def tone(seconds: float, pitch: float = 440.0) -> bytes:
    wave = np.sin(np.arange(round(seconds * RATE)) / RATE * 2 * np.pi * pitch)
    return (wave * 9_000).astype("<i2").tobytes()


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """A game with recordings of its moves and a sealed one, adjourned."""
    found = Archive(tmp_path / "games.sqlite")
    session = begin(found, Conditions(white="Anna", black="Bella"), Settings(), lambda: NOW)
    session.put(Begin(), 0)
    for number, text in enumerate(("Eva vier", "Uhr", "Eva fünf", "Uhr", "vertagen"), start=1):
        at = number * SECOND
        said = Said(typed(text, session.state), at, None, text, typed=text == "Uhr")
        moves = text.startswith("Eva")
        session.put(said, at, record(tone(0.5, 200.0 * number)) if moves else None)
    fen = session.state.position.fen
    session.put(MoveSealedIn(seal(SEALED, "geheim", fen)), 6 * SECOND)
    session.put(EnvelopeNoted(resumption="Saal 2"), 7 * SECOND)
    session.put(Pressed(Role.WHITE), 8 * SECOND)
    session.alive(9 * SECOND)
    session.close()
    return found


def report(archive: Archive, given: str | None = None) -> list[str]:
    (game,) = archive.games()
    return verify.report(archive, game.id, game.result, given)


def test_unchanged_record_is_whole(archive: Archive) -> None:
    lines = report(archive)
    assert lines[0] == "Game 1: all 9 entries are as they were written."
    assert lines[1] == "All 2 recordings are as they were recorded."
    assert lines[2].startswith("Seal of the adjourned game: ")
    assert len(lines) == 3
    assert rebuild(archive, GAME).reworded == ()


CHANGES = [
    "UPDATE game SET started = ''",
    "UPDATE game SET conditions = replace(conditions, '90+30', '3')",
    "UPDATE game SET white = 'Clara'",
    "UPDATE game SET black = 'Clara'",
    "UPDATE game SET result = '1-0'",
    "UPDATE entry SET at = at + 1 WHERE seq = 2",
    "UPDATE entry SET wall = '' WHERE seq = 2",
    "UPDATE entry SET input = replace(input, 'Eva vier', 'Eva drei') WHERE seq = 1",
    "UPDATE entry SET events = replace(events, 'e2e4', 'e2e3') WHERE seq = 1",
    "UPDATE entry SET said = '[]' WHERE seq = 1",
    "UPDATE entry SET hash = 'a' WHERE seq = 1",
    "UPDATE entry SET seq = 99 WHERE seq = 8",
    "UPDATE entry SET game = 2 WHERE seq = 8",
    "UPDATE entry SET input = replace(input, 'envelope', 'envelopf') WHERE seq = 6",
    "DELETE FROM entry WHERE seq = 0",
    "DELETE FROM entry WHERE seq = 4",
    "DELETE FROM entry WHERE seq = 8",
    "DELETE FROM entry WHERE seq >= 6",
    "DELETE FROM entry",
    "INSERT INTO entry SELECT game, 9, at, wall, input, events, said, hash "
    "FROM entry WHERE seq = 8",
    "DELETE FROM head",
    "UPDATE head SET entries = 8",
    "UPDATE head SET alive = alive - 1000000000",
    "UPDATE head SET seal = 'a'",
    "DELETE FROM sound WHERE digest = (SELECT min(digest) FROM sound)",
    "UPDATE sound SET data = x'00' WHERE digest = (SELECT min(digest) FROM sound)",
    "UPDATE sound SET digest = 'a' WHERE digest = (SELECT min(digest) FROM sound)",
    "INSERT INTO sound SELECT game, 'a', data FROM sound LIMIT 1",
    "UPDATE game SET link = 'a'",
    "UPDATE game SET link = NULL",
    "INSERT INTO signature VALUES (1, 8, 'a')",
]


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_is_found(archive: Archive, change: str) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        assert db.execute(change).rowcount > 0
    with pytest.raises((JournalError, UserError), match=r"changed|result|rebuilt"):
        report(archive)


STRANGERS = [
    "INSERT INTO entry SELECT 7, seq, at, wall, input, events, said, hash FROM entry",
    "INSERT INTO head SELECT 7, entries, alive, seal FROM head",
    "INSERT INTO sound SELECT 7, digest, data FROM sound",
    "INSERT INTO alive VALUES (1, 99)",
    "INSERT INTO alive VALUES (7, 99)",
    "INSERT INTO signature VALUES (7, 8, 'a')",
    "CREATE TABLE more (x)",
    "CREATE VIEW more AS SELECT * FROM entry",
    "CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
]


@pytest.mark.parametrize("change", STRANGERS)
def test_what_belongs_to_no_game_is_reported(archive: Archive, change: str) -> None:
    archive.check_games()
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute(change)
    with pytest.raises(JournalDamaged, match="belong to no game"):
        archive.check_games()


@pytest.fixture
def three(tmp_path: Path) -> Archive:
    """Three games, of which each ended."""
    found = Archive(tmp_path / "three.sqlite")
    for name in ("Anna", "Bella", "Clara"):
        resigned(found, name)
    return found


def resigned(archive: Archive, white: str = "Anna", **more: Any) -> None:
    """A game that ended after one move."""
    session = begin(archive, Conditions(white=white, **more), Settings(), lambda: NOW)
    session.put(Begin(), 0)
    for number, text in enumerate(("Eva vier", "Uhr", "ich gebe auf", "ja"), start=1):
        said = Said(typed(text, session.state), number * SECOND, None, text, typed=True)
        session.put(said, number * SECOND)
    session.close()


def taken_out(archive: Archive, game: int) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        for table in ("entry", "head", "sound"):
            db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        db.execute("DELETE FROM game WHERE id = ?", (game,))


@pytest.mark.parametrize("game", [1, 2, 3])
def test_missing_game_is_noticed(three: Archive, game: int) -> None:
    three.check_games()
    taken_out(three, game)
    with pytest.raises(JournalDamaged, match="a game is missing"):
        three.check_games()
    resigned(three)
    with pytest.raises(JournalDamaged, match="a game is missing"):
        three.check_games()


def test_game_that_went_into_a_missing_ones_place_is_noticed(three: Archive) -> None:
    with closing(sqlite3.connect(three.path)) as db, db:
        db.execute("UPDATE game SET white = 'Doris' WHERE id = 2")
    with pytest.raises(JournalDamaged, match="a game is missing, or another one"):
        three.check_games()


@pytest.mark.parametrize("version", [0, 1])
def test_verify_cannot_be_talked_round_by_an_older_version(three: Archive, version: int) -> None:
    """The version of the file says nothing about a game: the last entries are missing here."""
    with closing(sqlite3.connect(three.path)) as db, db:
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("DELETE FROM entry WHERE game = 3 AND seq > 1")
        db.execute("UPDATE game SET result = '*' WHERE id = 3")
        db.execute("DELETE FROM head")
    three.prepare()
    with pytest.raises(JournalDamaged, match="changed at entry 2"):
        verify.report(three, 3, "*")


def test_new_game_cannot_pass_for_an_old_one(three: Archive) -> None:
    """Even where everything was made anew by somebody who knows how."""
    with closing(sqlite3.connect(three.path)) as db, db:
        db.execute("DELETE FROM entry WHERE game = 3 AND seq > 1")
        db.execute("UPDATE game SET result = '*', link = NULL WHERE id = 3")
        db.execute("DELETE FROM head WHERE game = 3")
        last = db.execute("SELECT link FROM game WHERE id = 2").fetchone()
        db.execute("UPDATE chain SET games = 2, link = ?", last)
        row = db.execute("SELECT started, conditions, white, black FROM game WHERE id = 3")
        first = json.dumps(row.fetchone(), ensure_ascii=False, separators=(",", ":"))
        rehash(db, sha256(first.encode()), game=3)
    lines = verify.report(three, 3, "*")
    assert not any("as they were written" in line for line in lines)
    assert any("nobody can see" in line for line in lines)
    with pytest.raises(JournalDamaged, match="a game is missing, or another one"):
        three.check_games()


def test_result_that_the_record_does_not_have_is_found(archive: Archive) -> None:
    """Even under a head that was made anew."""
    with closing(sqlite3.connect(archive.path)) as db, db:
        entries, alive = db.execute("SELECT entries, alive FROM head").fetchone()
        (last,) = db.execute("SELECT hash FROM entry ORDER BY seq DESC").fetchone()
        db.execute("UPDATE game SET result = '1/2-1/2'")
        whole = json.dumps([entries, alive, last, "1/2-1/2"], separators=(",", ":"))
        db.execute("UPDATE head SET seal = ?", (sha256(whole.encode()),))
    with pytest.raises(UserError, match="is not that of its record"):
        verify.report(archive, GAME, "1/2-1/2")


def test_every_column_is_changed_above(archive: Archive) -> None:
    with closing(sqlite3.connect(archive.path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql != ''")]
        for table in tables:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            done = [one for one in CHANGES if f" {table} SET" in one]
            changed = {one.split(" SET ")[1].split(" ")[0] for one in done}
            done_otherwise = ("sound", "alive", "signature", "chain")
            assert set(columns) - changed <= {"id", "game"} or table in done_otherwise, table


def test_fully_forged_archive_fails_by_its_seal(tmp_path: Path) -> None:
    archives = [Archive(tmp_path / f"{name}.sqlite") for name in ("kept", "forged")]
    for archive, name in zip(archives, ("Anna", "Bella"), strict=True):
        resigned(archive, name)
    kept, forged = (report(archive) for archive in archives)
    assert len(kept) == len(forged)
    seal = kept[-1].removeprefix("Seal of the result 1-0: ")
    fits = "The seal is that of this record with the result 1-0."
    assert report(archives[0], seal)[-1] == fits
    with pytest.raises(UserError, match="seal of game 1 is another"):
        report(archives[1], seal)


def test_sealed_move_is_nowhere_in_the_archive(archive: Archive) -> None:
    # None shorter than six bytes: sounds and ciphertext hold every short string some day.
    for file in archive.path.parent.iterdir():
        for secret in (SEALED, '"g1f3"', "geheim"):
            assert secret.encode() not in file.read_bytes()
    assert replay(archive, GAME).position.ply == 2


def test_game_of_before_the_first_version_says_what_it_lacks(archive: Archive) -> None:
    """Its form told no end and kept signs of life apart; going on with it makes no head of it."""
    with closing(sqlite3.connect(archive.path)) as db, db:
        conditions = db.execute("SELECT started, conditions, white, black FROM game").fetchone()
        db.execute("UPDATE game SET link = NULL")
        db.execute("DELETE FROM chain")
        db.execute("INSERT INTO alive VALUES (1, ?)", (9 * SECOND,))
        for table in ("head", "signature", "chain"):
            db.execute(f"DROP TABLE {table}")
        db.execute("PRAGMA user_version = 0")
        rehash(db, sha256(json.dumps(conditions, separators=(",", ":")).encode()))
    for again in (9, 10):
        lines = report(archive)
        assert lines[0] == f"Game 1: all {again} entries that are there belong together."
        assert any("nobody can see" in line for line in lines)
        assert archive.last_alive(GAME) == 9 * SECOND
        archive.check_games()
        session, _ = resume(archive, GAME, Settings(), lambda: NOW)
        session.close()


def rehash(db: sqlite3.Connection, first: str, game: int = GAME) -> None:
    """What whoever knows the program can always do: chain the entries anew."""
    query = "SELECT seq, at, wall, input, events, said FROM entry WHERE game = ? ORDER BY seq"
    for seq, *row in db.execute(query, (game,)).fetchall():
        told = json.dumps([first, game, seq, *row], ensure_ascii=False, separators=(",", ":"))
        first = sha256(told.encode())
        db.execute("UPDATE entry SET hash = ? WHERE game = ? AND seq = ?", (first, game, seq))


def silently(state: State, given: Input, now: int) -> Handled:
    return BOARD.handle(state, given, now)[0], (), None


def test_game_with_reworded_events_is_the_same(tmp_path: Path) -> None:
    """X.10: a later version of the program may tell an input differently."""
    archive = Archive(tmp_path / "games.sqlite")
    session = begin(archive, Conditions(), Settings(), lambda: NOW)
    session.table = replace(BOARD, handle=silently)
    session.put(Said(typed("Unsinn", session.state), 0, None, "Unsinn"), 0)
    session.table = BOARD
    session.put(Tick(), 1)
    session.put(Begin(), 2)
    session.close()
    assert replay(archive, GAME).started
    assert rebuild(archive, GAME).reworded == (0,)
    assert "words 1 of them differently" in report(archive)[1]


def test_a_game_that_went_otherwise_is_refused(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    session = begin(archive, Conditions(), Settings(), lambda: NOW)
    session.table = replace(BOARD, handle=silently)
    session.put(Begin(), 0)
    session.close()
    with pytest.raises(JournalDamaged, match="entry 0 led to other events"):
        replay(archive, GAME)


@pytest.mark.article("8.3")
@pytest.mark.parametrize(("whose", "second"), [("white", "1... -"), ("black", "1... e5")])
def test_8_3_each_players_own_scoresheet_is_exported(
    whose: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """White keeps a scoresheet and has not written Black's move yet."""
    found = Archive(tmp_path / "games.sqlite")
    agreed = Conditions(white="Anna", black="Bella", sheet_white=Keeping.OWN)
    session = begin(found, agreed, Settings(), lambda: NOW)
    session.put(Begin(), 0)
    lines = ("Eva vier", "Uhr", "mitgeschrieben Eva vier", "Eva fünf", "Uhr")
    for number, text in enumerate(lines, start=1):
        who = Role.BLACK if number > 3 else Role.WHITE
        intent = typed(text, session.state, who)
        session.put(Said(intent, number * SECOND, who, text, typed=True), number * SECOND)
    session.close()
    exported(found, "--scoresheet", whose)
    assert capsys.readouterr().out == f"Anna - Bella\n1. e4\n{second}\n"


# D.2.7: the sound of announced moves.


@pytest.mark.article("D.2.7")
def test_d_2_7_sound_of_each_move_is_found(archive: Archive) -> None:
    sounds = replay(archive, GAME).scoresheets.sounds
    assert [len(each) for each in sounds] == [1, 1]
    data = archive.sound(GAME, sounds[1][0])
    assert data is not None
    assert samples_of(data).astype("<i2").tobytes() == tone(0.5, 600.0)


@pytest.mark.article("D.2.7")
def test_d_2_7_a_recording_has_a_bound() -> None:
    kept = record(tone(LONGEST + 5))
    assert kept is not None
    assert len(samples_of(kept.data)) == LONGEST * RATE
    assert record(b"") is None


def exported(archive: Archive, *options: str) -> int:
    parser = argparse.ArgumentParser()
    export.add_options(parser)
    return export.run(parser.parse_args(["1", "--archive", str(archive.path), *options]))


@pytest.mark.article("8.3")
def test_d_2_7_8_3_recordings_and_scoresheets_are_exported(
    archive: Archive, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(archive, "--recordings", str(tmp_path / "sound"))
    names = sorted(file.name for file in (tmp_path / "sound").iterdir())
    assert names == ["001-black-1.flac", "001-white-1.flac"]
    exported(archive, "--scoresheet", "black")
    assert capsys.readouterr().out.endswith("Anna - Bella\n1. e4\n1... e5\n")
