# SPDX-License-Identifier: GPL-3.0-or-later
"""The board: a grid of squares that is seen, heard and played on.

Each square tells its name and what stands on it, and every mark in words too; on the page a mark
is a shape of its own, never only a colour. White is below; the style sheet turns it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

import chess

from announce.lexicon import MOVES
from announce.page import pieces
from announce.page.markup import phrase_html, word
from announce.page.view import View
from announce.text.settings import Settings, written
from announce.words.moves import square_words
from announce.words.phraser import Phraser
from rules.boards import Placement
from rules.position import Position

MARKS = ("last", "announced", "check", "touched", "lift", "put")
"""Classes of a square, and with ``mark_`` before them the keys of their words."""

SIGNS = {
    "check": '<span class="corner alarm" aria-hidden="true">!</span>',
    "touched": '<svg class="corner hand" viewBox="0 0 24 24" aria-hidden="true">'
    f"{pieces.HAND}</svg>",
}
"""What is drawn in a corner of a square for a mark; the others are frames."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The squares that are marked, by the kind of their mark, and where each piece may go."""

    squares: dict[str, frozenset[chess.Square]] = field(default_factory=dict)
    targets: dict[chess.Square, list[str]] = field(default_factory=dict)

    def on(self, square: chess.Square) -> list[str]:
        """The marks of one square."""
        return [name for name in MARKS if square in self.squares.get(name, ())]


def board(view: View) -> str:
    """The rows of the board as it shall stand."""
    return rows(view.placement, _marks(view), view.settings)


def earlier_board(view: View, ply: int) -> str:
    """The rows of the board after the first ``ply`` moves; raises ``ValueError`` for no such."""
    position = view.position.back_to(ply)
    last = position.moves[-1:]
    squares = {"last": frozenset(square for move in last for square in ends(move))}
    if view.advice:
        squares["check"] = checked(position)
    return rows(position.board.piece_map(), Marks(squares), view.settings)


def _marks(view: View) -> Marks:
    following = view.todo.following
    squares = {
        "announced" if view.announced else "last": frozenset(view.last_squares),
        "touched": frozenset(view.touched),
        "lift": frozenset() if following is None else _only(following.from_square),
        "put": frozenset() if following is None else _only(following.to_square),
    }
    targets: dict[chess.Square, list[str]] = {}
    if view.advice and not view.result:
        squares["check"] = checked(view.position)
        for move in view.position.legal_moves:
            names = targets.setdefault(move.from_square, [])
            if chess.square_name(move.to_square) not in names:  # four promotions, one square
                names.append(chess.square_name(move.to_square))
    return Marks(squares, targets)


def ends(move: chess.Move) -> tuple[chess.Square, chess.Square]:
    """From where to where a move goes."""
    return move.from_square, move.to_square


def _only(square: chess.Square | None) -> frozenset[chess.Square]:
    return frozenset() if square is None else frozenset((square,))


def checked(position: Position) -> frozenset[chess.Square]:
    """The square of the king that is in check, if one is."""
    king = position.board.king(position.turn)
    return _only(king) if position.board.is_check() else frozenset()


def rows(placement: Placement, marks: Marks, settings: Settings) -> str:
    """The rows of any board, with its marks."""
    return "".join(
        f'<div role="row" class="rank">{"".join(_rank(rank, placement, marks, settings))}</div>'
        for rank in reversed(range(8))
    )


def _rank(rank: int, placement: Placement, marks: Marks, settings: Settings) -> Iterable[str]:
    for file in range(8):
        square = chess.square(file, rank)
        yield _cell(square, placement.get(square), marks, settings)


def _cell(square: chess.Square, piece: chess.Piece | None, marks: Marks, settings: Settings) -> str:
    name, shown = chess.square_name(square), marks.on(square)
    light = chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES
    classes = " ".join(["light" if light else "dark", *shown])
    data = f' data-piece="{piece.symbol()}"' if piece else ""
    if square in marks.targets:
        data += f' data-targets="{" ".join(marks.targets[square])}"'
    told = [_stands(piece, settings), *(word(f"mark_{mark}", settings) for mark in shown)]
    label = f"{phrase_html(square_words(square, settings), settings)}: {', '.join(told)}"
    drawn = (pieces.used(piece) if piece else "") + "".join(SIGNS.get(mark, "") for mark in shown)
    return (
        f'<div role="gridcell" tabindex="-1" class="{classes}" data-square="{name}"{data}>{drawn}'
        f'{_coordinates(square)}<span class="hidden">{label}</span></div>'
    )


def _stands(piece: chess.Piece | None, settings: Settings) -> str:
    if piece is None:
        return word("empty", settings)
    return escape(written(Phraser(settings).coloured(piece).form("coloured"), settings))


def _coordinates(square: chess.Square) -> str:
    """Letters and numbers at the edges, for both ways to look at the board."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    drawn = ""
    if file in (0, 7):
        turned = " turned" if file == 7 else ""
        drawn += f'<span class="number{turned}" aria-hidden="true">{rank + 1}</span>'
    if rank in (0, 7):
        turned = " turned" if rank == 7 else ""
        letter = chess.FILE_NAMES[file]
        drawn += f'<span class="letter{turned}" lang="{MOVES}" aria-hidden="true">{letter}</span>'
    return drawn
