# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks one rule at a time and asks the rule's own tests: do they notice?

    python -m bench.mutants                 what has no report yet
    python -m bench.mutants 9.2.1.1 A.4.2   these rules
    python -m bench.mutants --all           everything; a quarter of an hour
    python -m bench.mutants --promises      what an arbiter relies on, instead of the rules

The mutants are in ``docs/mutants.toml``. One dies if a test that ``docs/laws.md`` names for the
rule fails; whether other tests would notice is not asked. What came of each is kept in
``docs/mutants.tsv``, from which ``python -m docs.laws`` writes it into the page. The promises, what
breaks them and the tests that have to notice are in ``promises.toml``.
"""

import argparse
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from docs import laws
from docs.mutants import Mutant, mutants, report, write
from ground.progress import Progress

if TYPE_CHECKING:  # not on Windows
    from multiprocessing.context import ForkProcess


ROOT = Path(__file__).parent.parent

PROMISES = Path(__file__).with_name("promises.toml")

LIMIT = 300
"""Seconds that a rule's tests may take; a mutant that makes them hang has not died."""

_ROOMS = (
    "ground", "rules", "clock", "voice", "table", "study", "announce", "record", "opponents",
    "game", "hall", "lab", "training", "bench", "docs", "tools",
)  # fmt: skip
_TO_COPY = (*_ROOMS, "tests", "requirements", "pyproject.toml", "README.md", "CHANGELOG.md")
_FAILED = re.compile(r"^FAILED tests/(\S+)\.py::(\S+)", re.MULTILINE)
_SCENARIO = "game/test_scenarios.test_scenario"


settings.register_profile(
    "mutants", phases=(Phase.explicit, Phase.generate), derandomize=True, database=None,
    deadline=None,
)  # fmt: skip
"""One example that fails is enough; nobody needs the smallest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a mutant: ``test`` is the first that failed, None if it survived; ``trouble``
    why its tests could not tell."""

    mutant: Mutant
    test: str | None
    trouble: str = ""


def proofs_of(rule: str) -> list[str]:
    """The tests that prove a rule, as pytest wants them. That a page is up to date proves none."""
    return [_address(test) for test in laws.proofs()[rule] if not test.startswith("docs/")]


def promises() -> dict[Mutant, list[str]]:
    """Mutants that break promises, with the tests that have to notice, as pytest wants them."""
    found = tomllib.loads(PROMISES.read_text(encoding="utf-8"))["promise"]
    return {
        Mutant(one["name"], one["file"], one["old"], one["new"]): [
            _address(test) if "." in test else f"tests/{test}.py" for test in one["tests"]
        ]
        for one in found
    }


def _address(test: str) -> str:
    if test.startswith("scenario:"):
        module, name = _SCENARIO.split(".")
        return f"tests/{module}.py::{name}[{test.removeprefix('scenario:')}]"
    module, name = test.split(".")
    return f"tests/{module}.py::{name}"


@contextmanager
def copy() -> Iterator[Path]:
    """A copy of the project to break."""
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        for name in _TO_COPY:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, Path(folder, name))
            else:
                shutil.copy2(source, folder)
        yield Path(folder)


@dataclass(frozen=True, slots=True)
class _Run:
    """The tests of a mutant, running in a copy of the project."""

    mutant: Mutant
    process: "ForkProcess"
    folder: Path
    until: float


def try_all(chosen: Mapping[Mutant, list[str]], jobs: int = 1) -> Iterator[Outcome]:
    """Outcomes of mutants, by their tests; ``jobs`` at once, each in a copy of its own."""
    waiting = list(chosen)[::-1]
    running: list[_Run] = []
    with ExitStack() as stack:
        free = [stack.enter_context(copy()) for _ in range(jobs)]
        while waiting or running:
            while waiting and free:
                one = waiting.pop()
                running.append(_start(one, chosen[one], free.pop()))
            until = min(run.until for run in running)
            wait([run.process.sentinel for run in running], max(0, until - monotonic()))
            for run in [run for run in running if _is_over(run)]:
                running.remove(run)
                free.append(run.folder)
                yield _finish(run)


