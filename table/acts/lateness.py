# SPDX-License-Identifier: GPL-3.0-or-later
"""Players who are not there when the game begins (6.7).

White's clock runs, whoever is missing. A player who is not there when the default time is over has
lost the game; if both are missing, both have. The arbiter says who is missing and who has come.
"""

from dataclasses import replace

import chess

from rules.editions import edition
from rules.outcome import Outcome, Termination
from rules.results import not_played
from table.core.conditions import SECOND
from table.core.state import State
from table.core.step import Step
from table.events.arbiter import Note, Noted
from table.events.game import Refusal


def allowed(state: State, seconds: int | None = None) -> int:
    """How late a player may be, in nanoseconds.

    The arbiter's ``seconds`` count before the regulations', and these before the Laws': 6.7.1
    allows nothing where the regulations are silent; an hour in 2005 (E.05-4).
    """
    fixed = state.conditions.default_time
    laws = edition(state.conditions.edition).default_time
    chosen = seconds if seconds is not None else fixed if fixed is not None else laws
    return chosen * SECOND


def due(state: State) -> int | None:
    """When a player who is missing loses; None if nobody is."""
    attendance = state.arbiter.attendance
    if attendance.began is None or state.outcome is not None or not _missing(state):
        return None
    late = attendance.allowed
    return attendance.began + (allowed(state) if late is None else late)


def absent(step: Step, colours: tuple[chess.Color, ...], seconds: int | None) -> None:
    """The arbiter says that these players are missing, and perhaps how late they may be."""
    attendance = step.state.arbiter.attendance
    here = [colour for colour in colours if not step.state.plies_of(colour)]
    if not here:
        step.refuse(colours[0], Refusal.NOT_LATE, "6.7.1")
        return
    missing = tuple(sorted({*attendance.absent, *here}, reverse=True))
    late = attendance.allowed if seconds is None else seconds * SECOND
    step.arbiter = replace(
        step.arbiter, attendance=replace(attendance, absent=missing, allowed=late)
    )
    for colour in here:
        step.emit(Noted(step.at, Note.ABSENT, "6.7.1", colour))
    at = due(step.state)
    if at is not None and at <= step.at:
        forfeit(step)


def arrived(step: Step, colour: chess.Color) -> None:
    """A missing player has come before the default time was over, or would have lost by now."""
    attendance = step.state.arbiter.attendance
    if colour not in attendance.absent:
        step.refuse(colour, Refusal.NOT_LATE, "6.7.1")
        return
    still = tuple(one for one in attendance.absent if one != colour)
    step.arbiter = replace(step.arbiter, attendance=replace(attendance, absent=still))
    step.emit(Noted(step.at, Note.ARRIVED, "6.7.1", colour))


def forfeit(step: Step) -> None:
    """The default time is over: a player who is missing loses; if both are, both do (6.7.2)."""
    missing = _missing(step.state)
    result = not_played(chess.WHITE not in missing, chess.BLACK not in missing)
    article = "6.7.1" if len(missing) == 1 else "6.7.2"
    step.end(Outcome(result, Termination.FORFEIT, article))


def _missing(state: State) -> tuple[chess.Color, ...]:
    """Those who were said to be absent and have made no move since."""
    attendance = state.arbiter.attendance
    return tuple(colour for colour in attendance.absent if not state.plies_of(colour))
