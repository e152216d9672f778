# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of somebody who studies: the open game, the place in it, and what is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import chess

from rules.moves import facts
from rules.position import Position
from study.events import StudyEvent, StudyRefusal
from study.library import Criterion, Library
from study.tasks import Drill, Task
from study.tree import Node, NodePath, Tree
from table.commands import COMMANDS
from table.core.conditions import Conditions
from table.core.state import MadeMove, State, new_state
from table.core.step import Step
from table.events.answers import About, Answer, TimeOf
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Ambiguous, Unsure


@dataclass(frozen=True, slots=True)
class Place:
    """A noted position: the game, the way in it, and the moves that were tried from there."""

    number: int
    path: NodePath
    tried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """How a drill went: ``right`` of ``asked`` tasks at the first go, ``streak`` in a row."""

    asked: int = 0
    right: int = 0
    streak: int = 0

    def with_task(self, right: bool) -> "Tally":
        """The tally with one more task."""
        return Tally(self.asked + 1, self.right + right, self.streak + 1 if right else 0)


@dataclass(frozen=True, slots=True, eq=False)
class StudyState:
    """The state of one reader's study.

    ``number`` and ``tree`` are those of the open game, ``path`` is the place in it, ``tried`` the
    moves from there that are in no line. ``found`` are the numbers of the games that were chosen,
    None for all; ``listed`` the names that were told last. ``asked`` is what the open question is
    about. ``changed`` holds the games with something of the reader's own. ``reads``: Hektor goes
    on by itself. ``task`` is what is practised; ``shown``: its whole solution was told.
    """

    number: int = 0
    tree: Tree | None = None
    path: NodePath = ()
    tried: tuple[chess.Move, ...] = ()
    found: tuple[int, ...] | None = None
    listed: tuple[Criterion, tuple[str, ...]] | None = None
    asked: Ambiguous | Unsure | None = None
    notes: Mapping[str, Place] = field(default_factory=dict)
    changed: Mapping[int, Tree] = field(default_factory=dict)
    points: Mapping[Drill, Tally] = field(default_factory=dict)
    reads: bool = False
    task: Task | None = None
    shown: bool = False

    @property
    def node(self) -> Node:
        """The node at which the reader stands in the open game."""
        assert self.tree is not None
        return self.tree.at(self.path)

    @property
    def position(self) -> Position:
        """The position that questions and moves are about."""
        if self.task is not None and self.task.position is not None:
            return self.task.position
        if self.tree is None:
            return Position.start()
        position = self.tree.position(self.path)
        for move in self.tried:
            position = position.stand(move)
        return position


class StudyStep:
    """One input being worked off: the state so far and the events so far.

    ``draw`` is a number drawn by lot, for tasks; ``interface`` the language in which moves may be
    typed beside German.
    """

    def __init__(self, state: StudyState, library: Library, draw: int, interface: str) -> None:
        self.state = state
        self.library = library
        self.draw = draw
        self.interface = interface
        self.events: list[StudyEvent] = []

    def emit(self, event: StudyEvent) -> None:
        self.events.append(event)

    def refuse(self, why: StudyRefusal) -> None:
        self.emit(why)


def answer(state: StudyState, command: Command) -> Answer[object] | None:
    """A question about the position, answered by the code of a game; None if it has no answer, as
    what was agreed upon at the table."""
    spec = COMMANDS[command.name]
    if spec.answer is None or command.name is CommandName.SETTINGS:
        return None
    at_table = table_state(state)
    return spec.answer(Step(at_table, 0, 0), command, at_table.position.turn)


def table_state(state: StudyState) -> State:
    """The state as a table in training, with the players of the game, at which the moves up to here
    were made."""
    position = state.position
    record, at = [], position.back_to(0)
    for move in position.moves:
        if move:
            record.append(MadeMove(facts(at, move), 0, 0, 0))
        at = at.stand(move)
    white, black = (
        "" if state.tree is None else state.tree.tag(each) for each in ("White", "Black")
    )
    agreed = Conditions(white=white, black=black)
    return replace(new_state(agreed), position=position, record=tuple(record))


def times(state: StudyState, colours: Sequence[chess.Color]) -> Answer[TimeOf] | None:
    """The clock times of ``colours`` here, as far as the game has them; None for nothing."""
    if state.tree is None:
        return None
    found: dict[chess.Color, int] = {}
    turn = state.tree.start.turn
    for node in state.tree.nodes(state.path):
        if node.clock is not None:
            found[turn] = node.clock
        turn = not turn
    left = tuple(TimeOf(colour, found[colour]) for colour in colours if colour in found)
    return Answer(About.TIME, left) if left else None
