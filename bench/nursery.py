# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program, born quickly: a server that has loaded it forks for each life.

Each life is a process of its own with streams of its own, and is killed like any other; what is
saved is the second in which Python and the lexicons are read.
"""

import importlib
import multiprocessing
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, suppress
from functools import cache
from multiprocessing import forkserver, reduction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # not on Windows
    from multiprocessing.context import ForkServerContext
    from multiprocessing.process import BaseProcess


NO_MORE: Mapping[str, str] = MappingProxyType({})

_ROOT = Path(__file__).parents[1]

TOO_LONG = 60.0
"""Seconds after which the program hangs."""


class Program:
    """One process with Hektor in it, whose output is read as it comes.

    ``change``: what the process does before it is Hektor, as ``module:function``; so its clock or
    its disk can be made worse than this machine's.
    """

    def __init__(
        self, environment: Mapping[str, str], arguments: Sequence[str], change: str = ""
    ) -> None:
        self.born = time.monotonic()
        self.lines: list[tuple[float, str]] = []  # with the moment at which each was read
        self._rest = b""
        self._open = {}
        with ExitStack() as theirs:
            streams = []
            for name, ours in (("in", 1), ("out", 0), ("complaints", 0)):
                ends = os.pipe()
                self._open[name] = ends[ours]
                theirs.callback(os.close, ends[1 - ours])
                streams.append(ends[1 - ours])
            self._process = born(streams, arguments, environment, change=change)

    def type(self, *lines: str) -> None:
        """Type lines, unless it has ended."""
        with suppress(BrokenPipeError):
            os.write(self._open["in"], "".join(f"{line}\n" for line in lines).encode())

    def read(self, seconds: float) -> bool:
        """Read for so long, or until the output ends; whether it goes on."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self._open["out"]], [], [], left)[0]:
                break
            data = os.read(self._open["out"], 1 << 16)
            if not data:
                return False
            *whole, self._rest = (self._rest + data).split(b"\n")
            self.lines += [(time.monotonic(), line.decode()) for line in whole]
        return True

    def read_until(self, wanted: Callable[[str], object]) -> None:
        """Read until such a line came. Raises AssertionError if none does."""
        until = time.monotonic() + TOO_LONG
        while not any(wanted(line) for _, line in self.lines):
            assert self.read(0.05), self.end()
            assert time.monotonic() < until, self.lines

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def end(self, seconds: float = TOO_LONG) -> str:
        """Let it come to its end; what it complained of. Raises TimeoutError if it hangs."""
        self._close("in")
        until = time.monotonic() + seconds
        while self.read(0.5) and self.status is None and time.monotonic() < until:
            pass
        self._process.join(max(1.0, until - time.monotonic()))
        if self.status is None:
            raise TimeoutError(f"it has not ended after {seconds:.0f} seconds")
        with open(self._open["complaints"], closefd=False, encoding="utf-8") as stream:
            return stream.read()

    @property
    def status(self) -> int | None:
        """Exit status if it has ended, negative for a signal."""
        return self._process.exitcode

    def close(self) -> None:
        """Kill it, if it has not ended yet."""
        self._process.kill()
        self._process.join()
        self._process.close()
        for name in tuple(self._open):
            self._close(name)

    def _close(self, name: str) -> None:
        if name in self._open:
            os.close(self._open.pop(name))


def born(
    streams: Sequence[int],
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    change: str = "",
) -> "BaseProcess":
    """``hektor`` with these arguments, and the descriptors of its three standard streams.

    ``environment`` is what differs from that of this program; ``change`` as of :class:`Program`.
    """
    given = [_Descriptor(number) for number in streams]
    process = _server().Process(
        target=_live, args=(given, arguments, environment, Path.cwd(), change)
    )
    process.start()
    return process


@contextmanager
def running(
    folder: Path, *arguments: str, change: str = "", environment: Mapping[str, str] = NO_MORE
) -> Iterator[Program]:
    """A program at home in ``folder``, which does not outlive the case."""
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    program = Program({**home, **environment}, arguments, change)
    try:
        yield program
    finally:
        program.close()


@cache
def _server() -> "ForkServerContext":
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bench.loaded"])
    with chdir(_ROOT):  # where the server finds what it loads; else it loads nothing, silently
        forkserver.ensure_running()
    return context


class _Descriptor:
    """Goes to the new process as a file descriptor of its own."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _as_it_is, (reduction.DupFd(self._number),)


def _as_it_is(given: Any) -> Any:
    return given


def _live(
    streams: Sequence[Any],
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    change: str,
) -> None:
    """As ``hektor`` with these arguments, in the new process."""
    from game.app import cli  # noqa: PLC0415 - the server has loaded it

    for number, stream in enumerate(streams):
        found = stream.detach()
        os.dup2(found, number)
        os.close(found)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    os.environ.update(environment)
    os.chdir(folder)
    if change:
        module, name = change.split(":")
        getattr(importlib.import_module(module), name)()
    sys.argv = ["hektor", *arguments]
    sys.exit(cli.main())


def lead() -> None:
    """As ``change``: standard input is the terminal of this process, and sends its signals."""
    import fcntl  # noqa: PLC0415 - not on Windows
    import termios  # noqa: PLC0415

    # A shell starts what runs in the background deaf to it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
