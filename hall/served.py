# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a hall's desk: what it shows, and what may be done there.

It is served like the assistant's page, on this computer alone: whoever sees it may type what could
be typed at the desk's keyboard, and an order needs an arbiter who has given their passphrase. An
arbiter elsewhere has a desk of their own, over the server's encrypted line.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from announce.page.markup import Picture
from announce.page.view import Message
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from game.base.inbox import Foreign, PageItem, Part, TypedLine
from game.page.assistant import all_orders, ordered
from game.page.content import BadInput, Hub, Query, Response, Shown
from ground.text import one_line
from hall import page as drawn
from hall.calls import Queued
from hall.desk import TableView
from hall.desk_words import DeskWord, addressed, line_for, word_of
from hall.page import MILLISECOND, HallView, seen_of
from table.events.game import Role
from table.reception import LONGEST_LINE

KEPT = 30
"""So many messages stay on the page."""

LONGEST_PASSPHRASE = 200
"""Letters."""


@dataclass(frozen=True, slots=True)
class SignsIn(Foreign):
    """An arbiter signs in at the page; the passphrase is on no record and in no log."""

    name: str
    passphrase: str = field(repr=False)


class HallPage:
    """Used by the thread that owns the desk."""

    def __init__(self, settings: Settings, hub: Hub[HallView], hall: str, names: Iterable[str]):
        """``names`` are those of the arbiters."""
        self.hub, self._settings, self._hall = hub, settings, hall
        self._arbiters = tuple(names)
        self._messages: tuple[Message, ...] = ()
        self._last: object = None
        self._rows: dict[int, tuple[object, str]] = {}

    def tell(self, told: Iterable[Utterance], *, urgent: bool = False) -> None:
        """Add what is told to the messages."""
        for one in told:
            number = self._messages[-1].number + 1 if self._messages else 1
            self._messages = (*self._messages, Message(number, one, urgent))[-KEPT:]

    def show(
        self, tables: tuple[TableView, ...], queue: tuple[Queued, ...], by: str, at: int
    ) -> None:
        """Publish the desk ``at`` this moment, in nanoseconds, if anything has changed."""
        calls = tuple((one.table, one.call, one.taken) for one in queue)
        now = (tuple(seen_of(one, at) for one in tables), calls, by, self._messages)
        if now == self._last:
            return
        self._last = now
        self.hub.publish(
            HallView(
                self._settings,
                self._hall,
                self._arbiters,
                tables,
                queue,
                by,
                at,
                self._messages,
                self._rows,
            ),
            at,
        )


# --- What the server makes of it: a `game.page.content.Content` -----------------------------------


def picture(shown: Shown[HallView], part: Part) -> Picture:
    """Drawn."""
    return drawn.picture(shown.view, shown.number)


def clocks(shown: Shown[HallView], now: int) -> dict[str, object]:
    """The time at the desk, in milliseconds: by it the page counts down."""
    return {"now": now // MILLISECOND}


def page(shown: Shown[HallView], now: int, part: Part, query: Query) -> str:
    """The whole page."""
    orders = all_orders(shown.view.settings.language)
    return drawn.page(shown.view, shown.number, now // MILLISECOND, orders)


def fetch(name: str, shown: Shown[HallView], part: Part, query: Query) -> Response | None:
    """A table that is opened. Raises ValueError for one that there is not."""
    if name != "table":
        return None
    number = query.get("number", [""])[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise ValueError("no number")
    return Response(json.dumps(drawn.opened(shown.view, int(number))), "application/json")


def take(name: str, given: Any, shown: Shown[HallView], at: int) -> PageItem | str:
    """A line as at the keyboard, an order from the form, an arbiter who goes or signs in."""
    language = shown.view.settings.language
    match name, given:
        case "line", {"text": str(text)} if one_line(text) and len(text) <= LONGEST_LINE:
            return TypedLine(one_line(text), at, Role.ARBITER)
        case "order", {"tables": str(tables), "name": str(order), "values": dict(values)}:
            return TypedLine(_order(tables, order, values, language), at, Role.ARBITER)
        case "take", {"table": int(number)}:
            told = word_of(DeskWord.TAKE, language)
            return TypedLine(line_for(str(number), told, language), at, Role.ARBITER)
        case "sign", {"name": str(who), "passphrase": str(passphrase)}:
            if who in shown.view.arbiters and len(passphrase) <= LONGEST_PASSPHRASE:
                return SignsIn(who, passphrase)
        case "leave", {}:
            return TypedLine(word_of(DeskWord.SIGN_OFF, language), at, Role.ARBITER)
    raise BadInput(name)


def _order(tables: str, name: str, values: dict[str, Any], language: str) -> str:
    """The line of an order; raises BadInput if it lacks something."""
    line = line_for(one_line(tables), ordered(name, values, language), language)
    if len(line) > LONGEST_LINE or addressed(line, language)[0] is None:
        raise BadInput("no tables")
    return line
