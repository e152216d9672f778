# SPDX-License-Identifier: GPL-3.0-or-later
"""Two kinds of plot as SVG, each with a title and a description for those who do not see it.

Lines differ by dashes and marks, not by colour alone. The page that shows a plot says the same in a
table; the description is its alternative text too.
"""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 40, 45
DARK, GREY = "#222222", "#cccccc"
COLOURS = ("#0b5394", "#b45f06")
DASHES = ("none", "7 4")
BAR, GAP, NAMES = 22, 12, 300
"""Of the bars: height, distance and the room for their names, in pixels."""


def lines(
    title: str,
    description: str,
    across: tuple[str, Sequence[str]],
    up: tuple[str, float, float],
    series: Mapping[str, Sequence[float]],
) -> str:
    """At most two lines over the same points.

    ``across`` is the name of the axis and the label of each point, ``up`` the name, the least and
    the most of the other axis.
    """
    name, points = across
    unit, least, most = up
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(index: int) -> float:
        return LEFT + wide * index / max(1, len(points) - 1)

    def y(value: float) -> float:
        return TOP + high * (most - value) / (most - least)

    parts = []
    for step in range(5):
        value = least + (most - least) * step / 4
        parts.append(_line(LEFT, y(value), LEFT + wide, y(value), GREY))
        parts.append(_text(LEFT - 8, y(value) + 4, f"{value:g}", "end"))
    for index, label in enumerate(points):
        parts.append(_text(x(index), TOP + high + 18, label, "middle"))
    parts.append(_text(LEFT + wide / 2, HEIGHT - 8, name, "middle"))
    parts.append(_text(8, TOP - 18, unit, "start"))
    for (label, values), colour, dash in zip(series.items(), COLOURS, DASHES, strict=False):
        path = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(values))
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        parts += [
            f'<circle cx="{x(i):.1f}" cy="{y(value):.1f}" r="4" fill="{colour}"/>'
            for i, value in enumerate(values)
        ]
        parts.append(_text(LEFT + wide + 10, y(values[-1]) + 4, label, "start", colour))
    return _svg(title, description, HEIGHT, parts)


def bars(title: str, description: str, rows: Sequence[tuple[str, float, str]], most: float) -> str:
    """A bar for each row: its name, its length and what is written at its end; ``most`` is as long
    as there is room."""
    parts = []
    room = WIDTH - NAMES - RIGHT + 20
    for number, (name, value, label) in enumerate(rows):
        top = 10 + number * (BAR + GAP)
        width = max(1.0, room * value / most)
        parts.append(_text(NAMES - 10, top + BAR * 0.7, name, "end"))
        parts.append(
            f'<rect x="{NAMES}" y="{top}" width="{width:.1f}" height="{BAR}" fill="{COLOURS[0]}"/>'
        )
        parts.append(_text(NAMES + width + 8, top + BAR * 0.7, label, "start"))
    return _svg(title, description, 10 + len(rows) * (BAR + GAP), parts)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str = DARK) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(text)}</text>"


def _svg(title: str, description: str, height: int, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-labelledby="title desc" font-family="sans-serif" font-size="13">'
    )
    told = (
        f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(description)}</desc>'
    )
    ground = f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    return "\n".join((head, told, ground, *parts, "</svg>", ""))
