# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup: a user's own things in one file, to take them to another computer, and back again.

It is a ZIP without compression. Its last member, the manifest, lists the SHA-256 of all others:

    games.sqlite                 a whole copy of the archive
    voices/anna/person.toml      the learnt voices, file by file
    profile.toml, voice.toml     the settings
    pin.key                      the key of the arbiter's PINs, if one was ever set
    study.json                   notes of study
    manifest.json

All of it is restored or nothing, also if the program is killed meanwhile:

1. The backup is checked; nothing is written.
2. It is unpacked into a folder beside the data, and the games are checked there.
3. That folder gets the name by which it counts: with this one renaming all is restored.
4. Each part goes to its place, and the old one into ``before-restore-1``.

If the program dies after 3, the next start does the rest before anything is read (`finish`).
"""

import hashlib
import json
import os
import re
import shutil
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from itertools import count
from pathlib import Path

from announce.errors import PlayerError
from ground import files
from record import archive_file
from record.archive_file import BESIDE, JournalError, Lock
from record.journal import Archive

FORMAT, MANIFEST = 1, "manifest.json"
GAMES, VOICES, NOTES = "games.sqlite", "voices", "study.json"
PROFILE, VOICE, PIN_KEY = "profile.toml", "voice.toml", "pin.key"
FILES = (GAMES, NOTES, PROFILE, VOICE, PIN_KEY)

Places = Mapping[str, Path]
"""Where each part is on a computer: a folder for the voices, a file for each of the others."""

_LONGEST_NAME, _LONGEST_MANIFEST, _PIECE = 250, 8 << 20, 1 << 20  # bytes

_PLAIN = re.compile(r'(?!\.)[^\x00-\x1f\x7f/\\:*?"<>|]+(?<![. ])')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)  # files of no disk on Windows
_BAD = (zipfile.BadZipFile, struct.error, ValueError, LookupError, ArithmeticError, EOFError,
    RuntimeError, TypeError)  # fmt: skip
"""The errors of ``zipfile`` and ``json`` for a file that Hektor did not write."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup: how many games, or None without an archive; whose voices, as the
    names of their folders; and which of the `Places`."""

    games: int | None
    voices: tuple[str, ...]
    parts: frozenset[str]


def _contents(members: Iterable[str], games: int | None) -> Contents:
    paths = [name.split("/") for name in members]
    voices = sorted({path[1] for path in paths if path[0] == VOICES})
    return Contents(games, tuple(voices), frozenset(path[0] for path in paths))


# --- Making one -----------------------------------------------------------------------------------


def write(path: Path, places: Places, version: str) -> Contents:
    """Make the backup, whole or not at all; ``version`` is Hektor's. A file that is there is
    replaced only if it is a backup. Raises PlayerError."""
    new, copy = files.beside(path), files.beside(path.with_name(f"{path.name}.games"))
    made = (new, *(copy.with_name(copy.name + end) for end in ("", *BESIDE)))
    try:
        if path.exists() and not _is_backup(path):
            raise PlayerError("backup_other", path=path)
        _remove(made)
        files.make_file(new)
        found = _write(new, copy, places, version)
        files.put_in_place(new, path)
    except OSError as error:
        raise PlayerError("unwritten", path=path, reason=error) from error
    finally:
        with suppress(OSError):
            _remove(made)
    return found


def _remove(made: Iterable[Path]) -> None:
    for path in made:
        path.unlink(missing_ok=True)


def _write(new: Path, copy: Path, places: Places, version: str) -> Contents:
    before, games = _dated(places), None
    members = {name: path for name, path, *_ in before}
    for name, path in members.items():
        if not _is_plain(name):
            raise PlayerError("backup_name", path=path)
    if places[GAMES].exists():
        files.make_file(copy)
        games = archive_file.copy(places[GAMES], copy)
        Archive(copy).check_games()
        members = {GAMES: copy, **members}
    if not members:
        raise PlayerError("backup_empty")
    with zipfile.ZipFile(new, "w") as packed:
        digests = {name: _pack(packed, name, path) for name, path in members.items()}
        manifest = {"hektor-backup": FORMAT, "hektor": version, "members": digests}
        packed.writestr(_member(MANIFEST), json.dumps(manifest, ensure_ascii=False, indent=0))
    if _dated(places) != before:
        raise PlayerError("backup_changed")
    return _contents(members, games)


def sources(places: Places) -> Iterator[tuple[str, Path]]:
    """The user's files but for the archive, each with the name of its member."""
    for part, place in places.items():
        if part == VOICES:
            for path in sorted(place.rglob("*")):
                names = path.relative_to(place).parts
                if path.is_file() and not any(name.startswith(".") for name in names):
                    yield unicodedata.normalize("NFC", "/".join((part, *names))), path
        elif part != GAMES and place.is_file():
            yield part, place


