# SPDX-License-Identifier: GPL-3.0-or-later
"""A round: who plays whom at which table, under which conditions, and what came of it.

Pairing itself is left to the Swiss programs; their files are read by `hall.rounds.read`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.results import PLAYED, RESULTS, USUAL, Scoring

OPEN = "*"
"""The result of a game that is not over, be it adjourned."""


class Code(StrEnum):
    """The entry of a player for a round, as FIDE's report files write it (TRF16, TRF26)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    SHORT_WIN = "W"  # of a game of less than one move, which is not rated
    SHORT_DRAW = "D"
    SHORT_LOSS = "L"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    PAIRING_BYE = "U"
    ABSENT = "Z"
    NONE = ""  # not over, or adjourned: the files have no sign for it


BYES = (Code.HALF_POINT_BYE, Code.FULL_POINT_BYE, Code.PAIRING_BYE, Code.ABSENT)
"""Of a player who has no opponent in this round."""

_SHORT = {Code.WIN: Code.SHORT_WIN, Code.DRAW: Code.SHORT_DRAW, Code.LOSS: Code.SHORT_LOSS}
_USUAL = {short: usual for usual, short in _SHORT.items()}
_BY_HALVES = (Code.LOSS, Code.DRAW, Code.WIN)
_UNPLAYED = {"+": Code.FORFEIT_WIN, "-": Code.FORFEIT_LOSS}


def codes_of(result: str, plies: int = 2) -> tuple[Code, Code]:
    """White's and Black's code for a result as `rules.results` writes it, after so many plies."""
    if result in PLAYED:
        white, black = (_BY_HALVES[halves] for halves in PLAYED[result])
        return (white, black) if plies > 1 else (_SHORT[white], _SHORT[black])
    if result in RESULTS:
        white, black = (_UNPLAYED[sign] for sign in result.split("/"))
        return white, black
    return Code.NONE, Code.NONE


def result_of(white: Code, black: Code) -> str | None:
    """The result that two codes make, `OPEN` without any; None if they do not belong together."""
    pair = (_USUAL.get(white, white), _USUAL.get(black, black))
    if pair == (Code.NONE, Code.NONE):
        return OPEN
    return next((one for one in RESULTS if codes_of(one) == pair), None)


def points_of(code: Code, scoring: Scoring = USUAL) -> Fraction:
    """The points of a code."""
    win, draw, loss = scoring
    if code in (Code.WIN, Code.SHORT_WIN, Code.FORFEIT_WIN, Code.FULL_POINT_BYE, Code.PAIRING_BYE):
        return win
    if code in (Code.DRAW, Code.SHORT_DRAW, Code.HALF_POINT_BYE):
        return draw
    return loss if code in (Code.LOSS, Code.SHORT_LOSS) else Fraction(0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the file has them; ``number`` is the starting rank, 0 where there is none."""

    number: int
    name: str
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The two players at a table; ``result`` as `rules.results` writes it, or `OPEN`."""

    table: int
    white: Player
    black: Player
    result: str = OPEN


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without an opponent in this round. A team's player may have won by forfeit."""

    player: Player
    code: Code


@dataclass(frozen=True, slots=True)
class Round:
    """One round. What the file does not say is empty.

    ``date`` is "2026-11-28" and ``time`` "15:00": the scheduled start, from which lateness counts
    (6.7.1). ``control`` and ``black_control`` are time controls in Hektor's own form, ``scoring``
    is as in `table.core.conditions.Conditions`. ``default_time`` is in seconds.
    """

    number: int
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Bye, ...] = ()
    event: str = ""
    site: str = ""
    date: str = ""
    time: str = ""
    control: str = ""
    black_control: str = ""
    scoring: str = ""
    default_time: int | None = None

    def at(self, table: int) -> Pairing | None:
        """The pairing at a table; None if nobody plays there."""
        return next((one for one in self.pairings if one.table == table), None)

    @property
    def starts(self) -> str:
        """The scheduled start in ISO 8601 without a zone; empty if the file does not tell it."""
        return f"{self.date}T{self.time}" if self.date and self.time else ""


def conditions(paired: Round, pairing: Pairing) -> dict[str, Any]:
    """The conditions of a game that the round decides, by the names of the fields of
    `table.core.conditions.Conditions`; what the file leaves open is left out."""
    given = {
        "white": pairing.white.name,
        "black": pairing.black.name,
        "event": paired.event,
        "site": paired.site,
        "round": str(paired.number or ""),
        "table": pairing.table,
        "starts": paired.starts,
        "time_control": paired.control,
        "black_time_control": paired.black_control,
        "scoring": paired.scoring,
        "default_time": paired.default_time,
    }
    return {name: value for name, value in given.items() if value not in ("", None)}


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's news: the result so far, and after how many plies."""

    result: str
    plies: int = 0


Results = Mapping[int, TableResult]
"""By table."""


def result_at(pairing: Pairing, results: Results) -> str:
    """The result at a table: that of its record, else that of the file."""
    found = results.get(pairing.table)
    return pairing.result if found is None or found.result == OPEN else found.result


class Trouble(StrEnum):
    """Why something in a file was not understood; the words are in the lexicon."""

    UNKNOWN = "unknown"  # no record of TRF, or no row of a table
    NUMBER = "number"  # no starting rank
    TWICE = "twice"  # two lines for one player, or one table
    OPPONENT = "opponent"  # no such player
    COLOUR = "colour"
    RESULT = "result"
    ALONE = "alone"  # the opponent's line does not say the same
    CONTROL = "control"  # a time control that no clock here has
    SCORING = "scoring"
    NAME = "name"  # a player without one


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of a file, counted from 1, that was not understood, or not as a whole."""

    line: int
    trouble: Trouble
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """As read: the round, what was not understood, and the text of a TRF, into which results
    are filled in; None for another file. ``counted``: the file has no numbers of tables, and
    they were given by FIDE's rule. ``encoding`` is that of the file."""

    round: Round
    unread: tuple[UnreadLine, ...] = ()
    trf: str | None = None
    counted: bool = False
    encoding: str = "utf-8"
