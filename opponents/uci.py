# SPDX-License-Identifier: GPL-3.0-or-later
"""A UCI engine in a process of its own, served by a thread of its own: the loop never waits for it.

What it sends may be anything: one that dies, lies, floods or is silent is ended, and that is told
once.
"""

import logging
import queue
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Generic, TypeVar

import chess
import chess.engine

from opponents.programs import Program
from rules.position import Position
from table.acts.advice import MATED

GOODBYE = 0.5
"""How long an engine is given to leave, in seconds."""

LONGEST_LINE = 1 << 16
"""Bytes of the longest line of an engine. The longest that engines send have some hundred."""

FLOOD = 1 << 20
"""Bytes a second that no engine needs: one that sends more is ended, before it costs anybody
memory, or time that a clock may need."""

GRACE = 10.0
"""Seconds after the time of a search in which an engine has to answer."""

Asked = TypeVar("Asked")


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


class Served(threading.Thread, Generic[Asked]):
    """Serves one question after the other with an engine, which starts with the first."""

    def __init__(self, name: str, program: Program) -> None:
        super().__init__(name=name, daemon=True)
        self._program = program
        self._asked: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._engine: chess.engine.SimpleEngine | None = None

    def put(self, question: Asked) -> None:
        """A question; the first one starts the thread."""
        self._asked.put(question)
        if self.ident is None:
            self.start()

    def close(self) -> None:
        """Let the engine quit; one that does not is killed."""
        if not self.is_alive():
            return
        self._asked.put(None)
        self.join(GOODBYE)
        if self._engine is not None:
            self._engine.close()

    def run(self) -> None:
        """Serve until closed; an engine that fails is asked no more."""
        try:
            for name in ("chess.engine", "asyncio"):  # the terminal is the player's
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
            self._engine = chess.engine.SimpleEngine.popen(
                Guarded, list(self._program.command), stderr=subprocess.DEVNULL
            )
            with self._engine:
                self.prepare(self._engine)
                while (question := self._asked.get()) is not None:
                    if not self.serve(self._engine, question):
                        break
                self._engine.quit()
        except (chess.engine.EngineError, CancelledError, OSError) as error:
            # OSError: it cannot be started, or does not answer in time (TimeoutError)
            self.failed(f"{type(error).__name__}: {error}")

    def prepare(self, engine: chess.engine.SimpleEngine) -> None:
        """What is to be set before the first question."""

    def serve(self, engine: chess.engine.SimpleEngine, question: Asked) -> bool:
        """Answer a question; False to leave. Raises EngineError for what is no answer."""
        raise NotImplementedError

    def failed(self, why: str) -> None:
        """The engine answers no more."""
        raise NotImplementedError

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """An engine that is silent for so long is ended; then EngineTerminatedError is raised."""
        engine = self._engine
        assert engine is not None
        watch = threading.Timer(seconds, engine.transport.kill)
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()


def board_of(position: Position) -> chess.Board:
    """The position for an engine, which knows repetitions by the moves."""
    board = chess.Board(position.start_fen, chess960=position.chess960)
    for move in position.moves:
        board.push(move)
    return board


def value_of(score: chess.engine.PovScore, colour: chess.Color) -> int:
    """A score for ``colour``, in hundredths of a pawn; a mate is as in `MATED`."""
    return score.pov(colour).score(mate_score=MATED)
