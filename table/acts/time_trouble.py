# SPDX-License-Identifier: GPL-3.0-or-later
"""Time trouble: fallen flags (6.8, 6.9), and the last two minutes (Guidelines III).

Hektor calls a fallen flag as an arbiter does who sees it (6.8, A.4.5). In rapid and blitz games of
2005 the arbiter refrains from it (E.05-7): the flag is on the clock, who asks for the time hears
it, and the opponent claims while their own is up; with both down the game is drawn.

In the last two minutes a player may ask for an increment (III.4) or claim a draw (III.5; in 2005,
Article 10.2). The arbiter upholds it, rejects it, or postpones the ruling, which outlives the fall
of a flag. Without an arbiter the claim ends the game, and an arbiter elsewhere rules on it (III.6).
"""

from dataclasses import replace

import chess

from clock.control import ExtraTime, Rate, TimeControl, allows_quickplay_finish
from clock.events import FlagFell
from rules.outcome import DRAW, Outcome, Termination, on_flag
from table.acts import draws, moves, running
from table.core.conditions import SECOND
from table.core.matters import LastMinutes
from table.core.state import State
from table.core.step import ROLE_OF, Obstacle, Step
from table.events.arbiter import (
    Note,
    Noted,
    QuickplayClaimed,
    QuickplayRequest,
    Ruling,
    RulingGiven,
)
from table.events.game import Refusal, Role
from voice.language.commands import Command, CommandName

# --- Flags ----------------------------------------------------------------------------------------

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


def judge_flag(step: Step) -> None:
    """A fallen flag loses, unless the opponent cannot mate (6.9) or a claim of the last two minutes
    holds it (III.5.2)."""
    flag = step.state.fallen
    if flag is None or holds_flag(step):
        return
    if step.state.conditions.flags_by_claim:
        _tell(step)
        step.end(Outcome(DRAW, Termination.FLAG, ARTICLE))
    else:
        step.end(on_flag(step.state.position, flag.colour))


