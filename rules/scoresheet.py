# SPDX-License-Identifier: GPL-3.0-or-later
"""The players' scoresheets (Article 8), beside the record that the program keeps.

A scoresheet is what a player says has happened: it may have gaps and it may be wrong, and two of
them may differ. Whether they do, and from which ply on, is what D.2.9 asks.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import chess

FIVE_MINUTES = 300 * 1_000_000_000
"""8.4, in nanoseconds."""

LONG_INCREMENT = 30
"""8.4: with so many seconds for each move there is always time to write."""

LOOKS = 5
"""A.3.2: so often a player may ask to see the scoresheet."""


class Keeping(StrEnum):
    """How a player keeps score."""

    VOICE = "voice"  # D.2.7: what the player announces is the record, and its sound is kept
    OWN = "own"  # each move is dictated or typed again, into the player's own record (8.1.1)
    PROGRAM = "program"  # the program's record counts: an electronic scoresheet (2023: 8.1.1.2)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One ply as a player wrote it; ``move`` is None where it cannot be read as a legal one."""

    text: str
    move: chess.Move | None = None

    def says(self, other: "ScoreLine") -> bool:
        """True if both mean the same."""
        if self.move is None or other.move is None:
            return self.text == other.text
        return self.move == other.move


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """One player's record: a line for each ply of the game, None where nothing was written.

    ``offers`` are the plies, counted from one, at which a draw offer is marked with (=), 8.1.5.
    """

    lines: tuple[ScoreLine | None, ...] = ()
    offers: tuple[int, ...] = ()

    @property
    def gap(self) -> int:
        """The first ply, counted from zero, that is not written."""
        return next((ply for ply, line in enumerate(self.lines) if line is None), len(self.lines))

    def write(self, ply: int, line: ScoreLine) -> "Scoresheet":
        """The sheet with ``line`` for that ply, instead of what may stand there."""
        room = (*self.lines, *(None,) * (ply + 1 - len(self.lines)))
        return replace(self, lines=(*room[:ply], line, *room[ply + 1 :]))

    def mark_offer(self, ply: int) -> "Scoresheet":
        """The sheet with (=) at the move of that ply, counted from one (8.1.5, 9.1.2.2)."""
        return self if ply in self.offers else replace(self, offers=(*self.offers, ply))

    def back_to(self, ply: int) -> "Scoresheet":
        """The sheet with what stands after the first ``ply`` plies struck out."""
        return Scoresheet(self.lines[:ply], tuple(each for each in self.offers if each <= ply))


NOTHING_WRITTEN = Scoresheet()


def last_agreed(one: Scoresheet, other: Scoresheet) -> int:
    """How many plies from the start no line of one contradicts the other's (D.2.9).

    Where only one of them wrote, nothing contradicts that.
    """
    plies = max(len(one.lines), len(other.lines))
    for ply, (left, right) in enumerate(zip(one.lines, other.lines, strict=False)):
        if left is not None and right is not None and not left.says(right):
            return ply
    return plies


def excused(remaining: int, extra: int) -> bool:
    """8.4: whether a player need not record any more in this period of the time control.

    ``remaining`` is the player's display in nanoseconds: less than five minutes, not five.
    ``extra`` are the seconds that each move adds: with thirty the player always has to write. Once
    excused they stay so until the period is over, whatever the display shows later.
    """
    return remaining < FIVE_MINUTES and extra < LONG_INCREMENT


def may_write(ply: int, made: int) -> bool:
    """8.1.2: whether ply ``ply`` (from zero) may be written after ``made`` plies were made."""
    return ply < made


def owes(sheet: Scoresheet, ply: int) -> bool:
    """8.1.3: whether the player who is to make ply ``ply`` has the previous move to write first."""
    own = ply - 2
    return own >= 0 and (own >= len(sheet.lines) or sheet.lines[own] is None)


class Signing(StrEnum):
    """The meaning of the players' signatures (8.7)."""

    OPEN = "open"  # not both have signed
    AGREED = "agreed"
    OTHERWISE = "otherwise"  # both state the same, but not what the game came to: it stands
    DISPUTED = "disputed"  # they state different results


def signing(white: str | None, black: str | None, computed: str) -> Signing:
    """How two signed results ("1-0", None where somebody has not signed) compare.

    A result that both have signed stands even if it is incorrect, unless the arbiter decides
    otherwise (8.7).
    """
    if white is None or black is None:
        return Signing.OPEN
    if white != black:
        return Signing.DISPUTED
    return Signing.AGREED if white == computed else Signing.OTHERWISE
