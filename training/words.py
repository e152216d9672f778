# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the model: they need no training, for its networks are of phones, nor torch."""

import multiprocessing
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from ground.progress import Progress
from training import corpus
from training.graph import write_graph
from training.pronunciations import further_words, lexicon
from voice.acoustic import examples
from voice.acoustic.dictionary import write_dictionary
from voice.language.lexicon import vocabulary

_ATTEMPTS: Final = 4  # of a job


def words() -> list[str]:
    """All words that the model knows."""
    return sorted({*vocabulary(), *further_words()})


def write_words(out: Path) -> None:
    """The words, their pronunciations and the settings of the model in `out`; its network is of
    phones and stays."""
    for part in ("conf", "graph"):
        shutil.rmtree(out / part, ignore_errors=True)
    pronunciations = lexicon(words())
    write_graph(out, pronunciations)
    write_dictionary(out, pronunciations)


def write_rehearsal(out: Path, seed: int) -> None:
    """Write the utterances that the model in `out` rehearses when it learns a person's voice."""
    job = (out / examples.REHEARSAL, 10_000 * seed + 3000, words())
    run_jobs(corpus.make_rehearsal, [job], 1)


def run_jobs(job: Callable[..., None], arguments: Sequence[tuple[Any, ...]], workers: int) -> None:
    """Call `job(*arguments, attempt)`, `workers` at a time, each call in a fresh process:
    espeak-ng takes a whole process with it when it crashes.

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
