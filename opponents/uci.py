# SPDX-License-Identifier: GPL-3.0-or-later
"""A UCI engine in a process of its own, served by a thread of its own: the loop never waits for it.

What it sends may be anything: one that dies, lies, floods or is silent is ended, and that is told
once.
"""

import asyncio
import logging
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from typing import Generic, TypeVar

import chess
import chess.engine

from opponents.roster import Program
from opponents.seat import Notice
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

QuestionT = TypeVar("QuestionT")


STARTS = 60.0
"""Seconds in which an engine has to be ready: one with networks on a slow disk needs them."""

SLOW = 3.0
"""Seconds after which it is told that an engine is still starting."""

_FIELD = re.compile(r"\b(name|type|default|min|max|var)\b")


class Guarded(chess.engine.UciProtocol):
    """Ends an engine that floods; whoever waits for its answer is told that it has ended.

    ``odd`` is called for an option that cannot be read, which is left alone."""

    def __init__(self) -> None:
        super().__init__()
        self.odd: Callable[[], None] = lambda: None
        self.pid: int | None = None
        self.resigned = False
        self._second = 0
        self._received = 0  # in that second

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if isinstance(transport, asyncio.SubprocessTransport):
            self.pid = transport.get_pid()

    def _line_received(self, line: str) -> None:
        """A line, unless nothing can be made of it. UCI has no word for resigning, but some say
        so."""
        if line.startswith("option ") and not _is_option(line):
            self.odd()
            return
        if line.split()[:2] == ["bestmove", "resign"]:
            self.resigned = True
            line = "bestmove (none)"
        super()._line_received(line)

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


def _is_option(line: str) -> bool:
    """True if the value of an option fits its kind."""
    _, *parts = _FIELD.split(line)
    given = [(name, value.strip()) for name, value in zip(parts[::2], parts[1::2], strict=True)]
    told = dict(given)
    bounds = [told.get(name) or None for name in ("min", "max")]
    try:
        least, most = (None if bound is None else int(bound) for bound in bounds)
        values = [value for name, value in given if name == "var"]
        kind = told.get("type", "")
        option = chess.engine.Option(told.get("name", ""), kind, None, least, most, values)
        option.parse(told.get("default", ""))
    except (ValueError, chess.engine.EngineError):
        return False
    return True


class Served(threading.Thread, Generic[QuestionT]):
    """Serves one question after the other with an engine, which starts with the first."""

    def __init__(self, name: str, program: Program) -> None:
        super().__init__(name=name, daemon=True)
        self._program = program
        self._asked: queue.SimpleQueue[QuestionT | None] = queue.SimpleQueue()
        self._engine: chess.engine.SimpleEngine | None = None
        self._pid: int | None = None

    def put(self, question: QuestionT) -> None:
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
        self._end_tree()

    def run(self) -> None:
        """Serve until closed; an engine that fails is asked no more."""
        try:
            for name in ("chess.engine", "asyncio"):  # the terminal is the player's
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
            self._engine = self._open()
            self._engine.timeout = GRACE
            with self._engine:
                self.prepare(self._engine)
                while (question := self._asked.get()) is not None:
                    if not self.serve(self._engine, question):
                        break
                self._engine.quit()
        except (chess.engine.EngineError, CancelledError, OSError) as error:
            # OSError: it cannot be started, or does not answer in time (TimeoutError)
            told = f"{type(error).__name__}: {error}"
            # python-chess raises its own error of the ValueError with which it refused a move
            illegal = bool(error.args) and isinstance(error.args[0], ValueError)
            self.failed(told, illegal=illegal)
        finally:
            self._end_tree()

    def _open(self) -> chess.engine.SimpleEngine:
        """Start it, and say so once if that takes long. What it starts itself ends with it: they
        are a group of processes."""
        served = self

        class Own(Guarded):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                served._pid = self.pid
                self.odd = partial(served.notice, Notice.ODD_OPTION)

        watch = threading.Timer(SLOW, self.notice, (Notice.STARTING,))
        watch.daemon = True
        watch.start()
        try:
            command = list(self._program.command)
            return chess.engine.SimpleEngine.popen(
                Own,
                command,
                timeout=STARTS,
                setpgrp=True,
                stderr=subprocess.DEVNULL,
                cwd=self._program.folder,
            )
        finally:
            watch.cancel()

    def _end_tree(self) -> None:
        """End whatever is left of the program and of what it has started."""
        if self._pid is None:
            return
        with suppress(OSError):
            if sys.platform == "win32":
                taskkill = ["taskkill", "/F", "/T", "/PID", str(self._pid)]
                subprocess.run(taskkill, capture_output=True, check=False)
            else:
                os.killpg(self._pid, signal.SIGKILL)
        self._pid = None

    def notice(self, notice: Notice) -> None:
        """Tell of a fault that keeps nobody from playing."""

    def prepare(self, engine: chess.engine.SimpleEngine) -> None:
        """The settings before the first question."""

    def serve(self, engine: chess.engine.SimpleEngine, question: QuestionT) -> bool:
        """Answer a question; False to leave. Raises EngineError for what is no answer."""
        raise NotImplementedError

    def failed(self, why: str, *, illegal: bool = False) -> None:
        """The engine answers no more, or with what is ``illegal``."""
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
