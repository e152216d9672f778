# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup is restored: all of it or nothing, also if the program is killed meanwhile.

1. The whole file is verified; nothing is written.
2. It is unpacked, each part beside its place, and the record is checked.
3. What is to change places is written down, in one small file: from here on it is done.
4. What was there is moved into a folder beside, and the new into its place; the small file goes.

If the program dies before 3, the old is there. If it dies later, the next start of Hektor, whatever
the command, goes on with 4 before anything is read (`finish`).
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from announce.errors import PlayerError
from ground import files
from record import archive_file, backup
from record.archive_file import JournalError
from record.backup import GAMES, SETTINGS, Backup, Contents, Places
from record.journal import Archive
from record.lock import Lock

_UNPACKED = ".restoring"  # the folder, beside each place
_KEPT = "before-restore"


Exchange = tuple[str, str, str]
"""Paths: what is new, its place, and where that goes which is there."""


def restore(
    path: Path, places: Places, plan: Path, *, replace: bool = False
) -> tuple[Contents, tuple[Path, ...] | None]:
    """Restore the backup at ``path``; in the file ``plan`` stands meanwhile what is to be done.

    Tells what was in it, and the folders in which that is kept which was there before; None if all
    of it was there already.

    Settings that are there are replaced, for the first start makes some; anything else only if
    ``replace`` says so. All that is replaced is kept. Raises PlayerError; then nothing has changed,
    unless it is the error of `finish`.
    """
    with backup.opened(path) as packed:
        packed.verify()
        try:
            files.make_folder(plan.parent)
        except OSError as error:
            raise _unwritten(plan.parent, error) from error
        with closing(_lock(plan)):
            if plan.exists():
                _go(plan)
            parts = {name.partition("/")[0] for name in packed.members}
            folders = sorted({places[part].parent for part in parts})
            try:
                found = _unpack(path, packed, places, folders)
                moves = list(_moves(packed, places, replace=replace))
                if moves:
                    files.write(plan, json.dumps(moves).encode())
            except OSError as error:
                raise _unwritten(Path(error.filename or plan.parent), error) from error
            finally:
                if not plan.exists():
                    _clear(folders)
            kept = _go(plan) if moves else None
            _clear(folders)
        return found, kept


def finish(plan: Path) -> bool:
    """Finish what is begun, if anything is. Raises PlayerError if another program is at it, or if
    it cannot be done now: then the next start goes on."""
    if not plan.exists():
        return False
    with closing(_lock(plan)):
        if plan.exists():
            _go(plan)
    return True


def _lock(plan: Path) -> Lock:
    return Lock(plan.with_suffix(".lock"), PlayerError("restore_running"))


def _unwritten(path: Path, error: OSError) -> PlayerError:
    return PlayerError("unwritten", path=path, reason=error)


# --- Before anything changes ----------------------------------------------------------------------


def _new(place: Path) -> Path:
    """Where what comes to a place is unpacked."""
    return place.parent / _UNPACKED / place.name


def _clear(folders: list[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder / _UNPACKED, ignore_errors=True)


def _unpack(path: Path, packed: Backup, places: Places, folders: list[Path]) -> Contents:
    """Unpack all of it, beside its places and on the disk, and check the record."""
    _clear(folders)
    for folder in folders:
        files.make_folder(folder)
        (folder / _UNPACKED).mkdir(mode=files.FOLDER)
    for name in packed.members:
        part, _, within = name.partition("/")
        target = _new(places[part]) / within if within else _new(places[part])
        files.make_folder(target.parent)
        files.make_file(target)
        with target.open("r+b") as file:
            for piece in packed.pieces(name):
                file.write(piece)
    games = None
    if GAMES in packed.members:
        try:
            archive = Archive(_new(places[GAMES]))
            archive.check_games()
            games = len(archive.games())
        except JournalError as error:
            if error.name == "archive_version":
                raise PlayerError("backup_version", path=path) from error
            raise PlayerError("backup_record", path=path, reason=error) from error
    for folder in folders:
        files.to_disk(folder / _UNPACKED)
        files.name_to_disk(folder / _UNPACKED)
    return backup.contents(packed.members, games)


def _moves(packed: Backup, places: Places, *, replace: bool) -> Iterator[Exchange]:
    """The exchanges to be made. Raises PlayerError if that would replace what must stay."""
    wanted = _by_part(packed.members)
    here = {name: _digest(path) for name, path in backup.sources(places)}
    there = _by_part(here)
    others = []
    for part in sorted(wanted):
        place = places[part]
        if part == GAMES:
            games, same = _games(place, _new(place))
        else:
            games, same = len(there.get(part, ())), there.get(part) == wanted[part]
        if not same:
            others.append(place)
            if games and part not in SETTINGS and not replace:
                raise PlayerError("restore_over", path=place)
    number = 1
    while any((place.parent / f"{_KEPT}-{number}").exists() for place in others):
        number += 1
    for place in others:
        kept = place.parent / f"{_KEPT}-{number}" / place.name
        yield str(_new(place).absolute()), str(place.absolute()), str(kept.absolute())


def _by_part(members: Mapping[str, str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, digest in members.items():
        found.setdefault(name.partition("/")[0], {})[name] = digest
    return found


def _digest(path: Path) -> str:
    found = hashlib.sha256()
    for piece in backup.pieces(path):
        found.update(piece)
    return found.hexdigest()


def _games(place: Path, new: Path) -> tuple[int, bool]:
    """How many games are there, and if they are the very same. Raises JournalError if they are not,
    and one is being played."""
    try:
        games, found = archive_file.content(place)
    except JournalError:  # a damaged archive, or one of another version, is no less to be kept
        games, found = 1, ""
    same = place.exists() and found == archive_file.content(new)[1]
    if not same and place.parent.is_dir():
        for lock in place.parent.iterdir():
            game = re.fullmatch(rf"{re.escape(place.stem)}-(\d+)\.lock", lock.name)
            if game is not None:
                Lock(lock, JournalError("game_in_use", game=game[1])).close()
    return games, same


# --- When it is decided ---------------------------------------------------------------------------


def _go(plan: Path) -> tuple[Path, ...]:
    """Do what the plan says, or what is left of it; the folders in which the old is kept."""
    try:
        moves = [(Path(new), Path(at), Path(old)) for new, at, old in json.loads(plan.read_bytes())]
        for new, place, kept in moves:
            _move(new, place, kept)
        for folder in {new.parent for new, _, _ in moves}:
            shutil.rmtree(folder, ignore_errors=True)
        plan.unlink()
    except (OSError, ValueError, TypeError) as error:
        raise PlayerError("restore_unfinished", plan=plan, reason=error) from error
    return tuple(sorted({kept.parent for _, _, kept in moves if kept.parent.is_dir()}))


def _move(new: Path, place: Path, kept: Path) -> None:
    """Nothing is left to do where ``new`` is gone. What SQLite has beside an archive goes with
    it: it would be taken for a part of the new one."""
    if not new.exists():
        return
    for end in ("", *archive_file.BESIDE):
        old = place.with_name(place.name + end)
        if os.path.lexists(old):
            files.make_folder(kept.parent)
            files.move(old, kept.with_name(kept.name + end))
    files.move(new, place)
