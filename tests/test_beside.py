# SPDX-License-Identifier: GPL-3.0-or-later
"""The house stands without what is beside it: it neither names the hall nor needs it."""

import re
import subprocess
import sys
from pathlib import Path

from docs import rooms

ROOT = rooms.ROOT
HOUSE = [name for name, room in rooms.rooms().items() if not room.annex]
NOISE = re.compile(r"(noisy|murmuring|steady|large|playing) hall")
"""Halls in which there is noise, or play, and which are no part of the program."""

ALONE = """
import sys

class Away:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"hall", "lab", "nats"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Away())
import importlib
for name in sys.argv[1:]:
    importlib.import_module(name)
from game.app.cli import main
options = ["--no-speech", "--no-microphone", "--language", "en", "--time", "5", "--archive"]
assert main(["play", *options, "alone.sqlite"]) == 0
assert main(["export", "1", "--language", "en", "--archive", "alone.sqlite"]) == 0
assert main(["hall", "serve"]) == 2
assert main(["play", "--hall", "ticket.toml"]) == 2
assert not {"hall", "lab", "nats"} & sys.modules.keys()
"""


def test_no_file_of_the_house_mentions_the_hall() -> None:
    found = []
    for room in HOUSE:
        for pattern in ("*.py", "*.js", "*.css", "*.html"):
            for path in (ROOT / room).rglob(pattern):
                text = NOISE.sub("", path.read_text(encoding="utf-8"))
                if re.search(r"\bhall(s\b|_|\b)", text):
                    found.append(str(path))
        for path in (ROOT / room).rglob("*.toml"):
            text = path.read_text(encoding="utf-8")
            found += (
                [str(path)] if re.search(r"\bhall_|--hall|hektor hall|[\[.]hall\b", text) else []
            )
    assert not found


def test_without_what_stands_beside_it_the_house_plays(tmp_path: Path) -> None:
    modules = [name for name in rooms.files() if name.partition(".")[0] in HOUSE]
    modules = [name for name in modules if not name.endswith(".windows_console")]
    ended = subprocess.run(
        [sys.executable, "-c", ALONE, *modules], cwd=tmp_path, input="Eva vier\nEva fünf\nEnde\n",
        capture_output=True, encoding="utf-8", timeout=120, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "1. e4" in ended.stdout
    assert "hall" in ended.stderr
