# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are whole, whenever the power fails: each has its old content or the new one.

And files that only the user may read, with 0600, in folders with 0700. Windows has no such rights;
there a user's own folders are closed to others as they are.
"""

import ctypes
import errno
import itertools
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
_PIECE = 1 << 20
_TRIES, _PAUSE = 5, 0.2  # seconds between two


def write(path: Path, data: bytes, mode: int = FILE) -> None:
    """Write a file through to the disk, for the user alone unless ``mode`` says otherwise. Raises
    OSError if that fails; the old content then stays."""
    new = beside(path)
    try:
        new.unlink(missing_ok=True)
        make_file(new)
        new.write_bytes(data)
        if mode != FILE:
            new.chmod(mode)
        put_in_place(new, path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def write_new(folder: Path, name: str, suffix: str, data: bytes) -> Path:
    """Write a new file of this ``name``, with a number where the name is taken. Raises OSError if
    that fails; no file is left then."""
    make_folder(folder)
    for number in itertools.count(1):
        path = folder / f"{name}{f' {number}' if number > 1 else ''}{suffix}"
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
            break
    try:
        write(path, data)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


MOST = 64 << 20
"""Bytes of the largest file that is read as a whole."""

PATIENCE = 5.0
"""Seconds that a pipe may keep a reader waiting."""


def read(path: Path, most: int = MOST) -> bytes:
    """The content of a file or a pipe. Raises OSError if it cannot be read, has more than ``most``
    bytes, or is a pipe into which nobody writes."""
    nonblocking = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    source, found = os.open(path, os.O_RDONLY | nonblocking), bytearray()
    try:
        waits = stat.S_ISFIFO(os.fstat(source).st_mode)
        while chunk := _chunk(source, waits and not found):
            found += chunk
            if len(found) > most:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    finally:
        os.close(source)
    return bytes(found)


def _chunk(source: int, waits: bool) -> bytes:
    """The next bytes, none at the end; who ``waits`` for the first ones gives up in the end."""
    until = time.monotonic() + PATIENCE
    while True:
        with suppress(BlockingIOError):
            if (data := os.read(source, _PIECE)) or not waits:
                return data
        if time.monotonic() > until:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        time.sleep(0.01)


def beside(path: Path) -> Path:
    """The name under which the new content of ``path`` is written."""
    return path.with_name(f".{path.name}.new")


def put_in_place(new: Path, path: Path) -> None:
    """Make ``new`` become ``path`` in one step: a file, or a folder where there is none yet.

    Its content is on the disk before, its name after that. Raises OSError if that fails.
    """
    to_disk(new)
    move(new, path)


def to_disk(path: Path) -> None:
    """Write a file, or a folder with its content, through to the disk. Raises OSError."""
    for part in (*path.rglob("*"), path) if path.is_dir() else (path,):
        _to_disk(part)


def move(old: Path, path: Path) -> None:
    """Rename a file, or a folder where there is none yet, in one step, also on the disk.
    Raises OSError if that fails."""
    for left in reversed(range(_TRIES)):
        try:
            old.replace(path)
            break
        except PermissionError:  # on Windows a virus scanner may hold it for a moment
            if not left or sys.platform != "win32":
                raise
            time.sleep(_PAUSE)
    for each in {path.parent: path, old.parent: old}.values():
        name_to_disk(each)


def name_to_disk(path: Path) -> None:
    """Write to the disk that this name exists, or that it is gone. Raises OSError."""
    _to_disk(path.parent)


def _to_disk(path: Path) -> None:
    if path.is_dir():
        with suppress(OSError):  # Windows, and some network drives, cannot do that for a folder
            _sync(os.open(path, os.O_RDONLY))
    else:
        _sync(os.open(path, os.O_RDWR))  # Windows wants a file that may be written


def _sync(file: int) -> None:
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for the user alone.

    One that is there stays as it is: it may be for others. Raises OSError if it cannot be made.
    """
    for part in reversed((path, *path.parents)):
        if not part.is_dir():
            part.mkdir(mode=FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file for the user alone, unless it is there. Raises OSError.

    One that is there is not opened: to close it would drop all locks that the program has on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


_LONGEST_PATH = 1_000


def ascii_path(path: Path) -> str:
    """A name of ``path`` for libraries that open no other letters: on Windows the short one, where
    the disk has such names, as the system's own always has. Elsewhere every library takes any.

    libvosk is given UTF-8, but opens its files by the code page: "C:\\Users\\Jürgen" was not found.
    """
    name = str(path)
    if sys.platform != "win32" or name.isascii():
        return name
    buffer = ctypes.create_unicode_buffer(_LONGEST_PATH)
    kernel = vars(ctypes)["windll"].kernel32
    length = kernel.GetShortPathNameW(name, buffer, _LONGEST_PATH)
    return buffer.value if 0 < length < _LONGEST_PATH else name
