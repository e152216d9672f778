# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a program: a UCI engine has one colour, and the loop never waits for it.

The engine thinks on a thread of its own. Its move comes to the loop as an item like any other and
is put at the table as if its player had said it and pressed the clock.
"""

import queue
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Protocol

import chess
import chess.engine

from game.conditions import SECOND
from game.ears import DeviceReport
from game.state import State
from game.step import ROLE_OF
from rules.events import Role
from rules.position import Position
from voice.events import Device

GOODBYE = 1.0
"""How long an engine is given to leave, in seconds."""


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


class Engine(threading.Thread):
    """A UCI engine; ``tell`` is called from its thread."""

    def __init__(
        self,
        path: str,
        tell: Callable[[Told], None],
        seconds: float | None = None,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """``seconds`` is the time for each move; None: the engine divides its time by itself."""
        super().__init__(name="engine", daemon=True)
        self._path = path
        self._tell = tell
        self._seconds = seconds
        self._now = now
        self._turns: queue.SimpleQueue[Turn | None] = queue.SimpleQueue()
        self._engine: chess.engine.SimpleEngine | None = None

    def ask(self, turn: Turn) -> None:
        """Think about a turn; the first one starts the thread."""
        self._turns.put(turn)
        if self.ident is None:
            self.start()

    def close(self) -> None:
        """Let the engine quit; one that does not is killed."""
        if not self.is_alive():
            return
        self._turns.put(None)
        self.join(GOODBYE)
        if self._engine is not None:
            self._engine.close()

    def run(self) -> None:
        """Answer turns until closed; an engine that fails says so once and is asked no more."""
        try:
            self._engine = chess.engine.SimpleEngine.popen_uci(
                self._path, stderr=subprocess.DEVNULL
            )
            with self._engine:
                while (turn := self._turns.get()) is not None:
                    self._answer(self._engine, turn)
                self._engine.quit()
        except (chess.engine.EngineError, CancelledError, OSError) as error:
            # OSError: it cannot be started, or does not say hello in time (TimeoutError)
            self._tell(DeviceReport(Device.OPPONENT, False, f"{type(error).__name__}: {error}"))

    def _answer(self, engine: chess.engine.SimpleEngine, turn: Turn) -> None:
        """EngineError where the answer is no legal move; python-chess looks at that."""
        board = chess.Board(turn.position.start_fen, chess960=turn.position.chess960)
        for move in turn.position.moves:  # the engine knows repetitions by the moves
            board.push(move)
        answer = engine.play(board, self._limit(turn)).move
        if answer is None:
            raise chess.engine.EngineError("the engine has no move")
        self._tell(OpponentMoved(turn, answer, self._now()))

    def _limit(self, turn: Turn) -> chess.engine.Limit:
        if self._seconds is not None:
            return chess.engine.Limit(time=self._seconds)
        return chess.engine.Limit(
            white_clock=turn.white / SECOND,
            black_clock=turn.black / SECOND,
            white_inc=turn.white_increment / SECOND,
            black_inc=turn.black_increment / SECOND,
            remaining_moves=turn.moves_to_control,
        )


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
