# SPDX-License-Identifier: GPL-3.0-or-later
"""Both clocks are stopped (6.11): who may do that."""

from dataclasses import replace

import chess

from table.conditions import Mode
from table.events.arbiter import PinAsked
from table.events.game import Refusal
from table.step import Step


def pause(step: Step, colour: chess.Color) -> None:
    """A player's wish: in training only, for a game is interrupted by the arbiter (6.11.1)."""
    if step.state.clock.running is None:
        _refuse(step, colour)
    elif step.state.conditions.mode is Mode.COMPETITION:
        step.refuse(colour, Refusal.ARBITER_ONLY, "6.11")
    else:
        step.stop_clocks("request")


def call_arbiter(step: Step, colour: chess.Color) -> None:
    """6.11.2: a player stops the clocks to seek the arbiter, who gives his PIN if he has one."""
    asks = bool(step.state.conditions.arbiter_pin) and not step.state.arbiter.known
    if step.state.clock.running is not None:
        stop_for_arbiter(step)
    elif not asks:
        _refuse(step, colour)
    if asks:
        step.change(arbiter=replace(step.state.arbiter, pin_asked=True))
        step.emit(PinAsked(step.at))


def stop_for_arbiter(step: Step) -> None:
    """The clocks stop, if they run, until the arbiter lets them run again (6.11.3)."""
    if step.state.clock.running is not None:
        step.stop_clocks("arbiter")
    step.change(arbiter=replace(step.state.arbiter, called=True))


def _refuse(step: Step, colour: chess.Color) -> None:
    """No clock runs that could be stopped."""
    paused = step.state.paused
    step.refuse(colour, Refusal.PAUSED if paused else Refusal.NOT_HERE, "6.11" if paused else "")
