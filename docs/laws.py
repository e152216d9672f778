# SPDX-License-Identifier: GPL-3.0-or-later
"""Make ``docs/laws.md`` of ``docs/laws.toml``: ``python -m docs.laws``."""

import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER / "laws.md"

INTRODUCTION = """\
# The Laws, rule by rule

What Hektor does about each rule of the FIDE Laws of Chess and which tests prove it. Numbers are
those of the edition of 2018. Made by `python -m docs.laws`; do not edit.
"""


def parts() -> list[dict[str, object]]:
    """The parts of ``docs/laws.toml``, each with a ``title`` and ``rows`` by article."""
    found: list[dict[str, object]] = tomllib.loads(
        (FOLDER / "laws.toml").read_text(encoding="utf-8")
    )["part"]
    return found


def page() -> str:
    """The page as Markdown."""
    lines = [INTRODUCTION]
    for part in parts():
        lines += [f"## {part['title']}", "", "| article | rule | proof |", "|---|---|---|"]
        rows = part["rows"]
        assert isinstance(rows, dict)
        lines += [f"| {article} | {row['rule']} | {_proof(row)} |" for article, row in rows.items()]
        lines.append("")
    return "\n".join(lines)


def _proof(row: dict[str, object]) -> str:
    tests = row.get("tests")
    if isinstance(tests, list):
        return "<br>".join(f"`{test}`" for test in tests)
    return f"none: {row['none']}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
