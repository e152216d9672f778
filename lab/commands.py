# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of the laboratory."""

from game.app.subcommands import Command

COMMANDS = {
    "demo": Command(
        "show a whole game, spoken by synthetic voices and heard by the recogniser", "lab.demo"
    ),
    "listen": Command("turn recordings of dictated moves into PGN", "lab.dictation"),
    "script": Command(
        "run timed inputs on a fake clock and print the events as JSON lines", "lab.script"
    ),
    "judge": Command("say what the Laws say of positions, as JSON lines", "lab.judge"),
    "evaluate": Command("measure recognition on recordings", "lab.evaluate"),
}
