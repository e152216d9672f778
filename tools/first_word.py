# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.first_word [--cold]``: how long it takes from a fresh clone to the first word.

The last commit is cloned into a folder of its own and ``./run`` started there, until it has printed
its first line; then it is ended and started once more, for the time without the set-up. Seconds, as
they pass and as the processor works. What pip and uv have in their caches is used, unless
``--cold``. Needs a network.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def first_word(clone: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds until ``./run`` has printed a line, and of the processor's work until it has ended.
    Raises RuntimeError if it prints none."""
    before, worked = time.monotonic(), _worked()
    with subprocess.Popen(
        [clone / "run", "--language", "de", "--no-speech", "--no-microphone"],
        cwd=clone, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as started:  # fmt: skip
        assert started.stdout is not None
        line = started.stdout.readline()
        took = time.monotonic() - before
        started.communicate(b"Ende\n")
    if not line:
        raise RuntimeError("it printed nothing")
    return took, _worked() - worked


def _worked() -> float:
    return sum(os.times()[2:4])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--cold", action="store_true", help="without what was downloaded before")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hektor-first-word-") as name:
        folder = Path(name)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)
        places = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
        if given.cold:
            places += ["PIP_CACHE_DIR", "UV_CACHE_DIR"]
        environment = {**os.environ, **{each: str(folder / each) for each in places}}
        for what in ("set-up and start", "start"):
            took, worked = first_word(folder / "clone", environment)
            print(f"{what}: {took:.1f} s, processor {worked:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
