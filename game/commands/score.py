# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score``: a score in any spelling of Appendix C becomes PGN or another language."""

import argparse
import sys
from pathlib import Path

from game.errors import UserError, read_text
from game.pgn import moves_game
from rules.notation import LANGUAGES
from rules.score import answer_lines, read_score, write_score


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to read, and what to make of it."""
    parser.add_argument("file", type=Path, nargs="?", help="default: standard input")
    parser.add_argument("--language", choices=LANGUAGES, default="de", help="of the score")
    parser.add_argument("--to", choices=("pgn", *LANGUAGES), default="pgn", help="default: pgn")
    parser.add_argument(
        "--moves", action="store_true", help="lines LANGUAGE, TEXT, FEN with tabs: UCI for each"
    )


def run(given: argparse.Namespace) -> int:
    """Convert; what is wrong is said by its move number, and the exit status is 1 then."""
    if given.moves and given.file is None:
        for answer in answer_lines(sys.stdin):
            print(answer, flush=True)
        return 0
    text = read_text(given.file) if given.file else sys.stdin.read()
    if given.moves:
        for answer in answer_lines(text.splitlines()):
            print(answer)
        return 0
    try:
        score = read_score(text, given.language)
    except ValueError as error:
        raise UserError(str(error)) from error
    if given.to == "pgn":
        print(moves_game(score.position))
    else:
        print(write_score(score.position, given.to))
    for remark in score.remarks:
        print(remark, file=sys.stderr)
    if score.error is not None:
        print(score.error, file=sys.stderr)
        return 1
    return 0
