# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant does on the page, read from JSON into items of the loop's queue."""

from typing import Any

import chess

from announce.lexicon import MOVES, lexicon
from announce.page.view import View
from announce.settings import Settings
from announce.words.moves import square_words
from announce.words.numbers import one_line
from game.lines import Line, Written
from game.page.assistant import StepsDone
from table.events.game import Role

PageItem = Written | StepsDone

LONGEST = 200
"""Letters of the longest line."""


class BadInput(Exception):
    """Not what the page sends."""


def read_input(name: str, given: Any, view: View, at: int) -> PageItem:
    """The input ``name`` with its data ``given`` on the page that shows ``view``.

    ``at`` is when it arrived, by the clock of the loop. BadInput for anything else.
    """
    match name, given:
        case "press", {}:
            return Written(Line("", Role.ASSISTANT), at)
        case "done", {"todo": int(number), "all": bool(every)}:
            return StepsDone(number, every)
        case "say", {"who": str(who), "text": str(text)} if len(text) <= LONGEST:
            if not one_line(text):
                raise BadInput("an empty line")
            return Written(Line(one_line(text), _role(who)), at)
        case "touch", {"square": int(square)}:  # by the player on the move: else it is none (4.3)
            if square not in chess.SQUARES:
                raise BadInput("no square")
            return Written(Line(touched(square, view), Role.ASSISTANT), at)
    raise BadInput(name)


def touched(square: chess.Square, view: View) -> str:
    """The words that report a touched piece: "berührt Springer Gustav eins" (4.3)."""
    where = "".join(segment.text for segment in square_words(square, Settings()))
    piece = view.placement.get(square)
    if piece is None:
        return f"berührt {where}"
    name = lexicon(MOVES).word(f"moves.pieces.{chess.piece_name(piece.piece_type)}")
    return f"berührt {name} {where}"


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise BadInput("nobody at the table") from None
