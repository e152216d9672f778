# SPDX-License-Identifier: GPL-3.0-or-later
"""Who might do what before there was the table of rights: games that began then go on like that."""

from rules.assistance import Duty
from table.core.deeds import ANSWERS, OF_COMMAND, Deed
from table.core.inputs import EnvelopeNoted, Input, MoveSealedIn, Pressed, Said
from table.core.state import State
from table.core.step import Obstacle
from table.events.game import Refusal, Role
from voice.language.commands import Command
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Heard, Illegal, Unsure

_DUTIES = {
    C.PRESS: Duty.SCORE_AND_CLOCK,
    C.WRITE_DOWN: Duty.SCORE_AND_CLOCK,
    **dict.fromkeys((C.TIME_OWN, C.TIME_OPPONENT, C.TIME_BOTH, C.MOVE_COUNT), Duty.INFORM),
    **dict.fromkeys((C.CLAIM_FLAG, C.TOUCH, C.CLAIM_TOUCH), Duty.FLAG_AND_TOUCH),
    C.ADJOURN: Duty.ADJOURNMENT,
}

_PLAYERS = frozenset(
    {
        Deed.PRESS,
        Deed.SET_TIME,
        Deed.NAME,
        Deed.OFFER_DRAW,
        Deed.ACCEPT_DRAW,
        Deed.DECLINE_DRAW,
        Deed.CLAIM_DRAW,
        Deed.CLAIM_LAST_MINUTES,
        Deed.RESIGN,
        Deed.ABORT,
        Deed.GIVE_ORDER,  # as a player says it
    }
)

_PAPERS = frozenset(
    {
        Deed.WRITE_DOWN,
        Deed.READ_SHEET,
        Deed.SIGN,
        Deed.HEAR_RECORDING,
        Deed.REPORT_BOARD,
        Deed.COMPARE_BOARDS,
        Deed.ADJOURN,
        Deed.OPEN_ENVELOPE,
        Deed.LOSE_ENVELOPE,
        Deed.ANNUL,
        Deed.ATTEND,
    }
)


def obstacle(state: State, given: Input) -> Obstacle | None:
    """Why somebody might not do ``given``; None if they might."""
    match given:
        case Said(who=Role.ARBITER, intent=intent):
            return _of_arbiter(state, intent)
        case Said(who=Role.ASSISTANT) | Pressed(who=Role.ASSISTANT):
            duty = _duty(given)
        case EnvelopeNoted(who=Role.ASSISTANT) | MoveSealedIn(who=Role.ASSISTANT):
            duty = Duty.ADJOURNMENT
        case _:
            return None
    lacks = duty is not None and duty not in state.conditions.assistant
    return (Refusal.NOT_HIS_DUTY, "D.2.10") if lacks and state.conditions.competes else None


def decides(state: State, who: Role | None) -> bool:
    """Whether the arbiter decided it, where the door is asked now."""
    return not state.conditions.lawful and state.arbiter_decides(who)


def _of_arbiter(state: State, intent: object) -> Obstacle | None:
    match intent:
        case Command(name=name) if name in ANSWERS:
            return (Refusal.NO_QUESTION, "") if state.arbiter.pending is None else None
        case Command(name=name) if OF_COMMAND.get(name) in _PLAYERS:
            return Refusal.NOT_HERE, ""
        case Command(name=name) if OF_COMMAND.get(name) in _PAPERS:
            return None if state.believes_arbiter else (Refusal.PIN_NEEDED, "12.3")
        case Heard() | Ambiguous() | Unsure() | Either() | Illegal():
            return Refusal.NOT_HERE, ""
    return None


def _duty(given: Said | Pressed) -> Duty | None:
    match given:
        case Pressed():
            return Duty.SCORE_AND_CLOCK
        case Said(intent=Command(name=name)):
            return _DUTIES.get(name)
        case Said(intent=Heard() | Ambiguous() | Illegal() | Unsure() | Either()):
            return Duty.ANNOUNCE
    return None
