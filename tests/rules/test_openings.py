# SPDX-License-Identifier: GPL-3.0-or-later
"""The openings as chess players call them."""

import chess
import pytest

from rules.openings import FIRST_PLIES, opening_of, opening_of_score, opening_reached, openings


def reached(moves: str) -> str:
    board = chess.Board()
    boards = [board.copy()]
    for san in moves.split():
        board.push_san(san)
        boards.append(board.copy())
    return opening_reached(boards)


def test_no_two_openings_have_the_same_moves() -> None:
    orders = [order for each in openings().values() for order in each]
    assert len(set(orders)) == len(orders)
    assert max(map(len, orders)) <= FIRST_PLIES


@pytest.mark.parametrize("name", openings())
def test_the_moves_of_an_opening_reach_it(name: str) -> None:
    for order in openings()[name]:
        assert reached(" ".join(order)) == opening_of_score(order) == name


@pytest.mark.parametrize("first", [*chess.Board().legal_moves])
def test_every_first_move_has_a_name(first: chess.Move) -> None:
    assert reached(chess.Board().san(first))


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4 e5", "open_game"),
        ("e4 e5 Nf3 Nc6", "open_game"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 d3", "italian"),
        ("Nf3 d5 d4 Nf6 c4 e6", "queens_gambit"),
        ("d4 e6 e4 d5", "french"),
        ("Nf3 c5 e4", "sicilian"),
        ("d4 Nf6 Nf3 e6 Bf4 c5", "london"),
        ("c4 Nf6 Nc3 g6 d4 Bg7", "kings_indian"),
        ("e4 d5 exd5 Qxd5", "scandinavian"),
        ("h4 e5", "irregular"),
    ],
)
def test_the_last_position_with_a_name_counts_in_any_order(moves: str, name: str) -> None:
    assert reached(moves) == name


def test_nearly_every_code_has_a_name() -> None:
    codes = [f"{letter}{number:02}" for letter in "ABCDE" for number in range(100)]
    assert [code for code in codes if not opening_of(code)] == []
    assert (opening_of("A57"), opening_of("A60"), opening_of("C20")) == (
        "benko", "benoni", "open_game",
    )  # fmt: skip
