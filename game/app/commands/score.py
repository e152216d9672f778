# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score``: a score as Appendix C allows it becomes PGN, another language or braille."""

import argparse
import codecs
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.words.program import no_move_line, remark_line
from game.app.many import answers, telling
from game.app.options import interface
from record.pgn import moves_game
from record.score_file import Format, Score, add_braille_options, score_text
from rules.notation import LANGUAGES, read
from rules.position import Position
from rules.score import (
    HEADER,
    games,
    read_in_any,
    read_score,
    write_headers,
    write_score,
)
from rules.score import Score as ReadScore
from study import tree
from study.tree import Node, NotAGame, Tree

_ANNOTATED = re.compile(r"[{;(!?$]")
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
    the exit status is 1. Comments and variations stay in PGN; where they cannot, that is told."""
    if given.moves and given.file is None:
        return _answer(sys.stdin)
    text = _decoded(_bytes(given.file) if given.file else sys.stdin.buffer.read())
    if given.moves:
        return _answer(text.splitlines())
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip() or "\0" in text:  # a picture, a program
        nothing = PlayerError("no_score")
        raise PlayerError("no_games_in_file", path=given.file) if given.file else nothing
    language, texts = interface(), games(text)
    written, lost = list[str](), dict[str, None]()
    for number, each in enumerate(telling(language).over(texts), start=1):
        score = _read(each, given.language)
        for remark in filter(None, (*score.remarks, score.error)):
            game = number if len(texts) > 1 else None
            print(remark_line(remark, score.position, language, game), file=sys.stderr)
        if score.error is None:
            notes = _notes(each, score)
            lost[_lost(notes, given.to)] = None
            written.append(_written(score, notes, given))
    if len(written) < len(texts):
        return 1
    for loss in filter(None, lost):
        print(lexicon(language).word(f"program.score.{loss}"), file=sys.stderr)
    sys.stdout.write("\n".join(written))
    return 0


@dataclass(frozen=True, slots=True)
class _Notes:
    """What is written beside the moves: the ``game`` with it, as far as it can be read."""

    game: Tree | None = None
    whole: bool = True


def _notes(text: str, score: ReadScore) -> _Notes:
    if not _ANNOTATED.search(HEADER.sub("", text)):
        return _Notes()
    try:
        game = tree.read(text)
    except NotAGame:
        return _Notes(whole=False)
    moves = tuple(node.move for node in game.main() if node.move is not None)
    if moves != score.position.moves:
        return _Notes(whole=False)
    return _Notes(game, not game.damaged)


def _lost(notes: _Notes, to: str) -> str:
    """The name of what is told of what is left out; empty if nothing is."""
    if not notes.whole:
        return "unread"
    written = notes.game is not None and any(map(_has_more, notes.game.main()))
    return "left_out" if written and to != "pgn" else ""


def _has_more(node: Node) -> bool:
    """True if a person wrote more than the move, and the offer of a draw that every form has."""
    text = node.text.replace("(=)", "").strip()
    return bool(text or node.nags) or len(node.lines) > 1


def _answer(lines: Iterable[str]) -> int:
    for answer in telling().over(answers(answer_line, (one for one in lines if one.strip()))):
        print(answer, flush=True)
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
        answer = read(text, position, language)
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


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PlayerError("no_file", path=path) from error
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error.strerror) from error


def _decoded(data: bytes) -> str:
    """The text; PGN was written in the letters of Windows once."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _written(score: ReadScore, notes: _Notes, given: argparse.Namespace) -> str:
    """A score as it is wanted, with a newline at its end."""
    if given.to == "pgn":
        game = moves_game(score.position, score.offers, score.result, score.headers)
        return f"{_annotated(game, notes.game)}\n"
    if given.to in BRAILLE:
        marks = {ply - 1: "(=)" for ply in score.offers}
        shown = Score(score.position, _titles(score.headers), score.result or "*", marks)
        return score_text(shown, Format(given.to), given.notation, given)
    head = f"{write_headers(score.headers)}\n" if score.headers else ""
    return (
        f"{head}{' '.join(filter(None, (write_score(score.position, given.to), score.result)))}\n"
    )


def _annotated(game: chess.pgn.Game, notes: Tree | None) -> chess.pgn.Game:
    """The game with all that is written beside its moves, offers too."""
    if notes is None:
        return game
    annotated = tree.to_game(notes)
    annotated.headers = game.headers
    return annotated


def _titles(headers: Mapping[str, str]) -> list[str]:
    """What is known of the event, the players and the day."""
    known = {tag: value for tag, value in headers.items() if value.strip(".? ")}
    names = f"{known.get('White', '?')} - {known.get('Black', '?')}"
    date = ".".join(reversed(known.get("Date", "").split(".")))
    players = names if {"White", "Black"} & known.keys() else ""
    return [title for title in (known.get("Event", ""), players, date) if title]
