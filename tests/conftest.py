# SPDX-License-Identifier: GPL-3.0-or-later
"""No test depends on how fast the machine is: an example of hypothesis has no deadline. And none
reads or writes the profile of who runs it."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

# Before numpy is loaded, as the program does it: else its threads wait by working.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import homes
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from training.synthesis import Synthesiser

collect_ignore = (
    []
    if hasattr(os, "fork")
    else [  # of Windows, where processes have no copies, and terminals are consoles
        *("bench/test_mutants.py", "bench/test_torture.py", "game/test_clock_terminal.py"),
        "game/test_crash.py",
    ]
)

settings.register_profile("hektor", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("hektor")


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The home of all tests that make none of their own."""
    os.environ.update(homes.variables(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="session")
def synthesiser() -> "Iterator[Synthesiser]":
    """One process of espeak-ng for all tests that speak."""
    from training.synthesis import Synthesiser  # noqa: PLC0415 - most tests do not

    with Synthesiser() as one:
        yield one
