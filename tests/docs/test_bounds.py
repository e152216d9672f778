# SPDX-License-Identifier: GPL-3.0-or-later
"""`docs/bounds.md` lists every prompt for a secret, path, file that is written and queue."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALLED = (
    *("ground", "rules", "clock", "voice", "table", "study"),
    *("announce", "record", "opponents", "hall", "game", "lab"),
)
WRITERS = {"write_text", "write_bytes", "write", "make_file", "copyfile", "savez"}
OPENERS = {"open", "connect", "TemporaryDirectory", "mkdtemp"}


def _last(call: ast.Call) -> tuple[str, str]:
    """The name of what is called, and of what it belongs to."""
    whole = ast.unparse(call.func)
    owner, _, name = whole.rpartition(".")
    return name, owner


def _is_prompt(call: ast.Call) -> bool:
    return _last(call)[0] in {"secret", "getpass", "hidden_line"}


def _is_path(call: ast.Call) -> bool:
    return any(one.arg == "type" and ast.unparse(one.value) == "Path" for one in call.keywords)


def _writes(call: ast.Call) -> bool:
    name, owner = _last(call)
    if name in WRITERS:
        return name not in {"write"} or owner == "files"
    modes = [each.value for each in call.args if isinstance(each, ast.Constant)]
    if name == "open":
        return any(
            isinstance(mode, str) and re.fullmatch("[rwax+]b?[+]?", mode) and mode[0] != "r"
            for mode in modes
        )
    return name in OPENERS and owner in {"sqlite3", "archive_file", "tempfile"}


def _is_queue(call: ast.Call) -> bool:
    return _last(call)[0] in {"Queue", "SimpleQueue", "LifoQueue", "PriorityQueue", "deque"}


def places(is_one: Callable[[ast.Call], bool]) -> set[str]:
    """The modules with such a call."""
    return {
        path.relative_to(ROOT).as_posix()
        for room in INSTALLED
        for path in (ROOT / room).rglob("*.py")
        if any(
            is_one(node)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call)
        )
    }


def listed(heading: str) -> set[str]:
    """The modules in the first column of the table below a heading."""
    text = (ROOT / "docs" / "bounds.md").read_text(encoding="utf-8")
    section = re.split(r"^## ", text, flags=re.MULTILINE)
    (found,) = [part for part in section if part.startswith(heading)]
    rows = re.findall(r"^\| ([^|]*`[^|]*) \|", found, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w/]+\.py)`", row)}


@pytest.mark.parametrize(
    ("heading", "is_one", "elsewhere"),
    [
        ("Prompts for a secret", _is_prompt, set()),
        ("Paths from somebody", _is_path, {"game/app/options.py"}),  # the archive, a text option
        ("Files that are written", _writes, set()),
        ("Queues", _is_queue, set()),
    ],
)
def test_every_place_is_listed(
    heading: str, is_one: Callable[[ast.Call], bool], elsewhere: set[str]
) -> None:
    found = places(is_one)
    assert found
    assert listed(heading) == found | elsewhere


def test_every_module_that_is_named_is_there() -> None:
    text = (ROOT / "docs" / "bounds.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", text))
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
