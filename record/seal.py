# SPDX-License-Identifier: GPL-3.0-or-later
"""The seal of a game: its record in a few digits that a person can write down.

It is made of the hash of the entry that gave the game its result, or adjourned it. That hash is
made of everything before it, so a changed record has another seal. The last digit of each group is
a check: a slip of the pen is found, and where it is.

The seal is slow to make (scrypt), so that nobody can try enough forged games to find one with the
same digits.
"""

import hashlib
import re

from announce.errors import PlayerError
from table.core.state import Phase, State

GROUPS = 5

_DATA = 4  # digits of a group, and one more to check them
_SIZE = _DATA + 1
_COST, _BLOCK, _LANES = 2**12, 8, 1
"""About ten milliseconds: no flag is told late for it."""

_DAMM = (
    *("0317598642", "7092154863", "4206871359", "1750983426", "6123045978"),
    *("3674209581", "5869720134", "8945362017", "9438617205", "2581436790"),
)
"""The table of Damm's check digit: it finds each wrong digit, and each exchange of neighbours."""


def sealed_result(before: State, after: State) -> str:
    """The result that an entry between two states gave the game, "*" if it adjourned it; empty if
    the entry has no seal."""
    old, new = (state.outcome.result if state.outcome else "*" for state in (before, after))
    if new not in ("*", old):
        return new
    return "*" if _is_adjourned(after) and not _is_adjourned(before) else ""


def _is_adjourned(state: State) -> bool:
    return state.adjourned is not None and state.adjourned.phase is Phase.ADJOURNED


def seal_of(digest: str) -> str:
    """The seal of a game whose last entry has this hash."""
    return digits_of(digest, b"hektor seal")


def digits_of(text: str, kind: bytes, count: int = GROUPS) -> str:
    """A text in ``count`` groups of digits, which are others for each ``kind`` of text."""
    made = hashlib.scrypt(text.encode(), salt=kind, n=_COST, r=_BLOCK, p=_LANES, dklen=16)
    length = count * _DATA
    digits = f"{int.from_bytes(made) % 10**length:0{length}}"
    parts = (digits[start : start + _DATA] for start in range(0, length, _DATA))
    return " ".join(part + _check(part, place) for place, part in enumerate(parts, start=1))


def parse_seal(text: str) -> str:
    """A seal as it was written down, in any grouping. Raises PlayerError for a slip."""
    found = re.sub(r"[\s.,;:/_-]+", "", text)
    if not (found.isascii() and found.isdecimal()):
        raise PlayerError("seal_of_digits")
    if len(found) != GROUPS * _SIZE:
        raise PlayerError("seal_length", seal=GROUPS * _SIZE)
    groups = [found[start : start + _SIZE] for start in range(0, len(found), _SIZE)]
    for place, group in enumerate(groups, start=1):
        if _check(group[:-1], place) != group[-1]:
            raise PlayerError("seal_slip", place=place, group=group)
    return " ".join(groups)


def _check(digits: str, place: int) -> str:
    """The check digit of the group in this place: groups in another order do not fit."""
    found = place
    for digit in digits:
        found = int(_DAMM[found][int(digit)])
    return str(found)
