# SPDX-License-Identifier: GPL-3.0-or-later
"""Every benchmark runs, at its smallest size; how fast is not asked here."""

import importlib
import importlib.util
import json
import os
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from announce.errors import PlayerError
from bench.browser import program
from bench.results import read
from bench.virtual import missing
from hall import server

ROOT = Path(__file__).parents[2]
WORDS = ("Anna", "drei")
VOICES = {"one": "de+f3", "two": "de+m7"}

SIZES = {
    "clock": "--games 1 --warm-up 0",
    "commands": "--commands 2 --outside 1 --noise",
    "conversation": "--games 1 --moves 1",
    "dialogue": "--moves 1 --starts 1 --idle 0.1",
    "echo": "--replies 1 --minutes 0.05 --first 1 --rooms 0.2",
    "ears": "--readers espeak --moves 2 --noise 20",
    "hall": "--tables 1 --seconds 1 --ply 0.2 --processes 1",
    "live": "--moves 0",
    "opponents.ladder": "--games 1 --levels 1-2",
    "page": "--moves 1 --asleep 0.1",
    "torture": "--seconds 1 --only talk page --keep {folder}",
    "way": "",
}
"""The arguments of each benchmark that has a result."""

HELPERS = {
    *("__init__", "browser", "dictations", "loaded", "mutants", "nursery", "positions", "report"),
    *("results", "tables", "talkers", "terminals", "virtual"),
}


def run(name: str, arguments: str, folder: Path) -> str:
    """What ``python -m bench.NAME`` prints, with a home of its own."""
    given = arguments.format(folder=folder / "made")
    module, *what = name.split()
    found = importlib.import_module(f"bench.{module}")
    if not hasattr(found, "main"):
        found = importlib.import_module(f"bench.{module}.__main__")
    with pytest.MonkeyPatch.context() as changed, redirect_stdout(StringIO()) as printed:
        changed.setattr(sys, "argv", [str(found.__file__), *what, *given.split()])
        changed.setenv("HOME", str(folder))
        changed.setenv("XDG_CONFIG_HOME", str(folder))
        changed.chdir(ROOT)
        assert not found.main()
    return printed.getvalue()


def hall_server() -> bool:
    """True if a hall can be served here."""
    try:
        return importlib.util.find_spec("nats") is not None and bool(server.program())
    except PlayerError:
        return False


def test_every_benchmark_is_here() -> None:
    files = {file.stem for file in (ROOT / "bench").glob("*.py")}
    modules = files | {file.parent.name for file in (ROOT / "bench").glob("*/__main__.py")}
    modules |= {f"opponents.{one.stem}" for one in (ROOT / "bench" / "opponents").glob("[!_]*.py")}
    named = {name.split()[0] for name in SIZES}
    assert modules == named | HELPERS


@pytest.mark.parametrize("name", SIZES)
def test_a_benchmark_writes_its_result(name: str, tmp_path: Path) -> None:
    if name == "page" and program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    if name == "live" and missing() and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing())} are not installed")
    if name.startswith("hall") and not hall_server():
        pytest.skip("nats-server or nats-py is not installed")
    file = tmp_path / "result.json"
    printed = run(name, f"{SIZES[name]} --json {file}", tmp_path)
    result = read(file)
    assert printed
    assert result.bench == name.split(maxsplit=1)[0]
    assert result.command.startswith(f"python -m bench.{name}")
    assert result.figures
    json.dumps(result.figures, allow_nan=False)
