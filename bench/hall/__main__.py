# SPDX-License-Identifier: GPL-3.0-or-later
"""How late an entry of a table is on the desk, and what desk, server and tables pay for it.

    python -m bench.hall [--tables 200] [--seconds 60] [--ply 12] [--processes 4] [--recorded]
                         [--json FILE]

A real nats-server with TLS, a desk in a process of its own, and tables that play as `hektor play
--hall` does, many in a process, without people, speech and sound. Each has its archive on the disk.
A player thinks for ``--ply`` seconds in the middle: ten times faster than two minutes, as in a game
of four hours. *Late* is from when an entry is on the table's disk until the desk has done it again.

With ``--recorded`` the tables only send games that were recorded before (``bench.hall.recorded``):
more of them than a machine can play, and what is measured are the server and the desk.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import results
from bench.hall.place import Place, cpu_seconds, memory_mb, write_tickets


def module(name: str, *given: object, **more: Any) -> subprocess.Popen[str]:
    """A module of this package as a process."""
    command = [sys.executable, "-m", f"bench.hall.{name}", *map(str, given)]
    return subprocess.Popen(command, text=True, **more)


def measured(
    tables: int, seconds: float, ply: float, processes: int, kind: str = "tables"
) -> dict[str, Any]:
    """One run; ``kind`` is the module that plays."""
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="hektor-hall-")))
        place = Place(folder / "hall", range(1, tables + 1))
        place.start()
        leaving.callback(place.stop)
        began = time.monotonic()
        desk = module("desk", place.folder, folder / "desk.json", stdout=subprocess.PIPE)
        assert desk.stdout is not None
        assert desk.stdout.readline() == "open\n"
        opened = time.monotonic() - began
        paths = write_tickets(folder / "tickets", place.tickets())
        players = []
        for at in range(processes):
            given = (folder, ",".join(map(str, paths[at::processes])), seconds, ply, at)
            players.append(module(kind, *given, stdout=subprocess.PIPE))
        for one in players:
            assert one.stdout is not None
            one.stdout.readline()  # its tables are in the hall
        first = spent(place, desk.pid)
        time.sleep(seconds)
        last = spent(place, desk.pid)
        for one in players:
            one.wait()
        time.sleep(min(3, seconds))  # what is under way arrives
        assert place.process is not None
        memory = memory_mb(place.process.pid)
        desk.terminate()
        desk.wait()
        seen = json.loads((folder / "desk.json").read_text(encoding="utf-8"))
        played = [json.loads(one.read_text(encoding="utf-8")) for one in folder.glob("tables-*")]
    a_minute = {name: 60 * (last[name] - first[name]) / seconds for name in first}
    return {
        **lateness(seen, played),
        **costs(seen, played, tables),
        "opened_s": round(opened, 1),
        "server_mb": round(memory),
        "server_cpu": round(a_minute["server"], 1),
        "desk_cpu": round(a_minute["desk"], 1),
        "network_kb": round(a_minute["bytes"] / 1024 / tables, 1),
        "network_messages": round(a_minute["messages"] / tables),
    }


def spent(place: Place, desk: int) -> dict[str, float]:
    """Seconds of the processor and what went over the network, so far."""
    assert place.process is not None
    told = place.told("varz")
    return {
        "server": cpu_seconds(place.process.pid),
        "desk": cpu_seconds(desk),
        "bytes": told["in_bytes"] + told["out_bytes"],
        "messages": told["in_msgs"] + told["out_msgs"],
    }


def lateness(seen: dict[str, Any], played: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """In milliseconds, of all entries; and how many never came."""
    came = {(table, entry): at for at, table, _, entry in seen["came"]}
    late, lost = [], 0
    for one in played:
        for table, written in one["written"].items():
            for at, entry in written:
                there = came.get((int(table), entry))
                lost += there is None
                if there is not None:
                    late.append(max(0.0, (there - at) / 1e6))
    late.sort()
    if not late:
        return {"entries": 0, "lost": lost}
    return {
        "entries": len(late), "lost": lost,
        "late_ms": {
            "median": round(late[len(late) // 2], 1), "p99": round(late[len(late) * 99 // 100], 1),
            "worst": round(late[-1], 1),
        },
    }  # fmt: skip


def costs(seen: dict[str, Any], played: Sequence[dict[str, Any]], tables: int) -> dict[str, Any]:
    """Processor time of the desk, and of a table on average."""
    asked = sorted(each for one in played for each in one["asked_ns"])
    return {
        "joined": sum(one["joined"] for one in played),
        "damaged": len(seen["damaged"]),
        "desk_mb": round(seen["memory_mb"]),
        "entry_bytes": round(seen["bytes"] / max(1, seen["messages"])),
        "messages": round(seen["messages"] / tables, 1),
        "table_cpu_percent": round(100 * max(one["cpu"] for one in played), 2),
        **({"asked_us": {
            "median": round(asked[len(asked) // 2] / 1e3),
            "p99": round(asked[len(asked) * 99 // 100] / 1e3),
        }} if asked else {}),
    }  # fmt: skip


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ply", type=float, default=12)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--recorded", action="store_true")
    results.add_option(parser)
    given = parser.parse_args()
    kind = "recorded" if given.recorded else "tables"
    figures = measured(given.tables, given.seconds, given.ply, given.processes, kind)
    print(f"load {os.getloadavg()[0]:.1f}")
    for name, figure in figures.items():
        print(f"{name:18} {figure}")
    results.write(given.json, "hall", {"tables": given.tables, **figures})


if __name__ == "__main__":
    main()
