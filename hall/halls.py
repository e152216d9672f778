# SPDX-License-Identifier: GPL-3.0-or-later
"""The halls that one desk has before it, each with its own ticket and its own line.

Tables are numbered through: a number is a table of one hall, the one from which something came
under it first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from hall.following import Follower
from hall.line import Came
from hall.ticket import Ticket


class Halls:
    """How the desk stands to each of them."""

    def __init__(
        self, tickets: Sequence[Ticket], follower: Callable[[Ticket], Follower],
        tables: Iterable[int] = (),
    ) -> None:  # fmt: skip
        """``follower`` makes the line to a hall; ``tables`` are known to be those of the first."""
        self.tickets: Mapping[str, Ticket] = {one.hall: one for one in tickets}
        self.read: set[str] = set()  # to the end, as it was then
        self.cut: set[str] = set()
        self._followers = {name: follower(one) for name, one in self.tickets.items()}
        self._homes = dict.fromkeys(tables, tickets[0].hall)

    @property
    def name(self) -> str:
        """The names of all."""
        return ", ".join(self.tickets)

    @property
    def arbiters(self) -> Mapping[str, Mapping[str, str]]:
        """The public keys of the arbiters by their names, for each hall."""
        return {name: one.arbiters for name, one in self.tickets.items()}

    @property
    def opened(self) -> bool:
        """True if something was read, and nothing more is waited for."""
        return bool(self.read) and self.tickets.keys() == self.read | self.cut

    def knows(self, table: int) -> bool:
        """True if what happens at a table is news: all that was before is here."""
        return self.opened and self.home(table).hall in self.read

    @property
    def part(self) -> int:
        """How much was read, in per cent."""
        return min(one.part for one in self._followers.values())

    def named(self, hall: str) -> dict[str, str]:
        """The field ``name`` of a sentence about a hall; none where there is but one."""
        return {"name": hall} if len(self.tickets) > 1 else {}

    def start(self) -> None:
        """From now on things come."""
        for one in self._followers.values():
            one.start()

    def close(self) -> None:
        """The desk is left."""
        for one in self._followers.values():
            one.close()

    def home(self, table: int) -> Ticket:
        """The hall of a table."""
        return self.tickets[self._homes[table]]

    def has(self, came: Came) -> bool:
        """True if it is of the hall that has this number."""
        return self._homes.setdefault(came.table, came.hall) == came.hall

    def order(self, table: int, number: int, data: bytes) -> None:
        """Send an order to the hall of its table."""
        self._followers[self._homes[table]].order(table, number, data)

    def taken(self, table: int, data: bytes) -> None:
        """Tell all desks of the hall that a call of this table is taken."""
        self._followers[self._homes[table]].taken(table, data)
