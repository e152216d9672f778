# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns of all that may go wrong, at random, for as long as is asked; then what broke.

    python -m bench.torture [--seconds 60] [--seed 1] [--only talk …] [--keep FOLDER] [--json FILE]
    python -m bench.torture --again FILE

Each campaign makes cases from a seed, which are lists, and runs them one after the other. A case
that fails is made smaller as long as it still fails, and kept as a file with its seed; ``--again``
runs such a file. The campaigns in this module need no real time: ``./test`` runs a fixed number
of their cases. Those of ``bench.torture.killing`` play with the real program.
"""

import argparse
import json
import random
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import results
from bench.torture import (
    damage,
    engines,
    faults,
    hostile,
    killing,
    parsing,
    secrets,
    sharing,
    signing,
)
from bench.torture.talk import talk, talking
from ground.progress import Progress

Case = list[Any]
"""Steps of a campaign, one after the other; plain JSON data."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """``make`` makes a case, ``run`` runs it in an empty folder and raises whatever is wrong.

    ``real``: it plays with the real program, in real time.
    """

    make: Callable[[random.Random], Case]
    run: Callable[[Case, Path], None]
    real: bool = False


CAMPAIGNS = {
    "talk": Campaign(talking, talk),
    "archives": Campaign(damage.damages, damage.damaged),
    "signing": Campaign(signing.forgeries, signing.forged),
    "sealing": Campaign(secrets.sealing, secrets.sealed),
    "programs": Campaign(sharing.shared, sharing.share),  # and links
    "locks": Campaign(sharing.locked, sharing.share),
    "parsing": Campaign(parsing.texts, parsing.parsed),
    "page": Campaign(hostile.requests, hostile.requested),
    "sounds": Campaign(hostile.sounds, hostile.heard),
    "secrets": Campaign(secrets.typing, secrets.typed, real=True),
    "kills": Campaign(killing.lives, killing.killed, real=True),
    "faults": Campaign(faults.faults, faults.faulty, real=True),
    "engines": Campaign(engines.engines, engines.opposed, real=True),
}

SHRINKING = 20.0
"""Seconds that a failing case is made smaller."""


@dataclass
class Found:
    """Outcome of one campaign: how many cases were run, and the smallest of those that failed."""

    cases: int = 0
    failures: list[dict[str, Any]] = field(default_factory=list)


def failure(campaign: Campaign, case: Case) -> str | None:
    """Traceback of what is wrong; None if nothing is."""
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        try:
            campaign.run(case, Path(folder))
        except Exception:  # whatever it is, it is what is sought
            return traceback.format_exc()
    return None


def smaller(campaign: Campaign, case: Case, until: float) -> Case:
    """The case without what it fails without, as far as there is time."""
    size = max(1, len(case) // 2)
    while size:
        place = 0
        while place < len(case) and time.monotonic() < until:
            rest = case[:place] + case[place + size :]
            if rest and failure(campaign, rest) is not None:
                case = rest
            else:
                place += size
        size //= 2
    return case


def run_case(name: str, seed: int, found: Found) -> None:
    """Make one case and run it; if it fails, keep the smallest one."""
    campaign = CAMPAIGNS[name]
    case = campaign.make(random.Random(f"{name} {seed}"))
    found.cases += 1
    first = failure(campaign, case)
    if first is None:
        return
    least = smaller(campaign, case, time.monotonic() + SHRINKING)
    why = failure(campaign, least) or f"It failed only once.\n{first}"
    found.failures.append({"campaign": name, "seed": seed, "case": least, "why": why})


def sample(cases: dict[str, int], seed: int) -> dict[str, Found]:
    """So many cases of each campaign: the same ones for the same seed."""
    found = {name: Found() for name in cases}
    for name, count in cases.items():
        for number in Progress().over(range(count)):
            run_case(name, seed + number, found[name])
    return found


def run_for(seconds: float, names: Sequence[str], seed: int) -> dict[str, Found]:
    """Cases until the time is over, of which each campaign gets the same share."""
    found, spent = {name: Found() for name in names}, dict.fromkeys(names, 0.0)
    begun, progress = time.monotonic(), Progress()
    while (passed := time.monotonic() - begun) < seconds:
        progress(round(passed), round(seconds))
        name = min(spent, key=spent.__getitem__)
        before = time.monotonic()
        run_case(name, seed + found[name].cases, found[name])
        spent[name] += time.monotonic() - before
    return found


def kept(found: dict[str, Found], folder: Path) -> Iterator[Path]:
    """Write each failure into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, one in found.items():
        for each in one.failures:
            path = folder / f"{name}-{each['seed']}.json"
            path.write_text(json.dumps(each, ensure_ascii=False, indent=1), encoding="utf-8")
            yield path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=CAMPAIGNS, default=list(CAMPAIGNS))
    parser.add_argument("--keep", type=Path, default=Path("torture"), metavar="FOLDER")
    parser.add_argument("--again", type=Path, metavar="FILE")
    results.add_option(parser)
    options = parser.parse_args()
    if options.again is not None:
        told = json.loads(options.again.read_text(encoding="utf-8"))
        why = failure(CAMPAIGNS[told["campaign"]], told["case"])
        print(why or "It does not fail any more.")
        return 1 if why else 0
    found = run_for(options.seconds, options.only, options.seed)
    for name, one in found.items():
        print(f"{name:10} {one.cases:7} cases {len(one.failures):5} failures")
    for path in kept(found, options.keep):
        print(path)
    figures = {
        name: {"cases": one.cases, "failures": len(one.failures)} for name, one in found.items()
    }
    results.write(options.json, "torture", {"seed": options.seed, "campaigns": figures})
    return 1 if any(one.failures for one in found.values()) else 0
