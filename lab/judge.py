# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor judge``: what the Laws say of FENs, as JSON lines in the order of the FENs.

A FEN that comes alone is answered at once in this process: another program may wait for the answer
before it asks again. Other processes help as soon as many wait.
"""

import argparse
import json
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from announce.words.program import progress_line
from game.app.options import interface
from ground.progress import Progress
from rules.editions import YEARS
from rules.outcome import judge
from rules.position import DEFAULT_EDITION

_AHEAD = 4_096  # questions that are read before they are answered
_MANY = 64  # waiting questions that are worth another process
_SHARE = 16  # questions that a process gets at a time


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor judge``."""
    parser.add_argument(
        "fen", nargs="*", help="Positions. Default: one per line on standard input."
    )
    parser.add_argument(
        "--edition",
        type=int,
        choices=YEARS,
        default=DEFAULT_EDITION,
        help="The edition of the FIDE Laws. Default: %(default)s.",
    )


def run_judge(given: argparse.Namespace) -> int:
    """Print a line for each position. An invalid FEN is answered too, with the reason."""
    fens: Iterable[str] = given.fen or (line for line in sys.stdin if line.strip())
    judged = answers(partial(judged_line, edition=given.edition), fens)
    for line in Progress(partial(progress_line, interface())).over(judged):
        print(line, flush=True)
    return 0


def judged_line(fen: str, edition: int) -> str:
    """The answer to one FEN, as JSON."""
    return json.dumps(judge(fen, edition), ensure_ascii=False)


def answers(
    answer: Callable[[str], str], lines: Iterable[str], processors: int | None = None
) -> Iterator[str]:
    """Answer lines as they come, in their order; ``answer`` is a function that other processes can
    import."""
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
    """The lines that wait, at least one; none at the end."""
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
    """Ignore Control-C: the process that started this one handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
