# SPDX-License-Identifier: GPL-3.0-or-later
"""A hall on this machine for a benchmark: its folder, its server, its tickets."""

import json
import os
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hall import server, ticket
from hall.ticket import Ticket
from record.countersign import new_key

NAME, ARBITER, PASSPHRASE = "bench", "Anna Schmidt", "a rook on the seventh rank"


def free_port() -> int:
    """A port on the loopback that nobody uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Place:
    """A hall in a folder, with its server on the loopback, which tells of itself."""

    def __init__(self, folder: Path, tables: Iterable[int]) -> None:
        self.folder = folder
        made = server.new(NAME, "127.0.0.1", {ARBITER: new_key(PASSPHRASE)}, free_port())
        self.hall = server.with_tables(made, tables)
        server.keep(folder, self.hall)
        self.certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
        self._watch = free_port()
        with (folder / "server.conf").open("a", encoding="utf-8") as file:
            file.write(f'http: "127.0.0.1:{self._watch}"\n')
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where its server is."""
        return f"nats://127.0.0.1:{self.hall.port}"

    @property
    def desk(self) -> Ticket:
        """Ticket of a desk on this machine."""
        return server.beside(self.hall, self.certificate)

    def tickets(self, port: int | None = None) -> list[Ticket]:
        """Tickets of all tables; by way of another ``port``, where one is named."""
        made = [server.ticket_of(self.hall, one, self.certificate) for one in self.hall.tables]
        if port is None:
            return made
        return [replace(one, url=f"nats://127.0.0.1:{port}") for one in made]

    def start(self) -> None:
        """The server runs, or will in a moment."""
        self.process = server.start(self.folder)

    def kill(self) -> None:
        """Kill it, as by a power failure but for what the system still writes."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        """End it in order."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def told(self, page: str) -> dict[str, Any]:
        """Facts that the server tells of itself: ``varz``, ``jsz``."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._watch}/{page}", timeout=10) as found:
            told: dict[str, Any] = json.load(found)
            return told


def write_tickets(folder: Path, tickets: Iterable[Ticket]) -> list[Path]:
    """The files that tables are started with."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for one in tickets:
        path = folder / f"table-{one.table}.toml"
        path.write_bytes(ticket.written(one))
        paths.append(path)
    return paths


def memory_mb(pid: int) -> float:
    """The most memory that a process had, in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak) / 1024


def cpu_seconds(pid: int) -> float:
    """Processor time of a process, so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
