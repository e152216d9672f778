# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws at the table: offers, noted with "(=)" and answered (9.1), and claims (9.2 to 9.5).

A claim is made with a yes, examined at once, and not withdrawn.
"""

from dataclasses import replace

import chess

from rules.description import MoveDescription
from rules.draws import (
    Finding,
    Ground,
    examine,
    forbidden_by,
    may_agree,
    noted_with_next,
)
from rules.editions import after_wrong_claim
from rules.explanation import explain
from rules.irregularities import counts
from rules.moves import facts, find
from rules.outcome import DRAW, Outcome, Termination, on_agreement
from table.acts import claims, moves, touch
from table.core.conditions import SECOND
from table.core.inputs import Said
from table.core.matters import Asked, Offer
from table.core.state import State
from table.core.step import ROLE_OF, Step
from table.events.dialogue import Question, QuestionKind
from table.events.game import (
    ClaimMade,
    ClaimRejected,
    ClaimUpheld,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    IllegalMove,
    Refusal,
    Role,
)
from voice.language.commands import Command

# --- Offers ---------------------------------------------------------------------------------------


def may_offer(step: Step, _command: Command, colour: chess.Color) -> bool:
    """True if the event lets players offer a draw, or agree to one, now (9.1.1); refuses if not."""
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
    step.emit(DrawOffered(step.at, colour, early))
    lines = state.plies_of(colour)
    if noted_with_next(colour, state.position.turn, waits, bool(lines)):
        step.state = replace(step.state, offered=(*state.offered, colour))
        return
    record = list(state.record)
    record[lines[-1]] = replace(record[lines[-1]], offer=True)
    step.state = replace(step.state, record=tuple(record))


def stand(step: Step, colour: chess.Color) -> None:
    """From now on an offer of ``colour`` stands; it takes nothing from one of the opponent, which
    lives until it is answered (9.1.2.1-d)."""
    step.close(*(one for one in step.state.every(Offer) if one.colour == colour))
    step.open(Offer(step.at, colour))


def _asked_before_press(step: Step, colour: chess.Color) -> bool:
    """True if the offer was made before Hektor pressed, and only its yes came later."""
    asked, clock = step.answered, step.state.clock
    if asked is None or colour == step.state.position.turn:
        return False
    return bool(step.state.record) and asked.at <= clock.since


def side_that_offers(state: State, given: Said, colour: chess.Color, now: int) -> chess.Color:
    """Who speaks, ``colour`` or, where nobody knows, whoever offers a draw with a move for which
    Hektor has just pressed: one offers after a move of one's own (9.1.2.1). Who says it once more
    is who was asked whether they offer one."""
    if given.who in ROLE_OF.values():
        return colour
    for asked in state.every(Asked):
        if asked.question.kind is QuestionKind.OFFER_DRAW:
            return asked.question.who
    last = moves.just_pressed(state, now)
    return colour if last is None else last.facts.colour


def press_offers(step: Step, colour: chess.Color) -> None:
    """``colour`` presses the clock: that makes the offer which they were just asked about."""
    for asked in step.state.asked_by(colour):
        offers_now = asked.question.kind is QuestionKind.OFFER_DRAW and asked.about
        if isinstance(offers_now, Command) and not moves.hindrance(step.state, colour):
            step.close(asked)
            offer(step, offers_now, colour, None)


def accept(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The opponent wants to agree; that needs a yes."""
    if (offered := _to_answer(step, colour, who)) is None:
        return
    question = Question(step.at, not offered, QuestionKind.ACCEPT_DRAW, named=who is None)
    if not step.meant:
        step.ask(question, command)
    elif not claims.waits_for_earlier(step, Asked(step.at, question, command)):
        agree(step, command, not offered, who)


