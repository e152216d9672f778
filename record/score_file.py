# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to be read by the eye, by a screen reader or by the fingers: the score of a game, and the
claim of a draw on which an arbiter rules afterwards."""

import argparse
import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from pathlib import Path

import chess

from announce.braille import (
    BrailleStyle,
    Layout,
    file_text,
    score_pages,
    unicode_text,
)
from announce.errors import PlayerError, bad_value
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.program import file_words
from ground import files
from record.pgn import to_pgn
from rules.position import Position
from rules.score import write_headers, write_moves
from study.tree import Tree
from table.core.conditions import SECOND
from table.core.state import State
from table.events.arbiter import QuickplayRequest

LATIN = ("de", "en", "sl", "sr-Latn", "cs")
"""The languages whose piece letters have cells in German braille."""

LOWERED = "lowered"  # digits in the lower part of the cell


class Format(StrEnum):
    """The forms in which a score can be written."""

    PGN = "pgn"
    TEXT = "text"
    BRAILLE = "braille"  # Unicode cells
    BRF = "brf"  # for embossers


@dataclass(frozen=True, slots=True)
class TitledScore:
    """A score with its titles; ``marks`` is what is noted after the move of a ply (C.12)."""

    position: Position
    titles: Sequence[str] = ()
    result: str = ""
    marks: Mapping[int, str] = field(default_factory=dict)


def score_of(state: State, started: str) -> TitledScore:
    """The record with who played and when; ``started`` is in ISO 8601."""
    names = f"{state.conditions.white or '?'} - {state.conditions.black or '?'}"
    date = ".".join(reversed(started[:10].split("-")))
    marks = {ply - 1: "(=)" for ply in state.scoresheets.offers}
    result = state.outcome.result if state.outcome else "*"
    return TitledScore(state.position, (names, date), result, marks)


def score_of_tree(tree: Tree) -> TitledScore:
    """The main line of a game that is studied."""
    end = tree.along(())  # no score has a move that was left out, nor what follows it
    path = end[: len([*takewhile(lambda one: bool(one.move), tree.nodes(end))])]
    date = ".".join(reversed(tree.tag("Date").split(".")))
    titles = (f"{tree.tag('White')} - {tree.tag('Black')}", date)
    return TitledScore(tree.position(path), titles, tree.tag("Result"))


def letters_of(language: str) -> str:
    """The notation whose letters of the pieces are written for an interface language."""
    return "sr-Latn" if language == "sr" else language


_ENDING = {Format.PGN: ".pgn", Format.TEXT: ".txt", Format.BRAILLE: " Braille.txt"}
_LONGEST_NAME = 60


def save_score(folder: Path, score: TitledScore, pgn: str, form: str, language: str) -> Path:
    """Write a score of this form, ``pgn`` or made of ``score``, into a new file in ``folder``,
    named after its titles. Raises OSError."""
    chosen, text = Format(form), pgn
    if chosen is not Format.PGN:
        options = argparse.ArgumentParser()
        add_braille_options(options)
        text = score_text(score, chosen, letters_of(language), options.parse_args([]))
    names, *others = score.titles
    players = [name for name in map(str.strip, names.split(" - ")) if name.strip("?")]
    titled = " ".join([" - ".join(players), *others])
    stem = "".join(sign for sign in titled if sign.isalnum() or sign in " -.,_")
    stem = " ".join(stem[:_LONGEST_NAME].split()).strip("-. ")
    stem = stem if any(map(str.isalpha, stem)) else f"Hektor {stem}".strip()
    return files.write_new(folder, stem, _ENDING[chosen], text.encode("utf-8"))


def told_of_saving(
    folder: Path, score: TitledScore, pgn: str, form: str, settings: Settings
) -> Utterance:
    """Save a score, and the sentence that tells where, or why it is in no file."""
    try:
        path = save_score(folder, score, pgn, form, settings.language)
    except OSError as error:
        return why_unsaved(error, folder, settings)
    return file_words("score_kept", path, settings)


def why_unsaved(error: OSError, folder: Path, settings: Settings) -> Utterance:
    """The sentence that tells why a score is in no file."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return file_words("score_no_room" if full else "score_unkept", folder, settings)


