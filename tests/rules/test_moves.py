# SPDX-License-Identifier: GPL-3.0-or-later
"""What was said, matched with the legal moves; what is true of a move (3.1 to 3.8, C.8 to C.11)."""

import random

import chess
import pytest
from descriptions import said
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.positions import describe
from rules.description import Castling, MoveDescription
from rules.moves import facts, find
from rules.position import Position

N, B, R, Q, K, P = chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING, chess.PAWN


CASTLED = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
PROMOTING = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"

FOUND = [
    (chess.STARTING_FEN, said(to="e4"), "e2e4"),
    (chess.STARTING_FEN, said(P, to="e4"), "e2e4"),
    (chess.STARTING_FEN, said(to="e4", start="e2"), "e2e4"),
    (chess.STARTING_FEN, said(to="f3", start="g1"), "g1f3"),
    (chess.STARTING_FEN, said(N, to="f3"), "g1f3"),
    (chess.STARTING_FEN, said(N, to="f3", capture=True), ""),
    (chess.STARTING_FEN, said(to="f3"), "f2f3"),
    (chess.STARTING_FEN, said(N, to="e4"), ""),
    (TWO_KNIGHTS, said(N, to="d2"), "b1d2 f3d2"),
    (TWO_KNIGHTS, said(N, to="d2", start="b"), "b1d2"),
    (TWO_KNIGHTS, said(N, to="d2", start="3"), "f3d2"),
    (EN_PASSANT, said(to="d6"), ""),
    (PROMOTING, said(to="d8", start="e"), "e7d8q e7d8r e7d8b e7d8n"),
    (PROMOTING, said(to="d8", start="e", capture=True, promotion=N), "e7d8n"),
    (PROMOTING, said(to="d8", start="e", captured=R, promotion=Q), "e7d8q"),
    (PROMOTING, said(to="d8", start="e", captured=Q, promotion=Q), ""),
    (EN_PASSANT, said(to="d6", start="e", en_passant=True), "e5d6"),
    (EN_PASSANT, said(to="d6", start="e", capture=True), "e5d6"),
    (EN_PASSANT, said(to="e6", en_passant=True), ""),
    (CASTLED, said(castling=Castling.SHORT), "e1g1"),
    (CASTLED, said(castling=Castling.LONG), "e1c1"),
    (CASTLED, said(K, to="g1"), "e1g1"),
    (CASTLED, said(to="c1", start="e1"), "e1c1"),
    (CASTLED, said(R, to="a8", start="a1", captured=R), "a1a8"),
    (CASTLED, said(K, to="f1"), "e1f1"),
]


@pytest.mark.article("3.1.1")
@pytest.mark.parametrize(("fen", "description", "expected"), FOUND)
def test_words_find_the_moves_they_fit(
    fen: str, description: MoveDescription, expected: str
) -> None:
    found = find(Position.from_fen(fen), description)
    assert sorted(move.uci() for move in found) == sorted(expected.split())


@pytest.mark.article("II.3.2.7.1")
def test_ii_3_2_7_1_chess960_king_step_is_not_castling() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    assert find(position, said(K, to="g1")) == (chess.Move.from_uci("f1g1"),)
    assert find(position, said(K, to="h1")) == (chess.Move.from_uci("f1h1"),)
    assert find(position, said(castling=Castling.SHORT)) == (chess.Move.from_uci("f1h1"),)


@pytest.mark.article("3.7.4.1")
def test_3_7_4_facts_of_an_en_passant_capture() -> None:
    position = Position.from_fen(EN_PASSANT)
    known = facts(position, chess.Move.from_uci("e5d6"))
    assert (known.piece, known.captured, known.en_passant) == (P, P, True)
    assert known.capture_square == chess.D5
    assert (known.number, known.ply) == (2, 0)
    assert known.from_file_needed


@pytest.mark.article("3.8.2")
def test_3_8_2_facts_of_castling_name_both_pieces() -> None:
    position = Position.from_fen(CASTLED)
    short = facts(position, chess.Move.from_uci("e1g1"))
    assert (short.castling, short.from_square, short.to_square) == (
        Castling.SHORT,
        chess.E1,
        chess.G1,
    )
    assert (short.rook_from, short.rook_to) == (chess.H1, chess.F1)
    long = facts(position, chess.Move.from_uci("e1c1"))
    assert (long.to_square, long.rook_from, long.rook_to) == (chess.C1, chess.A1, chess.D1)


@pytest.mark.article("II.3.2.6")
def test_ii_3_2_6_facts_of_castling_in_chess960() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", chess960=True)
    long = facts(position, chess.Move.from_uci("c1b1"))
    assert (long.castling, long.from_square, long.to_square) == (Castling.LONG, chess.C1, chess.C1)
    assert (long.rook_from, long.rook_to, long.captured) == (chess.B1, chess.D1, None)


def test_5_1_1_5_2_1_facts_of_mate_and_of_stalemate() -> None:
    mate = facts(Position.from_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1"), chess.Move.from_uci("h1h8"))
    assert (mate.check, mate.mate, mate.stalemate) == (True, True, False)
    stale = facts(Position.from_fen("k7/8/K7/8/8/8/8/1Q6 w - - 0 1"), chess.Move.from_uci("b1b6"))
    assert (stale.check, stale.mate, stale.stalemate) == (False, False, True)


C_10 = [
    ("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "g1f3", None, None),
    ("4k3/8/8/8/8/8/3K4/4N1N1 w - - 0 1", "g1f3", 6, None),  # C.10.1: same rank
    ("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3", None, 4),  # C.10.2: same file
    ("4k3/8/8/8/8/8/7N/4K1N1 w - - 0 1", "h2f3", 7, None),  # C.10.3: the file is preferred
    ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", 7, 3),  # three queens
    ("4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "g1e2", None, None),  # C.10: a pinned knight cannot
]


@pytest.mark.article("C.10.1", "C.10.2", "C.10.3", "C.10.4")
@pytest.mark.parametrize(("fen", "uci", "file", "rank"), C_10)
def test_c_10_departure_is_said_only_when_needed(
    fen: str, uci: str, file: int | None, rank: int | None
) -> None:
    position = Position.from_fen(fen)
    move = chess.Move.from_uci(uci)
    description = describe(position, move)
    assert (description.from_file, description.from_rank) == (file, rank)
    known = facts(position, move)
    assert known.from_file_needed == (file is not None)
    assert known.from_rank_needed == (rank is not None)


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_legal_move_matches_its_description(seed: int, chess960: bool) -> None:
    chance = random.Random(seed)
    position = Position.start(chess960=seed % 960 if chess960 else None)
    for _ in range(60):
        for move in position.legal_moves:
            assert find(position, describe(position, move)) == (move,)
        if not position.legal_moves:
            break
        move = chance.choice(position.legal_moves)
        known = facts(position, move)
        position = position.play(move)
        after = position.board
        assert after.piece_at(known.to_square) == chess.Piece(
            known.promotion or known.piece, known.colour
        )
        if known.rook_to is not None:
            assert after.piece_at(known.rook_to) == chess.Piece(R, known.colour)
        assert (known.check, known.mate) == (after.is_check(), after.is_checkmate())
