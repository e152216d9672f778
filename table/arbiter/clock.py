# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's orders to the clock: displays, counters, another time control (6.10, 12.5)."""

from dataclasses import replace

import chess

from clock.clock import Clock
from clock.control import BadTimeControl, TimeControl, read_control
from clock.events import ControlAgreed, ControlRefused, FlagFell
from rules.irregularities import moves_of_both
from rules.outcome import DRAW, Outcome, Termination, on_flag
from table.acts import running
from table.core.both import Both
from table.core.conditions import SECOND
from table.core.state import State
from table.core.step import Obstacle, Step
from table.events.arbiter import Note, Noted
from table.events.game import Penalty, PenaltyGiven, Refusal
from voice.language.orders import Order

HARDSHIP = 600
"""Seconds taken off for an assistant of a player without a disability (6.2.6, 8.1.6): what the
arbiter finds equitable, ten minutes by custom."""


def add(step: Step, order: Order) -> None:
    """12.5: time for one or both, as after a disturbance."""
    for colour in order.colours:
        step.award(colour, (order.seconds or 0) * SECOND, quiet=False)


def take(step: Step, order: Order) -> None:
    """12.9.3: time off, never below zero (X.7)."""
    seconds = order.seconds or 0
    for colour in order.colours:
        kind = Penalty.TIME_OFF
        step.emit(PenaltyGiven(step.at, order.basis, kind, colour, seconds))
    for colour in order.colours:
        step.award(colour, -seconds * SECOND)


def give_opponent(step: Step, order: Order) -> None:
    """12.9.2: time for the opponent of the offender."""
    offender, seconds = bool(order.colour), order.seconds or 0
    kind = Penalty.OPPONENT_TIME
    step.emit(PenaltyGiven(step.at, order.basis, kind, offender, seconds))
    step.award(not offender, seconds * SECOND)


def set_display(step: Step, order: Order) -> None:
    """6.10.1, 7.1: the displays by the arbiter's best judgement."""
    clock = step.state.clock
    for colour in order.colours:
        clock = clock.adjust(colour, (order.seconds or 0) * SECOND, step.at)
    step.set_clock(clock)


def set_moves(step: Step, order: Order) -> None:
    """6.10.2: the counter of completed moves."""
    clock = step.state.clock
    for colour in order.colours:
        clock = clock.adjust_moves(colour, order.number or 0, step.at)
    step.set_clock(clock)


def obstacle_to_control(state: State, _: Order) -> Obstacle | None:
    """Why the setting of the clock is not changed: it is too late for it (A.4.1.1)."""
    limit = state.conditions.laws.setup_moves
    if state.conditions.unsupervised and moves_of_both(state.present) >= limit:
        return Refusal.SETTING_STAYS, "A.4.1.1"
    return None


def propose(step: Step, order: Order) -> Both[int] | None:
    """6.10.2: the clock is stopped, and the displays are told that the right setting leads to; None
    where there is nothing to propose."""
    if not step.state.started:
        return None
    try:
        control = read_control(order.control or "")
    except BadTimeControl:
        return None
    if step.state.clock.running is not None:
        running.stop_for_arbiter(step)
    return _displays(step, order, control)


def _displays(step: Step, order: Order, control: TimeControl) -> Both[int]:
    clock = step.state.clock
    white, black = (
        clock.recalculated(one, control, step.at)
        if one in order.colours
        else clock.remaining(one, step.at)
        for one in (chess.WHITE, chess.BLACK)
    )
    return Both(white, black)


def install(step: Step, order: Order) -> None:
    """6.10.2: the clock is stopped and gets its right setting; before the game, it is set anew.

    What was used of the time is used, and the displays are what they would be had the setting been
    right from the beginning; so are the counters, which count moves.
    """
    try:
        control = read_control(order.control or "")
    except BadTimeControl as bad:
        step.emit(ControlRefused(step.at, bool(order.colour), bad.problem, bad.example))
        return
    white, black = (
        control if one in order.colours else step.state.clock.side(one).control
        for one in (chess.WHITE, chess.BLACK)
    )
    of_black = "" if black == white else str(black)
    agreed = step.state.conditions
    agreed = replace(agreed, time_control=str(white), black_time_control=of_black)
    step.state = replace(step.state, conditions=agreed)
    if not step.state.started:
        step.state = replace(step.state, clock=Clock.new(white, black))
        step.happened((ControlAgreed(step.at, str(control)),))
        return
    if step.state.clock.running is not None:
        running.stop_for_arbiter(step)
    clock, displays = step.state.clock, _displays(step, order, control)
    for colour in order.colours:
        clock = clock.install(colour, control, step.at)
        clock = clock.adjust(colour, displays.of(colour), step.at)
    step.set_clock(clock)


def assist(step: Step, order: Order) -> None:
    """6.2.6, 8.1.6: an assistant costs a player time, but not one with a disability."""
    colour = bool(order.colour)
    if colour not in step.state.conditions.sighted:
        step.emit(Noted(step.at, Note.NOTHING_OFF, order.basis, colour))
        return
    seconds = order.seconds if order.seconds is not None else HARDSHIP
    step.award(colour, -seconds * SECOND, quiet=False)


def obstacle_to_flag(state: State, order: Order) -> Obstacle | None:
    """Why the arbiter calls no flag: nobody's time runs, or only a player claims it (E.05-7)."""
    if not state.started:
        return Refusal.NOT_PLAYED, order.basis
    return (Refusal.PLAYERS_CLAIM, "A.4.5") if state.conditions.flags_by_claim else None


def flag(step: Step, order: Order) -> None:
    """6.8, 6.9: the arbiter sees a fallen flag on another clock than Hektor's."""
    colour = bool(order.colour)
    step.emit(FlagFell(step.at, colour))
    step.end(on_flag(step.state.position, colour))


def both_flags(step: Step, order: Order) -> None:
    """III.3.1: both are down and nobody knows which fell first."""
    clock = step.state.clock
    if all(clock.in_last_period(colour) for colour in chess.COLORS):
        step.end(Outcome(DRAW, Termination.ARBITER, "III.3.1.2"))
    else:
        step.emit(Noted(step.at, Note.PLAY_ON, "III.3.1.1"))
