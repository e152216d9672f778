# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor games``: the archive, one game a line, the newest first."""

import argparse

from game import options

RESULTS = {"1-0": "White won", "0-1": "Black won", "1/2-1/2": "drawn", "*": "unfinished"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The archive."""
    options.add_archive_option(parser)


def run(given: argparse.Namespace) -> int:
    """List the games."""
    summaries = options.archive(given).games()
    if not summaries:
        print("There are no games in the archive.")
    for one in summaries:
        result = RESULTS.get(one.result, one.result) if one.begun else "not begun"
        if one.adjourned and one.result == "*":
            result = "adjourned"
        day, time = one.started[:10], one.started[11:16]
        players = f"{one.white or 'White'} against {one.black or 'Black'}"
        print(f"Game {one.id}: {players}, {result}, {day} {time}.")
    return 0
