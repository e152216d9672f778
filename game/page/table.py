# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page as content: what is shown of a table, and what is done there."""

import json
from dataclasses import replace
from typing import Any

from announce.page import render
from announce.page.forms import Forms
from announce.page.hands import comparison
from announce.page.stream import Picture
from announce.page.view import Displays, Todo, View, displays
from game.base.inbox import PageItem, Part
from game.page.content import Query
from game.page.documents import DOCUMENTS, Document
from game.page.hub import Shown
from game.page.inputs import BadInput, order_forms, read_input

LONGEST_LIST = 2000
"""Letters of the longest list of what stands differently."""

MOST_PLIES = 10_000
"""No game is longer; a larger number is none."""


def seen(view: View, part: Part) -> View:
    """What a visitor sees: spectators neither the messages, which may answer the assistant, nor
    what the hands have to do, nor the list of devices."""
    if part is Part.ASSISTANT:
        return view
    return replace(view, messages=(), todo=Todo(), devices=(), advice=False)


class TableContent:
    """See `game.page.content.Content`."""

    def picture(self, shown: Shown[View], part: Part) -> Picture:
        """Drawn."""
        return render.picture(seen(shown.view, part), shown.number)

    def clocks(self, shown: Shown[View], now: int) -> Displays:
        """Both clocks."""
        return displays(shown.view, max(0, now - shown.taken))

    def page(self, shown: Shown[View], now: int, part: Part, query: Query) -> str:
        """The whole page, perhaps with an earlier position."""
        view = seen(shown.view, part)
        assists = part is Part.ASSISTANT
        return render.page(
            view,
            self.clocks(shown, now),
            shown.number,
            turned=query.get("turned") == ["1"],
            ply=_ply(query),
            forms=order_forms(view.settings.language) if assists else Forms(),
            part=part.value,
        )

    def fetch(self, name: str, shown: Shown[View], part: Part, query: Query) -> Document | None:
        """An earlier position, or a file to take away."""
        ply = _ply(query)
        if name == "position" and ply is not None:
            told = render.position(seen(shown.view, part), ply)
            return Document(json.dumps(told), "application/json", saved=False)
        return DOCUMENTS[name](shown) if name in DOCUMENTS else None

    def take(self, name: str, given: Any, shown: Shown[View], at: int) -> PageItem | str:
        """A line, a tick, or what stands differently on the board."""
        match name, given:
            case "compare", {"stands": str(stands)}:
                if len(stands) > LONGEST_LIST:
                    raise BadInput("too long")
                return comparison(stands, shown.view)
            case _:
                return read_input(name, given, shown.view, at)


TABLE = TableContent()


def _ply(query: Query) -> int | None:
    """The ply that is asked for, if one is. Raises ValueError for what is none."""
    given = query.get("ply")
    if given is None:
        return None
    if not (given[0].isascii() and given[0].isdigit() and int(given[0][:6]) < MOST_PLIES):
        raise ValueError("no ply")
    return int(given[0])
