# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine.start``: ``run.cmd``, read by Wine's command line.

A program that writes down how it is called stands for Python and Hektor (``stand_in.c``). In
folders with awkward names Hektor is set up, started, started again, and set up anew once the folder
was moved; without Python that is said. Wine's command line is another program than that of Windows,
and Wine 8's knows less. Needs ``wine64`` and the compiler that :mod:`tools.wine` needs.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools.wine import compiled, end

ROOT = Path(__file__).parents[2]
NAMES = ("plain", "with blank", "Jürgen", "wow!", "a & b", "(x86)")
GIVEN = ("play", "--white", "A! n&n")
_HEKTOR, _OLD = 7, 9  # as stand_in.c ends
_SET_UP = 4  # calls: two of Python's, the environment, the packages
_LIMIT = 120  # seconds


def started(folder: Path, environment: Mapping[str, str], calls: Path) -> tuple[int, list[str]]:
    """The exit status of ``run`` in the ``folder`` that Hektor was cloned into, and how the
    programs were called that it starts; they write it into ``calls``."""
    calls.write_bytes(b"")
    wine = shutil.which("wine64") or "/usr/lib/wine/wine64"
    ended = subprocess.run(
        [wine, "cmd", "/c", "run", *GIVEN],
        cwd=folder, env={**environment, "CALLS": windows(calls)},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        timeout=_LIMIT, check=False,
    )  # fmt: skip
    return ended.returncode, calls.read_text(encoding="utf-8").splitlines()


def windows(path: Path) -> str:
    """The name that Wine gives to a path."""
    return "Z:" + str(path).replace("/", "\\")


def clone(folder: Path) -> Path:
    """Copy the files that ``run.cmd`` looks at into ``folder``."""
    (folder / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "requirements" / "run.txt", folder / "requirements")
    shutil.copy(ROOT / "run", folder)
    commands = (ROOT / "run.cmd").read_text(encoding="ascii")
    (folder / "run.cmd").write_text(commands, encoding="ascii", newline="\r\n")
    return folder


def wrong(status: int, calls: list[str], expected: int) -> str | None:
    """Faults of a start of Hektor after ``expected`` other calls."""
    if status != _HEKTOR:
        return f"it ended with {status}"
    if len(calls) != expected + 1:
        return f"{len(calls) - 1} calls before Hektor's: {calls}"
    return None if calls[-1].endswith('play --white "A! n&n"') else f"started as {calls[-1]}"


def main() -> int:
    """Try all; 0 if each folder was as it should be."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hektor-wine-") as name:
        folder = Path(name)
        programs, calls = folder / "programs", folder / "calls.txt"
        programs.mkdir()
        without = {
            **os.environ, "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all",
            "LC_ALL": "C.UTF-8", "WINEPATH": "",
        }  # fmt: skip
        environment = {**without, "WINEPATH": windows(programs)}
        stand_in = compiled(Path(__file__).with_name("stand_in.c"), folder, "-municode")
        for program in ("py", "python"):
            shutil.copy(stand_in, programs / f"{program}.exe")
        for each in NAMES:
            place = clone(folder / each)
            found = [wrong(*started(place, environment, calls), one) for one in (_SET_UP, 0)]
            moved = place.rename(folder / f"{each}, moved")
            found.append(wrong(*started(moved, environment, calls), _SET_UP))
            troubles = [trouble for trouble in found if trouble]
            failed += bool(troubles)
            print(
                f"{each}: {'; '.join(troubles) or 'set up, started, moved, set up anew'}.",
                flush=True,
            )
        status, called = started(clone(folder / "without Python"), without, calls)
        failed += (status, called) != (1, [])
        print(f"Without Python it ends with {status}.")
        end(environment)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
