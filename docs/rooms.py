# SPDX-License-Identifier: GPL-3.0-or-later
"""The rooms of the house: their imports and their sizes.

``docs/rooms.toml`` has the rooms from the ground up, each with its job, its **face**, the modules
that other rooms may import, and its **budget**, the most lines, classes and members of enumerations
that it may have; ``tests/test_architecture.py`` enforces all three.

    python -m docs.rooms            draws the rooms into docs/architecture.md
    python -m docs.rooms --count    prints the size of each room beside its budget
    python -m docs.rooms --lower    writes each budget that is higher than what the room needs

The picture shows what a room imports today. It leaves out an arrow that others imply, so that it
stays readable; the table beside it has them all, and is what a screen reader gets.
"""

import argparse
import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
TABLE = ROOT / "docs" / "rooms.toml"
BEGIN, END = "<!-- made by python -m docs.rooms -->\n", "<!-- end of what is made -->\n"


ENUMERATIONS = {"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"}


@dataclass(frozen=True, slots=True)
class Size:
    """How much stands in a room: lines as ``wc -l`` counts them, classes, also those in functions,
    and members of enumerations."""

    lines: int
    classes: int
    members: int


@dataclass(frozen=True, slots=True)
class Room:
    """A package at the top level.

    ``only``: the rooms that may import a part of it alone, with the names of these parts.
    ``annex``: stands beside the house, whose rooms do not import it, and has its own commands.
    """

    name: str
    job: str
    lines: int
    classes: int
    members: int
    beside: str = ""
    annex: bool = False
    only: dict[str, list[str]] = field(default_factory=dict)
    face: list[str] = field(default_factory=list)


@cache
def rooms() -> dict[str, Room]:
    """The rooms by name, from the ground up."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {room["name"]: Room(**room) for room in table["room"]}


def budgets(text: str = "") -> dict[str, Size]:
    """The most that each room, and each annex, may hold, by ``docs/rooms.toml`` or another text."""
    table = tomllib.loads(text or TABLE.read_text(encoding="utf-8"))
    return {
        one["name"]: Size(one["lines"], one["classes"], one["members"])
        for one in (*table["room"], *table["annex"])
    }


def size(room: str) -> tuple[Size, int]:
    """The size of a room or an annex, and the number of its files."""
    lines = classes = members_there = 0
    paths = list((ROOT / room).rglob("*.py"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        lines += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                classes += 1
                members_there += len(members(node))
    return Size(lines, classes, members_there), len(paths)


def members(node: ast.ClassDef) -> list[str]:
    """The names of the members that a class assigns, if it is an enumeration."""
    if not {ast.unparse(base).rpartition(".")[2] for base in node.bases} & ENUMERATIONS:
        return []
    return [ast.unparse(one.targets[0]) for one in node.body if isinstance(one, ast.Assign)]


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


def counted() -> str:
    """The size of each room beside its budget, the sum of the house, and the annexes."""
    rows, house = [], [0] * 7
    for name, most in budgets().items():
        has, count = size(name)
        row = [count, has.lines, most.lines, has.classes, most.classes, has.members, most.members]
        rows.append((name, row))
        if name in rooms() and not rooms()[name].annex:
            house = [one + other for one, other in zip(house, row, strict=True)]
    rows.insert(sum(not room.annex for room in rooms().values()), ("the house", house))
    head = f"{'':12}{'files':>6}{'lines':>8}{'of':>8}{'classes':>9}{'of':>5}{'members':>9}{'of':>5}"
    widths = (6, 8, 8, 9, 5, 9, 5)
    return "\n".join(
        [head]
        + [
            f"{name:12}"
            + "".join(f"{one:>{width}}" for one, width in zip(row, widths, strict=True))
            for name, row in rows
        ]
    )


def lowered(text: str) -> str:
    """The text of ``docs/rooms.toml`` with each budget that is higher than what is there lowered to
    it; none is raised."""
    for name, most in budgets(text).items():
        has, _ = size(name)
        begin = text.index(f'name = "{name}"\n')
        end = text.find("\n[[", begin)
        part = text[begin:end] if end >= 0 else text[begin:]
        for key in ("lines", "classes", "members"):
            number = min(getattr(has, key), getattr(most, key))
            part = re.sub(rf"(?m)^{key} = \d+$", f"{key} = {number}", part)
        text = text[:begin] + part + (text[end:] if end >= 0 else "")
    return text


def main() -> None:
    """Obey the command line."""
    parser = argparse.ArgumentParser(prog="python -m docs.rooms")
    parser.add_argument("--count", action="store_true", help="print sizes and budgets")
    parser.add_argument("--lower", action="store_true", help="lower budgets to what is there")
    asked = parser.parse_args()
    if asked.lower:
        TABLE.write_text(lowered(TABLE.read_text(encoding="utf-8")), encoding="utf-8")
    if asked.count or asked.lower:
        print(counted())
    else:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
