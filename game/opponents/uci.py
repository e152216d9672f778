# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a UCI engine: it thinks on a thread of its own."""

import logging
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError

import chess
import chess.engine

from game.inbox import DeviceReport, OpponentSaid
from table.conditions import SECOND
from table.events.dialogue import Device
from table.state import State
from voice.language.interpretation import Heard

GOODBYE = 0.5
"""How long an engine is given to leave, in seconds."""

LONGEST_LINE = 1 << 16
"""Bytes of the longest line of an engine. The longest that engines send have some hundred."""

FLOOD = 1 << 20
"""Bytes a second that no engine needs: one that sends more is ended, before it costs anybody
memory, or time that a clock may need."""


class Guarded(chess.engine.UciProtocol):
    """Ends an engine that floods; whoever waits for its answer is told that it has ended."""

    def __init__(self) -> None:
        super().__init__()
        self._second = 0
        self._received = 0  # in that second

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Some output came. What is incomplete waits for its end, but not for ever."""
        second = int(time.monotonic())
        self._received = len(data) + (self._received if second == self._second else 0)
        self._second = second
        if self._received > FLOOD or len(self.buffer[fd]) > LONGEST_LINE:
            self.buffer[fd].clear()
            if self.transport is not None:
                self.transport.kill()
            return
        super().pipe_data_received(fd, data)


class Engine(threading.Thread):
    """A UCI engine; ``tell`` is called from its thread."""

    def __init__(
        self,
        path: str,
        tell: Callable[[OpponentSaid | DeviceReport], None],
        seconds: float | None = None,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """``seconds`` is the time for each move; None: the engine divides its time by itself."""
        super().__init__(name="engine", daemon=True)
        self._path = path
        self._tell = tell
        self._seconds = seconds
        self._now = now
        self._turns: queue.SimpleQueue[tuple[State, int] | None] = queue.SimpleQueue()
        self._engine: chess.engine.SimpleEngine | None = None

    def ask(self, state: State, now: int) -> None:
        """Think about a position; the first question starts the thread."""
        self._turns.put((state, now))
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
            for name in ("chess.engine", "asyncio"):  # the terminal is the player's
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
            self._engine = chess.engine.SimpleEngine.popen(
                Guarded, self._path, stderr=subprocess.DEVNULL
            )
            with self._engine:
                while (turn := self._turns.get()) is not None:
                    self._answer(self._engine, *turn)
                self._engine.quit()
        except (chess.engine.EngineError, CancelledError, OSError) as error:
            # OSError: it cannot be started, or does not say hello in time (TimeoutError)
            self._tell(DeviceReport(Device.OPPONENT, False, f"{type(error).__name__}: {error}"))

    def _answer(self, engine: chess.engine.SimpleEngine, state: State, now: int) -> None:
        """Raises EngineError if the answer is no legal move; python-chess looks at that."""
        position = state.position
        board = chess.Board(position.start_fen, chess960=position.chess960)
        for move in position.moves:  # the engine knows repetitions by the moves
            board.push(move)
        answer = engine.play(board, self._limit(state, now)).move
        if answer is None:
            raise chess.engine.EngineError("the engine has no move")
        self._tell(OpponentSaid(Heard(answer, ""), self._now(), position))

    def _limit(self, state: State, now: int) -> chess.engine.Limit:
        if self._seconds is not None:
            return chess.engine.Limit(time=self._seconds)
        clock = state.clock
        white, black = (
            side.control.period(side.period).extra for side in (clock.white, clock.black)
        )
        return chess.engine.Limit(
            white_clock=clock.remaining(chess.WHITE, now) / SECOND,
            black_clock=clock.remaining(chess.BLACK, now) / SECOND,
            white_inc=white,
            black_inc=black,
            remaining_moves=clock.moves_to_control(state.position.turn),
        )
