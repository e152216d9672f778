# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may do what: one table, asked at the one door through which every act comes.

Nobody may do what no row allows. A voice at a shared microphone, which nobody knows, is taken for
a player's. Whether an act is possible now is not asked here, but where it is done.

The rows follow the Laws: assistants have their six duties and no others (D.2.10); what ends a game
is the players' own (5.1.2, 5.2.3, 9.1 to 9.3); a competition game is interrupted, annulled and
ruled on by the arbiter (6.11, 12.3), who moves no pieces and answers for nobody (12.6).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto

import chess

from rules.assistance import ALL, Duty
from table.core.conditions import Conditions
from table.core.deeds import ANSWERS, Deed, deed
from table.core.inputs import (
    Advised,
    Begin,
    DeviceChanged,
    Hearing,
    Input,
    PinReplaced,
    Played,
    ReadBack,
    Restarted,
    Said,
    Seated,
    Stood,
    Tick,
)
from table.core.state import State
from table.core.step import ROLE_OF, Obstacle
from table.events.game import Refusal, Role
from voice.language.commands import Command
from voice.language.interpretation import NotUnderstood


class By(Flag):
    """Who does something; a player is either of the two, for their own side."""

    PLAYER = auto()
    ASSISTANT = auto()
    ARBITER = auto()


NOBODY = By(0)
PLAYER = By.PLAYER
HELPED = By.PLAYER | By.ASSISTANT
WITH_ARBITER = By.PLAYER | By.ARBITER
ARBITER = By.ARBITER
ALL_ROLES = By.PLAYER | By.ASSISTANT | By.ARBITER


@dataclass(frozen=True, slots=True)
class Row:
    """Who may do one act in training and in competition, whether it is supervised or not.

    ``duties``: in competition the assistant may do it who has one of these (D.2.10). ``refusal`` is
    told to players who may not, and to all where it is nobody's or the arbiter's own. ``free``:
    nobody has to give a PIN first to do it as the arbiter.
    """

    training: By
    competition: By
    duties: tuple[Duty, ...] = ()
    refusal: Obstacle = (Refusal.ARBITER_ONLY, "12.3")
    free: bool = False

    def may(self, agreed: Conditions, by: By) -> bool:
        """Whether ``by`` may do it in a game under these conditions."""
        allowed = self.competition if agreed.competes else self.training
        helps = agreed.competes and any(duty in agreed.assistant for duty in self.duties)
        return by in allowed or (by is By.ASSISTANT and helps)

    def leaves_none(self, agreed: Conditions) -> bool:
        """Whether it is nobody's beside the board: the arbiter's own, or not to be done."""
        allowed = self.competition if agreed.competes else self.training
        return not self.duties and not allowed & HELPED


def _arbiters(article: str) -> Obstacle:
    return Refusal.ARBITER_ONLY, article


