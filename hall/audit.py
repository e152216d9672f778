# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole round as the server has it: every entry of every game once, in order, and as it was
written. Pure but for an archive that it is compared with, which is only read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hall.desk import Damage, TableView, with_message
from hall.message import Unread, Written, read
from record.journal import Archive
from table.core.inputs import Ordered

UNREAD = ""
"""Stands where the hash of a game stands, for messages that no table writes."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """A game of a table as the server has it: ``twice`` is how many messages came once more,
    ``orders`` are the numbers of those that were obeyed or refused, as they stand there."""

    view: TableView
    twice: int = 0
    orders: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """True if nothing is missing, changed or there twice, and each order was obeyed once."""
        in_order = all(
            one < other for one, other in zip(self.orders, self.orders[1:], strict=False)
        )
        return self.view.damage is None and not self.twice and in_order


Games = dict[tuple[int, str], Streamed]
"""By the table, and the hash of the game."""


def streamed(messages: Iterable[tuple[int, bytes]], hall: str) -> Games:
    """All games of the messages of a hall's tables, in the order in which the server has them."""
    games: Games = {}
    for table, data in messages:
        found = read(data, f"{hall}/{table}")
        if isinstance(found, Unread):
            games[table, UNREAD] = Streamed(TableView(table, damage=Damage.UNREAD))
            continue
        entry = found.entry if isinstance(found, Written) else None
        key = table, found.game if isinstance(found, Written) else found.hash
        before = games.get(key, Streamed(TableView(table)))
        there = before.view.entries if before.view.opening is not None else -1
        if (-1 if entry is None else entry.seq) < there:
            games[key] = replace(before, twice=before.twice + 1)
            continue
        orders = before.orders
        if isinstance(found, Written) and isinstance(found.given, Ordered):
            orders = (*orders, found.given.number)
        games[key] = replace(before, view=with_message(before.view, found), orders=orders)
    return games


def lacking(games: Games, table: int, archive: Archive, hall: str) -> Iterator[int]:
    """The numbers of the games of an archive that the server does not have as they stand there."""
    for number in archive.played_at(hall):
        opening, entries = archive.opening(number), archive.count(number)
        there = games.get((table, opening.hash))
        last = archive.since(number, entries - 1, 1)[0].hash if entries else opening.hash
        if there is None or (there.view.entries, there.view.hash) != (entries, last):
            yield number
