# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup: what is a user's own, in one file, to take it to another computer.

It is a ZIP whose members lie in it as they are: unpacked it is no larger than the file. The last
member is the manifest: the version of this form, that of Hektor, and the SHA-256 of all others.

    games.sqlite                 a whole copy of the archive
    voices/anna/person.toml      the learnt voices, file by file
    profile.toml, voice.toml     the settings
    pin.key                      the key of the arbiter's PINs, if one was ever set
    study.json                   notes of study
    manifest.json
"""

import hashlib
import json
import os
import re
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any

from announce.errors import PlayerError
from ground import files
from record import archive_file
from record.journal import Archive

FORMAT = 1
MANIFEST = "manifest.json"
GAMES, VOICES, NOTES = "games.sqlite", "voices", "study.json"
PROFILE, VOICE, PIN_KEY = "profile.toml", "voice.toml", "pin.key"
SETTINGS = (PROFILE, VOICE, PIN_KEY)

Places = Mapping[str, Path]
"""Where each of these is on a computer: a folder for the voices, a file for the others."""

MOST_MEMBERS = 20_000
_LONGEST_NAME = 250  # bytes
_INDEX = 8 << 20  # bytes of the manifest, and of ZIP's own list
_PIECE = 1 << 20

_PLAIN = re.compile(r'(?!\.)[^\x00-\x1f\x7f/\\:*?"<>|]+(?<![. ])')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)  # files of no disk on Windows
_BAD = (zipfile.BadZipFile, struct.error, ValueError, LookupError, ArithmeticError, EOFError,
    RuntimeError)  # fmt: skip
"""The errors of ``zipfile`` and ``json`` for a file that is not one of ours."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup: how many games, or None without an archive; whose voices, as the
    names of their folders; and ``parts``, those of `Places` that are in it."""

    games: int | None
    voices: tuple[str, ...]
    parts: frozenset[str]


# --- Making one -----------------------------------------------------------------------------------


def write(path: Path, places: Places, version: str) -> Contents:
    """Make the backup, whole or not at all; ``version`` is Hektor's. A file that is there is
    replaced only if it is a backup. Raises PlayerError."""
    _refuse_other(path)
    new, copy = (files.beside(path.with_name(path.name + end)) for end in ("", ".games"))
    beside_copy = [copy.with_name(copy.name + end) for end in archive_file.BESIDE]
    made = (new, copy, *beside_copy)
    try:
        for each in made:
            each.unlink(missing_ok=True)
        files.make_file(new)
        found = _write(new, copy, places, version)
        files.put_in_place(new, path)
    except OSError as error:
        raise PlayerError("unwritten", path=path, reason=error) from error
    finally:
        for each in made:
            with suppress(OSError):
                each.unlink(missing_ok=True)
    return found


def _refuse_other(path: Path) -> None:
    """Raises PlayerError if there is something that is no backup."""
    try:
        if not path.exists():
            return
        with opened(path):
            return
    except OSError as error:
        raise PlayerError("unwritten", path=path, reason=error) from error
    except PlayerError as error:
        raise PlayerError("backup_other", path=path) from error


def _write(new: Path, copy: Path, places: Places, version: str) -> Contents:
    games = None
    if places[GAMES].exists():
        files.make_file(copy)
        games = archive_file.copy(places[GAMES], copy)
        Archive(copy).check_games()
    before = _listed(places)
    members = [(name, path) for name, path, *_ in before]
    for name, path in members:
        if not _is_plain(name):
            raise PlayerError("backup_name", path=path)
    if not are_apart(name for name, _ in members) or len(members) >= MOST_MEMBERS:
        raise PlayerError("backup_many", path=places[VOICES])
    if games is not None:
        members.insert(0, (GAMES, copy))
    if not members:
        raise PlayerError("backup_empty")
    with zipfile.ZipFile(new, "w") as packed:
        digests = {name: _pack(packed, name, path) for name, path in members}
        manifest = {"hektor-backup": FORMAT, "hektor": version, "members": digests}
        text = json.dumps(manifest, ensure_ascii=False, indent=0)
        packed.writestr(_member(MANIFEST), text.encode())
    if _listed(places) != before:
        raise PlayerError("backup_changed")
    return contents(digests, games)


def contents(members: Iterable[str], games: int | None) -> Contents:
    """The contents of a backup with these members."""
    names = [name.split("/") for name in members]
    voices = sorted({part[1] for part in names if part[0] == VOICES})
    return Contents(games, tuple(voices), frozenset(part[0] for part in names))


def sources(places: Places) -> Iterator[tuple[str, Path]]:
    """All that is there, but for the games: names of members, and the files."""
    for part, place in places.items():
        if part == VOICES:
            for folder, within, names in os.walk(place):
                within[:] = sorted(name for name in within if not name.startswith("."))
                for name in sorted(names):
                    path = Path(folder, name)
                    if not name.startswith(".") and path.is_file():
                        member = "/".join((part, *path.relative_to(place).parts))
                        yield unicodedata.normalize("NFC", member), path
        elif part != GAMES and place.is_file():
            yield part, place


def _listed(places: Places) -> list[tuple[str, Path, int, int]]:
    """The same with what would be different if a file was written meanwhile."""
    found = []
    for name, path in sources(places):
        with suppress(OSError):
            facts = path.stat()
            found.append((name, path, facts.st_size, facts.st_mtime_ns))
    return found


def _pack(packed: zipfile.ZipFile, name: str, path: Path) -> str:
    """Add a file; its SHA-256."""
    found = hashlib.sha256()
    with packed.open(_member(name), "w", force_zip64=True) as member:
        for piece in pieces(path):
            found.update(piece)
            member.write(piece)
    return found.hexdigest()


def _member(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = (stat.S_IFREG | files.FILE) << 16
    return made


def pieces(path: Path) -> Iterator[bytes]:
    """A file of the user's, piece by piece. Raises PlayerError if it cannot be read."""
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error


