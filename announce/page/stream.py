# SPDX-License-Identifier: GPL-3.0-or-later
"""What is sent to the pages when a view follows another: what has changed, and the clocks.

It is the same for all pages that show the same view, so it is made once for all of them.
"""

import json
from dataclasses import dataclass
from typing import Any

from announce.page.hands import next_step
from announce.page.markup import utterance_html
from announce.page.render import clocks_json, message_html, parts
from announce.page.view import Displays, View


@dataclass(frozen=True, slots=True)
class Picture:
    """A view with its number, drawn."""

    number: int
    view: View
    parts: dict[str, str]


def picture(view: View, number: int) -> Picture:
    """Draw a view."""
    return Picture(number, view, parts(view))


def news(now: Picture, before: Picture | None, clocks: Displays) -> str:
    """What a page needs that shows the view ``before`` (None: nobody knows which), as a line of
    JSON. A page that shows ``now`` gets the clocks alone.

    ``heard`` is what a screen reader is told beside the messages, politely and once: the next step
    of the hands, and how the game stands where no message told it.
    """
    told: dict[str, Any] = {"clocks": clocks_json(clocks)}
    if before is not None and before.number == now.number:
        return json.dumps(told)
    old = {} if before is None else before.parts
    last = 0
    if before is not None and before.view.messages:
        last = before.view.messages[-1].number
    messages = [one for one in now.view.messages if one.number > last]
    told["parts"] = {name: html for name, html in now.parts.items() if old.get(name) != html}
    told["todo"] = now.view.todo_number
    told["messages"] = [
        {"number": one.number, "html": message_html(one, now.view), "urgent": one.urgent}
        for one in messages
    ]
    if before is not None:
        told["heard"] = _heard(now, before, told=bool(messages))
    return json.dumps(told)


def _heard(now: Picture, before: Picture, *, told: bool) -> list[str]:
    heard = []
    if not told and now.parts["state"] != before.parts["state"]:
        heard.append(now.parts["state"])
    step = next_step(now.view)
    if step is not None and step != next_step(before.view):
        heard.append(utterance_html(step, now.view.settings))
    return heard
