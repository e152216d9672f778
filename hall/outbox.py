# SPDX-License-Identifier: GPL-3.0-or-later
"""The outbox of a table: what of its journal the server does not have yet.

Nothing else is kept: where to go on follows from the last message that the server has of this
table (`hall.message.Cursor`). Pure but for the archive, which is only read.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hall import message
from hall.message import Cursor
from record.journal import Archive, Opening

AT_ONCE = 100
"""So many entries are read from the archive at once."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The next message: ``place`` is which, ``data`` what it says; ``ordered`` is the number of the
    order that the entry worked off, 0 if it was none."""

    place: Cursor
    data: bytes
    ordered: int = 0


class Outbox:
    """Reads the games of one table of one hall out of an archive; for one thread."""

    def __init__(self, archive: Archive, hall: str) -> None:
        """``hall`` is as in the conditions of those games."""
        self._archive, self._hall = archive, hall
        self._openings: dict[int, Opening] = {}

    def after(self, last: Cursor) -> Iterator[Letter]:
        """What follows the last message that the server has; all, if that is of no game here: then
        the table was played on another computer before. Raises JournalError."""
        games = self._archive.played_in(self._hall)
        openings = [self._opening(game) for game in games]
        known = next((at for at, one in enumerate(openings) if one.hash == last.game), None)
        for opening in openings[known or 0 :]:
            is_known = known is not None and opening.hash == last.game
            if not is_known:
                yield Letter(Cursor(opening.hash, -1), message.of_opening(opening))
            yield from self._entries(opening, last.seq + 1 if is_known else 0)

    def reached(self) -> tuple[str, int]:
        """The hash of the game that is played now, and how many entries of it are on the disk;
        "" if there is none."""
        games = self._archive.played_in(self._hall)
        if not games:
            return "", 0
        return self._opening(games[-1]).hash, self._archive.count(games[-1])

    def obeyed(self) -> int:
        """The number of the last order that the present game has on record; 0 if it has none."""
        games = self._archive.played_in(self._hall)
        if not games:
            return 0
        return max((one.ordered for one in self._entries(self._opening(games[-1]), 0)), default=0)

    def _entries(self, opening: Opening, seq: int) -> Iterator[Letter]:
        while found := self._archive.since(opening.number, seq, AT_ONCE):
            for entry in found:
                given = entry.input
                ordered = given.get("number", 0) if given.get("is") == "Ordered" else 0
                data = message.of_entry(opening.hash, entry)
                yield Letter(Cursor(opening.hash, entry.seq), data, ordered)
            seq = found[-1].seq + 1

    def _opening(self, game: int) -> Opening:
        if game not in self._openings:
            self._openings[game] = self._archive.opening(game)
        return self._openings[game]
