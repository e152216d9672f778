# SPDX-License-Identifier: GPL-3.0-or-later
"""numpy's threads take no time from the clock and from Vosk, whatever is started first."""

import os
import subprocess
import sys

import pytest

_SEEN = """
import os, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, Finder())
import {module}
"""


@pytest.mark.parametrize("module", ["game.app.cli, game.app.devices", "bench.clock"])
def test_numpy_is_held_to_one_thread(module: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    found = subprocess.run(
        [sys.executable, "-c", _SEEN.format(module=module)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert found.stdout.split() == ["1"]
