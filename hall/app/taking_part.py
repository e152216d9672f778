# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play --hall TICKET``, ``hektor resume --hall TICKET``: a table takes part in its hall;
and ``--pairings FILE``: it plays the game that a round has for it. A `game.app.beside.Companion`.
"""

import argparse
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from announce.errors import PlayerError
from announce.words.program import message
from game.base.inbox import Item
from game.play.equipment import Observer
from ground import folders
from hall.ticket import Ticket, read
from record.journal import Archive
from record.session import wall_time
from table.core.conditions import Conditions


def add_options(parser: argparse.ArgumentParser, command: str) -> None:
    """The ticket; and for a new game the pairings."""
    group = parser.add_argument_group("Hall")
    group.add_argument("--hall", nargs="?", const="", metavar="FILE", help="seat.hall")
    if command == "play":
        group.add_argument("--pairings", type=Path, metavar="FILE", help="seat.pairings")


def guest(given: argparse.Namespace) -> "Seat | None":
    """The table of the ticket, if there is one. Raises PlayerError if the ticket cannot be read, if
    it is for another table than ``--table``, or if what a hall needs is not installed."""
    if getattr(given, "pairings", None) is not None:
        from hall.app import round as rounds  # noqa: PLC0415 - few games are of one

        rounds.seat(given)
    if given.hall is None:
        return None
    if importlib.util.find_spec("nats") is None:
        raise PlayerError("hall_extra")
    ticket = read(Path(given.hall) if given.hall else folders.settings() / "hall.toml")
    named = getattr(given, "table", None)
    if named is not None and named != ticket.table:
        raise PlayerError("hall_table", table=named, own=ticket.table)
    return Seat(ticket, given.language)


@dataclass(frozen=True, slots=True)
class Seat:
    """The table of a ticket. A `game.app.beside.Guest`."""

    ticket: Ticket
    language: str

    def agreed(self, agreed: Conditions) -> Conditions:
        """The game stands under the ticket's place."""
        return replace(agreed, place=self.ticket.place, table=self.ticket.table)

    def unfinished(self, archive: Archive) -> int | None:
        """The game that another computer played at this table, if it goes on here."""
        from hall.nats import NatsLine  # noqa: PLC0415 - only with the extra
        from hall.recovery import take_over  # noqa: PLC0415

        game = take_over(archive, self.ticket.place, NatsLine(self.ticket), wall_time())
        if game is not None:
            print(message("hall_taken_over", self.language, game=str(game)).text)
        return game

    def check(self, game: int, agreed: Conditions) -> None:
        """Raises PlayerError for a game of another table."""
        if agreed.place != self.ticket.place:
            raise PlayerError("hall_other", game=game)

    @contextmanager
    def joins(self, archive: Archive, put: Callable[[Item], None]) -> Iterator[Observer]:
        """The table is in its hall, as far as the network lets it."""
        from hall.joining import Membership  # noqa: PLC0415 - only with the extra
        from hall.nats import NatsLine  # noqa: PLC0415
        from hall.outbox import Outbox  # noqa: PLC0415

        ticket = self.ticket
        sent, line = Outbox(archive, ticket.place), partial(NatsLine, ticket)
        member = Membership(sent, ticket.place, ticket.arbiters, line, put)
        member.start()
        try:
            yield member.at_table
        finally:
            member.close()
