# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands at the table: the clock, draw offers, resignation, answers on request.

What cannot be taken back (resigning, offering and accepting a draw, breaking off) needs a yes.
"""

import chess

from rules.outcome import Outcome, Termination, on_agreement, on_resignation
from table import (
    adjournment,
    draws,
    flags,
    hands,
    illegal,
    moves,
    offers,
    paperwork,
    quickplay,
    running,
    time_control,
)
from table.answering import HINTS, answer_to
from table.events.dialogue import InfoGiven, Question, QuestionClosed, QuestionKind
from table.events.game import DrawAgreed, DrawDeclined, MoveSpoken, Refusal, Resigned, Role
from table.state import Asked
from table.step import ROLE_OF, Step
from voice.language.commands import DANGEROUS, Command, CommandName
from voice.language.intent import Unsure

QUESTIONS = {
    CommandName.RESIGN: QuestionKind.RESIGN,
    CommandName.OFFER_DRAW: QuestionKind.OFFER_DRAW,
    CommandName.ACCEPT_DRAW: QuestionKind.ACCEPT_DRAW,
    CommandName.ABORT: QuestionKind.ABORT,
    CommandName.CLAIM_DRAW: QuestionKind.CLAIM_DRAW,
    CommandName.CLAIM_QUICKPLAY: QuestionKind.CLAIM_DRAW,
    CommandName.ASK_INCREMENT: QuestionKind.INCREMENT,
}


def press(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock is pressed by word or key. Who is not known presses the clock that runs (6.2.2)."""
    if who not in ROLE_OF.values() and step.state.unpressed is not None:
        colour = step.state.unpressed
    if step.state.outcome is not None:
        step.refuse(colour, Refusal.GAME_OVER, step.state.outcome.article)
    elif adjournment.pressed(step, colour):
        pass
    elif step.state.paused:
        step.refuse(colour, Refusal.PAUSED, "6.11")
    elif not illegal.press(step, colour, who):
        moves.press(step, colour)


def request(  # noqa: PLR0912, PLR0915 - one case a command
    step: Step, command: Command, colour: chess.Color, who: Role | None
) -> None:
    """Work off one command of ``colour`` (``who`` is None at a shared microphone)."""
    answer = answer_to(step, command, colour)
    if answer is not None:
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))
        return
    if paperwork.takes(step, command, colour, who):
        return
    match command.name:
        case CommandName.YES:
            _yes(step, colour, who)
        case CommandName.NO:
            _no(step, colour, who)
        case CommandName.CORRECT:
            _correct(step, colour, who)
        case CommandName.RESUME:
            adjournment.resume(step, colour, who)
        case _ if step.state.outcome is not None:
            step.refuse(colour, Refusal.GAME_OVER, step.state.outcome.article)
        case CommandName.PRESS:
            press(step, colour, who)
        case name if name in DANGEROUS and not step.state.started:
            step.refuse(colour, Refusal.NOT_HERE)  # nothing to end yet
        case CommandName.OFFER_DRAW:
            if offers.allowed(step, colour):
                _ask(step, command, colour)
        case CommandName.RESIGN | CommandName.ABORT:
            _ask(step, command, colour)
        case CommandName.CLAIM_DRAW:
            if draws.may_claim(step, command, colour):
                _ask(step, command, colour)
        case CommandName.CLAIM_QUICKPLAY | CommandName.ASK_INCREMENT:
            hindered = quickplay.obstacle(step.state, colour, quickplay.ground(command), step.at)
            if hindered is None:
                _ask(step, command, colour)
            else:
                step.refuse(colour, *hindered)
        case CommandName.CLAIM_FLAG:
            flags.claim(step, colour, known=who in ROLE_OF.values())
        case CommandName.ACCEPT_DRAW | CommandName.DECLINE_DRAW:
            _answer_offer(step, command, colour, who)
        case CommandName.PAUSE:
            running.pause(step, colour)
        case CommandName.ARBITER:
            running.call_arbiter(step, colour)
        case CommandName.SET_TIME:
            time_control.ask(step, command, colour)
        case CommandName.CHECK_CALLED:
            pass  # "Schach" said after the move is never needed and changes nothing (D.2.1)
        case name if name in hands.COMMANDS:
            hands.request(step, command, colour, who)
        case CommandName.ADJUST_TIME:
            step.refuse(colour, Refusal.ARBITER_ONLY, "12.3")
        case name if name in HINTS:
            step.refuse(colour, Refusal.NOT_IN_COMPETITION, "11.3.1")
        case _:
            step.refuse(colour, Refusal.NOT_HERE)


