# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a UCI engine: it thinks on a thread of its own."""

import queue
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError

import chess
import chess.engine

from game.inbox import DeviceReport, OpponentSaid
from game.opponents.seat import Turn
from table.conditions import SECOND
from table.events.dialogue import Device
from voice.language.intent import Heard

GOODBYE = 1.0
"""How long an engine is given to leave, in seconds."""


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
        """Raises EngineError if the answer is no legal move; python-chess looks at that."""
        board = chess.Board(turn.position.start_fen, chess960=turn.position.chess960)
        for move in turn.position.moves:  # the engine knows repetitions by the moves
            board.push(move)
        answer = engine.play(board, self._limit(turn)).move
        if answer is None:
            raise chess.engine.EngineError("the engine has no move")
        self._tell(OpponentSaid(Heard(answer, ""), self._now(), turn.position))

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
