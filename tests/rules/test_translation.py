# SPDX-License-Identifier: GPL-3.0-or-later
"""Scores in other letters than PGN's, with comments and variations, become PGN in English."""

import io

import chess.pgn
import pytest

from rules.notation import LANGUAGES
from rules.reader import read_in_any, read_score
from rules.score import Loss, write_score

GAME = (
    "1. e4 e5 (1... c5 2. Sf3! (2. Lc4 {gut, Sf3 auch}) 2... d6) 2. Sf3 Sc6 $1 3. Lb5(=) a6?! "
    "Zeitnot 4. L:c6 dc6: 5. d4 ed 6. Dd4: Dd4:+ ± N 1:0"
)
ENGLISH = (
    "e4 e5 ( c5 Nf3 $1 ( Bc4 {gut, Sf3 auch} ) d6 ) Nf3 Nc6 $1 Bb5 { (=) } "
    "a6 $6 Bxc6 dxc6 d4 exd4 Qxd4 Qxd4 $16 $146 1-0"
)


def test_variations_comments_and_symbols_stay() -> None:
    found = read_in_any(GAME)
    assert (found.text.strip(), found.position.ply, found.whole) == (ENGLISH, 12, True)
    assert [(one.text, one.why) for one in found.left_out] == [("Zeitnot", Loss.TEXT)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_any_language(language: str) -> None:
    text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb3 0-0"
    played = read_score(text).position
    found = read_in_any(write_score(played, language))
    assert found.position == played
    assert read_score(found.text, "en").position == played
    game = chess.pgn.read_game(io.StringIO(found.text))
    assert game is not None
    assert (not game.errors, [*game.mainline_moves()]) == (True, [*played.moves])


def test_tags_stay_titles_go_and_tables_are_read() -> None:
    found = read_in_any('[White "Müller"]\n\n1. e4 e5 2. Sf3 *')
    assert found.text == '[White "Müller"]\n\ne4 e5 Nf3 *\n'
    table = read_in_any("Anna gegen Bernd\nBled 2026\n\n1  e4   c5\n2  Sf3  d6\n")
    assert (table.text.strip(), table.whole) == ("e4 c5 Nf3 d6 *", True)


def test_it_ends_where_nothing_can_be_read() -> None:
    found = read_in_any("1. e4 e5 (1... Sf9 2. Sf3) 2. Sf3 Sc6 3. Sa8 a6")
    assert (found.position.ply, found.whole) == (4, False)
    assert found.text.split() == ["e4", "e5", "(", ")", "Nf3", "Nc6", "*"]
