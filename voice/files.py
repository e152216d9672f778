# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are whole, whenever the power fails: each has its old content or the new one."""

import os
from contextlib import suppress
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """``path`` has this content, on the disk; if not, raises OSError and the old one stays."""
    new = beside(path)
    try:
        new.write_bytes(data)
        put_in_place(new, path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def beside(path: Path) -> Path:
    """Where what is to become ``path`` is made."""
    return path.with_name(f".{path.name}.new")


def put_in_place(new: Path, path: Path) -> None:
    """``new``, a file, or a folder where there is none yet, becomes ``path`` at once.

    What is in it is on the disk before, and its name after that. Raises OSError if it cannot.
    """
    for part in (*new.rglob("*"), new) if new.is_dir() else (new,):
        _to_disk(part)
    new.replace(path)
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
