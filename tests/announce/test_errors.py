# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors that a player meets: one sentence each, in the language of the options or the profile."""

import errno
import re
import tomllib
from pathlib import Path

import homes
import pytest

from announce import errors
from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from game.app import cli
from game.speech.voice import Voice, read_voice
from ground import folders

ROOT = Path(errors.__file__).parents[1]
ROOMS = ("ground", "voice", "announce", "record", "opponents", "game", "lab")
SENTENCES = {language: lexicon(language).own("program.error") for language in LANGUAGES}
OWN = (ROOT / "announce" / "lexicon" / "en" / "program.toml").read_text(encoding="utf-8")
NAMES = sorted(tomllib.loads(OWN)["error"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_is_a_sentence(language: str) -> None:
    for name, sentence in SENTENCES[language].items():
        assert sentence.endswith((".", "{reason}")), name  # a reason is a sentence by itself


def test_every_sentence_exists_and_is_raised() -> None:
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    raised = re.findall(
        r"(?:PlayerError|JournalError|__init__|ModelError|NoSpace|MicrophoneError|Fault)\(\s*\"(\w+)\"",
        sources,
    )
    assert sorted(set(raised)) == NAMES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "name", "values"),
    [
        ("play --press", "bad_option", {"option": "--press", "command": "hektor play"}),
        ("play --nix", "no_option", {"option": "--nix", "command": "hektor play"}),
        (
            "play --rate x",
            "bad_value",
            {"option": "--rate", "given": "x", "allowed": "80-450"},
        ),
        (
            "play --mode x",
            "bad_value",
            {"option": "--mode", "given": "x", "allowed": "training, competition"},
        ),
        (
            "play --press soon",
            "bad_value",
            {"option": "--press", "given": "soon", "allowed": "0-60, hand"},
        ),
        (
            "play --microphone-delay -5000",
            "bad_value",
            {"option": "--microphone-delay", "given": "-5000", "allowed": "0-10000"},
        ),
        (
            "play --rate 1",
            "bad_value",
            {"option": "--rate", "given": "1", "allowed": "80-450"},
        ),
        (
            f"play --chess960 {'9' * 5_000}",
            "bad_value",
            {"option": "--chess960", "given": "9" * 40, "allowed": "0-959, draw"},
        ),
        ("play --opponent /nowhere", "no_program", {"program": "/nowhere"}),
        (
            "play --mode competition --opponent /nowhere",
            "no_engine_in_competition",
            {},
        ),
        ("resume 7 8", "no_option", {"option": "8", "command": "hektor resume"}),
        ("foo", "no_command", {"command": "foo"}),
    ],
)
def test_wrong_call_ends_in_the_asked_language(
    language: str,
    line: str,
    name: str,
    values: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([*line.split(), "--language", language]) == 2
    told = capsys.readouterr()
    assert told.err == f"{PlayerError(name, **values).told(language)}\n"
    assert told.out == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", ["play --white", "play --black", "play --model", "learn"])
def test_invalid_utf_8_ends_and_begins_nothing(
    language: str, options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a terminal in Latin-1 sends "Müller"."""
    archive = tmp_path / "games.sqlite"
    where = ["--archive", str(archive)] if options != "learn" else []
    assert cli.main([*options.split(), "M\udcfcller", *where, "--language", language]) == 2
    told = capsys.readouterr()
    assert told.err == f"{SENTENCES[language]['not_utf8']}\n".format(given="M?ller")
    assert told.out == ""
    assert not archive.exists()


def test_a_path_may_have_any_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "--archive", str(tmp_path / "M\udcfcller.sqlite")]) == 0
    assert "UTF-8" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["resume", "export", "verify"])
def test_number_beyond_all_games_finds_none(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "games.sqlite"
    assert cli.main([command, "9" * 20, "--archive", str(archive)]) == 2
    expected = PlayerError("no_game", game="9" * 20, archive=archive).told("de")
    assert capsys.readouterr().err == f"{expected}\n"


def test_what_is_missing_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rule", "--language=sl"]) == 2
    assert capsys.readouterr().err == f"{SENTENCES['sl']['usage']}\n".format(command="hektor rule")


def test_language_of_the_profile_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "profile.toml"
    profile.write_text('[play]\nlanguage = "cs"\n')
    monkeypatch.setattr("game.app.options.profile_path", lambda: profile)
    archive = tmp_path / "games.sqlite"
    assert cli.main(["export", "3", "--archive", str(archive)]) == 2
    expected = PlayerError("no_game", game=3, archive=archive).told("cs")
    assert capsys.readouterr().err == f"{expected}\n"


def test_a_file_that_is_quoted_is_told_on_one_short_line() -> None:
    told = errors.told(errors.UserError("line\n" * 1_000_000), "de")
    assert len(told) < 1_100
    assert "\n" not in told


@pytest.mark.parametrize("file", ["profile.toml", "voice.toml"])
def test_settings_as_deep_as_the_sea_are_no_fault(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    homes.empty(monkeypatch, tmp_path)
    folders.settings().mkdir(parents=True)
    (folders.settings() / file).write_text("x = " + "[" * 20_000)
    assert read_voice(folders.settings() / file) == Voice()
    status = cli.main(["games", "--archive", str(tmp_path / "games.sqlite")])
    assert (status, len(capsys.readouterr().err.splitlines())) in ((0, 0), (2, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_the_system_refuses_is_told_in_the_users_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["restore", str(tmp_path / "none.zip"), "--language", language]) == 2
    reason = lexicon(language).own("program.reason")["ENOENT"]
    assert f"({reason})" in capsys.readouterr().err


def test_a_reason_without_words_is_told_as_the_system_tells_it() -> None:
    error = PlayerError("unread", path="x", reason=OSError(errno.EXDEV, "other device"))
    assert "(other device)" in error.told("de")
    assert lexicon("de").own("program.reason").keys() == lexicon("en").own("program.reason").keys()