def decline(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """The opponent declines in words."""
    if (offered := _to_answer(step, colour, who)) is not None:
        declined(step, not offered)


def declined(step: Step, colour: chess.Color) -> None:
    """``colour`` has declined."""
    step.close(*(one for one in step.state.every(Offer) if one.colour != colour))
    step.emit(DrawDeclined(step.at, colour))


def agree(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Yes: the game is drawn (5.2.3), unless the move that was announced ends it."""
    if not may_offer(step, command, colour):
        return
    state = step.state
    spoken = state.spoken
    if spoken is not None and spoken.at > step.at:
        spoken = None  # it was announced after the word
    agreed = on_agreement(state.position.play(spoken.move) if spoken else state.position)
    if agreed is None:
        step.refuse(colour, Refusal.BOTH_MUST_MOVE, "5.2.3")
        return
    step.close(Offer)
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
    elif offered is None and _rejected(step.state) == (not colour):
        step.refuse(colour, Refusal.PRESS_OR_CORRECT, "9.1.2.1")
    elif offered is None:
        step.refuse(step.state.offers[-1], Refusal.OWN_OFFER, "9.1.2.1")
    return offered


def _rejected(state: State) -> chess.Color | None:
    """Whose offer the announced move rejects, a blind player's touch (9.1.2.1), while it stands."""
    spoken, illegal = state.spoken, state.spoken_illegally
    if spoken is not None:
        return (not spoken.facts.colour) if spoken.rejects else None
    return None if illegal is None else not illegal.colour


def to_answer(state: State, colour: chess.Color, who: Role | None) -> chess.Color | None:
    """Whose open offer is for ``who`` to answer; a voice that nobody knows answers for ``colour``
    where both have offered."""
    others = [one for one in state.offers if who is not ROLE_OF[one] and one != _rejected(state)]
    return (not colour) if (not colour) in others else others[-1] if others else None


# --- Claims ---------------------------------------------------------------------------------------

TERMINATIONS = {
    Ground.THREEFOLD: Termination.THREEFOLD_CLAIM,
    Ground.FIFTY: Termination.FIFTY_CLAIM,
}


def may_claim(step: Step, command: Command, colour: chess.Color) -> bool:
    """True if a claim can be examined; refuses if not. Asked before the question and after it."""
    state = step.state
    if step.closed(colour):
        return False
    hands = state.hands.has_touched and state.announced_by is None and _touch_ends_claims(state)
    forbidden = forbidden_by(state.present, colour, touched=hands)
    if state.announced_by == colour:  # announcing a move is the touch of a blind player (9.4)
        step.refuse(colour, Refusal.TOUCHED, "9.4")
    elif forbidden == "9.4":
        step.refuse(colour, Refusal.TOUCHED_PIECE, forbidden)
    elif forbidden == "9.2.1":
        step.refuse(colour, Refusal.NOT_ON_MOVE, forbidden)
    elif command.move is None or len(find(state.present, command.move)) == 1:
        return True
    elif (illegality := explain(state.present, command.move)) is not None:
        if state.conditions.competes and counts(illegality):
            return True  # it was written down and declared: a wrong claim (9.5.3)
        step.emit(IllegalMove(step.at, colour, command.text, illegality))
    else:
        step.refuse(colour, Refusal.AMBIGUOUS_CLAIM, "9.2.1.1")
    return False


def claim(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Examine a claim; it ends the game, or it costs what the Laws say and the game goes on.

    The opponent's announced move is made then (1.3, 9.2.1.2), but not completed (9.3.2).
    """
    if step.state.claimed is None and not may_claim(step, command, colour):
        return
    ground = Ground(command.word) if command.word else None
    completed, spoken = step.state.position, step.state.spoken
    if spoken is not None:
        moves.reply(step, spoken)
        if step.state.outcome is not None:
            return
    position = step.state.position
    if command.move is not None and not find(position, command.move):
        _claim_illegal(step, command, command.move, ground, colour)
        return
    move = find(position, command.move)[0] if command.move else None
    named = None if move is None else facts(position, move)
    step.emit(ClaimMade(step.at, colour, ground, named))
    finding = examine(position, ground, move)
    if finding.ground is Ground.FIFTY and move is None:
        finding = examine(completed, Ground.FIFTY)
    if finding.upheld:
        step.emit(ClaimUpheld(step.at, colour, finding))
        step.end(Outcome(DRAW, TERMINATIONS[finding.ground], finding.article))
        return
    _reject(step, finding, colour)
    stand(step, colour)  # 9.1.2.3: a claim counts as an offer
    if move is not None:
        moves.speak(step, move, must=True)  # 9.5.3: the move that was named must be made


def _claim_illegal(
    step: Step,
    command: Command,
    said: MoveDescription,
    ground: Ground | None,
    colour: chess.Color,
) -> None:
    """9.5.3: the named move is illegal, so the claim is wrong and another move with the same piece
    must be made (4.3); no illegal move is counted, for none was completed."""
    position = step.state.position
    why = explain(position, said)
    assert why is not None
    step.emit(ClaimMade(step.at, colour, ground))
    step.emit(IllegalMove(step.at, colour, command.text, why))
    finding = replace(examine(position, ground), upheld=False, article="9.5.3")
    _reject(step, finding, colour)
    stand(step, colour)
    touch.bind(step, why)


def _touch_ends_claims(state: State) -> bool:
    """9.4; in 2005 only a move did."""
    agreed = state.conditions
    return agreed.laws.touch_ends_claims


def _reject(step: Step, finding: Finding, colour: chess.Color) -> None:
    """9.5.3. Training tells what is wrong and punishes nobody (X.13)."""
    state = step.state
    bonus = _bonus(state) if state.conditions.competes else 0
    step.emit(ClaimRejected(step.at, colour, finding, bonus))
    if not bonus:
        return
    left = state.clock.remaining(colour, step.at)
    laws = state.conditions.laws
    kept = (
        round(after_wrong_claim(laws, left / SECOND) * SECOND) if laws.wrong_claim_halves else left
    )
    with step.deciding("9.5.3", colour):
        step.award(not colour, bonus * SECOND)
        if kept != left:
            step.award(colour, kept - left)


def _bonus(state: State) -> int:
    """Seconds for the opponent of somebody whose claim was wrong."""
    agreed = state.conditions
    return agreed.laws.wrong_claim_bonus[agreed.rate.value]
