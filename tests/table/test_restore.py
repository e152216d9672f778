# SPDX-License-Identifier: GPL-3.0-or-later
"""Going back at the table restores everything that belonged to the position (7.1, 7.5.1; X.9)."""

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.acts import illegal
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.core.state import State, new_state
from table.core.step import ROLE_OF, Step
from table.handle import handle
from voice.language.interpretation import Heard


def games(seed: int, plies: int) -> list[State]:
    """The table after each ply of a game of random moves, a few seconds for each."""
    dice = random.Random(seed)
    control = dice.choice(["90", "15+10", "2/60,60", "5b3", "3/120d2,60+5"])
    number = dice.choice([None, dice.randrange(960)])
    agreed = Conditions(
        mode=Mode.COMPETITION, time_control=control, chess960=number, press_after=None
    )
    state, *_ = handle(new_state(agreed), Begin(), 0)
    now = 0
    seen = [state]
    for _ in range(plies):
        who = ROLE_OF[state.position.turn]
        now += dice.randrange(1, 3 * SECOND)
        move = dice.choice(list(state.position.legal_moves))
        state, *_ = handle(state, Said(Heard(move, ""), now, who, typed=True), now)
        now += dice.randrange(SECOND)
        state, *_ = handle(state, Pressed(who), now)
        if state.outcome is not None:
            break
        seen.append(state)
    return seen


@pytest.mark.article("7.1", "X.9")
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), plies=st.integers(1, 12), back=st.integers(0, 12))
def test_x_9_the_table_is_as_it_was_then(seed: int, plies: int, back: int) -> None:
    seen = games(seed, plies)
    was, last = seen[min(back, len(seen) - 1)], seen[-1]
    now = last.clock.since + SECOND
    step = Step(last, now, now)
    illegal.restore(step, was.position.ply, "7.1")
    found = step.state
    assert found.position == was.position  # with castling, en passant, repetitions, fifty moves
    assert found.record == was.record
    then = was.clock.since
    for colour in chess.COLORS:
        assert found.clock.moves(colour) == was.clock.moves(colour)
        assert found.clock.remaining(colour, now) == was.clock.remaining(colour, then)
        assert found.clock.side(colour).period == was.clock.side(colour).period
    assert found.clock.paused == was.position.turn
    assert (found.spoken, found.asked, found.unpressed) == (None, None, None)
