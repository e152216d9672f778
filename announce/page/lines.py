# SPDX-License-Identifier: GPL-3.0-or-later
"""A studied game with its variations and comments as HTML; each move leads to its position."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import chess

from announce.page.markup import phrase_html, text_html, word
from announce.text.settings import Settings
from announce.words.moves import move_words, notation
from announce.words.phraser import Phraser
from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.tree import Node, Path, Tree

DEEPEST = 8
"""Variations in variations beyond this depth are told, not drawn."""

SYMBOLS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞"}
SYMBOLS |= {14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 146: "N"}
"""Numbers of PGN's glyphs as they are printed; others stand there in words."""


@lru_cache(maxsize=4)
def lines(tree: Tree, settings: Settings) -> str:
    """The whole game. It is the same wherever the reader stands, so it is drawn once."""
    return _comment(tree.root.text) + "".join(_line(tree.root, tree.start, (), settings, depth=0))


def address(path: Path) -> str:
    """A place as it stands in the page: "0.0.1"."""
    return ".".join(map(str, path))


def read_address(text: str) -> Path:
    """The place again. Raises ValueError for what is none."""
    parts = text.split(".") if text else []
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise ValueError("no place")
    return tuple(map(int, parts))


def _line(
    node: Node, position: Position, path: Path, settings: Settings, *, depth: int
) -> Iterator[str]:
    """What follows after ``node``: the main move, then its alternatives, then on. A move of Black
    has its number where the one before does not stand just before it."""
    numbered = not node.move or bool(node.text)
    while node.lines:
        yield _move(node.lines[0], position, (*path, 0), settings, numbered=numbered)
        following, after = node.lines[0], (*path, 0)
        numbered = bool(following.text) or len(node.lines) > 1
        yield _comment(following.text)
        for index, line in enumerate(node.lines[1:], start=1):
            yield from _variation(line, position, (*path, index), settings, depth=depth + 1)
        assert following.move is not None
        position, node, path = position.stand(following.move), following, after


def _variation(
    line: Node, position: Position, path: Path, settings: Settings, *, depth: int
) -> Iterator[str]:
    if depth > DEEPEST:
        return
    name = word("variation", settings)
    yield f'<div class="variation" role="group" aria-label="{name}">{_comment(line.text_before)}'
    yield _move(line, position, path, settings, numbered=True)
    yield _comment(line.text)
    assert line.move is not None
    yield from _line(line, position.stand(line.move), path, settings, depth=depth)
    yield "</div>"


def _move(node: Node, position: Position, path: Path, settings: Settings, *, numbered: bool) -> str:
    """The notation for the eye, the words of a game for the ear."""
    assert node.move is not None
    white = position.turn == chess.WHITE
    number = f"{position.number}{'.' if white else '…'} " if white or numbered else ""
    if node.move:
        shown, told = _written(facts(position, node.move), settings)
    else:
        shown, told = "—", text_html(Phraser(settings).text("study.null_move"), settings)
    at = address(path)
    return (
        f'<a href="?path={at}" data-path="{at}"><span aria-hidden="true">{number}{shown}'
        f"{''.join(SYMBOLS.get(nag, '') for nag in node.nags)}</span>"
        f'<span class="hidden">{position.number}. {told}</span></a>{_symbols(node, settings)} '
    )


def _written(move: MoveFacts, settings: Settings) -> tuple[str, str]:
    return escape(notation(move, settings)), phrase_html(move_words(move, settings), settings)


def _symbols(node: Node, settings: Settings) -> str:
    """The glyphs in words: for the ear, and for the eye where there is no sign for one."""
    return "".join(
        f'<span class="{"hidden" if nag in SYMBOLS else "glyph"}"> {_glyph(nag, settings)}</span>'
        for nag in node.nags
    )


def _glyph(nag: int, settings: Settings) -> str:
    phraser = Phraser(settings)
    known = str(nag) in phraser.words.table("study.nag")
    return escape(phraser.text(f"study.nag.{nag}")) if known else f"${nag}"


def _comment(text: str) -> str:
    return f'<p class="comment">{escape(text)}</p>' if text else ""
