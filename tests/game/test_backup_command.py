# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor backup`` and ``hektor restore`` say in one sentence what they did, and where."""

from pathlib import Path

import homes
import pytest

from announce.lexicon import lexicon
from announce.text.settings import Settings
from game.app import options
from game.app.cli import main
from ground import files, folders
from record.journal import Archive
from record.session import begin
from table.core.conditions import Conditions
from table.core.inputs import Begin


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of a computer with a game and settings; this one is another, and empty."""
    homes.empty(monkeypatch, tmp_path / "old")
    game()
    options.keep_setting("language", "en")
    made = tmp_path / "mine.zip"
    assert main(["backup", str(made)]) == 0
    homes.empty(monkeypatch, tmp_path / "new")
    return made


def game() -> None:
    begun = begin(Archive(options.archive_path()), Conditions(), Settings(), lambda: "2026-06-01")
    begun.put(Begin(), 0)
    begun.close()


def sentence(key: str, language: str, **facts: object) -> str:
    return lexicon(language).text(f"program.{key}", **facts)


def what(language: str = "en") -> str:
    games = sentence("backup.games", language, count=1)
    return f"{games}, {sentence('backup.settings', language)}"


def test_it_says_where_the_file_is(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    capsys.readouterr()
    homes.empty(monkeypatch, tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    file.unlink()
    assert main(["backup", file.name]) == 0
    told = sentence("backup.written", "en", path=file, what=what())
    assert capsys.readouterr().out == f"{told}\n"


def test_the_key_of_a_pin_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options.pin_key()
    capsys.readouterr()
    assert main(["backup", str(file), "--language", "de"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert sentence("backup.key", "de") in first
    assert second == sentence("backup.secret", "de")


def test_it_says_what_was_restored(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["restore", str(file), "--language", "de"]) == 0
    told = sentence("backup.restored", "de", path=file, what=what("de"))
    assert capsys.readouterr().out == f"{told}\n"


def test_it_says_where_the_old_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game()
    game()
    capsys.readouterr()
    assert main(["restore", str(file)]) == 2
    path = options.archive_path()
    told = sentence("error.restore_over", options.interface(), path=path)
    assert capsys.readouterr().err == f"{told}\n"
    assert main(["restore", str(file), "--replace", "--language", "en"]) == 0
    kept = path.parent / "before-restore-1"
    told = sentence("backup.replaced", "en", path=file, what=what(), kept=kept)
    assert capsys.readouterr().out == f"{told}\n"
    assert Archive(kept / "games.sqlite").games()


def test_any_command_finishes_a_restore_that_was_broken_off(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moved, move = [], files.move

    def dies(old: Path, path: Path) -> None:
        if path != folders.restoring():
            moved.append(path)
        if len(moved) > 1:
            raise OSError("the disk says no")
        move(old, path)

    with monkeypatch.context() as patch:
        patch.setattr(files, "move", dies)
        assert main(["restore", str(file), "--language", "en"]) == 2
        assert str(folders.restoring()) in capsys.readouterr().err
        assert main(["games", "--language", "en"]) == 2
        assert str(folders.restoring()) in capsys.readouterr().err
    assert main(["games", "--language", "en"]) == 0
    told = capsys.readouterr()
    assert told.err == f"{sentence('backup.finished', 'en')}\n"
    assert len(told.out.splitlines()) == 1
    assert options.profiled("language") == "en"
    assert not folders.restoring().exists()
    assert main(["games"]) == 0
    assert capsys.readouterr().err == ""


def test_export_goes_to_a_file_whose_whole_path_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["restore", str(file)])
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    for option in ("--to", "--output"):
        assert main(["export", option, f"{option[2:]}.pgn"]) == 0
        told = sentence("report.exported", "en", game=1, path=tmp_path / f"{option[2:]}.pgn")
        assert capsys.readouterr().out == f"{told}\n"
    assert Path("to.pgn").read_bytes() == Path("output.pgn").read_bytes()


def test_no_path_is_told_with_a_way_back_in_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["restore", str(file)])
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    for command, name in (("export", "game.pgn"), ("backup", "games.zip")):
        capsys.readouterr()
        target = ("--to", f"../{name}") if command == "export" else (f"../{name}",)
        assert main([command, *target]) == 0
        assert str(tmp_path / name) in capsys.readouterr().out
