# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a program: it has one colour, and the loop never waits for it.

What it says comes to the loop as an item like any other, and is put at the table as if a player had
said it. When its move has been announced, its clock is pressed.
"""

from typing import Protocol

import chess

from game.inbox import OpponentSaid
from rules.position import Position
from table.events.dialogue import QuestionKind
from table.events.game import Role
from table.inputs import Input, Pressed, Said
from table.state import State
from table.step import ROLE_OF
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Heard


class Opponent(Protocol):
    """Whoever answers when they are on the move."""

    def ask(self, state: State, now: int) -> None:
        """Think about the position of ``state`` at ``now``, in nanoseconds of the game.

        Returns at once. A later question replaces an earlier one.
        """

    def close(self) -> None:
        """Think no more."""


class Seat:
    """The opponent's side of the board: asks for a move in time, keeps it until it can be made."""

    def __init__(self, opponent: Opponent, colour: chess.Color) -> None:
        self.opponent = opponent
        self.colour = colour
        self._asked: Position | None = None
        self._move: Said | None = None
        self._words: list[Said] = []  # beside the move
        self._refused = False  # whether the table did not take the move as it stands now

    @property
    def role(self) -> Role:
        """The opponent at the table."""
        return ROLE_OF[self.colour]

    def said(self, given: OpponentSaid, at: int) -> bool:
        """Keep what the opponent said ``at`` that moment of the game; False for an illegal move.

        An answer to an old question is dropped.
        """
        said = Said(given.intent, at, self.role, typed=True)
        if not isinstance(given.intent, Heard):
            self._words.append(said)
            return True
        if self._asked is None or given.position is not self._asked:
            return True
        self._move = said
        return given.intent.move in self._asked.legal_moves

    def next_input(self, state: State, now: int) -> Said | Pressed | None:
        """What the opponent says or does now, if anything; asks the opponent who has to think.

        No move is asked for or made while the clocks stand, a question is open or a move waits for
        the clock, or as long as the table refuses it. ``now`` in nanoseconds of the game.
        """
        if self._words:
            return self._words.pop(0)
        if self._agrees(state):
            return Said(Command(CommandName.YES), now, self.role, typed=True)
        if state.spoken is not None:
            mine = state.spoken.facts.colour == self.colour
            return Pressed(self.role) if mine and not state.paused else None
        running = state.clock.running == self.colour and state.asked is None
        if not running or not self._is_to_move(state):
            return None
        if self._asked is not state.position:
            self._asked, self._move, self._refused = state.position, None, False
            self.opponent.ask(state, now)
        return None if self._refused else self._move

    def follow(self, given: Input, state: State, *, by_a_person: bool) -> None:
        """An input is on record, and led to ``state``.

        A refused move is put once, not every second: what hinders it, as a demand to seal, somebody
        has to end.
        """
        if by_a_person:
            self._refused = False
        elif given is self._move:
            self._refused = self._is_to_move(state)

    def _agrees(self, state: State) -> bool:
        """Whether the player asks to take moves back: a program has no objection."""
        asked = None if state.asked is None else state.asked.question
        about_moves = asked is not None and asked.kind is QuestionKind.TAKE_BACK
        return about_moves and asked is not None and asked.who == self.colour

    def _is_to_move(self, state: State) -> bool:
        """Whether the opponent has the move, and has announced none."""
        return state.outcome is None and state.spoken is None and state.position.turn == self.colour
