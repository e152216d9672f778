# SPDX-License-Identifier: GPL-3.0-or-later
"""All languages say the same things."""

import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from announce.lexicon import Segment, fields, join, lexicon
from announce.text.settings import LANGUAGES
from announce.words import answers, events
from announce.words.events import TOLD_BEFORE
from rules.explanation import DETAILS, MoveFault
from rules.outcome import Termination
from table.events import Event
from table.events.answers import Topic
from table.events.dialogue import Device, QuestionKind
from table.events.game import Penalty, Refusal

ROOT = Path(__file__).parents[2]
FILES = ("game", "answers", "lesson", "program", "page", "study")
SPOKEN = ("game", "answers", "lesson", "program.message", "study")
OTHERS = [language for language in LANGUAGES if language != "de"]
COMPLETE = ("de", "en")
"""The others are told in English what they lack (``tools.untranslated``)."""


def templates(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All strings of a table with their keys."""
    if isinstance(table, str):
        yield path, table
    elif isinstance(table, dict):
        for key, value in table.items():
            yield from templates(value, f"{path}.{key}")
    elif isinstance(table, list):
        for value in table:
            yield from templates(value, path)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_every_language_has_the_same_fields(file: str, language: str) -> None:
    """But for the explanations of illegal moves, which may tell more or less."""
    german, other = (dict(templates(lexicon(one).own(file))) for one in ("de", language))
    assert other.keys() <= german.keys()
    if language in COMPLETE:
        assert other.keys() == german.keys()
    for key, template in other.items():
        if ".illegal." not in key:
            assert fields(template) == fields(german[key]), key


@pytest.mark.parametrize("language", COMPLETE)
def test_every_kind_of_fact_has_words(language: str) -> None:
    words = lexicon(language)
    for name, kinds in (
        ("game.end", set(Termination) - set(TOLD_BEFORE)),
        ("game.question", QuestionKind),
        ("game.lost", Device),
        ("game.restored", Device),
        ("game.refused", Refusal),
        ("answers.help", Topic),
        ("game.penalty", Penalty),
        ("game.illegal", MoveFault),
    ):
        assert {kind.value for kind in kinds} <= words.own(name).keys(), name


def test_every_event_and_answer_has_a_phrase() -> None:
    assert events.PHRASES.keys() == set(get_args(Event))
    words = lexicon("de")
    for about, row in answers.PHRASES.items():
        keys = row if isinstance(row, tuple) else ()
        assert callable(row) or isinstance(row, str) or any(map(words.own, keys)), about


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_explanation_for_an_impossible_fault(language: str) -> None:
    known = {fault.value for fault in MoveFault} | {"plain"}
    known |= {f"{fault.value}: {detail}" for fault, kinds in DETAILS.items() for detail in kinds}
    assert lexicon(language).own("game.illegal").keys() <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_explanation_of_a_fault_needs_nothing(language: str) -> None:
    table = lexicon(language).own("game.illegal")
    for fault in MoveFault:
        if fault.value in table or language in COMPLETE:
            assert not fields(table[fault.value][-1]), fault


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_digits_or_unknown_forms(language: str) -> None:
    made = {"coloured", "coloured_acc", "whose", ""}
    pieces = lexicon(language).own("grammar.pieces").values()
    for file in SPOKEN:
        for _, template in templates(lexicon(language).own(file)):
            for literal, field, spec, _ in string.Formatter().parse(template):
                assert not any(char.isnumeric() for char in literal), template
                if field in ("piece", "other"):
                    assert spec in made or all(spec in piece for piece in pieces), template


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_all_forms(language: str) -> None:
    pieces = lexicon(language).own("grammar.pieces")
    needed = {"name", "plural", "own", "enemy", "white", "black", "white_acc", "black_acc"}
    assert len({frozenset(forms) for forms in pieces.values()}) == 1
    assert all(needed <= forms.keys() for forms in pieces.values())


@pytest.mark.article("D.2.1-d", "D.2.1-e")
def test_move_words_are_those_hektor_understands() -> None:
    """D.2.1: what is read back can be said back."""
    spoken = lexicon("de").own("moves")
    path = ROOT / "voice" / "language" / "lexicon" / "de" / "game.toml"
    heard = tomllib.loads(path.read_text(encoding="utf-8"))
    assert spoken["files"] == [words[0] for words in heard["files"].values()]
    assert spoken["ranks"] == [words[0] for words in heard["ranks"].values()]
    assert spoken["zwo"] in heard["ranks"]["2"]
    assert spoken["pieces"] == {name: words[0] for name, words in heard["pieces"].items()}


def test_there_is_no_other_language() -> None:
    with pytest.raises(ValueError, match="no language 'fr'"):
        lexicon("fr")


def test_segments_of_one_language_are_joined() -> None:
    parts = [Segment("On ", "en"), Segment("Eva vier", "de"), Segment(".", "en")]
    assert join(parts) == (Segment("On ", "en"), Segment("Eva vier.", "de"))


def test_a_list_has_its_last_word_joined() -> None:
    words = lexicon("de")
    items = [words.phrase(word) for word in ("Anna", "Felix", "Hektor")]
    assert words.listed(items) == words.phrase("Anna, Felix und Hektor")
    assert words.listed(items[:2], "or") == words.phrase("Anna oder Felix")
    assert words.listed([]) == ()


@pytest.mark.parametrize(
    ("language", "pin", "passphrase"),
    [
        ("de", "geheimzahl", "kennwort"),
        ("en", "code", "passphrase"),
        ("sr", "šifra", "lozink"),
        ("sl", "koda", "gesl"),
        ("cs", "kód", "hesl"),
    ],
)
def test_pin_and_passphrase_have_their_own_names(language: str, pin: str, passphrase: str) -> None:
    words = lexicon(language)
    refused = words.own("game.refused")
    of_pin = [refused["pin needed"], words.word("game.arbiter.pin_refused")]
    of_envelope = [
        refused["no passphrase"],
        refused["wrong passphrase"],
        words.word("answers.help.envelope"),
    ]
    assert all(pin in told.lower() and passphrase not in told.lower() for told in of_pin)
    assert all(passphrase in told.lower() and pin not in told.lower() for told in of_envelope)
