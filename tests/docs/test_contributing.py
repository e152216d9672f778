# SPDX-License-Identifier: GPL-3.0-or-later
"""What a contributor reads names only what is there, and the changes have their sections."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("CONTRIBUTING.md", "SECURITY.md")
ROOMS = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir()))


@pytest.mark.parametrize("page", PAGES)
def test_every_path_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = [code for code in re.findall(r"`([^`]+)`", text) if "LANGUAGE" not in code]
    paths = [code for code in named if re.match(rf"\.?(?:{ROOMS})/", code)]
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert paths or links
    assert [path for path in (*paths, *links) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_is_run_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in re.findall(r"python -m ([\w.]+)", text):
        module = ROOT / name.replace(".", "/")
        assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), name


def test_the_newest_section_is_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.+)$", changes, re.MULTILINE)
    assert sections[0] == "Unreleased"
    assert sections[1].split(" - ")[0] == project["version"]
    kinds = set(re.findall(r"^### (.+)$", changes, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Removed", "Fixed"}
