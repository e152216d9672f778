# SPDX-License-Identifier: GPL-3.0-or-later
"""The pieces as drawings, twice: as in books, and plain for those who see little.

Both stand once on the page and are used by reference; which of the two is seen, the style sheet
says. Those of the books are python-chess's (by Colin M. L. Burnett); the plain ones are our own.
"""

import re

import chess
import chess.svg

SIZE = 45
"""Of a square, as python-chess draws its pieces."""

PLAIN = {
    chess.PAWN: "M22.5 9a6.5 6.5 0 0 0-4 11.6L15.5 31H12v6h21v-6h-3.5l-3-10.4A6.5 6.5 0 0 0"
    " 22.5 9z",
    chess.KNIGHT: "M13 37v-5c1-6 6-8 7-12l-7 4-4-5 6-9c2-3 5-4 8-4l2-3 3 4c7 4 8 13 6 20v10z",
    chess.BISHOP: "M22.5 5a3.5 3.5 0 0 0-2.5 6c-6 4-8 9-5 15l2.5 5H12v6h21v-6h-5.5l2.5-5"
    "c3-6 1-11-5-15a3.5 3.5 0 0 0-2.5-6z",
    chess.ROOK: "M10 8v9l5 4v10h-4v6h23v-6h-4V21l5-4V8h-5.5v4h-4V8h-6v4h-4V8z",
    chess.QUEEN: "M7 11l6 15v11h19V26l6-15-9 9-6.5-13L16 20z",
    chess.KING: "M20 4h5v4h4v5h-4v4c6-2 12 1 12 7 0 4-3 6-5 8v5H13v-5c-2-2-5-4-5-8 0-6 6-9 12-7v-4"
    "h-4V8h4z",
}
"""Silhouettes without lines inside, so that they can be told apart when they are small."""

HAND = (
    '<path d="M7 13V6a1.5 1.5 0 0 1 3 0v5V4a1.5 1.5 0 0 1 3 0v7V5a1.5 1.5 0 0 1 3 0v7V8a1.5 1.5 0'
    ' 0 1 3 0v7c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4l-3-5c-.8-1.5 1-2.5 2-1.5z"/>'
)
"""A hand in a square of 24: fonts do not always have one."""


def name(piece: chess.Piece) -> str:
    """The id of its drawing: "white-pawn"."""
    return f"{chess.COLOR_NAMES[piece.color]}-{chess.piece_name(piece.piece_type)}"


def definitions() -> str:
    """All pieces of both sets, to be used by the board."""
    pieces = [chess.Piece(kind, colour) for colour in chess.COLORS for kind in chess.PIECE_TYPES]
    drawn = "".join(_drawn(piece) for piece in pieces)
    return f'<svg class="pieces" aria-hidden="true"><defs>{drawn}</defs></svg>'


def used(piece: chess.Piece) -> str:
    """The piece where it stands on the page; its words stand beside it."""
    return (
        f'<svg class="piece" viewBox="0 0 {SIZE} {SIZE}" aria-hidden="true">'
        f'<use href="#{name(piece)}"/></svg>'
    )


def _drawn(piece: chess.Piece) -> str:
    book = re.sub(r' (id|class)="[^"]*"', "", chess.svg.PIECES[piece.symbol()])
    colours = 'fill="#fff" stroke="#000"' if piece.color else 'fill="#000" stroke="#fff"'
    plain = f'<path {colours} stroke-width="2" d="{PLAIN[piece.piece_type]}"/>'
    return (
        f'<g id="{name(piece)}"><g class="book">{_without_styles(book)}</g>'
        f'<g class="plain">{plain}</g></g>'
    )


def _without_styles(drawn: str) -> str:
    """Style attributes as plain attributes: the page's policy allows no style but its own."""
    return re.sub(
        r'style="([^"]*)"',
        lambda style: " ".join(
            f'{rule.strip()}="{value.strip()}"'
            for rule, _, value in (part.partition(":") for part in style[1].split(";"))
            if rule.strip()
        ),
        drawn,
    )
