# SPDX-License-Identifier: GPL-3.0-or-later
"""The start of a game, and its start anew where what was played does not count (6.6, 7.2, 7.3)."""

from dataclasses import replace

import chess

from clock.events import ControlChanged
from table.arbiter.state import Attendance, Floor
from table.events.arbiter import GameCancelled
from table.events.game import GameStarted
from table.state import new_state
from table.step import Step


def begin(step: Step) -> None:
    """The clock of the player who has the move is started (6.6)."""
    agreed, floor = step.state.conditions, step.state.arbiter
    started = GameStarted(
        step.at,
        agreed.white,
        agreed.black,
        step.state.position.fen,
        agreed.time_control,
        agreed.edition,
        agreed.mode.value,
        agreed.chess960,
    )
    step.emit(started)
    of_white, of_black = (step.state.clock.side(colour).control for colour in chess.COLORS)
    if of_black != of_white:
        step.emit(ControlChanged(step.at, chess.BLACK, str(of_black)))
    clock = step.state.clock.start(step.at, step.state.position.turn)
    attendance = replace(floor.attendance, began=step.at)
    floor = replace(floor, called=False, known=False, pin_asked=False, attendance=attendance)
    step.change(clock=clock, asked=None, hearing=None, arbiter=floor)


def cancel(step: Step, article: str) -> None:
    """The game does not count: all is as before its start, and it waits to be started anew."""
    old = step.state
    floor = Floor(called=True, known=old.arbiter.known, attendance=Attendance())
    step.state = replace(new_state(old.conditions), arbiter=floor)
    step.emit(GameCancelled(step.at, article))
