# SPDX-License-Identifier: GPL-3.0-or-later
"""The records of all tables beside the desk, as archives: written from what the server has, and
kept up to date. ``hektor round`` makes results and the public's PGN of them, ``hektor incident``
reports.

A copy is a game of its own, with hashes of its own; what is signed, and what ``hektor verify``
looks at, is the table's.
"""

from pathlib import Path

from hall.message import Unread, Written, read
from hall.recovery import first, without_sound
from record.archive_file import JournalError
from record.codec import Snapshot, encode_snapshot
from record.journal import Archive, Entry, Journal, Opening
from record.snapshot import after, stored


class Copies:
    """The archives of the tables in a ``folder``, one file each."""

    def __init__(self, folder: Path, hall: str) -> None:
        """``hall`` is its name."""
        self.folder = folder
        self._hall = hall
        self._games: dict[tuple[int, str], tuple[Journal, Snapshot, int]] = {}
        self.unread: set[int] = set()  # tables with a game that cannot be played here
        self.left_out: set[int] = set()

    def take(self, table: int, data: bytes) -> None:
        """Write a message of a table, unless it is there, or unless the table sent what cannot be
        read: what comes of it then is left out."""
        found = read(data, f"{self._hall}/{table}")
        if isinstance(found, Unread):
            self.left_out.add(table)
        if isinstance(found, Unread) or table in self.left_out:
            return
        try:
            if not isinstance(found, Written):
                if (table, found.hash) not in self._games:
                    self._games[table, found.hash] = self._game(table, found)
                return
            journal, snapshot, count = self._games[table, found.game]
            if found.entry.seq != count:
                return
            snapshot = after(snapshot, found.entry, journal.game)
            _append(journal, found.entry, snapshot)
            self._games[table, found.game] = journal, snapshot, count + 1
        except (JournalError, KeyError):
            self.unread.add(table)

    def _game(self, table: int, opening: Opening) -> tuple[Journal, Snapshot, int]:
        """The copy that was begun before, or a new one."""
        archive = Archive(self.folder / f"table-{table}.sqlite")
        here = {journal.game for (of, _), (journal, _, _) in self._games.items() if of == table}
        for game in archive.played_at(f"{self._hall}/{table}"):
            known = archive.opening(game)
            same = (known.started, known.conditions) == (opening.started, opening.conditions)
            if same and game not in here:
                return archive.open(game), stored(archive, game), archive.count(game)
        begins, names = first(opening), (opening.white, opening.black)
        conditions, stands = opening.conditions, encode_snapshot(begins)
        return archive.create(conditions, *names, opening.started, stands), begins, 0

    def close(self) -> None:
        """Nothing more is written."""
        for journal, _, _ in self._games.values():
            journal.close()


def _append(journal: Journal, entry: Entry, snapshot: Snapshot) -> None:
    outcome = snapshot.state.outcome
    journal.append(
        at=entry.at, wall=entry.wall, given=without_sound(entry), events=entry.events,
        said=entry.said, sealed=entry.sealed, result="*" if outcome is None else outcome.result,
        snapshot=encode_snapshot(snapshot),
    )  # fmt: skip
