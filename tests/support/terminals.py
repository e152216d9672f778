# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in a pseudo-terminal, with somebody who types."""

import contextlib
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Self

import homes
import pytest

try:
    import pty
    import termios
except ImportError:  # Windows: only the tests that open a terminal leave themselves out
    pty = termios = None  # type: ignore[assignment]

PATIENCE = 60.0  # seconds after which a hung test fails; no passing test waits for it


class Terminal:
    """``hektor`` in a pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, *arguments: str, home: str = "/nonexistent") -> None:
        """``home`` is the folder of the user's profile."""
        if pty is None:
            pytest.skip("there are no terminals of this kind")
        self.pid, self.master = pty.fork()
        if not self.pid:  # the child
            os.environ.update(homes.variables(Path(home)), LC_ALL="C.UTF-8")
            os.environ["COLUMNS"], os.environ["LINES"] = "80", "24"
            # A shell starts what runs in the background deaf to it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            program = (sys.executable, "-m", "game.app.cli", *arguments)
            os.execv(sys.executable, program)
        self.seen = ""
        self.all = ""  # that was ever shown
        self.before = termios.tcgetattr(self.master)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str) -> None:
        """Until that was written since the last wait."""
        limit = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < limit, self.seen
            if select.select([self.master], [], [], 0.1)[0]:
                piece = self._read()
                self.seen, self.all = self.seen + piece, self.all + piece
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def end(self) -> tuple[int, str]:
        """How the program ended, and all that it wrote until then."""
        while piece := self._read():
            self.seen += piece
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]), self.seen

    def _read(self) -> str:
        try:
            return os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # the program has ended
            return ""

    def assert_restored(self) -> None:
        """Echo and lines as before; no mouse, a cursor, the usual screen."""
        assert termios.tcgetattr(self.master)[3] == self.before[3]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
