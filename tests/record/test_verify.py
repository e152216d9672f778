# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing on the record of a game can be changed unseen: each table, each column, each end."""

import argparse
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from announce.errors import UserError
from announce.text.settings import LANGUAGES, Settings
from game.app.cli import main
from game.app.commands import export, verify
from game.sound.recordings import LONGEST, record, samples_of
from record import archive_file
from record.archive_file import JournalError
from record.journal import Archive
from record.sealed_moves import seal
from record.session import begin
from record.snapshot import replayed, stored
from rules.scoresheet import Keeping
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, EnvelopeNoted, Input, MoveSealedIn, Pressed, Said
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


@pytest.fixture(scope="module")
def adjourned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the archive of a game: recordings of its moves and a sealed one, adjourned."""
    folder = tmp_path_factory.mktemp("adjourned")
    found = Archive(folder / "games.sqlite")
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
    return folder


@pytest.fixture
def archive(adjourned: Path, tmp_path: Path) -> Archive:
    """The same game, for one test to change."""
    shutil.copytree(adjourned, tmp_path, dirs_exist_ok=True)
    return Archive(tmp_path / "games.sqlite")


def report(archive: Archive, given: str | None = None) -> list[str]:
    (game,) = archive.games()
    return verify.report(archive, game.id, game.result, given)


def test_unchanged_record_is_whole(archive: Archive) -> None:
    lines = report(archive)
    assert lines[0] == "Game 1: all 9 entries are as they were written."
    assert lines[1] == "All 2 recordings are as they were recorded."
    assert lines[2].startswith("Seal of the adjourned game: ")
    assert len(lines) == 3
    assert replayed(archive, GAME) == stored(archive, GAME)


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
    "UPDATE entry SET sealed = '1-0' WHERE seq = 1",
    "UPDATE entry SET hash = 'a' WHERE seq = 1",
    "UPDATE entry SET seq = 99 WHERE seq = 8",
    "UPDATE entry SET game = 2 WHERE seq = 8",
    "UPDATE entry SET input = replace(input, 'envelope', 'envelopf') WHERE seq = 6",
    "DELETE FROM entry WHERE seq = 0",
    "DELETE FROM entry WHERE seq = 4",
    "DELETE FROM entry WHERE seq = 8",
    "DELETE FROM entry WHERE seq >= 6",
    "DELETE FROM entry",
    "INSERT INTO entry SELECT game, 9, at, wall, input, events, said, sealed, hash "
    "FROM entry WHERE seq = 8",
    "UPDATE snapshot SET entries = 8",
    "UPDATE snapshot SET alive = alive - 2000000000",
    "DELETE FROM snapshot",
    "UPDATE snapshot SET content = replace(content, 'e2e4', 'e2e3')",
    "DELETE FROM sound WHERE digest = (SELECT min(digest) FROM sound)",
    "UPDATE sound SET data = x'00' WHERE digest = (SELECT min(digest) FROM sound)",
    "UPDATE sound SET digest = 'a' WHERE digest = (SELECT min(digest) FROM sound)",
    "INSERT INTO sound SELECT game, 'a', data FROM sound LIMIT 1",
    "INSERT INTO signature VALUES (1, 8, 'a')",
]


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_is_found(archive: Archive, change: str) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        assert db.execute(change).rowcount > 0
    with pytest.raises((JournalError, UserError), match=r"changed|result|rebuilt|ends before"):
        report(archive)


STRANGERS = [
    "INSERT INTO entry SELECT 7, seq, at, wall, input, events, said, sealed, hash FROM entry",
    "INSERT INTO snapshot SELECT 7, entries, alive, content FROM snapshot",
    "INSERT INTO sound SELECT 7, digest, data FROM sound",
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
    with pytest.raises(JournalError, match="belong to no game"):
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
        for table in archive_file.OF_GAMES:
            db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        db.execute("DELETE FROM game WHERE id = ?", (game,))


@pytest.mark.parametrize("game", [1, 2, 3])
def test_missing_game_is_noticed(three: Archive, game: int) -> None:
    three.check_games()
    taken_out(three, game)
    with pytest.raises(JournalError, match="a game is missing"):
        three.check_games()
    resigned(three)
    with pytest.raises(JournalError, match="a game is missing"):
        three.check_games()


def test_no_game_gets_the_number_of_one_that_was_taken_out(three: Archive) -> None:
    taken_out(three, 3)
    resigned(three)
    assert [one.id for one in three.games()] == [4, 2, 1]


def test_game_that_begins_while_another_program_reads_is_no_damage(three: Archive) -> None:
    """The file was read as one that nobody changes, and half of it was that of a moment later."""
    with archive_file.reading(three.path) as db:
        count = db.execute("SELECT count(*) FROM game").fetchone()
        for _ in range(20):
            resigned(three, "Doris")
        with closing(sqlite3.connect(three.path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert db.execute("SELECT count(*) FROM game").fetchone() == count
        assert archive_file.games_are_whole(db)
    three.check_games()


@pytest.mark.parametrize("version", [0, archive_file.VERSION - 1, archive_file.VERSION + 1])
def test_archive_of_another_version_is_refused_and_not_touched(
    three: Archive, version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(three.path)) as db, db:
        db.execute(f"PRAGMA user_version = {version}")
    three.path.chmod(0o644)
    before = snapshot_of(three.path.parent)
    error = JournalError("archive_version", archive=three.path)
    refusals = [error.told(language) for language in LANGUAGES]
    quiet = ["--no-speech", "--no-microphone"]
    for command in (["games"], ["verify"], ["export"], ["play", *quiet], ["resume", *quiet]):
        assert main([*command, "--archive", str(three.path)]) == 2
        assert capsys.readouterr().err.removesuffix("\n") in refusals
        assert snapshot_of(three.path.parent) == before


def snapshot_of(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """What is in a folder, and whether it was touched."""
    files = ((file, file.stat()) for file in folder.iterdir())
    return {file.name: (file.read_bytes(), at.st_mtime_ns, at.st_mode) for file, at in files}


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_version_is_told_in_every_language(language: str) -> None:
    error = JournalError("archive_version", archive="games.sqlite")
    assert "games.sqlite" in error.told(language)
    others = {other: error.told(other) for other in LANGUAGES if other != language}
    assert error.told(language) not in others.values()


def test_result_that_the_record_does_not_have_is_found(archive: Archive) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute("UPDATE game SET result = '1/2-1/2'")
    with pytest.raises(UserError, match="is not that of its record"):
        verify.report(archive, GAME, "1/2-1/2")


def test_snapshot_to_which_the_inputs_do_not_lead_is_found(archive: Archive) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute("UPDATE snapshot SET content = replace(content, '\"main\":5', '\"main\":6')")
    assert stored(archive, GAME).state.clock.remaining(True, 0) > 6_000 * SECOND
    with pytest.raises(JournalError, match="does not lead to the state"):
        report(archive)


def test_every_column_is_changed_above(archive: Archive) -> None:
    with closing(sqlite3.connect(archive.path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql != ''")]
        for table in tables:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            done = [one for one in CHANGES if f" {table} SET" in one]
            changed = {one.split(" SET ")[1].split(" ")[0] for one in done}
            done_otherwise = ("sound", "signature", "sqlite_sequence")
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
    assert stored(archive, GAME).state.position.ply == 2


def silently(state: State, given: Input, now: int) -> Handled:
    return BOARD.handle(state, given, now)[0], (), None


def test_a_game_that_went_otherwise_is_refused(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    session = begin(archive, Conditions(), Settings(), lambda: NOW)
    session.table = replace(BOARD, handle=silently)
    session.put(Begin(), 0)
    session.close()
    with pytest.raises(JournalError, match="entry 0 led to other events"):
        replayed(archive, GAME)


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
    sounds = stored(archive, GAME).state.scoresheets.sounds
    assert [len(each) for each in sounds] == [1, 1]
    data = archive.sound(GAME, sounds[1][0])
    assert data is not None
    assert samples_of(data).astype("<i2").tobytes() == tone(0.5, 600.0)


@pytest.mark.article("D.2.7")
def test_d_2_7_a_recording_has_a_bound() -> None:
    kept = record(tone(LONGEST + 5))
    assert kept is not None
    assert len(samples_of(kept)) == LONGEST * RATE
    assert record(b"") is None


def exported(archive: Archive, *options: str) -> int:
    parser = argparse.ArgumentParser()
    export.add_export_options(parser)
    return export.run_export(parser.parse_args(["1", "--archive", str(archive.path), *options]))


@pytest.mark.article("8.3")
def test_d_2_7_8_3_recordings_and_scoresheets_are_exported(
    archive: Archive, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(archive, "--recordings", str(tmp_path / "sound"))
    names = sorted(file.name for file in (tmp_path / "sound").iterdir())
    assert names == ["001-black-1.flac", "001-white-1.flac"]
    exported(archive, "--scoresheet", "black")
    assert capsys.readouterr().out.endswith("Anna - Bella\n1. e4\n1... e5\n")
