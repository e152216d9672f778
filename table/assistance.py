# SPDX-License-Identifier: GPL-3.0-or-later
"""What a human assistant may do at this table; all else of D.2.10 is the program's."""

from rules.assistance import Duty
from table.commands import COMMANDS
from table.events.game import Refusal, Role
from table.inputs import EnvelopeNoted, Input, MoveSealedIn, Pressed, Said
from table.step import Step
from voice.language.commands import Command
from voice.language.intent import Ambiguous, Heard, Illegal, Unsure


def refuses(step: Step, given: Input) -> bool:
    """Refuse what an assistant does and has no duty for, in competition; False for the rest."""
    duty = _duty(given)
    agreed = step.state.conditions
    if duty is None or duty in agreed.assistant or not agreed.competes:
        return False
    step.refuse(step.state.position.turn, Refusal.NOT_HIS_DUTY, "D.2.10")
    return True


def _duty(given: Input) -> Duty | None:
    """Of which duty it is what an assistant says or does; None for what is nobody's or all's."""
    match given:
        case Pressed(who=Role.ASSISTANT):
            return Duty.SCORE_AND_CLOCK
        case EnvelopeNoted(who=Role.ASSISTANT) | MoveSealedIn(who=Role.ASSISTANT):
            return Duty.ADJOURNMENT
        case Said(who=Role.ASSISTANT, intent=Command(name=name)):
            return COMMANDS[name].duty
        case Said(who=Role.ASSISTANT, intent=Heard() | Ambiguous() | Illegal() | Unsure()):
            return Duty.ANNOUNCE
    return None
