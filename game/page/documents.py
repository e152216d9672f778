# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to take away from the page: the game as PGN and in braille, the position as a picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import chess.svg

from announce.braille import BrailleStyle, file_text, score_pages
from announce.page.view import View
from announce.text.settings import Script
from game.page.hub import Shown
from record.pgn import to_pgn
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text and what kind it is; ``saved``: a browser saves it instead of showing it."""

    text: str
    kind: str
    saved: bool = True


def pgn(shown: Shown[View]) -> Document | None:
    """The record of the moves made."""
    if shown.state is None:
        return None
    return Document(to_pgn(shown.state), "application/x-chess-pgn; charset=utf-8")


def brf(shown: Shown[View]) -> Document | None:
    """The score in six-dot braille, in the letters of the page's language."""
    state, settings = shown.state, shown.view.settings
    if state is None:
        return None
    language = settings.language
    if language == "sr":
        language = "sr-Cyrl" if settings.script is Script.CYRILLIC else "sr-Latn"
    names = f"{state.conditions.white or '?'} - {state.conditions.black or '?'}"
    marks = {ply - 1: "(=)" for ply in state.scoresheets.offers}
    result = state.outcome.result if state.outcome else "*"
    style = BrailleStyle(language=language)
    pages = score_pages(state.position, (names,), result, style, marks)
    return Document(file_text(pages), "text/plain; charset=us-ascii")


def drawing(position: Position) -> Document:
    """The position as a drawing."""
    last = position.moves[-1] if position.moves else None
    return Document(str(chess.svg.board(position.board, lastmove=last)), "image/svg+xml")


DOCUMENTS: Mapping[str, Callable[[Shown[View]], Document | None]] = {
    "record.pgn": pgn,
    "game.brf": brf,
    "position.svg": lambda shown: drawing(shown.view.position),
}
"""By the names under which they are fetched."""
