# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pages on who may do what, of the table itself: ``python -m docs.authority``.

The words are in ``docs/authority.toml``.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rules.rights import ALL, By, Right

FOLDER = Path(__file__).parent
PAGES = {"de": FOLDER / "de" / "befugnisse.md", "en": FOLDER / "en" / "authority.md"}


@cache
def words(language: str) -> dict[str, Any]:
    """The words of the page in a language."""
    table = tomllib.loads((FOLDER / "authority.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = table[language]
    return found


def page(language: str) -> str:
    """The page as Markdown."""
    text = words(language)
    introduction, *points = text["introduction"]
    lines = [f"# {text['title']}", "", text["made"], "", introduction, "", *points, ""]
    lines += [f"| {' | '.join(text['columns'])} |", "|---|---|---|"]
    for right in Right:
        cells = (text["acts"][right.value], _training(right, text), _competition(right, text))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _training(row: Right, text: dict[str, Any]) -> str:
    return _listed(row.training, text, text["assistant"] if By.ASSISTANT in row.training else "")


def _competition(row: Right, text: dict[str, Any]) -> str:
    numbers = [str(int(duty)) for duty in row.duties]
    helps = text["assistant"] if By.ASSISTANT in row.competition else ""
    if row.duties == ALL:
        helps = text["any_duty"]
    elif row.duties:
        helps = text["duty"].format(duties=f" {text['or']} ".join(numbers))
    return _listed(row.competition, text, helps)


def _listed(by: By, text: dict[str, Any], assistant: str) -> str:
    player = text["player"] if By.PLAYER in by else ""
    arbiter = text["arbiter"] if By.ARBITER in by else ""
    return ", ".join(filter(None, (player, assistant, arbiter))) or text["nobody"]


if __name__ == "__main__":
    for spoken, path in PAGES.items():
        path.write_text(page(spoken), encoding="utf-8")