# --- Reading one ----------------------------------------------------------------------------------


class Backup:
    """A backup that is open; ``members`` are the names of what is in it, with their SHA-256."""

    def __init__(self, path: Path, packed: zipfile.ZipFile, members: Mapping[str, str]) -> None:
        self.members = members
        self._path = path
        self._packed = packed

    def pieces(self, name: str) -> Iterator[bytes]:
        """A member, piece by piece. Raises PlayerError if it is not as it was written."""
        found = hashlib.sha256()
        try:
            with self._packed.open(name) as member:
                while piece := member.read(_PIECE):
                    found.update(piece)
                    yield piece
        except OSError as error:
            raise PlayerError("unread", path=self._path, reason=error) from error
        except _BAD as error:
            raise PlayerError("backup_damaged", path=self._path) from error
        if found.hexdigest() != self.members[name]:
            raise PlayerError("backup_damaged", path=self._path)

    def verify(self) -> None:
        """Raises PlayerError if a member is not as it was written."""
        for name in self.members:
            for _ in self.pieces(name):
                pass


class _Bounded(BufferedReader):
    """Gives no more than `_INDEX` at once: ZIP's own list would be read as a whole."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(_INDEX if size is None or size < 0 else min(size, _INDEX))


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """A backup, with no member that Hektor would not have made. Raises PlayerError if it is not
    one, or if it cannot be read; nothing is written."""
    try:
        if path.exists() and not path.is_file():
            raise PlayerError("backup_none", path=path)
        with _Bounded(FileIO(path)) as file, _unzipped(path, file) as packed:
            yield Backup(path, packed, _members(path, packed, path.stat().st_size))
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error


@contextmanager
def _unzipped(path: Path, file: _Bounded) -> Iterator[zipfile.ZipFile]:
    try:
        packed = zipfile.ZipFile(file)
    except _BAD as error:
        raise PlayerError("backup_none", path=path) from error
    with packed:
        yield packed


def _members(path: Path, packed: zipfile.ZipFile, size: int) -> Mapping[str, str]:
    """The members by the manifest. Raises PlayerError unless they are those of a backup."""
    found = packed.infolist()
    names = [each.filename for each in found]
    own = (
        all(map(_is_ours, found))
        and len(found) <= MOST_MEMBERS + 1
        and sum(each.file_size for each in found) <= size  # none lies in another one
        and names[-1:] == [MANIFEST]
        and found[-1].file_size <= _INDEX
        and are_apart(names)
    )
    manifest = _manifest(packed) if own else None
    if manifest is None:
        raise PlayerError("backup_none", path=path)
    if manifest["hektor-backup"] != FORMAT:
        raise PlayerError("backup_version", path=path)
    members = manifest.get("members")
    if not isinstance(members, dict) or list(members) != names[:-1]:
        raise PlayerError("backup_none", path=path)
    return members


def _manifest(packed: zipfile.ZipFile) -> dict[str, Any] | None:
    try:
        found = json.loads(packed.read(MANIFEST))
    except _BAD:
        return None
    return found if isinstance(found, dict) and "hektor-backup" in found else None


def _is_ours(member: zipfile.ZipInfo) -> bool:
    """True if a backup may have such a member: a file that lies in it as it is, under a name of
    ours."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    return (
        member.compress_type == zipfile.ZIP_STORED
        and member.file_size == member.compress_size
        and not member.flag_bits & 0x1  # encrypted
        and kind == stat.S_IFREG
        and member.filename == member.orig_filename
        and (member.filename == MANIFEST or _is_plain(member.filename))
    )


def _is_plain(name: str) -> bool:
    """True if every system has files of such a name, and it leads to one of the places."""
    parts = name.split("/")
    ours = parts[0] == VOICES and len(parts) > 2 if len(parts) > 1 else name in _FILES
    try:
        short = len(name.encode()) <= _LONGEST_NAME
    except UnicodeEncodeError:
        return False
    plain = all(_PLAIN.fullmatch(part) and not _RESERVED.fullmatch(part) for part in parts)
    return ours and short and plain and unicodedata.is_normalized("NFC", name)


_FILES = (GAMES, NOTES, *SETTINGS)


def are_apart(names: Iterable[str]) -> bool:
    """True if these are different files on every system, and none is a folder of another one."""
    folded = [unicodedata.normalize("NFC", name.casefold()) for name in names]
    folders = {name[:at] for name in folded for at, sign in enumerate(name) if sign == "/"}
    return len(set(folded)) == len(folded) and folders.isdisjoint(folded)
