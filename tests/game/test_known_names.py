# SPDX-License-Identifier: GPL-3.0-or-later
"""A name is typed once, and chosen by its number in later games."""

import io
from collections.abc import Callable
from pathlib import Path

import homes
import pytest
from told import sentence

from game.app.cli import main

Play = Callable[..., list[str]]

QUIET = ("--no-microphone", "--no-speech")


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    homes.empty(monkeypatch, tmp_path)

    def call(*lines: str, command: str = "play", language: str = "de") -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        archive = ("--archive", str(tmp_path / "a.sqlite")) if command == "play" else ()
        assert main((command, *QUIET, *archive, "--language", language)) == 0
        return capsys.readouterr().out.splitlines()

    return call


def test_names_of_earlier_games_are_numbered_and_chosen(play: Play) -> None:
    assert sentence("answers.no_known_names") in play("welche Spieler", "Ende")
    play("Weiß heißt Anna Berg", "Schwarz heißt Hektor", "e4", "Ende")  # a program's
    play("Schwarz heißt Uwe Groß", "e4", "Ende")
    told = play("welche Spieler", "Weiß heißt zwei", "Schwarz heißt 1", "Ende")
    assert "Eins: Uwe Groß." in told
    assert told[-3:-1] == ["Weiß: Anna Berg.", "Schwarz: Uwe Groß."]


def test_a_number_without_a_name_is_refused(play: Play) -> None:
    told = play("Weiß heißt drei", "Weiß heißt Anna", "Ende")
    assert sentence("game.refused.no such name") in told
    assert "Weiß: Anna." in told


def test_a_name_is_spelt_once_and_chosen_by_number(play: Play) -> None:
    spelt = ("Schwarz buchstabieren", "Ludwig Emil Theodor", "zurück", "Otto", "fertig")
    assert "Schwarz: Leo." in play(*spelt, "e4", "Ende")
    assert "Schwarz: Leo." in play("Schwarz heißt eins", "Ende")


def test_a_move_begins_the_game_and_the_name_is_left(play: Play) -> None:
    told = play("Weiß buchstabieren", "Ludwig", "e4", "e5", "Ludwig", "Ende")
    assert "Nicht verstanden: Ludwig" in told


def test_a_name_without_letters_is_none_and_no_game_is_spelt_in(play: Play) -> None:
    told = play("Weiß buchstabieren", "fertig", "e4", "Weiß buchstabieren", "Ende")
    assert sentence("answers.no_names") in told
    assert sentence("game.refused.before game") in told


CHOSEN = {
    "en": ("which players", "White is number one"),
    "sr": ("poznata imena", "Beli je 1"),
    "sl": ("znana imena", "Beli je 1"),
    "cs": ("známá jména", "Bílý je 1"),
}


@pytest.mark.parametrize("language", CHOSEN)
def test_typed_in_every_language(play: Play, language: str) -> None:
    play("Weiß heißt Anna Berg", "e4", "Ende")
    told = play(*CHOSEN[language], "Ende", language=language)
    assert told[-2] == sentence(
        "game.player", colour=sentence_start(language), name="Anna Berg", language=language
    )


def sentence_start(language: str) -> str:
    return {"en": "White", "cs": "Bílý"}.get(language, "Beli")


def test_at_the_clock_alone_nobody_is_named(play: Play) -> None:
    told = play("Weiß heißt drei", "welche Spieler", "Ende", command="clock")
    assert not any("Fehler" in line for line in told)
