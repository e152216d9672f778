# SPDX-License-Identifier: GPL-3.0-or-later
"""For which tables a line at the desk of a hall is, and what it says to them."""

import tomllib

import pytest

from hall import FOLDER
from hall.desk_words import EVERY, DeskWord, addressed, desk_word, phrases, sentences
from voice.language import lexicon


@pytest.mark.parametrize(
    ("line", "tables", "rest"),
    [
        ("Tisch 7 zwei Minuten für Schwarz", (7,), "zwei Minuten für Schwarz"),
        ("tisch sieben: Pause", (7,), "Pause"),
        ("Tisch 7 15+10", (7,), "15+10"),
        ("Tische 1 bis 4 weiter", (1, 2, 3, 4), "weiter"),
        ("Tische 1-3, 3 und 9 weiter", (1, 2, 3, 9), "weiter"),
        ("Tisch 7 Ergebnis 1/2", (7,), "Ergebnis 1/2"),
        ("alle Uhren an", EVERY, "Uhren an"),
        ("alle Tische Pause", EVERY, "Pause"),
        ("Tisch 12", (12,), ""),
        ("Bretter eins bis drei Pause", (1, 2, 3), "Pause"),
        ("brett ein und zwanzig pause", (21,), "pause"),
        ("alle Bretter Pause", EVERY, "Pause"),
        ("Tisch Pause", None, "Tisch Pause"),
        ("Tische 4 bis 1 Pause", None, "Tische 4 bis 1 Pause"),
        ("Tisch 0 Pause", None, "Tisch 0 Pause"),
        ("Tisch 1 bis 99999 Pause", None, "Tisch 1 bis 99999 Pause"),
        ("Tischtennis", None, "Tischtennis"),
        ("Pause", None, "Pause"),
        ("", None, ""),
    ],
)
def test_a_line_names_its_tables(line: str, tables: tuple[int, ...] | None, rest: str) -> None:
    assert addressed(line, "de") == (tables, rest)


def test_german_is_understood_in_every_language() -> None:
    assert addressed("tables 1 to 3 pause", "en") == ((1, 2, 3), "pause")
    assert addressed("Tische 1 bis 3 Pause", "en") == ((1, 2, 3), "Pause")
    assert addressed("stoly 1 až 3 pauza", "cs") == ((1, 2, 3), "pauza")


@pytest.mark.parametrize("language", lexicon.languages())
def test_each_language_has_the_words_of_the_desk(language: str) -> None:
    path = FOLDER / "lexicon" / language / "desk.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    for word in DeskWord:
        for way in words[word]:
            assert desk_word(way, language) is word


def test_the_recogniser_listens_for_known_words() -> None:
    heard = {word for phrase in phrases() for word in phrase.split()}
    assert heard <= set(lexicon.vocabulary())


def test_what_the_recogniser_listens_for_is_for_tables_or_for_the_desk() -> None:
    named = [addressed(phrase, "de") for phrase in phrases()]
    assert all(rest or tables is not None for tables, rest in named)
    assert sum(tables is None for tables, _ in named) < len(named) / 10


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "en_board en_seven en_pause"),
        ("sl", "sl_šahovnica sl_sedem sl_premor"),
        ("en", "brett sieben pause"),
    ],
)
def test_a_desk_is_spoken_to_in_its_language_and_in_german(language: str, line: str) -> None:
    said = sentences(language)
    assert said is not None
    assert any(not isinstance(one, frozenset) and one.read(line.split()) for one in said)
