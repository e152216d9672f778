# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of who studies: what it shows of the state, and what may be done there.

It is served like the assistant's page, by the same server. It follows what is said and typed; on
it one goes to a move or opens a game, and nothing else.
"""

from collections.abc import Sequence
from typing import Any

from announce.page import study
from announce.page.markup import Picture
from announce.page.study import StudyView, read_address
from announce.page.view import Message
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from game.base.inbox import PageItem, Part, TypedLine
from game.page.content import BadInput, Hub, Query, Response, Shown, document, drawing
from study.library import Card, Library
from study.state import Place, StudyState
from study.tree import write_game

KEPT = 30
"""So many messages stay on the page."""

BEFORE, LISTED = 5, 40
"""So many games are listed, and of these so many before the open one."""

LONGEST_PATH = 4_000
"""Letters of the longest place in a game."""

WALKS = {"next": "", "back": "zurück"}
"""The line that a button stands for."""


class StudyPage:
    """Used by the thread that owns the study."""

    def __init__(self, settings: Settings, hub: Hub[StudyView], library: Library) -> None:
        self._settings = settings
        self._hub = hub
        self._library = library
        self._messages: tuple[Message, ...] = ()
        self._listed: tuple[int, tuple[int, ...] | None] | None = None
        self._games: tuple[Card, ...] = ()
        self._count = 0

    def tell(self, told: Sequence[Utterance]) -> None:
        """Add what is told to the messages."""
        for one in told:
            number = self._messages[-1].number + 1 if self._messages else 1
            self._messages = (*self._messages, Message(number, one, False))[-KEPT:]

    def show(self, state: StudyState, taken: int) -> None:
        """Publish the state; ``taken`` is the time, in nanoseconds."""
        self._list(state)
        view = StudyView(
            self._settings,
            state.position,
            state.number,
            state.tree,
            state.path,
            state.tried,
            self._games,
            self._count,
            self._messages,
        )
        self._hub.publish(view, taken)

    def _list(self, state: StudyState) -> None:
        """Look up the games around the open one, if another one was opened or others chosen."""
        if self._listed == (state.number, state.found):
            return
        self._listed = (state.number, state.found)
        if state.found is None:
            numbers = self._around(state.number)
            self._count = 0  # to count a large file takes its time
        else:
            past = [number for number in state.found if number < state.number]
            start = max(0, len(past) - BEFORE)
            numbers = list(state.found[start : start + LISTED])
            self._count = len(state.found)
        self._games = tuple(self._library.card(number) for number in numbers)

    def _around(self, number: int) -> list[int]:
        numbers = [number] if self._library.has(number) else []
        for way, most in ((-1, BEFORE), (1, LISTED)):
            at: int | None = number
            for _ in range(most):
                at = None if at is None else self._library.beside(at, way)
                if at is None or len(numbers) == LISTED:
                    break
                numbers.append(at)
        return sorted(numbers)


# --- What the server makes of it: a `game.page.content.Content` -----------------------------------


def picture(shown: Shown[StudyView], part: Part) -> Picture:
    """Drawn."""
    return study.picture(shown.view, shown.number)


def clocks(shown: Shown[StudyView], now: int) -> None:
    """No clocks."""


def page(shown: Shown[StudyView], now: int, part: Part, query: Query) -> str:
    """The whole page, perhaps at another place of the game."""
    view = shown.view
    if "path" in query:
        view = view.at(read_address(query["path"][0][:LONGEST_PATH]))
    return study.page(view, shown.number)


def fetch(name: str, shown: Shown[StudyView], part: Part, query: Query) -> Response | None:
    """A file to take away."""
    match name, shown.view.tree:
        case "position.svg", _:
            return drawing(shown.view.position)
        case "record.pgn", tree if tree is not None:
            return document(write_game(tree), "application/x-chess-pgn; charset=utf-8")
    return None


def take(name: str, given: Any, shown: Shown[StudyView], at: int) -> PageItem | str:
    """To a place, or a move on or back."""
    match name, given:
        case "go", {"game": int(number), "path": str(path)} if len(path) <= LONGEST_PATH:
            return Place(number, read_address(path))
        case "walk", {"way": str(way)} if way in WALKS:
            return TypedLine(WALKS[way], at)
    raise BadInput(name)
