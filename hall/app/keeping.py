# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall records FOLDER``: the games of all tables as archives in a folder, kept up to date
while the server runs, for ``hektor round`` and ``hektor incident``."""

import queue
from pathlib import Path

from announce.errors import PlayerError
from announce.words.program import message
from game.app import leaving
from ground import files
from hall import server
from hall.copies import Copies
from hall.following import Follower, Unsent
from hall.line import Came


def keep_records(hall: server.Hall, certificate: str, folder: Path, language: str) -> int:
    """Write what comes, until Control-C; it is told when everything is there that the server had,
    and which tables' games cannot be read. Raises PlayerError where there is no server at first."""
    from hall.nats import NatsDesk  # noqa: PLC0415 - only with the extra

    files.make_folder(folder)
    came: queue.Queue[Came | Unsent] = queue.Queue(1000)
    own = server.beside(hall, certificate)
    follower = Follower(lambda: NatsDesk(own), lambda: hall.tables, came.put)
    copies = Copies(folder, hall.name)
    follower.start()
    try:
        with leaving.by_signals():
            _take(came, copies, language)
    except KeyboardInterrupt:
        pass
    finally:
        follower.close()
        copies.close()
    return 0


def _take(came: "queue.Queue[Came | Unsent]", copies: Copies, language: str) -> None:
    """Write all that comes."""
    told, known = set[int](), False
    while True:
        match came.get():
            case Came("entry", table) as found:
                copies.take(table, found.data)
            case Came("read"):
                known = True
                print(message("hall_records", language, path=str(copies.folder)).text, flush=True)
            case Came("cut") if not known:
                raise PlayerError("hall_not_served", folder=copies.folder)
        for table in (copies.unread | copies.left_out) - told:
            name = "hall_left_out" if table in copies.left_out else "hall_unread"
            print(message(name, language, table=str(table)).text, flush=True)
        told |= copies.unread | copies.left_out
