# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of a hall."""

from game.app.subcommands import Command

COMMANDS = {
    "hall": Command(
        "make the tickets of many tables under one arbiter, and run their server", "hall.app.hall"
    ),
    "round": Command(
        "list the pairings of a round, and write results as TRF and CSV, games as live PGN",
        "hall.app.round",
    ),
}
