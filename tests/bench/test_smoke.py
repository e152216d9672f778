# SPDX-License-Identifier: GPL-3.0-or-later
"""Every benchmark runs, at its smallest size; how fast is not asked here."""

import csv
import importlib
import importlib.util
import json
import os
import shutil
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import soundfile

from announce.errors import PlayerError
from bench.browser import program
from bench.results import read
from bench.virtual import missing
from hall import server
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import RATE

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
    "learning": "{speech} --speakers one --clips 2 --microphones near --noise none --steps 1 "
    "--rehearsed 3",
    "lessons": "--moves 1 --noise 20 --only Pole --phrases 4",
    "live": "--moves 0",
    "trust.day": "--games 1 --moves 1 --hours 0.02",
    "trust.idle": "--seconds 0.2 --settle 0.1",
    "trust.offline": "--seconds 1",
    "trust.replay": "--games 1 --moves 3",
    "opponents.answer": "--moves 1 --levels 1",
    "opponents.ladder": "--games 1 --levels 1-2",
    "page": "--moves 1 --asleep 0.1",
    "recognition": "--moves 2 --outside 1 --noise",
    "rules dead": "--positions 12",
    "rules speed": "--positions 2",
    "rules winnable": "--positions 20",
    "speakers": "{speech} --clips 2",
    "speech": "--repeat 1",
    "study.library": "--games 20",
    "switching": "--turns 2",
    "torture": "--seconds 1 --only talk page --keep {folder}",
    "verbosity": "--games 1 --moves 2",
    "way": "",
}
"""The arguments of each benchmark that has a result."""

MAKERS = {
    "dictations": "{folder} --moves 2 --outside 1 --illegal 1",
    "people": "{folder} --speech {speech}",
}
"""Those that make recordings for others."""

HELPERS = {
    *("__init__", "browser", "chains", "microphones", "positions", "report", "results"),
    *("mutants", "study.mates", "talkers", "traces", "trust.breakages"),
    "virtual",
}


@pytest.fixture(scope="module")
def speech(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two synthetic people who say two words four times, and a sentence that is no move."""
    folder = tmp_path_factory.mktemp("speech")
    said = [
        (f"{speaker}/{word}{take}.wav", word, speaker, voice, 130 + 10 * take)
        for speaker, voice in VOICES.items()
        for word in WORDS
        for take in range(4)
    ]
    said.append(("numberlinegame/0.wav", "Guten Morgen", "three", "de+m3", 150))
    with Synthesiser() as synthesiser, (folder / "manifest.tsv").open("w") as manifest:
        table = csv.writer(manifest, delimiter="\t", lineterminator="\n")
        table.writerow(("path", "transcript", "speaker"))
        for path, text, speaker, voice, rate in said:
            (folder / path).parent.mkdir(exist_ok=True)
            soundfile.write(folder / path, synthesise(synthesiser, text, voice, rate), RATE)
            table.writerow((path, text, speaker))
    return folder


def run(name: str, arguments: str, folder: Path, **known: Path) -> str:
    """What ``python -m bench.NAME`` prints, with a home of its own."""
    given = arguments.format(folder=folder / "made", **known)
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
    for folder in ("opponents", "study", "trust"):
        modules |= {f"{folder}.{file.stem}" for file in (ROOT / "bench" / folder).glob("[!_]*.py")}
    named = {name.split()[0] for name in (*SIZES, *MAKERS, "pictures")}
    assert modules == named | HELPERS


@pytest.mark.parametrize("name", SIZES)
def test_a_benchmark_writes_its_result(name: str, speech: Path, tmp_path: Path) -> None:
    if name == "page" and program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    if name in ("live", "trust.idle") and missing() and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing())} are not installed")
    if name.startswith("hall") and not hall_server():
        pytest.skip("nats-server or nats-py is not installed")
    if name == "trust.offline" and shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    file = tmp_path / "result.json"
    printed = run(name, f"{SIZES[name]} --json {file}", tmp_path, speech=speech)
    result = read(file)
    assert printed
    assert result.bench == name.split(maxsplit=1)[0]
    assert result.command.startswith(f"python -m bench.{name}")
    assert result.figures
    json.dumps(result.figures, allow_nan=False)


@pytest.mark.parametrize("name", MAKERS)
def test_recordings_are_made(name: str, speech: Path, tmp_path: Path) -> None:
    run(name, MAKERS[name], tmp_path, speech=speech)
    lines = (tmp_path / "made" / "manifest.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == {"dictations": 5, "people": 2}[name]


def test_the_pictures_of_the_page_are_made(tmp_path: Path) -> None:
    if program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    run("pictures", "--languages en --out {folder}", tmp_path)
    made = {file.name for file in (tmp_path / "made" / "en").iterdir()}
    assert made == {"page.png", "wrong-board.png"}
