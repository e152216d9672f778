# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of the assistant's hands, and how to put a wrong board right, as HTML.

Each step tells its squares in data attributes too, for the arrow that the page draws. What stands
differently is typed, one square a line (or after a comma): "e4 leer", "Eva vier: schwarzer Bauer",
"e4 n" with the letters of FEN. Pieces may be named in the page's language or in German.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

import chess

from announce.lexicon import MOVES, lexicon
from announce.page.markup import phrase_html, text_html, utterance_html, word
from announce.page.view import AssistantTask, View
from announce.text.settings import Settings, second_scripts, written
from announce.text.utterance import Utterance
from announce.words.moves import move_words
from announce.words.phraser import Phraser
from rules.boards import BoardStep, Placement, corrections


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
