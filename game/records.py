# SPDX-License-Identifier: GPL-3.0-or-later
"""Which classes stand in the journal: inputs (with the conditions, the first of all), events."""

from types import ModuleType
from typing import Final

import announce.events
import clock.events
import game.conditions
import game.inputs
import rules.arbiter_events
import rules.events
import rules.sheet_events
import voice.events
from announce.answers import Answer
from game.codec import Records, dataclasses_of
from voice.intent import Intent

EVENT_MODULES: Final[tuple[ModuleType, ...]] = (
    rules.events,
    rules.arbiter_events,
    rules.sheet_events,
    clock.events,
    voice.events,
    announce.events,
)
"""Where the events of a game are."""

INPUTS = Records(dataclasses_of(game.inputs, game.conditions), (Intent,))
EVENTS = Records(dataclasses_of(*EVENT_MODULES), (Answer,))
