# SPDX-License-Identifier: GPL-3.0-or-later
"""Article 4, rule by rule: pieces that were touched, and what is left to be played."""

import random

import chess
import pytest
from games import playout
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.description import Castling
from rules.position import Position
from rules.touch import (
    NO_HANDS,
    Hands,
    Obligation,
    Release,
    claim_lapsed,
    in_unclear_order,
    is_touch,
    obligation,
)

CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
ATTACKED = "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"  # no short castling: g1 is attacked


def squares(text: str) -> tuple[chess.Square, ...]:
    return tuple(chess.parse_square(name) for name in text.split())


def bound(fen: str, touched: str, order_known: bool = True) -> Obligation:
    position, order = Position.from_fen(fen), squares(touched)
    hands = Hands(order if order_known else in_unclear_order(position, order))
    found = obligation(position, hands)
    assert found is not None
    return found


def binds(found: Obligation) -> bool:
    """True if something must be done."""
    return found.piece is not None or found.capture is not None


def ucis(found: Obligation) -> set[str]:
    return {move.uci() for move in found.moves}


def released(fen: str, uci: str) -> Obligation | None:
    move = chess.Move.from_uci(uci)
    release = Release(move.from_square, move.to_square, move.promotion)
    return obligation(Position.from_fen(fen), Hands((move.from_square,), released=release))


def test_nothing_touched_binds_to_nothing() -> None:
    assert obligation(Position.start(), NO_HANDS) is None


# 4.2: adjusting.


@pytest.mark.article("4.2.1")
def test_4_2_1_only_what_was_announced_is_adjusted() -> None:
    assert Hands(adjusting=squares("e4")).adjusts(chess.E4)
    assert not Hands(adjusting=squares("e4")).adjusts(chess.D4)
    assert Hands(adjusting=()).adjusts(chess.D4)
    assert not NO_HANDS.adjusts(chess.E4)


@pytest.mark.article("4.2.2")
def test_4_2_2_an_accident_is_taken_off_the_list() -> None:
    hands = NO_HANDS.touching(*squares("g1 b1")).without(chess.G1)
    assert hands.touched == squares("b1")


@pytest.mark.article("D.2.2")
def test_d_2_2_blind_player_may_feel_sighted_may_not() -> None:
    assert not is_touch(lifted=False, sighted=False)
    assert is_touch(lifted=True, sighted=False)
    assert is_touch(lifted=False, sighted=True)


# 4.3: which piece.


@pytest.mark.article("4.3.1")
def test_4_3_1_first_own_piece_that_can_move() -> None:
    found = bound(chess.STARTING_FEN, "g1 e2")
    assert (found.article, found.piece) == ("4.3.1", chess.G1)
    assert ucis(found) == {"g1f3", "g1h3"}


@pytest.mark.article("4.3.1")
def test_4_3_1_pinned_piece_binds_nobody_the_second_does() -> None:
    found = bound("4k3/8/8/8/4r3/8/P3N3/4K3 w - - 0 1", "e2 a2")
    assert (found.piece, ucis(found)) == (chess.A2, {"a2a3", "a2a4"})


@pytest.mark.article("4.3.2")
def test_4_3_2_first_piece_that_anyone_can_capture() -> None:
    found = bound("4k3/8/8/p2p4/4P3/8/2B5/3QK3 w - - 0 1", "a5 d5")
    assert (found.article, found.capture) == ("4.3.2", chess.D5)
    assert ucis(found) == {"e4d5", "d1d5"}


@pytest.mark.article("4.3.2")
def test_4_3_2_of_two_that_can_be_captured_the_first() -> None:
    fen = "4k3/8/8/p2p4/1P2P3/8/8/4K3 w - - 0 1"
    assert ucis(bound(fen, "a5 d5")) == {"b4a5"}
    assert ucis(bound(fen, "d5 a5")) == {"e4d5"}


@pytest.mark.article("4.3.2")
def test_4_3_2_en_passant_captures_the_touched_pawn() -> None:
    found = bound("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5")
    assert ucis(found) == {"e5d6"}


BOTH = "4k3/8/8/3p4/4P3/2N5/8/3QK3 w - - 0 1"
TWO = "4k3/8/8/1p1p4/4P3/2N5/8/4K3 w - - 0 1"


