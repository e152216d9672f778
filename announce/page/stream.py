# SPDX-License-Identifier: GPL-3.0-or-later
"""News for the pages when a view follows another: the parts that have changed, and the clocks.

It is the same for all pages that show the same view, so it is made once for all of them.
"""

import json
from dataclasses import dataclass, field
from typing import Any

import chess

from announce.page.markup import utterance_html
from announce.page.view import Displays, Message
from announce.text.settings import Settings


@dataclass(frozen=True, slots=True)
class Picture:
    """A view with its number, drawn: the ``parts`` of its page as HTML by the ids of their places.

    ``step`` is the next step of the hands, as HTML, of the list number ``todo``.
    """

    number: int
    settings: Settings
    parts: dict[str, str] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    todo: int = 0
    step: str = ""


def news(now: Picture, before: Picture | None, clocks: Displays | None) -> str:
    """The news for a page that shows the view ``before`` (None: nobody knows which), as a line of
    JSON. A page that shows ``now`` gets the clocks alone, if it has any.

    ``heard`` is what a screen reader is told beside the messages, politely and once: the next step
    of the hands, and how the game stands where no message told it.
    """
    told: dict[str, Any] = {} if clocks is None else {"clocks": clocks_json(clocks)}
    if before is not None and before.number == now.number:
        return json.dumps(told)
    old = {} if before is None else before.parts
    last = before.messages[-1].number if before is not None and before.messages else 0
    messages = [one for one in now.messages if one.number > last]
    told["parts"] = {name: html for name, html in now.parts.items() if old.get(name) != html}
    told["todo"] = now.todo
    told["messages"] = [
        {"number": one.number, "html": message_html(one, now.settings), "urgent": one.urgent}
        for one in messages
    ]
    if before is not None:
        told["heard"] = _heard(now, before, told=bool(messages))
    return json.dumps(told)


def message_html(message: Message, settings: Settings) -> str:
    """A message as HTML."""
    return utterance_html(message.utterance, settings)


def messages_html(messages: tuple[Message, ...], settings: Settings) -> str:
    """The list of what was told, the newest on top."""
    return "".join(
        f"<li{_urgent(one)}>{message_html(one, settings)}</li>" for one in reversed(messages)
    )


def _urgent(message: Message) -> str:
    return ' class="urgent"' if message.urgent else ""


def clocks_json(clocks: Displays) -> dict[str, object]:
    """Both displays for the script, in milliseconds."""
    running = "" if clocks.running is None else chess.COLOR_NAMES[clocks.running]
    return {
        "white": clocks.white,
        "black": clocks.black,
        "running": running,
        "waits": clocks.waits,
    }


def _heard(now: Picture, before: Picture, *, told: bool) -> list[str]:
    heard = []
    if not told and now.parts.get("state") != before.parts.get("state"):
        heard.append(now.parts["state"])
    if now.step and now.step != before.step:
        heard.append(now.step)
    return heard
