# SPDX-License-Identifier: GPL-3.0-or-later
"""Many answers on all processors, in the order of the questions, and how far that is.

A question that comes alone is answered at once in this process: another program may wait for the
answer before it asks again. Other processes help as soon as many questions wait.
"""

import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

EVERY = 5.0
"""So many seconds lie between two lines that tell how far it is."""

_AHEAD = 4_096  # questions that are read before they are answered
_MANY = 64  # waiting questions that are worth another process
_SHARE = 16  # questions that a process gets at a time


def answers(
    answer: Callable[[str], str], lines: Iterable[str], processors: int | None = None
) -> Iterator[str]:
    """The answer to each line, which are read as they come; ``answer`` is a function that other
    processes can import."""
    waiting: queue.Queue[str | None] = queue.Queue(_AHEAD)
    threading.Thread(target=_read, args=(lines, waiting), name="questions", daemon=True).start()
    helpers = processors if processors is not None else (os.cpu_count() or 1)
    pool: ProcessPoolExecutor | None = None
    try:
        while batch := _batch(waiting):
            if helpers > 1 and len(batch) >= _MANY:
                if pool is None:  # started anew, for threads run here
                    context = multiprocessing.get_context("spawn")
                    pool = ProcessPoolExecutor(helpers, context, initializer=_deaf)
                yield from pool.map(answer, batch, chunksize=_SHARE)
            else:
                yield from map(answer, batch)
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _read(lines: Iterable[str], waiting: queue.Queue[str | None]) -> None:
    try:
        for line in lines:
            waiting.put(line)
    finally:
        waiting.put(None)


def _batch(waiting: queue.Queue[str | None]) -> list[str]:
    """What waits, at least one line; empty at the end."""
    batch = []
    line = waiting.get()
    while line is not None:
        batch.append(line)
        if len(batch) == _AHEAD or waiting.empty():
            return batch
        line = waiting.get()
    waiting.put(None)  # for the next time
    return batch


def _deaf() -> None:
    """Control-C is for the one who started the helpers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Progress:
    """Tells how far long work is and how long it will take, in whole lines on standard error."""

    def __init__(
        self,
        *,
        language: str = "",
        tell: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without a ``language`` it is the system's."""
        self._language = language
        self._tell = tell
        self._now = now
        self._began = self._told = now()

    def __call__(self, done: int, total: int | None = None) -> None:
        """So much is done, of ``total`` if that is known."""
        at = self._now()
        if done == 1 and total is not None:
            self._began = at  # what came before says nothing of how long the others take
            return
        if at - self._told < EVERY or not done:
            return
        self._told = at
        from announce.lexicon import lexicon  # noqa: PLC0415 - short work needs no words
        from game.app.options import system_language  # noqa: PLC0415

        words = lexicon(self._language or system_language())
        if total is None:
            self._tell(words.text("program.report.so far", done=done))
            return
        left = round((at - self._began) / (done - 1) * (total - done))
        time_left = f"{left // 60}:{left % 60:02}"
        self._tell(words.text("program.report.progress", done=done, total=total, left=time_left))

    def over(self, items: Iterable[str]) -> Iterator[str]:
        """The same items, counted."""
        for done, item in enumerate(items, start=1):
            yield item
            self(done)
