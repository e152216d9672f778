# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans for pawns with others in their way, and what can still be won with them (5.2.2).

A plan alone proves nothing; what counts is the helpmate found with it, played through here.
"""

import random
from itertools import islice, pairwise

import chess
import pytest
from hard_positions import disturbed, locked, wall

from rules.winnable import Winnability, prove
from rules.winnable.bitboard import bitboards, insufficient_material
from rules.winnable.helpmate import PawnTask, helpmate, plan

QUEENS = chess.QUEEN, chess.QUEEN
KNIGHTS = chess.KNIGHT, chess.KNIGHT

BREAKTHROUGHS = [
    # FEN, who can win
    # A knight gives itself up to a pawn that is locked in.
    ("6k1/8/p5p1/Pp1p1pPp/1PpnpP1P/2P1P3/8/1K6 w - - 0 1", chess.WHITE),
    # A rook does, three times over.
    ("7k/8/4p3/1p1pPp1p/pPpP1PrP/P1P1K3/8/B7 w - - 0 1", chess.WHITE),
    # The opponent has to promote first, to have something to give.
    ("8/k7/p1p1p1p1/PpPpPpPp/3P1P1P/4K3/8/8 b - - 0 1", chess.WHITE),
    ("4K3/8/p1k3p1/Pp1p1pPp/1PpPpP1P/2P1P3/8/8 b - - 0 1", chess.BLACK),
    # The king walks round the chain and takes a pawn from behind.
    ("8/8/1k6/pr6/Pp1p3p/1PpPpppP/2P1PPP1/K3B3 w - - 0 1", chess.BLACK),
    ("8/8/4k1p1/5pPp/p1p1pP1P/PpPpP3/1P1P3K/R7 w - - 0 1", chess.WHITE),
    # A bishop or a knight alone: a pawn of the opponent becomes what stands in the king's way.
    ("8/8/5Pk1/8/8/8/8/5bK1 w - - 0 1", chess.BLACK),
    ("n7/4k3/7P/8/3Q4/4P3/8/2K5 b - - 0 1", chess.BLACK),
]


@pytest.mark.article("5.2.2")
@pytest.mark.parametrize(("fen", "winner"), BREAKTHROUGHS)
def test_5_2_2_what_looks_dead_and_is_not(fen: str, winner: chess.Color) -> None:
    board = chess.Board(fen)
    verdict, line = prove(board, winner)
    assert verdict is Winnability.YES
    for move in line:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()
    assert board.turn != winner


def test_plan_names_sacrifices_and_who_takes_them() -> None:
    here = bitboards(chess.Board(BREAKTHROUGHS[0][0]), chess.WHITE)
    assert plan(here, True, QUEENS, chess.BB_ALL)[:2] == [
        PawnTask(False, chess.KNIGHT, chess.B6, chess.B6),
        PawnTask(True, chess.PAWN, chess.A5, chess.B6),
    ]


def test_plan_gives_up_only_the_spare() -> None:
    here = bitboards(chess.Board(BREAKTHROUGHS[0][0]), chess.WHITE)
    tasks = plan(here, True, QUEENS, chess.BB_ALL & ~here[1])
    for first, second in pairwise(tasks):
        if first.kind == chess.KNIGHT and not first.winners:
            assert second.target != first.target or not second.winners


def test_a_free_pawn_goes_straight_ahead() -> None:
    here = bitboards(chess.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), chess.WHITE)
    assert [task.target for task in plan(here, True, QUEENS, chess.BB_ALL)] == [
        *(chess.A4, chess.A5, chess.A6, chess.A7, chess.A8)
    ]
    assert plan(here, True, QUEENS, chess.BB_ALL)[-1].promotion == chess.QUEEN


def test_nothing_is_planned_behind_a_wall() -> None:
    chance = random.Random(12)
    for _ in range(20):
        here = bitboards(wall(chance), chess.WHITE)
        assert plan(here, True, QUEENS, chess.BB_ALL) == []
        assert plan(here, False, KNIGHTS, chess.BB_ALL) == []


def test_findings_on_the_way_never_say_no() -> None:
    chance = random.Random(13)
    for board in (*islice(disturbed(chance), 12), *islice(locked(chance), 12)):
        for winner in chess.COLORS:
            here = bitboards(board, winner)
            found = helpmate(here)
            assert found.complete == (found.line is not None)
            assert found.line is None or not insufficient_material(here)
