# SPDX-License-Identifier: GPL-3.0-or-later
"""Mishaps of a hall, at random moments, with the real server; then everything is looked at.

    python -m bench.hall.torture [--rounds 10] [--tables 10] [--seconds 240] [--minutes 135]
                                 [--seed 1] [--keep FOLDER] [--json FILE]

In a round all tables, both desks and the server have their mishaps at the same time, each of them
one after the other. Every kind happens once to each table, or as often as there are tables to a
desk and to the server: so ten rounds of ten tables have a hundred of each. Each table and each desk
has a network of its own. Both desks give orders all the time.

A cut of minutes lasts ``--minutes`` seconds, longer than whatever ends by itself: an order is gone
after 120, the server forgets after 120 which messages it had, an order comes again after 25, a
client is given up after 8. The server alone would wait longer until it gives up a client, four
minutes; here it waits for 20 seconds (`PINGS`).

In the end everything runs again. Then the server has every entry of every journal once and in
order, no order waits, each was obeyed once or not, and of each that was not it was told why; but of
those that a desk had not sent yet when it was killed.
"""

import argparse
import asyncio
import importlib
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

from bench import results
from bench.hall.desk import GIVEN, HEARD
from bench.hall.place import Place, write_tickets
from bench.hall.proxy import Proxy
from bench.hall.tables import REST
from hall.audit import Games, lacking, streamed
from hall.line import Cut
from hall.nats import ORDERS, NatsDesk
from hall.ticket import user_of
from record.journal import Archive

PLY = 1.5
"""Seconds for which a player thinks in the middle."""

BEGINS_WITHIN = 180
"""Seconds after which every table has begun."""

MENDS_WITHIN = 600
"""Seconds after which everything is there, on a machine that others use as well; an order comes
again after 25, and is given up after 120."""

DISK_MB = 24

PINGS = 'ping_interval: "10s"\nping_max: 2\n'

FORKS = multiprocessing.get_context("forkserver")
"""Every process begins as a copy of one that has loaded all modules: that is most of the work."""

KILLED = "killed"
"""Stands in the log of a desk that was killed there."""

Mishaps = dict[str, Callable[[], None]]
"""By their names."""


