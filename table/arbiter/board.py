# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's orders to the board: going back, men and colours that stood wrongly (Article 7)."""

from dataclasses import replace

from rules import irregularities
from table.acts import illegal, running
from table.core.state import State
from table.core.step import Obstacle, Step
from table.events.arbiter import Note, Noted
from table.events.game import Refusal
from voice.language.orders import Order


def ply_of(state: State, order: Order) -> int | None:
    """How many moves stand after the one that was named; 0 for the start, None if none is."""
    if not order.number:
        return 0
    for ply, made in enumerate(state.record, start=1):
        if (made.facts.number, made.facts.colour) == (order.number, order.colour):
            return ply
    return None


def no_such_move(state: State, order: Order) -> Obstacle | None:
    """Why the position cannot be restored: that move was not made."""
    if order.number is not None and ply_of(state, order) is None:
        return Refusal.NO_SUCH_MOVE, order.basis
    return None


def go_back(step: Step, order: Order) -> None:
    """7.1: the position after that move; clocks and counters as they were, or as they are."""
    _restore(step, order, keep_times=order.stay)


def displaced(step: Step, order: Order) -> None:
    """7.4.1: men knocked over are put back; 7.6: found later, the last right position is."""
    if order.number is None:
        runs = step.state.clock.running is not None
        step.emit(Noted(step.at, Note.DISPLACED, order.basis, runs=runs))
    else:
        _restore(step, order, keep_times=False)


def illegal_move(step: Step, order: Order) -> None:
    """7.5.1: found at once, or any number of moves later."""
    ply = None if order.number is None else ply_of(step.state, order)
    colour, pressed = bool(order.colour), step.state.illegal.early
    if order.number is None and pressed and colour == step.state.position.turn:
        illegal.without_move(step, colour)  # 7.5.3: what was noted in this move
        return
    # The move itself is taken back too: the position is the one before it.
    illegal.illegal_move(step, colour, None if ply is None else ply - 1)


def two_hands(step: Step, order: Order) -> None:
    """7.5.4."""
    illegal.two_hands(step, bool(order.colour))


def colours_reversed(step: Step, order: Order) -> None:
    """7.3: a new game, or after ten moves of both the game as it is: the names change sides."""
    state = step.state
    if irregularities.new_game_for_colours(state.present, order.again):
        running.cancel(step, order.basis)
        return
    agreed = state.conditions
    step.state = replace(
        step.state, conditions=replace(agreed, white=agreed.black, black=agreed.white)
    )
    step.emit(Noted(step.at, Note.COLOURS_STAY, order.basis))


def wrong_setup(step: Step, order: Order) -> None:
    """7.2.1: a new game; too late for it, castling with king or rook is lost (A.4.1.2)."""
    state = step.state
    if irregularities.new_game_for_setup(state.present, state.conditions.unsupervised):
        running.cancel(step, order.basis)
        return
    if order.colour is None and order.square is None:
        step.emit(Noted(step.at, Note.SETUP_STAYS, "A.4.1.2"))
        return
    colour = bool(order.colour) if order.square is None else order.square < 32
    changed = irregularities.without_castling(state.position, colour, order.square)
    if changed is not None:
        step.state = replace(step.state, position=changed)
    step.emit(Noted(step.at, Note.NO_CASTLING, "A.4.1.2", colour))


def _restore(step: Step, order: Order, keep_times: bool) -> None:
    ply = ply_of(step.state, order)
    assert ply is not None
    illegal.restore(step, ply, order.basis, keep=keep_times)
