# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the Laws broken one at a time, and whether their own tests noticed.

``docs/mutants.toml`` has the mutants: for each file the rules, a snippet that stands there once,
and what takes its place. ``python -m bench.mutants`` tries them out and writes
``docs/mutants.tsv``: rule, mutant, and the first test that failed.
"""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
MUTANTS = FOLDER / "mutants.toml"
REPORT = FOLDER / "mutants.tsv"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule broken in one place: in ``file``, ``old`` becomes ``new``."""

    rule: str
    file: str
    old: str
    new: str

    @property
    def key(self) -> str:
        """The digest by which the report knows this mutant."""
        return hashlib.sha256("\0".join((self.file, self.old, self.new)).encode()).hexdigest()[:12]

    def applied(self, text: str) -> str:
        """The text of the file with the rule broken; raises ValueError if it is not that file."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.rule}: {self.old!r} stands {text.count(self.old)} times, "
                             f"not once, in {self.file}")  # fmt: skip
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """All mutants, in the order of the file."""
    table = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))
    return [
        Mutant(rule, file, old, new)
        for file, rows in table.items()
        for named, given in rows.items()
        for old, new in ([given] if isinstance(given[0], str) else given)
        for rule in named.split()
    ]


def report() -> dict[tuple[str, str], str]:
    """The test that killed a mutant, by its rule and key; empty for one that survived."""
    if not REPORT.exists():
        return {}
    lines = REPORT.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {(rule, key): test for rule, key, test in rows}


def counts() -> dict[str, tuple[int, int]]:
    """For each rule with mutants, how many died and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    known = report()
    for one in mutants():
        died, all_of_them = found.get(one.rule, (0, 0))
        found[one.rule] = (died + bool(known.get((one.rule, one.key))), all_of_them + 1)
    return found


def write(known: dict[tuple[str, str], str]) -> None:
    """Write the report: only what there still is, in the order of the mutants."""
    lines = [
        f"{one.rule}\t{one.key}\t{known[one.rule, one.key]}\n"
        for one in mutants()
        if (one.rule, one.key) in known
    ]
    REPORT.write_text("".join(lines), encoding="utf-8")
