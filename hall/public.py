# SPDX-License-Identifier: GPL-3.0-or-later
"""A round as a page for the public: every table with its board, its moves, its clocks as they were
after the last move, and its result. Pure.

It is made of the texts of the public's PGN (``hall.broadcast``) and of nothing else, so it cannot
tell what those do not. It is a folder of files, which any web server can publish: whoever sees it
reaches no program of the hall.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape

import chess
import chess.pgn

from announce.page.board import definitions, little
from announce.page.markup import document, page_words, text_html, utterance_html, word
from announce.text.settings import Settings, notation_letters
from announce.words.phraser import Phraser
from clock.clock import SECOND, shown
from hall.rounds.facts import OPEN
from rules.moves import facts
from rules.notation import write
from rules.position import Position

FILES = ("base.css", "board.css", "public.css", "public.js", "morph.js", "icon.svg")
"""What the page asks for beside itself and the PGN."""


def page(texts: Sequence[str], minutes: int, moves: int, settings: Settings) -> str:
    """The whole page of a round, which is ``minutes`` and ``moves`` late."""
    drawn = [_table(one, settings) for one in texts]
    first = _read(texts[0]) if texts else chess.pgn.Game()
    over = sum(one != OPEN for _, one in drawn)
    title = _title(first, settings)
    words = page_words(settings)
    return document(
        "public",
        settings,
        {**words, "public_title": f"{title}, Hektor"},
        head=title,
        about="".join(f"<p>{one}</p>" for one in _about(first, minutes, moves, settings)),
        over_now=word("public_over", settings, number=str(over), all=str(len(drawn))),
        pieces=definitions(),
        tables="\n".join(html for html, _ in drawn),
    )


def _title(game: chess.pgn.Game, settings: Settings) -> str:
    event = _tag(game, "Event")
    told = [event] if event != "?" else []
    told.append(f"{Phraser(settings).text('page.hall_round')} {_tag(game, 'Round')}")
    return escape(", ".join(told))


def _about(game: chess.pgn.Game, minutes: int, moves: int, settings: Settings) -> Iterator[str]:
    """Where and when it is played, and how late this page is."""
    placed = (_tag(game, "Site"), _tag(game, "Date").replace(".", "-"))
    if told := [escape(one) for one in placed if "?" not in one]:
        yield ", ".join(told)
    phraser = Phraser(settings)
    late = [
        phraser.count(number, unit) for number, unit in ((minutes, "minute"), (moves, "move"))
        if number
    ]  # fmt: skip
    if late:
        yield word("public_late", settings, late=", ".join(late))


# --- A table --------------------------------------------------------------------------------------


def _read(text: str) -> chess.pgn.Game:
    return chess.pgn.read_game(io.StringIO(text)) or chess.pgn.Game()


def _tag(game: chess.pgn.Game, name: str) -> str:
    """A tag as it was before PGN's backslashes; "?" where there is none."""
    return re.sub(r"\\(.)", r"\1", game.headers.get(name, "?"))


@lru_cache(maxsize=2048)
def _table(text: str, settings: Settings) -> tuple[str, str]:
    """A table as HTML, and its result."""
    game = _read(text)
    board, number, result = game.end().board(), escape(_tag(game, "Board")), _tag(game, "Result")
    lines, names = _moves(game, settings), (_tag(game, "White"), _tag(game, "Black"))
    table, over = word("hall_table", settings), result != OPEN
    white, black = map(escape, names)
    moves = "".join(f"<li>{escape(one)}</li>" for one in lines)
    head = (  # in one piece for the ear
        f'<span class="hidden told">{table} {number}: {white} '
        f"{word('public_against', settings)} {black}</span>"
        f'<span class="number" aria-hidden="true">{number}</span>'
        f'<span class="name white" aria-hidden="true">{white}</span>'
        f'<span class="name black" aria-hidden="true">{black}</span>'
    )
    more = (
        f"<summary>{word('public_details', settings)}"
        f'<span class="hidden">, {table} {number}</span></summary>'
        f'<ol class="moves">{moves}</ol>{_men(board, settings)}'
    )
    html = (
        f'<article id="table-{number}" class="{"over" if over else "open"}"'
        f' aria-labelledby="head-{number}" data-result="{escape(result)}"><div class="game">'
        f'<h2 id="head-{number}">{head}</h2>{little(board.board_fen(), _ends(game))}'
        f'<p class="stands">{_stands(lines, board, result, settings)}</p>'
        f'<p class="clocks">{_clocks(game, settings)}</p>'
        f"<details>{more}</details></div></article>"
    )
    return html, result


def _ends(game: chess.pgn.Game) -> tuple[chess.Square, ...]:
    """The squares of the last move."""
    node = game.end()
    if node.parent is None or node.move is None:
        return ()
    made = facts(_position(node.parent.board()), node.move)
    return made.from_square, made.to_square


def _position(board: chess.Board) -> Position:
    return Position.from_fen(board.fen(), board.chess960)


def _moves(game: chess.pgn.Game, settings: Settings) -> list[str]:
    """The moves in the letters of the page's language, one line for those of both."""
    lines: list[str] = []
    language = "sr-Latn" if settings.language == "sr" else settings.language
    here = _position(game.board())
    for node in game.mainline():
        if here.turn == chess.WHITE or not lines:
            lines.append(f"{here.number}{'.' if here.turn == chess.WHITE else '…'}")
        lines[-1] += f" {write(here, node.move, language)}"
        here = here.stand(node.move)
    return lines


def _stands(
    lines: Sequence[str], board: chess.Board, result: str, settings: Settings
) -> str:  # fmt: skip
    """How the game stands: the last move, and who has the next, or what came of it."""
    phraser = Phraser(settings)
    last = f"{escape(lines[-1])}. " if lines else ""
    if result != OPEN:
        told = utterance_html(phraser.result(result), settings)
        return f'<span class="last">{last}</span><b>{escape(result)}</b> {told}'
    if not lines:
        return word("not_begun", settings)
    turn = phraser.colour_name(board.turn)
    return f'<span class="last">{last}</span>{word("to_move", settings, colour=turn)}'


def _clocks(game: chess.pgn.Game, settings: Settings) -> str:
    """What each player's clock showed after their last move."""
    left = dict[chess.Color, float]()
    for node in game.mainline():
        clock = node.clock()
        if clock is not None:
            left[not node.turn()] = clock
    if not left:
        return ""
    told = ", ".join(
        f"{_colour(colour, settings)}&nbsp;{shown(int(left[colour]) * SECOND)}"
        for colour in (chess.WHITE, chess.BLACK)
        if colour in left
    )
    return f'<span class="hidden">{word("public_clocks", settings)}: </span>{told}'


def _colour(colour: chess.Color, settings: Settings) -> str:
    return text_html(Phraser(settings).colour_name(colour), settings)


_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def _men(board: chess.Board, settings: Settings) -> str:
    """The position in writing: "Weiß: Kg1, Dd1, a2, b2"."""
    return "".join(
        f"<p>{_colour(colour, settings)}: {', '.join(_squares(board, colour, settings))}</p>"
        for colour in (chess.WHITE, chess.BLACK)
    )


def _squares(board: chess.Board, colour: chess.Color, settings: Settings) -> Iterable[str]:
    letters = notation_letters(settings)
    for kind in _ORDER:
        letter = "" if kind == chess.PAWN else letters[chess.piece_name(kind)]
        for square in sorted(board.pieces(kind, colour)):
            yield f"{letter}{chess.square_name(square)}"
