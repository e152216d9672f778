# SPDX-License-Identifier: GPL-3.0-or-later
"""The outbox of a table: what of its journal the server does not have yet.

Nothing else is kept: where to go on follows from the last message that the server has of this
table (`hall.message.Cursor`). Pure but for the archive, which is only read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hall import message
from hall.message import Cursor
from record.journal import Archive, Opening

NOTHING: Mapping[str, int] = {}

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

    def after(self, last: Cursor, there: Mapping[str, int] = NOTHING) -> Iterator[Letter]:
        """All after the last message that the server has. If that is of no game here, the table
        was played on another computer meanwhile, and how far the server has each game is asked of
        ``there``. Raises JournalError."""
        openings = [self._opening(game) for game in self._archive.played_at(self._hall)]
        known = next((at for at, one in enumerate(openings) if one.hash == last.game), 0)
        for opening in openings[known:]:
            sent = last.seq if opening.hash == last.game else there.get(opening.hash)
            if sent is None:
                yield Letter(Cursor(opening.hash, -1), message.of_opening(opening))
                sent = -1
            yield from self._entries(opening, sent + 1)

    def knows(self, game: str) -> bool:
        """True if the game with this hash was played here."""
        games = self._archive.played_at(self._hall)
        return any(self._opening(one).hash == game for one in games)

    def has(self, place: Cursor) -> bool:
        """True if that message can be made of what is on the disk here, or could be."""
        games = self._archive.played_at(self._hall)
        number = next((one for one in games if self._opening(one).hash == place.game), None)
        return number is not None and place.seq < self._archive.count(number)

    def reached(self) -> tuple[str, int]:
        """The hash of the game that is played now, and how many entries of it are on the disk;
        "" if there is none."""
        games = self._archive.played_at(self._hall)
        if not games:
            return "", 0
        return self._opening(games[-1]).hash, self._archive.count(games[-1])

    def obeyed(self) -> int:
        """The number of the last order that the present game has on record; 0 if it has none."""
        games = self._archive.played_at(self._hall)
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
