# SPDX-License-Identifier: GPL-3.0-or-later
"""List of what is not translated yet: ``python -m tools.untranslated``.

A new command, sentence or page needs German and English. What another language lacks is told, and
typed, in English; each line here names a language and what it lacks, and the exit status is 1 if
there is anything. A release needs all of it, a commit does not.

Serbian is kept in Latin letters and printed in Cyrillic from them: one translation does for both.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from voice.language.lexicon import FALLBACK, GERMAN

ROOT = Path(__file__).parents[1]
LEXICONS: Final = ("announce/lexicon", "voice/language/lexicon")

_OF_ONE_LANGUAGE: Final = {
    *("help",),  # the options are explained in English
    *("moves",),  # they are German, or English
    *(
        "grammar.dates",
        "grammar.notation",
        "grammar.numbers",
        "grammar.pieces",
        "grammar.pronunciation",
        "grammar.second_script",
    ),
    *("game.letters", "game.script", "game.spellings", "game.time_control"),
    "game.typed",
}
"""Files and tables that no other language needs to have alike."""

_REFERENCE: Final = {"arbiter", "assistant", "authority", "commands", "scripts"}
"""Pages that are kept in German and English only, or in English."""

_SHORTER: Final = {"study"}
"""Pages that are shorter in the other languages."""

_ORDERS: Final = ("de", "en", "sr", "sl", "cs")
"""The columns of ``docs/orders.md``."""


def missing(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Each language that lacks something, and what: a key of a lexicon, a page, or a phrase that
    the English page has."""
    folders = sorted((root / LEXICONS[0]).glob("*/grammar.toml"))
    languages = [file.parent.name for file in folders]
    for language in languages:
        if language not in (GERMAN.name, FALLBACK):
            for lexicon in LEXICONS:
                yield from ((language, what) for what in _keys(root / lexicon, lexicon, language))
            yield from ((language, what) for what in _pages(root / "docs", language))
            yield from ((language, what) for what in _orders(root / "docs", language))


def _keys(folder: Path, name: str, language: str) -> Iterator[str]:
    for file in sorted((folder / FALLBACK).glob("*.toml")):
        english, own = _read(file), _read(folder / language / file.name)
        for key in _lacking(english, own, file.stem):
            yield f"{name}: {key}"


def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _lacking(english: Mapping[str, Any], own: Mapping[str, Any], path: str) -> Iterator[str]:
    for name, entry in english.items():
        key = f"{path}.{name}"
        if {path, key} & _OF_ONE_LANGUAGE:
            continue
        if isinstance(entry, Mapping) and not path.startswith("grammar."):
            yield from _lacking(entry, own.get(name, {}), key)
        elif name not in own:
            yield key


def _pages(docs: Path, language: str) -> Iterator[str]:
    for page in sorted((docs / FALLBACK).glob("*.md")):
        other = docs / language / page.name
        if page.stem in _REFERENCE:
            continue
        if not other.exists():
            yield f"docs: {page.name}"
            continue
        told = [] if page.stem in _SHORTER else _phrases(page)
        known = _phrases(other)
        yield from (f"docs: {page.name}: {said}" for said in told if said not in known)


def _phrases(page: Path) -> list[str]:
    """What stands as code on a page, but for the language, which each page names for itself."""
    said = re.findall(r"`([^`]+)`", page.read_text(encoding="utf-8"))
    return [each for each in said if "--language" not in each]


def _orders(docs: Path, language: str) -> Iterator[str]:
    if language not in _ORDERS:
        yield "docs: orders.md"
        return
    for line in (docs / "orders.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and not cells[_ORDERS.index(language)]:
            yield f"docs: orders.md: {cells[0]}"


def main() -> int:
    """Print what is missing; 1 if it is anything."""
    found = list(missing())
    for language, what in found:
        print(f"{language}  {what}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
