# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of a hall in one process, each with a game of its own on disk and the real thread of a
hall (``hall.joining``); only people, speech and sound are reckoned.

    python -m bench.hall.tables FOLDER TICKETS SECONDS PLY SEED [again]

When a file of the name `REST` is there nobody plays any more, but orders are obeyed. With "again"
a game that is there, or that another computer played, goes on.
"""

import asyncio
import heapq
import json
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import chess

from announce.text.settings import Settings
from hall import ticket
from hall.joining import Membership, Presence
from hall.line import Cut
from hall.nats import NatsLine
from hall.outbox import Outbox
from hall.recovery import take_over
from hall.ticket import Ticket
from record.journal import Archive
from record.session import Session, begin, resume, wall_time
from table.core.conditions import Conditions
from table.core.inputs import Begin, Hearing, Input, Ordered, ReadBack, Said
from table.understanding import typed

REST = "rest"

READS_BACK = 1.5
"""Seconds in which a move is read back."""

SETTLES = 3
"""Seconds for which nobody plays at the end."""

JOINS_WITHIN = 60
"""Seconds for which nobody plays until all tables are in the hall."""

LOOKS = 1.0
"""Seconds between two turns of the loop of a game in which nothing happens."""


class PlayedTable:
    """One table: a game by random moves, at a pace of its own."""

    def __init__(
        self, folder: Path, given: Ticket, ply: float, rng: random.Random, again: bool
    ) -> None:
        """``ply`` is how many seconds a player thinks in the middle; ``again``: the game goes on
        that was played before."""
        self.archive = Archive(folder / f"table-{given.table}.sqlite")
        self.number, self._ply, self._rng = given.table, ply, rng
        agreed = Conditions(time_control="120+30", place=given.place, table=given.table)
        game = self._found(given) if again else None
        if game is not None:
            self.session, began = resume(self.archive, game, Settings())
        else:
            self.session, began = begin(self.archive, agreed, Settings()), 0
        self._began = time.monotonic_ns() - began
        self._inbox: queue.SimpleQueue[Ordered] = queue.SimpleQueue()
        self.written: list[tuple[int, int]] = []  # when an entry was on disk, and how far it went
        self.asked_ns: list[int] = []
        self.joined, self._rest = False, folder / REST
        self._acts = self._play()
        sent = Outbox(self.archive, given.place)
        line = partial(NatsLine, given)
        self.member = Membership(sent, given.place, given.arbiters, line, self._inbox.put)
        self.member.start()

    def _found(self, given: Ticket) -> int | None:
        """The game that goes on, as in `hektor resume --hall`; but where there is none, the hall is
        asked until it answers."""
        while True:
            game = take_over(self.archive, given.place, NatsLine(given), wall_time())
            here = [one.id for one in self.archive.games()]
            if game is not None or here:
                return game or here[0]
            if asyncio.run(_answers(NatsLine(given))):
                return None
            time.sleep(0.5)

    @property
    def now(self) -> int:
        """The time of the game."""
        return time.monotonic_ns() - self._began

    def turn(self) -> float:
        """Do what is due; in how many seconds something will be."""
        while not self._inbox.empty():
            self._put(self._inbox.get())
        for _ in self.session.advance(self.now):
            self._noted()
        wait = LOOKS / 2 if self._rest.exists() else next(self._acts)
        self.session.alive(self.now)
        self._told()
        return wait

    def joins(self) -> bool:
        """True when the table is in the hall."""
        self._told()
        return self.joined

    def _play(self) -> Iterator[float]:
        """Each act, and the seconds until the next."""
        yield self._rng.uniform(0, self._ply)
        session: Session = self.session
        while True:
            state = session.state
            if not state.started:
                self._put(Begin(by_move=True))
            if state.outcome is not None or (state.clock.running is None and state.started):
                yield LOOKS
                continue
            self._put(Hearing(True))
            move = self._move(state.position.board)
            self._put(Said(typed(move, session.state), self.now, None, move, typed=True))
            yield READS_BACK
            if session.state.spoken is not None:
                self._put(ReadBack())
            yield 0.45
            left = self._rng.uniform(0.2, 1.8) * self._ply - READS_BACK
            while left > 0:
                yield min(left, LOOKS)
                left -= LOOKS

    def _move(self, board: chess.Board) -> str:
        return str(self._rng.choice([*board.legal_moves]).uci())

    def _put(self, given: Input) -> None:
        self.session.put(given, self.now)
        self._noted()

    def _noted(self) -> None:
        journal: Any = self.session
        self.written.append((time.monotonic_ns(), journal._journal._seq - 1))
        self._told()

    def _told(self) -> None:
        before = time.monotonic_ns()
        told = self.member.at_table(self.session.state, self.now)
        self.joined = self.joined or told is Presence.JOINED
        self.asked_ns.append(time.monotonic_ns() - before)

    def close(self) -> None:
        """Leave it, in order."""
        self.member.close()
        self.session.close()


async def _answers(line: NatsLine) -> bool:
    """True if the hall is there and has nothing of this table."""
    try:
        await line.open()
        return not (await line.last()).game
    except Cut:
        return False
    finally:
        await line.close()


def halls_cpu() -> dict[int, float]:
    """Seconds of the processor that the threads of the hall had so far."""
    return {
        one.ident: time.clock_gettime(time.pthread_getcpuclockid(one.ident))
        for one in threading.enumerate()
        if one.name == "hall" and one.ident is not None
    }


def main() -> None:
    """Play, and write what was measured beside the archives."""
    folder, tickets, seconds, ply, seed, *more = sys.argv[1:]
    leaves: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: leaves.append(number))
    tables = [
        PlayedTable(
            Path(folder), ticket.read(path), float(ply), random.Random(f"{seed} {path}"), bool(more)
        )
        for path in map(Path, tickets.split(","))
    ]
    joins_until = time.monotonic() + JOINS_WITHIN
    while not more and not all(one.joins() for one in tables) and time.monotonic() < joins_until:
        time.sleep(0.1)
    print("joined", flush=True)
    due = [(time.monotonic(), at) for at in range(len(tables))]
    heapq.heapify(due)
    cpu, began = halls_cpu(), time.monotonic()
    end = began + float(seconds)
    while not leaves and due[0][0] < end:
        at, which = heapq.heappop(due)
        time.sleep(max(0.0, at - time.monotonic()))
        wait = tables[which].turn()
        heapq.heappush(due, (time.monotonic() + wait, which))
    spent = sum(halls_cpu().values()) - sum(cpu.values())
    measured = {
        "written": {one.number: one.written for one in tables},
        "asked_ns": [each for one in tables for each in one.asked_ns],
        "joined": sum(one.joined for one in tables),
        "cpu": spent / (time.monotonic() - began) / len(tables),
    }
    settled = time.monotonic() + min(SETTLES, float(seconds))
    while not leaves and time.monotonic() < settled:
        time.sleep(0.1)  # what is under way arrives
    path = Path(folder) / f"tables-{os.getpid()}.json"
    path.write_text(json.dumps(measured), encoding="utf-8")
    for one in tables:
        one.close()


if __name__ == "__main__":
    main()
