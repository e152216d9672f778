# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that concern scoresheets, boards and the envelope, each with what works it off."""

from collections.abc import Callable, Mapping

import chess

from table import adjournment, boards, scoresheets
from table.adjournment import is_arbiter
from table.events.game import Refusal, Role
from table.step import Step
from voice.language.commands import Command, CommandName

Handler = Callable[[Step, Command, chess.Color, Role | None], None]

HANDLERS: Mapping[CommandName, Handler] = {
    CommandName.WRITE_DOWN: scoresheets.write_down,
    CommandName.SHEET: scoresheets.read_out,
    CommandName.SIGN: scoresheets.sign,
    CommandName.RECORDING: scoresheets.recording,
    CommandName.BOARD: boards.report,
    CommandName.COMPARE_BOARDS: boards.compare,
    CommandName.ADJOURN: adjournment.demand,
    CommandName.OPEN_ENVELOPE: adjournment.ask_to_open,
    CommandName.ENVELOPE_LOST: adjournment.lose,
    CommandName.ANNUL: adjournment.annul,
    CommandName.PRESENT: adjournment.arrive,
    CommandName.ABSENT: adjournment.leave,
}


def takes(step: Step, command: Command, colour: chess.Color, who: Role | None) -> bool:
    """Work off a command that is of this kind; False for any other."""
    handler = HANDLERS.get(command.name)
    if handler is not None and who is Role.ARBITER and not is_arbiter(step.state):
        step.refuse(colour, Refusal.PIN_NEEDED, "12.3")
    elif handler is not None:
        handler(step, command, colour, who)
    elif command.name is CommandName.RESUME and scoresheets.keeps_clocks_stopped(step.state, who):
        step.refuse(colour, Refusal.UPDATE_FIRST, "8.5.1")
    else:
        return False
    return True
