# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's penalties (12.9) and results (Article 10)."""

from dataclasses import replace

import chess

from rules import results
from rules.outcome import Outcome, Termination
from table.core.arbiter_state import NO_POINTS
from table.core.state import State
from table.core.step import Obstacle, Step
from table.events.game import Penalty, PenaltyGiven, Refusal
from voice.language.orders import Order

ARTICLES = {"0-0": "11.8", "1/2-0": "11.7", "0-1/2": "11.7"}


def note(kind: Penalty, step: Step, order: Order) -> None:
    """A penalty that changes nothing of this game (12.9.1, 12.9.7 to 12.9.9)."""
    amount = "" if order.number is None else str(order.number)
    step.emit(PenaltyGiven(step.at, order.basis, kind, bool(order.colour), points=amount))


def give_points(step: Step, order: Order) -> None:
    """12.9.4: more points for the opponent of the offender, at most all there are (10.2)."""
    getter = bool(order.colour)
    halves = results.WIN if order.halves is None else order.halves
    _points(step, order, Penalty.OPPONENT_POINTS, not getter, halves)
    count(step, getter, halves)


def take_points(step: Step, order: Order) -> None:
    """12.9.5: fewer points for the offender; all of them if the arbiter names no number."""
    offender = bool(order.colour)
    halves = results.WIN if order.halves is None else order.halves
    _points(step, order, Penalty.POINTS_OFF, offender, halves)
    count(step, offender, -halves)


def lose(step: Step, order: Order) -> None:
    """12.9.6, 11.7: the game is lost; the arbiter decides the opponent's score."""
    offender = bool(order.colour)
    score = results.WIN if order.halves is None else order.halves
    step.emit(PenaltyGiven(step.at, order.basis, Penalty.LOSS, offender))
    step.end(Outcome(results.loss(offender, score), Termination.ARBITER, order.basis))


def both_lose(step: Step, order: Order) -> None:
    """11.8: both are guilty."""
    for colour in (chess.WHITE, chess.BLACK):
        step.emit(PenaltyGiven(step.at, order.basis, Penalty.LOSS, colour))
    step.end(Outcome("0-0", Termination.ARBITER, order.basis))


def obstacle_to_result(state: State, order: Order) -> Obstacle | None:
    """Why this cannot be the result: unplayed games have no moves, and played ones were begun."""
    if order.result not in results.RESULTS:
        return Refusal.NO_SUCH_RESULT, "10.2"
    if order.result in results.UNPLAYED and state.record:
        return Refusal.NO_SUCH_RESULT, "6.7.1"
    if order.result in results.PLAYED and not state.started:
        return Refusal.NOT_PLAYED, "10.1"
    return None


def obstacle_to_loss(_: State, order: Order) -> Obstacle | None:
    """10.2: the opponent gets nothing, a half or one."""
    if order.halves is not None and not 0 <= order.halves <= results.WIN:
        return Refusal.NO_SUCH_RESULT, "10.2"
    return None


def declare(step: Step, order: Order) -> None:
    """The arbiter's result, also in place of another."""
    result = order.result or "*"
    unplayed = result in results.UNPLAYED
    article = ARTICLES.get(result, "6.7.1" if unplayed else order.basis)
    kind = Termination.FORFEIT if unplayed else Termination.ARBITER
    step.arbiter = replace(step.arbiter, points=NO_POINTS)
    step.end(Outcome(result, kind, article))


def _points(step: Step, order: Order, kind: Penalty, offender: chess.Color, halves: int) -> None:
    points = {1: "1/2", 2: "1"}[halves]
    step.emit(PenaltyGiven(step.at, order.basis, kind, offender, points=points))


def count(step: Step, colour: chess.Color, halves: int) -> None:
    """Now if the game is over, or when it will be."""
    state = step.state
    if state.outcome is not None:
        changed = results.with_points(state.outcome.result, colour, halves)
        step.end(replace(state.outcome, result=changed, termination=Termination.ARBITER))
        return
    points = state.arbiter.points
    step.arbiter = replace(step.arbiter, points=points.change(colour, points.of(colour) + halves))
