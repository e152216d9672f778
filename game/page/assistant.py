# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page: what the thread of the game keeps for it, what a server makes of it, and
the inputs that it sends: lines as they would be typed, and ticks of steps.

So the page can do nothing that who types could not do, and the table decides on each by the same
rights (``table.core.rights``).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import chess

from announce.braille import BrailleStyle, file_text, score_pages
from announce.lexicon import MOVES, lexicon, plain
from announce.page import render
from announce.page.board import comparison
from announce.page.markup import Picture, clocks_json
from announce.page.render import OrderWords
from announce.page.view import Message, PageDevice, Todo, View, displays, of_state
from announce.text.settings import Audience, Settings
from announce.text.utterance import Utterance
from announce.words.events import words
from announce.words.moves import square_words
from announce.words.program import code, message, sealed
from clock.events import FlagFell
from game.base.inbox import DevicesChanged, PageItem, Part, StepsDone, TypedLine
from game.page.content import BadInput, Hub, Query, Response, Shown, document, drawing
from ground.text import one_line
from record.pgn import to_pgn
from record.session import Happened
from rules.description import MoveFacts
from rules.rights import Right
from table.core import rights
from table.core.state import State
from table.events import Event
from table.events.arbiter import PinRefused
from table.events.dialogue import DeviceLost, InfoGiven
from table.events.game import (
    GameEnded,
    IllegalMove,
    MoveCorrected,
    PenaltyGiven,
    PositionRestored,
    Refused,
    Role,
    TouchBinds,
)
from table.reception import LONGEST_LINE
from voice.language.orders import OrderName, choices, compose, slots

URGENT = (
    FlagFell,
    IllegalMove,
    MoveCorrected,
    PositionRestored,
    GameEnded,
    DeviceLost,
    TouchBinds,
    Refused,
    PinRefused,
    PenaltyGiven,
)
"""Events that the assistant has to act on at once, and refusals."""

KEPT = 30
"""So many messages stay on the page."""


class AssistantPage:
    """Used by the thread that owns the game."""

    def __init__(self, settings: Settings, hub: Hub[View]) -> None:
        """``settings`` are those of the page: the hands have a list of their own there."""
        self.language = settings.language
        self._settings = replace(settings, audience=Audience.PLAYER)
        self._hub = hub
        self._state: State | None = None
        self._played: tuple[MoveFacts, ...] = ()
        self._todo = Todo()
        self._todo_number = 0
        self._messages: tuple[Message, ...] = ()
        self._changed = True
        self._devices: tuple[PageDevice, ...] = ()

    def tell(self, events: Sequence[Event]) -> None:
        """Tell what happened; answers are for those who asked."""
        for event in events:
            if isinstance(event, InfoGiven) and event.who is not Role.ASSISTANT:
                continue
            told = words(event, replace(self._settings, say_press=False))  # the clocks show it
            self._note(told, urgent=isinstance(event, URGENT))

    def sealed(self, happened: Happened) -> None:
        """The seal that a witness at the page may write down."""
        self._note(sealed(happened.seal, self.language))

    def show_devices(
        self, changed: DevicesChanged, state: State, language: str
    ) -> tuple[Utterance, ...]:
        """Other devices came or went, or one asks to show the page: its code is returned, to be
        told. In competition the arbiter has to be there for that, known by the PIN; the code is
        printed only, lest a stranger disturbs a game."""
        told: tuple[Utterance, ...] = ()
        if changed.code and state.conditions.competes and not state.arbiter.known:
            told = (Utterance((), eye=message("device_waits", language).segments),)
        elif changed.code:
            told = (code(changed.code, language),)
        self._note(told)
        self._devices = changed.devices
        self._changed = True
        return told

    def next_game(self) -> None:
        """Begin another game: its pieces stand at their start, and nothing is to be taken back."""
        self._state, self._played = None, ()
        self._set_todo(Todo())

    def mark(self, done: StepsDone) -> None:
        """The assistant did something; a mark for a list that has changed since is out of date."""
        if done.number != self._todo_number:
            return
        self._set_todo(self._todo.all_done() if done.all else self._todo.step_done())

    def show(self, state: State, now: int, taken: int) -> None:
        """Publish the table if it has changed; ``now`` of the game is ``taken`` of the clock."""
        if state is self._state and not self._changed:
            return
        played = tuple(made.facts for made in state.record)
        if state.spoken is not None:
            played += (state.spoken.facts,)
        self._set_todo(self._todo.followed(self._played, played))
        self._state, self._played, self._changed = state, played, False
        self._hub.publish(self._view(state, now), taken, state)

    def _note(self, told: Iterable[Utterance], *, urgent: bool = False) -> None:
        for one in (each for each in told if each.text):
            number = self._messages[-1].number + 1 if self._messages else 1
            self._messages = (*self._messages, Message(number, one, urgent))[-KEPT:]
            self._changed = True

    def _set_todo(self, todo: Todo) -> None:
        if todo != self._todo:
            self._todo, self._todo_number, self._changed = todo, self._todo_number + 1, True

    def _view(self, state: State, now: int) -> View:
        return replace(
            of_state(state, self._settings, now),
            todo=self._todo,
            todo_number=self._todo_number,
            messages=self._messages,
            advice=rights.obstacle_to(state, Right.ASK_ADVICE, Role.ASSISTANT) is None,
            devices=self._devices,
        )


