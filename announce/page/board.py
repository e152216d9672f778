# SPDX-License-Identifier: GPL-3.0-or-later
"""The board: a grid of squares that is seen, heard and played on.

Each square tells its name and what stands on it, and every mark in words too; on the page a mark
is a shape of its own, never only a colour. White is below; the style sheet turns it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from types import MappingProxyType

import chess
import chess.svg

from announce.lexicon import MOVES, lexicon
from announce.page.markup import phrase_html, text_html, utterance_html, word
from announce.page.view import AssistantTask, View
from announce.text.settings import Settings, second_scripts, written
from announce.text.utterance import Utterance
from announce.words.moves import move_words, square_words
from announce.words.phraser import Phraser
from rules.boards import BoardStep, Placement, corrections
from rules.position import Position

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


def used_at(piece: chess.Piece, x: int, y: int) -> str:
    """The piece on a board that is one drawing, in units of a drawing of `SIZE`."""
    return f'<use href="#{name(piece)}" x="{x}" y="{y}"/>'


@lru_cache(maxsize=512)
def little(placement: str, last: tuple[chess.Square, ...] = ()) -> str:
    """A little board for the eye, with the squares of the ``last`` move; its words stand
    elsewhere."""
    squares = chess.BaseBoard(placement).piece_map()
    drawn = "".join(
        f'<rect class="moved" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}"/>'
        for x, y in map(_corner, last)
    )
    drawn += "".join(used_at(piece, *_corner(square)) for square, piece in squares.items())
    return f'<svg class="small" viewBox="0 0 360 360" aria-hidden="true">{drawn}</svg>'


def _corner(square: chess.Square) -> tuple[int, int]:
    return chess.square_file(square) * SIZE, (7 - chess.square_rank(square)) * SIZE


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


MARKS = ("last", "announced", "check", "touched", "lift", "put")
"""Classes of a square, and with ``mark_`` before them the keys of their words."""

SIGNS = {
    "check": '<span class="corner alarm" aria-hidden="true">!</span>',
    "touched": f'<svg class="corner hand" viewBox="0 0 24 24" aria-hidden="true">{HAND}</svg>',
}
"""Drawings in a corner of a square for some marks; the others are frames."""


Marks = Mapping[str, frozenset[chess.Square]]
"""The squares that are marked, by the kind of their mark."""


def board(view: View) -> str:
    """The rows of the board as it shall stand."""
    targets: dict[chess.Square, list[str]] = {}
    if view.advice and not view.result:
        for move in view.position.legal_moves:
            names = targets.setdefault(move.from_square, [])
            if chess.square_name(move.to_square) not in names:  # four promotions, one square
                names.append(chess.square_name(move.to_square))
    return rows(view.placement, _marks(view), view.settings, targets)


def earlier_board(view: View, ply: int) -> str:
    """The rows of the board after the first ``ply`` moves; raises ``ValueError`` for no such."""
    position = view.position.back_to(ply)
    last = position.moves[-1:]
    squares = {"last": frozenset(square for move in last for square in ends(move))}
    if view.advice:
        squares["check"] = checked(position)
    return rows(position.board.piece_map(), squares, view.settings)


def _marks(view: View) -> Marks:
    following = view.todo.following
    squares = {
        "announced" if view.announced else "last": frozenset(view.last_squares),
        "touched": frozenset(view.touched),
        "lift": frozenset() if following is None else _only(following.from_square),
        "put": frozenset() if following is None else _only(following.to_square),
    }
    if view.advice and not view.result:
        squares["check"] = checked(view.position)
    return squares


def ends(move: chess.Move) -> tuple[chess.Square, chess.Square]:
    """The two squares of a move."""
    return move.from_square, move.to_square


def _only(square: chess.Square | None) -> frozenset[chess.Square]:
    return frozenset() if square is None else frozenset((square,))


def checked(position: Position) -> frozenset[chess.Square]:
    """The square of the king that is in check, if one is."""
    king = position.board.king(position.turn)
    return _only(king) if position.board.is_check() else frozenset()


def rows(
    placement: Placement,
    marks: Marks,
    settings: Settings,
    targets: Mapping[chess.Square, Sequence[str]] = MappingProxyType({}),
) -> str:
    """The rows of any board, with its marks and where each piece may go."""
    drawn = ""
    for rank in reversed(range(8)):
        cells = ""
        for square in chess.SquareSet(chess.BB_RANKS[rank]):
            shown = [name for name in MARKS if square in marks.get(name, ())]
            goes = targets.get(square, ())
            cells += _cell(square, placement.get(square), shown, goes, settings)
        drawn += f'<div role="row" class="rank">{cells}</div>'
    return drawn


def _cell(
    square: chess.Square,
    piece: chess.Piece | None,
    shown: Sequence[str],
    targets: Sequence[str],
    settings: Settings,
) -> str:
    name = chess.square_name(square)
    light = chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES
    classes = " ".join(["light" if light else "dark", *shown])
    data = f' data-piece="{piece.symbol()}"' if piece else ""
    if targets:
        data += f' data-targets="{" ".join(targets)}"'
    told = [_stands(piece, settings), *(word(f"mark_{mark}", settings) for mark in shown)]
    label = f"{phrase_html(square_words(square, settings), settings)}: {', '.join(told)}"
    drawn = (used(piece) if piece else "") + "".join(SIGNS.get(mark, "") for mark in shown)
    return (
        f'<div role="gridcell" tabindex="-1" class="{classes}" data-square="{name}"{data}>{drawn}'
        f'{_coordinates(square)}<span class="hidden">{label}</span></div>'
    )


def _stands(piece: chess.Piece | None, settings: Settings) -> str:
    if piece is None:
        return word("empty", settings)
    return escape(written(Phraser(settings).coloured(piece)["coloured"], settings))


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


# --- The work of the assistant's hands ------------------------------------------------------------
#
# Each step tells its squares in data attributes too, for the arrow that the page draws. What stands
# differently is typed, one square a line (or after a comma): "e4 leer", "Eva vier: schwarzer
# Bauer", "e4 n" with the letters of FEN. Pieces may be named in the page's language or in German.


def todo(view: View) -> str:
    """The list of what is to be done, the next step marked; for those who mark nothing only that
    of the last move."""
    tasks = view.todo.tasks if view.todo.marks else view.todo.tasks[-1:]
    if not tasks:
        return f"<p>{word('nothing_to_do', view.settings)}</p>"
    now = view.todo.next_task
    return "".join(_task(task, task is now, view) for task in tasks)


def next_step(view: View) -> Utterance | None:
    """The words of the next step; None if nothing is left to do."""
    step = view.todo.following
    return None if step is None else Phraser(view.settings).step(step)


def comparison(text: str, view: View) -> str:
    """The steps that make the boards agree, by ``text``, which tells where they differ: a list, or
    a paragraph where there is nothing to do; ``data-agrees`` marks that both boards agree."""
    settings = view.settings
    stands = read_differences(text, view.placement, settings.language)
    if isinstance(stands, str):
        return f"<p>{word('unread', settings, text=stands)}</p>"
    steps = corrections(stands, view.placement)
    if not steps:
        return f"<p data-agrees>{word('agrees', settings)}</p>"
    return f"<ol>{''.join(_lines(steps, view, is_next=True))}</ol>"


def _task(task: AssistantTask, is_next: bool, view: View) -> str:
    settings = view.settings
    back = f" ({word('taken_back', settings)})" if task.back else ""
    mover = text_html(Phraser(settings).colour_name(task.move.colour), settings)
    move = phrase_html(move_words(task.move, settings), settings)
    done = f'<span class="mark">✓ <span class="hidden">{word("is_done", settings)}: </span></span>'
    lines = _lines(task.steps, view, task.done, is_next=is_next, tick=done)
    return f"<h3>{mover}: {move}{back}</h3><ol>{''.join(lines)}</ol>"


def _lines(
    steps: tuple[BoardStep, ...],
    view: View,
    done: int = 0,
    *,
    is_next: bool = False,
    tick: str = "",
) -> Iterable[str]:
    """A line for each step; the first ``done`` are ticked, the following one may be the next."""
    phraser = Phraser(view.settings)
    for number, step in enumerate(steps):
        line, squares = utterance_html(phraser.step(step), view.settings), _ends(step)
        if number < done:
            yield f'<li class="done">{tick}{line}</li>'
        elif is_next and number == done:
            yield f'<li class="next" aria-current="step"{squares}>{line}</li>'
        else:
            yield f"<li{squares}>{line}</li>"


def _ends(step: BoardStep) -> str:
    """The ends of the step: " data-from="e2" data-to="e4" data-kind="P""."""
    ends = (("from", step.from_square), ("to", step.to_square))
    named = [(f"data-{name}", chess.square_name(one)) for name, one in ends if one is not None]
    told = [*named, ("data-kind", step.piece.symbol())]
    return "".join(f' {name}="{value}"' for name, value in told)


_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def read_differences(text: str, should: Placement, language: str) -> Placement | str:
    """The board as it stands: ``should`` but for what ``text`` tells of single squares; or the
    first line of it that names no square, or nothing that may stand there."""
    stands = dict(should)
    for line in re.split(r"[,;\n]", text):
        if not line.strip():
            continue
        found = _read(line, language)
        if found is None:
            return line.strip()
        square, piece = found
        if piece is None:
            stands.pop(square, None)
        else:
            stands[square] = piece
    return stands


def _read(line: str, language: str) -> tuple[chess.Square, chess.Piece | None] | None:
    words = line.replace(":", " ").split()
    for count in (1, 2):  # "e4", "Eva vier"
        square = _squares().get(_key(" ".join(words[:count])))
        rest = " ".join(words[count:])
        if square is None or not rest:
            continue
        if rest in LETTERS:
            return square, LETTERS[rest]
        if _key(rest) in _names(language):
            return square, _names(language)[_key(rest)]
    return None


LETTERS = {symbol: chess.Piece.from_symbol(symbol) for symbol in "KQRBNPkqrbnp"}
"""FEN's: capital letters are White's."""


def _key(words: str) -> str:
    return words.casefold().translate(_SPELLED)


@cache
def _squares() -> dict[str, chess.Square]:
    table = lexicon(MOVES).own("moves")
    ranks = [(word, rank) for rank, word in enumerate(table["ranks"])]
    ranks += [(str(rank + 1), rank) for rank in range(8)] + [(table["zwo"], 1)]
    squares = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
    for file, name in enumerate(table["files"]):
        squares |= {_key(f"{name} {word}"): chess.square(file, rank) for word, rank in ranks}
    return squares


@cache
def _names(language: str) -> dict[str, chess.Piece | None]:
    """The pieces that may stand on a square, by their words; None for an empty one."""
    known = [Settings(MOVES), Settings(language)]
    if language in second_scripts().values():
        known.append(Settings(language, second_script=True))
    return {name: piece for settings in known for name, piece in _named(settings)}


def _named(settings: Settings) -> Iterator[tuple[str, chess.Piece | None]]:
    phraser = Phraser(settings)
    yield "-", None
    yield _key(phraser.text("page.empty")), None
    for kind in chess.PIECE_TYPES:
        for colour in chess.COLORS:
            noun = phraser.piece(kind, colour)
            for form in ("coloured", "coloured_acc"):
                yield _key(written(noun[form], settings)), chess.Piece(kind, colour)
