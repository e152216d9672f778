# SPDX-License-Identifier: GPL-3.0-or-later
"""What a hall must survive, at random moments, with the real server; then everything is looked at.

    python -m bench.hall.torture [--rounds 1] [--seconds 40] [--tables 4] [--seed 1] [--json FILE]

Server, desks and tables are killed, the network between tables and server is cut, held up and slow,
the server's disk is full, a table's computer is lost and another one goes on. Two desks give orders
all the time. In the end everything runs again, and then the server has every entry of every journal
once and in order, no order waits, and each was obeyed once or not.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from bench import results
from bench.hall.place import Place, write_tickets
from bench.hall.proxy import Proxy
from bench.hall.tables import REST
from hall.audit import Games, lacking, streamed
from hall.line import Cut
from hall.nats_desk import NatsDesk
from hall.nats_line import ORDERS, user
from record.journal import Archive

PLY = 1.5
"""Seconds for which a player thinks in the middle."""

MENDS_WITHIN = 600
"""Seconds after which everything is there, on a machine that others use as well; an order comes
again after 25."""

DISK_MB = 24


class Round:
    """A hall, what is alive in it, and what happens to it."""

    def __init__(self, folder: Path, tables: int, seed: int, leaving: ExitStack) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.place = Place(folder / "hall", range(1, tables + 1))
        self._disk(leaving)
        self.proxy = Proxy(self.place.hall.port)
        tickets = self.place.tickets(self.proxy.port)
        self.tickets = dict(
            zip(self.place.hall.tables, write_tickets(folder / "tickets", tickets), strict=True)
        )
        self.tables: dict[int, subprocess.Popen[bytes]] = {}
        self.desks: dict[int, subprocess.Popen[bytes]] = {}
        self.gone: list[Path] = []
        self.happened: Counter[str] = Counter()
        leaving.callback(self.end)
        self.place.start()
        for desk in (1, 2):
            self._desk(desk)
        for table in self.tickets:
            self._table(table)

    def _disk(self, leaving: ExitStack) -> None:
        """A small disk of the server's own, where that is allowed."""
        self._stream = self.folder / "hall" / "stream"
        self._stream.mkdir()
        size = f"size={DISK_MB}m"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self._stream)]
        self._small = not subprocess.run(mount, check=False, capture_output=True).returncode
        if self._small:
            leaving.callback(subprocess.run, ["umount", "-l", str(self._stream)], check=False)

    def _module(self, name: str, *given: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"bench.hall.{name}", *map(str, given)]
        log = (self.folder / f"{name}.log").open("ab")
        return subprocess.Popen(command, stdout=log, stderr=log)

    def _desk(self, number: int) -> None:
        log = self.folder / f"orders-{number}.jsonl"
        output = self.folder / f"desk-{number}.json"
        self.desks[number] = self._module("desk", self.place.folder, output, log)

    def _table(self, number: int) -> None:
        seed = self.rng.randrange(1 << 30)
        given = (self.tickets[number], 3600, PLY, seed, "again")
        self.tables[number] = self._module("tables", self.folder, *given)

    # --- What happens -----------------------------------------------------------------------------

    def kill_server(self) -> None:
        self.place.kill()
        self._while(3)
        self.place.start()

    def kill_desk(self) -> None:
        number = self.rng.choice([*self.desks])
        _killed(self.desks[number])
        self._desk(number)

    def kill_table(self) -> None:
        number = self.rng.choice([*self.tables])
        _killed(self.tables[number])
        self._while(1)
        self._table(number)

    def lose_computer(self) -> None:
        """It never comes back; another one has nothing but the ticket."""
        number = self.rng.choice([*self.tables])
        _killed(self.tables[number])
        path = self.folder / f"table-{number}.sqlite"
        if path.exists():
            kept = self.folder / "gone" / str(len(self.gone))
            kept.mkdir(parents=True)
            for part in self.folder.glob(f"table-{number}.sqlite*"):
                part.rename(kept / part.name)
            self.gone.append(kept / path.name)
        for lock in self.folder.glob(f"table-{number}-*.lock"):
            lock.unlink()
        self._table(number)

    def cut_network(self) -> None:
        self.proxy.cut()
        self._while(8)
        self.proxy.mend()

    def hold_network(self) -> None:
        self.proxy.hold()
        self._while(12)
        self.proxy.mend()

    def slow_network(self) -> None:
        self.proxy.slow(self.rng.choice((0.1, 0.5, 2.0)))
        self._while(8)
        self.proxy.mend()

    def fill_disk(self) -> None:
        """The server disables JetStream then, until it is started again with room."""
        if not self._small:
            return
        filler = self._stream / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 14))
        self._while(8)
        filler.unlink()
        self.place.kill()
        self.place.start()

    def _while(self, seconds: float) -> None:
        time.sleep(self.rng.uniform(0, seconds))

    def acts(self) -> dict[str, Callable[[], None]]:
        """By their names."""
        return {
            "server killed": self.kill_server, "desk killed": self.kill_desk,
            "table killed": self.kill_table, "computer lost": self.lose_computer,
            "network cut": self.cut_network, "network held": self.hold_network,
            "network slow": self.slow_network, "disk full": self.fill_disk,
        }  # fmt: skip

    def run(self, seconds: float) -> None:
        """One thing after the other."""
        time.sleep(8)  # everybody is there
        end = time.monotonic() + seconds
        acts = self.acts()
        while time.monotonic() < end:
            name = self.rng.choice([*acts])
            acts[name]()
            self.happened[name] += 1
            self._while(3)

    # --- What came of it --------------------------------------------------------------------------

    def settle(self) -> list[str]:
        """What is wrong when everything runs again."""
        for one in self.desks.values():
            _killed(one)
        (self.folder / REST).touch()
        end, wrong = time.monotonic() + MENDS_WITHIN, ["nothing was looked at"]
        while wrong and time.monotonic() < end:
            time.sleep(2)
            try:
                wrong = asyncio.run(self._wrong())
            except Cut as error:
                wrong = [f"the server does not answer: {error}"]
        return wrong

    async def _wrong(self) -> list[str]:
        hall = self.place.hall
        desk = NatsDesk(self.place.url, hall.desk, self.place.certificate)
        try:
            await desk.open(hall.tables)
            games = streamed([(one.table, one.data) async for one in desk.kept()])
            stream = desk._client.jetstream()
            waiting = [await stream.consumer_info(ORDERS, user(one)) for one in hall.tables]
        finally:
            await desk.close()
        wrong = [
            f"table {table}, game {game[:8]}: {one.view.damage}, {one.twice} twice, {one.orders}"
            for (table, game), one in games.items()
            if not one.whole
        ]
        for table in hall.tables:
            archive = Archive(self.folder / f"table-{table}.sqlite")
            wrong += [
                f"table {table}: game {number} of its archive is not there"
                for number in lacking(games, table, archive, f"{hall.name}/{table}")
            ]
        held = sum(one.num_pending + one.num_ack_pending for one in waiting)
        dead = [table for table, one in self.tables.items() if one.poll() is not None]
        self.games = games
        return [
            *wrong,
            *([f"{held} orders wait"] if held else []),
            *([f"tables {dead} have ended"] if dead else []),
        ]

    def orders(self) -> tuple[int, int]:
        """How many were given, and how many of them are on record."""
        logs = self.folder.glob("orders-*.jsonl")
        lines = [line for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
        given = {(one["table"], one["number"]) for one in map(json.loads, lines)}
        found: Games = self.games
        on_record = {(table, order) for (table, _), one in found.items() for order in one.orders}
        assert on_record <= given, f"orders that nobody gave: {on_record - given}"
        return len(given), len(on_record)

    def end(self) -> None:
        """Nothing runs any more."""
        for one in (*self.desks.values(), *self.tables.values()):
            _killed(one)
        self.place.kill()


def _killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def main() -> int:
    """Print what happened, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where the folder of a round that failed stays")
    results.add_option(parser)
    given = parser.parse_args()
    happened, figures = Counter[str](), Counter[str]()
    failed = 0
    for seed in range(given.seed, given.seed + given.rounds):
        with ExitStack() as leaving:
            name = tempfile.mkdtemp(prefix="hektor-torture-", dir=given.keep)
            hall = Round(Path(name), given.tables, seed, leaving)
            hall.run(given.seconds)
            wrong = hall.settle()
            failed += bool(wrong)
            happened += hall.happened
            if not wrong:
                orders, on_record = hall.orders()
                games = hall.games.values()
                entries = sum(one.view.entries for one in games)
                figures.update(orders=orders, on_record=on_record, entries=entries)
                figures.update(games=len(games))
            print(f"seed {seed}: {dict(hall.happened)} {wrong or 'whole'}", flush=True)
            if wrong:
                print(f"  in {name}", flush=True)
    print(f"{given.rounds} rounds, {failed} failed; {dict(happened)}; {dict(figures)}")
    found: dict[str, Any] = {"rounds": given.rounds, "failed": failed, "happened": dict(happened)}
    results.write(given.json, "hall.torture", {**found, **figures})
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
