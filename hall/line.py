# SPDX-License-Identifier: GPL-3.0-or-later
"""A table's line to the server and that of a desk, as narrow as each needs it: real
(``hall.nats``), or a stand-in that behaves as the server does (``tests/support/servers.py``)."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from game.base.inbox import Foreign
from hall.message import Alive, Cursor, Past
from hall.outbox import Letter

LONGEST = 4
"""So many times longer than the usual wait is the longest."""


def waits(first: float, failed: int, chance: float) -> float:
    """Seconds until whoever has no line tries again, after so many failures in a row. ``first`` is
    the usual wait, ``chance`` from 0 to 1: whoever was cut off together does not come back so, and
    a server that is too busy to let anybody in is not kept so."""
    return float(first * min(2**failed, LONGEST) * (0.5 + chance))


class Cut(Exception):
    """The server does not answer, or lets nobody in."""


Arrived = tuple[bytes, Callable[[], Awaitable[None]]]
"""An order as it came, and how it is marked as done; without that it comes again."""


class Line(Protocol):
    """Every method may raise `Cut`, and then the line is of no use any more."""

    async def open(self) -> None:
        """Before anything else."""

    async def last(self) -> Cursor:
        """The last message of this table that the server has."""

    async def past(self) -> Past:
        """All that the server has of this table."""

    async def publish(self, letter: Letter, after: int) -> int | None:
        """The server has the message on its disk; its number there. ``after`` is that of the one
        before it; None, and nothing is written, if another one is the last of this table."""

    async def alive(self, alive: Alive) -> None:
        """A sign of life, which nobody answers."""

    async def order(self) -> Arrived | None:
        """The next order; None if none came for a while."""

    async def close(self) -> None:
        """It is not needed any more. Raises nothing."""


@dataclass(frozen=True, slots=True)
class Came(Foreign):
    """Something that came to a desk.

    Of a ``table``: that it is ``invited``; an ``entry``, or that a call is ``taken``, with the
    server's number of it; that the table is ``alive``; or an ``order`` that some desk has sent,
    ``age`` seconds ago. Of the line to the server: it was ``read`` to the end, it is ``cut``, or
    the server that the desk runs has ``ended``, and nothing comes any more."""

    kind: str
    table: int = 0
    sequence: int = 0
    data: bytes = b""
    age: float = 0.0


class DeskLine(Protocol):
    """Every method may raise `Cut`, and then the line is of no use any more."""

    async def open(self, tables: Iterable[int]) -> int:
        """Before anything else: the number of the last message that the server has of tables."""

    def messages(self, after: int) -> AsyncIterator[Came]:
        """Who is invited, and all messages after the one with this number, those to come too."""

    async def order(self, table: int, number: int, data: bytes) -> None:
        """The order with this number is on the server's disk, once however often it is sent."""

    async def taken(self, table: int, data: bytes) -> None:
        """That a call is taken is on the server's disk, where all desks read it."""

    async def close(self) -> None:
        """It is not needed any more. Raises nothing."""
