# SPDX-License-Identifier: GPL-3.0-or-later
"""The messages of a table, as JSON: openings, entries, signs of life; and the one place where they
are read.

Whoever has a table's ticket may send anything. `read` and `read_alive` take nothing but what
`of_opening`, `of_entry` and `of_alive` write, field by field, and answer with a value or with the
reason (`Unread`); they raise nothing. Which table it is tells the subject, never the message.

`HIDDEN` stands in the place of what is kept of an arbiter's PIN. So a desk cannot reckon the hash
of such an entry anew, and takes the one that stands there.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from record.codec import INPUTS, Records
from record.journal import Entry, Opening
from table.core.conditions import Conditions

HIDDEN = f"keyed${'0' * 32}${'0' * 64}${'0' * 16}"
"""In the form of what is kept of a PIN; no PIN fits it."""

LARGEST = 1 << 17
"""Bytes of the largest message, at the server too."""

LONGEST_ALIVE = 512
"""Bytes of the longest sign of life."""

LONGEST_NAME = 400
"""Letters of the longest name, or other text, of the conditions of a game."""

_INTEGER = 1 << 63
_LATEST = 366 * 86_400 * 1_000_000_000
"""The longest that a game runs, in nanoseconds: a year."""

_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that no table of this version sends; ``reason`` says why, for a log."""

    reason: str


@dataclass(frozen=True, slots=True)
class Written:
    """An ``entry`` of the ``game`` with this hash. ``altered``: something of it was hidden.
    ``given`` is the input of the entry."""

    game: str
    entry: Entry
    altered: bool = False
    given: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Alive:
    """A sign of life: the table plays the ``game``, has ``entries`` of it on its disk, and the time
    of the game is ``at``, in nanoseconds. ``refused`` is the number of the last order that it did
    not take for its own, with the reason. ``left``: it is the last sign, for the program is left.
    """

    game: str = ""
    entries: int = 0
    at: int = 0
    refused: int = 0
    reason: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last message of a table that the server has: number ``seq`` of the ``game``, -1 for its
    opening. ``sequence`` is the server's number of it, 0 if there is none."""

    game: str = ""
    seq: int = -1
    sequence: int = 0


@dataclass(frozen=True, slots=True)
class Past:
    """A table at the server: its ``messages`` in order, whichever computer sent them, and
    its last sign of life."""

    messages: tuple[bytes, ...] = ()
    alive: Alive = Alive()

    @property
    def reached(self) -> dict[str, int]:
        """The number of the last entry of each game, -1 for one that has none."""
        return {place.game: place.seq for place in _places(self.messages)}

    @property
    def complete(self) -> bool:
        """True if no game lacks an entry before its last one."""
        games: dict[str, set[int]] = {}
        for place in _places(self.messages):
            games.setdefault(place.game, set()).add(place.seq)
        return all(found == set(range(-1, max(found) + 1)) for found in games.values())


def _places(messages: Iterable[bytes]) -> Iterator[Cursor]:
    return (place for data in messages if (place := place_of(data, 0)).game)


_MESSAGES = Records(Opening, Written, Alive)


def of_opening(opening: Opening) -> bytes:
    """The message with which a game begins."""
    conditions = dict(opening.conditions)
    if conditions.get("arbiter_pin"):
        conditions["arbiter_pin"] = HIDDEN
    return _dumps(replace(opening, conditions=conditions))


def of_entry(game: str, entry: Entry) -> bytes:
    """The message for an entry of the game with this hash."""
    altered = entry.input.get("is") == "PinReplaced"
    if altered:
        entry = replace(entry, input={**entry.input, "kept": HIDDEN})
    return _dumps(Written(game, entry, altered))


def of_alive(alive: Alive) -> bytes:
    """The message that a table lives."""
    return _dumps(alive)


def read(data: bytes, place: str | None = None) -> Opening | Written | Unread:
    """The opening or the entry of a message from the table at this ``place`` ("olympiad/7"). An
    opening that names another table or hall is not read. Without a ``place`` it is the reader's own
    table."""
    found = _read(data, LARGEST)
    if isinstance(found, Opening):
        return _opening(found, place)
    if isinstance(found, Written):
        return _written(found)
    return found if isinstance(found, Unread) else Unread("no opening and no entry")


def read_alive(data: bytes) -> Alive | Unread:
    """The sign of life of a message."""
    found = _read(data, LONGEST_ALIVE)
    if not isinstance(found, Alive):
        return found if isinstance(found, Unread) else Unread("no sign of life")
    numbers = 0 <= found.entries < _INTEGER and 0 <= found.at < _LATEST and found.refused >= 0
    known = not found.game or _HASH.fullmatch(found.game)
    return found if numbers and known else Unread("a number or a game that cannot be")


def place_of(data: bytes, sequence: int) -> Cursor:
    """The place of a message of the own table, which the server has under this number; without a
    game if it cannot be read."""
    found = read(data)
    if isinstance(found, Unread):
        return Cursor(sequence=sequence)
    if isinstance(found, Opening):
        return Cursor(found.hash, -1, sequence)
    return Cursor(found.game, found.entry.seq, sequence)


def _opening(found: Opening, place: str | None) -> Opening | Unread:
    agreed = _decoded(INPUTS, found.conditions)
    if not isinstance(agreed, Conditions) or not _HASH.fullmatch(found.hash):
        return Unread("conditions that cannot be read")
    if any(isinstance(one, str) and len(one) > LONGEST_NAME for one in found.conditions.values()):
        return Unread("a name that is too long")
    if place is not None and (agreed.place, f"{agreed.table}") != (place, place.rpartition("/")[2]):
        return Unread("another table")
    return found


def _written(found: Written) -> Written | Unread:
    entry = found.entry
    given = _decoded(INPUTS, entry.input)
    if given is None or isinstance(given, Conditions):
        return Unread("an input that cannot be read")
    if not all(isinstance(event.get("is"), str) for event in entry.events):
        return Unread("an event that cannot be read")
    hashes = _HASH.fullmatch(found.game) and _HASH.fullmatch(entry.hash)
    if not (hashes and 0 <= entry.seq < _INTEGER and 0 <= entry.at < _LATEST):
        return Unread("a number or a hash that cannot be")
    return replace(found, given=given)


def _decoded(records: Records, data: dict[str, Any]) -> Any:
    """The value, None if it is not written exactly as `Records.encode` writes it."""
    try:
        found = records.decode(data)
        return found if records.encode(found) == data else None
    except Exception:  # of many kinds, and nobody at the table is told why
        return None


def _read(data: bytes, longest: int) -> Opening | Written | Alive | Unread:
    content = loads(data, longest)
    if content is None:
        return Unread("too long, or no JSON object")
    found: Opening | Written | Alive | None = _decoded(_MESSAGES, content)
    return Unread("no message of a table") if found is None else found


def loads(data: bytes, longest: int) -> dict[str, Any] | None:
    """The JSON object of a message of at most so many bytes. None for anything else, and for texts
    and numbers that no disk and no terminal takes: half characters, integers of more than 64 bits,
    and what is no number."""
    try:
        found = None if len(data) > longest else json.loads(
            data, parse_int=_integer, parse_constant=_no_number
        )  # fmt: skip
        if b"\\u" in data:
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _integer(text: str) -> int:
    found = int(text)
    if not -_INTEGER <= found < _INTEGER:
        raise ValueError("more than 64 bits")
    return found


def _no_number(text: str) -> float:
    raise ValueError(text)


def _dumps(value: object) -> bytes:
    text = json.dumps(_MESSAGES.encode(value), ensure_ascii=False, separators=(",", ":"))
    return text.encode()
