# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may do what now: asked at the one door through which every act comes.

Nobody may do what has no row in :class:`~rules.rights.Right`. A voice at a shared microphone, which
nobody knows, is taken for a player's. If an act is possible now is not asked here, but where it is
done.
"""

import chess

from rules.rights import HELPED, By, Right
from table.core.inputs import (
    Advised,
    Begin,
    DeviceChanged,
    EnvelopeNoted,
    EnvelopeOpened,
    Hearing,
    Input,
    MoveSealedIn,
    Ordered,
    PinReplaced,
    Played,
    Pressed,
    ReadBack,
    Said,
    Seated,
    Stood,
    Tick,
)
from table.core.matters import Asked, Misspoken, Offer
from table.core.state import Phase, State
from table.core.step import ROLE_OF, Obstacle
from table.events.game import Refusal, Role
from voice.language.commands import Command, CommandName, Trait
from voice.language.interpretation import (
    Ambiguous,
    Either,
    Heard,
    Illegal,
    NoMatch,
    Unsure,
)
from voice.language.orders import Order, PinGiven

UNASKED = (
    Begin, Played, Hearing, ReadBack, Tick, Stood, DeviceChanged, PinReplaced, Seated,
    Advised, Ordered,
)  # fmt: skip
"""Inputs that are nobody's act, or not at the table: a new PIN is set before a game goes on. An
opponent who is not at the board plays for their own side alone; what an arbiter elsewhere orders is
asked for as `Said` by the arbiter (``table.handle``)."""

_IS_ASKED = {chess.WHITE: Refusal.WHITE_IS_ASKED, chess.BLACK: Refusal.BLACK_IS_ASKED}

_BY = {Role.ASSISTANT: By.ASSISTANT, Role.ARBITER: By.ARBITER}


def obstacle(state: State, given: Input) -> Obstacle | None:
    """Why who does ``given`` may not do it; None if they may."""
    if isinstance(given, UNASKED):
        return None
    intent = given.intent if isinstance(given, Said) else None
    if isinstance(intent, NoMatch):
        return None  # nothing was done
    answers = isinstance(intent, Command) and Trait.ANSWERS in intent.name.traits
    return obstacle_to(state, right(state, given), given.who, answers=answers)


def obstacle_to(
    state: State, wanted: Right | None, who: Role | None, *, answers: bool = False
) -> Obstacle | None:
    """Why ``who`` has not the right that is wanted; None if they have. ``answers``: they answer a
    question with it."""
    if wanted is None:
        return Refusal.NOT_HERE, ""
    agreed = state.conditions
    by = _BY.get(who, By.PLAYER) if who else By.PLAYER
    if wanted is Right.PAUSE and by is By.PLAYER and agreed.no_arbiter:
        return None  # what no arbiter is there to do, the players agree on
    duties = agreed.duties if by is By.ASSISTANT else ()
    holders = wanted.competition if agreed.competes else wanted.training
    helps = by is By.ASSISTANT and agreed.competes and not set(duties).isdisjoint(wanted.duties)
    if by in holders or helps:
        believed = by is not By.ARBITER or wanted.free or state.believes_arbiter
        return None if believed else (Refusal.PIN_NEEDED, "12.3")
    nobodys = not wanted.duties and not holders & HELPED  # the arbiter's own, or not to be done
    if by is By.PLAYER or nobodys:
        if wanted is Right.TAKE_BACK:
            return Refusal.NOTHING_TO_CORRECT, wanted.article
        reason = Refusal.ARBITER_ONLY if wanted.competition else Refusal.NOT_IN_COMPETITION
        return reason, wanted.article
    if by is By.ASSISTANT:
        return Refusal.NOT_HIS_DUTY, "D.2.10"
    return (unasked(state, who) if answers else Refusal.NOT_HERE), ""


def unasked(state: State, who: Role | None) -> Refusal:
    """Why a yes or no of ``who`` answers nothing: somebody else is asked, or nobody. The arbiter is
    asked by an order, and by what the players leave to a ruling, which is no yes and no no."""
    claim = state.last_minutes
    ruling = state.dispute is not None or (claim is not None and claim.stops)
    if who is not Role.ARBITER and (state.order_asked is not None or ruling):
        return Refusal.ARBITER_IS_ASKED
    if ruling:
        return Refusal.RULING_DUE
    if state.asked is not None:
        return _IS_ASKED[state.asked.question.who]
    own = [one for one in state.offers if ROLE_OF[one] is who]
    if own:
        return _IS_ASKED[not own[0]]
    return Refusal.NO_QUESTION


# --- The right that an input takes --------------------------------------------------------------


def right(state: State, given: Input) -> Right | None:
    """The right to do ``given``; None for what has no row, and so is nobody's to do."""
    match given:
        case Pressed():
            return Right.PRESS if state.started else Right.START
        case MoveSealedIn():
            return Right.SEAL
        case EnvelopeNoted():
            return Right.WRITE_ENVELOPE
        case EnvelopeOpened():
            return Right.OPEN_ENVELOPE
        case Said(intent=Command() as command, who=who):
            answers = Trait.ANSWERS in command.name.traits
            return _answered(state, command, who) if answers else _of(state, command)
        case Said(intent=Order()):
            return Right.GIVE_ORDER
        case Said(intent=PinGiven()):
            return Right.GIVE_PIN
        case Said(intent=Heard() | Ambiguous() | Unsure() | Either() | Illegal()):
            return Right.ANNOUNCE
    return None


def _of(state: State, command: Command) -> Right | None:
    """That of a command, where the state of the game does not make it something else."""
    name = command.name
    if Trait.STARTS in name.traits and not state.started:
        return Right.START
    if name in (CommandName.NEW_GAME, CommandName.REMATCH) and _breaks_off(state):
        return Right.ABORT
    return name.right


def _breaks_off(state: State) -> bool:
    """True if the next game would begin while this one runs."""
    waits = state.adjourned is not None and state.adjourned.phase is Phase.ADJOURNED
    return state.started and state.outcome is None and not waits


def _answered(state: State, command: Command, who: Role | None) -> Right | None:
    """That of a yes, a no or a correction: the right to what is asked about, or to answer an offer.

    Whoever may not do an act cannot confirm it for another, nor take it back.
    """
    if who is Role.ARBITER and state.order_asked is not None:
        return Right.GIVE_ORDER
    corrects = command.name is CommandName.CORRECT
    matter = state.put_to(who, corrects=corrects)
    if isinstance(matter, Asked):
        about = matter.about
        return _confirmed(state, about) if isinstance(about, Command) else Right.ANNOUNCE
    if isinstance(matter, Offer):
        return Right.ACCEPT_DRAW if command.name is CommandName.YES else Right.DECLINE_DRAW
    misspoken = isinstance(matter, Misspoken)
    if corrects and not misspoken and not state.announced and state.against is None:
        return Right.TAKE_BACK
    return Right.CORRECT


def _confirmed(state: State, about: Command) -> Right | None:
    """That of a request that needs a yes and gets one."""
    if about.name is CommandName.CORRECT:
        return Right.CORRECT if about.number is None else Right.TAKE_BACK
    return Right.ANNOUNCE if Trait.ANSWERS in about.name.traits else _of(state, about)
