# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairings as a table of comma-separated values, as Swiss-Manager, chess-results and Vega export
them, and as anybody can write one; results go out as such a table, too.

The columns are found by their names in ``columns.toml``. Where players are in two columns "Name",
the left one is White's. What stands above the heading may tell the round, its date and its time.
"""

import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

from clock.control import read_control
from ground.text import one_line
from hall.rounds.facts import (
    BYES,
    OPEN,
    Bye,
    Code,
    Found,
    Pairing,
    Player,
    Results,
    Round,
    Trouble,
    UnreadLine,
    codes_of,
    result_at,
)
from rules import results as spelling

_DATE = re.compile(r"\b(\d{4})[/.-](\d\d?)[/.-](\d\d?)\b|\b(\d\d?)\.\s*(\d\d?)\.\s*(\d{4})\b")
_TIME = re.compile(r"\b(\d\d?):(\d\d)\b")
_NOT_YET = ("", OPEN, "-", ":", "–", "?")
_BY_POINTS = {
    "0": Code.ABSENT, "0.0": Code.ABSENT, "1": Code.PAIRING_BYE, "1.0": Code.PAIRING_BYE,
    **dict.fromkeys(("½", "0.5", "1/2", "0½"), Code.HALF_POINT_BYE),
}  # fmt: skip
_SIDES = ("white", "black")
_FORMS: Sequence[tuple[str, Callable[[str], str], Trouble]] = (
    ("control", lambda text: str(read_control(text)), Trouble.CONTROL),
    ("black_control", lambda text: str(read_control(text)), Trouble.CONTROL),
    ("scoring", spelling.checked, Trouble.SCORING),
)
"""Facts of a round that have a form of their own, and what is told of any other."""
_PAIRED = ("name", "number", "rating", "title", "fide", "code")
"""Columns that each player has; those of White come first, or say whose they are."""


@cache
def _columns() -> Mapping[str, str]:
    """The meaning of each name of a column."""
    data = tomllib.loads(files("hall.rounds").joinpath("columns.toml").read_text("utf-8"))
    return {_plain(name): kind for kind, names in data.items() for name in names}


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split()).strip(". :")


_Heading = dict[str, int]
"""Which column holds what; those of a player under "white name" and the like."""


def _heading(row: list[str]) -> _Heading | None:
    """The heading, if this row is one: it names both players."""
    found = _Heading()
    for at, title in enumerate(row):
        plain = _plain(title)
        kind = _columns().get(plain, "")
        side = next((one for one in _SIDES if plain.startswith(f"{one} ")), "")
        if kind in _SIDES:
            found.setdefault(f"{kind} name", at)
        elif kind in _PAIRED:
            first = side or ("white" if f"white {kind}" not in found else "black")
            found.setdefault(f"{first} {kind}", at)
        elif kind and kind != "pass":
            found.setdefault(kind, at)
    return found if all(f"{side} name" in found for side in _SIDES) else None


def _in(row: list[str], heading: _Heading, kind: str) -> str:
    """What stands in a row in the column of this kind; empty if there is none."""
    at = heading.get(kind)
    return one_line(row[at]) if at is not None and at < len(row) else ""


def read(text: str, number: int | None = None) -> Found | None:
    """Round ``number`` of a table, without one the last that it has; None if no row is a heading
    with both players."""
    rows = [*csv.reader(io.StringIO(text), delimiter=_delimiter(text))]
    at, heading = next(
        ((at, one) for at, row in enumerate(rows) if (one := _heading(row)) is not None),
        (0, None),
    )
    if heading is None:
        return None
    unread = list[UnreadLine]()
    above = _above((" ".join(filter(None, map(str.strip, row))) for row in rows[:at]), unread)
    if any(title not in _columns() for title in map(_plain, rows[at]) if title):
        unread.append(UnreadLine(at + 1, Trouble.UNKNOWN, ";".join(rows[at])))
    told = {_round_of(heading, row) for row in rows[at + 1 :]} - {0}
    chosen = number or (max(told) if told else above[0]) or 1
    table = _Rows(heading, chosen, unread)
    for line, row in enumerate(rows[at + 1 :], start=at + 2):
        if any(map(str.strip, row)) and _round_of(heading, row) in (0, chosen):
            table.read(line, row)
    return Found(table.round(*above[1:]), tuple(sorted(unread, key=lambda one: one.line)))


def _delimiter(text: str) -> str:
    """The sign that parts the columns: the one that the most lines have."""
    lines = text.splitlines()
    return max(";,\t", key=lambda sign: sum(sign in line for line in lines))


def _round_of(heading: _Heading, row: list[str]) -> int:
    found = re.search(r"\d+", _in(row, heading, "round"))
    return int(found[0]) if found else 0


def _above(lines: Iterable[str], unread: list[UnreadLine]) -> tuple[int, str, str]:
    """Round, date and time by the lines above the heading: "Runde 3 am 2026/11/28 um 15:00"."""
    number, date, time = 0, "", ""
    for line, text in enumerate(lines, start=1):
        on, at = _date(text), _time(text)
        named = [
            int(one)
            for words in re.finditer(r"(\d+)\s*\.?\s*([^\W\d]+)|([^\W\d]+)\s*(\d+)", text)
            for one, word in (words.group(1, 2), words.group(4, 3))
            if one and _columns().get(_plain(word)) == "round"
        ]
        number = named[0] if named else number
        date, time = on or date, at or time
        if text and not (named or on or at):
            unread.append(UnreadLine(line, Trouble.UNKNOWN, text))
    return number, date, time


def _date(text: str) -> str:
    found = _DATE.search(text)
    if found is None:
        return ""
    year, month, day = found.group(1, 2, 3) if found[1] else found.group(6, 5, 4)
    return f"{year}-{int(month):02}-{int(day):02}"


def _time(text: str) -> str:
    found = _TIME.search(text)
    return f"{int(found[1]):02}:{found[2]}" if found else ""


class _Rows:
    """The rows below the heading."""

    def __init__(self, heading: _Heading, number: int, unread: list[UnreadLine]) -> None:
        self._heading, self._number, self._unread = heading, number, unread
        self._pairings: dict[int, Pairing] = {}
        self._byes: list[Bye] = []
        self._facts: dict[str, str] = {}
        self._default_time: int | None = None

    def read(self, line: int, row: list[str]) -> None:
        """A pairing, or somebody without an opponent."""

        def trouble(kind: Trouble) -> None:
            self._unread.append(UnreadLine(line, kind, ";".join(row)))

        white, black = (self._player(row, side) for side in _SIDES)
        away = [_is_bye(one.name) for one in (white, black)]
        if any(away):
            left = black if away[0] else white
            if left.name and not all(away):
                beside = (white if away[0] else black).name
                self._byes.append(Bye(left, self._bye(row, beside)))
            return
        if not white.name or not black.name:
            trouble(Trouble.NAME)
            return
        table = self._table(row)
        if not table:
            trouble(Trouble.NUMBER)
            return
        if table in self._pairings:
            trouble(Trouble.TWICE)
            return
        written = _in(row, self._heading, "result")
        result = OPEN if written in _NOT_YET else spelling.read_result(written)
        if result is None:
            trouble(Trouble.RESULT)
        self._pairings[table] = Pairing(table, white, black, result or OPEN)
        self._tell(row, trouble)

    def _player(self, row: list[str], side: str) -> Player:
        def of(kind: str) -> str:
            return _in(row, self._heading, f"{side} {kind}")

        def digits(kind: str) -> int:
            return int(of(kind)) if of(kind).isascii() and of(kind).isdecimal() else 0

        name = of("name")
        return Player(digits("number"), name, of("title"), digits("rating"), fide=of("fide"))

    def _bye(self, row: list[str], beside: str) -> Code:
        """The kind of a bye: its code, or by the points in the place of a result; where no points
        are told, by what stands in the place of an opponent."""
        written = _in(row, self._heading, "white code").upper()
        if written in BYES:
            return Code(written)
        points = _in(row, self._heading, "result").replace(",", ".")
        unpaired = _columns().get(_plain(beside)) == "unpaired"
        return _BY_POINTS.get(points, Code.ABSENT if unpaired else Code.PAIRING_BYE)

    def _table(self, row: list[str]) -> int:
        """The number of the table; where the file has none, the rows are counted."""
        if "table" not in self._heading:
            return len(self._pairings) + 1
        written = _in(row, self._heading, "table").rstrip(".")
        return int(written) if written.isascii() and written.isdecimal() else 0

    def _tell(self, row: list[str], trouble: Callable[[Trouble], None]) -> None:
        """Facts of the round that stand in every row: those of the first row count."""
        for kind in ("event", "site", "date", "time"):
            self._facts.setdefault(kind, _in(row, self._heading, kind))
        for kind, reads, unread in _FORMS:
            written = _in(row, self._heading, kind)
            if written and kind not in self._facts:
                try:
                    self._facts[kind] = reads(written)
                except ValueError:
                    trouble(unread)
        late = _in(row, self._heading, "default_time")
        if late.isascii() and late.isdecimal() and self._default_time is None:
            self._default_time = 60 * int(late)

    def round(self, date: str, time: str) -> Round:
        """The round; on this ``date`` and at this ``time``, where no row tells them."""
        facts = self._facts
        return Round(
            self._number,
            tuple(self._pairings[table] for table in sorted(self._pairings)),
            tuple(self._byes),
            facts.get("event", ""),
            facts.get("site", ""),
            _date(facts.get("date", "")) or date,
            _time(facts.get("time", "")) or time,
            facts.get("control", ""),
            facts.get("black_control", ""),
            facts.get("scoring", ""),
            default_time=self._default_time,
        )


def _is_bye(name: str) -> bool:
    return _columns().get(_plain(name)) in ("bye", "unpaired")


_OF_ROUND = ("Event", "Site", "Round", "Date", "Time", "Time control", "Black time control",
    "Scoring", "Default time")  # fmt: skip
_OF_PLAYER = ("number", "title", "rating", "FIDE ID", "code")


def made(paired: Round, results: Results) -> str:
    """The round as comma-separated values with its results, one row for each table and each player
    without an opponent; `read` understands it, and leaves out no more than federations. The codes
    are those of TRF."""
    written = io.StringIO()
    rows = csv.writer(written)
    players = (f"{side} {one}" for side in ("White", "Black") for one in _OF_PLAYER)
    rows.writerow((*_OF_ROUND, "Table", "White", "Result", "Black", *players))
    late = "" if paired.default_time is None else paired.default_time // 60
    of_round = (paired.event, paired.site, paired.number, paired.date, paired.time, paired.control,
        paired.black_control, paired.scoring, late)  # fmt: skip

    def row(table: object, white: Player, result: str, black: Player, *codes: Code) -> None:
        of_players = (
            (one.number or "", one.title, one.rating or "", one.fide, code)
            for one, code in zip((white, black), codes, strict=True)
        )
        rows.writerow((*of_round, table, white.name, result, black.name, *chain(*of_players)))

    for one in paired.pairings:
        result, played = result_at(one, results), results.get(one.table)
        on_record = played is not None and played.result == result
        codes = codes_of(result, played.plies if played is not None and on_record else 2)
        row(one.table, one.white, result, one.black, *codes)
    for bye in paired.byes:
        row("", bye.player, "", Player(0, "bye"), bye.code, Code.NONE)
    return written.getvalue()
