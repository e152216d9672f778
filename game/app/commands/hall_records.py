# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall records FOLDER``: the games of all tables as archives in a folder, kept up to date
while the server runs, for ``hektor round`` and ``hektor incident``."""

import queue
from pathlib import Path

from announce.errors import PlayerError
from announce.words.program import message
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
    follower = Follower(lambda: NatsDesk(own), lambda: hall.tables, came.put, hall=hall.name)
    copies, told, known = Copies(folder, hall.name), set[int](), False
    follower.start()
    try:
        while True:
            found = came.get()
            match found:
                case Came("entry", table):
                    copies.take(table, found.data)
                case Came("read"):
                    known = True
                    print(message("hall_records", language, path=str(folder)).text, flush=True)
                case Came("cut") if not known:
                    raise PlayerError("hall_not_served", folder=folder)
            for table in copies.unread - told:
                print(message("hall_unread", language, table=str(table)).text, flush=True)
            told |= copies.unread
    except KeyboardInterrupt:
        return 0
    finally:
        follower.close()
        copies.close()
