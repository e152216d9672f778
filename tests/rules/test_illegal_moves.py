# SPDX-License-Identifier: GPL-3.0-or-later
"""7.5 and A.4 as decisions: what counts as an illegal move, and what it costs."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.description import Illegality, MoveFault
from rules.irregularities import (
    NO_ILLEGAL_MOVES,
    acts_unasked,
    cost,
    counts,
    drawn_by_illegality,
    impossible,
    on_board,
    replacement_touches,
)

LEFT_IN_CHECK = "4r1k1/8/8/8/8/8/4N3/4K2R w - - 0 1"
BOTH_IN_CHECK = "4r1k1/8/5N2/8/8/8/8/4K2R b - - 0 1"


@pytest.mark.article("7.5.5-a", "E.05-1", "E.23-2")
@pytest.mark.parametrize(
    ("year", "rate", "costs"),
    [
        (2018, "standard", [120, None]),
        (2018, "rapid", [120, None]),
        (2018, "blitz", [60, None]),
        (2023, "standard", [120, None]),
        (2023, "rapid", [60, None]),  # E.23-2
        (2023, "blitz", [60, None]),
        (2005, "standard", [120, 120, None]),  # E.05-1
        (2005, "rapid", [120, 120, None]),
        (2005, "blitz", [None]),
    ],
)
def test_7_5_5_time_for_the_opponent_then_the_game(
    year: int, rate: str, costs: list[int | None]
) -> None:
    for number, bonus in enumerate(costs, start=1):
        assert cost(year, rate, number) == bonus


@pytest.mark.article("7.5.5-b")
def test_7_5_5_b_each_player_has_one_counter() -> None:
    after = NO_ILLEGAL_MOVES.counted(chess.WHITE).counted(chess.BLACK).counted(chess.WHITE)
    assert (after.of(chess.WHITE), after.of(chess.BLACK)) == (2, 1)


@pytest.mark.article("7.5.1")
@given(st.sampled_from(MoveFault))
def test_7_5_1_only_moves_that_hands_can_make_count(fault: MoveFault) -> None:
    said_wrongly = {
        *(
            MoveFault.NO_SUCH_PIECE,
            MoveFault.EMPTY_SQUARE,
            MoveFault.NOTHING_TO_CAPTURE,
            MoveFault.FILE_MISSING,
        ),
        *(MoveFault.PROMOTION_MISSING, MoveFault.PROMOTION_NOT_POSSIBLE, MoveFault.GAME_OVER),
        *(MoveFault.NOT_CHECK, MoveFault.NOT_MATE, MoveFault.NO_MOVE, MoveFault.TWO_HANDS),
    }
    assert counts(Illegality(fault, "3.1")) == (fault not in said_wrongly)


@pytest.mark.article("3.7.3")
def test_3_7_3_pawn_going_aside_without_capture_counts() -> None:
    assert counts(Illegality(MoveFault.NOTHING_TO_CAPTURE, "3.7.3"))


@pytest.mark.article("A.4.2", "A.3.1")
@pytest.mark.parametrize(
    ("year", "rate", "supervised", "unasked"),
    [
        (2018, "standard", False, True),
        (2018, "rapid", True, True),  # A.3.1.2
        (2018, "rapid", False, False),
        (2018, "blitz", False, False),  # B.4
        (2005, "rapid", True, False),  # E.05-7
        (2005, "standard", False, True),
    ],
)
def test_a_4_2_witness_acts_or_waits_for_a_claim(
    year: int, rate: str, supervised: bool, unasked: bool
) -> None:
    assert acts_unasked(year, rate, supervised) is unasked


@pytest.mark.article("A.4.2")
def test_a_4_2_what_stands_on_the_board() -> None:
    board = chess.Board(LEFT_IN_CHECK)
    stays = Illegality(MoveFault.PINNED, "3.9.2", chess.KNIGHT, chess.E2, chess.C3)
    assert on_board(board, stays) == chess.Move(chess.E2, chess.C3)
    for nowhere in (
        Illegality(MoveFault.OWN_PIECE_THERE, "3.1", chess.KNIGHT, chess.E2, chess.E1),
        Illegality(MoveFault.TAKES_KING, "1.4.1", chess.KNIGHT, chess.E2, chess.G8),
        Illegality(MoveFault.NOT_ITS_WAY, "3.6", chess.KNIGHT, None, chess.A8),
        Illegality(MoveFault.NO_SUCH_PIECE, "3.10.2", chess.QUEEN, None, chess.A8),
    ):
        assert on_board(board, nowhere) is None


@pytest.mark.article("7.5.1")
def test_7_5_1_replacement_is_bound_to_the_touched_piece() -> None:
    board = chess.Board("4k3/8/8/3p4/8/4N3/8/4K2R w K - 0 1")
    moved = Illegality(MoveFault.NOT_ITS_WAY, "3.6", chess.KNIGHT, chess.E3, chess.E5)
    took = Illegality(MoveFault.PINNED, "3.9.2", chess.KNIGHT, chess.E3, chess.D5)
    castled = Illegality(MoveFault.CASTLING_ATTACKED, "3.8.2.2.1", chess.KING, chess.E1, chess.F1)
    several = Illegality(MoveFault.NOT_ITS_WAY, "3.6", chess.KNIGHT, None, chess.E5)
    assert replacement_touches(board, moved) == (chess.E3,)
    assert replacement_touches(board, took) == (chess.E3, chess.D5)
    assert replacement_touches(board, castled) == (chess.E1,)
    assert replacement_touches(board, several) == ()


@pytest.mark.article("A.4.4")
def test_a_4_4_both_kings_checked_or_pawn_left_last() -> None:
    both = chess.Board(BOTH_IN_CHECK)
    assert impossible(both)
    assert impossible(chess.Board("P3k3/8/8/8/8/8/8/4K3 b - - 0 1"))
    assert impossible(chess.Board("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"))
    assert not impossible(chess.Board())
    assert not impossible(chess.Board(LEFT_IN_CHECK))


@pytest.mark.article("A.4.4")
def test_a_4_4_the_next_move_may_still_mend_it() -> None:
    both, mended = chess.Board(BOTH_IN_CHECK), chess.Board(LEFT_IN_CHECK)
    assert drawn_by_illegality(both, both)
    assert not drawn_by_illegality(both, mended)
