# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse

from game.app import options
from game.errors import UserError
from game.journal import Archive
from game.session import rebuild


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    options.add_game(parser)
    parser.add_argument("--seal", metavar="HEX", help="verify.seal")
    options.add_settings(parser, "verify")


def run(given: argparse.Namespace) -> int:
    """Check the hash chain, the recordings, and that the inputs lead to the recorded game."""
    archive, chosen = options.chosen_game(given)
    for line in report(archive, chosen.id, chosen.result, given.seal):
        print(line)
    return 0


def report(archive: Archive, game: int, result: str, seal: str | None = None) -> list[str]:
    """What is as it should be. Raises JournalDamaged or UserError if anything is not."""
    rebuilt = rebuild(archive, game)
    state = rebuilt.state
    if result != (state.outcome.result if state.outcome else "*"):
        raise UserError(f"The result of game {game} is not that of its record.")
    if rebuilt.backwards:
        entry = rebuilt.backwards[0]
        raise UserError(f"In the record of game {game} time runs backwards at entry {entry}.")
    if archive.last_alive(game) < rebuilt.reached:
        raise UserError(f"The record of game {game} ends before its last entry.")
    found = archive.seal(game)
    if seal is not None and seal.strip().lower() != found:
        raise UserError(f"The seal of game {game} is another: it is not the record of that game.")
    entries = sum(1 for _ in archive.entries(game))
    sounds = archive.check_sounds(game)
    lines = [f"Game {game}: all {entries} entries are as they were written."]
    if sounds:
        lines.append(f"All {sounds} recordings are as they were recorded.")
    other = len(rebuilt.reworded)
    if other:
        lines.append(
            f"This version of Hektor words {other} of them differently; moves, times and "
            "result are the same."
        )
    return [*lines, f"Seal: {found}"]
