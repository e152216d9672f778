# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores in other letters than PGN's, with comments and variations, become PGN in English."""

import pytest

from rules.notation import LANGUAGES
from rules.score import in_english, is_strange, read_score, write_score

GAME = (
    "1. e4 e5 (1... c5 2. Sf3! (2. Lc4 {gut, Sf3 auch}) 2... d6) 2. Sf3 Sc6 $1 3. Lb5(=) a6?! "
    "Zeitnot 4. L:c6 dc6: 5. d4 ed 6. Dd4: Dd4:+ ± N 1:0"
)
ENGLISH = (
    "1. e4 e5 ( 1... c5 2. Nf3! ( 2. Bc4 {gut, Sf3 auch} ) 2... d6 ) 2. Nf3 Nc6 $1 3. Bb5 { (=) } "
    "a6?! 4. Bxc6 dxc6 5. d4 exd4 6. Qxd4 Qxd4 1-0"
)


def test_variations_comments_and_symbols_stay() -> None:
    found = in_english(GAME)
    assert (found.text.strip(), found.plies, found.whole) == (ENGLISH, 12, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_any_language(language: str) -> None:
    text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb3 0-0 8. c3 Da8"
    played = read_score(text.removesuffix(" 8. c3 Da8")).position
    written = write_score(played, language)
    assert is_strange(written) == (language != "en")
    assert read_score(in_english(written).text, "en").position == played


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("1. e4 e5 2. Nf3 {Sf3} Nc6 ; Sc6\n3. O-O-O e8=Q+ $14 *", False),
        ("1. e2-e4 e7xd8Q 0-0 1/2-1/2", False),
        ('[White "Sf3"]\n\n1. e4 *', False),
        ("1. e4 d5 2. ed", True),
        ("1. e4 d5 2. e4:d5", True),
        ("1. ♘f3", True),
        ("1. Сf3", True),
    ],
)
def test_what_has_to_be_translated(text: str, strange: bool) -> None:
    assert is_strange(text) == strange


def test_tags_stay_titles_go_and_tables_are_read() -> None:
    found = in_english('[White "Müller"]\n\n1. e4 e5 2. Sf3 *')
    assert found.text == '[White "Müller"]\n\n1. e4 e5 2. Nf3 *\n'
    table = in_english("Anna gegen Bernd\nBled 2026\n\n1  e4   c5\n2  Sf3  d6\n")
    assert (table.text.strip(), table.whole) == ("e4 c5 Nf3 d6", True)


def test_it_ends_where_nothing_can_be_read() -> None:
    found = in_english("1. e4 e5 (1... Sf9 2. Sf3) 2. Sf3 Sc6 3. Sa8 a6")
    assert (found.plies, found.whole) == (4, False)
    assert found.text.split() == ["1.", "e4", "e5", "(", "1...", ")", "2.", "Nf3", "Nc6", "3."]


def test_whoever_plays_from_another_position() -> None:
    found = in_english('[FEN "8/8/4k3/8/8/8/4P3/R3K3 b Q - 0 1"]\n\n1... Kd6 2. Ta6+')
    assert found.text.endswith("1... Kd6 2. Ra6+\n")
    with pytest.raises(ValueError, match="king"):
        in_english('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. Sf3')


def test_hostile_texts_end() -> None:
    for text in ("(" * 20_000 + "Sf3", "S" * 50_000, "{" * 20_000 + " Sf3", ") Sf3" * 10_000):
        in_english(text)