RIGHTS: Mapping[Deed, Row] = {
    # Moves and the clock.
    Deed.ANNOUNCE: Row(HELPED, PLAYER, (Duty.ANNOUNCE,)),
    Deed.CORRECT: Row(HELPED, PLAYER, (Duty.ANNOUNCE,)),
    Deed.TAKE_BACK: Row(PLAYER, NOBODY, refusal=(Refusal.NOTHING_TO_CORRECT, "D.2.8")),
    Deed.START: Row(ALL_ROLES, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)),
    Deed.PRESS: Row(HELPED, PLAYER, (Duty.SCORE_AND_CLOCK,)),
    Deed.PAUSE: Row(ALL_ROLES, ARBITER, refusal=_arbiters("6.11")),
    Deed.RESUME: Row(ALL_ROLES, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)),
    Deed.CALL_ARBITER: Row(ALL_ROLES, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,), free=True),
    # What ends the game or may end it.
    Deed.OFFER_DRAW: Row(PLAYER, PLAYER),
    Deed.ACCEPT_DRAW: Row(PLAYER, PLAYER),
    Deed.DECLINE_DRAW: Row(PLAYER, PLAYER),
    Deed.CLAIM_DRAW: Row(PLAYER, PLAYER),
    Deed.CLAIM_LAST_MINUTES: Row(PLAYER, PLAYER),
    Deed.RESIGN: Row(PLAYER, PLAYER),
    Deed.ABORT: Row(WITH_ARBITER, ARBITER),
    Deed.CLAIM_FLAG: Row(HELPED, PLAYER, (Duty.FLAG_AND_TOUCH,)),
    # What the hands did.
    Deed.CLAIM_ILLEGAL: Row(ALL_ROLES, WITH_ARBITER),
    Deed.CLAIM_TOUCH: Row(ALL_ROLES, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)),
    Deed.REPORT_TOUCH: Row(ALL_ROLES, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)),
    Deed.REPORT_HANDS: Row(ALL_ROLES, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)),
    Deed.ADJUST: Row(ALL_ROLES, WITH_ARBITER),
    Deed.EXCUSE_TOUCH: Row(ALL_ROLES, WITH_ARBITER),
    # Scoresheets, boards and the envelope.
    Deed.WRITE_DOWN: Row(HELPED, PLAYER, (Duty.SCORE_AND_CLOCK,)),
    Deed.READ_SHEET: Row(ALL_ROLES, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)),
    Deed.HEAR_RECORDING: Row(ALL_ROLES, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)),
    Deed.SIGN: Row(PLAYER, PLAYER),
    Deed.REPORT_BOARD: Row(ALL_ROLES, WITH_ARBITER, (Duty.BOARD,)),
    Deed.COMPARE_BOARDS: Row(ALL_ROLES, ARBITER, refusal=_arbiters("D.2.9")),
    Deed.ADJOURN: Row(ALL_ROLES, WITH_ARBITER, (Duty.ADJOURNMENT,)),
    Deed.SEAL: Row(HELPED, PLAYER, (Duty.ADJOURNMENT,)),
    Deed.WRITE_ENVELOPE: Row(ALL_ROLES, ARBITER, (Duty.ADJOURNMENT,), _arbiters("I.2")),
    Deed.OPEN_ENVELOPE: Row(ALL_ROLES, ARBITER, refusal=_arbiters("I.3")),
    Deed.LOSE_ENVELOPE: Row(ALL_ROLES, ARBITER, refusal=_arbiters("I.12.1")),
    Deed.ANNUL: Row(ALL_ROLES, ARBITER, refusal=_arbiters("I.12.2")),
    Deed.ATTEND: Row(ALL_ROLES, ARBITER, refusal=_arbiters("I.7")),
    # Questions, and how things are told.
    Deed.ASK_TIME: Row(ALL_ROLES, WITH_ARBITER, (Duty.INFORM,), free=True),
    Deed.ASK_BOARD: Row(ALL_ROLES, WITH_ARBITER, ALL, free=True),
    Deed.ASK_ADVICE: Row(ALL_ROLES, NOBODY, refusal=(Refusal.NOT_IN_COMPETITION, "11.3.1")),
    Deed.ASK_LAWS: Row(ALL_ROLES, WITH_ARBITER, ALL, free=True),
    Deed.TELL: Row(ALL_ROLES, ALL_ROLES, free=True),
    # Before the game and after it.
    Deed.SET_TIME: Row(HELPED, PLAYER),
    Deed.CHOOSE_OPPONENT: Row(HELPED, NOBODY, refusal=(Refusal.NOT_IN_COMPETITION, "11.3.1")),
    Deed.NAME: Row(HELPED, PLAYER),
    Deed.NEXT_GAME: Row(ALL_ROLES, WITH_ARBITER),
    Deed.LEAVE: Row(ALL_ROLES, ALL_ROLES, free=True),
    # The arbiter's own; whether a PIN was given is asked there.
    Deed.GIVE_ORDER: Row(ARBITER, ARBITER, free=True),
    Deed.GIVE_PIN: Row(ALL_ROLES, ALL_ROLES, free=True),
}

NO_ROW = Row(NOBODY, NOBODY, refusal=(Refusal.NOT_HERE, ""))
"""What somebody forgot to decide is nobody's to do."""

UNASKED = (
    Begin, Played, Hearing, ReadBack, Tick, Restarted, Stood, DeviceChanged, PinReplaced, Seated,
    Advised,
)  # fmt: skip
"""Inputs that are nobody's act, or not at the table: a new PIN is set before a game goes on. An
opponent who is not at the board plays for their own side alone."""

_IS_ASKED = {chess.WHITE: Refusal.WHITE_IS_ASKED, chess.BLACK: Refusal.BLACK_IS_ASKED}

BY = {Role.ASSISTANT: By.ASSISTANT, Role.ARBITER: By.ARBITER}


def obstacle(state: State, given: Input) -> Obstacle | None:
    """Why who does ``given`` may not do it; None if they may."""
    if isinstance(given, UNASKED):
        return None
    if isinstance(given, Said) and isinstance(given.intent, NotUnderstood):
        return None  # nothing was done
    done = deed(state, given)
    row = NO_ROW if done is None else RIGHTS.get(done, NO_ROW)
    answers = isinstance(given, Said) and _is_answer(given)
    return _obstacle(state, row, given.who, answers=answers)


def unasked(state: State, who: Role | None) -> Refusal:
    """Why a yes or no of ``who`` answers nothing: somebody else is asked, or nobody."""
    if state.arbiter.pending is not None and who is not Role.ARBITER:
        return Refusal.ARBITER_IS_ASKED
    if state.asked is not None:
        return _IS_ASKED[state.asked.question.who]
    own = [one for one in state.offers if ROLE_OF[one] is who]
    if own:
        return _IS_ASKED[not own[0]]
    return Refusal.NO_QUESTION


def obstacle_to(state: State, wanted: Deed, who: Role | None) -> Obstacle | None:
    """Why ``who`` may not do an act; None if they may."""
    return _obstacle(state, RIGHTS[wanted], who)


def _obstacle(
    state: State, row: Row, who: Role | None, *, answers: bool = False
) -> Obstacle | None:
    by = By.PLAYER if who is None else BY.get(who, By.PLAYER)
    if row.may(state.conditions, by):
        believed = by is not By.ARBITER or row.free or state.believes_arbiter
        return None if believed else (Refusal.PIN_NEEDED, "12.3")
    if by is By.PLAYER or row.leaves_none(state.conditions):
        return row.refusal
    if by is By.ASSISTANT:
        return Refusal.NOT_HIS_DUTY, "D.2.10"
    return (unasked(state, who) if answers else Refusal.NOT_HERE), ""


def _is_answer(given: Said) -> bool:
    return isinstance(given.intent, Command) and given.intent.name in ANSWERS
