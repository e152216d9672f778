# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall``: makes the tickets of a hall's tables, and runs its server.

``hektor hall invite 1-40`` makes a file for each table; ``hektor hall serve`` starts the server and
prints what is said at the tables, line by line; ``hektor hall verify`` checks what the server has.
"""

import argparse
import asyncio
import importlib.util
from pathlib import Path

from announce.errors import PlayerError, bad_value
from announce.words.program import message
from game.app import options
from game.app.commands.hall_verify import verify
from ground import files, folders
from ground.text import one_line
from hall import server, ticket
from hall.message import BadMessage, Written, read
from record import countersign


def add_hall_options(parser: argparse.ArgumentParser) -> None:
    """What is to be done, and for which hall."""
    parser.add_argument("what", choices=("invite", "serve", "verify"), help="hall.what")
    parser.add_argument("tables", nargs="?", default="", help="hall.tables")
    parser.add_argument("--name", default="", help="hall.name", metavar="NAME")
    parser.add_argument("--host", default="", help="hall.host", metavar="HOST")
    parser.add_argument("--arbiter", action="append", default=[], help="hall.arbiter",
        metavar="NAME")  # fmt: skip
    parser.add_argument("--folder", type=Path, default=None, help="hall.folder", metavar="FOLDER")
    parser.add_argument("--server", default=None, help="hall.server", metavar="PROGRAM")
    options.add_settings(parser, "hall")


def run_hall(given: argparse.Namespace) -> int:
    """Tickets, or the server until it is ended."""
    folder = (given.folder or folders.data() / "hall").absolute()
    try:
        if given.what == "invite":
            return _invite(given, folder)
        hall = server.load(folder)
        if hall is None:
            raise PlayerError("hall_new")
        if importlib.util.find_spec("nats") is None:
            raise PlayerError("hall_extra")
        if given.what == "verify":
            return verify(hall, folder, given.language)
        return _serve(given, hall, folder)
    except OSError as error:
        raise PlayerError("hall_folder", path=folder, reason=error.strerror) from error


def _invite(given: argparse.Namespace, folder: Path) -> int:
    """Tables that have a ticket keep it; arbiters are asked for their passphrase, and what is kept
    is a public key."""
    try:
        tables = server.numbers(given.tables)
    except ValueError as error:
        raise bad_value("invite", given.tables, "1-40, 3,7…") from error
    hall = server.load(folder)
    if hall is None:
        if not (given.name and given.host and given.arbiter) or "/" in given.name:
            raise PlayerError("hall_new")
        arbiters = {name: options.new_passphrase(given.language) for name in given.arbiter}
        hall = server.new(given.name, given.host, arbiters)
    hall = server.with_tables(hall, tables)
    server.keep(folder, hall)
    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    files.make_folder(folder / "tickets")
    for table in tables:
        path = folder / "tickets" / f"table-{table}.toml"
        files.write(path, ticket.written(server.ticket(hall, table, certificate)))
    print(message("hall_tickets", given.language, path=str(folder / "tickets")).text)
    for name, key in hall.arbiters.items():
        print(f"{name}: {countersign.fingerprint(key)}")
    return 0


def _serve(given: argparse.Namespace, hall: server.Hall, folder: Path) -> int:
    """Print what is said at each table, behind its number, until somebody ends it."""
    served = server.Served(folder, given.server)
    print(message("hall_serves", given.language, path=str(folder / "server.log")).text, flush=True)
    try:
        asyncio.run(_follow(hall, folder, served))
        return served.stop()
    finally:
        served.stop()


async def _follow(hall: server.Hall, folder: Path, served: server.Served) -> None:
    """What the tables have sent and send, each message once."""
    from hall.line import Cut  # noqa: PLC0415 - only with the extra
    from hall.nats_desk import NatsDesk  # noqa: PLC0415

    certificate, last = (folder / "certificate.pem").read_text(encoding="utf-8"), 0
    while served.runs:
        hall = server.load(folder) or hall
        desk = NatsDesk(f"nats://127.0.0.1:{hall.port}", hall.desk, certificate)
        try:
            await desk.open(hall.tables)
            desk.expect(folder, hall, served.again)
            async for came in desk.messages(last):
                last = max(last, came.sequence)
                for said in _said(came.kind, came.data):
                    print(f"{came.table}: {one_line(said)}", flush=True)
        except Cut:
            await asyncio.sleep(1)
        finally:
            await desk.close()


def _said(kind: str, data: bytes) -> tuple[str, ...]:
    """What was said at a table, by one message of it."""
    if kind != "entry":
        return ()
    try:
        found = read(data)
    except BadMessage:
        return ()
    return found.entry.said if isinstance(found, Written) else ()
