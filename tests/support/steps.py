# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps that change the disk are counted, and at one the program dies, or the disk says no."""

import errno
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest

STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.fsync", "sqlite3.connect"}
"""The names of such steps among the events that Python's auditing has, and one of ours."""

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT

_counters: list[Callable[[], None]] = []
_hooked: list[bool] = []


def _audit(event: str, facts: Any) -> None:
    if _counters and (event in STEPS or (event == "open" and facts[2] & WRITES)):
        _counters[-1]()


class Steps:
    """Counts the steps of what runs ``with`` it, and at the step ``at`` does ``then``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, then: Callable[[], None]) -> None:
        self.done = 0
        self._at, self._then = at, then
        if not _hooked:  # such a hook cannot be taken away again
            sys.addaudithook(_audit)
            _hooked.append(True)
        fsync = os.fsync

        def counted(file: int) -> None:
            _audit("os.fsync", ())
            fsync(file)

        monkeypatch.setattr(os, "fsync", counted)

    def _step(self) -> None:
        self.done += 1
        if self.done >= self._at:
            self._then()

    def __enter__(self) -> "Steps":
        _counters.append(self._step)
        return self

    def __exit__(self, *_: object) -> None:
        _counters.pop()


def full() -> None:
    """The disk takes nothing more."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def die() -> None:
    """The program is gone, with nothing done afterwards."""
    os._exit(9)


def in_a_copy(work: Callable[[], object]) -> bool:
    """Do ``work`` in a copy of this process; False if it died."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0
