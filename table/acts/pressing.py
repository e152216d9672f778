# SPDX-License-Identifier: GPL-3.0-or-later
"""The press of the clock by word or key, and all that may take it first."""

import chess

from table.acts import adjournment, disputes, draws, illegal, moves
from table.core.step import ROLE_OF, Step
from table.events.game import Refusal, Role


def press(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock is pressed by word or key. Who is not known presses the clock that runs (6.2.2)."""
    if who not in ROLE_OF.values() and step.state.unpressed is not None:
        colour = step.state.unpressed
    if not any(takes(step, colour, who) for takes in BEFORE_A_PRESS):
        draws.press_offers(step, colour)
        moves.press(step, colour)


def _over_refuses(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    over = step.state.outcome
    if over is not None:
        step.refuse(colour, Refusal.GAME_OVER, over.article)
    return over is not None


def _pause_refuses(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    if step.state.paused:
        step.refuse(colour, Refusal.PAUSED, "6.11")
    return step.state.paused


def _hektor_has(step: Step, _colour: chess.Color, who: Role | None) -> bool:
    """Hektor was faster: whoever has moved wanted the same."""
    last = moves.just_pressed(step.state, step.at)
    return last is not None and who is not ROLE_OF[not last.facts.colour]


BEFORE_A_PRESS = (
    _over_refuses,
    adjournment.pressed,
    _pause_refuses,
    disputes.press,
    illegal.press,
    _hektor_has,
)
"""The handlers that may take a press, in this order: True says that it did, and that nothing else
shall."""
