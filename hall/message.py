# SPDX-License-Identifier: GPL-3.0-or-later
"""The messages of a hall, as JSON: openings, entries, signs of life.

What is kept of an arbiter's PIN is no part of it: `HIDDEN` stands where it stood. So a desk cannot
reckon the hash of such an entry anew, and takes the one that stands there.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from record.journal import Entry, Opening

HIDDEN = f"keyed${'0' * 32}${'0' * 64}${'0' * 16}"
"""In the form of what is kept of a PIN; no PIN fits it."""

LARGEST = 1 << 17
"""Bytes of the largest message, as the server has it."""


class BadMessage(ValueError):
    """It is none of those that a table sends."""


@dataclass(frozen=True, slots=True)
class Written:
    """An ``entry`` of the ``game`` with this hash. ``altered``: something of it was hidden."""

    game: str
    entry: Entry
    altered: bool = False


@dataclass(frozen=True, slots=True)
class Alive:
    """A table lives: it plays the ``game``, has ``entries`` of it on its disk, and the time of the
    game is ``at``, in nanoseconds. ``refused`` is the number of the last order that it did not take
    for its own, with the reason. ``left``: it is the last sign, for the program is left."""

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
    for data in messages:
        try:
            yield place_of(data, 0)
        except BadMessage:
            continue


def of_opening(opening: Opening) -> bytes:
    """The message with which a game begins."""
    conditions = dict(opening.conditions)
    if conditions.get("arbiter_pin"):
        conditions["arbiter_pin"] = HIDDEN
    return _dumps({"is": "opening", **asdict(replace(opening, conditions=conditions))})


def of_entry(game: str, entry: Entry) -> bytes:
    """The message for an entry of the game with this hash."""
    given, altered = entry.input, entry.input.get("is") == "PinReplaced"
    if altered:
        given = {**given, "kept": HIDDEN}
    return _dumps({
        "is": "entry", "game": game, "altered": altered, "seq": entry.seq, "at": entry.at,
        "wall": entry.wall, "input": given, "events": entry.events, "said": entry.said,
        "sealed": entry.sealed, "hash": entry.hash,
    })  # fmt: skip


def of_alive(alive: Alive) -> bytes:
    """The message that a table lives."""
    return _dumps(asdict(alive))


def identity(game: str, seq: int) -> str:
    """The ``Nats-Msg-Id`` of an entry, or with -1 of an opening."""
    return f"{game}:{seq}"


def read(data: bytes) -> Opening | Written:
    """The opening or the entry of a message. Raises BadMessage for any other."""
    found = _loads(data)
    kind = found.pop("is", None)
    try:
        if kind == "opening":
            return _checked(Opening(**found))
        if kind == "entry":
            game, altered = str(found.pop("game")), bool(found.pop("altered"))
            lists = {name: tuple(found[name]) for name in ("events", "said")}
            entry = Entry(**{**found, **lists})
            kinds = type(entry.seq), type(entry.at), type(entry.sealed)
            if kinds == (int, int, str):
                return Written(game, entry, altered)
    except (TypeError, ValueError, KeyError) as error:
        raise BadMessage("no message of a table") from error
    raise BadMessage("no message of a table")


def read_alive(data: bytes) -> Alive:
    """A sign of life. Raises BadMessage for anything else."""
    try:
        found = Alive(**_loads(data))
    except TypeError as error:
        raise BadMessage("no sign of life") from error
    numbers = (found.entries, found.at, found.refused)
    texts = (found.game, found.reason)
    if all(isinstance(one, int) for one in numbers) and all(isinstance(one, str) for one in texts):
        return replace(found, left=found.left is True)
    raise BadMessage("no sign of life")


def place_of(data: bytes, sequence: int) -> Cursor:
    """Which message of a table it is. Raises BadMessage for one that no table wrote."""
    found = read(data)
    if isinstance(found, Opening):
        return Cursor(found.hash, -1, sequence)
    return Cursor(found.game, found.entry.seq, sequence)


def _checked(opening: Opening) -> Opening:
    texts = (opening.started, opening.white, opening.black, opening.hash)
    if not (all(isinstance(one, str) for one in texts) and isinstance(opening.conditions, dict)):
        raise BadMessage("no opening")
    return opening


def _dumps(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _loads(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadMessage("no JSON") from error
    if not isinstance(found, dict):
        raise BadMessage("no object")
    return found
