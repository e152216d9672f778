# SPDX-License-Identifier: GPL-3.0-or-later
"""Many answers on all processors, in the order of the questions, and how far that is.

A question that comes alone is answered at once in this process: another program may wait for the
answer before it asks again. Other processes help as soon as many questions wait.
"""

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from ground.progress import Progress

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
    """All that waits, at least one line; empty at the end."""
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


def telling(language: str = "") -> Progress:
    """A callback that tells how far long work is, in this language; without one, in the
    system's."""
    return Progress(partial(_words, language))


def _words(language: str, done: int, total: int | None, left: str) -> str:
    from announce.lexicon import lexicon  # noqa: PLC0415 - short work needs no words
    from game.app.options import system_language  # noqa: PLC0415

    words = lexicon(language or system_language())
    if total is None:
        return words.text("program.report.so far", done=done)
    return words.text("program.report.progress", done=done, total=total, left=left)
