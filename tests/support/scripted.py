# SPDX-License-Identifier: GPL-3.0-or-later
"""Scripts at the table, and a table on a fake clock for what a script cannot say."""

from typing import Any

from lab.script import parse, run
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Input, Request, Said
from table.core.state import State, new_state
from table.events import Event
from table.events.arbiter import Noted
from table.events.game import Role
from table.handle import handle
from table.understanding import typed


def play(script: str) -> list[dict[str, Any]]:
    return list(run(parse(script)))


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def named(event: Event) -> str:
    """The name of an event; of one that is only noted, the note."""
    return event.note.value if isinstance(event, Noted) else type(event).__name__


def only(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == name]


class Table:
    """A table on a fake clock, for what a script cannot say."""

    def __init__(self, **conditions: Any) -> None:
        self.state: State = new_state(Conditions(**{"press_after": None, **conditions}))
        self.events: list[Any] = []
        self.request: Request | None = None

    def put(self, given: Input, seconds: float) -> list[str]:
        self.state, events, self.request = handle(self.state, given, round(seconds * SECOND))
        self.events.extend(events)
        return [type(event).__name__ for event in events]

    def say(
        self, text: str, ended_at: float, now: float | None = None, who: Role | None = None
    ) -> list[str]:
        intent = typed(text, self.state, who)
        at = round(ended_at * SECOND)
        return self.put(Said(intent, at, who, text), ended_at if now is None else now)
