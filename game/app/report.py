# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a fault: this computer, Hektor, and where it failed last.

Nobody's name and no recording is in it: paths into the user's folder are told without it.
"""

import hashlib
import locale
import os
import platform
import re
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from game.app.cli import version
from ground import folders

_PACKAGES = ("chess", "vosk", "sounddevice", "espeakng-loader", "numpy", "soundfile", "soxr",
    "cryptography", "cattrs", "platformdirs")  # fmt: skip
_MODEL = Path(__file__).parents[2] / "voice" / "model" / "am" / "final.mdl"
_FRAME = re.compile(
    r'  File ".*?((?:rules|clock|voice|table|announce|game)[\\/][^"]*)", (line \d+.*)'
)


def surroundings() -> Iterator[str]:
    """Versions, system and terminal, in English as whoever mends Hektor reads it."""
    yield f"Hektor {version()}"
    yield f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    yield f"System: {platform.system()} {platform.release()}, {platform.machine()}"
    yield f"Processors: {os.cpu_count()}"
    encodings = ", ".join(
        f"{name} {getattr(stream, 'encoding', None)}"
        f"{' (terminal)' if stream is not None and stream.isatty() else ''}"
        for name, stream in (("input", sys.stdin), ("output", sys.stdout))
    )
    yield f"Encodings: {encodings}, locale {locale.getlocale()[0]}"
    found = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    yield f"Packages: {found}"
    digest = hashlib.sha256(_MODEL.read_bytes()).hexdigest() if _MODEL.is_file() else "missing"
    yield f"Model: {digest[:16]}"


def last_fault() -> Iterator[str]:
    """Where Hektor failed last, if it did: the frames and the kind of error, no values."""
    try:
        text = (folders.logs() / "fault.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return
    frames = [f"{place}, {line}" for place, line in _FRAME.findall(text)]
    kinds = re.findall(r"^([A-Za-z_][\w.]*)(?::|$)", text, re.MULTILINE)
    kind = [name for name in kinds if name != "Traceback"]
    yield f"Last fault: {kind[-1] if kind else 'unknown'}"
    yield from (f"  {frame}" for frame in frames)


def without_names(line: str) -> str:
    """The line without the user's folder, which has the user's name."""
    home = str(Path.home())
    return line.replace(home, "~") if len(home) > 1 else line


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"