class Round:
    """A hall, what is alive in it, and what happens to it."""

    def __init__(self, folder: Path, count: int, seed: int, minutes: float, leaving: ExitStack):
        self.folder, self._seed, self._minutes = folder, seed, minutes
        self.place = Place(folder / "hall", range(1, count + 1))
        with (folder / "hall" / "server.conf").open("a", encoding="utf-8") as file:
            file.write(PINGS)
        self._disk(leaving)
        port = self.place.hall.port
        self.networks = {table: Proxy(port) for table in self.place.hall.tables}
        self.desk_networks = {desk: Proxy(port) for desk in (1, 2)}
        tickets = [self._ticket(table, proxy) for table, proxy in self.networks.items()]
        self.tickets = dict(zip(self.networks, tickets, strict=True))
        self.tables: dict[int, BaseProcess] = {}
        self.desks: dict[int, BaseProcess] = {}
        self.happened: Counter[str] = Counter()
        self.games: Games = {}
        self.settled_s = 0.0
        self._lost = 0
        leaving.callback(self.end)
        self.place.start()
        for desk in self.desk_networks:
            self._desk(desk)
        for table in self.tickets:
            self._table(table)
        self._wait_for_tables()

    def _ticket(self, table: int, proxy: Proxy) -> Path:
        mine = [one for one in self.place.tickets(proxy.port) if one.table == table]
        (path,) = write_tickets(self.folder / "tickets", mine)
        return path

    def _disk(self, leaving: ExitStack) -> None:
        """A small disk of the server's own. Raises CalledProcessError where that is not allowed."""
        self._stream = self.folder / "hall" / "stream"
        self._stream.mkdir()
        size = f"size={DISK_MB}m"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self._stream)]
        subprocess.run(mount, check=True, capture_output=True)
        leaving.callback(subprocess.run, ["umount", "-l", str(self._stream)], check=False)

    def _module(self, name: str, *given: object) -> BaseProcess:
        log = self.folder / f"{name}.log"
        log.touch()
        process = FORKS.Process(target=_runs, args=(name, [*map(str, given)], log))
        process.start()
        return process

    def _log(self, desk: int) -> Path:
        return self.folder / f"orders-{desk}.jsonl"

    def _desk(self, number: int) -> None:
        port, output = self.desk_networks[number].port, self.folder / f"desk-{number}.json"
        given = (self.place.folder, output, port, self._log(number), self.folder / REST)
        self.desks[number] = self._module("desk", *given)

    def _table(self, number: int) -> None:
        seed = f"{self._seed}-{number}-{self._lost}"
        given = (self.tickets[number], 3600, PLY, seed, "again")
        self.tables[number] = self._module("tables", self.folder, *given)

    def _wait_for_tables(self) -> None:
        log, end = self.folder / "tables.log", time.monotonic() + BEGINS_WITHIN
        while log.read_text(encoding="utf-8").count("joined") < len(self.tables):
            if time.monotonic() > end:
                raise TimeoutError(f"not all tables began: {log}")
            time.sleep(0.5)

    # --- What happens -----------------------------------------------------------------------------

    def _of_server(self, rng: random.Random) -> Mishaps:
        def killed() -> None:
            self.place.kill()
            time.sleep(rng.uniform(0, 3))
            self.place.start()

        def disk_full() -> None:
            """The server disables JetStream then, until it is started again with room."""
            filler = self._stream / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 14))
            time.sleep(rng.uniform(1, 8))
            filler.unlink()
            self.place.kill()
            self.place.start()

        return {"server killed": killed, "server's disk full": disk_full}

    def _of_desk(self, number: int, rng: random.Random) -> Mishaps:
        def killed() -> None:
            _killed(self.desks[number])
            with self._log(number).open("a", encoding="utf-8") as log:
                log.write(json.dumps({"table": 0, "number": 0, "is": KILLED}) + "\n")
            self._desk(number)

        network = self.desk_networks[number]
        kinds = (network.cut, network.hold, lambda: network.slow(1.0), lambda: network.lose(0.2))

        def cut() -> None:
            rng.choice(kinds)()
            time.sleep(rng.uniform(0, 15))
            network.mend()

        return {"desk killed": killed, "desk's network cut, held, slow or lossy": cut}

    def _of_table(self, number: int, rng: random.Random) -> Mishaps:
        network = self.networks[number]

        def killed() -> None:
            _killed(self.tables[number])
            time.sleep(rng.uniform(0, 1))
            self._table(number)

        def replaced() -> None:
            """It never comes back; another one has nothing but the ticket."""
            _killed(self.tables[number])
            kept = self.folder / "gone" / str(number)
            kept.mkdir(parents=True)
            for part in self.folder.glob(f"table-{number}.sqlite*"):
                part.rename(kept / part.name)
            for lock in self.folder.glob(f"table-{number}-*.lock"):
                lock.unlink()
            self._lost += 1
            self._table(number)

        def with_network(spoilt: Callable[[], None], least: float, most: float) -> None:
            spoilt()
            time.sleep(rng.uniform(least, most))
            network.mend()

        late, lost = rng.choice((0.1, 0.5, 2.0)), rng.choice((0.05, 0.3))
        return {
            "table killed": killed,
            "table's computer replaced": replaced,
            "network cut for seconds": lambda: with_network(network.cut, 0, 8),
            "network cut for minutes": lambda: with_network(
                network.cut, self._minutes, 1.1 * self._minutes
            ),
            "network held": lambda: with_network(network.hold, 0, 20),
            "network slow": lambda: with_network(lambda: network.slow(late), 1, 8),
            "network loses bytes": lambda: with_network(lambda: network.lose(lost), 1, 8),
            "network puts late after early": lambda: with_network(network.overtake, 9, 20),
        }

    def run(self, seconds: float) -> None:
        """All have their mishaps, each one after the other; those of the server and the desks are
        spread over so many seconds."""
        times, spread = len(self.tables), seconds / len(self.tables) / 2
        ways = [self._suffer("server", self._of_server, times, spread)]
        for desk in self.desks:
            share = times // 2 + (times % 2 if desk == 1 else 0)
            made = lambda rng, desk=desk: self._of_desk(desk, rng)  # noqa: E731
            ways.append(self._suffer(f"desk {desk}", made, share, 2 * spread))
        for table in self.tables:
            made = lambda rng, table=table: self._of_table(table, rng)  # noqa: E731
            ways.append(self._suffer(f"table {table}", made, 1, 3.0))
        threads = [threading.Thread(target=lambda way=way: [*way]) for way in ways]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    def _suffer(
        self, whose: str, made: Callable[[random.Random], Mishaps], times: int, gap: float
    ) -> Iterator[None]:
        """Every mishap so many times, in any order, and nothing for up to two gaps before each."""
        rng = random.Random(f"{self._seed} {whose}")
        mishaps = made(rng)
        order = [*mishaps] * times
        rng.shuffle(order)
        for name in order:
            time.sleep(rng.uniform(0, 2 * gap))
            mishaps[name]()
            self.happened[name] += 1
            yield

    # --- What came of it --------------------------------------------------------------------------

    def settle(self) -> list[str]:
        """Faults when everything runs again."""
        (self.folder / REST).touch()
        began, wrong = time.monotonic(), ["nothing was looked at"]
        while wrong and time.monotonic() < began + MENDS_WITHIN:
            time.sleep(3)
            try:
                wrong = asyncio.run(self._wrong())
            except Cut as error:
                wrong = [f"the server does not answer: {error}"]
        self.settled_s = time.monotonic() - began
        return wrong

    async def _wrong(self) -> list[str]:
        hall = self.place.hall
        desk = NatsDesk(self.place.desk)
        try:
            await desk.open(hall.tables)
            self.games = streamed([(one.table, one.data) async for one in desk.kept()], hall.name)
            stream = desk._client.jetstream()
            waiting = [await stream.consumer_info(ORDERS, user_of(one)) for one in hall.tables]
        finally:
            await desk.close()
        wrong = [
            f"table {table}, game {game[:8]}: {one.view.damage}, {one.twice} twice, {one.orders}"
            for (table, game), one in self.games.items()
            if not one.whole
        ]
        for table in hall.tables:
            archive = Archive(self.folder / f"table-{table}.sqlite")
            wrong += [
                f"table {table}: game {number} of its archive is not there"
                for number in lacking(self.games, table, archive, f"{hall.name}/{table}")
            ]
        held = sum(one.num_pending + one.num_ack_pending for one in waiting)
        dead = [table for table, one in self.tables.items() if one.exitcode is not None]
        dead += [-desk for desk, one in self.desks.items() if one.exitcode is not None]
        silent = self.orders()["silent"]
        return [
            *wrong,
            *([f"{held} orders wait"] if held else []),
            *([f"tables {dead} have ended"] if dead else []),
            *([f"nothing was told of {silent}"] if silent else []),
        ]

    def orders(self) -> dict[str, list[tuple[int, int]]]:
        """The orders, table and number of each, by what became of them. *With its desk*: it had
        not been sent when its desk was killed. *Silent*: nobody was told why it was not obeyed."""
        given, heard, gone = set(), set(), set()
        told: dict[tuple[int, int], str] = {}
        for desk in self.desks:
            waits = set()
            for line in self._log(desk).read_text(encoding="utf-8").splitlines():
                one = json.loads(line)
                order = one["table"], one["number"]
                match one["is"]:
                    case what if what == GIVEN:
                        given.add(order)
                        waits.add(order)
                    case what if what == HEARD:
                        heard.add(order)
                    case what if what == KILLED:
                        gone |= waits - told.keys()
                    case fate:
                        told[order] = fate
        on_record = {
            (table, order) for (table, _), one in self.games.items() for order in one.orders
        }
        assert on_record <= given, f"orders that nobody gave: {on_record - given}"
        found: dict[str, list[tuple[int, int]]] = {"silent": []}
        for order in sorted(given):
            if order in on_record:
                name = "on record"
            elif order in told:
                name = told[order]
            else:
                name = "with its desk" if order in gone - heard else "silent"
            found.setdefault(name, []).append(order)
        return found

    def end(self) -> None:
        """Stop everything."""
        for one in (*self.desks.values(), *self.tables.values()):
            _killed(one)
        self.place.kill()


