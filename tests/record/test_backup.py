# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup is whole or none, and so is what is restored of it, also if the program dies."""

import itertools
import json
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
from computers import TAKE, Computer, content, play, refused
from steps import Steps, die, full, in_a_copy

from announce.errors import PlayerError
from record import archive_file, backup
from record.archive_file import JournalError
from record.backup import GAMES, MANIFEST, NOTES, PIN_KEY, PROFILE, VOICE, VOICES, finish
from record.journal import Archive
from record.snapshot import replayed, stored
from table.core.inputs import Said
from table.understanding import typed

DEATHS = (full, die) if hasattr(os, "fork") else (full,)


def test_another_computer_has_it_all(old: Computer, new: Computer, file: Path) -> None:
    contents, kept = new.restore(file)
    assert new.state() == old.state()
    assert kept is None
    assert (contents.games, contents.voices) == (2, ("anna", "jürgen"))
    assert replayed(Archive(new.places[GAMES]), 1) == stored(Archive(new.places[GAMES]), 1)
    assert not [path for path in new.files() if "restoring" in str(path)]
    new.game("c4")  # it can be played on
    Archive(new.places[GAMES]).check_games()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_nobody_else_can_read_it(new: Computer, file: Path) -> None:
    new.restore(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    modes = {stat.S_IMODE(path.stat().st_mode) for path in new.folder.rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert stat.S_IMODE((new.places[VOICES] / "anna").stat().st_mode) == 0o700


def test_the_manifest_names_versions_and_digests(file: Path) -> None:
    with zipfile.ZipFile(file) as packed:
        manifest = json.loads(packed.read(MANIFEST))
        names = packed.namelist()
    assert (manifest["hektor-backup"], manifest["hektor"]) == (1, "0.2.0")
    assert [*manifest["members"], MANIFEST] == names
    assert PIN_KEY in names
    assert not [name for name in names if "gone" in name]


def test_without_a_pin_no_key_is_in_it(old: Computer, tmp_path: Path) -> None:
    old.places[PIN_KEY].unlink()
    assert PIN_KEY not in old.backup(tmp_path / "b").parts


def test_a_game_that_is_being_played_is_whole(old: Computer, new: Computer, tmp_path: Path) -> None:
    begun, stop = threading.Event(), threading.Event()

    def played() -> None:
        session = old.begin()
        play(session)
        for at in itertools.count(1):
            session.put(Said(typed("meine Zeit", session.state), at, heard="Zeit", typed=True), at)
            begun.set()
            if stop.is_set():
                break
        session.close()

    player = threading.Thread(target=played)
    player.start()
    begun.wait()
    try:
        for number in range(5):
            old.backup(tmp_path / f"{number}")
    finally:
        stop.set()
        player.join()
    new.restore(tmp_path / "4")
    archive = Archive(new.places[GAMES])
    assert replayed(archive, 3) == stored(archive, 3)
    assert len(list(archive.entries(3))) > 1


def test_a_large_file_is_not_held_in_memory(old: Computer, new: Computer, tmp_path: Path) -> None:
    old.own(TAKE, "sound")
    with (old.places[VOICES] / "anna" / "large.wav").open("wb") as large:
        large.truncate(64 << 20)
    tracemalloc.start()
    old.backup(tmp_path / "b")
    new.restore(tmp_path / "b")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert new.state() == old.state()
    assert most < 16 << 20


# --- What is there already ------------------------------------------------------------------------


def test_the_same_once_more_changes_nothing(new: Computer, file: Path) -> None:
    new.restore(file)
    before = new.files()
    refused(lambda: new.restore(file), "restore_over")
    assert new.files() == before


def test_other_games_are_not_replaced(new: Computer, file: Path) -> None:
    new.game("c4")
    before = new.state(), new.files()
    refused(lambda: new.restore(file), "restore_over")
    assert (new.state(), new.files()) == before


@pytest.mark.parametrize("name", [f"{VOICES}/eva/person.toml", NOTES])
def test_other_voices_and_notes_are_not_replaced(new: Computer, file: Path, name: str) -> None:
    new.own(name, "other")
    before = new.state()
    refused(lambda: new.restore(file), "restore_over")
    assert new.state() == before


def test_settings_of_the_first_start_are_kept_beside(
    old: Computer, new: Computer, file: Path
) -> None:
    new.own(PROFILE, '[play]\nlanguage = "en"\n')
    kept = new.restore(file)[1]
    assert new.state() == old.state()
    assert (kept / "profile.toml").read_text(encoding="utf-8") == '[play]\nlanguage = "en"\n'
    new.own(PROFILE, "again")
    assert new.restore(file, replace=True)[1].name == "before-restore-2"


def test_what_is_replaced_is_kept_with_what_sqlite_has_beside_it(
    old: Computer, new: Computer, file: Path
) -> None:
    new.game("c4", "c5")
    with closing(archive_file.connect(new.places[GAMES])) as db, db:
        db.execute("UPDATE snapshot SET alive = alive")  # as a program that is killed leaves it
        for end in ("", "-wal"):
            path = new.places[GAMES]
            shutil.copy(f"{path}{end}", f"{path}{end}.copy")
    for end in ("", "-wal"):
        Path(f"{new.places[GAMES]}{end}.copy").replace(f"{new.places[GAMES]}{end}")
    before = content(new.places[GAMES])
    _, kept = new.restore(file, replace=True)
    assert new.state() == old.state()
    assert content(kept / "games.sqlite") == before


def test_a_damaged_archive_is_kept_too(old: Computer, new: Computer, file: Path) -> None:
    new.own(GAMES, "no archive")
    refused(lambda: new.restore(file), "restore_over")
    _, kept = new.restore(file, replace=True)
    assert (kept / "games.sqlite").read_text(encoding="utf-8") == "no archive"
    assert new.state() == old.state()


def test_a_game_that_is_being_played_stays(new: Computer, file: Path) -> None:
    session = new.begin()
    with pytest.raises(JournalError, match="is already being played"):
        new.restore(file, replace=True)
    play(session, "e4")
    session.close()
    assert new.restore(file, replace=True)[1] is not None


@pytest.mark.skipif(
    not Path("/dev/shm").is_dir() or Path("/dev/shm").stat().st_dev == Path("/tmp").stat().st_dev,
    reason="there is no second disk",
)
def test_settings_on_another_disk_are_restored_too(
    old: Computer, new: Computer, file: Path
) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as disk:
        places = {part: Path(disk, part) for part in (PROFILE, VOICE, PIN_KEY)}
        new.places = {**new.places, **places}
        new.own(PROFILE, "there before")
        _, kept = new.restore(file)
        assert new.state() == old.state()
        assert (kept / PROFILE).read_text(encoding="utf-8") == "there before"


def test_two_at_once_do_not_mix(new: Computer, file: Path) -> None:
    new.restoring.parent.mkdir(parents=True)
    with closing(
        sqlite3.connect(new.restoring.with_suffix(".lock"), isolation_level=None)
    ) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(lambda: new.restore(file), "restore_running")
    new.restore(file)


def test_only_a_backup_is_written_over(old: Computer, file: Path, tmp_path: Path) -> None:
    old.game("c4")
    old.backup(file)
    assert old.backup(file).games == 3
    for path in (old.places[GAMES], old.places[PROFILE], tmp_path):
        before = old.state()
        refused(lambda path=path: old.backup(path), "backup_other")  # type: ignore[misc]
        assert old.state() == before


def test_names_that_other_systems_do_not_have(old: Computer, tmp_path: Path) -> None:
    old.own(f"{VOICES}/anna/what?.wav", "")
    refused(lambda: old.backup(tmp_path / "b"), "backup_name")
    assert not (tmp_path / "b").exists()


def test_nothing_is_no_backup(new: Computer, tmp_path: Path) -> None:
    refused(lambda: new.backup(tmp_path / "b"), "backup_empty")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_record_is_not_backed_up(old: Computer, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old.places[GAMES])) as db, db:
        db.execute("DELETE FROM game WHERE id = 2")
    refused(lambda: old.backup(tmp_path / "b"), "strangers")
    assert not (tmp_path / "b").exists()


def test_voices_that_are_learnt_meanwhile(
    old: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = backup.pieces

    def learning(path: Path) -> Iterator[bytes]:
        old.own(f"{VOICES}/anna/person.toml", "changed")
        yield from pieces(path)

    monkeypatch.setattr(backup, "pieces", learning)
    refused(lambda: old.backup(tmp_path / "b"), "backup_changed")
    assert list(tmp_path.iterdir()) == [old.folder]


# --- Every step -----------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is not waited for: here the program dies, and not the computer."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def deaths(then: Callable[[], None], work: Callable[[], object]) -> Iterator[int]:
    """``work`` fails at one step after the other, until there is no such step."""

    def fails(at: int) -> bool:
        within = pytest.MonkeyPatch.context()
        with within as patch, Steps(patch, at, then) as steps, suppress(PlayerError):
            work()
        return steps.done >= at

    for at in itertools.count(1):
        failed = not in_a_copy(partial(fails, at)) if then is die else fails(at)
        yield at
        if not failed:
            return


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("then", DEATHS)
def test_a_backup_is_whole_or_not_at_every_step(
    old: Computer, file: Path, then: Callable[[], None]
) -> None:
    before = file.read_bytes()
    old.game("c4")
    old.backup(file)
    after, last = file.read_bytes(), 0
    for step in deaths(then, lambda: old.backup(file)):
        assert file.read_bytes() in (before, after)
        old.backup(file)
        assert file.read_bytes() == after
        assert {path.name for path in file.parent.iterdir()} == {file.name, "old"}
        file.write_bytes(before)
        last = step
    assert last > 20


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("then", DEATHS)
def test_all_is_restored_or_nothing_at_every_step(
    old: Computer,
    file: Path,
    tmp_path: Path,
    then: Callable[[], None],
) -> None:
    model = Computer(tmp_path / "model")
    model.own(PROFILE, "there before")
    model.game("c4")
    model.own(f"{VOICES}/eva/person.toml", "there before")
    before, new = model.state(), Computer(tmp_path / "new")
    shutil.copytree(model.folder, new.folder)
    unfinished, last = 0, 0
    for step in deaths(then, lambda: new.restore(file, replace=True)):
        if new.restoring.exists():
            unfinished += 1
            assert finish(new.restoring)  # as the next start does
            assert new.state() == old.state()
        assert new.state() in (before, old.state())
        new.restore(file, replace=True)
        assert new.state() == old.state()
        assert not [path for path in new.files() if "restoring" in str(path)]
        kept = new.restoring.parent / "before-restore-1" / PROFILE
        assert kept.read_text(encoding="utf-8") == "there before"
        games = new.restoring.parent / "before-restore-1" / GAMES
        assert content(games) == before[:2]
        shutil.rmtree(new.folder)
        shutil.copytree(model.folder, new.folder)
        last = step
    assert last > 50
    assert unfinished > 10
