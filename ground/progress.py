# SPDX-License-Identifier: GPL-3.0-or-later
"""How far long work is and how long it will take, in whole lines on standard error."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Final, TypeVar

EVERY: Final = 5.0
"""So many seconds lie between two lines."""

ProgressWords = Callable[[int, int | None, str], str]
"""The line for so much done, of how much if that is known, and the minutes and seconds left."""

_Item = TypeVar("_Item")


def english(done: int, total: int | None, left: str) -> str:
    """The progress line for developers."""
    return f"{done} so far." if total is None else f"{done} of {total}; about {left} minutes left."


class Progress:
    """Reports now and then how much of a task is done."""

    def __init__(
        self,
        words: ProgressWords = english,
        tell: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``now`` is in seconds."""
        self._words = words
        self._tell = tell
        self._now = now
        self._began = self._told = now()

    def __call__(self, done: int, total: int | None = None) -> None:
        """So much is done, of ``total`` if that is known."""
        at = self._now()
        if done == 1 and total is not None:
            self._began = at  # what came before says nothing of how long the others take
            return
        if at - self._told < EVERY or done in (0, total):
            return
        self._told = at
        left = 0 if total is None else round((at - self._began) / (done - 1) * (total - done))
        self._tell(self._words(done, total, f"{left // 60}:{left % 60:02}"))

    def over(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """The same items, counted; how many there are is known of those that have a length."""
        total = len(items) if isinstance(items, Sized) else None
        for done, item in enumerate(items, start=1):
            yield item
            self(done, total)
