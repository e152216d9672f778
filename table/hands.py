# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said about hands on the board: touches, adjustments, releases, and claims about them."""

import chess

from rules.touch import Contact
from table import illegal, touch
from table.events.game import Role
from table.step import Step
from voice.language.commands import Command, CommandName

COMMANDS = frozenset(
    {
        CommandName.TOUCH,
        CommandName.FEEL,
        CommandName.ADJUST,
        CommandName.ACCIDENTAL,
        CommandName.RELEASE,
        CommandName.TWO_HANDS,
        CommandName.CLAIM_TOUCH,
        CommandName.CLAIM_ILLEGAL,
    }
)

OF_THE_MOVER = frozenset(
    {
        CommandName.TOUCH,
        CommandName.FEEL,
        CommandName.ADJUST,
        CommandName.ACCIDENTAL,
        CommandName.RELEASE,
    }
)
"""Those about the hands of the player on the move, whoever says them (4.3)."""


def request(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Work off one of these commands of ``colour``; the touches are always the mover's (4.3)."""
    match command.name:
        case CommandName.TOUCH:
            touch.touch(step, command, colour, who)
        case CommandName.FEEL:
            touch.touch(step, command, colour, who, Contact.FELT)
        case CommandName.ADJUST:
            touch.adjust(step, command, colour, who)
        case CommandName.ACCIDENTAL:
            touch.accidental(step, colour, who)
        case CommandName.RELEASE:
            touch.release(step, command, colour, who)
        case CommandName.TWO_HANDS:
            illegal.report_two_hands(step, colour, who)
        case CommandName.CLAIM_TOUCH:
            touch.claim(step, colour, who)
        case CommandName.CLAIM_ILLEGAL:
            illegal.claim(step, colour, who)
