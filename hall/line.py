# SPDX-License-Identifier: GPL-3.0-or-later
"""A table's line to the server, as narrow as a table needs it: real (``hall.nats_line``), or a
stand-in that behaves as the server does (``tests/support/servers.py``)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from hall.message import Alive, Cursor, Past
from hall.outbox import Letter


class Cut(Exception):
    """The server does not answer, or lets nobody in."""


class OutOfOrder(Exception):
    """Another message is the last one of this table than was thought."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An order as it came; it comes again unless it is ``done``."""

    data: bytes
    done: Callable[[], Awaitable[None]]


class Line(Protocol):
    """Every method may raise `Cut`, and then the line is of no use any more."""

    async def open(self) -> None:
        """Before anything else."""

    async def last(self) -> Cursor:
        """The last message of this table that the server has."""

    async def past(self) -> Past:
        """All that the server has of this table."""

    async def publish(self, letter: Letter, after: int) -> int:
        """The server has the message on its disk; its number there. ``after`` is that of the one
        before it. Raises OutOfOrder if that is not the last one."""

    async def alive(self, alive: Alive) -> None:
        """A sign of life, which nobody answers."""

    async def order(self) -> Arrived | None:
        """The next order; None if none came for a while."""

    async def close(self) -> None:
        """It is not needed any more. Raises nothing."""
