# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a move at the table: spoken, corrected, made, completed (D.2.3, D.2.4, D.2.8).

A move is *spoken* when it was understood; it is read back then, and until the opponent's clock
runs it may be corrected. It is *made* and *completed* when the clock is pressed: by a word, by the
key, or by Hektor after a pause. A move that ends the game needs no press (6.2.1.1): it stands after
a pause, or at the fall of a flag if it was spoken before (X.2).
"""

from dataclasses import replace

import chess

from game.conditions import Conditions
from game.state import MadeMove, SpokenMove
from game.step import Step
from rules.events import DrawDeclined, MoveCorrected, MoveMade, MoveSpoken, Refusal
from rules.moves import facts
from rules.outcome import outcome
from voice.events import QuestionClosed

READ_BACK_LIMIT = 10_000_000_000
"""If nobody reports the end of a read-back, it counts as over after this many nanoseconds."""


def speak(step: Step, move: chess.Move, must: bool = False) -> None:
    """A legal move was announced by the side that has the move; ``must``: it cannot be changed."""
    state = step.state
    colour = state.position.turn
    told = facts(state.position, move)
    ending = outcome(state.position.play(move))
    if state.offer is not None and state.offer != colour:
        # 9.1.2.1: the offer is rejected by moving; announcing is the touch of a blind player.
        step.emit(DrawDeclined(step.at, colour))
        step.change(offer=None)
    if state.conditions.press_after is None:
        # The clock goes on until somebody presses it, but understanding is not the player's time.
        step.change(clock=state.clock.credit(colour, step.now - step.at, step.at))
    step.change(
        spoken=SpokenMove(move, told, step.at, step.at, ending=ending, must=must), asked=None
    )
    step.emit(MoveSpoken(step.at, told))


def read_back(step: Step) -> None:
    """The read-back, or what was told after it, is over: the pauses begin."""
    spoken = step.state.spoken
    if spoken is not None and spoken.read_back_at is None:
        step.change(spoken=replace(spoken, read_back_at=step.now))


def hold(step: Step) -> None:
    """Something was said: the pauses begin anew, when what is told of it is over."""
    spoken = step.state.spoken
    assert spoken is not None
    over = None if step.events else step.now
    step.change(spoken=replace(spoken, told_at=step.now, read_back_at=over))


def correct(step: Step, colour: chess.Color) -> None:
    """The player takes back what he said: until the opponent's clock runs (D.2.8)."""
    spoken = step.state.spoken
    if spoken is None or spoken.facts.colour != colour:
        # Nobody takes back the move of the other.
        step.refuse(colour, Refusal.NOTHING_TO_CORRECT, "D.2.8")
        return
    if spoken.must:
        step.refuse(colour, Refusal.MUST_MOVE, "9.5.3")
        return
    step.change(spoken=None)
    step.emit(MoveCorrected(step.at, spoken.facts))


def press(step: Step, colour: chess.Color) -> None:
    """The clock is pressed: the spoken move is made and completed (6.2.1)."""
    spoken = step.state.spoken
    if spoken is None or spoken.facts.colour != colour:
        # 6.2.4: no press without a move.
        step.refuse(colour, Refusal.NOTHING_TO_PRESS, "6.2.4")
        return
    complete(step, spoken, step.at)


def complete(step: Step, spoken: SpokenMove, at: int, by_itself: bool = False) -> None:
    """Make the spoken move; unless it ends the game, press the clock at ``at``.

    Pressed by Hektor, the player's time stopped when he had finished speaking.
    """
    state = step.state
    position = state.position.play(spoken.move)
    colour = spoken.facts.colour
    clock = state.clock
    made_at = max(spoken.at, clock.since)
    if by_itself:
        clock = clock.credit(colour, spoken.ran, made_at)
    if spoken.ending is None:
        until = spoken.at if by_itself else None
        clock, happened = clock.press(colour, at, until).settle(at)
    else:
        clock, happened = clock.complete(colour, made_at).stop(made_at).settle(at)
    made = MadeMove(
        spoken.facts,
        spoken.at,
        clock.remaining(chess.WHITE, at),
        clock.remaining(chess.BLACK, at),
    )
    record = (*state.record, made)
    step.change(position=position, clock=clock, record=record, spoken=None)
    step.emit(MoveMade(spoken.at, spoken.facts))
    step.happened(happened)
    if spoken.ending is not None:
        step.end(spoken.ending)
    elif state.asked is not None and state.asked.question.who == colour:
        # What he left open when he pressed, no later "ja" shall answer.
        step.change(asked=None)
        step.emit(QuestionClosed(step.at, colour, state.asked.question.kind))


def completes_itself_at(spoken: SpokenMove, conditions: Conditions) -> int | None:
    """When the spoken move is made without a press, or None if somebody has to press."""
    ends = spoken.ending is not None
    pause = conditions.stands_after if ends else conditions.press_after
    if pause is None:
        return None
    if spoken.read_back_at is None:
        return spoken.told_at + READ_BACK_LIMIT
    return spoken.read_back_at + pause
