# SPDX-License-Identifier: GPL-3.0-or-later
"""Seals and stamps: what a record comes to, in groups of digits that a person can write down.

A seal is that of a game at its end or when it is adjourned, a stamp that of a game as far as it
goes. Both are made of the hash of an entry, which is made of everything before it, so a changed
record has another one. The last digit of each group is a check: a slip of the pen is found, and
where it is.

The hash is made slow (scrypt), so that nobody can try enough forged games to find one with the same
few digits.
"""

import hashlib
import re
from dataclasses import dataclass

from announce.errors import PlayerError
from table.core.state import Phase, State

_DATA = 4  # digits of a group, and one more to check them
SEAL, STAMP = 5, 3
"""So many groups has each."""

_COST, _BLOCK, _LANES = 2**12, 8, 1
"""About ten milliseconds: no flag is told late for it."""

_DAMM = (
    *("0317598642", "7092154863", "4206871359", "1750983426", "6123045978"),
    *("3674209581", "5869720134", "8945362017", "9438617205", "2581436790"),
)
"""The table of Damm's check digit: it finds each wrong digit, and each exchange of neighbours."""


STAMPED = 20
"""Plies between two stamps."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Why an entry is known by a few digits.

    It has a seal if the game has got this ``result``, the arbiter has changed it, or the game was
    adjourned ("*"). It has a stamp, and no result, after so many ``moves`` of each player.
    """

    moves: int
    result: str = ""

    @classmethod
    def read(cls, text: str) -> "Mark":
        """The mark of this text form. Raises ValueError if the text is not a mark."""
        moves, _, result = text.partition(" ")
        return cls(int(moves), result)

    def __str__(self) -> str:
        """The text form, as in "20" and "31 1-0"."""
        return f"{self.moves} {self.result}".rstrip()

    @property
    def over(self) -> bool:
        """True if the game has a result."""
        return self.result not in ("", "*")

    def digits(self, digest: str) -> str:
        """The seal or the stamp of an entry that has this hash."""
        return seal_of(digest) if self.result else stamp_of(digest)


def mark_of(before: State, after: State) -> Mark | None:
    """The mark of an entry that led from one state to another, if it has one."""
    moves = len(after.record)
    result = after.outcome.result if after.outcome else "*"
    if result not in ("*", before.outcome.result if before.outcome else "*"):
        return Mark(moves // 2, result)
    adjourned = [
        one.adjourned is not None and one.adjourned.phase is Phase.ADJOURNED
        for one in (before, after)
    ]
    if adjourned == [False, True]:
        return Mark(moves // 2, "*")
    return Mark(moves // 2) if moves // STAMPED > len(before.record) // STAMPED else None


def seal_of(digest: str) -> str:
    """The seal of a game whose last entry has this hash."""
    return _groups(digest, SEAL, b"hektor seal")


def stamp_of(digest: str) -> str:
    """The stamp of a game as far as the entry with this hash."""
    return _groups(digest, STAMP, b"hektor stamp")


def written(text: str) -> str:
    """A seal or a stamp as it was written down, in any grouping. Raises PlayerError for a slip."""
    found = re.sub(r"[\s.,;:/_-]+", "", text)
    if not (found.isascii() and found.isdecimal()):
        raise PlayerError("seal_of_digits")
    size = _DATA + 1
    groups = [found[start : start + size] for start in range(0, len(found), size)]
    if len(found) not in (SEAL * size, STAMP * size):
        raise PlayerError("seal_length", seal=SEAL * size, stamp=STAMP * size)
    for place, group in enumerate(groups, start=1):
        if _check(group[:-1], place) != group[-1]:
            raise PlayerError("seal_slip", place=place, group=group)
    return " ".join(groups)


def _groups(digest: str, count: int, kind: bytes) -> str:
    made = hashlib.scrypt(digest.encode(), salt=kind, n=_COST, r=_BLOCK, p=_LANES, dklen=16)
    said = f"{int.from_bytes(made) % 10 ** (count * _DATA):0{count * _DATA}}"
    parts = (said[place * _DATA : (place + 1) * _DATA] for place in range(count))
    return " ".join(part + _check(part, place) for place, part in enumerate(parts, start=1))


def _check(digits: str, place: int) -> str:
    """The check digit of the group in this place: groups in another order do not fit."""
    found = place
    for digit in digits:
        found = int(_DAMM[found][int(digit)])
    return str(found)