def pgn(shown: Shown[View]) -> Response | None:
    """The record of the moves made."""
    if shown.state is None:
        return None
    return document(to_pgn(shown.state), "application/x-chess-pgn; charset=utf-8")


def brf(shown: Shown[View]) -> Response | None:
    """The score in six-dot braille, in the letters of the page's language."""
    state, settings = shown.state, shown.view.settings
    if state is None:
        return None
    language = settings.language
    if language == "sr":
        language = "sr-Cyrl" if settings.second_script else "sr-Latn"
    names = f"{state.conditions.white or '?'} - {state.conditions.black or '?'}"
    marks = {ply - 1: "(=)" for ply in state.scoresheets.offers}
    result = state.outcome.result if state.outcome else "*"
    style = BrailleStyle(language=language)
    pages = score_pages(state.position, (names,), result, style, marks)
    return document(file_text(pages), "text/plain; charset=us-ascii")


DOCUMENTS: Mapping[str, Callable[[Shown[View]], Response | None]] = {
    "record.pgn": pgn,
    "game.brf": brf,
    "position.svg": lambda shown: drawing(shown.view.position),
}
"""By the names under which they are fetched."""

LONGEST_LIST = 2000
"""Letters of the longest list of what stands differently."""

MOST_PLIES = 10_000
"""No game is longer; a larger number is refused."""


def seen(view: View, part: Part) -> View:
    """The view of a visitor: spectators see neither the messages, which may answer the assistant,
    nor what the hands have to do, nor the list of devices."""
    if part is Part.ASSISTANT:
        return view
    return replace(view, messages=(), todo=Todo(), devices=(), advice=False)


# --- What the server makes of it: a `game.page.content.Content` -----------------------------------


def picture(shown: Shown[View], part: Part) -> Picture:
    """Drawn."""
    return render.picture(seen(shown.view, part), shown.number)


def clocks(shown: Shown[View], now: int) -> Mapping[str, object]:
    """Both clocks."""
    return clocks_json(displays(shown.view, max(0, now - shown.taken)))


def page(shown: Shown[View], now: int, part: Part, query: Query) -> str:
    """The whole page, perhaps with an earlier position."""
    view = seen(shown.view, part)
    assists = part is Part.ASSISTANT
    return render.page(
        view,
        displays(shown.view, max(0, now - shown.taken)),
        shown.number,
        turned=query.get("turned") == ["1"],
        ply=_ply(query),
        orders=all_orders(view.settings.language) if assists else None,
        part=part.value,
    )


def fetch(name: str, shown: Shown[View], part: Part, query: Query) -> Response | None:
    """An earlier position, or a file to take away."""
    ply = _ply(query)
    if name == "position" and ply is not None:
        told = render.position(seen(shown.view, part), ply)
        return Response(json.dumps(told), "application/json")
    return DOCUMENTS[name](shown) if name in DOCUMENTS else None


