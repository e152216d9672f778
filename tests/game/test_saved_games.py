# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is given away: as a file, copied; pasted games are taken, and a studied one played on."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import chess
import homes
import pytest
from told import sentence

from game.app.cli import main
from ground import files
from record.journal import Archive
from record.snapshot import conditions_of

Play = Callable[..., list[str]]

QUIET = ("--no-microphone", "--no-speech")
NAMED = ("--white", "Anna", "--black", "Bo/b?")
MOVES = ("e4", "e5", "Sf3", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are saved, which is not there yet."""
    homes.empty(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)  # where changed games go
    documents = tmp_path / "documents"
    documents.mkdir()
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: documents)
    return documents / "Hektor"


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    def call(*lines: str, language: str = "de", options: tuple[str, ...] = ()) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        archive = ("--archive", str(tmp_path / "games.sqlite"))
        assert main(("play", *QUIET, *NAMED, *archive, "--language", language, *options)) == 0
        return capsys.readouterr().out.splitlines()

    return call


def test_a_training_game_is_saved_at_any_time(play: Play, folder: Path) -> None:
    told = play(*MOVES, "Partie speichern", "Ende")
    (file,) = folder.iterdir()
    assert file.name.startswith("Anna - Bob ")
    assert f"Die Partie ist gespeichert: {file}." in told
    assert "1. e4 { [%clk" in (text := file.read_text(encoding="utf-8"))
    assert '[White "Anna"]' in text
    assert "2. Nf3" in text


def test_no_file_is_overwritten(play: Play, folder: Path) -> None:
    play(*MOVES, "Partie als PGN", "d6", "", "Partie als PGN", "Ende")
    first, second = sorted(folder.iterdir(), key=lambda file: len(file.name))
    assert second.stem == f"{first.stem} 2"
    assert "d6" not in first.read_text(encoding="utf-8")
    assert "d6" in second.read_text(encoding="utf-8")


def test_a_player_without_a_name_is_left_out_of_that_of_the_file(play: Play, folder: Path) -> None:
    play(*MOVES, "Partie speichern", "Ende", options=("--black", ""))
    (file,) = folder.iterdir()
    assert " - " not in file.name
    assert file.name.startswith("Anna ")


def test_as_text_and_in_braille(play: Play, folder: Path) -> None:
    play(*MOVES, "Partie als Text", "Partie in Braille", "Ende")
    text, braille = sorted(folder.iterdir(), key=lambda file: len(file.name))
    assert "2. Sf3" in text.read_text(encoding="utf-8").splitlines()
    assert "⠎⠋⠼⠉" in braille.read_text(encoding="utf-8")


ASKED = {
    "en": "save the game as text",
    "sr": "sačuvaj partiju kao tekst",
    "sl": "shrani partijo kot besedilo",
    "cs": "ulož partii jako text",
}


@pytest.mark.parametrize("language", ASKED)
def test_in_every_language(play: Play, folder: Path, language: str) -> None:
    told = play("e4", "e5", "", ASKED[language], "Ende", language=language)
    (file,) = folder.iterdir()
    assert file.suffix == ".txt"
    assert any(str(file) in line for line in told)


def test_before_the_first_move_there_is_nothing_to_save(play: Play, folder: Path) -> None:
    assert sentence("answers.no_moves") in play("Partie speichern", "Ende")
    assert not folder.exists()


@pytest.mark.parametrize(
    ("why", "key"), [(28, "score_no_room"), (13, "score_unkept")], ids=["full", "forbidden"]
)
def test_what_cannot_be_saved_is_told_and_leaves_nothing(
    play: Play, folder: Path, monkeypatch: pytest.MonkeyPatch, why: int, key: str
) -> None:
    def fails(*_: object) -> None:
        raise OSError(why, "no")

    monkeypatch.setattr(files, "put_in_place", fails)
    told = play(*MOVES, "Partie speichern", "wer ist am Zug", "Ende")
    assert sentence(f"program.message.{key}", name=str(folder)) in told
    assert sentence("answers.turn", colour="Schwarz") in told
    assert not list(folder.iterdir())


@pytest.mark.article("11.3.1")
def test_in_competition_only_after_the_end(play: Play, folder: Path) -> None:
    lines = (*MOVES, "Partie speichern", "Uhr", "aufgeben", "ja", "Partie speichern", "Ende")
    told = play(*lines, options=("--mode", "competition"))
    assert sentence("game.refused.not over") in told
    (file,) = folder.iterdir()
    assert "0-1" in file.read_text(encoding="utf-8") or "1-0" in file.read_text(encoding="utf-8")


def test_the_game_that_is_studied_is_saved_with_its_comments(play: Play, folder: Path) -> None:
    studied = ("vor", "Kommentar der beste Zug", "Partie als PGN", "Partie als Text", "Ende")
    play(*MOVES, "aufgeben", "ja", "letzte Partie", *studied, "Ende")
    text, pgn = sorted(folder.iterdir(), key=lambda file: file.suffix, reverse=True)
    assert "der beste Zug" in pgn.read_text(encoding="utf-8")
    assert "2. Sf3" in text.read_text(encoding="utf-8").splitlines()


# --- Shown, and copied to the clipboard -----------------------------------------------------------

FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


@pytest.fixture
def clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system with a clipboard, that is this file; the program that fills it has options."""
    kept, program = tmp_path / "clipboard", tmp_path / "bin" / "xclip"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n[ "$*" = "-selection clipboard" ] && exec cat > {kept}\n')
    program.chmod(0o755)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return kept


@pytest.fixture
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without one."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")


