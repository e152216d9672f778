# SPDX-License-Identifier: GPL-3.0-or-later
"""D.2.1: the opponent repeats the announced move before the clock is pressed (a setting)."""

from dataclasses import replace

import chess

from rules.moves import facts
from table.acts import moves
from table.core.inputs import Said
from table.core.step import ROLE_OF, Step
from table.events.dialogue import Question, QuestionKind
from table.events.game import MoveRepeated
from voice.language.interpretation import Ambiguous, Either, Heard, Intent, Unsure


def moves_of(intent: Intent) -> tuple[chess.Move, ...]:
    """The legal moves that were meant; where it may be either side's, those of the reply."""
    match intent:
        case Heard(move=move) | Unsure(move=move):
            return (move,)
        case Ambiguous():
            return intent.moves
        case Either():
            return intent.reply
    return ()


def heard(step: Step, given: Said, _colour: chess.Color) -> bool:
    """Take what anybody but its player says while the announced move is to be repeated.

    What fits the announced move repeats it. Another move asks its player whether they were
    understood: the clock is not pressed, and they correct the move or have it repeated again.
    """
    said, spoken = moves_of(given.intent), step.state.spoken
    if spoken is None or not step.state.echo_due or step.state.paused or not said:
        return False
    player, repeated = spoken.facts.colour, spoken.move in said
    if given.who is ROLE_OF[player] or (isinstance(given.intent, Unsure) and not repeated):
        return False
    if repeated:
        step.state = replace(step.state, spoken=replace(spoken, repeated=True))
        step.emit(MoveRepeated(step.at, not player, spoken.facts, True))
        moves.restart_pause(step)
        return True
    step.emit(MoveRepeated(step.at, not player, facts(step.state.position, said[0]), False))
    question = Question(step.at, player, QuestionKind.IS_IT_THIS, move=spoken.facts)
    step.ask(question, Unsure(spoken.move, spoken.facts.san))
    return True
