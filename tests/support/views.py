# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page as it is after some moves."""

from dataclasses import replace
from typing import Any

from games import played

from announce.page.view import Todo, View
from announce.text.settings import Settings
from clock.clock import Clock
from clock.control import TimeControl
from rules.moves import facts


def view_after(*sans: str, announced: str = "", **fields: Any) -> View:
    """A table after some moves, with perhaps one more announced."""
    position, made = played(*sans)
    move = position.board.parse_san(announced) if announced else None
    spoken = facts(position, move) if move else None
    shown = position.play(move) if move else position
    todo = Todo().followed((), (*made, spoken) if spoken else made)
    view = View(
        settings=Settings(),
        white="",
        black="",
        position=shown,
        turn=position.turn,
        moves=made,
        announced=spoken,
        todo=todo,
        todo_number=1,
        clock=Clock.new(TimeControl.parse("5")).start(0),
        at=0,
        started=True,
        paused=False,
        result="",
    )
    return replace(view, **fields)
