# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is asked anything at the first start, and what becomes of the keyboard and the answers."""

import io
import threading
import tomllib
from pathlib import Path

import pytest
from terminals import Terminal
from told import sentence

from game.app import first_run, options
from game.app.cli import main
from game.base.inbox import Inbox, TypedLine

TWO = {"time": "15+10"}
"""What is kept where two people play and nobody wishes for anything."""


def test_game_learns_that_the_input_ended_before() -> None:
    first, game = Inbox(), Inbox()
    first.typed("eins")
    first.typed(None)
    first.hand_over(game)
    texts = [
        item.text
        for item in (first.get(0), first.get(0), game.get(0))
        if isinstance(item, TypedLine)
    ]
    assert texts == ["eins", None, None]


def test_game_gets_what_is_typed_after_the_questions() -> None:
    first, game = Inbox(), Inbox()
    reads = threading.Thread(target=first.hand_over, args=(game,))
    reads.start()
    while game.empty:
        first.typed("eins")
    first.typed(None)
    reads.join(60)
    assert not reads.is_alive()
    got = game.get(0)
    assert isinstance(got, TypedLine)
    assert got.text == "eins"


def test_a_terminal_keeps_the_answers(tmp_path: Path) -> None:
    """At a real terminal: the profile is written, and the game goes on with the same keyboard."""
    options = ("--loudspeaker", "none such", "--microphone", "none such")
    archive = ("--archive", str(tmp_path / "games.sqlite"))
    with Terminal("play", *options, *archive, home=str(tmp_path)) as terminal:
        terminal.wait_for("srpski")
        terminal.type("English\r")
        terminal.wait_for(sentence("program.message.screen_reader", language="en"))
        terminal.type("yes\r")
        terminal.wait_for("The Enter key means no: two people play.")
        terminal.type("\r")
        terminal.wait_for("Which time control?")
        terminal.type("\r")
        terminal.wait_for(sentence("program.message.remembered", language="en"))
        terminal.wait_for("Training")
        terminal.type("knight f3\r")
        terminal.wait_for("Springer Felix drei")
        terminal.type("quit\r")
        status, _ = terminal.end()
        assert status == 0
    kept = tomllib.loads(
        (tmp_path / "xdg_config_home" / "hektor" / "profile.toml").read_text("utf-8")
    )
    assert kept == {"play": {"language": "en", "no-speech": True} | TWO}


@pytest.mark.parametrize(
    ("given", "at", "due"),
    [
        (["play"], "terminal", True),
        (["play", "--time", "5"], "terminal", True),
        (["play"], "pipe", False),
        (["play"], "profile", False),
        (["play", "--language", "de"], "terminal", False),
        (["play", "--lang=de"], "terminal", False),
        (["play", "--no-speech"], "terminal", False),
    ],
)
def test_who_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], at: str, due: bool
) -> None:
    path = tmp_path / "profile.toml"
    if at == "profile":
        path.write_text("")
    monkeypatch.setattr(options, "profile_path", lambda: path)
    monkeypatch.setattr(first_run, "is_terminal", lambda: at != "pipe")
    assert first_run.is_due(given) is due


def test_a_pipe_is_asked_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(options, "profile_path", lambda: tmp_path / "profile.toml")
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\nende\n"))
    quiet = ["--no-speech", "--no-microphone", "--archive", str(tmp_path / "games.sqlite")]
    assert main(["play", *quiet]) == 0
    assert "Eva vier" in capsys.readouterr().out
    assert not (tmp_path / "profile.toml").exists()


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "sr_RS@latin"}, "sr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "sl_SI.UTF-8"}, "sl"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "sl_SI", "LC_ALL": "cs_CZ"}, "cs"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),  # Hektor does not speak it
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LANG": "POSIX"}, "de"),
    ],
)
def test_language_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert options.system_language() == language


@pytest.mark.parametrize(
    ("name", "language"), [("German_Germany", "de"), ("cs_CZ", "cs"), (None, "de")]
)
def test_systems_without_these_names_are_asked(
    monkeypatch: pytest.MonkeyPatch, name: str | None, language: str
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (name, None))
    assert options.system_language() == language
