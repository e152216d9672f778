# SPDX-License-Identifier: GPL-3.0-or-later
"""When a game runs: its start (6.6), its stops (6.11), and its start anew (7.2, 7.3)."""

from dataclasses import replace

import chess

from clock.events import ControlChanged
from rules.outcome import Termination, is_over
from table.core.arbiter_state import ArbiterState
from table.core.state import State, new_state
from table.core.step import Obstacle, Step
from table.events.arbiter import GameCancelled, PinAsked
from table.events.dialogue import QuestionClosed, QuestionKind
from table.events.game import GameStarted, Refusal, Role
from voice.language.commands import Command

_OVER = {
    Termination.CHECKMATE: Refusal.ALREADY_MATE,
    Termination.STALEMATE: Refusal.ALREADY_STALEMATE,
    Termination.DEAD_POSITION: Refusal.ALREADY_DEAD,
}


def nothing_to_play(state: State) -> Obstacle | None:
    """Why no game begins: the position that was set up is the end of one (5.1.1, 5.2)."""
    over = is_over(state.position)
    return None if over is None else (_OVER[over.termination], over.article)


def begin(step: Step) -> None:
    """The clock of the player who has the move is started (6.6), if there is anything to play."""
    agreed = step.state.conditions
    if step.hindered(step.state.position.turn, nothing_to_play(step.state)):
        return
    keep_control(step)
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
    start_clock(step)
    attendance = replace(step.state.arbiter.attendance, began=step.at)
    step.arbiter = replace(
        step.arbiter, called=False, known=False, pin_asked=False, attendance=attendance
    )


def keep_control(step: Step) -> None:
    """A time control that was read back, and that nobody said yes to, is not the game's."""
    asked, agreed = step.state.asked, step.state.conditions
    if asked is None or asked.question.kind is not QuestionKind.SET_TIME:
        return
    closed = QuestionClosed(
        step.at, asked.question.who, QuestionKind.SET_TIME, True, control_stays=agreed.time_control
    )
    step.emit(closed)


def start_clock(step: Step) -> None:
    """The clock of the player on the move runs; another time control of Black's is told."""
    of_white, of_black = (step.state.clock.side(colour).control for colour in chess.COLORS)
    if of_black != of_white:
        step.emit(ControlChanged(step.at, chess.BLACK, str(of_black)))
    clock = step.state.clock.start(step.at, step.state.position.turn)
    step.state = replace(step.state, clock=clock, asked=None, hearing=None)


def cancel(step: Step, article: str) -> None:
    """The game does not count: all is as before its start, and it waits to be started anew."""
    old = step.state
    arbiter = ArbiterState(called=True, known=old.arbiter.known)
    step.state = replace(new_state(old.conditions, old.pin_key), arbiter=arbiter)
    step.emit(GameCancelled(step.at, article))


def not_running(state: State) -> Obstacle | None:
    """Why no clock can be stopped; None while one runs."""
    if state.clock.running is not None:
        return None
    return (Refusal.PAUSED, "6.11") if state.paused else (Refusal.NOT_HERE, "")


def pause(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """A player stops both clocks: in training only, for a game is interrupted by the arbiter
    (6.11.1)."""
    if step.hindered(colour, not_running(step.state)):
        return
    step.stop_clocks("request")


def call_arbiter(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """6.11.2: a player stops the clocks to seek the arbiter, who gives the PIN if one is set."""
    asks = not step.state.believes_arbiter
    if step.state.clock.running is not None or step.state.declared is not None:
        stop_for_arbiter(step)
    elif not asks:
        step.hindered(colour, not_running(step.state))
    if asks:
        step.arbiter = replace(step.arbiter, pin_asked=True)
        step.emit(PinAsked(step.at))


def stop_for_arbiter(step: Step) -> None:
    """The clocks stop, if they run, until the arbiter lets them run again (6.11.3)."""
    if step.state.clock.running is not None or step.state.declared is not None:
        step.stop_clocks("arbiter")
    step.arbiter = replace(step.arbiter, called=True)


def resume(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock that was stopped runs on (6.11.3); after a call only by the arbiter's order."""
    state = step.state
    if not state.paused:
        step.refuse(colour, Refusal.NOT_PAUSED)
    elif state.arbiter.ruling_due:
        step.refuse(colour, Refusal.RULING_DUE, "III.5.2")
    elif state.arbiter.touch_disputed:
        step.refuse(colour, Refusal.RULING_DUE, "4.3")
    elif state.arbiter_resumes(who):
        step.refuse(colour, Refusal.ARBITER_ONLY, "6.11.3")
    else:
        step.arbiter = replace(
            step.arbiter, called=False, known=False, pin_asked=False, pending=None, matter=None
        )
        step.set_clock(state.clock.resume(step.at))
