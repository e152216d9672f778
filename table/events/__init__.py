# SPDX-License-Identifier: GPL-3.0-or-later
"""Events at the table, as pure data: the only thing that listeners see."""

from clock.events import ClockEvent
from table.events.arbiter import ArbiterEvent
from table.events.dialogue import DialogueEvent
from table.events.game import GameEvent
from table.events.scoresheets import SheetEvent

Event = GameEvent | ClockEvent | DialogueEvent | ArbiterEvent | SheetEvent
