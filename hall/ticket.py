# SPDX-License-Identifier: GPL-3.0-or-later
"""The ticket of a table: a file with all that it needs to be in its hall, and nothing that would
let it do anything for another table."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from announce.errors import PlayerError

OF_DESK = 0
"""The number that the ticket of a desk has in the place of a table's."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Ticket:
    """Table number ``table`` of the ``hall``, or `OF_DESK`, whose server is at ``url``.

    ``certificate`` is the only one that is trusted, in PEM; ``arbiters`` are the public keys of
    those whose orders count (``record.countersign``). The ``password`` is in no message and on no
    record."""

    hall: str
    table: int
    url: str
    password: str = field(repr=False)
    certificate: str = ""
    arbiters: Mapping[str, str] = field(default_factory=dict)

    @property
    def user(self) -> str:
        """The name at the server."""
        return user_of(self.table)

    @property
    def place(self) -> str:
        """The hall and the table, as in the conditions of a game."""
        return f"{self.hall}/{self.table}"


def user_of(table: int) -> str:
    """The name of a table or a desk at the server, and of a table's consumers."""
    return "desk" if table == OF_DESK else f"table-{table}"


def written(ticket: Ticket) -> bytes:
    """The content of the file."""
    lines = [
        f"hall = {json.dumps(ticket.hall, ensure_ascii=False)}",
        f"table = {ticket.table}",
        f"url = {json.dumps(ticket.url)}",
        f"password = {json.dumps(ticket.password)}",
        f"certificate = {json.dumps(ticket.certificate)}",
        "",
        "[arbiters]",
    ]
    for name, key in ticket.arbiters.items():
        lines.append(f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(key)}")
    return "\n".join([*lines, ""]).encode()


def read(path: Path) -> Ticket:
    """The ticket in a file. Raises PlayerError if there is none, or if it would send a password
    over a network where everybody can read it."""
    try:
        found = tomllib.loads(path.read_bytes().decode())
        ticket = Ticket(
            str(found["hall"]), int(found["table"]), str(found["url"]), str(found["password"]),
            str(found.get("certificate", "")),
            {str(name): str(key) for name, key in found.get("arbiters", {}).items()},
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlayerError("hall_ticket", path=path) from error
    checked(ticket)
    return ticket


def checked(ticket: Ticket) -> None:
    """Raises PlayerError if the line would be open: without TLS only to this computer."""
    if not ticket.certificate and urlsplit(ticket.url).hostname not in LOOPBACK:
        raise PlayerError("hall_open", url=ticket.url)
