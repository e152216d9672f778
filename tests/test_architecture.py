# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports point down only: game, announce, table, voice, then rules and clock."""

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "clock", "voice", "table", "announce", "game")
ALLOWED = {
    "rules": {"rules"},
    "clock": {"clock"},
    "voice": {"voice", "rules"},
    "table": {"table", "rules", "clock", "voice.language"},
    "announce": {"announce", "table", "rules", "clock", "voice.learning", "ground.files"},
    "game": set(ROOMS),
}
PARENTS = {"announce": {"voice", "voice.learning"}, "table": {"voice"}}
"""Packages named on the way to a module that is allowed."""

FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Full names of all modules that a file imports, wherever in it."""
    return imported(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports_at_once(path: Path) -> set[str]:
    """Full names of all modules that a file imports when it is imported itself."""
    return imported(ast.parse(path.read_text(encoding="utf-8")).body)


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """Full names of what these statements import."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def is_allowed(name: str, allowed: set[str]) -> bool:
    return any(name == room or name.startswith(room + ".") for room in allowed)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    ours = {name for name in imports(path) if name.split(".")[0] in ROOMS}
    parents = PARENTS.get(room, set())
    wrong = {name for name in ours - parents if not is_allowed(name, ALLOWED[room])}
    assert not wrong, f"{path} reaches up or sideways: {sorted(wrong)}"


def test_only_the_command_line_imports_game_app() -> None:
    app = ROOT / "game" / "app"
    users = [
        path
        for path in FILES
        if app not in path.parents and any(name.startswith("game.app") for name in imports(path))
    ]
    assert not users


def test_no_training_is_imported_at_run_time() -> None:
    training = ROOT / "voice" / "training"
    users = [
        path
        for path in FILES
        if training not in path.parents
        and any(name.startswith("training") for name in imports(path))
    ]
    assert not users


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small_and_carry_their_licence(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 1000
    assert lines[0] == "# SPDX-License-Identifier: GPL-3.0-or-later"


def test_no_module_needs_itself() -> None:
    """Else it depends on who is imported first whether a command can start."""
    needs = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): imports_at_once(path)
        for path in FILES
    }
    while free := [name for name, needed in needs.items() if not needed & needs.keys() - {name}]:
        for name in free:
            del needs[name]
    assert not needs


def test_the_table_is_pure() -> None:
    """It knows no announcer, no device and no library of sound."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in FILES
        if path.relative_to(ROOT).parts[0] == "table"
    ]
    rooms = {"announce", "game", "numpy"}
    program = f"import sys, {', '.join(names)}; print({rooms} & sys.modules.keys() or '')"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, "", "")


def test_no_test_imports_another() -> None:
    """What several tests need stands in a module beside them."""
    for file in Path(__file__).parent.glob("*.py"):
        assert not [name for name in imports(file) if name.startswith("test_")], file.name


def test_no_folder_is_crowded() -> None:
    """All but the tests, which are flat by design."""
    folders = {path.parent for path in (*FILES, *(ROOT / "bench").rglob("*.py"))}
    crowded = {folder.name for folder in folders if len(list(folder.glob("*.py"))) > 30}
    assert not crowded
