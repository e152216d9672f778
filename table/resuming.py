# SPDX-License-Identifier: GPL-3.0-or-later
"""Clocks that were stopped run on (6.11.3): who may let them."""

from dataclasses import replace

import chess

from table import adjournment
from table.conditions import Mode
from table.events.game import Refusal, Role
from table.step import Step


def resume(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock that was stopped runs on (6.11.3); after a call only by the arbiter's order."""
    if adjournment.resumed(step, colour, who):
        return
    state = step.state
    competes = state.conditions.mode is Mode.COMPETITION
    if not state.paused:
        step.refuse(colour, Refusal.NOT_PAUSED)
    elif state.arbiter.ruling_due:
        step.refuse(colour, Refusal.RULING_DUE, "III.5.2")
    elif competes and state.arbiter.called and who is not Role.ARBITER:
        step.refuse(colour, Refusal.ARBITER_ONLY, "6.11.3")
    else:
        floor = replace(state.arbiter, called=False, known=False, pin_asked=False, pending=None)
        step.change(clock=state.clock.resume(step.at), arbiter=floor)
        step.settle_clock(step.at)
