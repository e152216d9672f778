# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall in a process of its own, without its page.

python -m bench.hall.desk FOLDER OUTPUT
"""

import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bench.hall.place import ARBITER, PASSPHRASE, cpu_seconds, memory_mb
from hall import message, server
from hall.desk import TableView, with_alive, with_message
from hall.following import Follower, Signal, Unsent
from hall.line import Came
from hall.nats_desk import NatsDesk
from hall.orders import number_after, sealed
from record.countersign import signer
from table.core.conditions import Conditions
from table.core.inputs import Ordered
from table.core.state import new_state
from table.events.game import Role
from table.understanding import typed
from voice.language.commands import Command
from voice.language.orders import Order


class DeskSeen:
    """All tables as a desk knows them, and when it knew each entry."""

    def __init__(self, hall: server.Hall) -> None:
        self.views = {number: TableView(number) for number in hall.tables}
        self.came: list[tuple[int, int, int, int]] = []  # when, table, game, entry
        self.line = False
        self.bytes = self.messages = self.signs = 0

    def put(self, found: Came | Signal | Unsent) -> None:
        """From the thread of the desk."""
        match found:
            case Signal.CAUGHT_UP:
                print("open", flush=True)
                self.line = True
            case Signal():
                self.line = False
            case Came("entry" | "alive"):
                self._take(found)

    def _take(self, came: Came) -> None:
        view = self.views[came.table]
        if came.kind == "alive":
            self.signs += 1
            found = with_alive(view, message.read_alive(came.data), time.monotonic_ns())
        else:
            self.bytes, self.messages = self.bytes + len(came.data), self.messages + 1
            found = with_message(view, message.read(came.data))
            self.came.append((time.monotonic_ns(), came.table, found.games, found.entries - 1))
        self.views[came.table] = found


def give_order(
    seen: DeskSeen, follower: Follower, log: Path, pen: Callable[[bytes], str], hall: str
) -> None:
    """One for any table, if there is a line."""
    views = [one for one in seen.views.values() if one.opening is not None]
    if not seen.line or not views:
        return
    view = random.choice(views)
    assert view.opening is not None
    number = number_after(view.last_order, time.time_ns() // 1_000_000)
    text = random.choice(("zwei Minuten für Weiß", "eine Minute für Schwarz", "Springer"))
    intent = typed(text, new_state(Conditions()), Role.ARBITER)
    if not isinstance(intent, Order | Command):
        return
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"table": view.table, "number": number}) + "\n")
    given = Ordered(number, ARBITER, intent, text)
    place = f"{hall}/{view.table}"
    follower.order(view.table, number, sealed(place, view.opening.hash, given, pen))


def main() -> None:
    """Follow the hall until SIGTERM; then write what was measured."""
    folder, output, *logs = map(Path, sys.argv[1:])
    hall = server.load(folder)
    assert hall is not None
    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    url, password = f"nats://127.0.0.1:{hall.port}", hall.desk
    seen, left = DeskSeen(hall), threading.Event()
    follower = Follower(lambda: NatsDesk(url, password, certificate), lambda: hall.tables, seen.put)
    signal.signal(signal.SIGTERM, lambda *_: left.set())
    pen = signer(PASSPHRASE, hall.arbiters[ARBITER])
    assert pen is not None
    follower.start()
    while not left.wait(random.uniform(0.2, 1.5)):
        for log in logs:
            give_order(seen, follower, log, pen, hall.name)
    follower.close()
    views = seen.views.values()
    output.write_text(json.dumps({
        "came": seen.came, "bytes": seen.bytes, "messages": seen.messages, "signs": seen.signs,
        "damaged": [one.table for one in views if one.damage is not None],
        "memory_mb": memory_mb(os.getpid()), "cpu_s": cpu_seconds(os.getpid()),
    }), encoding="utf-8")  # fmt: skip


if __name__ == "__main__":
    main()
