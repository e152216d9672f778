# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that somebody else has made, or changed, are refused and change nothing."""

import hashlib
import json
import os
import random
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from computers import Computer, refused

from announce.errors import PlayerError
from record.backup import GAMES, MANIFEST, PROFILE, VOICES

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
        ("DROP TABLE sound", "backup_version"),
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
