# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages for people, wherever Hektor is installed, and how they read as plain lines.

In the source tree they are in ``docs``; the wheel puts them beside the program
(``share/hektor/docs``). A page that a language lacks is there in English.
"""

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path

from announce.lexicon import FALLBACK

PAGES = (
    "player", "study", "card", "assistant", "arbiter", "arbiter-in-two-minutes",
    "commands", "authority", "scripts", "screen-reader",
)  # fmt: skip
"""What the pages are about; in the languages other than German they are named so too."""

_GERMAN = {
    "player": "spieler", "study": "studium", "card": "karte", "assistant": "assistent",
    "arbiter": "schiedsrichter",
    "arbiter-in-two-minutes": "schiedsrichter-in-zwei-minuten", "authority": "befugnisse",
    "scripts": "skripte", "screen-reader": "bildschirmleser",
}  # fmt: skip

_SOURCE = Path(__file__).parents[2] / "docs"
_INSTALLED = "share/hektor/docs"
_TABLE_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|?")


class PageMissing(Exception):
    """There is no such page here."""


def page(name: str, language: str) -> str:
    """A page in Markdown. Raises PageMissing."""
    for each in (language, FALLBACK):
        file = _GERMAN.get(name, name) if each == "de" else name
        path = _path(f"{each}/{file}.md")
        if path is not None:
            return path.read_text(encoding="utf-8")
    raise PageMissing(name)


def _path(place: str) -> Path | None:
    if (_SOURCE / place).is_file():
        return _SOURCE / place
    try:
        files = importlib.metadata.files("hektor-chess") or ()
    except importlib.metadata.PackageNotFoundError:
        return None
    found = (Path(str(one.locate())) for one in files if str(one).endswith(f"{_INSTALLED}/{place}"))
    return next((path for path in found if path.is_file()), None)


def plain_lines(markdown: str) -> Iterator[str]:
    """The page for a screen reader or a voice: one paragraph, point or row of a table a line.

    Marks are left out, and pictures are their description. Between two sections is an empty line.
    """
    paragraph: list[str] = []
    in_code = False
    for line in [*markdown.splitlines(), ""]:
        in_code ^= line.startswith("```")
        starts = not line.strip() or re.match(r"\s*([-*|#]|\d+\.) ?|    |```", line)
        if paragraph and (starts or in_code):
            yield _unmarked(" ".join(paragraph))
            paragraph = []
        if line.startswith("#"):
            yield ""
        if not line.strip() or line.startswith("```") or _TABLE_RULE.fullmatch(line):
            continue
        paragraph.append(line.strip())


def _unmarked(text: str) -> str:
    text = re.sub(r"^(#+ |[-*] )", "", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"\1", text).replace("`", "")
    if text.startswith("|"):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        text = "; ".join(cell for cell in cells if cell)
    return text
