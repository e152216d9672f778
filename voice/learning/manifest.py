# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings with what is said in them, as a manifest lists them.

A manifest is a TSV of path and transcript in this order, or as a header names them; ``fen`` and
``role`` are used where there are any, other columns are left alone.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ground import files
from voice.language import lexicon

_OUTSIDE_ROLES: Final = {"out_of_grammar", "sentence"}


@dataclass(frozen=True, slots=True)
class Clip:
    """One line of a manifest; ``words`` are the transcript's in the spelling of the lexicon.

    ``inside`` the language is what has only words that Hektor knows, unless its role says that
    it is ``out_of_grammar`` or a ``sentence``.
    """

    path: Path
    words: tuple[str, ...]
    inside: bool
    fen: str | None = None


def read_manifest(path: Path, fen: str | None = None) -> list[Clip]:
    """The recordings of a manifest; relative paths count from its folder.

    Raises:
        ValueError: it cannot be read or names no recording, in one sentence for the user.
    """
    try:
        text = io.StringIO(files.read(path).decode("utf-8-sig"), newline="")
        rows = [row for row in csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"The manifest {path} cannot be read.") from error
    columns = {"path": 0, "transcript": 1}
    if rows and "path" in rows[0]:
        columns = {name: index for index, name in enumerate(rows.pop(0))}
    clips = [_clip(row, columns, path.parent, fen) for row in rows if not row[0].startswith("#")]
    if not clips:
        raise ValueError(f"The manifest {path} names no recording.")
    return clips


def _clip(row: Sequence[str], columns: dict[str, int], folder: Path, fen: str | None) -> Clip:
    def column(name: str) -> str:
        index = columns.get(name, len(row))
        return row[index].strip() if index < len(row) else ""

    words = lexicon.words(column("transcript"))
    known = bool(words) and set(lexicon.vocabulary()).issuperset(words)
    return Clip(
        folder / column("path"),
        words,
        known and column("role") not in _OUTSIDE_ROLES,
        column("fen") or fen,
    )
