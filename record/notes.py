# SPDX-License-Identifier: GPL-3.0-or-later
"""The notes of study: positions noted in each file of games, and the score of the drills.

Both stand in one file of the user's. A file that cannot be read counts as empty: it keeps nobody
from studying.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ground import files, folders
from study.state import Place, Tally
from study.tasks import Drill

ARCHIVE = "archive"
"""Stands for the archive where a file has its path."""


def notes_path() -> Path:
    """The user's own file."""
    return folders.data() / "study.json"


class NoteFile:
    """The file, for the study of one source."""

    def __init__(self, path: Path, source: str) -> None:
        """``source`` is what is studied: the path of a file, or :data:`ARCHIVE`."""
        self._path = path
        self._source = source
        self._data = _read(path)

    def notes(self) -> dict[str, Place]:
        """The noted positions of this source, by their words."""
        found: dict[str, Place] = {}
        for word, place in _table(_table(self._data, "notes"), self._source).items():
            match place:
                case [int(number), [*path], [*tried]] if all(isinstance(one, int) for one in path):
                    found[word] = Place(number, tuple(path), tuple(map(str, tried)))
        return found

    def points(self) -> dict[Drill, Tally]:
        """The score of each drill."""
        found: dict[Drill, Tally] = {}
        for name, tally in _table(self._data, "points").items():
            match tally:
                case [int(asked), int(right), int(streak)] if name in set(Drill):
                    found[Drill(name)] = Tally(asked, right, streak)
        return found

    def write(self, notes: Mapping[str, Place], points: Mapping[Drill, Tally]) -> None:
        """Write both. Raises OSError if that is not possible."""
        places = {word: [one.number, one.path, one.tried] for word, one in notes.items()}
        noted = {**_table(self._data, "notes"), self._source: places}
        tallies = {drill.value: [t.asked, t.right, t.streak] for drill, t in points.items()}
        self._data = {"notes": noted, "points": tallies}
        files.make_folder(self._path.parent)
        files.write(self._path, json.dumps(self._data, ensure_ascii=False, indent=1).encode())


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


class GamesCopy:
    """The file for games that somebody has changed, beside the one that is studied, which itself is
    never written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._before: bytes | None = None  # what stood there when this sitting began

    def write(self, games: list[str]) -> None:
        """All changed games of this sitting, behind those of earlier ones. Raises OSError."""
        if self._before is None:
            self._before = self.path.read_bytes() if self.path.exists() else b""
        text = "\n".join(games).encode()
        joint = b"\n" if self._before and not self._before.endswith(b"\n\n") else b""
        files.write(self.path, self._before + joint + text)
