# SPDX-License-Identifier: GPL-3.0-or-later
"""A commit may lack translations, a release may not."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import untranslated
from tools.untranslated import ROOT, missing
from voice.language import lexicon as typed
from voice.language.commands import Command, CommandName
from voice.language.grammar import parse
from voice.language.lexicon import Language
from voice.language.semantics import parse_line
from voice.language.vocabulary import reading

SERBIAN = "announce/lexicon/sr"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all that is translated."""
    for folder in ("announce/lexicon", "voice/language/lexicon", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def edited(path: Path, edit: Callable[[str], str]) -> None:
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")


def test_a_sentence_a_command_and_a_page_are_listed(tree: Path) -> None:
    known = set(missing(tree))
    edited(tree / "announce/lexicon/en/game.toml", lambda text: 'newest = "New."\n' + text)
    edited(
        tree / "voice/language/lexicon/en/game.toml",
        lambda text: text.replace("[commands]\n", '[commands]\nnewest = ["new"]\n'),
    )
    (tree / "docs/en/newest.md").write_text("# New\n")
    edited(tree / "docs/en/card.md", lambda text: text + "\nSay `neu`.\n")
    edited(tree / "docs/orders.md", lambda text: text + "| neu | new | | nov | |\n")
    told = {what for language, what in set(missing(tree)) - known if language == "sr"}
    assert told == {
        "announce/lexicon: game.newest",
        "voice/language/lexicon: game.commands.newest",
        "docs: newest.md",
        "docs: card.md: neu",
        "docs: orders.md: neu",
    }
    assert ("sl", "docs: orders.md: neu") not in set(missing(tree))


def test_a_lost_translation_is_listed(tree: Path) -> None:
    (tree / SERBIAN / "lesson.toml").unlink()
    assert ("sr", "announce/lexicon: lesson.begins") in set(missing(tree))


def test_the_status_is_one_if_anything_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for found, status in (((), 0), ((("sr", "docs: new.md"),), 1)):
        monkeypatch.setattr(untranslated, "missing", lambda found=found: iter(found))
        assert untranslated.main() == status
    assert capsys.readouterr().out == "sr  docs: new.md\n"


def test_what_cannot_be_typed_in_a_language_is_typed_in_english(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_press(text: str) -> str:
        return "".join(each for each in text.splitlines(True) if not each.startswith("press ="))

    edited(tree / "voice/language/lexicon/sr/game.toml", without_press)
    monkeypatch.setattr(typed, "_FOLDER", tree / "voice/language/lexicon")
    caches = (typed.written_down, typed.load, typed.with_forms, reading, parse_line)
    for each in caches:
        each.cache_clear()
    try:
        (said,) = parse("press the clock", Language("sr"))
        assert isinstance(said, Command) and said.name is CommandName.PRESS
    finally:
        for each in caches:
            each.cache_clear()
