# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of benchmarks: files from which ``bench.report`` makes the page of measurements.

Each benchmark takes ``--json FILE``. The file says what was measured (``bench``), by which command,
of which commit, on which day and machine, how busy the machine was, and the figures as the
benchmark defines them.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

Summary = dict[str, float]
"""``median``, ``p95``, ``worst`` and ``n`` of some figures."""


@dataclass(frozen=True, slots=True)
class Result:
    """One run of a benchmark; ``load`` is the system's, averaged over the last minute."""

    bench: str
    command: str
    commit: str
    date: str
    machine: str
    load: float | None
    figures: dict[str, Any]


def machine() -> str:
    """Description of the machine: architecture, cores, Python."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def commit() -> str:
    """The commit that is measured, "" where git knows of none."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    try:
        found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


def summary(values: Sequence[float], digits: int = 1) -> Summary:
    """Median, 95th percentile and worst of ``values``, which are not empty, and their number."""
    ordered = sorted(values)
    named = {
        "median": statistics.median(ordered),
        "p95": ordered[int(0.95 * (len(ordered) - 1))],
        "worst": ordered[-1],
    }
    return {**{name: round(value, digits) for name, value in named.items()}, "n": len(ordered)}


def noise(level: float | None) -> str:
    """Noise that many dB below the speech."""
    return "none" if level is None else f"{level:g} dB"


def add_option(parser: argparse.ArgumentParser) -> None:
    """``--json FILE``."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result there")


def write(path: Path | None, bench: str, figures: dict[str, Any]) -> None:
    """Write the result of this run, where a file was named."""
    if path is None:
        return
    given = [one for one in sys.argv[1:] if one not in ("--json", str(path))]
    command = " ".join(("python -m", f"bench.{bench}", *given))
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    result = Result(bench, command, commit(), date.today().isoformat(), machine(), load, figures)
    text = json.dumps(asdict(result), ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8")


def read(path: Path) -> Result:
    """A result that was written."""
    return Result(**json.loads(path.read_text(encoding="utf-8")))
