# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter takes a decision back, be it an order or one that Hektor made by itself (12.9).

Times, counts and points go back by what the decision gave or took, however many moves were made
since. One that ended the game, changed the position or ruled on a matter gives way to the state
before it, with both displays as they were then; the clocks stand until the arbiter lets the game go
on. What was decided after it goes with it. The record keeps the decision and its undoing.
"""

from dataclasses import replace

import chess

from clock.clock import Clock
from clock.events import GamePaused, TimeAdjusted
from table.arbiter import penalties
from table.core.matters import GoesOn, OrderAsked, Stopped
from table.core.state import Decision, State
from table.core.step import Obstacle, Step
from table.events.arbiter import Note, Noted
from table.events.game import GameEnded, PositionRestored, Refusal
from voice.language.orders import Order


def last_decision(state: State, order: Order) -> Decision | None:
    """The decision that an ``order`` takes back: the one that was told, by its number; else the
    last about whom the order names, or about anybody."""
    if order.number is not None:
        told = state.decisions[order.number : order.number + 1]
        return told[0] if told else None
    wanted = (None, order.colour)
    made = reversed(state.decisions)
    return next((one for one in made if order.colour is None or one.colour in wanted), None)


def named(state: State, order: Order) -> Order:
    """The order with the number of the decision that it takes back, if there is one."""
    decision = last_decision(state, order)
    number = None if decision is None else state.decisions.index(decision)
    return replace(order, number=number)


def nothing_decided(state: State, order: Order) -> Obstacle | None:
    """Why nothing can be taken back: nothing was decided."""
    return None if last_decision(state, order) is not None else (Refusal.NO_CLAIM, order.basis)


def asks(state: State, order: Order) -> bool:
    """True if it is told first what would be taken back: Hektor's own decision, or one that gives
    way to the state before it."""
    decision = last_decision(state, order)
    return decision is not None and (decision.order is None or decision.before is not None)


def tell(step: Step, order: Order) -> None:
    """Tell which decision would be taken back."""
    decision = last_decision(step.state, order)
    if decision is not None:
        step.emit(Noted(step.at, Note.UNDOES, decision.article, decision.colour))


def take_back(step: Step, order: Order) -> None:
    """The last decision is as if it had not been made."""
    decision = last_decision(step.state, order)
    assert decision is not None
    if decision.before is None:
        _give_back(step, decision)
    else:
        _go_back(step, decision, decision.before)
    step.emit(Noted(step.at, Note.WITHDRAWN, decision.article, decision.colour))


def _give_back(step: Step, decision: Decision) -> None:
    """Times, counts and points, by what the decision gave or took."""
    kept = tuple(one for one in step.state.decisions if one is not decision)
    awarded = step.state.awarded.less(decision.awarded)
    step.state = replace(step.state, decisions=kept, awarded=awarded)
    clock = step.state.clock
    for colour in chess.COLORS:
        if decision.moves.of(colour):
            counted = clock.moves(colour) - decision.moves.of(colour)
            clock = clock.adjust_moves(colour, counted, step.at)
        if decision.time.of(colour) and step.state.outcome is None:
            left = clock.remaining(colour, step.at) - decision.time.of(colour)
            clock = clock.adjust(colour, left, step.at)
        if decision.points.of(colour):
            penalties.count(step, colour, -decision.points.of(colour))
    step.set_clock(clock)
    if decision.ply == step.state.position.ply:
        step.state = replace(step.state, hands=decision.hands, illegal=decision.illegal)
    else:
        counts, illegal = decision.counts, step.illegal
        white, black = illegal.white - counts.white, illegal.black - counts.black
        step.illegal = replace(illegal, white=white, black=black)


def _go_back(step: Step, decision: Decision, before: State) -> None:
    """The state before the decision, but for what is known of the arbiter; both clocks stand."""
    now = step.state
    at = now.decisions.index(decision)
    arbiter = replace(
        before.arbiter, known=now.arbiter.known, ordered=now.arbiter.ordered,
        wrong_pins=now.arbiter.wrong_pins, barred_until=now.arbiter.barred_until,
    )  # fmt: skip
    clock = _at_rest(before.clock, decision.at)
    step.state = replace(
        before, clock=clock, arbiter=arbiter, decisions=now.decisions[:at], hearing=None,
        matters=tuple(one for one in before.matters if not isinstance(one, OrderAsked)),
        heard_until=now.heard_until, pin_key=now.pin_key,
    )  # fmt: skip
    over = before.outcome
    if over is None and before.started:
        if not step.state.called:
            step.open(Stopped(step.at, GoesOn.ARBITER))
        white, black = (clock.remaining(colour, step.at) for colour in chess.COLORS)
        if now.record != before.record:
            record = before.record
            last = record[-1].facts if record else None
            step.emit(PositionRestored(step.at, len(record), "12.9", last))
        step.emit(GamePaused(step.at, white, black, "arbiter"))
        for colour, left in zip(chess.COLORS, (white, black), strict=True):
            step.emit(TimeAdjusted(step.at, colour, left, quiet=True))
    elif over is not None and over != now.outcome:
        step.emit(GameEnded(step.at, over.result, over.termination, over.article))


def _at_rest(clock: Clock, at: int) -> Clock:
    """The clock as it stood then, with no flag down: whose fell, it falls once more."""
    clock, _ = clock.pause(at).settle(at)
    white, black = (replace(side, flagged=False) for side in (clock.white, clock.black))
    return replace(clock, white=white, black=black, flags=())
