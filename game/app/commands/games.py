# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor games``: the archive, one game a line, the newest first."""

import argparse

from game.app import options
from game.journal import GameSummary
from game.reports import knows, report


def add_options(parser: argparse.ArgumentParser) -> None:
    """The archive, and the language."""
    options.add_settings(parser, "games")


def run(given: argparse.Namespace) -> int:
    """List the games."""
    language = given.language
    summaries = options.archive(given).games()
    if not summaries:
        print(report("no games", language))
    for one in summaries:
        line = report(
            "game",
            language,
            game=one.id,
            white=one.white or report("white", language),
            black=one.black or report("black", language),
            result=_result(one, language),
            day=one.started[:10],
            time=one.started[11:16],
        )
        print(line)
    return 0


def _result(game: GameSummary, language: str) -> str:
    """In words; a result that has none is told in signs."""
    result = game.result if game.begun else "not begun"
    if game.adjourned and game.result == "*":
        result = "adjourned"
    return report(result, language) if knows(result) else result
