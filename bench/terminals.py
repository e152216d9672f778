# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in a pseudo-terminal, with somebody who types. Not on Windows."""

import contextlib
import os
import select
import time
from collections.abc import Mapping
from typing import Self

from bench.nursery import born, lead

PATIENCE = 60.0
"""Seconds after which a program that hangs is given up; none that works is waited for so long."""


class Terminal:
    """``hektor`` in a pseudo-terminal of 80 columns and 24 rows, whose signs are read as they
    come."""

    def __init__(self, *arguments: str, environment: Mapping[str, str]) -> None:
        """``environment`` is what differs from that of this program."""
        import termios  # noqa: PLC0415 - not on Windows

        self.master, own = os.openpty()
        size = {"COLUMNS": "80", "LINES": "24"}
        self._process = born(
            [own] * 3, arguments, {**environment, **size}, change=f"{lead.__module__}:lead"
        )
        os.close(own)
        assert self._process.pid is not None
        self.pid = self._process.pid
        self.seen = ""  # since the last wait
        self.all = ""
        self.before = termios.tcgetattr(self.master)

    def type(self, *texts: str) -> None:
        """Type; nobody may be there any more."""
        for text in texts:
            with contextlib.suppress(OSError):
                os.write(self.master, text.encode())

    def wait_for(self, text: str) -> bool:
        """Until that was written since the last wait; False if the program ends before."""
        limit = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < limit, f"{text!r} did not come: {self.seen}"
            if select.select([self.master], [], [], 0.1)[0] and not self._read():
                return False
        self.seen = self.seen[self.seen.index(text) + len(text) :]
        return True

    def end(self) -> tuple[int, str]:
        """How the program ended, and what it wrote until then since the last wait."""
        limit = time.monotonic() + PATIENCE
        while not select.select([self.master], [], [], 0.1)[0] or self._read():
            assert time.monotonic() < limit, f"it hangs: {self.seen}"
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode, self.seen

    def _read(self) -> str:
        """Some more; nothing once the program has ended."""
        try:
            piece = os.read(self.master, 1 << 16).decode(errors="replace")
        except OSError:
            return ""
        self.seen, self.all = self.seen + piece, self.all + piece
        return piece

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        os.close(self.master)
