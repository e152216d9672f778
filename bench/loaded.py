# SPDX-License-Identifier: GPL-3.0-or-later
"""Modules that the server of `bench.nursery` loads before any life begins: the program, its words
and its grammar."""

import platformdirs

from game.app import cli
from game.app.commands import play
from game.play import loop
from lab import script
from table.core.conditions import Conditions
from table.core.state import new_state

LOADED = (cli, play, platformdirs)

loop.keep_prompt(new_state(Conditions()), "de")
for _ in script.run(script.parse("0 white Eva vier\n1 white Zeit")):
    continue
