# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the rooms of the house from the imports into ``docs/architecture.md``:
``python -m docs.rooms``.

``docs/rooms.toml`` has the rooms from the ground up, each with its job and its **face**, the
modules that other rooms may import; ``tests/test_architecture.py`` enforces both. The picture shows
what a room imports today. It leaves out an arrow that others imply, so that it stays readable; the
table beside it has them all, and is what a screen reader gets.
"""

import ast
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by python -m docs.rooms -->\n", "<!-- end of what is made -->\n"


@dataclass(frozen=True, slots=True)
class Room:
    """A package at the top level.

    ``only``: the rooms that may import a part of it alone, with the names of these parts.
    """

    name: str
    job: str
    beside: str = ""
    only: dict[str, list[str]] = field(default_factory=dict)
    face: list[str] = field(default_factory=list)


@cache
def rooms() -> dict[str, Room]:
    """The rooms by name, from the ground up."""
    table = tomllib.loads((ROOT / "docs" / "rooms.toml").read_text(encoding="utf-8"))
    return {room["name"]: Room(**room) for room in table["room"]}


def module_name(path: Path) -> str:
    """The name by which a file is imported."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


@cache
def files() -> dict[str, Path]:
    """The files of all rooms, by the names of their modules."""
    found = (path for room in rooms() for path in sorted((ROOT / room).rglob("*.py")))
    return {module_name(path): path for path in found}


@cache
def statements(module: str, *, inner: bool = True) -> tuple[ast.AST, ...]:
    """The statements of a module: those at the top, and with ``inner`` all that are in others."""
    if not inner:
        return tuple(ast.parse(files()[module].read_text(encoding="utf-8")).body)
    found = list(statements(module, inner=False))
    for node in found:  # which grows
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            found += getattr(node, part, ())
    return tuple(found)


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """The full names of all that these statements import, with the modules it comes from."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@cache
def imports(*, at_once: bool = False) -> dict[str, set[str]]:
    """The modules of ours that each module imports: wherever in it, or ``at_once``, as soon as it
    is imported itself. A package counts only where something of its own is taken from it."""
    found = {}
    for name in files():
        wanted = set()
        for node in statements(name, inner=not at_once):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            full = imported([node]) & files().keys()
            if isinstance(node, ast.ImportFrom) and len(full) > 1:
                taken = {f"{node.module}.{alias.name}" for alias in node.names}
                full -= {node.module} if taken <= full else set()
            wanted |= full
        found[name] = wanted - {name}
    return found


def uses() -> dict[str, set[str]]:
    """The rooms that each room imports."""
    found: dict[str, set[str]] = {room: set() for room in rooms()}
    for name, wanted in imports().items():
        own = name.partition(".")[0]
        found[own] |= {one.partition(".")[0] for one in wanted} - {own}
    return found


def _drawn(room: str, used: dict[str, set[str]]) -> list[str]:
    """What ``room`` imports, without what it reaches through another that it imports."""
    below = {one: used[one] | {far for near in used[one] for far in used[near]} for one in used}
    return [one for one in rooms() if one in used[room] and not
            any(one in below[other] for other in used[room])]  # fmt: skip


def picture() -> str:
    """The rooms from the top down, as a diagram and as a table."""
    used = uses()
    lines = ["```mermaid", "flowchart TD"]
    lines += [
        f"    {room} --> {' & '.join(drawn)}"
        for room in reversed(rooms())
        if (drawn := _drawn(room, used))
    ]
    lines += ["```", "", "| room | its job | imports |", "|---|---|---|"]
    for room in reversed(rooms().values()):
        below = ", ".join(f"`{one}/`" for one in reversed(rooms()) if one in used[room.name])
        lines.append(f"| `{room.name}/` | {room.job} | {below or 'nothing'} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with the picture as it has to be today."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{picture()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
