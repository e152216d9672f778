# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score``: a score as Appendix C allows it becomes PGN, another language or braille."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from game.errors import UserError, read_text
from game.pgn import moves_game
from game.score_file import Format, Score, add_braille_options, score_text
from rules.notation import LANGUAGES
from rules.score import answer_lines, read_score, write_headers, write_score

BRAILLE = (Format.BRAILLE.value, Format.BRF.value)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to read, and what to make of it."""
    parser.add_argument("file", type=Path, nargs="?", help="score.file")
    parser.add_argument("--language", choices=LANGUAGES, default="de", help="score.language")
    parser.add_argument(
        "--to", choices=("pgn", *LANGUAGES, *BRAILLE), default="pgn", help="score.to"
    )
    parser.add_argument("--notation", choices=LANGUAGES, default="de", help="score.notation")
    add_braille_options(parser)
    parser.add_argument("--moves", action="store_true", help="score.moves")


def run(given: argparse.Namespace) -> int:
    """Convert. An error names the move, and the exit status is 1."""
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
        print(moves_game(score.position, score.offers, score.result, score.headers))
    elif given.to in BRAILLE:
        marks = {ply - 1: "(=)" for ply in score.offers}
        written = Score(score.position, _titles(score.headers), score.result or "*", marks)
        sys.stdout.write(score_text(written, Format(given.to), given.notation, given))
    else:
        if score.headers:
            print(write_headers(score.headers))
        print(write_score(score.position, given.to), *filter(None, [score.result]))
    for remark in score.remarks:
        print(remark, file=sys.stderr)
    if score.error is not None:
        print(score.error, file=sys.stderr)
        return 1
    return 0


def _titles(headers: Mapping[str, str]) -> list[str]:
    """What is known of the event, the players and the day."""
    known = {tag: value for tag, value in headers.items() if value.strip(".? ")}
    names = f"{known.get('White', '?')} - {known.get('Black', '?')}"
    date = ".".join(reversed(known.get("Date", "").split(".")))
    players = names if {"White", "Black"} & known.keys() else ""
    return [title for title in (known.get("Event", ""), players, date) if title]
