# SPDX-License-Identifier: GPL-3.0-or-later
"""A view as HTML: the whole page once, and its parts again whenever they change.

A part is what stands inside the element whose id is its name. All text is escaped here; what the
browser does with it is in page.js, and no more than putting it there.
"""

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

import chess

from announce.hands import hand_words
from announce.lexicon import MOVES, Phrase, fields, lexicon
from announce.page.differences import Unread, read_differences
from announce.page.drawing import definitions, drawing
from announce.page.todo import Task
from announce.page.view import Displays, Message, View
from announce.scripts import language_tag, written
from announce.settings import Settings
from announce.utterance import Utterance
from announce.words.moves import move_words
from announce.words.phraser import Phraser
from clock.side import shown
from rules.boards import corrections
from rules.description import MoveFacts

FOLDER = Path(__file__).parent


def parts(view: View, turned: bool = False) -> dict[str, str]:
    """All parts of the page by name, as HTML."""
    return {
        "state": _state(view),
        "todo": _todo(view),
        "press": _word("press" if view.started else "start", view),
        "drawing": drawing(view, turned),
        "squares": _table(view),
        "moves": _moves(view),
    }


def page(view: View, clocks: Displays, known: int = 0, turned: bool = False) -> str:
    """The whole page; ``known`` is the number under which it asks for what comes after."""
    template = Template((FOLDER / "page.html").read_text(encoding="utf-8"))
    texts = lexicon(view.settings.language).table("page")
    words = {key: _word(key, view) for key, text in texts.items() if not fields(text)}
    colours = {"white": _colour(chess.WHITE, view), "black": _colour(chess.BLACK, view)}
    return template.substitute(
        words,
        language=language_tag(view.settings),
        **colours,
        white_player=_player(view.white),
        black_player=_player(view.black),
        pieces=definitions(),
        turn_to="?" if turned else "?turned=1",
        files=_options(lexicon(MOVES).own("moves.files")),
        ranks=_options(lexicon(MOVES).own("moves.ranks")),
        kinds=_options(_kinds(view)),
        example=escape(f"Eva vier: {words['empty']}"),
        messages_so_far="".join(f"<li>{message_html(one, view)}</li>" for one in view.messages),
        last_message=view.messages[-1].number if view.messages else 0,
        todo_number=view.todo_number,
        known=known,
        state_now=escape(json.dumps(clocks_json(clocks)), quote=True),
        white_clock=shown(clocks.white * 1_000_000),
        black_clock=shown(clocks.black * 1_000_000),
        **{f"part_{name}": html for name, html in parts(view, turned).items()},
    )


def message_html(message: Message, view: View) -> str:
    """What was told, as HTML."""
    return utterance_html(message.utterance, view.settings)


def clocks_json(clocks: Displays) -> dict[str, object]:
    """Both displays for page.js, in milliseconds."""
    running = "" if clocks.running is None else chess.COLOR_NAMES[clocks.running]
    return {
        "white": clocks.white,
        "black": clocks.black,
        "running": running,
        "waits": clocks.waits,
    }


def phrase_html(phrase: Phrase, settings: Settings) -> str:
    """A phrase; what is in another language than the page is marked, so that it is read right."""
    return "".join(
        escape(one.text)
        if one.language == settings.language
        else f'<span lang="{one.language}">{escape(one.text)}</span>'
        for one in phrase
    )


def utterance_html(utterance: Utterance, settings: Settings) -> str:
    """An utterance as it is printed."""
    return phrase_html(utterance.eye or utterance.segments, settings)


def comparison(text: str, view: View) -> str:
    """What to do on a board of which ``text`` tells where it differs."""
    settings, phraser = view.settings, Phraser(view.settings)
    stands = read_differences(text, view.placement, settings.language)
    if isinstance(stands, Unread):
        return f"<p>{escape(phraser.text('page.unread', text=stands.text))}</p>"
    steps = hand_words(corrections(stands, view.placement), settings)
    if not steps:
        return f"<p>{_word('agrees', view)}</p>"
    return _ordered(utterance_html(step, settings) for step in steps)


def _player(name: str) -> str:
    return f'<span class="player">{escape(name)}</span>' if name else ""


