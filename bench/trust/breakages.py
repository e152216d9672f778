# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks what an arbiter relies on, one promise at a time, and asks the promise's tests: do they
notice?

    python -m bench.trust.breakages [WORDS] [--jobs 2]

The promises, and what breaks them, are in ``breakages.toml``, of which WORDS choose those with them
in the promise. The exit status is 1 if something survived.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from bench.mutants import all_pass, try_all
from docs.mutants import Mutant
from ground.progress import Progress

FILE = Path(__file__).with_suffix(".toml")


def breakages() -> dict[Mutant, list[str]]:
    """What breaks each promise, with the tests that have to notice, as pytest wants them."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))["breakage"]
    return {
        Mutant(one["promise"], one["file"], one["old"], one["new"]): list(_tests(one["tests"]))
        for one in found
    }


def _tests(names: list[str]) -> Iterator[str]:
    for name in names:
        module, _, test = name.partition(".")
        yield f"tests/{module}.py::{test}" if test else f"tests/{module}.py"


def main() -> int:
    """Print what came of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("words", nargs="*", metavar="WORDS")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    options = parser.parse_args()
    words = " ".join(options.words)
    tests = {one: proof for one, proof in breakages().items() if words in one.rule}
    if not all_pass(tests, tests.__getitem__):
        print("A test of these promises fails with nothing broken: that proves nothing.")
        return 1
    alive, progress = 0, Progress()
    for done, outcome in enumerate(try_all(tests, options.jobs, tests.__getitem__), start=1):
        progress(done, len(tests))
        alive += outcome.test is None
        print(f"{outcome.mutant.rule}: {outcome.test or f'SURVIVED {outcome.trouble}'}", flush=True)
    print(f"{len(tests) - alive} of {len(tests)} were noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
