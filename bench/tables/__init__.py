# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the page of measurements, each made of results, and what they are made with."""

from collections.abc import Iterable, Mapping, Sequence

from bench.results import Result

Results = Mapping[str, Result]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def source(*results: Result) -> str:
    """Where figures come from."""
    told = []
    for one in results:
        busy = "" if one.load is None else f", load {one.load:g}"
        told.append(f"`{one.command}`, {one.date}, {one.machine}{busy}")
    return f"Measured with {'; '.join(told)}."


def percent(part: float, of: float) -> str:
    """A share with one digit."""
    return f"{100 * part / of:.1f} %"


def number(figure: float | None, unit: str = "") -> str:
    """A figure of a result, or a dash where it has none."""
    return "-" if figure is None else f"{figure:g}{unit}"