def _runs(name: str, given: list[str], log: Path) -> None:
    """A module of this package, in a process of its own."""
    with log.open("ab", buffering=0) as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = [name, *given]
    importlib.import_module(f"bench.hall.{name}").main()


def _killed(process: BaseProcess) -> None:
    process.kill()
    process.join()


def main() -> int:
    """Print what happened, and what is wrong; the figures are written after each round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--minutes", type=float, default=135)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where the folder of a round that failed stays")
    results.add_option(parser)
    given = parser.parse_args()
    FORKS.set_forkserver_preload(["bench.hall.desk", "bench.hall.tables"])
    happened, orders, figures = Counter[str](), Counter[str](), Counter[str]()
    settled, failed = list[float](), 0
    for seed in range(given.seed, given.seed + given.rounds):
        with ExitStack() as leaving:
            folder = Path(tempfile.mkdtemp(prefix="hektor-torture-", dir=given.keep))
            hall = Round(folder, given.tables, seed, given.minutes, leaving)
            hall.run(given.seconds)
            wrong = hall.settle()
        became = hall.orders()
        failed += bool(wrong)
        happened += hall.happened
        orders.update({name: len(found) for name, found in became.items()})
        games = hall.games.values()
        figures.update(games=len(games), entries=sum(one.view.entries for one in games))
        settled.append(round(hall.settled_s))
        print(f"seed {seed}: {dict(hall.happened)} {wrong or 'whole'}", flush=True)
        print(
            f"  {settled[-1]} s, { {name: len(one) for name, one in became.items()} }", flush=True
        )
        if wrong:
            print(f"  in {folder}", flush=True)
        results.write(given.json, "hall.torture", {
            "rounds": len(settled), "failed": failed, "tables": given.tables,
            "cut_for_s": given.minutes, "happened": dict(sorted(happened.items())), **figures,
            "orders": dict(sorted(orders.items())), "settled_s": {"worst": max(settled)},
        })  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
