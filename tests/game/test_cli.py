# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: options, profile, and one sentence for every mistake."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from announce.errors import UserError
from game.app import cli, options
from game.app.subcommands import commands
from game.base.settings import SETTINGS
from table.core.conditions import Mode


def parse(*words: str) -> argparse.Namespace:
    return cli.make_parser(["play"]).parse_args(["play", *words])


@pytest.mark.parametrize("command", sorted(commands()))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([command, "--help"])
    assert left.value.code == 0
    assert f"hektor {command}" in capsys.readouterr().out


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = capsys.readouterr().out
    assert all(command in shown for command in commands())


def test_the_help_of_a_game_fits_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for word in ("--help", "--help-all"):
        with pytest.raises(SystemExit) as left:
            cli.main(["play", word])
        assert left.value.code == 0
        shown[word] = capsys.readouterr().out
    assert len(shown["--help"].splitlines()) <= 24
    assert "--help-all" in shown["--help"]
    assert [one.name for one in SETTINGS if f"--{one.name}" not in shown["--help-all"]] == []


def test_options_become_conditions() -> None:
    agreed = options.conditions(parse("--time", "15+10", "--mode", "competition", "--white", "Ana"))
    assert agreed.time_control == "15+10"
    assert agreed.mode is Mode.COMPETITION
    assert agreed.white == "Ana"


@pytest.mark.article("D.2.4")
@pytest.mark.parametrize(
    ("words", "press_after"),
    [
        ((), 400_000_000),
        (("--mode", "competition"), None),
        (("--press", "hand"), None),
        (("--press", "1.5"), 1_500_000_000),
        (("--press", "0", "--mode", "competition"), 0),
    ],
)
def test_d_2_4_who_presses_the_clock(words: tuple[str, ...], press_after: int | None) -> None:
    assert options.conditions(parse(*words)).press_after == press_after


@pytest.mark.parametrize(
    "words",
    [("--time=-5+3",), ("--time", "0"), ("--time", "soon"), ("--press", "later"),
     ("--press", "61"), ("--fen", "no position"), ("--chess960", "960")],
)  # fmt: skip
def test_a_bad_option_ends_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = cli.main(["play", *words, "--archive", str(tmp_path / "games.sqlite")])
    said = capsys.readouterr().err.strip()
    assert status == 2
    assert said
    assert len(said.splitlines()) == 1
    assert "Traceback" not in said


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "profile.toml"
    monkeypatch.setattr(options, "profile_path", lambda: path)
    return path


def test_command_line_wins_over_the_profile(profile: Path) -> None:
    profile.write_text('[play]\ntime = "3+2"\nno-speech = true\nlanguage = "sl"\n')
    given = parse("--language", "cs")
    assert (given.time, given.no_speech, given.language) == ("3+2", True, "cs")


@pytest.mark.parametrize(
    "text",
    [
        '[play]\ntimes = "3+2"',
        '[play]\nlanguage = "xx"',
        "[play",
        "[play]\nno-speech = 3",
        "play = 3",
        "[play]\nrate = [3]",
        "[play]\nrate = 3",
        '[play]\nno-arbiter = "yes"',
    ],
)
def test_a_bad_profile_is_named(text: str, profile: Path) -> None:
    profile.write_text(text)
    with pytest.raises(UserError, match="profile"):
        parse()


def test_no_profile_is_no_mistake(profile: Path) -> None:
    assert not profile.exists()
    assert parse().time == "90+30"


def test_missing_letters_end_no_game(tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text("set language sr\n1 white e4\n2 white meine Zeit\n")
    done = subprocess.run(
        [sys.executable, "-m", "game.app.cli", "script", str(script)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0
    assert "InfoGiven" in done.stdout.splitlines()[-1]


def test_a_profile_may_write_numbers_as_numbers(profile: Path) -> None:
    profile.write_text("[play]\ntime = 15\nedition = 2023\nrate = 200\n", encoding="utf-8")
    given = parse()
    assert options.conditions(given).time_control == "15"
    assert (given.edition, given.rate) == (2023, 200)


BESIDE = """
from game.app.subcommands import Command

COMMANDS = {"wave": Command("wave a hand", "waving")}

def add_wave_options(parser):
    parser.add_argument("--hand", choices=("left", "right"), default="right", help="Which hand.")

def run_wave(given):
    print("The", given.hand, "hand waves.")
    return 0
"""


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A program that is installed beside the house."""
    (tmp_path / "waving.py").write_text(BESIDE, encoding="utf-8")
    installed = tmp_path / "waving-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: waving\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[hektor.commands]\nwaving = waving:COMMANDS\n")
    return tmp_path


def hektor(beside: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "game.app.cli", *words],
        env={**os.environ, "PYTHONPATH": str(beside)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_command_beside_the_house_is_found(beside: Path) -> None:
    assert "wave a hand" in hektor(beside, "--help").stdout
    assert "Which hand." in hektor(beside, "wave", "--help").stdout
    assert hektor(beside, "wave", "--hand", "left").stdout == "The left hand waves.\n"


def test_what_was_taken_away_has_no_commands(beside: Path) -> None:
    (beside / "waving.py").unlink()
    assert "wave" not in hektor(beside, "--help").stdout
    assert hektor(beside, "wave").returncode == 2
