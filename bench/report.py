# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ``docs/measurements.md`` from the results of the benchmarks.

    python -m bench.report [--measure [NAME ...]] [--results FOLDER] [--page FILE]

``bench/measurements.md`` is the text; each of its comments (``<!-- recognition -->``) is replaced
by the table that the function of that name makes. A result is a file that a benchmark wrote with
``--json docs/measurements/NAME.json``. ``--measure`` first measures anew what needs no sound card
and no recordings of people (``MEASURED``), or only what is named: on a machine that does nothing
else. Whole conversations take an hour or more, all others minutes; what was never measured is said
to be so, and so is what was not measured since its code was changed (``ROOMS``).
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Set
from pathlib import Path

from bench.results import Result, read
from bench.tables import Results, hearing, program
from ground.progress import Progress

ROOT = Path(__file__).parent.parent
TEXT = Path(__file__).with_name("measurements.md")
PLACE = re.compile(r"<!-- (\w+) -->")

MEASURED = {
    "clock": "--games 15",
    "dialogue": "--starts 9 --moves 16",
    "page": "--moves 60",
    "rules": "winnable --positions 1500 --seed 81",
    "switching": "",
    "way": "",
    "commands": "--commands 500 --outside 500 --noise 20 10",
    "conversation": "--games 20",
    "echo": "--replies 60 --minutes 20",
    "verbosity": "",
    "hall": "--seconds 60",
}
"""The arguments with which ``--measure`` calls each benchmark."""


def measure(names: Iterable[str], folder: Path) -> None:
    """Run benchmarks one after the other; their results go into ``folder``."""
    for name in Progress().over(names):
        print(f"bench.{name} …", flush=True)
        file = folder / f"{name}.json"
        command = [sys.executable, "-m", f"bench.{name}", *MEASURED[name].split()]
        subprocess.run([*command, "--json", str(file)], check=True, cwd=ROOT)


PARTS: Mapping[str, Callable[[Results], str]] = {
    "recognition": hearing.recognition,
    "ears": hearing.ears("ears"),
    "letters": hearing.ears("letters"),
    "conditions": hearing.ears("conditions"),
    "commands": hearing.commands,
    "conversation": hearing.conversation,
    "live": hearing.live,
    "echo": hearing.echo,
    "learning": hearing.learning,
    "lessons": hearing.lessons,
    "speakers": hearing.speakers,
    "latencies": program.latencies,
    "ladder": program.ladder,
    "answer": program.answer,
    "library": program.library,
    "clock": program.clock,
    "switching": program.switching,
    "verbosity": program.verbosity,
    "can_win": program.can_win,
    "dead": program.dead,
    "torture": program.torture,
    "guided": program.guided,
    "hall": program.hall,
    "hall_torture": program.hall_torture,
    "day": program.day,
    "way": program.way,
}


HEARING = ("voice/acoustic", "voice/hearing", "voice/language", "voice/model")
TABLE = ("table", "rules", "clock", "record", "announce", "game")

ROOMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("recognition", "ears", "letters", "conditions", "commands"), HEARING),
    **dict.fromkeys(("learning", "lessons", "speakers"), (*HEARING, "voice/learning")),
    **dict.fromkeys(("echo", "switching"), ("voice/hearing", "game/sound")),
    **dict.fromkeys(("rules", "dead"), ("rules/winnable",)),
    **dict.fromkeys(("ladder", "answer"), ("opponents",)),
    "library": ("study", "record", "rules/reader.py"),
    "page": ("announce/page", "game/page"),
    "verbosity": ("announce", "game/speech", "table/acts"),
    "speech": ("game/speech",),
    "clock": ("clock", "table", "game"),
    **dict.fromkeys(("hall", "hall-1000", "hall-torture"), ("hall", "record", "table")),
}
"""The folders of which a result measures the code; of all others the whole way of a move."""


def outdated(results: Results) -> set[str]:
    """The names of the results that are older than the code which they measure."""
    return {
        name
        for name, one in results.items()
        if one.date < _last_change(ROOMS.get(name, (*HEARING, *TABLE)))
    }


def _last_change(folders: tuple[str, ...]) -> str:
    """The day of the last commit in these folders; "" where git knows of none."""
    command = ["git", "log", "-1", "--format=%cs", "--", *folders]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


BENCHES = {
    **dict.fromkeys(("letters", "conditions"), "ears"),
    "guided": "torture.guided",
    "day": "trust.day",
    "ladder": "opponents.ladder",
    "answer": "opponents.answer",
    "library": "study.library",
    "hall-torture": "hall.torture",
}
"""The benchmarks whose results have other names."""


class Unmeasured(Exception):
    """There is no result of this name."""


class Used(dict[str, Result]):
    """Results that note which of them a table is made of."""

    def __init__(self, results: Results) -> None:
        super().__init__(results)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Result:
        self.names.add(name)
        return super().__getitem__(name)

    def __missing__(self, name: str) -> Result:
        raise Unmeasured(name)


def report(results: Results, old: Set[str] = frozenset()) -> str:
    """The whole page; no table has figures of an ``old`` result."""

    def part(place: re.Match[str]) -> str:
        used = Used(results)
        try:
            made = PARTS[place[1]](used)
        except Unmeasured as missing:
            made = not_yet(str(missing))
        outdated = [not_since(results[name]) for name in sorted(used.names & old)]
        return "\n\n".join(outdated) or made

    return PLACE.sub(part, TEXT.read_text(encoding="utf-8"))


def not_yet(name: str) -> str:
    """Stands in place of figures that nobody has measured yet."""
    bench = BENCHES.get(name, name)
    return f"Not measured yet: `python -m bench.{bench} --json docs/measurements/{name}.json`."


def not_since(result: Result) -> str:
    """Stands in place of figures that are older than the code."""
    return f"Not measured since {result.date}: `{result.command}`."


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--measure", nargs="*", choices=[*MEASURED], metavar="NAME",
        help=f"measure first: {', '.join(MEASURED)} (default: all)")  # fmt: skip
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "measurements")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "measurements.md")
    options = parser.parse_args()
    if options.measure is not None:
        measure(options.measure or MEASURED, options.results.resolve())
    results = {file.stem: read(file) for file in options.results.glob("*.json")}
    options.page.write_text(report(results, outdated(results)), encoding="utf-8")
    print(options.page)


if __name__ == "__main__":
    main()
