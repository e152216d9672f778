# SPDX-License-Identifier: GPL-3.0-or-later
"""One program at a time: a lock that the system drops when its program dies, however it dies."""

import os
import sqlite3
from contextlib import suppress
from glob import escape
from pathlib import Path

from announce.errors import PlayerError
from ground import files
from record import archive_file


class Lock:
    """Held by one program: an exclusive transaction on a small file of its own, which is there
    while it is held. The system drops it when the process dies, however it dies.

    A file that was removed meanwhile locks nothing: another one may stand there already.
    """

    def __init__(self, path: Path, in_use: PlayerError) -> None:
        """Raises ``in_use`` if another program holds it, JournalError if it cannot be made."""
        self._path = path
        try:
            while (held := self._held()) is None:
                pass
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise in_use from error
            raise archive_file.unwritten(path, error) from error
        except OSError as error:
            raise archive_file.unwritten(path, error) from error
        self._held_by = held

    def _held(self) -> sqlite3.Connection | None:
        files.make_file(self._path)
        lock = sqlite3.connect(self._path, timeout=0, isolation_level=None)
        try:
            before = self._path.stat().st_ino
            lock.execute("BEGIN EXCLUSIVE")
            if self._path.stat().st_ino == before:
                return lock
        except FileNotFoundError:
            pass
        except sqlite3.Error:
            lock.close()
            if self._path.exists():
                raise
        lock.close()
        return None

    def close(self) -> None:
        """Give it free."""
        with suppress(OSError):  # Windows removes no open file
            self._path.unlink()
        self._held_by.close()
        if os.name == "nt":
            with suppress(OSError):  # another program may hold it now
                self._path.unlink()


def sweep(archive: Path, in_use: PlayerError) -> None:
    """Remove the locks that programs left behind which were killed, and nobody holds any more."""
    for left in archive.parent.glob(f"{escape(archive.stem)}-*.lock"):
        with suppress(PlayerError):  # it is held, or cannot be removed
            Lock(left, in_use).close()
