# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to take away from the page: the game as PGN and in braille, the position as a picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import chess.svg

from announce.braille import BrailleStyle, file_text, score_pages
from announce.page.view import View
from announce.settings import Script
from game.page.assistant import Shown
from game.pgn import to_pgn


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text and what kind it is."""

    text: str
    kind: str


def pgn(shown: Shown) -> Document | None:
    """The record of the moves made."""
    if shown.state is None:
        return None
    return Document(to_pgn(shown.state), "application/x-chess-pgn; charset=utf-8")


def brf(shown: Shown) -> Document | None:
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


def svg(shown: Shown, ply: int | None = None, *, turned: bool = False) -> Document:
    """The position as a drawing, or that after ``ply`` moves. Raises ValueError for no such."""
    view: View = shown.view
    position = view.position if ply is None else view.position.back_to(ply)
    drawn = chess.svg.board(
        position.board,
        orientation=not turned,
        lastmove=position.moves[-1] if position.moves else None,
    )
    return Document(str(drawn), "image/svg+xml")


DOCUMENTS: Mapping[str, Callable[[Shown], Document | None]] = {
    "game.pgn": pgn,
    "game.brf": brf,
    "position.svg": svg,
}
"""By the names under which they are fetched."""
