# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page at one moment, as one immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import chess

from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.moves import steps
from clock.clock import Clock
from rules.boards import BoardStep
from rules.description import MoveFacts
from rules.position import Position
from table.core.state import State

UNMARKED = 2
"""So many moves are listed for one who marks nothing: a program may have replied already."""


@dataclass(frozen=True, slots=True)
class AssistantTask:
    """The steps of one move; ``back``: of taking it back. The first ``done`` steps are done."""

    move: MoveFacts
    steps: tuple[BoardStep, ...]
    done: int = 0
    back: bool = False

    @property
    def open(self) -> bool:
        return self.done < len(self.steps)


@dataclass(frozen=True, slots=True)
class Todo:
    """The tasks in order; ``marks``: the assistant marks what is done."""

    tasks: tuple[AssistantTask, ...] = ()
    marks: bool = False

    @property
    def open(self) -> bool:
        """True if anything is left to do."""
        return any(task.open for task in self.tasks)

    @property
    def next_task(self) -> AssistantTask | None:
        """The task to be worked on, if any is left: the last one for those who mark nothing, whose
        hands have done the others long ago."""
        tasks = self.tasks if self.marks else self.tasks[-1:]
        return next((task for task in tasks if task.open), None)

    @property
    def following(self) -> BoardStep | None:
        """The next step, if anything is left to do."""
        task = self.next_task
        return None if task is None else task.steps[task.done]

    def step_done(self) -> "Todo":
        """The list with the next step done."""
        task = self.next_task
        if task is None:
            return self
        number = next(at for at, one in enumerate(self.tasks) if one is task)
        before = (replace(one, done=len(one.steps)) for one in self.tasks[:number])
        done = replace(task, done=task.done + 1)
        return Todo((*before, done, *self.tasks[number + 1 :]), marks=True)

    def all_done(self) -> "Todo":
        """The list with every step done."""
        tasks = tuple(replace(task, done=len(task.steps)) for task in self.tasks)
        return Todo(tasks, marks=True)

    def followed(self, before: tuple[MoveFacts, ...], after: tuple[MoveFacts, ...]) -> "Todo":
        """The game had the moves ``before`` and has ``after``, the announced one among them."""
        if before == after:
            return self
        same = 0
        while same < min(len(before), len(after)) and before[same] == after[same]:
            same += 1
        tasks = self._kept()
        for move in reversed(before[same:]):
            tasks = self._taken_back(tasks, move)
        tasks += [AssistantTask(move, steps(move)) for move in after[same:]]
        return Todo(tuple(tasks if self.marks else tasks[-UNMARKED:]), self.marks)

    def _kept(self) -> list[AssistantTask]:
        """The tasks that stay listed when something new is to be done."""
        last = self.tasks[-1:]
        return [task for task in self.tasks if task.open or task in last]

    def _taken_back(self, tasks: list[AssistantTask], move: MoveFacts) -> list[AssistantTask]:
        """The steps that undo what was done of ``move``; what was not done is dropped."""
        done = steps(move)
        listed = [
            number for number, task in enumerate(tasks) if task.move == move and not task.back
        ]
        if listed:
            task = tasks[listed[-1]]
            tasks = [one for one in tasks if one is not task]
            done = task.steps[: task.done] if self.marks else task.steps
        undone = tuple(step.reversed() for step in reversed(done))
        return [*tasks, AssistantTask(move, undone, back=True)] if undone else tasks


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence that was told, numbered from 1; an ``urgent`` one interrupts the screen reader."""

    number: int
    utterance: Utterance
    urgent: bool


@dataclass(frozen=True, slots=True)
class PageDevice:
    """A device that shows the page too: its number, its part and its address."""

    number: int
    part: str
    place: str


@dataclass(frozen=True)
class View:
    """The table for the assistant.

    ``position`` is the board as it shall stand, the ``announced`` move made on it; ``turn`` has
    the move at the table. ``moves`` are the completed ones. ``at`` is the moment, in nanoseconds of
    the game. ``todo_number`` changes with ``todo``: a mark for another one is out of date.
    ``result`` is as in PGN, or empty.

    ``touched`` are the squares whose touch counts (4.3). ``offers`` are those whose draw offer is
    open, ``claims`` has a claim to be confirmed. ``advice``: who sees the page may be told what the
    board alone does not tell, as check and legal moves (11.3.1). ``asks``: an order, or what an
    arbiter has to confirm, waits for a yes. ``devices`` show the page beside this computer.
    ``pin_needed``: an order that is entered is believed only with the PIN. ``edition`` is the year
    of the Laws in force.
    ``illegal``: a move was announced that the Laws do not allow, and waits for the clock (7.5.1).
    """

    settings: Settings
    white: str
    black: str
    position: Position
    turn: chess.Color
    moves: tuple[MoveFacts, ...]
    announced: MoveFacts | None
    todo: Todo
    todo_number: int
    clock: Clock
    at: int
    started: bool
    paused: bool
    result: str
    messages: tuple[Message, ...] = ()
    touched: tuple[chess.Square, ...] = ()
    offers: tuple[chess.Color, ...] = ()
    claims: chess.Color | None = None
    advice: bool = False
    pin_needed: bool = False
    asks: bool = False
    devices: tuple[PageDevice, ...] = ()
    illegal: bool = False
    edition: int = 2018

    @cached_property
    def placement(self) -> Mapping[chess.Square, chess.Piece]:
        """The pieces by their squares, as they shall stand."""
        return self.position.board.piece_map()

    @property
    def last_squares(self) -> tuple[chess.Square, ...]:
        """From where to where the last move went, the announced one if there is one."""
        last = self.announced or (self.moves[-1] if self.moves else None)
        return () if last is None else (last.from_square, last.to_square)


@dataclass(frozen=True, slots=True)
class Displays:
    """Both clocks in milliseconds; ``waits`` is what is left of a delay before the running one
    (None: both stand still) counts down."""

    white: int
    black: int
    running: chess.Color | None
    waits: int


def displays(view: View, later: int) -> Displays:
    """The clocks ``later`` nanoseconds after the view was taken."""
    clock, now = view.clock, view.at + later
    running = None if view.result else clock.running
    waits = 0 if running is None else clock.delay_left(running, now)
    return Displays(
        clock.remaining(chess.WHITE, now) // 1_000_000,
        clock.remaining(chess.BLACK, now) // 1_000_000,
        running,
        -(-waits // 1_000_000),
    )


def of_state(state: State, settings: Settings, at: int) -> View:
    """The table ``at`` this time of the game, in nanoseconds, with nothing to do for the hands."""
    spoken = state.spoken
    return View(
        settings=settings,
        white=state.conditions.white,
        black=state.conditions.black,
        position=state.present,
        turn=state.position.turn,
        moves=state.moves,
        announced=None if spoken is None else spoken.facts,
        todo=Todo(),
        todo_number=0,
        clock=state.clock,
        at=at,
        started=state.started,
        paused=state.paused,
        result=state.outcome.result if state.outcome else "",
        touched=state.hands.touched,
        offers=() if state.outcome else state.offers,
        claims=None if state.claimed is None else state.position.turn,
        pin_needed=not state.believes_arbiter,
        asks=state.order_asked is not None,
        illegal=state.spoken_illegally is not None,
        edition=state.conditions.edition,
    )
