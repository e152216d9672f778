# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall in a process of its own, without its page.

    python -m bench.hall.desk FOLDER OUTPUT [PORT LOG REST]

Where there is a ``LOG``, it gives orders, until there is a file ``REST``, and logs of each that it
was given, that the server had it (`HEARD`), and what would be told of it.
"""

import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bench.hall.place import ARBITER, PASSPHRASE, cpu_seconds, memory_mb
from hall import message, server
from hall.desk import Given, TableView, gone_out, told_now, with_alive, with_message
from hall.following import Follower, Unsent
from hall.line import Came
from hall.nats import NatsDesk
from hall.orders import believed, number_after, sealed
from record.countersign import signer
from table.core.conditions import Conditions
from table.core.inputs import Ordered
from table.core.state import new_state
from table.events.game import Role
from table.understanding import typed
from voice.language.commands import Command
from voice.language.orders import Order

GIVEN, HEARD = "given", "heard"
"""Beside the fates of orders: what the log says of each."""


class DeskSeen:
    """All tables as a desk knows them, and when it knew each entry."""

    def __init__(self, hall: server.Hall, log: Path | None = None) -> None:
        self.views = {number: TableView(number) for number in hall.tables}
        self.came: list[tuple[int, int, int, int]] = []  # when, table, game, entry
        self.line = False
        self.bytes = self.messages = self.signs = 0
        self._hall, self._log = hall, log
        self._given: dict[tuple[int, int], Given] = {}
        self._lock = threading.Lock()

    def put(self, found: Came | Unsent) -> None:
        """From the thread of the desk."""
        with self._lock:
            self._put(found)

    def _put(self, found: Came | Unsent) -> None:
        match found:
            case Came("read"):
                print("open", flush=True)
                self.line = True
            case Came("cut" | "ended"):
                self.line = False
            case Came("entry" | "alive"):
                self._take(found)
            case Came("order", table):
                order, _ = believed(found.data, self._hall.arbiters)
                if isinstance(order, Ordered):
                    self._note(table, order, HEARD, time.monotonic() - found.age)
            case Unsent(table, number):
                given = self._given[table, number]
                self._given[table, number] = Given(
                    number, given.text, given.by, given.sent, frozenset({table}), given.told
                )

    def _take(self, came: Came) -> None:
        view = self.views[came.table]
        if came.kind == "alive":
            self.signs += 1
            found = with_alive(view, message.read_alive(came.data), time.monotonic_ns())
        else:
            self.bytes, self.messages = self.bytes + len(came.data), self.messages + 1
            found = with_message(view, message.read(came.data, f"{self._hall.name}/{came.table}"))
            self.came.append((time.monotonic_ns(), came.table, found.games, found.entries - 1))
        self.views[came.table] = found

    def _note(self, table: int, order: Ordered, what: str, at: float) -> None:
        new = Given(order.number, order.heard, order.by)
        known = self._given.get((table, order.number), new)
        self._given[table, order.number] = gone_out(known, table, at)
        self._write(table, order.number, what)

    def _write(self, table: int, number: int, what: str) -> None:
        if self._log is not None:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"table": table, "number": number, "is": what}) + "\n")

    def tell(self) -> None:
        """Tell nothing: what there is to tell of orders is in the log."""
        with self._lock:
            if not self.line:
                return
            for (table, number), given in self._given.items():
                after, found = told_now(given, self.views, time.monotonic())
                self._given[table, number] = after
                for outcome in found.values():
                    self._write(table, number, outcome.fate)

    def order(self, follower: Follower, pen: Callable[[bytes], str]) -> None:
        """Give one to any table, if there is a line."""
        with self._lock:
            views = [one for one in self.views.values() if one.opening is not None]
            if not self.line or not views:
                return
            view = random.choice(views)
            assert view.opening is not None
            last = max(
                [view.last_order, *(one for table, one in self._given if table == view.table)]
            )
            number = number_after(last, time.time_ns() // 1_000_000)
            text = random.choice(("zwei Minuten für Weiß", "eine Minute für Schwarz", "Springer"))
            intent = typed(text, new_state(Conditions()), Role.ARBITER)
            if not isinstance(intent, Order | Command):
                return
            given = Ordered(number, ARBITER, intent, text)
            self._note(view.table, given, GIVEN, time.monotonic())
        place = f"{self._hall.name}/{view.table}"
        follower.order(view.table, number, sealed(place, view.opening.hash, given, pen))


def main() -> None:
    """Follow the hall until SIGTERM; then write what was measured."""
    folder, output, *more = sys.argv[1:]
    hall = server.load(Path(folder))
    assert hall is not None
    certificate = (Path(folder) / "certificate.pem").read_text(encoding="utf-8")
    port, log, rest = more or (hall.port, "", "")
    own = replace(server.beside(hall, certificate), url=f"nats://127.0.0.1:{port}")
    seen, left = DeskSeen(hall, Path(log) if log else None), threading.Event()
    follower = Follower(lambda: NatsDesk(own), lambda: hall.tables, seen.put)
    signal.signal(signal.SIGTERM, lambda *_: left.set())
    pen = signer(PASSPHRASE, hall.arbiters[ARBITER])
    assert pen is not None
    follower.start()
    while not left.wait(random.uniform(0.2, 1.5)):
        if log and not Path(rest).exists():
            seen.order(follower, pen)
        seen.tell()
    follower.close()
    views = seen.views.values()
    Path(output).write_text(json.dumps({
        "came": seen.came, "bytes": seen.bytes, "messages": seen.messages, "signs": seen.signs,
        "damaged": [one.table for one in views if one.damage is not None],
        "memory_mb": memory_mb(os.getpid()), "cpu_s": cpu_seconds(os.getpid()),
    }), encoding="utf-8")  # fmt: skip


if __name__ == "__main__":
    main()