def _ask(step: Step, command: Command, colour: chess.Color) -> None:
    question = Question(step.at, colour, QUESTIONS[command.name])
    step.change(asked=Asked(question, command))
    step.emit(question)


def _asked(step: Step, who: Role | None) -> Asked | None:
    """The open question, if it is for ``who`` to answer: the opponent does not."""
    asked = step.state.asked
    return None if asked is None or who is ROLE_OF[not asked.question.who] else asked


def _yes(step: Step, colour: chess.Color, who: Role | None) -> None:
    asked = _asked(step, who)
    if asked is None:
        # "Ja" to a move that was read back presses no clock: that has words of its own.
        step.refuse(colour, Refusal.NO_QUESTION)
        return
    player = asked.question.who
    if isinstance(asked.about, Unsure):
        _sure(step, asked.about.move)
        return
    match asked.question.kind:
        case QuestionKind.RESIGN:
            step.emit(Resigned(step.at, player))
            step.end(on_resignation(step.state.position, player))
        case QuestionKind.OFFER_DRAW:
            offers.offer(step, player)
        case QuestionKind.ACCEPT_DRAW:
            _agree(step, player)
        case QuestionKind.CLAIM_DRAW | QuestionKind.INCREMENT if isinstance(asked.about, Command):
            step.change(asked=None)
            if asked.about.name is CommandName.CLAIM_DRAW:
                draws.claim(step, asked.about, player)
            else:
                quickplay.claim(step, player, quickplay.ground(asked.about))
        case QuestionKind.SET_TIME:
            time_control.agree(step, asked.question.control)
        case QuestionKind.ABORT:
            step.end(Outcome("*", Termination.ABANDONED, ""))
        case _:
            # "Ja" does not choose between moves: ask again.
            step.emit(asked.question)


def _sure(step: Step, move: chess.Move) -> None:
    """It was this move; one that was repeated wrongly is read back once more (D.2.1)."""
    step.change(asked=None)
    if step.state.spoken is None:
        moves.speak(step, move)
    else:
        step.emit(MoveSpoken(step.at, step.state.spoken.facts))


def _agree(step: Step, colour: chess.Color) -> None:
    step.change(asked=None)
    if not offers.allowed(step, colour):
        return
    state = step.state
    spoken = state.spoken
    agreed = on_agreement(state.position.play(spoken.move) if spoken else state.position)
    if agreed is None:
        step.refuse(colour, Refusal.BOTH_MUST_MOVE, "5.2.3")
        return
    if spoken is not None:
        moves.complete(step, spoken, step.at, by_itself=True)
        if step.state.outcome is not None:
            return
    step.emit(DrawAgreed(step.at))
    step.end(agreed)


def _no(step: Step, colour: chess.Color, who: Role | None) -> None:
    asked, offer = _asked(step, who), step.state.offer
    if asked is not None:
        step.change(asked=None)
        step.emit(QuestionClosed(step.at, asked.question.who, asked.question.kind))
        if isinstance(asked.about, Unsure) and step.state.spoken is not None:
            moves.correct(step, colour)  # it was repeated wrongly, and not meant (D.2.1)
    elif offer is not None and _declines(step, offer, who):
        _decline(step, not offer)
    elif not illegal.correct(step, colour):
        moves.correct(step, colour)


def _declines(step: Step, offer: chess.Color, who: Role | None) -> bool:
    """Whether a "nein" is about the offer: the opponent's is; an unknown voice's, if no move waits
    that it may take back."""
    if who in ROLE_OF.values():
        return who is ROLE_OF[not offer]
    return step.state.spoken is None


def _correct(step: Step, colour: chess.Color, who: Role | None) -> None:
    """An open question is taken back first; then the announced move."""
    if _asked(step, who) is not None:
        _no(step, colour, who)
    elif not illegal.correct(step, colour):
        moves.correct(step, colour)


def _answer_offer(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """9.1.2.1: the opponent of the one who offered accepts or declines."""
    offer = step.state.offer
    if offer is None:
        step.refuse(colour, Refusal.NO_OFFER, "9.1.2")
    elif who is ROLE_OF[offer]:
        step.refuse(offer, Refusal.OWN_OFFER, "9.1.2.1")
    elif command.name is CommandName.DECLINE_DRAW:
        _decline(step, not offer)
    else:
        _ask(step, command, not offer)


def _decline(step: Step, colour: chess.Color) -> None:
    step.change(offer=None)
    step.emit(DrawDeclined(step.at, colour))
