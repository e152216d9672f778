# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's page shows, kept by the thread that owns the game.

Each view is an immutable value.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from announce.page.view import DeviceLine, Message, Todo, Trust, View
from announce.text.settings import Audience, Settings
from announce.text.utterance import Utterance
from announce.words.events import words
from announce.words.program import sealed
from clock.events import FlagFell
from game.base.inbox import DevicesChanged, StepsDone
from game.page.hub import Hub
from record.session import Happened
from rules.description import MoveFacts
from table.core import rights
from table.core.deeds import Deed
from table.core.state import State
from table.events import Event
from table.events.arbiter import PinRefused
from table.events.dialogue import DeviceLost, InfoGiven
from table.events.game import (
    GameEnded,
    IllegalMove,
    IllegalMoveCorrected,
    MoveCorrected,
    PenaltyGiven,
    PositionRestored,
    Refused,
    Role,
    TouchBinds,
)

URGENT = (
    FlagFell,
    IllegalMove,
    MoveCorrected,
    IllegalMoveCorrected,
    PositionRestored,
    GameEnded,
    DeviceLost,
    TouchBinds,
    Refused,
    PinRefused,
    PenaltyGiven,
)
"""What the assistant has to act on at once, and what was not accepted."""

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
        self._devices: tuple[DeviceLine, ...] = ()

    def tell(self, events: Sequence[Event]) -> None:
        """What happened; answers are for those who asked."""
        for event in events:
            if isinstance(event, InfoGiven) and event.who is not Role.ASSISTANT:
                continue
            self._note(words(event, self._settings), urgent=isinstance(event, URGENT))

    def sealed(self, happened: Happened) -> None:
        """The seal or stamp that a witness at the page may write down."""
        self._note(sealed(happened.seal, happened.stamp, self.language))

    def show_devices(self, changed: DevicesChanged, told: Iterable[Utterance]) -> None:
        """Other devices came or went, or one asks; ``told`` is what is said of it."""
        self._note(told)
        self._devices = tuple(
            DeviceLine(one.number, one.part.value, one.place) for one in changed.devices
        )
        self._changed = True

    def next_game(self) -> None:
        """Another game begins: its pieces stand at their start, and nothing is to be taken back."""
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
        for one in told:
            number = self._messages[-1].number + 1 if self._messages else 1
            self._messages = (*self._messages, Message(number, one, urgent))[-KEPT:]
            self._changed = True

    def _set_todo(self, todo: Todo) -> None:
        if todo != self._todo:
            self._todo, self._todo_number, self._changed = todo, self._todo_number + 1, True

    def _view(self, state: State, now: int) -> View:
        spoken, ask = state.spoken, Deed.ASK_ADVICE
        return View(
            settings=self._settings,
            white=state.conditions.white,
            black=state.conditions.black,
            position=state.present,
            turn=state.position.turn,
            moves=tuple(made.facts for made in state.record),
            announced=None if spoken is None else spoken.facts,
            todo=self._todo,
            todo_number=self._todo_number,
            clock=state.clock,
            at=now,
            started=state.started,
            paused=state.paused,
            result=state.outcome.result if state.outcome else "",
            messages=self._messages,
            touched=state.hands.touched,
            offers=() if state.outcome else state.offers,
            claims=None if state.declared is None else state.position.turn,
            advice=rights.obstacle_to(state, ask, Role.ASSISTANT) is None,
            arbiter=Trust.NOW if state.believes_arbiter else Trust.AFTER_PIN,
            asks=state.arbiter.pending is not None,
            devices=self._devices,
            illegal=state.illegal.announced is not None,
        )
