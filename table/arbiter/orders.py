# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the table: whose orders are obeyed, and which of them need a yes.

Only the arbiter's role gives orders (12.3), and where a PIN was set only once he has given it.
What ends the game, or takes something of it back, is read back to him first.
"""

from collections.abc import Callable, Mapping

import chess

from table import adjournment, lateness, quickplay, running
from table.arbiter import board, clock, penalties
from table.commands import COMMANDS
from table.events.arbiter import FloorLeft, FloorTaken, Note, Noted, OrderGiven, PinRefused, Ruling
from table.events.dialogue import Question, QuestionClosed, QuestionKind
from table.events.game import Refusal, Role
from table.inputs import Said
from table.state import State
from table.step import Step
from voice.language.commands import Command, CommandName
from voice.language.intent import NotUnderstood
from voice.language.orders import DANGEROUS, Order, OrderName, PinGiven

Obstacle = tuple[Refusal, str] | None

AFTER_THE_END = frozenset(
    {
        OrderName.RESULT,
        OrderName.APPEAL,
        OrderName.UPHOLD,
        OrderName.REJECT,
        OrderName.WARNING,
        OrderName.OPPONENT_POINTS,
        OrderName.POINTS_OFF,
        OrderName.FINE,
        OrderName.EXCLUSION,
        OrderName.EXPULSION,
        OrderName.LEAVE,
    }
)
"""What he may still order when the game is over; nothing else is accepted then (11.4)."""

NOTES: Mapping[OrderName, Note] = {
    OrderName.APPEAL: Note.APPEAL,
    OrderName.LEAVES: Note.LEAVES,
    OrderName.BACK_AGAIN: Note.BACK,
    OrderName.DISTURBANCE: Note.DISTURBANCE,
}


def heard(step: Step, given: Said, colour: chess.Color) -> bool:
    """Work off what is the arbiter's to say; False for what is anybody's.

    ``colour`` is the side that has to act, to whom a refusal is told.
    """
    match given.intent:
        case PinGiven(right=right):
            _identify(step, right)
        case Order() as order if given.who is Role.ARBITER:
            order_given(step, order, colour)
        case Order():
            step.refuse(colour, Refusal.ARBITER_ONLY, "12.3")
        case _ if given.who is not Role.ARBITER:
            return False
        case Command(name=CommandName.YES) if step.state.arbiter.pending is not None:
            _confirmed(step, step.state.arbiter.pending)
        case Command(name=CommandName.NO | CommandName.CORRECT) if step.state.arbiter.pending:
            drop_pending(step)
        case Command(name=CommandName.YES | CommandName.NO | CommandName.CORRECT):
            step.refuse(colour, Refusal.NO_QUESTION)
        case Command(name=name) if not COMMANDS[name].players_only:
            return False
        case NotUnderstood():
            return False
        case _:
            step.refuse(colour, Refusal.NOT_HERE)  # he moves no pieces (12.6)
    return True


def order_given(step: Step, order: Order, colour: chess.Color) -> None:
    """Carry out an order, ask back first, or refuse it."""
    drop_pending(step)
    hindered = _obstacle(step, order)
    if hindered is not None:
        step.refuse(colour, *hindered)
    elif _needs_yes(step.state, order):
        question = Question(step.at, colour, QuestionKind.ORDER, order=order.text)
        step.change_arbiter(pending=order)
        step.emit(question)
    else:
        _carry_out(step, order)


def drop_pending(step: Step) -> None:
    """An order that was not confirmed is none."""
    if step.state.arbiter.pending is not None:
        step.change_arbiter(pending=None)
        step.emit(QuestionClosed(step.at, step.state.position.turn, QuestionKind.ORDER))


def _identify(step: Step, right: bool) -> None:
    """The digits that were given for a PIN; wrong ones change nothing and cost nobody time."""
    if not right:
        step.emit(PinRefused(step.at))
        return
    step.change_arbiter(known=True, pin_asked=False)
    step.emit(FloorTaken(step.at))


def _confirmed(step: Step, order: Order) -> None:
    """Yes; unless it became impossible in the meantime."""
    step.change_arbiter(pending=None)
    hindered = _obstacle(step, order)
    if hindered is not None:
        step.refuse(step.state.position.turn, *hindered)
    else:
        _carry_out(step, order)


def _needs_yes(state: State, order: Order) -> bool:
    if order.name in (OrderName.ABSENT, OrderName.BOTH_ABSENT):
        return lateness.allowed(state, order.seconds) == 0  # 6.7.1: that loses at once
    increment = quickplay.asks_increment(state)
    restores = order.name is OrderName.DISPLACED and order.number is not None
    harmless = order.name is OrderName.UPHOLD and increment  # the game goes on
    return restores or (order.name in DANGEROUS and not harmless)


def _obstacle(step: Step, order: Order) -> Obstacle:
    """Why an order is not carried out; None if it is."""
    state = step.state
    if state.conditions.arbiter_pin and not state.arbiter.known:
        return Refusal.PIN_NEEDED, "12.3"
    if state.outcome is not None and order.name not in AFTER_THE_END:
        return Refusal.GAME_OVER, "11.4"
    check = CHECKS.get(order.name)
    return None if check is None else check(state, order)


def _carry_out(step: Step, order: Order) -> None:
    step.emit(OrderGiven(step.at, order.name.value, order.basis, order.colour))
    ORDERS[order.name](step, order)


# --- Orders that need no module of their own ----------------------------------------------------


def _pause(step: Step, _: Order) -> None:
    running.stop_for_arbiter(step)


def _resume(step: Step, _: Order) -> None:
    if step.state.started:
        adjournment.resume(step, step.state.position.turn, Role.ARBITER)
    else:
        running.begin(step)


def _leave(step: Step, _: Order) -> None:
    step.change_arbiter(known=False, pin_asked=False)
    step.emit(FloorLeft(step.at))


def _note(step: Step, order: Order) -> None:
    runs = step.state.clock.running is not None
    step.emit(Noted(step.at, NOTES[order.name], order.basis, order.colour, runs))


def _absent(step: Step, order: Order) -> None:
    lateness.absent(step, clock.both_or(order.colour), order.seconds)


def _arrived(step: Step, order: Order) -> None:
    lateness.arrived(step, bool(order.colour))


def _uphold(step: Step, _: Order) -> None:
    quickplay.uphold(step)


def _postpone(step: Step, order: Order) -> None:
    quickplay.postpone(step, order.seconds or 0)


def _reject(step: Step, _: Order) -> None:
    quickplay.reject(step)


def _running(state: State, _: Order) -> Obstacle:
    if state.clock.running is not None:
        return None
    return (Refusal.PAUSED, "6.11") if state.paused else (Refusal.NOT_HERE, "")


def _ruling(ruling: Ruling) -> Callable[[State, Order], Obstacle]:
    return lambda state, _: quickplay.obstacle_to_ruling(state, ruling)


def _begun(state: State, order: Order) -> Obstacle:
    return None if state.started else (Refusal.NOT_PLAYED, order.basis)


CHECKS: Mapping[OrderName, Callable[[State, Order], Obstacle]] = {
    OrderName.PAUSE: _running,
    OrderName.SET_CONTROL: clock.obstacle_to_control,
    OrderName.RESULT: penalties.obstacle_to_result,
    OrderName.LOSS: penalties.obstacle_to_loss,
    OrderName.UPHOLD: _ruling(Ruling.UPHELD),
    OrderName.POSTPONE: _ruling(Ruling.POSTPONED),
    OrderName.REJECT: _ruling(Ruling.REJECTED),
    OrderName.BACK: board.obstacle_to_going_back,
    OrderName.DISPLACED: board.obstacle_to_going_back,
    OrderName.ILLEGAL_MOVE: board.obstacle_to_going_back,
    OrderName.COLOURS_REVERSED: _begun,
    OrderName.WRONG_SETUP: _begun,
    OrderName.FLAG: _begun,
    OrderName.BOTH_FLAGS: _begun,
}
"""What may stand in the way of an order beside what holds for all."""

ORDERS: Mapping[OrderName, Callable[[Step, Order], None]] = {
    OrderName.PAUSE: _pause,
    OrderName.RESUME: _resume,
    OrderName.LEAVE: _leave,
    OrderName.ADD_TIME: clock.add,
    OrderName.TAKE_TIME: clock.take,
    OrderName.OPPONENT_TIME: clock.give_opponent,
    OrderName.SET_TIME: clock.set_display,
    OrderName.SET_MOVES: clock.set_moves,
    OrderName.SET_CONTROL: clock.install,
    OrderName.WARNING: penalties.note,
    OrderName.OPPONENT_POINTS: penalties.give_points,
    OrderName.POINTS_OFF: penalties.take_points,
    OrderName.LOSS: penalties.lose,
    OrderName.BOTH_LOSE: penalties.both_lose,
    OrderName.DEVICE: penalties.lose,
    OrderName.FINE: penalties.note,
    OrderName.EXCLUSION: penalties.note,
    OrderName.EXPULSION: penalties.note,
    OrderName.RESULT: penalties.declare,
    OrderName.UPHOLD: _uphold,
    OrderName.POSTPONE: _postpone,
    OrderName.REJECT: _reject,
    OrderName.ABSENT: _absent,
    OrderName.BOTH_ABSENT: _absent,
    OrderName.ARRIVED: _arrived,
    OrderName.COLOURS_REVERSED: board.colours_reversed,
    OrderName.WRONG_SETUP: board.wrong_setup,
    OrderName.DISPLACED: board.displaced,
    OrderName.BACK: board.go_back,
    OrderName.ILLEGAL_MOVE: board.illegal_move,
    OrderName.TWO_HANDS: board.two_hands,
    OrderName.FLAG: clock.flag,
    OrderName.BOTH_FLAGS: clock.both_flags,
    OrderName.DISTURBANCE: _note,
    OrderName.APPEAL: _note,
    OrderName.LEAVES: _note,
    OrderName.BACK_AGAIN: _note,
    OrderName.ASSISTANT: clock.assist,
}
assert ORDERS.keys() == set(OrderName)
