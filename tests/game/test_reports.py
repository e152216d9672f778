# SPDX-License-Identifier: GPL-3.0-or-later
"""What ``hektor games`` and ``hektor check`` print, in every language."""

import argparse
from pathlib import Path

import pytest

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES, Settings
from game.app import cli
from game.app.commands import check
from record.journal import Archive
from record.session import begin
from table.core.conditions import Conditions
from table.core.inputs import Begin, Said
from table.events.game import Role
from voice.language.commands import Command, CommandName

TABLES = {language: lexicon(language).own("program.report") for language in LANGUAGES}


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["Ben - Schwarz, nicht begonnen", "Weiß - Ana, unbeendet"]),
        ("en", ["Ben - Black, not begun", "White - Ana, unfinished"]),
        ("cs", ["Ben - černý, nezačala", "bílý - Ana, nedohraná"]),
    ],
)
def test_games_are_listed_in_the_players_language(
    language: str, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    wall = "2026-05-04T10:11:12"
    played = begin(archive, Conditions(black="Ana"), Settings(), lambda: wall)
    played.put(Begin(), 0)
    played.close()
    begin(archive, Conditions(white="Ben"), Settings(), lambda: wall).close()
    assert cli.main(["games", "--archive", str(archive.path), "--language", language]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split(": ", 1)[1] for line in listed] == [f"{x}, 2026-05-04 10:11." for x in lines]


@pytest.mark.parametrize(
    ("language", "result"), [("de", "ohne Ergebnis beendet"), ("en", "ended without a result")]
)
def test_a_game_that_was_broken_off_is_not_called_unfinished(
    language: str, result: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    left = begin(archive, Conditions(), Settings())
    left.put(Begin(), 0)
    left.close()
    played = begin(archive, Conditions(), Settings())
    for name in (None, CommandName.ABORT, CommandName.YES):
        said = Begin() if name is None else Said(Command(name), 0, Role.WHITE, typed=True)
        played.put(said, 0)
    played.close()
    arguments = ["--archive", str(archive.path), "--language", language]
    assert cli.main(["games", *arguments]) == 0
    assert f" {result}, " in capsys.readouterr().out.splitlines()[0]
    newest = next(one.id for one in archive.games() if one.unfinished)
    assert newest == 1  # which "hektor resume" goes on with


@pytest.mark.parametrize("language", LANGUAGES)
def test_check_reports_in_the_players_language(language: str, tmp_path: Path) -> None:
    given = argparse.Namespace(archive=tmp_path / "games.sqlite", model="no-such-model")
    archive = check._archive(given, language)
    assert archive.startswith(TABLES[language]["archive"])
    assert archive.endswith(": 0.")
    assert check._model("no-such-model", language).startswith(TABLES[language]["model"])
