# SPDX-License-Identifier: GPL-3.0-or-later
"""Make ``docs/laws.md`` of ``docs/laws.toml``: ``python -m docs.laws``."""

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PAGE = FOLDER / "laws.md"

INTRODUCTION = """\
# The Laws, rule by rule

What Hektor does about each rule of the FIDE Laws of Chess and which tests prove it. Numbers are
those of the edition of 2018; `scenario:NAME` is a script in `tests/scenarios/`. Made by
`python -m docs.laws`; do not edit.
"""

Row = dict[str, Any]


def parts() -> list[dict[str, Any]]:
    """The parts of ``docs/laws.toml``, each with a ``title`` and ``rows`` by article."""
    found: list[dict[str, Any]] = tomllib.loads((FOLDER / "laws.toml").read_text(encoding="utf-8"))[
        "part"
    ]
    return found


def rows() -> dict[str, Row]:
    """All rows by article."""
    return {article: row for part in parts() for article, row in part["rows"].items()}


def page() -> str:
    """The page as Markdown."""
    lines = [INTRODUCTION, *_summary(rows())]
    for part in parts():
        lines += [f"## {part['title']}", "", "| article | rule | proof |", "|---|---|---|"]
        lines += [
            f"| {article} | {row['rule']} | {_proof(row)} |"
            for article, row in part["rows"].items()
        ]
        lines.append("")
    return "\n".join(lines)


def _summary(every: dict[str, Row]) -> list[str]:
    proven = sum("tests" in row for row in every.values())
    without = sum("none" in row for row in every.values())
    pending = [article for article, row in every.items() if "pending" in row]
    lines = [f"{len(every)} rules: {proven} proven, {without} with nothing to test.", ""]
    if pending:
        lines[0] = lines[0].removesuffix(".") + f", {len(pending)} not yet proven:"
        lines[1:1] = [", ".join(pending) + "."]
    return lines


def _proof(row: Row) -> str:
    if "tests" in row:
        return "<br>".join(f"`{test}`" for test in row["tests"])
    return f"none: {row['none']}" if "none" in row else "not yet"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