def _dated(places: Places) -> list[tuple[str, Path, int, int]]:
    """The `sources` with size and time, which change when somebody writes a file meanwhile."""
    found = [(name, path, path.stat()) for name, path in sources(places)]
    return [(name, path, facts.st_size, facts.st_mtime_ns) for name, path, facts in found]


def _pack(packed: zipfile.ZipFile, name: str, path: Path) -> str:
    """Add a file; its SHA-256. Raises PlayerError if it cannot be read."""
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
    """A file, piece by piece. Raises PlayerError if it cannot be read."""
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error


# --- Reading one ----------------------------------------------------------------------------------


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, str]]]:
    """A backup, with the SHA-256 of each member by its name. Raises PlayerError if it is none."""
    try:
        if path.exists() and not path.is_file():
            raise zipfile.BadZipFile
        packed = zipfile.ZipFile(path)
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error
    except _BAD as error:
        raise PlayerError("backup_none", path=path) from error
    with packed:
        yield packed, _members(path, packed)


def _is_backup(path: Path) -> bool:
    try:
        with _opened(path):
            return True
    except PlayerError:
        return False


def _members(path: Path, packed: zipfile.ZipFile) -> dict[str, str]:
    found = packed.infolist()
    names = [each.filename for each in found]
    try:
        ours = (
            names[-1] == MANIFEST
            and found[-1].file_size <= _LONGEST_MANIFEST
            and sum(each.file_size for each in found) <= path.stat().st_size
            and all(each.file_size == each.compress_size for each in found)
            and all(stat.S_ISREG(each.external_attr >> 16) for each in found)
            and all(map(_is_plain, names[:-1]))
        )
        manifest = json.loads(packed.read(MANIFEST)) if ours else {}
        version, members = manifest["hektor-backup"], dict(manifest["members"])
    except (OSError, *_BAD) as error:
        raise PlayerError("backup_none", path=path) from error
    if version != FORMAT:
        raise PlayerError("backup_version", path=path)
    if [*members] != names[:-1]:
        raise PlayerError("backup_none", path=path)
    return members


def _is_plain(name: str) -> bool:
    """True if every system has files of such a name, and it leads to one of the places."""
    parts = name.split("/")
    return (
        (parts[0] == VOICES and len(parts) > 2 if len(parts) > 1 else name in FILES)
        and len(name.encode(errors="replace")) <= _LONGEST_NAME
        and all(_PLAIN.fullmatch(part) and not _RESERVED.fullmatch(part) for part in parts)
        and unicodedata.is_normalized("NFC", name)
    )


def _read(path: Path, packed: zipfile.ZipFile, name: str, digest: str) -> Iterator[bytes]:
    """A member, piece by piece. Raises PlayerError if it is not as it was written."""
    found = hashlib.sha256()
    try:
        with packed.open(name) as member:
            while piece := member.read(_PIECE):
                found.update(piece)
                yield piece
    except (OSError, *_BAD) as error:
        raise PlayerError("backup_damaged", path=path) from error
    if found.hexdigest() != digest:
        raise PlayerError("backup_damaged", path=path)


# --- Restoring one --------------------------------------------------------------------------------

_PLAN = "plan.json"


