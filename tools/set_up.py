# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs Hektor into the environment of the Python that runs this: for ``run.cmd``.

Only files with the SHA-256 that ``requirements/`` names are taken. What is downloaded is told in
whole lines. After a failure the next call goes on: pip keeps what it has downloaded. It needs
nothing but Python and pip.
"""

import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
    "--no-compile", "--progress-bar", "off", "--retries", "3")  # fmt: skip
STEPS = (
    ("--require-hashes", "-r", str(ROOT / "requirements" / "build.txt")),
    ("--require-hashes", "--no-build-isolation", "-r", str(ROOT / "requirements" / "run.txt")),
    ("--no-deps", "--no-build-isolation", "-e", str(ROOT)),
)
_DOWNLOAD = re.compile(r"\s*Downloading (?:\S*/)?([A-Za-z0-9_.]+?)-\d\S* \(([\d.]+) ([MG]B)\)")
_REASONS = 2  # of pip's errors the last ones


def told(line: str) -> str | None:
    """What a user hears of a line of pip: which library it fetches, if that takes a while."""
    found = _DOWNLOAD.match(line)
    return found and f"Downloading {found[1]}, {found[2]} {found[3]}."


def install(commands: Iterable[tuple[str, ...]]) -> list[str]:
    """Run each; why it failed, in pip's words, or nothing."""
    for command in commands:
        errors: deque[str] = deque(maxlen=_REASONS)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            errors="replace",
        ) as pip:  # fmt: skip
            for line in pip.stdout or ():
                if (download := told(line)) is not None:
                    print(download, file=sys.stderr, flush=True)
                elif line.lstrip().lower().startswith("error"):
                    errors.append(line.strip())
        if pip.returncode:
            return list(errors) or [f"pip ended with status {pip.returncode}."]
    return []


def main() -> int:
    """0 if all is installed."""
    reasons = install((*PIP, *step) for step in STEPS)
    for reason in reasons:
        print(reason, file=sys.stderr)
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
