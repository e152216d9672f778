# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup is whole or none, and so is what is restored of it, also if the program dies."""

import hashlib
import itertools
import json
import os
import random
import shutil
import sqlite3
import stat
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from steps import Steps, die, full, in_a_copy

from announce.errors import PlayerError
from announce.text.settings import Settings
from record import archive_file, backup
from record.archive_file import JournalError
from record.backup import GAMES, MANIFEST, NOTES, PIN_KEY, PROFILE, VOICE, VOICES, Places
from record.journal import Archive
from record.restore import finish, restore
from record.session import Session, begin
from record.snapshot import replayed, stored
from table.core.conditions import Conditions
from table.core.inputs import Begin, Pressed, Said
from table.understanding import typed

TAKE = f"{VOICES}/jürgen/takes/0001 eva fünf.wav"
DEATHS = (full, die) if hasattr(os, "fork") else (full,)


class Computer:
    """One with Hektor's folders."""

    def __init__(self, folder: Path) -> None:
        data, settings = folder / "data", folder / "config"
        self.folder = folder
        self.plan = data / "restoring.json"
        self.places: Places = {
            GAMES: data / "games.sqlite",
            VOICES: data / "voices",
            NOTES: data / "study.json",
            PROFILE: settings / "profile.toml",
            VOICE: settings / "voice.toml",
            PIN_KEY: settings / "pin.key",
        }

    def game(self, *moves: str) -> None:
        """A game is played here."""
        session = self.begin()
        play(session, *moves)
        session.close()

    def begin(self) -> Session:
        agreed = Conditions(press_after=None)
        return begin(Archive(self.places[GAMES]), agreed, Settings(), lambda: "2026-06-01")

    def own(self, name: str, text: str) -> None:
        part, _, within = name.partition("/")
        path = self.places[part] / within if within else self.places[part]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def state(self) -> tuple[object, ...]:
        """All that is a user's own here."""
        others = {name: path.read_bytes() for name, path in backup.sources(self.places)}
        return (*archive_file.content(self.places[GAMES]), others)

    def files(self) -> set[Path]:
        """All files, but for those of locks, which a dead program leaves."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder) for path in found if path.suffix != ".lock"}

    def backup(self, path: Path) -> backup.Contents:
        return backup.write(path, self.places, "0.2.0")

    def restore(self, path: Path, *, replace: bool = False) -> Any:
        return restore(path, self.places, self.plan, replace=replace)


def play(session: Session, *moves: str) -> None:
    session.put(Begin(), 0)
    for at, text in enumerate(moves, start=1):
        session.put(Said(typed(text, session.state), at, heard=text, typed=True), at)
        session.put(Pressed(), at)


@pytest.fixture
def old(tmp_path: Path) -> Computer:
    """One with two games, a voice, settings and notes."""
    made = Computer(tmp_path / "old")
    made.game("e4", "e5")
    made.game("d4")
    made.own(f"{VOICES}/anna/person.toml", 'name = "Anna"')
    made.own(TAKE, "sound")
    made.own(f"{VOICES}/anna/model-1/graph/words.txt", "eva")
    made.own(f"{VOICES}/.gone-eva/person.toml", "forgotten")
    made.own(NOTES, "{}")
    made.own(PROFILE, "[play]\n")
    made.own(VOICE, "rate = 170\n")
    made.own(PIN_KEY, "k" * 32)
    return made


@pytest.fixture
def new(tmp_path: Path) -> Computer:
    """One on which Hektor has never run."""
    return Computer(tmp_path / "new")


@pytest.fixture
def file(tmp_path: Path, old: Computer) -> Path:
    """A backup of the old one."""
    made = tmp_path / "mine.hektor"
    old.backup(made)
    return made


def test_another_computer_has_it_all(old: Computer, new: Computer, file: Path) -> None:
    contents, kept = new.restore(file)
    assert new.state() == old.state()
    assert kept == ()
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


def refused(work: Callable[[], object], name: str) -> None:
    with pytest.raises(PlayerError) as caught:
        work()
    assert caught.value.name == name


def test_the_same_once_more_changes_nothing(new: Computer, file: Path) -> None:
    new.restore(file)
    before = new.files()
    assert new.restore(file)[1] is None
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
    (kept,) = new.restore(file)[1]
    assert new.state() == old.state()
    assert (kept / "profile.toml").read_text(encoding="utf-8") == '[play]\nlanguage = "en"\n'
    new.own(PROFILE, "again")
    assert [folder.name for folder in new.restore(file)[1]] == ["before-restore-2"]


def test_what_is_replaced_is_kept_with_what_sqlite_has_beside_it(
    old: Computer, new: Computer, file: Path
) -> None:
    new.game("c4", "c5")
    with closing(archive_file.connect(new.places[GAMES])) as db, db:
        db.execute("UPDATE latest SET alive = alive")  # as a program that is killed leaves it
        for end in ("", "-wal"):
            path = new.places[GAMES]
            shutil.copy(f"{path}{end}", f"{path}{end}.copy")
    for end in ("", "-wal"):
        Path(f"{new.places[GAMES]}{end}.copy").replace(f"{new.places[GAMES]}{end}")
    before = archive_file.content(new.places[GAMES])
    _, (kept,) = new.restore(file, replace=True)
    assert new.state() == old.state()
    assert archive_file.content(kept / "games.sqlite") == before


def test_a_damaged_archive_is_kept_too(old: Computer, new: Computer, file: Path) -> None:
    new.own(GAMES, "no archive")
    refused(lambda: new.restore(file), "restore_over")
    _, (kept,) = new.restore(file, replace=True)
    assert (kept / "games.sqlite").read_text(encoding="utf-8") == "no archive"
    assert new.state() == old.state()


def test_a_game_that_is_being_played_stays(new: Computer, file: Path) -> None:
    session = new.begin()
    with pytest.raises(JournalError, match="is already being played"):
        new.restore(file, replace=True)
    play(session, "e4")
    session.close()
    assert new.restore(file, replace=True)[1] is not None


def test_two_at_once_do_not_mix(new: Computer, file: Path) -> None:
    new.plan.parent.mkdir(parents=True)
    with closing(sqlite3.connect(new.plan.with_suffix(".lock"), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(lambda: new.restore(file), "restore_running")
    assert new.restore(file)[1] is not None


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


# --- Files that somebody else has made ------------------------------------------------------------

Members = list[tuple[zipfile.ZipInfo, bytes]]


def opened(path: Path) -> tuple[Members, dict[str, Any]]:
    with zipfile.ZipFile(path) as packed:
        *found, last = [(each, packed.read(each)) for each in packed.infolist()]
    return found, json.loads(last[1])


def closed(path: Path, members: Members, manifest: Mapping[str, Any]) -> None:
    last = zipfile.ZipInfo(MANIFEST)
    last.external_attr = members[0][0].external_attr
    with zipfile.ZipFile(path, "w") as packed:
        for each, data in members:
            packed.writestr(each, data, each.compress_type)
        packed.writestr(last, json.dumps(manifest))


def member(name: str, kind: int = stat.S_IFREG, packing: int = zipfile.ZIP_STORED) -> Any:
    made = zipfile.ZipInfo(name)
    made.external_attr = (kind | 0o600) << 16
    made.compress_type = packing
    return made


HOSTILE = {
    "a path that leads out": member(f"{VOICES}/../../../evil"),
    "a path from the root": member("/evil"),
    "a path from a drive": member("C:/evil"),
    "a path of Windows": member(f"{VOICES}\\..\\evil"),
    "a path with a stream": member(f"{VOICES}/anna/f:evil"),
    "a device of Windows": member(f"{VOICES}/anna/NUL.txt"),
    "a hidden file": member(f"{VOICES}/anna/.evil"),
    "an empty part": member(f"{VOICES}//evil"),
    "a dot": member(f"{VOICES}/./evil"),
    "a blank at the end": member(f"{VOICES}/anna/evil "),
    "an escape": member(f"{VOICES}/anna/\x1b[2J"),
    "another place": member("evil.txt"),
    "a folder": member(f"{VOICES}/anna/", stat.S_IFDIR),
    "a link": member(f"{VOICES}/anna/link", stat.S_IFLNK),
    "a pipe": member(f"{VOICES}/anna/pipe", stat.S_IFIFO),
    "a device": member(f"{VOICES}/anna/device", stat.S_IFCHR),
    "no kind": member(f"{VOICES}/anna/none", 0),
    "a bomb": member(f"{VOICES}/anna/bomb", packing=zipfile.ZIP_DEFLATED),
    "the same again": member(PROFILE),
    "the same in capitals": member(f"{VOICES}/ANNA/person.toml"),
    "a file for a folder": member(f"{VOICES}/anna/person.toml/evil"),
    "a second manifest": member(MANIFEST),
    "a name that is too long": member(f"{VOICES}/anna/{'a' * 300}"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("evil", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_writes_nothing(
    new: Computer, file: Path, tmp_path: Path, evil: zipfile.ZipInfo
) -> None:
    members, manifest = opened(file)
    data = b"0" * (1 << 20) if evil.compress_type else b"evil"
    manifest["members"][evil.filename] = hashlib.sha256(data).hexdigest()
    closed(file, [*members, (evil, data)], manifest)
    before = set(tmp_path.rglob("*"))
    refused(lambda: new.restore(file), "backup_none")
    assert set(tmp_path.rglob("*")) == before


def test_members_within_each_other_are_refused(new: Computer, file: Path, tmp_path: Path) -> None:
    """An index of ZIP may name the same bytes many times, so that a small file unpacks to any
    size."""
    members, manifest = opened(file)
    large, names = b"0" * 100_000, [f"{VOICES}/anna/{number}.wav" for number in range(30)]
    digest = hashlib.sha256(large).hexdigest()
    manifest["members"] = dict.fromkeys(names, digest)
    last = member(MANIFEST)
    with zipfile.ZipFile(file, "w") as packed:
        first = member(names[0])
        packed.writestr(first, large)
        for name in names[1:]:
            other = member(name)
            for fact in ("header_offset", "CRC", "file_size", "compress_size"):
                setattr(other, fact, getattr(first, fact))
            packed.filelist.append(other)
        packed.writestr(last, json.dumps(manifest))
    assert members
    before = set(tmp_path.rglob("*"))
    refused(lambda: new.restore(file), "backup_none")
    assert set(tmp_path.rglob("*")) == before


def test_what_is_no_backup(new: Computer, file: Path, tmp_path: Path) -> None:
    members, manifest = opened(file)
    (tmp_path / "text").write_text("text", encoding="utf-8")
    closed(tmp_path / "other", members, {"members": manifest["members"]})
    closed(tmp_path / "less", members, {**manifest, "members": {}})
    closed(tmp_path / "list", members, {**manifest, "members": []})
    for name in ("text", "other", "less", "list", "."):
        refused(lambda name=name: new.restore(tmp_path / name), "backup_none")  # type: ignore[misc]
    refused(lambda: new.restore(tmp_path / "missing"), "unread")
    closed(tmp_path / "later", members, {**manifest, "hektor-backup": 2})
    refused(lambda: new.restore(tmp_path / "later"), "backup_version")
    assert not new.folder.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_no_backup(new: Computer, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(lambda: new.restore(tmp_path / "pipe"), "backup_none")
    refused(lambda: new.backup(tmp_path / "pipe"), "backup_other")


@pytest.mark.parametrize("place", range(3))
def test_a_member_that_was_changed(new: Computer, file: Path, place: int) -> None:
    members, manifest = opened(file)
    members[place] = (members[place][0], members[place][1][:-1] + b"?")
    closed(file, members, manifest)
    refused(lambda: new.restore(file), "backup_damaged")
    assert not new.folder.exists()


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("DELETE FROM game WHERE id = 2", "backup_record"),
        ("CREATE TRIGGER evil AFTER INSERT ON entry BEGIN DELETE FROM entry; END", "backup_record"),
        ("DROP TABLE chain", "backup_version"),
        ("PRAGMA user_version = 99", "backup_version"),
    ],
)
def test_a_record_that_was_changed(
    new: Computer, file: Path, tmp_path: Path, query: str, name: str
) -> None:
    members, manifest = opened(file)
    path = tmp_path / "changed.sqlite"
    path.write_bytes(members[0][1])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(query)
    data = path.read_bytes()
    manifest["members"][GAMES] = hashlib.sha256(data).hexdigest()
    closed(file, [(members[0][0], data), *members[1:]], manifest)
    refused(lambda: new.restore(file), name)
    assert new.state()[:1] == (0,)
    assert not new.files()


def test_any_bytes_are_refused_or_right(
    old: Computer, new: Computer, file: Path, tmp_path: Path
) -> None:
    whole, chance = file.read_bytes(), random.Random(5)
    start = len(whole) - 3_000  # where the lists are
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 8))):
            data[chance.randrange(start, len(data))] = chance.randrange(256)
        if chance.random() < 0.1:
            del data[chance.randrange(len(data)) :]
        file.write_bytes(data)
        try:
            new.restore(file)
        except PlayerError:
            assert not new.files()
        else:
            assert new.state() == old.state()
            shutil.rmtree(new.folder)


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
        if new.plan.exists():
            unfinished += 1
            assert finish(new.plan)  # as the next start does
            assert new.state() == old.state()
        assert new.state() in (before, old.state())
        new.restore(file, replace=True)
        assert new.state() == old.state()
        assert not [path for path in new.files() if "restoring" in str(path)]
        kept = new.places[PROFILE].parent / "before-restore-1" / "profile.toml"
        assert kept.read_text(encoding="utf-8") == "there before"
        games = new.places[GAMES].parent / "before-restore-1" / "games.sqlite"
        assert archive_file.content(games)[:2] == before[:2]
        shutil.rmtree(new.folder)
        shutil.copytree(model.folder, new.folder)
        last = step
    assert last > 50
    assert unfinished > 10
