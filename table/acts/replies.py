# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves that are said while one waits for the clock: the opponent's reply, or the same once more.

The opponent may reply to a move that was made, pressed or not (1.3), and the reply completes it
(6.2.1.2). At a shared microphone nobody knows who speaks: words are understood in the position
before the announced move and in the one after it. What fits one of them only is its player's; what
fits both is asked about. Nothing is completed by words that are not sure.
"""

from dataclasses import replace

import chess

from rules.explanation import explain
from rules.moves import facts, find
from table.acts import adjournment, moves
from table.core.inputs import Said
from table.core.matters import Asked
from table.core.state import State
from table.core.step import ROLE_OF, Obstacle, Step
from table.events.dialogue import Question, QuestionKind
from table.events.game import MoveRepeated, Refusal
from voice.language.disambiguation import distinctions
from voice.language.interpretation import (
    Ambiguous,
    Either,
    Illegal,
    Intent,
    Unsure,
    moves_of,
)

# --- Moves that are said while one waits for the clock --------------------------------------------


def side(state: State, intent: Intent, colour: chess.Color) -> chess.Color:
    """Whose move ``intent`` is about, where nobody knows who said it; ``colour`` announced one."""
    if isinstance(intent, Illegal):
        of_opponent = explain(state.present, intent.description) == intent.illegality
        return not colour if of_opponent else colour
    said = moves_of(intent)
    mover = state.position.board.color_at(said[0].from_square) if said else None
    return colour if mover is None else mover


def heard(step: Step, move: chess.Move, colour: chess.Color) -> None:
    """A legal move of ``colour`` was announced, in the position in which that side moves next."""
    spoken = step.state.spoken
    if spoken is not None and not step.state.paused:
        if colour != spoken.facts.colour:
            moves.reply(step, spoken)
            if step.state.outcome is not None:
                return
        elif move == spoken.move:
            moves.confirm(step, spoken)
            return
    if may_move(step, colour):
        moves.speak(step, move)


def unclear(step: Step, about: Ambiguous | Unsure, colour: chess.Color) -> None:
    """Several moves of ``colour`` may be meant, or perhaps one: ask. A move that waits for the
    clock goes on waiting, since nothing is completed by what is not sure."""
    if _is_reply(step.state, colour) or may_move(step, colour):
        ask(step, about, colour)


def ask(step: Step, about: Ambiguous | Unsure, colour: chess.Color) -> None:
    """Which move it was, or whether it was this one."""
    position = step.state.position_of(colour)
    if isinstance(about, Ambiguous):
        options = distinctions(position, about.moves)
        question = Question(step.at, colour, QuestionKind.WHICH_MOVE, options)
    else:
        unsure = facts(position, about.move)
        question = Question(step.at, colour, QuestionKind.IS_IT_THIS, move=unsure)
    step.ask(question, about)


def either(step: Step, about: Either) -> None:
    """The words fit both sides: ask whether it was the opponent's reply.

    If the clock was pressed in the meantime, they fit nobody else.
    """
    spoken = step.state.spoken
    if spoken is None:
        _taken_as_reply(step, about, step.state.position.turn)
        return
    opponent = not spoken.facts.colour
    position = step.state.present
    if len(about.reply) > 1:
        options = distinctions(position, about.reply)
        question = Question(step.at, opponent, QuestionKind.REPLY, options)
    else:
        reply = facts(position, about.reply[0])
        question = Question(step.at, opponent, QuestionKind.REPLY, move=reply)
    step.ask(question, about)


def confirmed(step: Step, about: Either, opponent: chess.Color) -> None:
    """Yes: it was the reply."""
    _taken_as_reply(step, about, opponent)


def denied(step: Step, about: Either, *, corrects: bool) -> None:
    """No: the words were those of the player who has announced a move; ``corrects``: who takes it
    back now. The same move once more confirms it, another one needs a correction first."""
    spoken = step.state.spoken
    if spoken is None:
        return  # it was made meanwhile, and the question closed
    if corrects:
        moves.correct(step, spoken.facts.colour)
    elif spoken.move in about.own:
        moves.confirm(step, spoken)
    else:
        step.refuse(spoken.facts.colour, Refusal.PRESS_OR_CORRECT, "D.2.8")
        moves.restart_pause(step)  # for the answer


def may_move(step: Step, colour: chess.Color) -> bool:
    """True if ``colour`` may announce a move now; refuses if not, or asks once more whether the
    words before were a reply: a refusal would leave that open, and the reply be lost."""
    hindered = obstacle(step.state, colour, step.at)
    asked = [one for one in step.state.every(Asked) if one.of_both]
    if asked and hindered is not None and hindered[0] is Refusal.PRESS_OR_CORRECT:
        step.ask_again(asked[-1])
        return False
    return not step.hindered(colour, hindered)


def may_be_explained(step: Step, colour: chess.Color) -> bool:
    """True if an illegal move of ``colour`` is heard now; refuses if not.

    In training the opponent hears at once why a reply is not possible: nothing is counted there.
    """
    explains = _is_reply(step.state, colour) and not step.state.conditions.competes
    return explains or may_move(step, colour)


def obstacle(state: State, colour: chess.Color, now: int) -> Obstacle | None:
    """Why ``colour`` may not announce a move now; None if they may."""
    if state.outcome is not None:
        return Refusal.GAME_OVER, state.outcome.article
    if state.adjourned and (hindered := adjournment.hindrance(state.adjourned)) is not None:
        return hindered
    if state.paused:
        return Refusal.PAUSED, "6.11"
    if state.spoken is not None or state.announced_by == colour:
        return Refusal.PRESS_OR_CORRECT, "D.2.8"
    if colour != state.position.turn:
        waits = not state.started and state.conditions.computer == state.position.turn
        return Refusal.COMPUTER_BEGINS if waits else Refusal.NOT_ON_MOVE, "1.1"
    return None


def _is_reply(state: State, colour: chess.Color) -> bool:
    """True if a move of ``colour`` would be the reply to one that waits for the clock."""
    spoken = state.spoken
    waits = spoken is not None and colour != spoken.facts.colour
    return waits and not state.paused and not state.echo_due


def _taken_as_reply(step: Step, about: Either, opponent: chess.Color) -> None:
    if len(about.reply) == 1:
        heard(step, about.reply[0], opponent)
    else:
        unclear(step, Ambiguous(about.reply, about.text), opponent)


# --- Repeating (D.2.1) ----------------------------------------------------------------------------


def repeat(step: Step, given: Said, _colour: chess.Color) -> bool:
    """Take what anybody but its player says while the announced move is to be repeated.

    What fits the announced move repeats it. Another move asks its player whether they were
    understood: the clock is not pressed, and they correct the move or have it repeated again.
    """
    said, spoken = moves_of(given.intent), step.state.spoken
    if spoken is None or not step.state.echo_due or step.state.paused:
        return False
    player, repeated = spoken.facts.colour, spoken.move in said
    if given.who is ROLE_OF[player] or (isinstance(given.intent, Unsure) and not repeated):
        return False
    if repeated:
        step.change(spoken, replace(spoken, repeated=True))
        step.emit(MoveRepeated(step.at, not player, spoken.facts, True))
        moves.restart_pause(step)
        return True
    step.emit(MoveRepeated(step.at, not player, facts(step.state.position, said[0]), False))
    question = Question(step.at, player, QuestionKind.IS_IT_THIS, move=spoken.facts)
    step.ask(question, Unsure(spoken.move, spoken.facts.san))
    return True


def repeat_late(step: Step, given: Said, _colour: chess.Color) -> bool:
    """Take words that are no move of the opponent's, and fit the one that was pressed before they
    repeated it."""
    state, intent = step.state, given.intent
    last = state.record[-1] if state.record else None
    if last is None or last.repeated or state.spoken is not None or state.paused:
        return False
    assert isinstance(intent, Illegal)
    player = last.facts.colour
    fitting = find(state.position.back_to(last.facts.ply), intent.description)
    if given.who is ROLE_OF[player] or chess.Move.from_uci(last.facts.uci) not in fitting:
        return False
    record = (*state.record[:-1], replace(last, repeated=True))
    step.state = replace(state, record=record)
    step.emit(MoveRepeated(step.at, not player, last.facts, True))
    return True