@pytest.mark.article("4.3.3")
@pytest.mark.parametrize(
    ("fen", "touched", "known", "moves"),
    [
        (BOTH, "e4 d5", True, {"e4d5"}),  # the first of each
        (BOTH, "d5 c3", True, {"c3d5"}),  # in any order
        (BOTH, "e1 d5", True, {"e1d2", "e1e2", "e1f1", "e1f2"}),  # cannot take: the king first
        (BOTH, "d5 e1", True, {"e4d5", "c3d5", "d1d5"}),  # cannot take: d5 was first
        (BOTH, "d5 e1", False, {"e1d2", "e1e2", "e1f1", "e1f2"}),  # unclear: the own piece first
        ("4k3/8/8/8/4r3/8/P3N2p/4K3 w - - 0 1", "e2 h2", True, None),  # neither: 4.5
        (TWO, "c3 b5 d5", True, {"c3b5"}),  # of two of theirs the first
        (TWO, "c3 e4 d5", True, {"c3d5"}),  # of two own ones the first
    ],
)
def test_4_3_3_one_of_each_colour(
    fen: str, touched: str, known: bool, moves: set[str] | None
) -> None:
    found = bound(fen, touched, known)
    if moves is None:
        assert (found.article, binds(found)) == ("4.5", False)
        assert found.moves == Position.from_fen(fen).legal_moves
    else:
        assert (found.article, ucis(found)) == ("4.3.3", moves)


# 4.4: castling and promotion.


@pytest.mark.article("4.4.1")
@pytest.mark.parametrize(
    ("touched", "uci", "side"),
    [("e1 h1", "e1g1", Castling.SHORT), ("e1 a1", "e1c1", Castling.LONG)],
)
def test_4_4_1_king_then_rook_castles_that_way(touched: str, uci: str, side: Castling) -> None:
    found = bound(CASTLES, touched)
    assert (found.article, ucis(found), found.castling) == ("4.4.1", {uci}, side)


@pytest.mark.article("4.4.1")
def test_4_4_1_touched_at_once_is_castling_too() -> None:
    assert bound(CASTLES, "h1 e1", order_known=False).article == "4.4.1"


@pytest.mark.article("4.4.2")
def test_4_4_2_rook_then_king_must_move_the_rook() -> None:
    found = bound(CASTLES, "h1 e1")
    assert (found.article, found.piece, ucis(found)) == ("4.4.2", chess.H1, {"h1g1", "h1f1"})


