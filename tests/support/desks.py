# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk of a hall and its tables, for tests."""

from pathlib import Path

from halls import ARBITERS, PASSPHRASE, Played

from announce.text.settings import Settings
from game.base.inbox import Attendance, SpeechHeard, TypedLine
from game.sound.presenter import Presenter
from hall import message
from hall.arbiter_desk import ArbiterDesk
from hall.line import Came
from hall.message import Alive, Cursor
from hall.orders import OrderOutcome, opened
from hall.ticket import OF_DESK, Ticket
from record.countersign import new_key
from table.core.conditions import Mode
from table.core.inputs import Said
from table.events.game import Role
from table.understanding import typed
from voice.language.transcript import HeardUtterance, Transcript

SECOND = 1_000_000_000
OTHERS = "knight before bishop"
ALL = {**ARBITERS, "Eva Kos": new_key(OTHERS)}


class Hall:
    """A desk and its tables, without a network: what goes out waits until it is `delivered`."""

    def __init__(self, folder: Path, tables: int, *, stays: bool = True) -> None:
        self.now = 1000 * SECOND
        self.lines: list[str] = []
        self.out: list[tuple[int, int, bytes]] = []  # orders: table, number, data
        self.shown, self.part = True, 0
        self.tables = {}
        for number in range(1, tables + 1):
            (folder / str(number)).mkdir()
            table = Played(folder / str(number), f"open/{number}", mode=Mode.COMPETITION)
            table.play("e4", "e5")
            self.tables[number] = table
        self.sent = dict.fromkeys(self.tables, Cursor())
        ticket = Ticket("open", OF_DESK, "nats://127.0.0.1", "secret", "", ALL)
        self.desk = ArbiterDesk(
            ticket, self,  # type: ignore[arg-type]
            self.tables, Presenter(Settings(), self.lines.append),
            clock=lambda: self.now, wall=lambda: self.now / SECOND, stays=stays, echo=self.echo,
        )  # fmt: skip
        self.desk.begin(Attendance(0))
        self.follow()
        self.desk.received(Came("read"))

    # What the desk knows of its thread.

    def begins_anew(self) -> None:
        """The desk has read nothing yet."""
        self.desk._ready = False

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def order(self, table: int, number: int, data: bytes) -> None:
        self.out.append((table, number, data))

    def taken(self, table: int, data: bytes) -> None:
        self.desk.received(Came("taken", table, 0, data))

    def echo(self, on: bool) -> None:
        self.shown = on

    # What the test does.

    def type(self, *lines: str) -> list[str]:
        """Type lines; what is printed then."""
        before = len(self.lines)
        for line in lines:
            self.desk.typed(TypedLine(line, self.now))
        return self.lines[before:]

    def hear(self, *lines: str, over: bool = False) -> list[str]:
        """Something is said at the desk; what is printed then."""
        before = len(self.lines)
        for line in lines:
            words = (Transcript(line, 1.0),)
            said = HeardUtterance(words, self.now, self.now, self.now)
            self.desk.heard(SpeechHeard(said, over))
        return self.lines[before:]

    def sign_in(self) -> None:
        self.type("Anna", PASSPHRASE)

    def follow(self) -> None:
        """The desk gets what tables have written, and a sign of life of each."""
        for number, table in self.tables.items():
            for letter in table.outbox.after(self.sent[number]):
                self.sent[number] = letter.place
                self.desk.received(Came("entry", number, 1, letter.data))
            at = table.seconds * SECOND
            alive = message.of_alive(Alive(self.sent[number].game, 0, at))
            self.desk.received(Came("alive", number, 0, alive))

    def deliver(self) -> list[str]:
        """Orders reach their tables, and what came of them the desk; what is printed then."""
        before = len(self.lines)
        for number, _, data in self.out:
            table = self.tables[number]
            given = opened(data, table.hall, self.sent[number].game, ALL)
            assert not isinstance(given, OrderOutcome)
            table.put(given)
        self.out.clear()
        self.follow()
        self.wait(0.3)
        return self.lines[before:]

    def say(self, number: int, line: str, who: Role) -> list[str]:
        """A player says something; what the desk prints then."""
        before, table = len(self.lines), self.tables[number]
        at = (table.seconds + 1) * SECOND
        table.put(Said(typed(line, table.session.state, who), at, who, line, typed=True))
        self.follow()
        return self.lines[before:]

    def wait(self, seconds: float) -> list[str]:
        before = len(self.lines)
        self.now += int(seconds * SECOND)
        for table in self.tables.values():
            table.seconds += int(seconds)
        self.desk.pass_time(idle=True)
        return self.lines[before:]
