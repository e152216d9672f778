# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw offers at the table: made, noted with "(=)", and rejected by a touch (9.1)."""

from dataclasses import replace

import chess

from rules.offers import Line, in_time, lives_on, may_agree, noted_on
from table.events.game import DrawDeclined, DrawOffered, Refusal, Role
from table.step import Step
from voice.language.commands import Command


def allowed(step: Step, _command: Command, colour: chess.Color) -> bool:
    """Whether the event lets players offer a draw, or agree to one, now (9.1.1); refuses if not."""
    state = step.state
    made = [one.facts.colour for one in state.record]
    if state.spoken is not None:
        made.append(state.spoken.facts.colour)
    lowest = state.conditions.agreement_from
    if may_agree(lowest, made.count(chess.WHITE), made.count(chess.BLACK)):
        return True
    step.refuse(colour, Refusal.NO_AGREEMENT, "9.1.1")
    return False


def offer(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """``colour`` offers a draw; both note it on their scoresheets (9.1.2.2)."""
    state = step.state
    waits = state.spoken is not None and state.spoken.facts.colour == colour
    step.change(offer=colour, asked=None)
    step.emit(DrawOffered(step.at, colour, in_time(waits or state.unpressed == colour)))
    lines = [i for i, one in enumerate(state.record) if one.facts.colour == colour]
    if noted_on(colour, state.position.turn, waits, bool(lines)) is Line.NEXT:
        step.change(offered=(*state.offered, colour))
        return
    record = list(state.record)
    record[lines[-1]] = replace(record[lines[-1]], offer=True)
    step.change(record=tuple(record))


def touched(step: Step, colour: chess.Color) -> None:
    """9.1.2.1: ``colour`` touched a piece, or announced a move: so he rejects what was offered."""
    offered = step.state.offer
    if offered is not None and not lives_on(offered, colour):
        step.emit(DrawDeclined(step.at, colour))
        step.change(offer=None)
