# SPDX-License-Identifier: GPL-3.0-or-later
"""Fuzzing of what reads from outside, guided by the code that each input reaches.

    python -m bench.torture.guided [PARSER …] [--seconds 60] [--seed 1] [--keep FOLDER]
                                   [--again PARSER FILE] [--json FILE]

``atheris`` does it (``pip install atheris``; Linux), in a process for each parser, from a few
inputs that are right (`bench.torture.parsers`). An input that a parser may not break on, or on
which it takes longer than ten seconds or more than a gigabyte, is made smaller and kept.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import results
from ground.progress import Progress

_RUNS = re.compile(r"Done (\d+) runs|^#(\d+)\s", re.MULTILINE)

_SEARCH = """
import sys, atheris
from ground.progress import Progress
with atheris.instrument_imports(include=[
    "announce", "clock", "game", "rules", "table", "voice", "cattrs", "json", "chess"]):
    from bench.torture.parsers import PARSERS
name, *arguments = sys.argv[1:]
atheris.Setup(["guided", *arguments], PARSERS[name])
atheris.Fuzz()
"""


def search(name: str, seconds: float, seed: int, folder: Path) -> tuple[int, list[Path]]:
    """How many inputs were tried within so many seconds, and those on which the parser broke.

    What breaks it is found once and kept; then the search begins anew with another seed.
    """
    from bench.torture.parsers import SEEDS  # noqa: PLC0415 - what is searched imports it anew

    tried, until = 0, time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="guided-") as corpus:
        for number, text in enumerate(SEEDS[name]):
            Path(corpus, str(number)).write_bytes(text.encode("latin-1", "replace"))
        while (left := round(until - time.monotonic())) > 0:
            command = [sys.executable, "-c", _SEARCH, name, f"-max_total_time={left}"]
            command += [f"-seed={seed}", f"-artifact_prefix={folder / name}-", "-timeout=10"]
            command += ["-rss_limit_mb=1024", "-max_len=600", "-print_final_stats=0", corpus]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            runs = _RUNS.findall(ended.stderr)
            tried += max((int(done or number) for done, number in runs), default=0)
            seed += 1
            if not runs:
                raise RuntimeError(ended.stderr[-2000:])
    return tried, sorted(folder.glob(f"{name}-*"))


def again(name: str, file: Path) -> None:
    """The parser meets an input that was kept; what is wrong with it is raised."""
    from bench.torture.parsers import PARSERS  # noqa: PLC0415

    PARSERS[name](file.read_bytes())


def main() -> int:
    """Search with each parser; the exit status is 1 if one broke."""
    from bench.torture.parsers import PARSERS  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parsers", nargs="*", metavar="PARSER", help=", ".join(PARSERS))
    parser.add_argument("--seconds", type=float, default=60, help="of all parsers together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("torture"), metavar="FOLDER")
    parser.add_argument("--again", nargs=2, metavar=("PARSER", "FILE"))
    results.add_option(parser)
    options = parser.parse_args()
    if options.again is not None:
        again(options.again[0], Path(options.again[1]))
        print("It does not fail any more.")
        return 0
    try:
        import atheris  # noqa: F401, PLC0415
    except ImportError:
        print("There is no atheris here: pip install atheris", file=sys.stderr)
        return 2
    options.keep.mkdir(parents=True, exist_ok=True)
    figures = {}
    for name in Progress().over(options.parsers or PARSERS):
        share = options.seconds / len(options.parsers or PARSERS)
        tried, broke = search(name, share, options.seed, options.keep)
        print(f"{name:8} {tried:9} inputs {len(broke):3} failures", *broke, flush=True)
        figures[name] = {"cases": tried, "failures": len(broke)}
    results.write(options.json, "torture.guided", {"seed": options.seed, "parsers": figures})
    return 1 if any(each["failures"] for each in figures.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
