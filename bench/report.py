# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ``docs/measurements.md`` from the results of the benchmarks.

    python -m bench.report [--measure [NAME ...]] [--results FOLDER] [--page FILE]

``bench/measurements.md`` is the text; each of its comments (``<!-- ears -->``) is replaced by the
table that the function of that name makes. A result is a file that a benchmark wrote with
``--json docs/measurements/NAME.json``. ``--measure`` first measures anew what needs no sound card
and no recordings of people (``MEASURED``), or only what is named: on a machine that does nothing
else. Whole conversations take an hour or more, all others minutes; what was never measured is said
to be so.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from bench import tables
from bench.results import ROOT, Result, read
from bench.tables import Results
from ground.progress import Progress

TEXT = Path(__file__).with_name("measurements.md")
PLACE = re.compile(r"<!-- (\w+) -->")

MEASURED = {
    "clock": "--games 15",
    "dialogue": "--starts 9 --moves 16",
    "page": "--moves 60",
    "way": "",
    "commands": "--commands 150 --outside 300 --noise 20 10",
    "conversation": "--games 4",
    "echo": "--replies 60 --minutes 20",
    "hall": "--seconds 60",
}
"""The arguments with which ``--measure`` calls each benchmark."""

PARTS: Mapping[str, Callable[[Results], str]] = {
    "ears": tables.ears("ears"),
    "letters": tables.ears("letters"),
    "conditions": tables.ears("conditions"),
    "commands": tables.commands,
    "conversation": tables.conversation,
    "live": tables.live,
    "echo": tables.echo,
    "latencies": tables.latencies,
    "clock": tables.clock,
    "torture": tables.torture,
    "ladder": tables.ladder,
    "hall": tables.hall,
    "hall_torture": tables.hall_torture,
    "way": tables.way,
}
"""The table for each comment of the text."""

BENCHES = {
    **dict.fromkeys(("letters", "conditions"), "ears"),
    "ladder": "opponents.ladder",
    "hall-torture": "hall.torture",
}
"""The benchmarks whose results have other names."""


class Unmeasured(Exception):
    """Raised where there is no result of a name."""


class Measured(dict[str, Result]):
    """Results by name; one that is missing raises :class:`Unmeasured`."""

    def __missing__(self, name: str) -> Result:
        raise Unmeasured(name)


def measure(names: Iterable[str], folder: Path) -> None:
    """Run benchmarks one after the other; their results go into ``folder``."""
    for name in Progress().over(names):
        print(f"bench.{name} …", flush=True)
        file = folder / f"{name}.json"
        command = [sys.executable, "-m", f"bench.{name}", *MEASURED[name].split()]
        subprocess.run([*command, "--json", str(file)], check=True, cwd=ROOT)


def report(results: Results) -> str:
    """The whole page."""

    def part(place: re.Match[str]) -> str:
        try:
            return PARTS[place[1]](Measured(results))
        except Unmeasured as missing:
            return not_yet(str(missing))

    return PLACE.sub(part, TEXT.read_text(encoding="utf-8"))


def not_yet(name: str) -> str:
    """A sentence in place of figures that nobody has measured yet."""
    bench = BENCHES.get(name, name)
    return f"Not measured yet: `python -m bench.{bench} --json docs/measurements/{name}.json`."


def main() -> None:
    """Measure what is asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--measure", nargs="*", choices=[*MEASURED], metavar="NAME",
        help=f"measure first: {', '.join(MEASURED)} (default: all)")  # fmt: skip
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "measurements")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "measurements.md")
    options = parser.parse_args()
    if options.measure is not None:
        measure(options.measure or MEASURED, options.results.resolve())
    results = {file.stem: read(file) for file in options.results.glob("*.json")}
    options.page.write_text(report(results), encoding="utf-8")
    print(options.page)


if __name__ == "__main__":
    main()