def test_game_and_position_are_copied(play: Play, folder: Path, clipboard: Path) -> None:
    told = play(*MOVES, "PGN kopieren", "Ende")
    assert sentence("program.message.pgn_copied") in told
    assert "1. e4 { [%clk" in clipboard.read_text(encoding="utf-8")
    told = play(*MOVES, "Stellung kopieren", "Ende")
    assert sentence("program.message.fen_copied") in told
    assert clipboard.read_text(encoding="utf-8") == FEN
    assert not folder.exists()


def test_the_position_can_be_copied_before_the_first_move(play: Play, clipboard: Path) -> None:
    play("FEN kopieren", "Ende")
    assert clipboard.read_text(encoding="utf-8") == chess.STARTING_FEN


@pytest.mark.usefixtures("no_clipboard")
def test_without_a_clipboard_there_is_a_file_and_a_line(play: Play, folder: Path) -> None:
    told = play(*MOVES, "Partie kopieren", "FEN kopieren", "Ende")
    (file,) = folder.iterdir()
    none = sentence("program.message.no_clipboard")
    kept = sentence("program.message.score_kept", name=str(file))
    assert [one for one in told if one in (none, kept, FEN)] == [none, kept, none, FEN]


@pytest.mark.parametrize("script", ["exit 1", "sleep 9", ""], ids=["fails", "hangs", "no program"])
def test_what_the_clipboard_has_not_taken_is_not_called_copied(
    play: Play, folder: Path, clipboard: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr("game.play.giving._PATIENCE", 0.2)
    program = clipboard.parent / "bin" / "xclip"
    program.write_text(f"#!/bin/sh\nexec {script}\n" if script else "no program at all")
    assert sentence("program.message.no_clipboard") in play(*MOVES, "Partie kopieren", "Ende")
    assert len(list(folder.iterdir())) == 1


def test_the_game_is_shown_as_pgn(play: Play, folder: Path) -> None:
    told = play(*MOVES, "PGN", "Ende")
    assert '[White "Anna"]' in told
    assert any(line.startswith("1. e4 { [%clk") for line in told)
    assert not folder.exists()


@pytest.mark.article("11.3.1")
@pytest.mark.parametrize("asked", ["PGN", "PGN kopieren", "Stellung kopieren"])
def test_in_competition_nothing_is_copied_before_the_end(
    play: Play, clipboard: Path, asked: str
) -> None:
    told = play(*MOVES, asked, options=("--mode", "competition"))
    assert sentence("game.refused.not over") in told
    assert not clipboard.exists()


@pytest.mark.usefixtures("folder")
def test_the_game_that_is_studied_is_copied_too(play: Play, clipboard: Path) -> None:
    studied = ("vor", "Kommentar der beste Zug", "PGN kopieren", "Ende")
    play(*MOVES, "aufgeben", "ja", "letzte Partie", *studied, "Ende")
    assert "der beste Zug" in clipboard.read_text(encoding="utf-8")


COPIED = {
    "en": ("copy the game", "copy the position"),
    "sr": ("kopiraj partiju", "kopiraj poziciju"),
    "sl": ("kopiraj partijo", "kopiraj pozicijo"),
    "cs": ("zkopíruj partii", "zkopíruj pozici"),
}


@pytest.mark.parametrize("language", COPIED)
def test_copied_in_every_language(play: Play, clipboard: Path, language: str) -> None:
    game, position = COPIED[language]
    play("e4", "e5", "", game, "Ende", language=language)
    assert "1. e4 { [%clk" in clipboard.read_text(encoding="utf-8")
    play("e4", "e5", "", position, "Ende", language=language)
    assert clipboard.read_text(encoding="utf-8").startswith("rnbqkbnr/pppp1ppp/8/4p3")


# --- Pasted, and played on ------------------------------------------------------------------------

PASTED = ('[Event "Tee"]', '[White "Eva"]', '[Black "Fritz"]', "", "1. e4 c5 2. Nf3", "d6 0-1", "")


@pytest.mark.parametrize("lines", [PASTED, ("1. e4 c5 2. Sf3 d6 0-1",)], ids=["PGN", "score"])
def test_a_pasted_game_is_looked_at_and_kept(
    play: Play, folder: Path, lines: tuple[str, ...]
) -> None:
    told = play(*lines, "vor", "Ende", "wer ist am Zug", "Ende")
    (file,) = folder.iterdir()
    assert sentence("program.message.score_kept", name=str(file)) in told
    assert "Sizilianische Verteidigung." in told
    assert "Weiß, Zug eins: Eva vier." in told
    back = told.index(sentence("study.back_at_table"))
    assert sentence("answers.turn", colour="Weiß") in told[back:]
    assert sentence("game.game_started") not in told  # no empty line was the key of the clock


def test_a_game_that_runs_is_not_left_for_one_that_is_pasted(play: Play, folder: Path) -> None:
    told = play("e4", "", *PASTED, "letzter Zug", "Ende")
    assert sentence("game.refused.not over") in told
    assert "Weiß: Eva vier." in told
    assert not folder.exists()


def test_what_only_looks_like_a_game_is_no_file(play: Play, folder: Path) -> None:
    told = play("1. was ist 2. das", "wer ist am Zug", "Ende")
    assert sentence("study.unread.no moves") in told
    assert sentence("answers.turn", colour="Weiß") in told
    assert not folder.exists()


@pytest.fixture
def study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    def call(*lines: str, options: tuple[str, ...] = ()) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        archive = ("--archive", str(tmp_path / "games.sqlite"))
        assert main(("study", *QUIET, *archive, "--language", "de", *options)) == 0
        return capsys.readouterr().out.splitlines()

    return call


def test_a_game_is_pasted_into_study(play: Play, study: Play, folder: Path) -> None:
    play(*MOVES, "Ende")
    told = study(*PASTED, "vor", "Ende")
    (file,) = folder.iterdir()
    assert told.index("Partie eins: Eva gegen Fritz.") > told.index(
        "Partie eins: Anna gegen Bo/b?."
    )
    assert file.read_text(encoding="utf-8").count("d6") == 1


def test_study_opens_the_newest_game_that_has_moves(play: Play, study: Play) -> None:
    play(*MOVES, "Ende", options=("--white", "Zoe"))
    play("", "Ende", options=("--white", "Ute"))
    assert "Partie eins: Zoe gegen Bo/b?." in study("Ende")


def test_study_plays_on_against_the_computer(play: Play, study: Play, tmp_path: Path) -> None:
    play(*MOVES, "Ende")
    study("vor", "Stufe zwei ab hier", "Ende")
    begun, first = Archive(tmp_path / "games.sqlite").games()
    assert (first.white, begun.black) == ("Anna", "")
    agreed = conditions_of(Archive(tmp_path / "games.sqlite"), begun.id)
    assert (agreed.fen.split()[0], agreed.computer) == (AFTER_E4, chess.WHITE)
    assert agreed.time_control == "86400"  # no hurry


AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