def restore(
    path: Path, places: Places, folder: Path, *, replace: bool = False
) -> tuple[Contents, Path | None]:
    """Restore the backup at ``path`` by way of a ``folder`` that is not there. Tells what was in
    it, and the folder with what was here before, if anything was.

    Settings that are there are replaced, for the first start makes some; games, voices and notes
    only if ``replace`` says so. Raises PlayerError; then nothing has changed, unless it is the
    error of `finish`.
    """
    with _opened(path) as (packed, members):
        for member in members.items():
            for _ in _read(path, packed, *member):
                pass
        unpacked = files.beside(folder)
        try:
            files.make_folder(folder.parent)
            with closing(_lock(folder)):
                if folder.exists():
                    _put_in_place(folder)
                try:
                    found = _unpack(path, packed, members, unpacked)
                    before = _folder_for_the_old(places, found.parts, replace=replace)
                    aims = {part: str(places[part].absolute()) for part in found.parts}
                    plan = {"places": aims, "before": str(before.absolute())}
                    files.write(unpacked / _PLAN, json.dumps(plan).encode())
                    files.put_in_place(unpacked, folder)
                finally:
                    shutil.rmtree(unpacked, ignore_errors=True)
                _put_in_place(folder)
        except OSError as error:
            where = Path(error.filename or folder.parent)
            raise PlayerError("unwritten", path=where, reason=error) from error
    return found, before if before.exists() else None


def finish(folder: Path) -> bool:
    """Put in place what is restored, if anything waits for that. Raises PlayerError if another
    program is at it, or if it cannot be done now: then the next start goes on."""
    if not folder.exists():
        return False
    with closing(_lock(folder)):
        if folder.exists():
            _put_in_place(folder)
    return True


def _lock(folder: Path) -> Lock:
    return Lock(folder.with_suffix(".lock"), PlayerError("restore_running"))


def _unpack(
    path: Path, packed: zipfile.ZipFile, members: Mapping[str, str], folder: Path
) -> Contents:
    """Unpack all of it, and check the games."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, digest in members.items():
        files.make_folder((folder / name).parent)
        files.make_file(folder / name)
        with (folder / name).open("r+b") as file:
            file.writelines(_read(path, packed, name, digest))
    games = None
    if GAMES in members:
        try:
            Archive(folder / GAMES).check_games()
            games = len(Archive(folder / GAMES).games())
        except JournalError as error:
            if error.name == "archive_version":
                raise PlayerError("backup_version", path=path) from error
            raise PlayerError("backup_record", path=path, reason=error) from error
    return _contents(members, games)


def _folder_for_the_old(places: Places, parts: Iterable[str], *, replace: bool) -> Path:
    """The folder for what is replaced. Raises PlayerError if that must stay, or if a game of it is
    being played."""
    archive, here = places[GAMES], {name.partition("/")[0] for name, _ in sources(places)}
    try:
        here |= {GAMES} if Archive(archive).games() else set()
    except JournalError:  # a damaged archive, or one of another version
        here.add(GAMES)
    for part in sorted(here.intersection(parts, (GAMES, VOICES, NOTES))):
        if not replace:
            raise PlayerError("restore_over", path=places[part])
    if GAMES in parts:
        for lock in archive.parent.glob(f"{escape(archive.stem)}-*.lock"):
            game = lock.stem.removeprefix(f"{archive.stem}-")
            Lock(lock, JournalError("game_in_use", game=game)).close()
    folders = (archive.parent / f"before-restore-{number}" for number in count(1))
    return next(folder for folder in folders if not folder.exists())


def _put_in_place(folder: Path) -> None:
    """Put each part in its place, or what is left to do of that. What SQLite has beside an archive
    goes with the old one: it would be taken for a part of the new one."""
    try:
        plan = json.loads((folder / _PLAN).read_bytes())
        before, gone = Path(plan["before"]), files.beside(folder)
        for part, place in plan["places"].items():
            for end in ("", *BESIDE) if (folder / part).exists() else ():
                old, kept = Path(place + end), before / (part + end)
                if os.path.lexists(old) and not os.path.lexists(kept):
                    _move(old, kept)
            if (folder / part).exists():
                _move(folder / part, Path(place))
        shutil.rmtree(gone, ignore_errors=True)
        files.move(folder, gone)
        shutil.rmtree(gone, ignore_errors=True)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise PlayerError("restore_unfinished", plan=folder, reason=error) from error


def _move(old: Path, new: Path) -> None:
    """Move a part, also to another disk: there a copy is whole before the old one goes."""
    files.make_folder(new.parent)
    if old.is_dir() or old.lstat().st_dev == new.parent.stat().st_dev:
        files.move(old, new)
    else:
        shutil.copyfile(old, files.beside(new))
        files.put_in_place(files.beside(new), new)
        old.unlink()