def take(name: str, given: Any, shown: Shown[View], at: int) -> PageItem | str:
    """A line, a tick, or what stands differently on the board."""
    match name, given:
        case "compare", {"stands": str(stands)}:
            if len(stands) > LONGEST_LIST:
                raise BadInput("too long")
            return comparison(stands, shown.view)
        case _:
            return read_input(name, given, shown.view, at)


def _ply(query: Query) -> int | None:
    """The ply that is asked for, if one is. Raises ValueError for what is not a number."""
    given = query.get("ply")
    if given is None:
        return None
    if not (given[0].isascii() and given[0].isdigit() and int(given[0][:6]) < MOST_PLIES):
        raise ValueError("no ply")
    return int(given[0])


# --- What the page sends --------------------------------------------------------------------------

UNASKED = ("hours", "wins")
"""Slots without a field: minutes may be more than sixty, and a result has one of its own."""

PLAYERS = {chess.WHITE: Role.WHITE, chess.BLACK: Role.BLACK}


def read_input(name: str, given: Any, view: View, at: int) -> TypedLine | StepsDone:
    """The input ``name`` with its data ``given`` on the page that shows ``view``.

    ``at`` is when it arrived, by the clock of the inbox. Raises BadInput for anything else.
    """
    match name, given:
        case "press", {}:
            return TypedLine("", at, Role.ASSISTANT)
        case "done", {"todo": int(number), "all": bool(every)}:
            return StepsDone(number, every)
        case "say", {"who": str(who), "text": str(text)} if len(text) <= LONGEST_LINE:
            if not one_line(text):
                raise BadInput("an empty line")
            return TypedLine(one_line(text), at, _role(who))
        case "move", {"from": int(start), "to": int(end), "promotion": str(kind)}:
            return _move(_square(start), _square(end), kind, view, at)
        case "touch", {"square": int(square)}:  # of the player on the move (4.3)
            return TypedLine(touched(_square(square), view), at, Role.ASSISTANT)
        case "ask", {"square": int(square)}:
            return TypedLine(f"Feld {_words(_square(square))}", at, Role.ASSISTANT)
        case "order", {"name": str(order), "values": dict(values)}:
            return TypedLine(ordered(order, values, view.settings.language), at, Role.ARBITER)
    raise BadInput(name)


def touched(square: chess.Square, view: View) -> str:
    """The words that report a touched piece: "berührt Springer Gustav eins" (4.3)."""
    piece = view.placement.get(square)
    if piece is None:
        return f"berührt {_words(square)}"
    name = lexicon(MOVES).word(f"moves.pieces.{chess.piece_name(piece.piece_type)}")
    return f"berührt {name} {_words(square)}"


def ordered(name: str, values: Mapping[str, Any], language: str) -> str:
    """The line of an order of the arbiter. Raises BadInput if it lacks something."""
    if name not in set(OrderName):
        raise BadInput("no such order")
    told: dict[str, Sequence[str]] = {}
    for slot, value in values.items():
        if not isinstance(value, str) or len(value) > LONGEST_LINE:
            raise BadInput("no value")
        if value.strip():
            parts = value.replace(".", " ") if slot == "article" else one_line(value)
            told[slot] = parts.split() if slot == "article" else [parts]
    line = compose(OrderName(name), told, language)
    if line is None or len(line) > LONGEST_LINE:
        raise BadInput("not complete")
    return line


@cache
def all_orders(language: str) -> OrderWords:
    """All orders with their fields, in the words of ``language``."""
    return {
        name.value: {
            slot: choices(slot, language) for slot in slots(name, language) if slot not in UNASKED
        }
        for name in OrderName
    }


def _move(start: chess.Square, end: chess.Square, kind: str, view: View, at: int) -> TypedLine:
    """A move on the board is announced for the player whose piece it is."""
    if kind not in ("", *"qrbn") or start == end:
        raise BadInput("no move")
    piece = view.placement.get(start)
    colour = view.turn if piece is None else piece.color
    text = f"{chess.square_name(start)}{chess.square_name(end)}{kind}"
    return TypedLine(text, at, PLAYERS[colour])


def _words(square: chess.Square) -> str:
    return plain(square_words(square, Settings()))


def _square(number: int) -> chess.Square:
    if number not in chess.SQUARES:
        raise BadInput("no square")
    return number


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise BadInput("nobody at the table") from None
