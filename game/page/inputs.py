# SPDX-License-Identifier: GPL-3.0-or-later
"""The inputs that the page sends: lines as they would be typed, and ticks of steps.

So the page can do nothing that who types could not do, and the table decides on each by the same
rights (``table.core.rights``).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import chess

from announce.lexicon import MOVES, lexicon, plain
from announce.page.forms import Forms
from announce.page.view import View
from announce.text.settings import Settings
from announce.words.moves import square_words
from game.base.inbox import StepsDone, TypedLine
from game.page.content import BadInput
from ground.text import one_line
from table.events.game import Role
from table.reception import LONGEST_LINE
from voice.language.composing import choices, compose, slots
from voice.language.orders import OrderName

UNASKED = ("hours", "wins")
"""Slots without a field: minutes may be more than sixty, and a result has one of its own."""

PLAYERS = {chess.WHITE: Role.WHITE, chess.BLACK: Role.BLACK}


def read_input(name: str, given: Any, view: View, at: int) -> TypedLine | StepsDone:
    """The input ``name`` with its data ``given`` on the page that shows ``view``.

    ``at`` is when it arrived, by the clock of the inbox. Raises BadInput for anything else.
    """
    match name, given:
        case "press", {}:
            return TypedLine("", at, Role.ASSISTANT)
        case "done", {"todo": int(number), "all": bool(every)}:
            return StepsDone(number, every)
        case "say", {"who": str(who), "text": str(text)} if len(text) <= LONGEST_LINE:
            if not one_line(text):
                raise BadInput("an empty line")
            return TypedLine(one_line(text), at, _role(who))
        case "move", {"from": int(start), "to": int(end), "promotion": str(kind)}:
            return _move(_square(start), _square(end), kind, view, at)
        case "touch", {"square": int(square)}:  # of the player on the move (4.3)
            return TypedLine(touched(_square(square), view), at, Role.ASSISTANT)
        case "ask", {"square": int(square)}:
            return TypedLine(f"Feld {_words(_square(square))}", at, Role.ASSISTANT)
        case "order", {"name": str(order), "values": dict(values)}:
            return TypedLine(ordered(order, values, view.settings.language), at, Role.ARBITER)
    raise BadInput(name)


def touched(square: chess.Square, view: View) -> str:
    """The words that report a touched piece: "berührt Springer Gustav eins" (4.3)."""
    piece = view.placement.get(square)
    if piece is None:
        return f"berührt {_words(square)}"
    name = lexicon(MOVES).word(f"moves.pieces.{chess.piece_name(piece.piece_type)}")
    return f"berührt {name} {_words(square)}"


def ordered(name: str, values: Mapping[str, Any], language: str) -> str:
    """The line of an order of the arbiter. Raises BadInput if it lacks something."""
    if name not in set(OrderName):
        raise BadInput("no such order")
    told: dict[str, Sequence[str]] = {}
    for slot, value in values.items():
        if not isinstance(value, str) or len(value) > LONGEST_LINE:
            raise BadInput("no value")
        if value.strip():
            parts = value.replace(".", " ") if slot == "article" else one_line(value)
            told[slot] = parts.split() if slot == "article" else [parts]
    line = compose(OrderName(name), told, language)
    if line is None or len(line) > LONGEST_LINE:
        raise BadInput("not complete")
    return line


@cache
def order_forms(language: str) -> Forms:
    """All orders with their fields, in the words of ``language``."""
    fields = {
        name.value: tuple(slot for slot in slots(name, language) if slot not in UNASKED)
        for name in OrderName
    }
    used = {slot for slots_ in fields.values() for slot in slots_}
    return Forms(fields, {slot: known for slot in used if (known := choices(slot, language))})


def _move(start: chess.Square, end: chess.Square, kind: str, view: View, at: int) -> TypedLine:
    """A move on the board is announced for the player whose piece it is."""
    if kind not in ("", *"qrbn") or start == end:
        raise BadInput("no move")
    piece = view.placement.get(start)
    colour = view.turn if piece is None else piece.color
    text = f"{chess.square_name(start)}{chess.square_name(end)}{kind}"
    return TypedLine(text, at, PLAYERS[colour])


def _words(square: chess.Square) -> str:
    return plain(square_words(square, Settings()))


def _square(number: int) -> chess.Square:
    if number not in chess.SQUARES:
        raise BadInput("no square")
    return number


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise BadInput("nobody at the table") from None
