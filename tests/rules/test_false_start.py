# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that began wrongly (7.2, 7.3, A.4.1.2)."""

import chess
import pytest

from rules.irregularities import new_game_for_colours, new_game_for_setup, without_castling
from rules.position import Position

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8")


def after(plies: int, edition: int = 2018) -> Position:
    words = (SHUFFLE * 3)[:plies]
    return Position.start(edition=edition).play_all([chess.Move.from_uci(word) for word in words])


@pytest.mark.article("7.3")
@pytest.mark.parametrize(("plies", "anew"), [(0, True), (18, True), (19, True), (20, False)])
def test_7_3_after_ten_moves_the_game_goes_on(plies: int, anew: bool) -> None:
    assert new_game_for_colours(after(plies)) is anew


def test_e_05_11_in_2005_only_the_arbiter_stops_it() -> None:
    assert not new_game_for_colours(after(2, 2005))
    assert new_game_for_colours(after(2, 2005), wanted=True)


@pytest.mark.article("7.2.1", "E.05-7")
@pytest.mark.parametrize(
    ("plies", "quick", "edition", "anew"),
    [
        (24, False, 2018, True),  # 7.2.1: in standard play whenever it is found
        (19, True, 2018, True),
        (20, True, 2018, False),
        (5, True, 2005, True),
        (6, True, 2005, False),  # E.05-7
    ],
)
def test_7_2_1_a_4_1_2_when_a_new_game_is_played(
    plies: int, quick: bool, edition: int, anew: bool
) -> None:
    assert new_game_for_setup(after(plies, edition), quick) is anew


@pytest.mark.article("A.4.1.2")
def test_a_4_1_2_misplaced_king_or_rook_never_castles() -> None:
    position = after(8)
    rook = without_castling(position, chess.WHITE, chess.H1)
    assert rook is not None
    assert rook.board.castling_rights == position.board.castling_rights & ~chess.BB_H1
    king = without_castling(position, chess.BLACK)
    assert king is not None
    assert not king.board.has_castling_rights(chess.BLACK)
    assert king.board.has_castling_rights(chess.WHITE)
    assert king.moves == position.moves


@pytest.mark.article("A.4.1.2")
def test_a_4_1_2_who_has_castled_has_castled() -> None:
    moves = ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1")
    castled = Position.start().play_all([chess.Move.from_uci(word) for word in moves])
    assert without_castling(castled, chess.WHITE) is None
    assert without_castling(castled, chess.WHITE, chess.E2) is None