def add_braille_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of how a score is set in braille."""
    add = parser.add_argument
    add("--cells", type=int, default=32, metavar="N", help="braille.cells")
    add("--lines", type=int, default=25, metavar="N", help="braille.lines")
    add(
        "--layout",
        choices=[one.value for one in Layout],
        default=Layout.MOVES.value,
        help="braille.layout",
    )
    add(
        "--digits",
        choices=("number-sign", LOWERED),
        default="number-sign",
        help="braille.digits",
    )
    add("--figurines", action="store_true", help="braille.figurines")
    add("--brf-code", choices=("us", "euro"), default="us", help="braille.brf_code")


def score_text(score: TitledScore, form: Format, language: str, given: argparse.Namespace) -> str:
    """The score in a form other than PGN. Raises PlayerError if that is not possible."""
    if form is Format.TEXT:
        moves = write_moves(score.position, language, score.marks)
        lines = [*score.titles, *_setup(score.position), *moves, score.result]
        return "".join(f"{line}\n" for line in lines if line)
    if language not in LATIN:
        raise bad_value("--notation", language, ", ".join(LATIN))
    if not 30 <= given.cells <= 40:
        raise bad_value("--cells", given.cells, "30-40")
    if given.lines != 0 and not 5 <= given.lines <= 100:
        raise bad_value("--lines", given.lines, "0, 5-100")
    style = BrailleStyle(
        lowered=given.digits == LOWERED,
        figurines=given.figurines,
        layout=Layout(given.layout),
        width=given.cells,
        height=given.lines,
        language=language,
    )
    pages = score_pages(score.position, score.titles, score.result, style, score.marks)
    if form is Format.BRAILLE:
        return unicode_text(pages)
    try:
        return file_text(pages, given.brf_code)
    except ValueError as error:
        raise PlayerError("six_dots") from error


def _setup(position: Position) -> list[str]:
    """The start of a game that did not begin as usual: without it nobody can read the moves."""
    start = position.back_to(0)
    if start.fen == chess.STARTING_FEN:
        return []
    headers = {"Variant": "Chess960"} if start.board.chess960 else {}
    return write_headers({**headers, "FEN": start.fen}).splitlines()


GROUNDS = {
    QuickplayRequest.NORMAL_MEANS: "the opponent cannot win by normal means (III.6.1.1)",
    QuickplayRequest.NO_EFFORT: "the opponent has been making no effort to win (III.6.1.2)",
    QuickplayRequest.EITHER: (
        "the opponent cannot win by normal means, or makes no effort to (III.6.1)"
    ),
}


def claim_text(state: State, started: str = "") -> str | None:
    """The text for the arbiter who rules on a claim made where none was present (Guidelines III.6).

    The claimant writes down the final position and, if they say that the opponent made no effort to
    win, submits the score; the opponent verifies both. None if no such claim waits for its ruling.
    ``started`` is as in PGN.
    """
    claim = state.last_minutes
    if claim is None or state.outcome is None or claim.ground not in GROUNDS:
        return None
    left = {
        colour: state.clock.remaining(colour, 0) // SECOND for colour in (chess.WHITE, chess.BLACK)
    }
    board = state.position.board
    return "\n".join(
        (
            "Claim of a draw in a game without an arbiter (FIDE Laws, Guidelines III.6)",
            "",
            f"Claimed by {chess.COLOR_NAMES[claim.colour].capitalize()}: {GROUNDS[claim.ground]}.",
            f"{chess.COLOR_NAMES[board.turn].capitalize()} has the move.",
            f"Time left: White {_time(left[chess.WHITE])}, Black {_time(left[chess.BLACK])}.",
            "",
            "Final position",
            board.fen(),
            str(board),
            "",
            "Score",
            to_pgn(state, started),
            "Verified by the opponent: position [ ]  score [ ]  ____________________",
            "",
        )
    )


def _time(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
