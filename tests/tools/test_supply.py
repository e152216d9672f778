# SPDX-License-Identifier: GPL-3.0-or-later
"""What comes with Hektor: its licences, and what of it is never used."""

import ast
import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "clock", "voice", "table", "announce", "game")
OF_VOSK = {"websockets", "requests", "urllib3"}


def locked() -> set[str]:
    """The packages that ``./run`` installs, and those of a hall."""
    files = [(ROOT / "requirements" / f"{one}.txt").read_text("utf-8") for one in ("run", "hall")]
    return set(re.findall(r"^([a-z0-9._-]+)==", "\n".join(files), re.MULTILINE))


def licences() -> dict[str, str]:
    """The licence of each package, as the page tells it."""
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([a-z0-9._-]+) \| ([^|]+) \|", page, re.MULTILINE))


def test_every_locked_package_has_its_licence_on_the_page() -> None:
    assert len(locked()) > 15
    assert licences().keys() - {"package", "---"} == locked()


def test_the_page_tells_the_licences_that_the_packages_tell() -> None:
    """As far as they are installed here, and tell one by its sign."""
    installed = {re.sub(r"[-_.]+", "-", one.name).lower() for one in metadata.distributions()}
    told = {
        name: found
        for name in locked() & installed
        if (found := metadata.metadata(name).json.get("license_expression"))
    }
    assert len(told) > 5
    assert {name: licences()[name] for name in told} == told


def imported(file: Path) -> set[str]:
    """The packages that a module names to be imported, wherever it does."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} & OF_VOSK  # import_module("requests")
    return {name.partition(".")[0] for name in found}


def test_nothing_of_ours_imports_what_comes_with_vosk_only(tmp_path: Path) -> None:
    files = [file for name in PACKAGES for file in (ROOT / name).rglob("*.py")]
    assert len(files) > 200
    puts_off = ROOT / "voice" / "hearing" / "engines.py"  # that Vosk loads it; needs it not
    guilty = {str(file): found for file in files if (found := imported(file) & OF_VOSK)}
    assert guilty == {str(puts_off): {"requests"}}
    (tmp_path / "guilty.py").write_text("def run():\n    from requests.adapters import Retry\n")
    assert imported(tmp_path / "guilty.py") == {"requests"}
