# SPDX-License-Identifier: GPL-3.0-or-later
"""The board as a drawing: SVG with a title and a description in words.

The pieces are those of python-chess (by Colin M. L. Burnett), drawn once and used by reference.
"""

import re
from collections.abc import Iterable
from html import escape

import chess
import chess.svg

from announce.page.view import View
from announce.words.events import words
from announce.words.phraser import Phraser
from table import answers
from table.events.dialogue import InfoGiven
from table.events.game import Role

SIZE = 45  # of a square, as python-chess draws its pieces
MARGIN = 22  # for the letters of the files and the numbers of the ranks
RIM = 2
EDGE = MARGIN + 8 * SIZE + RIM


def definitions() -> str:
    """The pieces to be used by the drawing; they stand once on the page."""
    drawn = "".join(chess.svg.PIECES[symbol] for symbol in sorted(chess.svg.PIECES))
    return f'<svg class="pieces" aria-hidden="true"><defs>{_without_styles(drawn)}</defs></svg>'


def drawing(view: View, turned: bool) -> str:
    """The board as it shall stand, White below, or Black if ``turned``; the last move is marked."""
    title = escape(Phraser(view.settings).text("page.drawing"))
    last = view.announced or (view.moves[-1] if view.moves else None)
    marked = () if last is None else (last.from_square, last.to_square)
    parts = [
        f'<svg viewBox="0 0 {EDGE} {EDGE}" role="img" aria-labelledby="drawn"'
        f' aria-describedby="stands"><title id="drawn">{title}</title>'
        f'<desc id="stands">{_description(view)}</desc>',
        *_margins(turned),
        *(_square(square, marked, turned) for square in chess.SQUARES),
        *(_piece(square, view.placement[square], turned) for square in sorted(view.placement)),
        "</svg>",
    ]
    return "".join(parts)


def _description(view: View) -> str:
    board = chess.Board(None)
    board.set_piece_map(view.placement)
    told = words(InfoGiven(0, Role.ASSISTANT, answers.pieces(board)), view.settings)
    return escape(" ".join(one.text for one in told))


def _place(square: chess.Square, turned: bool) -> tuple[int, int]:
    file, rank = chess.square_file(square), chess.square_rank(square)
    column, row = (7 - file, rank) if turned else (file, 7 - rank)
    return MARGIN + column * SIZE, RIM + row * SIZE


def _square(square: chess.Square, marked: Iterable[chess.Square], turned: bool) -> str:
    x, y = _place(square, turned)
    shade = "light" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "dark"
    name = chess.square_name(square)
    drawn = (
        f'<rect class="{shade}" data-square="{name}" x="{x}" y="{y}" width="{SIZE}"'
        f' height="{SIZE}"/>'
    )
    if square in marked:  # a frame, since a colour alone is not seen by everyone
        drawn += (
            f'<rect class="mark" x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}"/>'
        )
    return drawn


def _piece(square: chess.Square, piece: chess.Piece, turned: bool) -> str:
    x, y = _place(square, turned)
    colour = chess.COLOR_NAMES[piece.color]
    return f'<use href="#{colour}-{chess.piece_name(piece.piece_type)}" x="{x}" y="{y}"/>'


def _margins(turned: bool) -> Iterable[str]:
    for number in range(8):
        x, y = _place(chess.square(number, number), turned)
        middle = SIZE // 2
        yield _letter(x + middle, EDGE - MARGIN // 2, chess.FILE_NAMES[number])
        yield _letter(MARGIN // 2, y + middle, chess.RANK_NAMES[number])


def _letter(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}">{text}</text>'


def _without_styles(drawn: str) -> str:
    """Style attributes as plain attributes: the page's policy allows no style but its own."""
    return re.sub(
        r'style="([^"]*)"',
        lambda style: " ".join(
            f'{name.strip()}="{value.strip()}"'
            for name, _, value in (rule.partition(":") for rule in style[1].split(";"))
            if name.strip()
        ),
        drawn,
    )
