# SPDX-License-Identifier: GPL-3.0-or-later
"""Chess programs that are no good opponents: a campaign of torture that takes real time.

The game goes on without them, or ends in a sentence; and nothing of theirs reaches the terminal.
"""

import random
import sys
from pathlib import Path
from typing import Any

from bench.nursery import running
from bench.torture.faults import check_whole
from bench.torture.killing import QUIET

_HELLO = "print('id name x'); print('uciok'); print('readyok'); sys.stdout.flush()\n"
ENGINES = {
    "silent": "import sys, time\ntime.sleep(600)",
    "dies": "import sys\nsys.exit(1)",
    "garbage": "import sys, os\nsys.stdout.buffer.write(os.urandom(100000)); sys.stdout.flush()\n"
    "sys.stdin.read()",
    "illegal": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('readyok' if 'isready' in line else 'bestmove e1e5'); sys.stdout.flush()",
    "floods": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('readyok'); print('info string ' + 'x' * 1000000); sys.stdout.flush()",
    "complains": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('x' * 1000, file=sys.stderr); print('readyok'); sys.stdout.flush()",
}


def engines(rng: random.Random) -> list[Any]:
    """A program that is no good opponent."""
    return [rng.choice(sorted(ENGINES))]


def opposed(case: list[Any], folder: Path) -> None:
    """The game goes on without it, or ends in a sentence."""
    for kind in case:
        engine = folder / f"{kind}.py"
        engine.write_text(f"#!{sys.executable}\n{ENGINES[kind]}\n")
        engine.chmod(0o700)
        path = folder / f"{kind}.sqlite"
        opponent = ("--opponent", str(engine), "--opponent-time", "0.2")
        with running(folder, "play", *QUIET, *opponent, "--archive", str(path)) as program:
            program.type("e4", "", "Zeit", "Stellung")
            program.read(3)
            program.type("ende")
            complaint = program.end()
        assert "Traceback" not in complaint, complaint
        assert not any(len(line) > 10_000 for _, line in program.lines), "the terminal was flooded"
        if path.exists():
            check_whole(path)
