# SPDX-License-Identifier: GPL-3.0-or-later
"""A game against a program that answers with moves that a test has written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

from announce.settings import Settings
from game.game_time import GameTime
from game.inbox import Inbox, OpponentSaid, Quit, TypedLine
from game.journal import Archive
from game.loop import Devices, Loop
from game.opponents.seat import Opponent, Seat
from game.presenter import Presenter
from game.session import begin
from table.conditions import SECOND, Conditions
from table.state import State
from voice.language.interpretation import Heard


def moved(turn: State, move: str, at: int = 0) -> OpponentSaid:
    return OpponentSaid(Heard(chess.Move.from_uci(move), ""), at, turn.position)


class Scripted:
    """Answers with moves that a test has written; None: still thinking."""

    def __init__(
        self, tell: Callable[[OpponentSaid], None], moves: list[str | None], at: int
    ) -> None:
        self.tell = tell
        self.moves = moves
        self.at = at
        self.turns: list[State] = []  # in which it was asked
        self.asked_at = 0

    def ask(self, state: State, now: int) -> None:
        self.turns.append(state)
        self.asked_at = now
        move = self.moves.pop(0)
        if move is not None:
            self.tell(moved(state, move, self.at))

    def close(self) -> None:
        pass


class Table:
    """A loop with a scripted engine that plays Black unless told otherwise."""

    def __init__(
        self,
        folder: Path,
        *moves: str | None,
        plays: chess.Color = chess.BLACK,
        **conditions: Any,
    ) -> None:
        self.archive = Archive(folder / "games.sqlite")
        agreed = Conditions(**{"press_after": None, "time_control": "5+3", **conditions})
        self.session = begin(self.archive, agreed, Settings())
        self.lines: list[str] = []
        self.seconds = 0.0
        self.sit_down(list(moves), plays)

    def sit_down(self, moves: list[str | None], plays: chess.Color, base: int = 0) -> None:
        start = round(self.seconds * SECOND)
        presenter = Presenter(Settings(), self.lines.append)
        self.inbox = Inbox(lambda: round(self.seconds * SECOND))
        self.engine = Scripted(self.inbox.put, moves, start)
        opponent: Opponent = self.engine
        devices = Devices(opponent=Seat(opponent, plays))
        time = GameTime(self.inbox.clock, base=base)
        self.loop = Loop(self.session, presenter, self.inbox, devices, time)

    def say(self, *texts: str, seconds: float = 0) -> list[str]:
        """What is printed when these lines are typed, and the engine has answered."""
        self.seconds += seconds
        for text in texts:
            self.inbox.put(TypedLine(text, round(self.seconds * SECOND)))
        return self.run()

    def run(self, *items: Any) -> list[str]:
        self.lines.clear()
        for item in items:
            self.inbox.put(item)
        while not self.inbox.empty and self.session.state.outcome is None:
            self.inbox.put(Quit())
            self.loop.run()
        return self.lines

    @property
    def moves(self) -> list[str]:
        return [made.facts.uci for made in self.session.state.record]

    @property
    def running(self) -> chess.Color | None:
        return self.session.state.clock.running
