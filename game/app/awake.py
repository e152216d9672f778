# SPDX-License-Identifier: GPL-3.0-or-later
"""The computer stays awake while a game runs, also one that is typed.

Windows is asked by a function of its own. Elsewhere a program of the system holds the sleep off for
as long as another one runs, which ends with the pipe that it reads: also when Hektor is killed.
"""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CONTINUOUS, _SYSTEM, _DISPLAY = 0x80000000, 0x1, 0x2
_PROGRAMS = {
    "linux": ("systemd-inhibit", "--what=sleep:idle", "--who=Hektor", "--why=A game of chess runs.",
        "--mode=block"),
    "darwin": ("caffeinate", "-i", "-s"),
}  # fmt: skip


@contextmanager
def awake(platform: str = sys.platform) -> Iterator[None]:
    """Until the end of the block, if the system can do it; called by the thread that stays."""
    if platform == "win32":
        _ask_windows(_CONTINUOUS | _SYSTEM | _DISPLAY)
        try:
            yield
        finally:
            _ask_windows(_CONTINUOUS)
        return
    holder = _holder(platform)
    try:
        yield
    finally:
        if holder is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                holder.communicate(timeout=1)


def _holder(platform: str) -> "subprocess.Popen[bytes] | None":
    program = _PROGRAMS.get(platform)
    if program is None or shutil.which(program[0]) is None or shutil.which("cat") is None:
        return None
    try:
        return subprocess.Popen(
            [*program, "cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Control-C is for Hektor
        )
    except OSError:
        return None


def _ask_windows(state: int) -> None:
    with suppress(OSError, AttributeError):
        ctypes.windll.kernel32.SetThreadExecutionState(ctypes.c_uint(state))  # type: ignore[attr-defined]
