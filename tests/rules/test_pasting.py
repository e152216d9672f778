# SPDX-License-Identifier: GPL-3.0-or-later
"""Many lines that are pasted, and are one game."""

import pytest

from rules.pasting import is_game, joined

TAGS = ['[Event "x"]', '[White "Anna"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', ""]
WHOLE = [*TAGS, "1. e4 e5 {gut", "", "[%clk 1:00] 1-0", "ja} 2. Nf3", "Nc6 (2... d6", "3. d4) 1-0"]


@pytest.mark.parametrize(
    "game",
    [
        WHOLE,
        [*TAGS, "1. e4 e5", "2. Nf3 *"],
        ["1. e4 e5 2. Nf3 Nc6", "3. Bb5 a6 4. O-O 1/2-1/2"],
        ["1.e4 e5 2.Sf3 Sc6 3.Lb5 a6", "4.Lxc6 dxc6 5.0-0 ½-½"],
    ],
    ids=["comments", "no result", "no tags", "German"],
)
def test_its_lines_are_one_and_those_around_it_their_own(game: list[str]) -> None:
    typed = ["Stellung\n", *(f"{line}\r\n" for line in game), "\n", "\n", "weiter\n"]
    assert [*joined(typed)] == ["Stellung\n", "\n".join(game), "weiter\n"]
    assert is_game("\n".join(game))


def test_two_games_are_two() -> None:
    game = [*TAGS, "1. e4 e5 1-0"]
    assert [*joined([*game, "", *game, ""])] == ["\n".join(game)] * 2


def test_without_a_result_it_ends_behind_its_moves() -> None:
    game = [*TAGS, "1. e4 e5", "2. Nf3"]
    assert [*joined([*game, "", "weiter"])] == ["\n".join(game), "weiter"]
    assert [*joined([*game, "weiter"])] == ["\n".join(game), "weiter"]
    assert [*joined([*game, None, "", "Nc6"])] == ["\n".join(game), "", "Nc6"]
    assert [*joined(game)] == ["\n".join(game)]


@pytest.mark.parametrize(
    "line",
    ["e4", "1. e4", "1-0", "15+10", "", "Springer Felix drei", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]'],
)
def test_one_line_stays_what_it_is(line: str) -> None:
    assert [*joined([line, None, "ja"])] == [line, "ja"]
    assert not is_game(line)


def test_the_key_of_the_clock_counts_behind_a_game_that_was_pasted() -> None:
    game = ["1. e4 e5 2. Nf3 1-0"]
    assert [*joined([*game, "", None, ""])] == [*game, ""]


def test_a_text_without_an_end_is_bounded() -> None:
    (game,) = joined(["1. e4 e5 {", *["gut " * 50] * 3000])
    assert len(game) < 300_000
