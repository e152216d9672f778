# SPDX-License-Identifier: GPL-3.0-or-later
"""What ``requirements/*.txt`` lock: names and versions."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "requirements"
_LINE = re.compile(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", re.MULTILINE)


def locked(kind: str = "run", folder: Path = FOLDER) -> dict[str, list[str]]:
    """The versions of each package; there are several where systems or Pythons differ."""
    found: dict[str, list[str]] = {}
    text = (folder / f"{kind}.txt").read_text(encoding="utf-8")
    for name, version in _LINE.findall(text):
        found.setdefault(plain(name), []).append(version)
    return found


def plain(name: str) -> str:
    """The name of a package as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
