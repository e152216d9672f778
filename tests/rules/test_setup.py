# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions that are set up: what cannot come about (3.10.3)."""

import random

import chess
import pytest

from rules.position import BadSetup, Position, board_from_fen, faults

ILLEGAL = [
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "a side has more than one king"),
    ("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", "White has more than eight pawns"),
    ("4k3/pppppppp/8/p7/8/8/8/4K3 w - - 0 1", "Black has more than eight pawns"),
    ("4k3/8/8/8/N7/NN6/PPPPPPPP/RNBQKBNR w - - 0 1", "White has more than sixteen men"),
    ("rnbqkbnr/pppppppp/nn6/8/8/8/8/4K3 b - - 0 1", "Black has more than sixteen men"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or eighth rank"),
    (
        "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
        "White has more promoted pieces",
    ),
    (
        "4kb1b/pppppppp/8/8/8/8/8/4K3 b - - 0 1",
        "Black has more promoted pieces",
    ),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "the side that is not on move is in check"),
    ("8/8/8/8/8/8/3kK3/8 w - - 0 1", "the side that is not on move is in check"),
    ("4k3/8/5N2/1B6/8/8/8/4R1K1 b - - 0 1", "more than two pieces give check"),
    ("4k3/8/8/4R3/8/8/8/R3K3 w Kkq - 0 1", "castling rights without king and rook at home"),
    ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "castling rights without king and rook at home"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn has just passed the en passant square"),
    ("4k3/8/8/8/3p4/8/8/3QK2R b - e3 0 1", "no pawn has just passed the en passant square"),
]


@pytest.mark.article("3.10.3")
@pytest.mark.parametrize(("fen", "fault"), ILLEGAL)
def test_3_10_3_illegal_position_is_refused_with_its_reason(fen: str, fault: str) -> None:
    with pytest.raises(BadSetup, match="illegal position") as caught:
        board_from_fen(fen)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="illegal position"):
        Position.from_fen(fen)


@pytest.mark.parametrize("text", ["", "x", "8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 z - - 0 1"])
def test_what_is_no_fen_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="not a FEN"):
        board_from_fen(text)


@pytest.mark.article("3.7.5.2")
def test_3_7_5_2_promoted_pieces_may_replace_missing_pawns() -> None:
    board = board_from_fen("7k/8/8/8/8/8/8/QQ2K3 b - - 0 1")
    assert faults(board) == ()
    nine_queens = "1k6/8/8/8/8/8/2QQQQ2/1QQQQQK1 b - - 0 1"
    assert faults(board_from_fen(nine_queens)) == ()


@pytest.mark.article("1.2")
def test_1_2_black_begins_only_if_fen_says_so() -> None:
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").turn == chess.BLACK
    assert Position.start().turn == chess.WHITE


@pytest.mark.article("3.10.3")
def test_every_position_of_a_game_is_allowed() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        board = chess.Board.from_chess960_pos(seed * 41) if seed % 2 else chess.Board()
        for _ in range(120):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
            assert faults(board) == ()
            assert board_from_fen(board.fen(), board.chess960).fen() == board.fen()


def test_chess960_is_known_by_its_castling_rights() -> None:
    for number in (0, 100, 700, 959):
        for shredder in (False, True):
            start = chess.Board.from_chess960_pos(number)
            fen = start.shredder_fen() if shredder else start.fen()
            found = board_from_fen(fen)
            assert found.legal_moves.count() == start.legal_moves.count()
            assert found.castling_rights == start.castling_rights
