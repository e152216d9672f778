# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to be read by the eye, by a screen reader or by the fingers: the score of a game, and the
claim of a draw on which an arbiter rules afterwards."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import chess

from announce.braille import (
    BrailleStyle,
    Digits,
    Layout,
    NoSixDots,
    file_text,
    score_pages,
    unicode_text,
)
from announce.errors import PlayerError, bad_value
from record.pgn import to_pgn
from rules.position import Position
from rules.score import write_headers, write_moves
from table.core.conditions import SECOND
from table.core.state import State
from table.events.arbiter import QuickplayRequest

LATIN = ("de", "en", "sl", "sr-Latn", "cs")
"""The languages whose piece letters have cells in German braille."""


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


def add_braille_options(parser: argparse.ArgumentParser) -> None:
    """How a score is set in braille."""
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
        choices=[one.value for one in Digits],
        default=Digits.NUMBER_SIGN.value,
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
        digits=Digits(given.digits),
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
    except NoSixDots as error:
        raise PlayerError("six_dots") from error


def _setup(position: Position) -> list[str]:
    """Where a game began that did not begin as usual: without it nobody can read the moves."""
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
    claim = state.arbiter.claim
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