def all_pass(chosen: Mapping[Mutant, list[str]]) -> bool:
    """True if the tests of all these pass with nothing broken."""
    proofs = list(dict.fromkeys(chain.from_iterable(chosen.values())))
    if not proofs:
        return True
    with copy() as folder:
        process = _process(proofs, folder)
        process.join()
    return process.exitcode == pytest.ExitCode.OK


def _process(tests: Sequence[str], folder: Path) -> "ForkProcess":
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_run_tests, args=(tests, folder))
    process.start()
    return process


def _start(one: Mutant, tests: list[str], folder: Path) -> _Run:
    """Break it in that copy and begin to run its tests."""
    file = folder / one.file
    broken = one.applied((ROOT / one.file).read_text(encoding="utf-8"))
    file.write_text(broken, encoding="utf-8")
    age = int(one.key[:5], 16) + 1  # by which its bytecode is told from any other's
    then = (ROOT / one.file).stat().st_mtime - age
    os.utime(file, (then, then))
    return _Run(one, _process(tests, folder), folder, monotonic() + LIMIT)


def _run_tests(tests: Sequence[str], folder: Path) -> None:
    """In a process of its own, with nothing of the project imported but from that copy."""
    tests_too = {file.stem for file in (ROOT / "tests").rglob("*.py")}
    ours = tests_too.union(_ROOMS, ("tests",))
    for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
        del sys.modules[name]
    with (folder / "output.txt").open("w", encoding="utf-8") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        sys.stdout = sys.stderr = output
        os.chdir(folder)
        paths = [str(folder), str(folder / "tests" / "support")]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
        sys.path[:0] = paths
        options = ("-x", "-q", "-rf", "--tb=no", "-p", "no:cacheprovider",
                   "--hypothesis-profile=mutants")  # fmt: skip
        code = pytest.main([*options, *dict.fromkeys(tests)])
        sys.stdout.flush()
        os._exit(code)


def _is_over(one: _Run) -> bool:
    if one.process.is_alive() and monotonic() < one.until:
        return False
    one.process.kill()
    one.process.join()
    return True


def _finish(one: _Run) -> Outcome:
    """Put the copy right again and say what came of it."""
    shutil.copy2(ROOT / one.mutant.file, one.folder / one.mutant.file)
    text = (one.folder / "output.txt").read_text(encoding="utf-8")
    failed = _FAILED.search(text)
    if one.process.exitcode == pytest.ExitCode.TESTS_FAILED and failed:
        return Outcome(one.mutant, _name(failed[1], failed[2]))
    passed = one.process.exitcode == pytest.ExitCode.OK
    return Outcome(one.mutant, None, "" if passed else f"its tests cannot tell: {text[-400:]}")


def _name(module: str, test: str) -> str:
    name, _, parameter = test.partition("[")
    plain = f"{module}.{name}"
    return f"scenario:{parameter.removesuffix(']')}" if plain == _SCENARIO else plain


def main() -> int:
    """Print what came of each; the exit status is 1 if one survived."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("rules", nargs="*", help="only these")
    parser.add_argument("--all", action="store_true", help="also what has a report already")
    parser.add_argument("--promises", action="store_true", help="what an arbiter relies on")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    given = parser.parse_args()
    known, proofs = report(), laws.proofs()
    tests = promises() if given.promises else {
        one: proofs_of(one.rule)
        for one in mutants()
        if given.rules or given.all or known.get((one.rule, one.key)) not in proofs[one.rule]
    }  # fmt: skip
    chosen = {one: found for one, found in tests.items() if one.rule in (given.rules or [one.rule])}
    if not all_pass(chosen):
        print("One of these tests fails with nothing broken: that proves nothing.")
        return 1
    alive, progress = 0, Progress()
    for done, outcome in enumerate(try_all(chosen, given.jobs), start=1):
        progress(done, len(chosen))
        one = outcome.mutant
        if not given.promises:
            known[one.rule, one.key] = outcome.test or ""
            write(known)
        alive += outcome.test is None
        lives = f"SURVIVED: {one.file}: {one.old!r} -> {one.new!r} {outcome.trouble}"
        print(f"{one.rule}\t{outcome.test or lives.strip()}", flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} died")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
