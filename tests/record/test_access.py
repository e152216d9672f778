# SPDX-License-Identifier: GPL-3.0-or-later
"""Who reads an archive, and how: without touching it, and nobody else on this computer."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from boards import Board, typed

from game.app.cli import main
from game.app.commands import verify
from record import archive_file
from record.archive_file import JournalError
from record.journal import Archive

GAME = 1
END = (typed("ich gebe auf"), typed("ja"))


# --- Read without being touched -------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> Path:
    board = Board(tmp_path / "played")
    board.run(typed("e4"), typed(""), *END)
    board.session.close()
    return board.archive.path


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}


@pytest.mark.parametrize("command", ["verify", "games", "export"])
def test_what_is_checked_is_not_touched(
    played: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even opened so that it could be written: SQLite would make files beside it."""

    def opened(path: Path) -> sqlite3.Connection:
        raise AssertionError(path)

    monkeypatch.setattr(archive_file, "connect", opened)
    before = snapshot(played.parent)
    assert main([command, "--archive", str(played)]) == 0
    assert snapshot(played.parent) == before


def test_what_a_killed_program_left_is_read_and_not_taken_in(tmp_path: Path) -> None:
    """An arbiter's copy stays as it is, with what SQLite had not written into the file yet; its
    list of locks is no part of the record."""
    board = Board(tmp_path / "played")
    board.run(typed("e4"), typed(""), *END)
    folder = tmp_path / "copy"
    beside = shutil.ignore_patterns("*.lock", "*-shm")
    shutil.copytree(board.archive.path.parent, folder, ignore=beside)
    board.session.close()
    assert (folder / "games.sqlite-wal").stat().st_size
    before = snapshot(folder)
    assert main(["verify", "--archive", str(folder / "games.sqlite")]) == 0
    (folder / "games.sqlite-shm").unlink(missing_ok=True)
    assert snapshot(folder) == before


@pytest.mark.skipif(os.name != "posix", reason="mounts")
@pytest.mark.parametrize("left", ["closed", "in the middle"])
def test_archive_on_a_medium_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    """A file system that refuses every write, as SQLite meets it: nothing can be made beside it."""
    board = Board(tmp_path / "played")
    board.run(typed("e4"), typed(""), *END)
    folder = tmp_path / "medium"
    if left == "closed":
        board.session.close()
    shutil.copytree(
        board.archive.path.parent, folder, ignore=shutil.ignore_patterns("*.lock", "*-shm")
    )
    if left != "closed":
        board.session.close()
        assert (folder / "games.sqlite-wal").stat().st_size
        monkeypatch.setattr(archive_file, "_connect_as", refused(archive_file._connect_as))
    before = snapshot(folder)
    archive = Archive(folder / "games.sqlite")
    assert list(archive.entries(GAME)) == list(board.archive.entries(GAME))
    assert snapshot(folder) == before


def refused(
    connect: Callable[[Path, str], sqlite3.Connection],
) -> Callable[[Path, str], sqlite3.Connection]:
    def connected(path: Path, mode: str) -> sqlite3.Connection:
        if mode != "immutable=1":
            raise sqlite3.OperationalError("unable to open database file")
        return connect(path, mode)

    return connected


def test_archive_that_is_just_being_made_has_no_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    assert Archive(path).games() == []
    assert not path.stat().st_size


def test_archive_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    assert Archive(tmp_path / "nothing" / "games.sqlite").games() == []
    assert list(tmp_path.iterdir()) == []


# --- For nobody else's eyes -----------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="rights of files")
def test_archive_and_what_stands_beside_it_are_the_users_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        board = Board(tmp_path / "played")
        board.run(typed("e4"), typed(""))
    finally:
        os.umask(old)
    assert {mode(file) for file in (tmp_path / "played").iterdir()} == {0o600}
    assert (tmp_path / "played" / "games.sqlite-wal").exists()
    assert mode(tmp_path / "played") == 0o700


@pytest.mark.skipif(os.name != "posix", reason="rights of files")
def test_folder_that_was_there_stays_open(tmp_path: Path) -> None:
    """Whoever keeps an archive in a folder for others keeps it so."""
    tmp_path.chmod(0o755)
    old = os.umask(0)
    try:
        Archive(tmp_path / "games.sqlite").prepare()
    finally:
        os.umask(old)
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "games.sqlite") == 0o600


# --- Readers and a second program -----------------------------------------------------------------

OTHER = """
import sys
from pathlib import Path
from record.journal import Archive
archive = Archive(Path(sys.argv[1]))
archive.games()
archive.create({}, "Clara", "Doris", "2026-01-01T12:00:00+01:00").close()
"""


def test_reading_takes_no_lock_from_a_game_that_is_played(played: Path) -> None:
    """POSIX drops all locks of a process on a file when it closes the file anywhere: then another
    program would take the game's journal for left behind, and what is written would be lost."""
    archive = Archive(played)
    journal = archive.open(GAME)
    before = len(list(archive.entries(GAME)))
    archive.games()
    archive.prepare()
    with pytest.raises(JournalError, match="is already being played"):
        archive.open(GAME)
    root = Path(verify.__file__).parents[3]
    for _ in range(2):
        subprocess.run([sys.executable, "-c", OTHER, str(played)], cwd=root, check=True)
        journal.append(at=99, wall="", given={"is": "Tick"}, events=(), said=())
        before += 1
        assert len(list(archive.entries(GAME))) == before
    taken = OTHER + f"archive.open({GAME})"
    refused = subprocess.run(
        [sys.executable, "-c", taken, str(played)], cwd=root, check=False, capture_output=True
    )
    assert b"JournalError" in refused.stderr
    journal.close()
    assert len(list(archive.entries(GAME))) == before
