# SPDX-License-Identifier: GPL-3.0-or-later
"""The five lexicons say the same things."""

import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from announce.lexicon import fields, lexicon
from announce.settings import LANGUAGES, Settings
from announce.utterance import Segment, join
from announce.words.events import TOLD_BEFORE
from rules.explanation import DETAILS, Fault
from rules.outcome import Termination
from table.answers import Topic
from table.events.dialogue import Device, QuestionKind
from table.events.game import Penalty, Refusal

ROOT = Path(__file__).parent.parent
SENTENCES = (
    "say",
    "result",
    "end",
    "question",
    "lost",
    "restored",
    "refused",
    "answer",
    "help",
    "claim",
    "touch",
    "penalty",
)
OTHERS = [language for language in LANGUAGES if language != "de"]


def templates(table: Any) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for value in table.values():
            yield from templates(value)
    elif isinstance(table, list):
        for value in table:
            yield from templates(value)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_fields(language: str) -> None:
    german, other = lexicon("de").tables, lexicon(language).tables
    for name in (*SENTENCES, "control"):
        assert other[name].keys() == german[name].keys(), name
        for key, template in german[name].items():
            assert fields(other[name][key]) == fields(template), (name, key)


@pytest.mark.parametrize("language", OTHERS)
def test_every_fault_is_explained_in_every_language(language: str) -> None:
    assert lexicon(language).tables["illegal"].keys() == lexicon("de").tables["illegal"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_fact_has_words(language: str) -> None:
    tables = lexicon(language).tables
    for name, kinds in (
        ("end", set(Termination) - set(TOLD_BEFORE)),
        ("question", QuestionKind),
        ("lost", Device),
        ("restored", Device),
        ("refused", Refusal),
        ("help", Topic),
        ("penalty", Penalty),
    ):
        assert {kind.value for kind in kinds} <= tables[name].keys(), name
    assert {fault.value for fault in Fault} <= tables["illegal"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_explanation_for_an_impossible_fault(language: str) -> None:
    known = {fault.value for fault in Fault} | {"plain"}
    known |= {f"{fault.value}: {detail}" for fault, kinds in DETAILS.items() for detail in kinds}
    assert lexicon(language).tables["illegal"].keys() <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_explanation_of_a_fault_needs_nothing(language: str) -> None:
    table = lexicon(language).tables["illegal"]
    for fault in Fault:
        assert not fields(table[fault.value][-1]), fault


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_digits_or_unknown_forms(language: str) -> None:
    tables = lexicon(language).tables
    made = {"coloured", "coloured_acc", "whose", ""}
    for template in (one for name in (*SENTENCES, "illegal") for one in templates(tables[name])):
        for literal, field, spec, _ in string.Formatter().parse(template):
            assert not any(char.isnumeric() for char in literal), template
            if field in ("piece", "other"):
                for piece in tables["pieces"].values():
                    assert spec in made or spec in piece, template


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_all_forms(language: str) -> None:
    pieces = lexicon(language).tables["pieces"]
    needed = {"name", "plural", "own", "enemy", "white", "black", "white_acc", "black_acc"}
    assert len({frozenset(forms) for forms in pieces.values()}) == 1
    assert all(needed <= forms.keys() for forms in pieces.values())


@pytest.mark.article("D.2.1-d", "D.2.1-e")
def test_move_words_are_those_hektor_understands() -> None:
    """D.2.1: what is read back can be said back."""
    spoken = lexicon("de").tables["moves"]
    path = ROOT / "voice" / "language" / "lexicon" / "de.toml"
    heard = tomllib.loads(path.read_text(encoding="utf-8"))
    assert spoken["files"] == [words[0] for words in heard["files"].values()]
    assert spoken["ranks"] == [words[0] for words in heard["ranks"].values()]
    assert spoken["zwo"] in heard["ranks"]["2"]
    assert spoken["pieces"] == {name: words[0] for name, words in heard["pieces"].items()}


def test_there_is_no_other_language() -> None:
    with pytest.raises(ValueError, match="no language 'fr'"):
        Settings(language="fr")


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
    tables = lexicon(language).tables
    of_pin = [tables["refused"]["pin needed"], tables["arbiter"]["pin_refused"]]
    refused = tables["refused"]
    of_envelope = [
        refused["no passphrase"],
        refused["wrong passphrase"],
        tables["help"]["envelope"],
    ]
    assert all(pin in told.lower() and passphrase not in told.lower() for told in of_pin)
    assert all(passphrase in told.lower() and pin not in told.lower() for told in of_envelope)