def claim_flag(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
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
    if before.conditions.flags_by_claim and step.state.outcome is None:
        step.events = [event for event in step.events if not isinstance(event, FlagFell)]


# --- The last two minutes -------------------------------------------------------------------------

LIMIT = 120 * SECOND
"""Less than this must be left (III.4, III.5)."""

BONUS = 120
"""Seconds for the opponent, after an increment was granted or a claim rejected."""

INCREMENT = 5
"""Seconds a move, for both (III.4)."""


def _ground(command: Command) -> QuickplayRequest:
    """The ground of a player's request."""
    if command.name is CommandName.ASK_INCREMENT:
        return QuickplayRequest.INCREMENT
    return QuickplayRequest(command.word) if command.word else QuickplayRequest.EITHER


def asks_increment(state: State) -> bool:
    """True if the arbiter has to rule on an increment (III.4), not on a draw."""
    claim = state.last_minutes
    return claim is not None and claim.ground is QuickplayRequest.INCREMENT


def may_come(state: State) -> bool:
    """True if such a claim may be made in this game, whose rules provide for it, and now."""
    return _fits(state) and state.clock.in_last_period(state.position.turn)


def _obstacle(
    state: State, colour: chess.Color, wanted: QuickplayRequest, now: int
) -> Obstacle | None:
    """Why ``colour`` may not ask for that now, with the article; None if they may."""
    increment = wanted is QuickplayRequest.INCREMENT
    article = _article(state, "III.4" if increment else "III.5")
    if not state.conditions.has_quickplay:
        return Refusal.NO_QUICKPLAY, "III.2.1"
    if not _fits(state) or (increment and state.conditions.laws.quickplay_is_law):
        return Refusal.NO_QUICKPLAY, "III.2.2"
    if not state.clock.in_last_period(colour):
        return Refusal.NO_QUICKPLAY, "III.1"
    if increment and state.conditions.no_arbiter:
        return Refusal.ARBITER_ONLY, article
    if state.last_minutes or (increment and colour in state.arbiter.increment_asked):
        return Refusal.ASKED_BEFORE, article
    if colour != state.turn or state.announced_by == colour:
        return Refusal.NOT_ON_MOVE, article
    if state.clock.remaining(colour, now) >= LIMIT:
        return Refusal.TIME_LEFT, article
    return None


def may_ask(step: Step, command: Command, colour: chess.Color) -> bool:
    """True if ``colour`` may ask for that now; refuses if not. Asked before the question and after
    it."""
    obstacle = _obstacle(step.state, colour, _ground(command), step.at)
    return not step.hindered(colour, obstacle)


def ask(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """``colour`` asks, after a yes: the clocks stop, and the arbiter rules on it."""
    wanted = _ground(command)
    if not may_ask(step, command, colour):
        return
    article = _article(step.state, "III.4" if wanted is QuickplayRequest.INCREMENT else "III.5")
    if step.state.conditions.no_arbiter:
        article = "III.6.1"
    if wanted is QuickplayRequest.INCREMENT:  # it is the offer of a draw
        draws.stand(step, colour)
        step.arbiter = replace(
            step.arbiter, increment_asked=(*step.state.arbiter.increment_asked, colour)
        )
    step.open(LastMinutes(step.at, colour, wanted))
    step.emit(QuickplayClaimed(step.at, colour, wanted, article))
    if step.state.conditions.no_arbiter:
        step.end(Outcome("*", Termination.PENDING, article))
    else:
        running.stop_for_arbiter(step)


def obstacle_to_ruling(state: State, ruling: Ruling) -> Obstacle | None:
    """Why the arbiter cannot rule so; None if they can."""
    pending = state.last_minutes
    if pending is None:
        return Refusal.NO_CLAIM, ""
    if pending.ground is QuickplayRequest.INCREMENT and ruling is not Ruling.REJECTED:
        if ruling is Ruling.POSTPONED:
            return Refusal.NO_CLAIM, "III.4"
        if pending.colour in state.offers:
            return Refusal.OFFER_OPEN, "III.4"
    if ruling is Ruling.POSTPONED and (pending.flag_fell or state.outcome is not None):
        return Refusal.RULING_DUE, _article(state, "III.5.2")
    return None


def uphold(step: Step) -> None:
    """The arbiter agrees: the draw (III.5.1), or the increment (III.4)."""
    pending = _pending(step)
    if pending.ground is QuickplayRequest.INCREMENT:
        _grant_increment(step, pending.colour)
        return
    article = _upheld_by(step.state, pending)
    step.emit(RulingGiven(step.at, pending.colour, Ruling.UPHELD, article))
    step.close(LastMinutes)
    step.end(Outcome(DRAW, Termination.ARBITER, article))


def postpone(step: Step, bonus: int) -> None:
    """III.5.2: the game goes on; the opponent may get ``bonus`` seconds."""
    pending = _pending(step)
    article = _article(step.state, "III.5.2")
    step.change(pending, replace(pending, postponed=True))
    step.emit(RulingGiven(step.at, pending.colour, Ruling.POSTPONED, article, bonus))
    _give(step, not pending.colour, bonus)


def reject(step: Step) -> None:
    """III.5.3: the opponent gets two minutes; if a flag has fallen, the flag decides (6.9).

    In III.4 nothing is said of time; without an arbiter at the board (III.6.2) the result is
    still to be declared.
    """
    pending, state = _pending(step), step.state
    over = state.outcome is not None
    gives = not over and not pending.flag_fell and pending.ground is not QuickplayRequest.INCREMENT
    article = (
        "III.4" if pending.ground is QuickplayRequest.INCREMENT else _article(state, "III.5.3")
    )
    bonus = BONUS if gives else 0
    ruled_by = "III.6.2" if over else article
    step.emit(RulingGiven(step.at, pending.colour, Ruling.REJECTED, ruled_by, bonus))
    step.close(LastMinutes)
    _give(step, not pending.colour, bonus)
    if pending.flag_fell:
        step.end(on_flag(state.position, state.clock.flags[0].colour))


def holds_flag(step: Step) -> bool:
    """True if a flag that fell waits for the arbiter, who postponed the ruling (III.5.2)."""
    pending = step.state.last_minutes
    if pending is None or not pending.postponed:
        return False
    step.change(pending, replace(pending, flag_fell=True))
    running.stop_for_arbiter(step)
    article = _article(step.state, "III.5.2")
    step.emit(Noted(step.at, Note.DUE, article, pending.colour, runs=False))
    return True


def _grant_increment(step: Step, colour: chess.Color) -> None:
    clock = step.state.clock
    for one in chess.COLORS:
        periods = tuple(
            replace(period, extra=INCREMENT, kind=ExtraTime.INCREMENT)
            for period in clock.side(one).control.periods
        )
        control = TimeControl(periods, clock.side(one).control.at_zero)
        clock = clock.install(one, control, step.at)
    step.emit(RulingGiven(step.at, colour, Ruling.UPHELD, "III.4", BONUS))
    step.close(LastMinutes)
    step.set_clock(clock)
    _give(step, not colour, BONUS)


def _give(step: Step, colour: chess.Color, seconds: int) -> None:
    if seconds:
        step.award(colour, seconds * SECOND)


def _pending(step: Step) -> LastMinutes:
    pending = step.state.last_minutes
    assert pending is not None
    return pending


def _upheld_by(state: State, pending: LastMinutes) -> str:
    if state.outcome is not None:
        return "III.6.2"
    return _article(state, "III.5.2" if pending.postponed else "III.5.1")


def _fits(state: State) -> bool:
    """III.2.2: a standard or rapid game with no increment, not even one granted since."""
    control = state.conditions.control()
    if state.conditions.laws.quickplay_is_law:
        return state.conditions.rate is not Rate.BLITZ
    now = state.clock.white.control
    return allows_quickplay_finish(control, state.conditions.rate) and not now.has_extra


def _article(state: State, article: str) -> str:
    return "10.2" if state.conditions.laws.quickplay_is_law else article
