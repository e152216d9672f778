# SPDX-License-Identifier: GPL-3.0-or-later
"""A home of its own for a program under test, on every system: nobody's profile is touched."""

from collections.abc import Iterator
from pathlib import Path

import pytest

NAMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
WINDOWS = tuple(
    f"WIN_PD_OVERRIDE_{name}" for name in ("LOCAL_APPDATA", "APPDATA", "PERSONAL")
)  # of platformdirs


def variables(folder: Path) -> Iterator[tuple[str, str]]:
    """Variables that tell a program, and those that it starts, where its folders are."""
    for name in (*NAMES, *WINDOWS):
        yield name, str(folder / name.lower())


def empty(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A new home, for this test."""
    for name, value in variables(folder):
        monkeypatch.setenv(name, value)
