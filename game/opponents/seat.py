# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a program: it has one colour, and the loop never waits for it.

Its move comes to the loop as an item like any other and is put at the table as if its player had
said it and pressed the clock.
"""

from dataclasses import dataclass
from typing import Protocol

import chess

from game.listener import DeviceReport
from rules.position import Position
from table.conditions import SECOND
from table.events.game import Role
from table.state import State
from table.step import ROLE_OF


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in which the opponent is to move, and the clock: nanoseconds left and added.

    ``moves_to_control`` is None where no time control is to come.
    """

    position: Position
    white: int
    black: int
    white_increment: int
    black_increment: int
    moves_to_control: int | None


@dataclass(frozen=True, slots=True)
class OpponentMoved:
    """The answer to a turn, and when it came, in nanoseconds of the monotonic clock."""

    turn: Turn
    move: chess.Move
    at: int


Told = OpponentMoved | DeviceReport


class Opponent(Protocol):
    """Whoever answers turns."""

    def ask(self, turn: Turn) -> None:
        """Think about a turn; returns at once. A later one replaces an earlier one."""

    def close(self) -> None:
        """Think no more."""


class Seat:
    """The opponent's side of the board: asks for a move in time, keeps it until it can be made."""

    def __init__(self, opponent: Opponent, colour: chess.Color) -> None:
        self.opponent = opponent
        self.colour = colour
        self._asked: Turn | None = None
        self._answer: OpponentMoved | None = None
        self.refused = False  # whether the table did not take the answer as it stands now

    @property
    def role(self) -> Role:
        """The opponent at the table."""
        return ROLE_OF[self.colour]

    @property
    def human(self) -> Role:
        """Whose every voice at the shared microphone is."""
        return ROLE_OF[not self.colour]

    def answered(self, answer: OpponentMoved) -> bool:
        """Keep an answer; False if it is no legal move. One to an old question is dropped."""
        if answer.turn is not self._asked:
            return True
        self._answer = answer
        return answer.move in answer.turn.position.legal_moves

    def next_move(self, state: State, now: int) -> OpponentMoved | None:
        """The move to make now, if there is one; asks the opponent where he has to think.

        Nothing is asked or made while the clocks stand, a question is open or a move waits for
        the clock; nothing is made as long as it was ``refused``. ``now`` in nanoseconds of the
        game.
        """
        running = state.clock.running == self.colour and state.outcome is None
        open_yet = state.asked is not None or state.spoken is not None
        if not running or open_yet or state.position.turn != self.colour:
            return None
        if self._asked is None or self._asked.position is not state.position:
            self._answer, self.refused = None, False
            self._asked = turn_of(state, now)
            self.opponent.ask(self._asked)
        return None if self.refused else self._answer

    def is_to_move(self, state: State) -> bool:
        """Whether the opponent has the move, and has announced none."""
        return state.outcome is None and state.spoken is None and state.position.turn == self.colour


def turn_of(state: State, now: int) -> Turn:
    """What an opponent has to know to move now."""
    clock = state.clock
    increments = [
        side.control.period(side.period).extra * SECOND for side in (clock.white, clock.black)
    ]
    return Turn(
        state.position,
        clock.remaining(chess.WHITE, now),
        clock.remaining(chess.BLACK, now),
        increments[0],
        increments[1],
        clock.moves_to_control(state.position.turn),
    )