def _state(view: View) -> str:
    phraser = Phraser(view.settings)
    if view.result:
        return _text(phraser.result(view.result).spoken, view)
    if not view.started:
        return _word("not_begun", view)
    if view.paused:
        return _text(phraser.words.word("game.paused"), view)
    key = "to_move" if view.announced is None else "announced"
    mover = view.turn if view.announced is None else view.announced.colour
    return escape(phraser.text(f"page.{key}", colour=phraser.colour_name(mover)))


def _todo(view: View) -> str:
    if not view.todo.tasks:
        return f"<p>{_word('nothing_to_do', view)}</p>"
    following = next((task for task in view.todo.tasks if task.open), None)
    return "".join(_task(task, task is following, view) for task in view.todo.tasks)


def _task(task: Task, is_next: bool, view: View) -> str:
    back = f" ({_word('taken_back', view)})" if task.back else ""
    head = f"<h3>{_mover(task.move, view)}: {_move(task.move, view)}{back}</h3>"
    lines = []
    for number, step in enumerate(hand_words(task.steps, view.settings)):
        line = utterance_html(step, view.settings)
        if number < task.done:
            mark = f'<span class="mark">✓ <span class="hidden">{_word("is_done", view)}: </span>'
            lines.append(f'<li class="done">{mark}</span>{line}</li>')
        elif is_next and number == task.done:
            lines.append(f'<li class="next" aria-current="step">{line}</li>')
        else:
            lines.append(f"<li>{line}</li>")
    return f"{head}<ol>{''.join(lines)}</ol>"


def _table(view: View) -> str:
    """The rows of the board as a table, the eighth rank above."""
    table = lexicon(MOVES).own("moves")
    heads = "".join(f'<th scope="col" lang="{MOVES}">{file}</th>' for file in table["files"])
    rows = [f"<thead><tr><td></td>{heads}</tr></thead>"]
    for rank in reversed(range(8)):
        cells = "".join(_cell(chess.square(file, rank), view) for file in range(8))
        name = table["ranks"][rank]
        rows.append(f'<tr><th scope="row" lang="{MOVES}">{name}</th>{cells}</tr>')
    caption = f"<caption>{_word('as_table', view)}</caption>"
    return caption + "".join(rows)


def _cell(square: chess.Square, view: View) -> str:
    piece = view.placement.get(square)
    if piece is None:
        return f'<td class="empty">{_word("empty", view)}</td>'
    return f"<td>{_text(_piece(piece, view), view)}</td>"


def _piece(piece: chess.Piece, view: View) -> str:
    return Phraser(view.settings).coloured(piece).form("coloured")


def _kinds(view: View) -> list[str]:
    """What may stand on a square, in words that `read_differences` reads."""
    pieces = [
        chess.Piece(kind, colour)
        for colour in (chess.WHITE, chess.BLACK)
        for kind in reversed(chess.PIECE_TYPES)
    ]
    names = [written(_piece(piece, view), view.settings) for piece in pieces]
    return [Phraser(view.settings).text("page.empty"), *names]


def _moves(view: View) -> str:
    """The score: a line for each move number, the announced move at its end."""
    moves = [*view.moves, *([view.announced] if view.announced else [])]
    if not moves:
        return ""
    lines: dict[int, list[str]] = {}
    for move in moves:
        missing = ["…"] if move.number not in lines and not move.colour else []
        lines.setdefault(move.number, missing).append(_move(move, view))
    first = moves[0].number
    return _ordered((", ".join(line) for line in lines.values()), first)


def _move(move: MoveFacts, view: View) -> str:
    return phrase_html(move_words(move, view.settings), view.settings)


def _mover(move: MoveFacts, view: View) -> str:
    return escape(_colour(move.colour, view))


def _colour(colour: chess.Color, view: View) -> str:
    return written(Phraser(view.settings).colour_name(colour), view.settings)


def _word(key: str, view: View) -> str:
    """A word of the page itself, as HTML."""
    return escape(Phraser(view.settings).text(f"page.{key}"))


def _text(text: str, view: View) -> str:
    return escape(written(text, view.settings))


def _ordered(lines: Iterable[str], first: int = 1) -> str:
    start = "" if first == 1 else f' start="{first}"'
    return f"<ol{start}>{''.join(f'<li>{line}</li>' for line in lines)}</ol>"


def _options(names: Iterable[str]) -> str:
    return "".join(f"<option>{escape(name)}</option>" for name in names)
