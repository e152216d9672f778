# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that concern scoresheets, boards and the envelope, each with what works it off."""

from collections.abc import Callable, Mapping

import chess

from game import adjourning, boards, sheets
from game.adjourning import is_arbiter
from game.step import Step
from rules.events import Refusal, Role
from voice.commands import Command, CommandName

Handler = Callable[[Step, Command, chess.Color, Role | None], None]

HANDLERS: Mapping[CommandName, Handler] = {
    CommandName.WRITE_DOWN: sheets.write_down,
    CommandName.SHEET: sheets.read_out,
    CommandName.SIGN: sheets.sign,
    CommandName.RECORDING: sheets.recording,
    CommandName.BOARD: boards.report,
    CommandName.COMPARE_BOARDS: boards.compare,
    CommandName.ADJOURN: adjourning.demand,
    CommandName.OPEN_ENVELOPE: adjourning.ask_to_open,
    CommandName.ENVELOPE_LOST: adjourning.lose,
    CommandName.ANNUL: adjourning.annul,
    CommandName.PRESENT: adjourning.arrive,
    CommandName.ABSENT: adjourning.leave,
}


def takes(step: Step, command: Command, colour: chess.Color, who: Role | None) -> bool:
    """Work off a command that is of this kind; False for any other."""
    handler = HANDLERS.get(command.name)
    if handler is not None and who is Role.ARBITER and not is_arbiter(step.state):
        step.refuse(colour, Refusal.PIN_NEEDED, "12.3")
    elif handler is not None:
        handler(step, command, colour, who)
    elif command.name is CommandName.RESUME and sheets.keeps_clocks_stopped(step.state, who):
        step.refuse(colour, Refusal.UPDATE_FIRST, "8.5.1")
    else:
        return False
    return True
