# SPDX-License-Identifier: GPL-3.0-or-later
"""Who plays: two people, or one against a program that was asked for before the game.

What can be played against is at the edge: the table asks for it (`OpponentWanted`), and is told who
has sat down (`Seated`). A program then sends what players send: moves, offers, answers.
"""

from dataclasses import replace
from typing import Any

import chess

from table.core.inputs import OpponentWanted, Seated
from table.core.step import Step
from table.events.game import OpponentSeated, Refusal, Role
from voice.language.commands import Command

ELO = (
    *(600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1650, 1700, 1750, 1800),
    *(1920, 2065, 2170, 2225, 2330, 2750, 3000),
)
"""What the levels of the computer are called in Elo, from a beginner's to the best of an engine."""

LEVELS = range(1, len(ELO) + 1)
"""Their numbers."""

WEAKEST, STRONGEST = ELO[0], ELO[-1]
"""The Elo of the first level and of the last."""

NOBODY = 0
"""The "level" of two people who play each other."""


def elo_of(number: int) -> int | None:
    """The Elo of a level, or the Elo itself; None for a number that is neither."""
    if number in LEVELS:
        return ELO[number - 1]
    return number if WEAKEST <= number <= STRONGEST else None


def level_of(elo: int) -> int | None:
    """The level that has this Elo; None if it lies between two."""
    return ELO.index(elo) + 1 if elo in ELO else None


def choose(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Against the computer: its level, and the asker's colour, may be said; else it plays Black."""
    state, number = step.state, command.number
    if state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
        return
    if number == NOBODY:
        seated(step, Seated(bool(state.conditions.computer)))
        return
    elo = 0 if number is None else elo_of(number)
    if elo is None:
        step.refuse(colour, Refusal.NO_LEVEL)
        return
    computer = state.conditions.computer
    if command.colour is not None:
        computer = not command.colour
    step.request = OpponentWanted(chess.BLACK if computer is None else computer, elo)


def seated(step: Step, given: Seated) -> None:
    """A program has sat down, or is gone: that stands in the conditions. Names go with players."""
    agreed = step.state.conditions
    if step.state.started or agreed.competes:
        return
    names: dict[str, Any] = {}
    before = agreed.computer
    if before is not None:  # whoever sits where the program sat has no name yet
        names[_side(before)] = ""
        if before != given.colour:
            names[_side(before)] = getattr(agreed, _side(given.colour))
    if given.name or before is not None:
        names[_side(given.colour)] = given.name
    computer = given.colour if given.name else None
    elo, program = (given.elo, given.program) if given.name else (0, "")
    agreed = replace(agreed, computer=computer, elo=elo, program=program, **names)
    step.state = replace(step.state, conditions=agreed)
    step.emit(OpponentSeated(step.at, given.colour, given.name, given.elo, given.highest))


def failed(step: Step) -> None:
    """The program fails, and a person goes on. It keeps its name where it has made a move; from
    which ply on it was somebody else stands in the state."""
    state = step.state
    agreed, computer = state.conditions, state.conditions.computer
    if computer is None or state.outcome is not None:
        return
    played = bool(state.plies_of(computer))
    names: dict[str, Any] = {} if played else {_side(computer): ""}
    step.state = replace(
        step.state,
        conditions=replace(agreed, computer=None, elo=0, program="", **names),
        alone_from=state.position.ply if played else None,
    )


def _side(colour: chess.Color) -> str:
    """The field of the conditions that has the player's name."""
    return chess.COLOR_NAMES[colour]
