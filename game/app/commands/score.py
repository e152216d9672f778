# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score``: a score as Appendix C allows it becomes PGN, another language or braille."""

import argparse
import codecs
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from game.app.many import answers, telling
from game.errors import UserError
from game.pgn import moves_game
from game.score_file import Format, Score, add_braille_options, score_text
from rules.notation import LANGUAGES
from rules.score import Score as ReadScore
from rules.score import (
    answer_line,
    games,
    read_in_any,
    read_score,
    write_headers,
    write_score,
)

BRAILLE = (Format.BRAILLE.value, Format.BRF.value)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to read, and what to make of it."""
    parser.add_argument("file", type=Path, nargs="?", help="score.file")
    parser.add_argument("--language", choices=LANGUAGES, help="score.language")
    parser.add_argument(
        "--to", choices=("pgn", *LANGUAGES, *BRAILLE), default="pgn", help="score.to"
    )
    parser.add_argument("--notation", choices=LANGUAGES, default="de", help="score.notation")
    add_braille_options(parser)
    parser.add_argument("--moves", action="store_true", help="score.moves")


def run(given: argparse.Namespace) -> int:
    """Convert. Of a score with an error nothing is printed but that error, which names the move;
    the exit status is 1."""
    if given.moves and given.file is None:
        return _answer(sys.stdin)
    text = _text(given.file) if given.file else sys.stdin.read()
    if given.moves:
        return _answer(text.splitlines())
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise UserError("There is no score to read.")
    texts = games(text)
    scores = [_read(each, given.language) for each in texts]
    failed = False
    for number, score in enumerate(scores, start=1):
        of = f"game {number}, " if len(scores) > 1 else ""
        for remark in filter(None, (*score.remarks, score.error)):
            print(f"{of}{remark}", file=sys.stderr)
        failed |= score.error is not None
    if failed:
        return 1
    written = [_written(score, given) for score in scores]
    sys.stdout.write("\n".join(written))
    return 0


def _answer(lines: Iterable[str]) -> int:
    for answer in telling().over(answers(answer_line, (one for one in lines if one.strip()))):
        print(answer, flush=True)
    return 0


def _read(text: str, language: str | None) -> ReadScore:
    try:
        return read_in_any(text) if language is None else read_score(text, language)
    except ValueError as error:
        raise UserError(str(error)) from error


def _text(path: Path) -> str:
    """The text of the file; PGN was written in the letters of Windows once."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _written(score: ReadScore, given: argparse.Namespace) -> str:
    """A score as it is wanted, with a newline at its end."""
    if given.to == "pgn":
        return f"{moves_game(score.position, score.offers, score.result, score.headers)}\n"
    if given.to in BRAILLE:
        marks = {ply - 1: "(=)" for ply in score.offers}
        shown = Score(score.position, _titles(score.headers), score.result or "*", marks)
        return score_text(shown, Format(given.to), given.notation, given)
    head = f"{write_headers(score.headers)}\n" if score.headers else ""
    return (
        f"{head}{' '.join(filter(None, (write_score(score.position, given.to), score.result)))}\n"
    )


def _titles(headers: Mapping[str, str]) -> list[str]:
    """What is known of the event, the players and the day."""
    known = {tag: value for tag, value in headers.items() if value.strip(".? ")}
    names = f"{known.get('White', '?')} - {known.get('Black', '?')}"
    date = ".".join(reversed(known.get("Date", "").split(".")))
    players = names if {"White", "Black"} & known.keys() else ""
    return [title for title in (known.get("Event", ""), players, date) if title]
