# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is not at the board: it has one colour, and the loop never waits for it.

What it does comes to the loop as an item like any other, and is put at the table as an input of
its own: a move with its press (`Played`), an offer, an answer, a resignation (`Acted`). An opponent
that is somewhere else is one more `Opponent`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import chess

from rules.position import Position
from table.core.inputs import Acted, Input, Played
from table.core.state import State
from table.core.step import ROLE_OF
from table.events.dialogue import Question, QuestionKind
from voice.language.commands import CommandName

PATIENCE = 10_000_000_000
"""So long a move waits for the answer to an open question, which it would close, in nanoseconds."""

_OFFER_ANSWERS = (CommandName.ACCEPT_DRAW, CommandName.DECLINE_DRAW)
_WISH_ANSWERS = (CommandName.YES, CommandName.NO)


@dataclass(frozen=True, slots=True)
class OpponentDid:
    """An act of an opponent: a move, which answers the ``position`` that they were asked about; or
    they offer a draw, accept or decline one, say yes or no, want a move back, resign."""

    did: chess.Move | CommandName
    at: int
    position: Position | None = None


class Notice(StrEnum):
    """A notice about a program that keeps nobody from playing."""

    STARTING = "opponent_starting"  # it takes long
    ODD_OPTION = "opponent_odd_option"  # one of its options cannot be read, and is left alone


class Opponent(Protocol):
    """An opponent that answers when it is on the move."""

    def ask(self, state: State, now: int) -> None:
        """Think about the position of ``state`` at ``now``, in nanoseconds of the game.

        Returns at once. A later question replaces an earlier one.
        """

    def answer(self, state: State, now: int) -> None:
        """Think about what the other player wants: the draw that is offered, or what is asked
        (`wish`). An offer is accepted or declined, a question answered with yes or no. Returns at
        once."""

    def follow(self, state: State) -> None:
        """Take note of a ``state`` that is on record; an opponent elsewhere passes it on."""

    def close(self) -> None:
        """Think no more."""


_WISHES = (QuestionKind.TAKE_BACK, QuestionKind.SLIP)


def wish(state: State, colour: chess.Color) -> Question | None:
    """The other player's wish that ``colour`` may grant or refuse. Any other question is about
    words of their own."""
    asked = state.asked
    if asked is None or asked.question.who != colour or asked.question.kind not in _WISHES:
        return None
    return asked.question


class Seat:
    """The opponent's side of the board: asks for a move in time, keeps it until it can be made."""

    def __init__(self, opponent: Opponent, colour: chess.Color) -> None:
        self.opponent = opponent
        self.colour = colour
        self._role = ROLE_OF[colour]
        self._asked: Position | None = None
        self._move: Played | None = None
        self._acts: list[Acted] = []  # beside the move
        self._offered = False  # whether it was asked about an offer that stands
        self._answered = True
        self._wish: Question | None = None  # about which it was asked
        self._refused = False  # whether the table did not take the move as it stands now

    def take(self, given: OpponentDid, at: int) -> bool:
        """Keep what the opponent did ``at`` that moment of the game; False for an illegal move.

        An answer to an old question is dropped.
        """
        did = given.did
        if isinstance(did, CommandName):
            if did in _OFFER_ANSWERS:
                self._answered = True
            self._acts.append(Acted(self._role, did, at))
            return True
        if self._asked is None or given.position is not self._asked:
            return True
        self._move = Played(self._role, did, at)
        return did in self._asked.legal_moves

    def next_input(self, state: State, now: int) -> Played | Acted | None:
        """The opponent's next input, if there is any; asks the opponent who has to think.

        No move is asked for or made while the clocks stand, a question has just been asked or a
        move waits for the clock, or as long as the table refuses it. ``now`` in nanoseconds of the
        game.
        """
        self._look_at_requests(state, now)
        while self._acts:
            acted = self._acts.pop(0)
            late = acted.act in _OFFER_ANSWERS and not self._offered
            if not late and (self._wish is not None or acted.act not in _WISH_ANSWERS):
                return acted
        if self._wish is not None:
            return None
        asked = state.asked
        waits = asked is not None and now < asked.question.at + PATIENCE
        if waits or state.clock.running != self.colour or not self._is_to_move(state):
            return None
        if self._asked is not state.position:
            self._asked, self._move, self._refused = state.position, None, False
            self.opponent.ask(state, now)
        return self._move if self._answered and not self._refused else None

    def follow(self, given: Input, state: State, *, by_a_person: bool) -> None:
        """An input is on record, and led to ``state``.

        A refused move is put once, not every second: what hinders it, as a demand to seal, somebody
        has to end.
        """
        self.opponent.follow(state)
        if by_a_person:
            self._refused = False
        elif given is self._move:
            self._refused = self._is_to_move(state)

    def _look_at_requests(self, state: State, now: int) -> None:
        """Ask about an offer of the other player, once: until it is answered no move is made. Ask
        what it says to a wish of theirs, once."""
        offered = (not self.colour) in state.offers
        if offered and not self._offered:
            self._answered = False
            self.opponent.answer(state, now)
        elif not offered:
            self._answered = True
        self._offered = offered
        wanted = wish(state, self.colour)
        if wanted is not None and wanted != self._wish:
            self.opponent.answer(state, now)
        self._wish = wanted

    def _is_to_move(self, state: State) -> bool:
        """True if the opponent has the move, and has announced none."""
        return state.outcome is None and state.spoken is None and state.position.turn == self.colour
