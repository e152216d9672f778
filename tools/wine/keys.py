# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine.keys [--wine FOLDER] [--lines 200]``: the console, typed in by a person.

The real program runs in a terminal, here or under Wine (FOLDER is that of
:mod:`tools.wine.suite`). Lines are typed with random letters, arrows, Home, End, Delete and
Backspace, and what it has read is compared with what an editor makes of the same keys. Then it is
left by Control-C at every moment: in a half-typed line, at an open question, in the clock,
while a PIN is typed. Told are lines that were lost, how late an answer was, and how long each end
took.
"""

import argparse
import os
import pty
import re
import select
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

from tools.wine import end

LETTERS = "abcxyz äöüß"
KEYS = {"left": "\x1b[D", "right": "\x1b[C", "home": "\x1b[H", "end": "\x1b[F", "delete": "\x1b[3~",
    "back": "\x7f"}  # fmt: skip
QUIET = ("--no-speech", "--no-microphone", "--language", "de", "--mode", "training")
PATIENCE = 60.0  # seconds for a start, which under Wine takes some
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
MOMENTS = {
    "half a line": (("play", *QUIET), "springer ge"),
    "a question": (("play", *QUIET), "aufgeben\r"),
    "the clock": (("clock", "--no-speech", "--no-microphone"), "\r"),
    "a secret": (("play", *QUIET, "--arbiter-pin"), "4711"),
}


class Program:
    """Hektor in a terminal of its own."""

    def __init__(self, words: tuple[str, ...], wine: Path | None, home: Path) -> None:
        command = [sys.executable, "-m", "game.app.cli", *words]
        environment: Mapping[str, str] = {**os.environ, "XDG_CONFIG_HOME": str(home),
            "XDG_DATA_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm"}  # fmt: skip
        if wine is not None:
            python = wine / "Hektor" / "python" / "python.exe"
            command[0] = shutil.which("wine64") or "/usr/lib/wine/wine64"
            command.insert(1, str(python))
            environment = {**environment, "WINEPREFIX": str(wine / "prefix"), "WINEDEBUG": "-all"}
        self.seen = ""
        self.pid, self._terminal = pty.fork()
        if not self.pid:
            os.chdir(home)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execvpe(command[0], command, environment)

    def type(self, text: str) -> None:
        """Type, as fast as a hand does."""
        os.write(self._terminal, text.encode())

    def look(self, seconds: float) -> bool:
        """Take what is shown within so many seconds; False once it has ended."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(self._terminal, 65536)
        except OSError:
            return False
        self.seen += ESCAPES.sub("", piece.decode("utf-8", "replace"))
        return bool(piece)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> bool:
        """True once that is shown."""
        until = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < until and self.look(0.02):
            pass
        return text in self.seen

    def ended(self, seconds: float) -> float | None:
        """After how many seconds it has ended; None if it has not."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            self.look(0.01)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return time.monotonic() - begun
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


def a_line(random: Random) -> tuple[str, str]:
    """Keys, and the line that they make."""
    typed, line, cursor = "", "", 0
    for _ in range(random.randint(1, 25)):
        name = random.choice([*KEYS, *["letter"] * 12])
        if name == "letter":
            letter = random.choice(LETTERS)
            typed, line = typed + letter, line[:cursor] + letter + line[cursor:]
            cursor += 1
            continue
        typed += KEYS[name]
        if name == "back" and cursor:
            line, cursor = line[: cursor - 1] + line[cursor:], cursor - 1
        elif name == "delete":
            line = line[:cursor] + line[cursor + 1 :]
        moved = {"left": cursor - 1, "right": cursor + 1, "home": 0, "end": len(line)}
        cursor = min(max(moved.get(name, cursor), 0), len(line))
    return typed, line


def lines(count: int, wine: Path | None, home: Path) -> tuple[int, list[float]]:
    """How many of so many lines were not read as they were typed, and how late answers were."""
    random, lost, late = Random(1), 0, list[float]()
    begun = time.monotonic()
    program = Program(("play", *QUIET, "--archive", "keys.sqlite"), wine, home)
    if not program.wait_for("Hektor ist bereit"):
        raise RuntimeError(f"It did not start: {program.seen}")
    print(f"Ready after {time.monotonic() - begun:.2f} s")
    for number in range(count):
        typed, line = a_line(random)
        mark = f"q{number}q"  # so no line is a command, and each is another one
        program.seen = ""
        program.type(f"{typed}{KEYS['end']}{mark}")
        program.look(0.05)
        begun = time.monotonic()
        program.type("\r")
        wanted = f"Nicht verstanden: {' '.join(f'{line}{mark}'.split())}"
        answered = program.wait_for(wanted, 5)
        late.append(time.monotonic() - begun)
        if not answered:
            lost += 1
            print(f"{typed!r} was read as {program.seen[-200:]!r}, not {wanted!r}")
    program.type("\x03")
    program.ended(10)
    return lost, late


def main() -> int:
    """0 if every line was read as it was typed, and every end took less than a second."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--wine", type=Path, metavar="FOLDER")
    parser.add_argument("--lines", type=int, default=200)
    given = parser.parse_args()
    wine = None if given.wine is None else given.wine.resolve()
    failed = False
    with tempfile.TemporaryDirectory(prefix="hektor-keys-") as name:
        home = Path(name)
        lost, late = lines(given.lines, wine, home)
        failed = failed or bool(lost)
        figures = f"{statistics.median(late) * 1000:.0f} ms, at most {max(late) * 1000:.0f} ms"
        print(f"{given.lines - lost} of {given.lines} lines as typed; answered in {figures}")
        for moment, (words, typed) in MOMENTS.items():
            program = Program(words, wine, home)
            shown = "PIN" if moment == "a secret" else "clock" if "clock" in words else "bereit"
            started = program.wait_for(shown) if "clock" not in words else program.wait_for(":", 30)
            for _ in range(10):  # nobody types at once, and Wine's console takes a moment
                program.look(0.1)
            program.type(typed)
            for _ in range(20):
                program.look(0.05)
            secret = moment == "a secret" and typed in program.seen
            program.type("\x03")
            took = program.ended(15)
            failed = failed or took is None or took > 1 or not started or secret
            told = "never" if took is None else f"in {took:.2f} s"
            print(f"Control-C in {moment}: ended {told}{', and the secret was shown' * secret}")
    if wine is not None:
        end({**os.environ, "WINEPREFIX": str(wine / "prefix")})
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
