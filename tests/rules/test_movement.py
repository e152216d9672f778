# SPDX-License-Identifier: GPL-3.0-or-later
"""How the pieces move (3.1 to 3.9), seen from the Laws and not from the move generator."""

import random

import chess
import pytest
from games import playout
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.moves import facts
from rules.position import Position

PERFT = [
    # FEN, Chess960, counts of the moves one, two and three plies deep as they are published
    (chess.STARTING_FEN, False, (20, 400, 8902)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False, (48, 2039)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False, (14, 191, 2812)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", False, (6, 264)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", False, (44, 1486)),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, (21, 528)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", True, (21, 807)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", True, (20, 479)),
]


def perft(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.article("3.10.1", "II.3.2.7.5")
@pytest.mark.parametrize(("fen", "chess960", "counts"), PERFT)
def test_3_10_1_number_of_legal_moves_is_as_published(
    fen: str, chess960: bool, counts: tuple[int, ...]
) -> None:
    position = Position.from_fen(fen, chess960=chess960)
    assert tuple(perft(position, depth + 1) for depth in range(len(counts))) == counts


def random_position(chance: random.Random, chess960: int | None = None) -> Position:
    return playout(chance, chance.randrange(120), Position.start(chess960=chess960))


@pytest.mark.article("3.10.1")
def test_two_hundred_positions_agree_with_python_chess() -> None:
    chance = random.Random(960)
    for number in range(200):
        position = random_position(chance, number * 4 if number % 2 else None)
        board = chess.Board(position.fen, chess960=position.chess960)
        assert set(position.legal_moves) == set(board.legal_moves)
        for move in position.legal_moves:
            after = board.copy()
            after.push(move)
            assert position.play(move).fen == after.fen()


def passed(start: chess.Square, to: chess.Square) -> list[chess.Square]:
    """The squares strictly between two squares on a line."""
    files, ranks = (f(to) - f(start) for f in (chess.square_file, chess.square_rank))
    steps = max(abs(files), abs(ranks))
    return [
        chess.square(
            chess.square_file(start) + files * step // steps,
            chess.square_rank(start) + ranks * step // steps,
        )
        for step in range(1, steps)
    ]


@pytest.mark.article(
    "1.4.1",
    "3.1",
    "3.2",
    "3.3",
    "3.4",
    "3.5",
    "3.6",
    "3.7.1",
    "3.7.2",
    "3.7.3",
    "3.8.1",
    "3.9.2",
    "II.1",
)
@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_3_every_legal_move_keeps_the_article(seed: int) -> None:
    position = random_position(random.Random(seed), seed % 960 if seed % 2 else None)
    board = position.board
    for move in position.legal_moves:
        known = facts(position, move)
        start, to = known.from_square, known.to_square
        files = abs(chess.square_file(to) - chess.square_file(start))
        ranks = chess.square_rank(to) - chess.square_rank(start)
        ahead = ranks if known.colour == chess.WHITE else -ranks
        assert known.captured != chess.KING  # 1.4.1
        after = position.play(move).board
        king = after.king(not after.turn)
        assert king is not None
        assert not after.is_attacked_by(after.turn, king)  # 3.9.2
        if known.castling is not None:
            assert known.piece == chess.KING  # 3.8.2
            continue
        target = board.piece_at(to)
        assert target is None or target.color != known.colour  # 3.1
        if known.piece == chess.KNIGHT:
            assert {files, abs(ranks)} == {1, 2}  # 3.6
            continue
        assert not any(board.piece_at(square) for square in passed(start, to))  # 3.5
        if known.piece == chess.BISHOP:
            assert files == abs(ranks)  # 3.2
        elif known.piece == chess.ROOK:
            assert 0 in (files, ranks)  # 3.3
        elif known.piece == chess.QUEEN:
            assert files == abs(ranks) or 0 in (files, ranks)  # 3.4
        elif known.piece == chess.KING:
            assert max(files, abs(ranks)) == 1  # 3.8.1
        elif known.captured is not None:
            assert (files, ahead) == (1, 1)  # 3.7.3
        else:
            assert files == 0  # 3.7.1
            assert ahead == 1 or (ahead == 2 and chess.square_rank(start) in (1, 6))  # 3.7.2


@pytest.mark.article("3.7.5.1")
def test_3_7_5_1_arriving_pawn_becomes_one_of_four_pieces() -> None:
    position = Position.from_fen("7k/P7/8/8/8/8/8/4K3 w - - 0 1")
    arriving = [move for move in position.legal_moves if move.from_square == chess.A7]
    assert {move.promotion for move in arriving} == {5, 4, 3, 2}
    for move in arriving:
        after = position.play(move).board
        assert not after.pawns
        assert after.color_at(chess.A8) == chess.WHITE


@pytest.mark.article("3.7.5.2")
def test_3_7_5_2_nine_queens_are_permitted() -> None:
    position = Position.from_fen("5rk1/P4ppp/8/8/8/8/Q7/QQQQKQQQ w - - 0 1")
    after = position.play(chess.Move.from_uci("a7a8q")).board
    assert after.queens.bit_count() == 9


@pytest.mark.article("3.7.5.3")
def test_3_7_5_3_the_new_piece_acts_at_once() -> None:
    position = Position.from_fen("7k/P7/6K1/8/8/8/8/8 w - - 0 1")
    assert facts(position, chess.Move.from_uci("a7a8q")).mate
    assert not facts(position, chess.Move.from_uci("a7a8n")).check


@pytest.mark.article("3.1.3", "3.9.1")
def test_3_1_3_3_9_1_a_pinned_piece_attacks_all_the_same() -> None:
    # Black's knight on d3 is pinned against its king on d8 and gives check to e1.
    pinned = Position.from_fen("3k4/8/8/8/8/3n4/8/3RK3 w - - 0 1")
    assert pinned.board.is_check()
    # Black's rook on f8 is pinned by the queen; White may not castle over f1.
    guarded = Position.from_fen("4kr1Q/8/8/8/8/8/8/4K2R w K - 0 1")
    assert chess.Move.from_uci("e1g1") not in guarded.legal_moves


@pytest.mark.article("3.8.2.2.1")
def test_3_8_2_2_1_rook_may_be_attacked_while_castling() -> None:
    position = Position.from_fen("1r2k3/8/8/8/8/8/r7/R3K3 w Q - 0 1")
    assert chess.Move.from_uci("e1c1") in position.legal_moves


@pytest.mark.article("3.8.2.1.2")
def test_3_8_2_1_2_captured_or_later_rook_never_castles() -> None:
    moves = "b2h8 a8a7 h8b2 a7h7 b2a1 h7h8"
    position = Position.from_fen("4k2r/8/8/8/8/8/1B6/4K2R b Kk - 0 1")
    taken = position.play_all([chess.Move.from_uci(word) for word in ("h8h1", "e1d2")])
    assert not taken.board.has_kingside_castling_rights(chess.WHITE)
    white = Position.from_fen("r3k2r/8/8/8/8/8/1B6/4K3 w k - 0 1")
    later = white.play_all([chess.Move.from_uci(word) for word in moves.split()])
    assert later.board.piece_at(chess.H8) == chess.Piece(chess.ROOK, chess.BLACK)
    assert not later.board.has_kingside_castling_rights(chess.BLACK)
