# SPDX-License-Identifier: GPL-3.0-or-later
"""The game after this one, and this one gone through: asked for at the table, begun by whoever runs
it."""

from dataclasses import replace

import chess

from rules.outcome import Outcome, Termination
from table.acts import scoresheets
from table.core.conditions import Conditions
from table.core.inputs import NextGame, StudyWanted
from table.core.state import Phase, State
from table.core.step import ROLE_OF, Step
from table.events.answers import HelpAnswer, Topic
from table.events.dialogue import InfoGiven, Question, QuestionKind
from table.events.game import Refusal, Role
from voice.language.commands import Command, CommandName

UNSTARTED = HelpAnswer((Topic.FIRST_MOVE,))
"""A game that has not begun is the new one already: what begins it."""


def ask(
    step: Step,
    command: Command,
    colour: chess.Color,
    who: Role | None,
    unstarted: HelpAnswer = UNSTARTED,
) -> None:
    """A running game has to be broken off first, which needs a yes; one that is adjourned waits.

    ``unstarted`` is told of a game that has not begun.
    """
    state = step.state
    if not state.started:
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], unstarted))
    elif state.outcome is None and not _waits(state):
        step.ask(Question(step.at, colour, QuestionKind.ABORT), command)
    elif state.outcome is not None and not scoresheets.all_signed(state):
        step.refuse(colour, Refusal.SIGN_FIRST, "8.7")
    else:
        _leave_for(step, command)


def agree(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: this game is broken off."""
    step.end(Outcome("*", Termination.ABANDONED, ""))
    _leave_for(step, command)


def study(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """The last game is looked at: after it, or before the next one begins."""
    state = step.state
    if state.outcome is not None and not scoresheets.all_signed(state):
        step.refuse(colour, Refusal.SIGN_FIRST, "8.7")
    elif state.started and state.outcome is None:
        step.refuse(colour, Refusal.NOT_OVER)
    else:
        step.request = StudyWanted()


def _leave_for(step: Step, command: Command) -> None:
    step.request = NextGame(command.name is CommandName.REMATCH)


def _waits(state: State) -> bool:
    return state.adjourned is not None and state.adjourned.phase is Phase.ADJOURNED


def conditions(agreed: Conditions, *, rematch: bool) -> Conditions:
    """What the next game is played under: the same, and in a ``rematch`` with changed colours.

    All that belongs to a player goes with them, their time control too.
    """
    if not rematch:
        return agreed
    times = (agreed.time_control, agreed.black_time_control)
    white, black = (times[1], times[0]) if times[1] else times
    return replace(
        agreed,
        white=agreed.black,
        black=agreed.white,
        time_control=white,
        black_time_control=black,
        sheet_white=agreed.sheet_black,
        sheet_black=agreed.sheet_white,
        deaf=tuple(not colour for colour in agreed.deaf),
        sighted=tuple(not colour for colour in agreed.sighted),
        computer=None if agreed.computer is None else not agreed.computer,
    )
