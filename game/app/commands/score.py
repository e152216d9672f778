# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score``: a score as Appendix C allows it becomes PGN, another language or braille."""

import argparse
import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

import chess
import chess.pgn

from announce.errors import PlayerError, told
from announce.lexicon import lexicon
from announce.words.program import no_move_line, progress_line, remark_line
from game.app.options import interface
from ground import files
from ground.progress import Progress
from record.score_file import Format, TitledScore, add_braille_options, score_text
from rules.notation import LANGUAGES, read_move
from rules.position import Position
from rules.reader import read_in_any, read_score
from rules.score import HEADER, decoded, games, wrapped, write_headers, write_score
from rules.score import Score as ReadScore

_ANNOTATED = re.compile(r"\{\s*[^}\s]|[($]")
_PLAIN = re.compile(r"\[%[^\]]*\]|\(=\)")
BRAILLE = (Format.BRAILLE.value, Format.BRF.value)


def add_score_options(parser: argparse.ArgumentParser) -> None:
    """The options: the files to read, and the form of what is written."""
    parser.add_argument("file", type=Path, nargs="?", help="score.file")
    parser.add_argument("--language", choices=LANGUAGES, help="score.language")
    parser.add_argument(
        "--to", choices=("pgn", *LANGUAGES, *BRAILLE), default="pgn", help="score.to"
    )
    parser.add_argument("--notation", choices=LANGUAGES, default="de", help="score.notation")
    add_braille_options(parser)
    parser.add_argument("--moves", action="store_true", help="score.moves")


def run_score(given: argparse.Namespace) -> int:
    """Convert. Of a game with an error the moves before it are printed. The error names the move,
    and the exit status is 1, as where moves are missing. Whatever else is left out is told."""
    if given.moves and given.file is None:
        return _answer(sys.stdin)
    data = _bytes(given.file)
    text = decoded(data, given.language)
    if given.moves:
        return _answer(text.splitlines())
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip() or "\0" in text:  # a picture, a program
        nothing = PlayerError("no_score")
        raise PlayerError("no_games_in_file", path=given.file) if given.file else nothing
    language, texts = interface(), games(text)
    written, whole, notes = list[str](), True, False
    for number, each in enumerate(Progress(partial(progress_line, language)).over(texts), start=1):
        try:
            score = _read(each, given.language)
        except PlayerError as error:
            if len(texts) == 1:
                raise
            print(f"{number}: {told(error, language)}", file=sys.stderr)
            whole = False
            continue
        for remark in filter(None, (*score.remarks, score.error, *score.left_out)):
            game = number if len(texts) > 1 else None
            print(remark_line(remark, score.position, language, game), file=sys.stderr)
        whole = whole and score.whole
        if score.error is None or score.position.ply:
            notes = notes or _has_notes(score)
            written.append(_written(score, given))
    if notes and given.to != "pgn":
        print(lexicon(language).word("program.score.left_out"), file=sys.stderr)
    sys.stdout.write("\n".join(written))
    return 0 if whole else 1


def _has_notes(score: ReadScore) -> bool:
    """True if a person wrote more than the moves, and the offer of a draw that every form has."""
    return _ANNOTATED.search(_PLAIN.sub("", HEADER.sub("", score.text))) is not None


def _answer(lines: Iterable[str]) -> int:
    for line in Progress(partial(progress_line, interface())).over(filter(str.strip, lines)):
        print(answer_line(line), flush=True)
    return 0


def answer_line(line: str) -> str:
    """One line ``LANGUAGE<TAB>TEXT<TAB>FEN`` answered: the move in UCI, or ``error: reason``, in
    English for the program that asks."""
    fields = line.rstrip("\r\n").split("\t")
    if len(fields) != 3:
        return f"error: expected LANGUAGE, TEXT and FEN, parted by tabs, not {len(fields)} fields"
    language, text, fen = fields
    try:
        position = Position.from_fen(fen, chess960=None)
        answer = read_move(text, position, language)
    except ValueError as error:
        return f"error: {error}"
    if isinstance(answer, chess.Move):
        return position.board.uci(answer)
    return f"error: {no_move_line(answer, position, 'en')}"


def _read(text: str, language: str | None) -> ReadScore:
    try:
        return read_in_any(text) if language is None else read_score(text, language)
    except ValueError as error:
        raise PlayerError("bad_start", reason=error) from error


def _bytes(path: Path | None) -> bytes:
    try:
        if path is not None:
            return files.read(path)
        data = sys.stdin.buffer.read(files.MOST + 1)
        if len(data) > files.MOST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return data
    except FileNotFoundError as error:
        raise PlayerError("no_file", path=path) from error
    except OSError as error:
        raise PlayerError("unread", path=path or "-", reason=error) from error


def _written(score: ReadScore, given: argparse.Namespace) -> str:
    """A score as it is wanted, with a newline at its end."""
    if given.to == "pgn":
        game = chess.pgn.read_game(io.StringIO(score.text))
        return wrapped(str(game))
    if given.to in BRAILLE:
        marks = {ply - 1: "(=)" for ply in score.offers}
        shown = TitledScore(score.position, _titles(score.headers), score.result or "*", marks)
        return score_text(shown, Format(given.to), given.notation, given)
    head = f"{write_headers(score.headers)}\n" if score.headers else ""
    return (
        f"{head}{' '.join(filter(None, (write_score(score.position, given.to), score.result)))}\n"
    )


def _titles(headers: Mapping[str, str]) -> list[str]:
    """The tags that are known: the event, the players and the day."""
    known = {tag: value for tag, value in headers.items() if value.strip(".? ")}
    names = f"{known.get('White', '?')} - {known.get('Black', '?')}"
    date = ".".join(reversed(known.get("Date", "").split(".")))
    players = names if {"White", "Black"} & known.keys() else ""
    return [title for title in (known.get("Event", ""), players, date) if title]
