# SPDX-License-Identifier: GPL-3.0-or-later
"""What a side threatens to do: mate, promote, or win material."""

import random

import chess
import pytest
from games import playout

from rules.position import Position
from rules.threats import exchange, kind_of, threats

CASES = [
    # The position, the side that threatens, and its threats in order.
    (chess.STARTING_FEN, chess.BLACK, []),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.BLACK, ["capture d5e4"]),
    ("4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1", chess.BLACK, []),  # a pawn for a pawn is no gain
    ("4k3/8/8/3p4/4N3/3P4/8/4K3 w - - 0 1", chess.BLACK, ["capture d5e4"]),  # a knight for one
    ("4k3/8/4q3/8/8/8/4B3/4K3 w - - 0 1", chess.BLACK, []),  # the bishop is protected
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", chess.BLACK, ["capture d4e3"]),  # en passant
    ("6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", chess.WHITE, ["mate a1a8"]),
    ("4k3/P7/8/8/8/8/8/4K3 b - - 0 1", chess.WHITE, ["promotion a7a8q"]),
    ("1r2k3/P7/8/8/8/8/8/4K3 b - - 0 1", chess.WHITE, ["promotion a7b8q"]),
    ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", chess.BLACK, []),  # the king is in check: answer that
    ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", chess.BLACK, ["capture d5e4"]),  # it is Black's turn
    ("4k3/8/4n3/8/3P4/8/8/4RK2 w - - 0 1", chess.BLACK, []),  # the knight is pinned
]


@pytest.mark.parametrize(("fen", "side", "expected"), CASES, ids=[case[0] for case in CASES])
def test_what_is_threatened(fen: str, side: chess.Color, expected: list[str]) -> None:
    told = [f"{kind_of(one)} {one.uci}" for one in threats(Position.from_fen(fen), side)]
    assert told == expected


@pytest.mark.parametrize("seed", range(40))
def test_threats_of_the_mover_are_its_moves(seed: int) -> None:
    position = playout(random.Random(seed), 50)
    before = position.board.fen()
    moves = {move.uci() for move in position.legal_moves}
    for threat in threats(position, position.turn):
        move = chess.Move.from_uci(threat.uci)
        assert move.uci() in moves
        assert threat.mate or exchange(position.board.copy(), move) > 0
    threats(position, not position.turn)
    assert position.board.fen() == before
