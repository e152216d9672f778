# SPDX-License-Identifier: GPL-3.0-or-later
"""For which tables a line at the desk of a hall is, and what it says to them."""

import pytest

from voice.language import lexicon
from voice.language.tables import EVERY, DeskWord, addressed, desk_word


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
    words = lexicon.load(language, "arbiter")["desk"]
    for word in DeskWord:
        for way in words[word]:
            assert desk_word(way, language) is word
