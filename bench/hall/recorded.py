# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables that only send: the journals of games that were recorded before, at their pace, over lines
of their own, many in one process. So the server and the desk are what is measured.

    python -m bench.hall.recorded FOLDER TICKETS SECONDS PLY SEED

Each table has another game, begun a little earlier or later. It gives its signs of life and waits
for orders as a real one does (``hall.joining``), but reads no archive and has no thread.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from announce.text.settings import Settings
from bench.hall.tables import READS_BACK
from clock.clock import SECOND
from hall import message, ticket
from hall.joining import BEAT
from hall.message import Alive, Cursor
from hall.nats import NatsLine
from hall.outbox import Letter
from hall.ticket import Ticket
from record import archive_file
from record.archive_file import dumps
from record.journal import Archive, Entry, Opening
from record.session import Session, begin
from table.core.conditions import Conditions
from table.core.inputs import Begin, Hearing, ReadBack, Said
from table.understanding import typed

PLIES = 60

GAMES = 4
"""So many are recorded in a process; each table plays one of them."""

AT_ONCE = 20
"""So many tables come in at once."""


def record(folder: Path, ply: float, rng: random.Random) -> tuple[Opening, list[Entry]]:
    """A game by random moves, as people would play it: where ``ply`` is how many seconds a player
    thinks in the middle."""
    archive = Archive(folder / f"recorded-{os.getpid()}-{rng.random()}.sqlite")
    agreed = Conditions(time_control="120+30", place="bench/1", table=1)
    session: Session = begin(archive, agreed, Settings())
    session.put(Begin(by_move=True), 0)
    at = 0.0
    for _ in range(PLIES):
        state = session.state
        if state.outcome is not None:
            break
        at += max(0.2, rng.uniform(0.2, 1.8) * ply - READS_BACK)
        now = int(at * SECOND)
        list(session.advance(now))
        move = str(rng.choice([*state.position.board.legal_moves]).uci())
        session.put(Hearing(True), now)
        session.put(Said(typed(move, session.state), now, None, move, typed=True), now)
        at += READS_BACK
        session.put(ReadBack(), int(at * SECOND))
        at += 0.45
        list(session.advance(int(at * SECOND)))
    session.close()
    game = archive.games()[0].id
    return archive.opening(game), list(archive.entries(game))


def letters(opening: Opening, entries: list[Entry], given: Ticket) -> Iterator[Letter]:
    """The game as that of another table: with a hash of its own, and the chain after it."""
    before = f"{given.table:064x}"
    conditions = {**opening.conditions, "place": given.place, "table": given.table}
    opening = replace(opening, hash=before, conditions=conditions)
    game = before
    yield Letter(Cursor(game), message.of_opening(opening))
    for entry in entries:
        content = dumps(entry.input), dumps(list(entry.events)), dumps(list(entry.said))
        before = archive_file.link(
            before, opening.number, entry.seq, entry.at, entry.wall, *content, entry.sealed
        )
        made = replace(entry, hash=before)
        yield Letter(Cursor(game, entry.seq), message.of_entry(game, made))


class SendingTable:
    """One table, ``begun`` so many seconds ago."""

    def __init__(
        self, given: Ticket, game: tuple[Opening, list[Entry]], begun: float
    ) -> None:  # fmt: skip
        self.number, self.written = given.table, list[tuple[int, int]]()
        self._line = NatsLine(given)
        self._letters = [*letters(*game, given)]
        self._times = [0.0, *(one.at / SECOND for one in game[1])]
        self._begun, self._sent, self._last = begun, 0, 0

    async def join(self) -> None:
        """Send what was before."""
        await self._line.open()
        while self._sent < len(self._times) and self._times[self._sent] <= self._begun:
            await self._send()

    async def _send(self) -> None:
        letter = self._letters[self._sent]
        sequence = await self._line.publish(letter, self._last)
        assert sequence is not None, "nobody else sends as this table"
        self._last = sequence
        self._sent += 1

    async def play(self, until: float) -> None:
        """Send what follows, at its time."""
        began = time.monotonic() - self._begun
        others = [asyncio.ensure_future(one) for one in (self._beat(began), self._orders())]
        while self._sent < len(self._times):
            due = began + self._times[self._sent]
            if due > until:
                break
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            self.written.append((time.monotonic_ns(), self._sent - 1))
            await self._send()
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        for one in others:
            one.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _beat(self, began: float) -> None:
        game = self._letters[0].place.game
        await asyncio.sleep(random.uniform(0, BEAT))
        while True:
            at = int((time.monotonic() - began) * SECOND)
            await self._line.alive(Alive(game, self._sent - 1, at))
            await asyncio.sleep(BEAT)

    async def _orders(self) -> None:
        while True:
            await self._line.order()

    async def close(self) -> None:
        await self._line.close()


async def run(tables: list[SendingTable], seconds: float) -> float:
    """Let everybody join, then play; seconds of the processor while they did."""
    for at in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(one.join() for one in tables[at : at + AT_ONCE]))
    print("joined", flush=True)
    before, until = time.process_time(), time.monotonic() + seconds
    await asyncio.gather(*(one.play(until) for one in tables))
    spent = time.process_time() - before
    await asyncio.gather(*(one.close() for one in tables))
    return spent


def main() -> None:
    """Send, and write what was measured beside the journals."""
    folder, tickets, seconds, ply, seed = sys.argv[1:]
    rng = random.Random(seed)
    games = [record(Path(folder), float(ply), rng) for _ in range(GAMES)]
    tables = []
    for path in tickets.split(","):
        game = rng.choice(games)
        given = ticket.read(Path(path))
        tables.append(SendingTable(given, game, rng.uniform(0, 2 * float(ply))))
    spent = asyncio.run(run(tables, float(seconds)))
    measured = {
        "written": {one.number: one.written for one in tables}, "asked_ns": [],
        "joined": len(tables), "cpu": spent / float(seconds) / len(tables),
    }  # fmt: skip
    made = Path(folder) / f"tables-{os.getpid()}.json"
    made.write_text(json.dumps(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
