# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall verify``: shows that the server of a hall has every entry of a round once, in order
and as it was written, and that each order was obeyed once or refused."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from announce.errors import PlayerError
from announce.lexicon import lexicon
from hall import server
from hall.audit import UNREAD, Games, streamed
from hall.line import Cut
from hall.message import Alive


def verify(hall: server.Hall, folder: Path, language: str) -> int:
    """Print what the server has of each table; 0 if all of it is whole. Raises PlayerError if the
    server does not run."""
    try:
        games, signs = asyncio.run(_read(hall, folder))
    except Cut as error:
        raise PlayerError("hall_not_served", folder=folder) from error
    words = lexicon(language)
    for name, facts in report(games, signs, sorted(hall.tables)):
        print(words.text(f"program.hall_verify.{name}", **facts))
    lacks = any(_behind(games, table, alive) for table, alive in signs.items())
    return 0 if all(one.whole for one in games.values()) and not lacks else 1


def report(
    games: Games, signs: dict[int, Alive], tables: list[int]
) -> Iterator[tuple[str, dict[str, object]]]:
    """A line for each table, and its facts."""
    for table in tables:
        found = {game: one for (number, game), one in games.items() if number == table}
        whole = {game: one for game, one in found.items() if one.whole}
        if not found:
            yield "nothing", {"table": table}
        if whole:
            entries = sum(one.view.entries for one in whole.values())
            orders = sum(len(one.orders) for one in whole.values())
            yield "whole", {
                "table": table, "games": len(whole), "entries": entries, "orders": orders,
            }  # fmt: skip
        for game, one in found.items():
            if game == UNREAD:
                yield "unread", {"table": table}
            elif not one.whole:
                yield "damaged", {"table": table, "game": game[:8], "entries": one.view.entries}
        if behind := _behind(games, table, signs.get(table, Alive())):
            yield "behind", {"table": table, "count": behind}


def _behind(games: Games, table: int, alive: Alive) -> int:
    """How many entries a table has on its disk that the server has not."""
    there = games.get((table, alive.game))
    return max(0, alive.entries - (0 if there is None else there.view.entries))


async def _read(hall: server.Hall, folder: Path) -> tuple[Games, dict[int, Alive]]:
    """Everything that the server has, and the last sign of life of each table."""
    from hall.nats import NatsDesk  # noqa: PLC0415 - only with the extra

    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    desk = NatsDesk(server.beside(hall, certificate))
    try:
        await desk.open(())
        signs = {table: await desk.alive(table) for table in hall.tables}
        kept = [(one.table, one.data) async for one in desk.kept()]
        return streamed(kept, hall.name), signs
    finally:
        await desk.close()
