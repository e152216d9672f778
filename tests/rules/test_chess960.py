# SPDX-License-Identifier: GPL-3.0-or-later
"""Guidelines II: the 960 positions, the four ways of castling, "I am about to castle"."""

import random

import chess
import pytest

from rules.description import Castling, MoveDescription
from rules.moves import CHESS960_POSITIONS, castlings, chess960_array, draw_chess960, facts, find
from rules.position import Position

SHORT = MoveDescription(castling=Castling.SHORT)
LONG = MoveDescription(castling=Castling.LONG)

OF_BBNNRKRQ = 80
"""The number of an array whose king and rook castle on the first move."""


@pytest.mark.article("II.2.1", "II.2.2")
def test_ii_2_each_of_the_960_positions_is_right() -> None:
    arrays = [chess960_array(number) for number in range(CHESS960_POSITIONS)]
    assert len(set(arrays)) == CHESS960_POSITIONS
    for pieces in arrays:
        king, rooks = pieces.index("K"), [i for i, piece in enumerate(pieces) if piece == "R"]
        bishops = [i for i, piece in enumerate(pieces) if piece == "B"]
        assert rooks[0] < king < rooks[1]  # II.2.1
        assert bishops[0] % 2 != bishops[1] % 2  # II.2.2
        assert sorted(pieces) == sorted("RNBQKBNR")
    assert arrays[518] == "RNBQKBNR"


@pytest.mark.article("II.2.3")
def test_ii_2_3_black_mirrors_white() -> None:
    for number in range(0, CHESS960_POSITIONS, 37):
        board = Position.start(chess960=number).board
        for file in range(8):
            white, black = board.piece_at(file), board.piece_at(file + 56)
            assert white is not None
            assert black == chess.Piece(white.piece_type, chess.BLACK)


@pytest.mark.article("II.2-n")
def test_numbers_and_arrays_belong_together() -> None:
    assert chess960_array(518) == "RNBQKBNR"
    assert chess960_array(OF_BBNNRKRQ) == "BBNNRKRQ"
    with pytest.raises(ValueError, match="0 to 959"):
        chess960_array(960)


@pytest.mark.article("II.2-n")
def test_the_position_is_drawn_by_lot() -> None:
    chance = random.Random(1)
    drawn = [draw_chess960(chance) for _ in range(5000)]
    assert min(drawn) == 0
    assert max(drawn) == CHESS960_POSITIONS - 1
    assert 0 <= draw_chess960() < CHESS960_POSITIONS


BOTH, KING, ROOK = (True, True), (True, False), (False, True)

KINDS = [
    # One position for each way (II.3.2.1 to II.3.2.4), short and long: which of king and rook
    # moves, and where they arrive
    ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", SHORT, BOTH, "g1 f1"),
    ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", SHORT, BOTH, "g1 f1"),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", SHORT, KING, "g1 f1"),
    ("4k3/8/8/8/8/8/8/6KR w H - 0 1", SHORT, ROOK, "g1 f1"),
    ("4k3/8/8/8/8/8/8/R5K1 w A - 0 1", LONG, BOTH, "c1 d1"),
    ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", LONG, BOTH, "c1 d1"),
    ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", LONG, ROOK, "c1 d1"),
]


@pytest.mark.article("II.3.2.1–4", "II.3.2.5.2", "II.3.2.7.2")
@pytest.mark.parametrize(("fen", "said", "moving", "squares"), KINDS)
def test_ii_3_2_four_ways_of_castling(
    fen: str, said: MoveDescription, moving: tuple[bool, bool], squares: str
) -> None:
    position = Position.from_fen(fen, chess960=True)
    (move,) = find(position, said)
    known = facts(position, move)
    king_moves, rook_moves = moving
    assert (known.from_square != known.to_square) is king_moves
    assert (known.rook_from != known.rook_to) is rook_moves
    king, rook = (chess.parse_square(name) for name in squares.split())
    assert (known.to_square, known.rook_to) == (king, rook)
    after = position.play(move).board  # II.3.2.5.2: final squares as in chess
    assert after.piece_at(king) == chess.Piece(chess.KING, chess.WHITE)
    assert after.piece_at(rook) == chess.Piece(chess.ROOK, chess.WHITE)


@pytest.mark.article("II.3.2.7.3")
def test_ii_3_2_7_3_castling_may_be_the_first_move() -> None:
    position = Position.start(chess960=OF_BBNNRKRQ)
    assert find(position, SHORT) == castlings(position)
    assert len(castlings(position)) == 1


@pytest.mark.article("II.3.1")
def test_ii_3_1_one_castling_for_each_player() -> None:
    position = Position.start(chess960=OF_BBNNRKRQ)
    (move,) = find(position, SHORT)
    again = position.play(move).play(chess.Move.from_uci("a7a6"))
    assert castlings(again) == ()


FREE = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.article("II.3.2.7.1")
def test_ii_3_2_7_1_i_am_about_to_castle() -> None:
    position = Position.from_fen(FREE)
    assert {move.uci() for move in castlings(position)} == {"e1g1", "e1c1"}
    to_g1 = MoveDescription(piece=chess.KING, to_square=chess.G1)
    assert [move.uci() for move in castlings(position, to_g1)] == ["e1g1"]
    onto_rook = MoveDescription(piece=chess.KING, to_square=chess.A1)
    assert [move.uci() for move in castlings(position, onto_rook)] == ["e1c1"]
    assert [move.uci() for move in castlings(position, LONG)] == ["e1c1"]


@pytest.mark.article("II.3.2.7.1")
def test_ii_3_2_7_1_saying_so_makes_a_king_step_castling() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    step = MoveDescription(piece=chess.KING, to_square=chess.G1)
    assert [move.uci() for move in find(position, step)] == ["f1g1"]
    assert [move.uci() for move in castlings(position, step)] == ["f1h1"]
