# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of who studies: the board, the game with its variations, the games to choose from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

import chess

from announce.page.board import checked, definitions, ends, rows
from announce.page.markup import (
    Picture,
    document,
    messages_html,
    page_words,
    phrase_html,
    text_html,
    word,
)
from announce.page.view import Message
from announce.text.settings import Settings
from announce.words.moves import move_words, notation
from announce.words.phraser import Phraser
from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.library import Card
from study.tree import Node, NodePath, Tree

DEEPEST = 8
"""Variations in variations beyond this depth are told, not drawn."""

SYMBOLS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞"}
SYMBOLS |= {14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 146: "N"}
"""Numbers of PGN's glyphs as they are printed; others stand there in words."""


@lru_cache(maxsize=4)
def lines(tree: Tree, settings: Settings) -> str:
    """The whole game. It is the same wherever the reader stands, so it is drawn once."""
    return _comment(tree.root.text) + "".join(_line(tree.root, tree.start, (), settings, depth=0))


def address(path: NodePath) -> str:
    """A place as it stands in the page: "0.0.1"."""
    return ".".join(map(str, path))


def read_address(text: str) -> NodePath:
    """The place that :func:`address` wrote. Raises ValueError if the text names none."""
    parts = text.split(".") if text else []
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise ValueError("no place")
    return tuple(map(int, parts))


def _line(
    node: Node, position: Position, path: NodePath, settings: Settings, *, depth: int
) -> Iterator[str]:
    """The moves after ``node``: the main move, then its alternatives, then on. A move of Black has
    its number where the one before does not stand just before it."""
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
    line: Node, position: Position, path: NodePath, settings: Settings, *, depth: int
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


def _move(
    node: Node, position: Position, path: NodePath, settings: Settings, *, numbered: bool
) -> str:
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


@dataclass(frozen=True)
class StudyView:
    """The study for the page.

    ``number`` and ``tree`` are those of the open game, ``path`` is the place in it, ``tried`` are
    the moves from there that are in no line. ``position`` is the board. ``games`` are some of
    ``count`` games that were chosen; 0: all can be chosen from, however many there are.
    """

    settings: Settings
    position: Position
    number: int = 0
    tree: Tree | None = None
    path: NodePath = ()
    tried: tuple[chess.Move, ...] = ()
    games: tuple[Card, ...] = ()
    count: int = 0
    messages: tuple[Message, ...] = ()

    def at(self, path: NodePath) -> "StudyView":
        """The same at another place of the game. Raises ValueError if there is none."""
        if self.tree is None:
            raise ValueError("no game")
        try:
            position = self.tree.position(path)
        except IndexError as error:
            raise ValueError("no such place") from error
        return replace(self, path=path, tried=(), position=position)


def parts(view: StudyView) -> Mapping[str, str]:
    """All parts of the page by name, as HTML."""
    return {
        "board": _board(view),
        "game": _game(view),
        "moves": lines(view.tree, view.settings) if view.tree is not None else "",
        "cursor": address(view.path) if view.tree is not None else "",
        "number": str(view.number),
        "tried": _tried(view),
        "games": _games(view),
    }


def picture(view: StudyView, number: int) -> Picture:
    """The parts of the page of a view."""
    return Picture(number, view.settings, dict(parts(view)), view.messages)


def page(view: StudyView, known: int) -> str:
    """The whole page; ``known`` is the number under which it asks for what comes after."""
    drawn = {f"part_{name}": html for name, html in parts(view).items()}
    here = f'data-path="{drawn["part_cursor"]}"'
    drawn["part_moves"] = drawn["part_moves"].replace(here, f'{here} aria-current="true"')
    return document(
        "study",
        view.settings,
        page_words(view.settings),
        pieces=definitions(),
        messages_so_far=messages_html(view.messages, view.settings),
        last_message=view.messages[-1].number if view.messages else 0,
        known=known,
        **drawn,
    )


def _board(view: StudyView) -> str:
    last = view.position.moves[-1:]
    squares = {"last": frozenset(square for move in last if move for square in ends(move))}
    squares["check"] = checked(view.position)
    return rows(view.position.board.piece_map(), squares, view.settings)


def _game(view: StudyView) -> str:
    """Who played, and where."""
    tree = view.tree
    if tree is None:
        return word("no_game", view.settings)
    players = [tree.tag("White"), tree.tag("Black")]
    placed = dict.fromkeys((tree.tag("Event"), tree.tag("Site"), tree.tag("Date")))
    result = tree.tag("Result")
    names = " – ".join(player or "?" for player in players)
    told = [names, *filter(None, placed), *([result] if result not in ("", "*") else [])]
    return escape(", ".join(told))


def _tried(view: StudyView) -> str:
    """The moves that were tried, in short."""
    if view.tree is None or not view.tried:
        return ""
    position, shown = view.tree.position(view.path), []
    for move in view.tried:
        number = f"{position.number}{'.' if position.turn else '…'}"
        shown.append(f"{number} {notation(facts(position, move), view.settings)}")
        position = position.stand(move)
    return f"{word('tried', view.settings)}: {escape(' '.join(shown))}"


def _games(view: StudyView) -> str:
    """Some of the games, each to be opened."""
    if not view.games:
        return f"<p>{word('no_game', view.settings)}</p>"
    listed = "".join(_card(card, view) for card in view.games)
    count = Phraser(view.settings).count(view.count, "game")
    told = f"<p>{text_html(count, view.settings)}</p>" if view.count else ""
    return f'{told}<ol class="cards">{listed}</ol>'


def _card(card: Card, view: StudyView) -> str:
    names = f"{card.white or '?'} – {card.black or '?'}"
    more = [card.event, card.date.partition(".")[0].strip("?")]
    more.append(card.result if card.result != "*" else "")
    told = escape(", ".join([f"{card.number}. {names}", *filter(None, more)]))
    current = ' aria-current="true"' if card.number == view.number else ""
    return f'<li><button type="button" data-game="{card.number}"{current}>{told}</button></li>'
