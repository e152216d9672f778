# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs Hektor into the environment of the Python that runs this: for ``run.cmd``.

Only files with the SHA-256 that ``requirements/`` names are taken. What is downloaded is told in
whole lines. After a failure the next call goes on: pip keeps what it has downloaded. It needs
nothing but Python and pip.
"""

import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
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
_LAST = 200  # lines in which a reason is looked for
_TRIES, _PAUSE = 4, 5.0  # seconds between two
_HELD = re.compile(r"\[WinError (?:5|32)\]")
_SCANNER = "Another program holds a file, perhaps a virus scanner."
_MEANINGS = (
    (r"\[WinError (?:5|32)\]", _SCANNER),
    (r"CERTIFICATE_VERIFY_FAILED|SSLError", "The network lets nobody reach pypi.org unseen: its "
        "certificate is not the one that Python knows."),
    (r"getaddrinfo|NameResolution|NewConnectionError|Failed to establish|timed out|ProxyError",
        "There is no network, or pypi.org cannot be reached in it."),
    (r"No space left|\[WinError 112\]|\[Errno 28\]", "There is no space left on the disk."),
    (r"Could not find a version|from versions: none|No matching distribution",
        "There is no package for this Python: take Python for 64 bits from python.org."),
)  # fmt: skip


def told(line: str) -> str | None:
    """Sentence for the user on a line of pip: which library it fetches, if that takes a while."""
    found = _DOWNLOAD.match(line)
    return found and f"Downloading {found[1]}, {found[2]} {found[3]}."


def install(
    commands: Iterable[tuple[str, ...]], wait: Callable[[float], object] = time.sleep
) -> list[str]:
    """Run each, again where another program holds a file; why it failed, or nothing."""
    for command in commands:
        for left in reversed(range(_TRIES)):
            status, lines, errors = _run(command)
            if not status:
                break
            held = any(_HELD.search(line) for line in lines)
            if not held or not left:
                return [*_known(lines), *errors] or [f"pip ended with status {status}."]
            print(f"{_SCANNER} Trying again.", file=sys.stderr, flush=True)
            wait(_PAUSE)
    return []


def _run(command: tuple[str, ...]) -> tuple[int, list[str], list[str]]:
    """The exit status, the last lines, and the last errors in pip's words."""
    lines, errors = deque[str](maxlen=_LAST), deque[str](maxlen=_REASONS)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        errors="replace",
    ) as pip:  # fmt: skip
        for line in pip.stdout or ():
            lines.append(line)
            if (download := told(line)) is not None:
                print(download, file=sys.stderr, flush=True)
            elif line.lstrip().lower().startswith("error"):
                errors.append(line.strip())
    return pip.returncode, list(lines), list(errors)


def _known(lines: Iterable[str]) -> list[str]:
    """What pip's words mean to somebody who does not know it."""
    text = "".join(lines)
    return [meaning for pattern, meaning in _MEANINGS if re.search(pattern, text)][:1]


def main() -> int:
    """0 if all is installed."""
    reasons = install((*PIP, *step) for step in STEPS)
    for reason in reasons:
        print(reason, file=sys.stderr)
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
