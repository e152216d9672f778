# SPDX-License-Identifier: GPL-3.0-or-later
"""A round of tournament tables: the file of its pairings, and games played from it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from announce.text.settings import Settings
from hall.rounds import sheet
from hall.rounds.facts import Found, Round, conditions
from record.journal import Archive
from record.session import Session, begin
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Pressed, Said
from table.events.game import Role
from table.understanding import typed

START = datetime.fromisoformat("2026-11-28T15:00:00+01:00")

PAIRINGS = """\
Event,Round,Date,Time,Default time,Time control,Board,No,White,White Elo,No,Black,Black FIDE ID
Liga,3,2026-11-28,15:00,30,90+30,1,1,"Adam, Ana",2301,4,"Dolar, Dana",4600045
Liga,3,2026-11-28,15:00,30,90+30,2,5,"Egger, Emil",,2,"Bauer, Bruno",
Liga,3,2026-11-28,15:00,30,90+30,3,3,"Čech, Cilka",,6,"Fink, Franz",
"""


def found() -> Found:
    read = sheet.read(PAIRINGS)
    assert read is not None
    return read


def paired() -> Round:
    return found().round


class Table:
    """A table that has taken its pairing; its moves come a minute after each other."""

    def __init__(self, folder: Path, number: int, **others: object) -> None:
        pairing = paired().at(number)
        assert pairing is not None
        given = {**conditions(paired(), pairing), "press_after": None, **others}
        self.minute = 0.0
        self.archive = Archive(folder / f"table-{number}.sqlite")
        self.session: Session = begin(self.archive, Conditions(**given), Settings(), self.wall)
        self.session.put(Begin(), 0)

    def wall(self) -> str:
        return (START + timedelta(minutes=self.minute)).isoformat(timespec="milliseconds")

    def play(self, *moves: str) -> "Table":
        for text in moves:
            self.say(text)
            self.session.put(Pressed(None), round(self.minute * 60 * SECOND))
        return self

    def say(self, text: str, who: Role | None = None, *, minutes: float = 1) -> None:
        self.minute += minutes
        at = round(self.minute * 60 * SECOND)
        self.session.put(Said(typed(text, self.session.state, who), at, who, text), at)

    def order(self, text: str, *answers: str, who: Role | None = Role.ARBITER) -> "Table":
        """Somebody says something, and what is asked back is answered at once."""
        self.say(text, who)
        for answer in answers:
            self.say(answer, who, minutes=1 / 64)
        return self

    def close(self) -> None:
        self.session.close()


def after(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def closed(tables: Iterable[Table]) -> None:
    for one in tables:
        one.close()
