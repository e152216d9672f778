# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sockets a whole competition game opens, as the system sees it (11.3.2.1).

    python -m bench.trust.offline [--seconds 20] [--json FILE]

The whole program plays a typed game with speech, microphone and recogniser under ``strace``, which
sees what libraries in C do too; Python's own watch (``tests/game/test_offline.py``) does not. The
sound system is reached by sockets of the machine itself (``AF_UNIX``); what is counted as network
is every other family. Connections are told with their addresses.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench import results

PROGRAM = [sys.executable, "-m", "game.app.cli", "play", "--mode", "competition", "--press", "hand",
           "--language", "de"]  # fmt: skip
LINES = ("f3", "Uhr", "schwarz: e5", "Uhr", "g4", "Uhr", "Zeit", "schwarz: Dh4", "Uhr", "ende")
"""A whole game, to mate."""

LOCAL = ("AF_UNIX", "AF_LOCAL")
_SOCKET = re.compile(r"\bsocket\((\w+)")
_CONNECT = re.compile(r"\bconnect\(\d+, \{sa_family=(\w+)(?:, (?:sun_path=)?(.*?))?\}, ")


def traced(seconds: float, folder: Path) -> str:
    """What strace saw of a game whose lines are typed within ``seconds``."""
    log = folder / "strace"
    command = ["strace", "-f", "-qq", "-e", "trace=network", "-o", str(log), *PROGRAM,
               "--archive", str(folder / "games.sqlite")]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdin is not None
        for line in LINES:
            time.sleep(seconds / len(LINES))
            program.stdin.write(f"{line}\n")
            program.stdin.flush()
    return log.read_text(encoding="utf-8", errors="replace")


def counted(trace: str) -> dict[str, object]:
    """The sockets by family, the addresses, and how many sockets are of the network."""
    families = Counter(_SOCKET.findall(trace))
    addresses = Counter(f"{family} {address}" for family, address in _CONNECT.findall(trace))
    network = sum(count for family, count in families.items() if family not in LOCAL)
    return {"network": network, "families": dict(families), "addresses": dict(addresses)}


def main() -> None:
    """Play, count and print; the exit status is 1 if a socket of the network was opened."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=20.0, help="for typing the game")
    results.add_option(parser)
    options = parser.parse_args()
    if shutil.which("strace") is None:
        sys.exit("There is no strace here.")
    with tempfile.TemporaryDirectory() as folder:
        found = counted(traced(options.seconds, Path(folder)))
    for name, figure in found.items():
        print(f"{name}: {figure}")
    results.write(options.json, "trust.offline", found)
    if found["network"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
