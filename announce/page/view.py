# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's page shows at one moment, as one immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import chess

from announce.page.todo import Todo
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from clock.clock import Clock
from rules.description import MoveFacts
from rules.position import Position


class Trust(StrEnum):
    """Whether what the arbiter enters on the page is believed."""

    NOW = "now"
    AFTER_PIN = "after_pin"


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was told, numbered from 1; ``urgent`` is not to wait for the screen reader."""

    number: int
    utterance: Utterance
    urgent: bool


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device that shows the page too: its number, its part and its address."""

    number: int
    part: str
    place: str


@dataclass(frozen=True)
class View:
    """The table for the assistant.

    ``position`` is the board as it shall stand, the ``announced`` move made on it; ``turn`` has
    the move at the table. ``moves`` are the completed ones. ``at`` is the moment, in nanoseconds of
    the game. ``todo_number`` changes with ``todo``: a mark for another one is out of date.
    ``result`` is as in PGN, or empty.

    ``touched`` are the squares whose touch counts (4.3). ``offers`` are those whose draw offer is
    open, ``claims`` has a claim to be confirmed. ``advice``: who sees the page may be told what the
    board alone does not tell, as check and legal moves (11.3.1). ``asks``: an order, or what an
    arbiter has to confirm, waits for a yes. ``devices`` show the page beside this computer.
    ``illegal``: a move was announced that the Laws do not allow, and waits for the clock (7.5.1).
    """

    settings: Settings
    white: str
    black: str
    position: Position
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
    touched: tuple[chess.Square, ...] = ()
    offers: tuple[chess.Color, ...] = ()
    claims: chess.Color | None = None
    advice: bool = False
    arbiter: Trust = Trust.NOW
    asks: bool = False
    devices: tuple[DeviceLine, ...] = ()
    illegal: bool = False

    @cached_property
    def placement(self) -> Mapping[chess.Square, chess.Piece]:
        """What stands where on the board as it shall stand."""
        return self.position.board.piece_map()

    @property
    def last_squares(self) -> tuple[chess.Square, ...]:
        """From where to where the last move went, the announced one if there is one."""
        last = self.announced or (self.moves[-1] if self.moves else None)
        return () if last is None else (last.from_square, last.to_square)


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
