# SPDX-License-Identifier: GPL-3.0-or-later
"""What is sent to one page: only what it does not have yet, and the clocks every time."""

import json

from announce.page.render import clocks_json, message_html, parts
from announce.page.view import Displays, View


class Follower:
    """Remembers what one page has."""

    def __init__(self, known: int, turned: bool) -> None:
        """The page was made of the view with the number ``known``; ``turned``: Black is below."""
        self._known: int | None = known
        self._turned = turned
        self._parts: dict[str, str] = {}
        self._last_message = 0

    def news(self, view: View, number: int, clocks: Displays) -> str:
        """What is new in ``view``, as one line of JSON for page.js."""
        told: dict[str, object] = {"clocks": clocks_json(clocks)}
        if number == self._known:
            return json.dumps(told)
        now = parts(view, self._turned)
        told["parts"] = {name: html for name, html in now.items() if self._parts.get(name) != html}
        told["todo"] = view.todo_number
        told["messages"] = [
            {"number": one.number, "html": message_html(one, view), "urgent": one.urgent}
            for one in view.messages
            if one.number > self._last_message
        ]
        self._known, self._parts = number, now
        self._last_message = view.messages[-1].number if view.messages else 0
        return json.dumps(told)
