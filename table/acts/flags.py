# SPDX-License-Identifier: GPL-3.0-or-later
"""Fallen flags: what they mean at once, and what only somebody's claim makes of them (6.8, 6.9).

Hektor calls a fallen flag as an arbiter does who sees it (6.8, A.4.5). In rapid and blitz games of
2005 the arbiter refrains from it (E.05-7): the flag is on the clock, who asks for the time hears
it, and the opponent claims while their own is up; with both down the game is drawn.
"""

import chess

from clock.events import FlagFell
from clock.rate import Rate
from rules.outcome import DRAW, Outcome, Termination, on_flag
from table.acts import moves, quickplay
from table.core.state import State
from table.core.step import ROLE_OF, Step
from table.events import Event
from table.events.game import Refusal, Role
from voice.language.commands import Command

ARTICLE = "A.4.3"


def reach_zero(step: Step) -> None:
    """A display reached zero (6.4, 6.8): a period begins, or the flag falls.

    A move that was announced before stands if it ends the game (X.2), or if Hektor presses the
    clock, for then the player's time stopped when they had finished speaking.
    """
    state = step.state
    spoken = state.spoken
    presses = state.conditions.press_after is not None
    if spoken is not None and (spoken.ending is not None or presses):
        moves.complete_by_itself(step)
        return
    step.hear_out()
    step.settle_clock(step.at)


def by_claim(state: State) -> bool:
    """Whether a fallen flag waits for the claim of the opponent."""
    agreed = state.conditions
    return agreed.edition == 2005 and agreed.competes and agreed.rate is not Rate.STANDARD


def arbiter_refrains(state: State) -> bool:
    """Whether the arbiter calls no flag: only a player does (E.05-7)."""
    return by_claim(state)


def fallen(state: State) -> FlagFell | None:
    """The flag that has fallen, has to be judged now, and was not yet."""
    flags = state.clock.flags
    if not flags or state.outcome is not None or state.arbiter.ruling_due:
        return None
    if not by_claim(state):
        return flags[0]
    return flags[-1] if len(flags) == len(chess.COLORS) else None


def judge(step: Step) -> None:
    """A fallen flag loses, unless the opponent cannot mate (6.9) or a claim of the last two minutes
    holds it (III.5.2)."""
    flag = fallen(step.state)
    if flag is None or quickplay.holds_flag(step):
        return
    if by_claim(step.state):
        _tell(step)
        step.end(Outcome(DRAW, Termination.FLAG, ARTICLE))
    else:
        step.end(on_flag(step.state.position, flag.colour))


def claim(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """``colour`` claims that the opponent's flag is down; who is not known has their own up."""
    known = who in ROLE_OF.values()
    flags = step.state.clock.flags
    if not flags or (known and flags[0].colour == colour):
        step.refuse(colour, Refusal.FLAG_UP, "6.8")
    else:
        _tell(step)
        step.end(on_flag(step.state.position, flags[0].colour))


def _tell(step: Step) -> None:
    """Now they are called, in the order in which they fell."""
    others = [event for event in step.events if not isinstance(event, FlagFell)]
    step.events = [*others, *step.state.clock.flags]


def withhold(step: Step, before: State) -> None:
    """Leave out the flags that the arbiter refrains from calling."""
    called: list[Event] = [event for event in step.events if not isinstance(event, FlagFell)]
    if len(called) < len(step.events) and by_claim(before) and step.state.outcome is None:
        step.events = called
