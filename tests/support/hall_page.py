# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a hall's desk, served, with real games at its tables and no network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from halls import Played

from announce.text.settings import Settings
from clock.clock import SECOND
from game.page.content import Hub
from game.page.server import PageServer
from hall import message
from hall import served as content
from hall.calls import Queued, in_order
from hall.desk import TableView, with_alive, with_message
from hall.message import Alive
from hall.served import HallPage
from hall.words import call_words
from table.core.conditions import Mode
from table.core.inputs import Said
from table.events.game import Role
from table.understanding import typed

OPENINGS = (
    ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"),
    ("d4", "Nf6", "c4", "e6", "Nc3", "Bb4"),
    ("e4", "c5", "Nf3", "d6", "d4", "cxd4"),
    ("c4", "e5"),
)


class ServedHall:
    """A desk's page with ``tables``, at a clock that stands until the test moves it."""

    def __init__(self, folder: Path, tables: int, language: str = "de") -> None:
        self.now = 10_000 * SECOND
        self.items: list[Any] = []
        self.tables: dict[int, Played] = {}
        self.views: dict[int, TableView] = {}
        self.taken: dict[int, str] = {}
        self.by = ""
        hub: Hub[Any] = Hub()
        self.page = HallPage(
            Settings(language=language), hub, "open", ["Anna Schmidt", "Eva <i>Kos"]
        )
        for number in range(1, tables + 1):
            place = folder / str(number)
            place.mkdir()
            table = Played(
                place, f"open/{number}", mode=Mode.COMPETITION, round="3",
                white=f"Weber-Hohenfels {number}, Anna", black=f"Novák {number}, Jiří",
            )  # fmt: skip
            table.play(*OPENINGS[number % len(OPENINGS)])
            self.tables[number] = table
            self.views[number] = TableView(number)
            self.follow(number)
        self.show()
        self.server = PageServer(hub, self.items.append, lambda: self.now, content=content)
        self.server.start()

    def follow(self, number: int, *, alive: bool = True) -> None:
        """The desk gets all that a table has written."""
        view, table = self.views[number], self.tables[number]
        for letter in table.letters:
            view = with_message(view, message.read(letter.data))
        if alive:
            sign = Alive(view.alive.game, view.entries, table.seconds * SECOND)
            view = with_alive(view, sign, self.now)
        self.views[number] = view

    def say(self, number: int, line: str, who: Role) -> None:
        """Somebody at a table says something."""
        table = self.tables[number]
        at = (table.seconds + 1) * SECOND
        table.put(Said(typed(line, table.session.state, who), at, who, line, typed=True))
        self.follow(number)

    def queue(self) -> tuple[Queued, ...]:
        return in_order(
            Queued(
                view.table, call, (view.time(self.now) - call.at) // SECOND,
                self.taken.get(view.table, ""),
            )
            for view in self.views.values()
            for call in view.calls
        )  # fmt: skip

    def tell(self, number: int) -> None:
        """The calls of a table are told, as the desk does, and shown."""
        calls = [one for one in self.queue() if one.table == number]
        self.page.tell((call_words(one, Settings()) for one in calls), urgent=True)
        self.show()

    def show(self) -> None:
        self.page.show(tuple(self.views.values()), self.queue(), self.by, self.now)


@contextmanager
def served(folder: Path, tables: int, language: str = "de") -> Iterator[ServedHall]:
    """A page until the test is over."""
    made = ServedHall(folder, tables, language)
    try:
        yield made
    finally:
        made.server.close()
