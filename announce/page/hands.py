# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's hands have to do, and what puts a wrong board right, as HTML.

Each step tells its squares in data attributes too, for the arrow that the page draws.
"""

from collections.abc import Iterable

import chess

from announce.page.differences import Unread, read_differences
from announce.page.markup import phrase_html, text_html, utterance_html, word
from announce.page.todo import Task
from announce.page.view import View
from announce.text.utterance import Utterance
from announce.words.moves import move_words
from announce.words.phraser import Phraser
from rules.boards import Step, corrections


def todo(view: View) -> str:
    """The list of what is to be done, the next step marked."""
    if not view.todo.tasks:
        return f"<p>{word('nothing_to_do', view.settings)}</p>"
    now = view.todo.next_task
    return "".join(_task(task, task is now, view) for task in view.todo.tasks)


def next_step(view: View) -> Utterance | None:
    """The words of the next step; None if nothing is left to do."""
    step = view.todo.following
    return None if step is None else Phraser(view.settings).step(step)


def comparison(text: str, view: View) -> str:
    """What to do on a board of which ``text`` tells where it differs: a list, or a paragraph where
    there is nothing to do; ``data-agrees`` marks that both boards agree."""
    settings = view.settings
    stands = read_differences(text, view.placement, settings.language)
    if isinstance(stands, Unread):
        return f"<p>{word('unread', settings, text=stands.text)}</p>"
    steps = corrections(stands, view.placement)
    if not steps:
        return f"<p data-agrees>{word('agrees', settings)}</p>"
    return f"<ol>{''.join(_lines(steps, view, is_next=True))}</ol>"


def _task(task: Task, is_next: bool, view: View) -> str:
    settings = view.settings
    back = f" ({word('taken_back', settings)})" if task.back else ""
    mover = text_html(Phraser(settings).colour_name(task.move.colour), settings)
    move = phrase_html(move_words(task.move, settings), settings)
    done = f'<span class="mark">✓ <span class="hidden">{word("is_done", settings)}: </span></span>'
    lines = _lines(task.steps, view, task.done, is_next=is_next, tick=done)
    return f"<h3>{mover}: {move}{back}</h3><ol>{''.join(lines)}</ol>"


def _lines(
    steps: tuple[Step, ...], view: View, done: int = 0, *, is_next: bool = False, tick: str = ""
) -> Iterable[str]:
    """A line for each step; the first ``done`` are ticked, the following one may be the next."""
    phraser = Phraser(view.settings)
    for number, step in enumerate(steps):
        line, squares = utterance_html(phraser.step(step), view.settings), _squares(step)
        if number < done:
            yield f'<li class="done">{tick}{line}</li>'
        elif is_next and number == done:
            yield f'<li class="next" aria-current="step"{squares}>{line}</li>'
        else:
            yield f"<li{squares}>{line}</li>"


def _squares(step: Step) -> str:
    """The ends of the step: " data-from="e2" data-to="e4" data-kind="P""."""
    ends = (("from", step.from_square), ("to", step.to_square))
    named = [(f"data-{name}", chess.square_name(one)) for name, one in ends if one is not None]
    told = [*named, ("data-kind", step.piece.symbol())]
    return "".join(f' {name}="{value}"' for name, value in told)
