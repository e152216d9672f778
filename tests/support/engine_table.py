# SPDX-License-Identifier: GPL-3.0-or-later
"""A game against a program that answers with moves that a test has written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
from boards import Board

from game.base.game_time import GameTime
from game.base.inbox import TypedLine
from opponents.seat import Opponent, OpponentDid, Seat, wish
from table.core.conditions import SECOND
from table.core.state import State
from voice.language.commands import CommandName


def moved(turn: State, move: str, at: int = 0) -> OpponentDid:
    return OpponentDid(chess.Move.from_uci(move), at, turn.position)


class Scripted:
    """Answers with moves that a test has written; None: still thinking."""

    def __init__(
        self, tell: Callable[[OpponentDid], None], moves: list[str | None], at: int
    ) -> None:
        self.tell = tell
        self.moves = moves
        self.at = at
        self.turns: list[State] = []  # in which it was asked
        self.asked_at = 0
        self.offers: list[State] = []  # about which it was asked
        self.reply: CommandName | None = CommandName.DECLINE_DRAW
        self.agrees = True  # that moves go back; False: still thinking

    def ask(self, state: State, now: int) -> None:
        self.turns.append(state)
        self.asked_at = now
        move = self.moves.pop(0)
        if move is not None:
            self.tell(moved(state, move, self.at))

    def answer(self, state: State, now: int) -> None:
        if state.asked is not None and wish(state, state.asked.question.who):
            if self.agrees:
                self.tell(OpponentDid(CommandName.YES, self.at))
            return
        self.offers.append(state)
        if self.reply is not None:
            self.tell(OpponentDid(self.reply, self.at))

    def follow(self, state: State) -> None:
        pass

    def close(self) -> None:
        pass


class Table(Board):
    """A loop with a scripted engine that plays Black unless told otherwise."""

    def __init__(
        self,
        folder: Path,
        *moves: str | None,
        plays: chess.Color = chess.BLACK,
        **conditions: Any,
    ) -> None:
        super().__init__(folder, **{"time_control": "5+3", **conditions})
        self.sit_down(list(moves), plays)

    def sit_down(self, moves: list[str | None], plays: chess.Color, base: int = 0) -> None:
        self.engine = Scripted(self.inbox.put, moves, self.clock.now)
        opponent: Opponent = self.engine
        self.equip(GameTime(self.clock, base=base), opponent=Seat(opponent, plays))

    def say(self, *texts: str, seconds: float = 0) -> list[str]:
        """Type lines; what is printed when the engine has answered."""
        self.clock.now += round(seconds * SECOND)
        return self.run(*(TypedLine(text, self.clock.now) for text in texts))

    def run(self, *items: Any) -> list[str]:
        self.lines.clear()
        return super().run(*items)

    @property
    def running(self) -> chess.Color | None:
        return self.session.state.clock.running
