# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs in processes of their own, since espeak-ng takes a whole process with it when it crashes."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from ground.progress import Progress

_ATTEMPTS: Final = 4


def run(job: Callable[..., None], arguments: Sequence[tuple[Any, ...]], workers: int) -> None:
    """Call `job(*arguments, attempt)`, `workers` at a time, each call in a fresh process.

    `attempt` counts from 0. A call that dies is made again with the next `attempt`, from which the
    job should draw other random numbers. Raises RuntimeError if it dies every time.
    """
    with ThreadPoolExecutor(workers) as pool:
        for done in Progress().over([pool.submit(_call, job, one) for one in arguments]):
            done.result()


def _call(job: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    spawn = multiprocessing.get_context("spawn")
    for attempt in range(_ATTEMPTS):
        process = spawn.Process(target=job, args=(*arguments, attempt))
        process.start()
        process.join()
        if process.exitcode == 0:
            return
    raise RuntimeError(f"{job.__name__}{arguments} failed {_ATTEMPTS} times")
