# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall in a process of its own, without its page.

python -m bench.hall.desk FOLDER OUTPUT
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.hall.place import ARBITER, PASSPHRASE, cpu_seconds, memory_mb
from hall import message, server
from hall.desk import TableView, with_alive, with_message
from hall.line import Cut
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
        self.line: NatsDesk | None = None
        self.last = self.bytes = self.messages = self.signs = 0

    async def follow(self, folder: Path) -> None:
        """Until it is cancelled; a line that is cut is made anew."""
        while True:
            hall = server.load(folder)
            assert hall is not None
            certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
            line = NatsDesk(f"nats://127.0.0.1:{hall.port}", hall.desk, certificate)
            try:
                await line.open(hall.tables)
                print("open", flush=True)
                self.line = line
                async for one in line.messages(self.last):
                    self.take(one.kind, one.table, one.sequence, one.data)
            except Cut:
                await asyncio.sleep(0.5)
            finally:
                self.line = None
                await line.close()

    def take(self, kind: str, table: int, sequence: int, data: bytes) -> None:
        """One message of a table."""
        view = self.views[table]
        if kind == "alive":
            self.signs += 1
            found = with_alive(view, message.read_alive(data), time.monotonic_ns())
        else:
            self.last = max(self.last, sequence)
            self.bytes, self.messages = self.bytes + len(data), self.messages + 1
            found = with_message(view, message.read(data))
        self.views[table] = found
        if kind == "entry":
            self.came.append((time.monotonic_ns(), table, found.games, found.entries - 1))


async def give_orders(seen: DeskSeen, log: Path, pen: Callable[[bytes], str], hall: str) -> None:
    """One after the other, for any table, until it is cancelled."""
    while True:
        await asyncio.sleep(random.uniform(0.2, 1.5))
        views = [one for one in seen.views.values() if one.opening is not None]
        if seen.line is None or not views:
            continue
        view = random.choice(views)
        assert view.opening is not None
        number = number_after(view.last_order, time.time_ns() // 1_000_000)
        text = random.choice(("zwei Minuten für Weiß", "eine Minute für Schwarz", "Springer"))
        intent = typed(text, new_state(Conditions()), Role.ARBITER)
        if not isinstance(intent, Order | Command):
            continue
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"table": view.table, "number": number}) + "\n")
        given = Ordered(number, ARBITER, intent, text)
        place = f"{hall}/{view.table}"
        with contextlib.suppress(Cut):
            data = sealed(place, view.opening.hash, given, pen)
            await seen.line.order(view.table, number, data)


async def main() -> None:
    """Follow the hall until SIGTERM; then write what was measured."""
    folder, output, *logs = map(Path, sys.argv[1:])
    hall = server.load(folder)
    assert hall is not None
    seen = DeskSeen(hall)
    following = asyncio.ensure_future(seen.follow(folder))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, following.cancel)
    pen = signer(PASSPHRASE, hall.arbiters[ARBITER])
    assert pen is not None
    giving = [asyncio.ensure_future(give_orders(seen, one, pen, hall.name)) for one in logs]
    await asyncio.wait([following, *giving], return_when=asyncio.FIRST_COMPLETED)
    for one in (following, *giving):
        if one.done() and not one.cancelled():
            one.result()
    views = seen.views.values()
    output.write_text(json.dumps({
        "came": seen.came, "bytes": seen.bytes, "messages": seen.messages, "signs": seen.signs,
        "damaged": [one.table for one in views if one.damage is not None],
        "memory_mb": memory_mb(os.getpid()), "cpu_s": cpu_seconds(os.getpid()),
    }), encoding="utf-8")  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main())
