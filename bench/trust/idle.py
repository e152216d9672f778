# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real program needs while nobody speaks.

    python -m bench.trust.idle [--seconds 60] [--settle 45] [--json FILE]

It plays with microphone, loudspeaker and recogniser on a virtual sound card (``bench.virtual``), in
which there is the hush of a quiet room, and a page is open. When its greeting was spoken, after
``--settle`` seconds, the processor time of the whole program is counted.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from bench import results
from bench.virtual import PATIENCE, Talker, missing, sound_server

_ADDRESS = re.compile(r"http://127\S+")


def idle(seconds: float, settle: float, folder: Path) -> float:
    """The processor time that the real program needs, in percent of a core."""
    with sound_server(folder) as sound:
        talker, over = Talker(sound.fifo), threading.Event()

        def hush() -> None:
            while not over.is_set():
                talker.silence(0.3)

        room = threading.Thread(target=hush, daemon=True)
        room.start()
        command = [sys.executable, "-m", "game.app.cli", "play", "--page", "--language", "de"]
        command += ["--archive", str(folder / "games.sqlite")]
        program = subprocess.Popen(
            command, env=sound.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            assert program.stdout is not None
            address = next(found[0] for line in program.stdout if (found := _ADDRESS.search(line)))
            with urllib.request.urlopen(f"{address}events", timeout=60):
                until = time.monotonic() + PATIENCE
                while not sound.has_ears():  # the pipe takes nothing before
                    if time.monotonic() > until:
                        raise RuntimeError("the program does not listen")
                    time.sleep(0.2)
                time.sleep(settle)
                before = _spent(program.pid)
                time.sleep(seconds)
                return round(100 * (_spent(program.pid) - before) / seconds, 2)
        finally:
            program.kill()
            program.wait()
            over.set()
            room.join(1)  # it hangs where nobody listens any more
            talker.close()


def _spent(pid: int) -> float:
    """Seconds of processor time."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=45, help="seconds")
    results.add_option(parser)
    options = parser.parse_args()
    if programs := missing():
        sys.exit(f"There is no {' and no '.join(programs)} here.")
    with tempfile.TemporaryDirectory(prefix="idle-") as name:
        percent = idle(options.seconds, options.settle, Path(name))
    print(f"{percent} % of a core")
    results.write(options.json, "trust.idle", {"idle_percent": percent})


if __name__ == "__main__":
    main()
