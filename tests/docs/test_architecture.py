# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever ``docs/architecture.md`` names is there."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PLAIN = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
CODE = sorted(set(re.findall(r"`([^`]+)`", PLAIN)))
COMMANDS = [code.removeprefix("python -m ") for code in CODE if code.startswith("python -m ")]
PATHS = [code for code in CODE if "/" in code]
NAMES = [code for code in CODE if re.fullmatch(r"\w+(\.\w+)+", code)]


def test_every_name_on_the_page_is_checked() -> None:
    commands = {f"python -m {name}" for name in COMMANDS}
    assert set(CODE) - set(PATHS) - set(NAMES) - commands == {
        "article",
        "--quick",
        "--count",
        "--lower",
    }


@pytest.mark.parametrize("path", PATHS)
def test_a_path_exists(path: str) -> None:
    found = ROOT / path
    assert found.is_dir() if path.endswith("/") else found.is_file()


@pytest.mark.parametrize("name", [*NAMES, *COMMANDS])
def test_a_name_exists(name: str) -> None:
    """A dotted name is a module, or something in a module."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return
    raise AssertionError(f"there is no {name}")


def test_every_package_is_on_the_floor_plan() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert {f"{name}/" for name in packages} <= set(PATHS)
