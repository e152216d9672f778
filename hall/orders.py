# SPDX-License-Identifier: GPL-3.0-or-later
"""Orders from the desk: signed there, checked at the table, and what came of each. Pure.

The signature is Ed25519 under a key made of the arbiter's passphrase (``record.countersign``), over
the whole order: hall, table, game, number, name and meaning. So no order can be changed, or be
obeyed at another table, in another game or a second time.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hall.message import loads
from record.codec import INPUTS
from record.countersign import signed, signer
from record.journal import Entry
from table.arbiter.pin import wait_after
from table.core.inputs import Ordered

LASTS = 120
"""Seconds for which an order waits for its table; then the server drops it."""

LARGEST = 4096
"""Bytes of the longest order."""


class Unbelieved(StrEnum):
    """Why an order is not taken for one of this table."""

    UNREADABLE = "unreadable"
    NO_ARBITER = "no arbiter"  # nobody of this name may give orders here
    NOT_SIGNED = "not signed"
    ELSEWHERE = "elsewhere"  # for another table, or for another game at this one


def number_after(last: int, milliseconds: int) -> int:
    """The number of a new order, of the time of day at the desk: above all that the table has
    obeyed, whichever desk gave them."""
    return max(last + 1, milliseconds)


def sealed(hall: str, game: str, given: Ordered, pen: Callable[[bytes], str]) -> bytes:
    """The message of an order for the table that ``hall`` names, in the game with this hash."""
    order = {"hall": hall, "game": game, "input": INPUTS.encode(given)}
    text = json.dumps(order, ensure_ascii=False, separators=(",", ":"))
    signature = pen(text.encode())
    return json.dumps({"order": text, "signature": signature}, ensure_ascii=False).encode()


def opened(
    data: bytes, hall: str, game: str, arbiters: Mapping[str, str]
) -> "Ordered | OrderOutcome":
    """The order of a message, if it is one for this table and this game by one of the arbiters,
    whose public keys stand with their names."""
    given, place = believed(data, arbiters)
    if isinstance(given, Ordered) and place != (hall, game):
        return _doubted(Unbelieved.ELSEWHERE, given.number)
    return given


def believed(
    data: bytes, arbiters: Mapping[str, str]
) -> "tuple[Ordered | OrderOutcome, tuple[object, object]]":
    """The order of a message that one of the arbiters signed, and for which hall and which game."""
    nowhere = None, None
    match loads(data, LARGEST):
        case {"order": str(text), "signature": str(signature)}:
            order = loads(text.encode(), LARGEST) or {}
        case _:
            return _doubted(Unbelieved.UNREADABLE), nowhere
    try:
        given = INPUTS.decode(order["input"])
    except (ValueError, KeyError):
        return _doubted(Unbelieved.UNREADABLE), nowhere
    if not isinstance(given, Ordered):
        return _doubted(Unbelieved.UNREADABLE), nowhere
    key = arbiters.get(given.by)
    if key is None:
        return _doubted(Unbelieved.NO_ARBITER, given.number), nowhere
    if not signed(key, text.encode(), signature):
        return _doubted(Unbelieved.NOT_SIGNED, given.number), nowhere
    return given, (order.get("hall"), order.get("game"))


class Signatory:
    """Who gives orders at a desk: the arbiter whose passphrase was given last. After a few wrong
    ones it takes longer and longer until one counts again (``table.arbiter.pin``)."""

    def __init__(self, arbiters: Mapping[str, str]) -> None:
        """``arbiters`` are the public keys by the names."""
        self.name = ""  # empty if nobody does
        self.pen: Callable[[bytes], str] | None = None
        self.before: frozenset[str] = frozenset()  # all who have given orders here
        self._arbiters = arbiters
        self._wrong, self._barred = 0, 0

    def meant(self, text: str) -> str | None:
        """The arbiter whose name a line is or begins with, the first name alone if no other has it:
        somebody may type the passphrase behind it, and such a line is never repeated."""
        line, names = f"{text.casefold()} ", self._arbiters
        whole = [one for one in names if line.startswith(f"{one.casefold()} ")]
        first = [one for one in names if line.startswith(f"{one.split()[0].casefold()} ")]
        return next((one[0] for one in (whole, first) if len(one) == 1), None)

    def signs(self, name: str, passphrase: str, now: int) -> bool:
        """True if this is the passphrase of that arbiter, who signs from ``now`` on, in
        nanoseconds."""
        if now < self._barred or name not in self._arbiters:
            return False
        pen = signer(passphrase, self._arbiters[name])
        if pen is None:
            self._wrong += 1
            self._barred = now + wait_after(self._wrong)
            return False
        self._wrong, self.pen, self.name = 0, pen, name
        self.before |= {name}
        return True

    def wait(self, now: int) -> int:
        """Nanoseconds until a passphrase counts."""
        return max(0, self._barred - now)

    def leave(self) -> None:
        """Nobody gives orders any more."""
        self.pen, self.name = None, ""


# --- What came of it ------------------------------------------------------------------------------


class Fate(StrEnum):
    """The fate of an order."""

    WAITS = "waits"
    DONE = "done"
    ASKED = "asked"  # the table asks for a yes first
    REFUSED = "refused"
    DOUBTED = "doubted"  # it was not taken for an order of this table
    OVERTAKEN = "overtaken"  # a later one was obeyed before, and this one will not be
    EXPIRED = "expired"  # the table did not take it in time
    UNSENT = "unsent"  # it did not come to the server


@dataclass(frozen=True, slots=True)
class OrderOutcome:
    """The outcome of an order, in the ``words`` of the table; of one that is doubted they are an
    `Unbelieved`."""

    number: int
    fate: Fate
    words: str


def _doubted(why: Unbelieved, number: int = 0) -> OrderOutcome:
    """It is not obeyed; ``number`` is 0 where none can be read."""
    return OrderOutcome(number, Fate.DOUBTED, str(why))


def outcome_of(entry: Entry, given: object) -> OrderOutcome | None:
    """The outcome of the order ``given``, that an entry worked off; None if it is no order."""
    if not isinstance(given, Ordered):
        return None
    kinds = [event["is"] for event in entry.events]
    fate = Fate.REFUSED if "Refused" in kinds else Fate.DONE
    fate = Fate.ASKED if "Question" in kinds else fate
    return OrderOutcome(given.number, fate, " ".join(filter(None, entry.said)))


def fate(
    number: int, at: float, outcomes: Iterable[OrderOutcome], doubted: tuple[int, str], now: float
) -> OrderOutcome:
    """The outcome of the order with this number, which went out ``at`` a moment of the desk's
    clock, in seconds; it is ``now`` there. ``doubted`` is the last one that the table did not take
    for its own. One that has expired may still have been obeyed by a table that was cut off just
    then: its journal will say so."""
    later = False
    for one in outcomes:
        if one.number == number:
            return one
        later = later or one.number > number
    if doubted[0] == number:
        return OrderOutcome(number, Fate.DOUBTED, doubted[1])
    if later:
        return OrderOutcome(number, Fate.OVERTAKEN, "")
    return OrderOutcome(number, Fate.EXPIRED if now - at > LASTS else Fate.WAITS, "")
