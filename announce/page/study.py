# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of who studies: the board, the game with its variations, the games to choose from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

import chess

from announce.page.board import Marks, checked, ends, rows
from announce.page.document import document, page_words
from announce.page.lines import address, lines
from announce.page.markup import text_html, word
from announce.page.pieces import definitions
from announce.page.stream import Picture, messages_html
from announce.page.view import Message
from announce.text.settings import Settings
from announce.words.moves import notation
from announce.words.phraser import Phraser
from rules.moves import facts
from rules.position import Position
from study.events import Card
from study.tree import Path, Tree


@dataclass(frozen=True)
class StudyView:
    """A desk for the page.

    ``number`` and ``tree`` are those of the open game, ``path`` is the place in it, ``tried`` are
    the moves from there that are in no line. ``position`` is the board. ``games`` are some of
    ``count`` games that were chosen; 0: all can be chosen from, however many there are.
    """

    settings: Settings
    position: Position
    number: int = 0
    tree: Tree | None = None
    path: Path = ()
    tried: tuple[chess.Move, ...] = ()
    games: tuple[Card, ...] = ()
    count: int = 0
    messages: tuple[Message, ...] = ()

    def at(self, path: Path) -> "StudyView":
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
    """Draw a view."""
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
    return rows(view.position.board.piece_map(), Marks(squares), view.settings)


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
