# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of a hall that plays into an archive, without a loop and without a network."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from announce.text.settings import Settings
from clock.clock import SECOND
from hall import message
from hall.desk import TableView, with_message
from hall.message import Cursor
from hall.outbox import Letter, Outbox
from record.countersign import new_key, signer
from record.journal import Archive
from record.session import Session, begin
from table.core.conditions import Conditions
from table.core.inputs import Begin, Ordered, Pressed, Said
from table.core.state import new_state
from table.events.game import Role
from table.understanding import typed
from voice.language.commands import Command
from voice.language.orders import Order

HALL = "olympiad/7"
WALL = "2026-09-01T15:00:00+02:00"
PASSPHRASE = "a rook on the seventh rank"
KEY = new_key(PASSPHRASE)
PEN = signer(PASSPHRASE, KEY)
ARBITERS = {"Anna Schmidt": KEY}


class Played:
    """A table that writes what is typed at it; a second passes before each input."""

    def __init__(self, folder: Path, hall: str = HALL, **conditions: Any) -> None:
        self.archive = Archive(folder / "games.sqlite")
        self.hall = hall
        self.conditions = {"press_after": None, "time_control": "5", **conditions}
        self.seconds = 0
        self.next_game()

    def next_game(self, hall: str | None = None) -> None:
        """Another game, of this hall or not."""
        if hasattr(self, "session"):
            self.session.close()
        self.seconds = 0
        place = self.hall if hall is None else hall
        number = int(place.rpartition("/")[2] or 0)
        agreed = Conditions(place=place, table=number, **self.conditions)
        self.session: Session = begin(self.archive, agreed, Settings(), lambda: WALL)

    def put(self, given: Any) -> Any:
        self.seconds += 1
        return self.session.put(given, self.seconds * SECOND)

    def play(self, *moves: str) -> None:
        """Moves as they are typed, each with its press; the first starts the game."""
        for move in moves:
            if not self.session.state.started:
                self.put(Begin(by_move=True))
            at = (self.seconds + 1) * SECOND
            self.put(Said(typed(move, self.session.state), at, None, move, typed=True))
            self.put(Pressed())

    @property
    def outbox(self) -> Outbox:
        return Outbox(self.archive, self.hall)

    @property
    def letters(self) -> list[Letter]:
        return list(self.outbox.after(Cursor()))


def seen(letters: Iterable[Letter], view: TableView | None = None) -> TableView:
    """What a desk knows after these."""
    view = view or TableView(7)
    for letter in letters:
        view = with_message(view, message.read(letter.data))
    return view


def order(text: str, number: int = 1, by: str = "Anna Schmidt", state: Any = None) -> Ordered:
    """An order as the desk understands it."""
    intent = typed(text, state or new_state(Conditions()), Role.ARBITER)
    assert isinstance(intent, Order | Command), text
    return Ordered(number, by, intent, text)
