# SPDX-License-Identifier: GPL-3.0-or-later
"""The score in two columns, and what each side has captured, offered and claimed."""

from collections import Counter
from collections.abc import Iterable
from html import escape

import chess

from announce.page.board import used
from announce.page.markup import phrase_html, text_html, word
from announce.page.view import View
from announce.text.settings import Settings
from announce.words.moves import move_words, notation
from announce.words.phraser import Phraser
from rules.description import MoveFacts

WORTH = {chess.QUEEN: 9, chess.ROOK: 5, chess.BISHOP: 3, chess.KNIGHT: 3, chess.PAWN: 1}
"""The usual values of the pieces, to tell who has more."""


def score(view: View) -> str:
    """A row for each move number, the announced move at the end; a move leads to its position."""
    rows: dict[int, dict[bool, str]] = {}
    moves = [*view.moves, *([view.announced] if view.announced else [])]
    for ply, move in enumerate(moves, start=1):
        cell = _move(move, ply, ply == len(moves), view)
        rows.setdefault(move.number, {})[move.colour] = cell
    return "".join(
        f'<tr><th scope="row">{number}.</th>'
        f"<td>{cells.get(chess.WHITE, '…')}</td><td>{cells.get(chess.BLACK, '')}</td></tr>"
        for number, cells in rows.items()
    )


def _move(move: MoveFacts, ply: int, is_last: bool, view: View) -> str:
    """The notation for the eye, the words of the game for the ear."""
    current = ' aria-current="true"' if is_last else ""
    announced = ' class="announced"' if move is view.announced else ""
    return (
        f'<a href="?ply={ply}" data-ply="{ply}"{current}{announced}>'
        f'<span aria-hidden="true">{escape(notation(move, view.settings))}</span>'
        f'<span class="hidden">{phrase_html(move_words(move, view.settings), view.settings)}</span>'
        "</a>"
    )


def place_words(view: View, ply: int) -> str:
    """Which position of the game is looked at."""
    if not ply:
        return word("looking_start", view.settings)
    move = [*view.moves, *([view.announced] if view.announced else [])][ply - 1]
    number = f"{move.number}{'.' if move.colour else '…'}"
    told = f"{number} {notation(move, view.settings)}"
    return word("looking", view.settings, move=told)


def side(view: View, colour: chess.Color) -> str:
    """Beside the clock of ``colour``: the player, what they offer and claim, what they captured."""
    parts = [_badges(view, colour), _captured(view, colour)]
    name = view.white if colour else view.black
    if name:
        parts.insert(0, f'<span class="player">{escape(name)}</span>')
    return "".join(parts)


def _badges(view: View, colour: chess.Color) -> str:
    badges = [word("offers", view.settings)] if colour in view.offers else []
    if view.claims is not None and view.claims == colour:
        badges.append(word("claims", view.settings))
    return "".join(f'<span class="badge">{badge}</span>' for badge in badges)


def _captured(view: View, colour: chess.Color) -> str:
    """The men that ``colour`` has captured, and by how much it has more if that may be told."""
    taken = captured(view, not colour)
    drawn = "".join(used(piece) for piece in taken)
    told = ", ".join(_counted(taken, view.settings))
    if told:
        told = f'<span class="hidden">{word("captured", view.settings)}: {told}.</span>'
    ahead = _worth(view, colour) - _worth(view, not colour)
    if view.advice and ahead > 0:
        more = word("ahead", view.settings)
        told += f'<span class="ahead"><span class="hidden">{more}: </span>+{ahead}</span>'
    return f'<span class="captured">{drawn}{told}</span>' if drawn or told else ""


def captured(view: View, colour: chess.Color) -> list[chess.Piece]:
    """The pieces of ``colour`` that were captured in this game, queens first."""
    moves = [*view.moves, *([view.announced] if view.announced else [])]
    kinds = [move.captured for move in moves if move.captured and move.colour != colour]
    return [chess.Piece(kind, colour) for kind in sorted(kinds, reverse=True)]


def _counted(taken: Iterable[chess.Piece], settings: Settings) -> Iterable[str]:
    for piece, number in Counter(taken).items():
        name = text_html(Phraser(settings).coloured(piece).form("coloured"), settings)
        yield name if number == 1 else f"{number} × {name}"


def _worth(view: View, colour: chess.Color) -> int:
    placed = view.placement.values()
    return sum(WORTH.get(piece.piece_type, 0) for piece in placed if piece.color == colour)
