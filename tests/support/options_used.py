# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that are run with options that remember which of them were asked for."""

import argparse
import io
import sys
import threading
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import homes
import pytest

from announce.errors import is_expected
from announce.text.settings import Settings
from game.app import cli, devices
from game.speech.player import SoundPlayed, StreamPlayer
from lab.demo import Demonstration
from record.journal import Archive
from record.session import begin
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Said
from table.events.game import Role
from table.understanding import typed
from voice.hearing.audio import MicrophoneError
from voice.learning.store import Person, Voices

SCORE = "1. e4 e5"
FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


class Recorder(argparse.Namespace):
    """Options that remember which of them were asked for."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_"):
            argparse.Namespace.__getattribute__(self, "__dict__")["_read"].add(name)
        return super().__getattribute__(name)

    def __contains__(self, name: str) -> bool:
        self._read.add(name)
        return super().__contains__(name)


class Typing(io.StringIO):
    """Standard input on which nothing is typed; it ends when the microphone was to be opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        self.opened.wait(20)
        return iter(())


def a_game(agreed: Conditions, *lines: str) -> None:
    game = begin(Archive(Path("games.sqlite")), agreed, Settings(), lambda: "2026-01-01T12:00:00")
    game.put(Begin(), 0)
    for text in lines:
        intent = typed(text, game.state, Role.WHITE)
        game.put(Said(intent, 0, Role.WHITE, text, typed=True), 0)
    game.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files to work on, and three games: training, competition, and one that is over."""
    homes.empty(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    Path("score.txt").write_text(SCORE, encoding="utf-8")
    Path("games.pgn").write_text('[Event "x"]\n\n1. e4 *\n', encoding="utf-8")
    Path("pairings.csv").write_text("Board,White,Black\n1,Anna,Berta\n", encoding="utf-8")
    Path("game.txt").write_text("1 white e4\n", encoding="utf-8")
    Path("manifest.tsv").write_text("path\ttranscript\nsilence.wav\tEva vier\n", encoding="utf-8")
    with wave.open("silence.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(32_000))
    Voices().save(Person("Anna"))
    for mode in Mode:
        a_game(Conditions(mode=mode))
    a_game(Conditions(), "ich gebe auf", "ja")
    return tmp_path


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Nobody types, there is no microphone, and a loudspeaker that is silent at once."""
    stdin = Typing()

    def no_microphone(_: object) -> None:
        stdin.opened.set()
        raise MicrophoneError("no microphone")

    monkeypatch.setattr(StreamPlayer, "open", lambda _: None)
    monkeypatch.setattr(StreamPlayer, "play", lambda *_: SoundPlayed(0, True))
    monkeypatch.setattr(Demonstration, "run", lambda _: None)
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(devices, "Microphone", no_microphone)
    return stdin


def unread(
    name: str, runs: list[list[str]], folder: Path, *, with_beside: bool = False
) -> set[str]:
    """The options of a command that none of these runs asks for."""
    subparsers = cli.make_parser([name], with_beside=with_beside)._subparsers
    assert subparsers is not None
    choices: Any = subparsers._group_actions[0].choices
    actions = [each for each in choices[name]._actions if each.dest != "help"]
    read: set[str] = set()
    for words in runs:
        arguments = [name, *words]
        if any(each.dest == "archive" for each in actions):
            arguments += ["--archive", str(folder / "games.sqlite")]
        parser = cli.make_parser(arguments, with_beside=with_beside)
        options = Recorder(**{**vars(parser.parse_args(arguments)), "_read": read})
        read.discard("run")
        try:
            options.run(options)
        except Exception as error:
            if not is_expected(error):
                raise
    return {each.dest for each in actions} - read