@pytest.mark.article("4.4.2")
def test_4_4_2_king_moves_where_the_rook_cannot() -> None:
    fen = "4k3/8/8/8/8/8/7P/R3K1NR w Q - 0 1"
    assert ucis(bound(fen, "h1 e1")) == {"e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}


@pytest.mark.article("4.4.3")
def test_4_4_3_illegal_castling_means_another_king_move() -> None:
    found = bound(ATTACKED, "e1 h1")
    assert (found.article, found.piece) == ("4.4.3", chess.E1)
    assert "e1c1" in ucis(found)  # it may be castling to the other side
    assert "e1g1" not in ucis(found)
    assert all(move.from_square == chess.E1 for move in found.moves)


@pytest.mark.article("4.4.3")
def test_4_4_3_without_a_king_move_any_move() -> None:
    fen = "4k3/8/8/8/8/4n3/3PPP2/3NKN1R w - - 0 1"
    found = bound(fen, "e1 h1")
    assert (found.article, binds(found)) == ("4.4.3", False)
    assert found.moves == Position.from_fen(fen).legal_moves


def test_4_4_a_rook_in_the_field_means_no_castling() -> None:
    found = bound("4k3/8/8/8/8/R7/8/4K3 w - - 0 1", "e1 a3")
    assert (found.article, found.piece) == ("4.3.1", chess.E1)


def test_4_4_immovable_piece_before_castling_changes_nothing() -> None:
    assert bound(CASTLES, "a1 e1").article == "4.4.2"
    assert bound(CASTLES, "e2 e1 h1").piece == chess.E2
    assert bound("4k3/8/8/8/8/P7/P7/4K2R w K - 0 1", "a2 e1 h1").article == "4.4.1"


@pytest.mark.article("4.4.1")
def test_4_4_1_in_chess960_king_and_rook_stand_elsewhere() -> None:
    position = Position.from_fen("1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1", chess960=True)
    found = obligation(position, Hands(squares("c1 h1")))
    assert found is not None
    assert (found.article, found.castling) == ("4.4.1", Castling.SHORT)


@pytest.mark.article("4.4.4")
def test_4_4_4_choice_is_final_when_put_down() -> None:
    fen = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"
    found = released(fen, "e7e8n")
    assert found is not None
    assert (found.article, ucis(found)) == ("4.4.4", {"e7e8n"})
    pawn = released(fen, "e7e8")  # 4.7: the pawn stays there, the piece is not chosen yet
    assert pawn is not None
    assert len(pawn.moves) == 4


@pytest.mark.article("4.5")
def test_4_5_nothing_touched_can_move_so_any_move() -> None:
    found = bound(chess.STARTING_FEN, "a1 c1 e8")
    assert (found.article, binds(found)) == ("4.5", False)
    assert len(found.moves) == 20


# 4.7: released.


@pytest.mark.article("4.7")
def test_4_7_a_piece_stays_where_it_was_released() -> None:
    found = released(chess.STARTING_FEN, "g1f3")
    assert found is not None
    assert (found.article, ucis(found)) == ("4.7", {"g1f3"})


@pytest.mark.article("4.7")
def test_4_7_wrongly_released_piece_must_still_move() -> None:
    found = released(chess.STARTING_FEN, "g1g3")
    assert found is not None
    assert (found.article, found.piece) == ("4.3.1", chess.G1)


@pytest.mark.article("4.7.1")
def test_4_7_1_a_capture_stays_one() -> None:
    found = released(BOTH, "e4d5")
    assert found is not None
    assert ucis(found) == {"e4d5"}


@pytest.mark.article("4.7.2")
def test_4_7_2_a_king_released_two_squares_away_castles() -> None:
    found = released(CASTLES, "e1g1")
    assert found is not None
    assert (found.article, ucis(found), found.castling) == ("4.7.2", {"e1g1"}, Castling.SHORT)


@pytest.mark.article("4.7.2")
def test_4_7_2_illegal_castling_means_another_king_move() -> None:
    found = released(ATTACKED, "e1g1")
    assert found is not None
    assert "e1c1" in ucis(found)
    assert {move.from_square for move in found.moves} == {chess.E1}


@pytest.mark.article("4.7.2")
def test_4_7_2_without_a_king_move_any_move() -> None:
    fen = "4k3/8/8/8/8/4n3/3PPP2/3NKN1R w - - 0 1"
    found = released(fen, "e1g1")
    assert found is not None
    assert not binds(found)
    assert found.moves == Position.from_fen(fen).legal_moves


# 4.8: claims.


@pytest.mark.article("4.8")
def test_4_8_who_touches_claims_no_more() -> None:
    assert not claim_lapsed(NO_HANDS, announced=False)
    assert claim_lapsed(Hands(squares("e7")), announced=False)
    assert claim_lapsed(NO_HANDS, announced=True)


# Universal rules.


def a_position(seed: int) -> Position:
    dice = random.Random(seed)
    start = Position.from_fen(CASTLES) if seed % 2 else Position.start()
    return playout(dice, dice.randrange(60), start)


@pytest.mark.article("4.3.1")
@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(chess.SQUARES), max_size=4, unique=True),
    st.booleans(),
)
def test_4_3_touch_never_forbids_all_nor_allows_illegal(
    seed: int, touched: list[chess.Square], known: bool
) -> None:
    position = a_position(seed)
    found = obligation(
        position, Hands(tuple(touched) if known else in_unclear_order(position, touched))
    )
    if found is None:
        assert not any(position.board.piece_at(one) for one in touched)
        return
    assert set(found.moves) <= set(position.legal_moves)
    assert bool(found.moves) == bool(position.legal_moves)
    if binds(found) and found.piece is not None:
        assert {move.from_square for move in found.moves} == {found.piece}
    if not binds(found):
        assert found.moves == position.legal_moves
