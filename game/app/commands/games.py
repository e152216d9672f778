# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor games``: the archive, one game a line, the newest first."""

import argparse

from announce.lexicon import Lexicon, lexicon
from game.app import options
from record.journal import GameSummary


def add_games_options(parser: argparse.ArgumentParser) -> None:
    """The archive, and the language."""
    options.add_settings(parser, "games")


def run_games(given: argparse.Namespace) -> int:
    """List the games."""
    words = lexicon(given.language)
    summaries = options.archive(given).games()
    if not summaries:
        print(words.word("program.report.no games"))
    for one in summaries:
        line = words.text(
            "program.report.game",
            game=one.id,
            white=one.white or words.word("program.report.white"),
            black=one.black or words.word("program.report.black"),
            result=_result(one, words),
            day=one.started[:10],
            time=one.started[11:16],
        )
        print(line)
    return 0


def _result(game: GameSummary, words: Lexicon) -> str:
    """The result in words if there are any, else in signs."""
    result = game.result if game.begun else "not begun"
    if result == "*" and game.over:
        result = "no result"
    elif result == "*" and game.adjourned:
        result = "adjourned"
    told: str = words.table("program.report").get(result, result)
    return told
