# SPDX-License-Identifier: GPL-3.0-or-later
"""D.2.1: the opponent repeats the announced move before the clock is pressed (a setting)."""

from dataclasses import replace

import chess

from rules.moves import facts
from table import moves as moving
from table.events.dialogue import Question, QuestionKind
from table.events.game import MoveRepeated
from table.state import Asked
from table.step import Step
from voice.language.intent import Ambiguous, Heard, Intent, Unsure


def moves_of(intent: Intent) -> tuple[chess.Move, ...]:
    """The legal moves that were meant."""
    match intent:
        case Heard(move=move) | Unsure(move=move):
            return (move,)
        case Ambiguous(moves=moves):
            return moves
    return ()


def repeat(step: Step, intent: Intent) -> bool:
    """Somebody else said a move while the announced one was to be repeated; False if he did not.

    What fits the announced move repeats it. Another move asks its player whether he was
    understood: the clock is not pressed, and he corrects it or lets it be repeated again.
    """
    said, spoken = moves_of(intent), step.state.spoken
    assert spoken is not None
    if not said or (isinstance(intent, Unsure) and spoken.move not in said):
        return False
    player = spoken.facts.colour
    if spoken.move in said:
        step.change(spoken=replace(spoken, repeated=True))
        step.emit(MoveRepeated(step.at, not player, spoken.facts, True))
        moving.hold(step)
        return True
    step.emit(MoveRepeated(step.at, not player, facts(step.state.position, said[0]), False))
    question = Question(step.at, player, QuestionKind.IS_IT_THIS, move=spoken.facts)
    step.change(asked=Asked(question, Unsure(spoken.move, spoken.facts.san)))
    step.emit(question)
    return True
