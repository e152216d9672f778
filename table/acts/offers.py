# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw offers at the table: made, noted with "(=)", and answered (9.1)."""

from dataclasses import replace

import chess

from rules.offers import Line, in_time, may_agree, noted_on
from rules.outcome import on_agreement
from table.acts import moves
from table.core.inputs import Said
from table.core.state import State
from table.core.step import ROLE_OF, Step
from table.events.dialogue import Question, QuestionKind
from table.events.game import DrawAgreed, DrawDeclined, DrawOffered, Refusal, Role
from voice.language.commands import Command, CommandName


def allowed(step: Step, _command: Command, colour: chess.Color) -> bool:
    """Whether the event lets players offer a draw, or agree to one, now (9.1.1); refuses if not."""
    state = step.state
    made = [one.facts.colour for one in state.record]
    if state.spoken is not None:
        made.append(state.spoken.facts.colour)
    lowest = state.conditions.agreement_from
    if may_agree(lowest, made.count(chess.WHITE), made.count(chess.BLACK)):
        return True
    step.refuse(colour, Refusal.NO_AGREEMENT, "9.1.1")
    return False


def offer(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """``colour`` offers a draw; both note it on their scoresheets (9.1.2.2)."""
    state = step.state
    waits = state.spoken is not None and state.spoken.facts.colour == colour
    early = waits or state.unpressed == colour or _asked_before_press(step, colour)
    stand(step, colour)
    step.state = replace(step.state, asked=None)
    step.emit(DrawOffered(step.at, colour, in_time(early)))
    lines = state.plies_of(colour)
    if noted_on(colour, state.position.turn, waits, bool(lines)) is Line.NEXT:
        step.state = replace(step.state, offered=(*state.offered, colour))
        return
    record = list(state.record)
    record[lines[-1]] = replace(record[lines[-1]], offer=True)
    step.state = replace(step.state, record=tuple(record))


def stand(step: Step, colour: chess.Color) -> None:
    """From now on an offer of ``colour`` stands; it takes nothing from one of the opponent, which
    lives until it is answered (9.1.2.1-d)."""
    others = step.state.offers
    step.state = replace(step.state, offers=(*(one for one in others if one != colour), colour))


def _asked_before_press(step: Step, colour: chess.Color) -> bool:
    """Whether the offer was made before Hektor pressed, and only its yes came later."""
    asked, clock = step.answered, step.state.clock
    if asked is None or colour == step.state.position.turn:
        return False
    return bool(step.state.record) and asked.at <= clock.since


def side(state: State, given: Said, colour: chess.Color, now: int) -> chess.Color:
    """Who speaks, ``colour`` or, where nobody knows, whoever offers a draw with a move for which
    Hektor has just pressed: one offers after a move of one's own (9.1.2.1). Who says it once more
    is who was asked whether they offer one."""
    offers = isinstance(given.intent, Command) and given.intent.name is CommandName.OFFER_DRAW
    if not offers or given.who in ROLE_OF.values():
        return colour
    asked = state.asked
    if asked and asked.question.kind is QuestionKind.OFFER_DRAW:
        return asked.question.who
    last = moves.just_pressed(state, now)
    return colour if last is None else last.facts.colour


def press(step: Step, colour: chess.Color) -> None:
    """``colour`` presses the clock: that makes the offer which they were just asked about."""
    asked = step.state.asked
    if asked is None:
        return
    offers_now = asked.question.kind is QuestionKind.OFFER_DRAW and asked.question.who == colour
    if offers_now and isinstance(asked.about, Command) and not moves.hindrance(step.state, colour):
        offer(step, asked.about, colour, None)


def accept(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The opponent wants to agree; that needs a yes."""
    if (offered := _to_answer(step, colour, who)) is None:
        return
    if step.meant:
        agree(step, command, not offered, who)
    else:
        step.ask(Question(step.at, not offered, QuestionKind.ACCEPT_DRAW), command)


def decline(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """The opponent declines in words."""
    if (offered := _to_answer(step, colour, who)) is not None:
        declined(step, not offered)


def declined(step: Step, colour: chess.Color) -> None:
    """``colour`` has declined."""
    step.state = replace(
        step.state, offers=tuple(one for one in step.state.offers if one == colour)
    )
    step.emit(DrawDeclined(step.at, colour))


def agree(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Yes: the game is drawn (5.2.3), unless the move that was announced ends it."""
    if not allowed(step, command, colour):
        return
    state = step.state
    spoken = state.spoken
    if spoken is not None and spoken.at > step.at:
        spoken = None  # it was announced after the word
    agreed = on_agreement(state.position.play(spoken.move) if spoken else state.position)
    if agreed is None:
        step.refuse(colour, Refusal.BOTH_MUST_MOVE, "5.2.3")
        return
    step.state = replace(step.state, offers=())
    if spoken is not None:
        moves.complete_by_itself(step)
        if step.state.outcome is not None:
            return
    step.emit(DrawAgreed(step.at))
    step.end(agreed)


def _to_answer(step: Step, colour: chess.Color, who: Role | None) -> chess.Color | None:
    """Who made the offer that is the opponent's to answer (9.1.2.1); refuses if nobody did."""
    offered = to_answer(step.state, colour, who)
    if not step.state.offers:
        step.refuse(colour, Refusal.NO_OFFER, "9.1.2")
    elif offered is None:
        step.refuse(step.state.offers[-1], Refusal.OWN_OFFER, "9.1.2.1")
    return offered


def to_answer(state: State, colour: chess.Color, who: Role | None) -> chess.Color | None:
    """Whose open offer is for ``who`` to answer; a voice that nobody knows answers for ``colour``
    where both have offered."""
    others = [one for one in state.offers if who is not ROLE_OF[one]]
    return (not colour) if (not colour) in others else others[-1] if others else None
