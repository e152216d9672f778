# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's page shows at one moment, as one immutable value."""

from dataclasses import dataclass

import chess

from announce.page.todo import Todo
from announce.settings import Settings
from announce.utterance import Utterance
from clock.clock import Clock
from rules.boards import Placement
from rules.description import MoveFacts


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was told, numbered from 1; ``urgent`` is not to wait for the screen reader."""

    number: int
    utterance: Utterance
    urgent: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table for the assistant.

    ``placement`` is the board as it shall stand, the ``announced`` move made on it; ``turn`` has
    the move on it. ``moves`` are the completed ones. ``at`` is the moment, in nanoseconds of the
    game. ``todo_number`` changes with ``todo``: a mark for another one is out of date.
    ``result`` is as in PGN, or empty.
    """

    settings: Settings
    white: str
    black: str
    placement: Placement
    turn: chess.Color
    moves: tuple[MoveFacts, ...]
    announced: MoveFacts | None
    todo: Todo
    todo_number: int
    clock: Clock
    at: int
    started: bool
    paused: bool
    result: str
    messages: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Displays:
    """Both clocks in milliseconds; ``waits`` is what is left of a delay before the running one
    (None: both stand still) counts down."""

    white: int
    black: int
    running: chess.Color | None
    waits: int


def displays(view: View, later: int) -> Displays:
    """The clocks ``later`` nanoseconds after the view was taken."""
    clock, now = view.clock, view.at + later
    running = None if view.result else clock.running
    waits = 0 if running is None else clock.delay_left(running, now)
    return Displays(
        clock.remaining(chess.WHITE, now) // 1_000_000,
        clock.remaining(chess.BLACK, now) // 1_000_000,
        running,
        -(-waits // 1_000_000),
    )
