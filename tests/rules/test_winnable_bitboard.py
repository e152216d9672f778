# SPDX-License-Identifier: GPL-3.0-or-later
"""The searches' own board agrees with ``chess.Board`` on every move of all kinds (3.1 to 3.9)."""

import random
from collections.abc import Iterator
from itertools import islice

import chess
import pytest
from hard_positions import FAMILIES, games, placements

from rules.winnable.bitboard import bitboards, board_of, is_mate, legal_moves, move_of, play

SPECIAL = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2",  # taken in passing, the rook would attack the king
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # in passing out of check
    "4k3/1P6/8/8/8/8/1p6/4K3 w - - 0 1",
    "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
    "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/1K4R1 w G - 0 1",
]


def boards() -> Iterator[chess.Board]:
    chance = random.Random(4)
    for make in FAMILIES.values():
        yield from islice(make(chance), 8)
    for fen in SPECIAL:
        yield chess.Board(fen, chess960=True)


@pytest.mark.parametrize("winner", chess.COLORS)
def test_moves_are_legal_and_lead_right(winner: chess.Color) -> None:
    for board in boards():
        board.chess960 = True
        here = bitboards(board, winner)
        moves = legal_moves(here)
        assert {move_of(move, winner) for move in moves} == set(board.legal_moves), board.fen()
        for move in moves:
            after = board.copy(stack=False)
            after.push(move_of(move, winner))
            there = play(here, move)
            assert there == bitboards(after, winner), (board.fen(), move_of(move, winner))
            if not there[8]:
                assert is_mate(there) == after.is_checkmate(), after.fen()


def test_moves_of_some_are_among_all() -> None:
    chance = random.Random(5)
    for board in boards():
        here = bitboards(board, chess.WHITE)
        some = chance.getrandbits(64)
        moves = legal_moves(here, some)
        assert sorted(moves) == sorted(m for m in legal_moves(here) if some >> (m & 63) & 1)


def test_two_plies_have_the_right_number() -> None:
    chance = random.Random(200)
    random_ones = (board for make in (games, placements) for board in islice(make(chance), 100))
    for board in (*random_ones, *(chess.Board(fen, chess960=True) for fen in SPECIAL)):
        here = bitboards(board, chess.WHITE)
        expected = 0
        for move in board.legal_moves:
            board.push(move)
            expected += board.legal_moves.count()
            board.pop()
        assert sum(len(legal_moves(play(here, move))) for move in legal_moves(here)) == expected


def test_bitboards_keep_what_decides_about_moves() -> None:
    for board in boards():
        again = board_of(bitboards(board, chess.WHITE))
        board.chess960 = True
        assert set(again.legal_moves) == set(board.legal_moves)
