# SPDX-License-Identifier: GPL-3.0-or-later
"""Hektor's own engine: what it sees, and how it speaks UCI."""

from math import inf
from typing import Any

import chess
import pytest

from opponents.engine.search import MATE, WON, AlphaBeta, PieceSquareTables, Variation
from opponents.engine.uci import DEEPEST, MANY, UciSession, budget, converse

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
TWO_MOVES = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1"
HANGING = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3"


def searched(fen: str, depth: int, **limits: Any) -> tuple[Variation, ...]:
    return [lines for _, lines in AlphaBeta(chess.Board(fen), **limits).run(depth)][-1]


@pytest.mark.parametrize(
    ("fen", "depth", "move", "value"),
    [
        (BACK_RANK, 2, "a1a8", MATE - 1),
        (TWO_MOVES, 4, "h6h7", MATE - 3),
        (HANGING, 2, "c1g5", 600),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", 3, "a7a8q", 700),
        ("7k/8/8/8/8/8/6q1/K7 b - - 0 1", 1, "g2a2", 0),  # a queen for nothing is not given
    ],
)
def test_it_finds_what_there_is_to_find(fen: str, depth: int, move: str, value: int) -> None:
    best = searched(fen, depth)[0]
    if value:
        assert best.moves[0].uci() == move
        assert best.value >= value
    else:
        assert best.moves[0].uci() != move


def test_it_looks_no_further_than_it_may() -> None:
    search = AlphaBeta(chess.Board(), nodes=500)
    depths = [depth for depth, _ in search.run()]
    assert depths[0] == 1
    assert search.seen <= 500


def test_the_same_search_finds_the_same() -> None:
    assert searched(HANGING, 2, lines=5) == searched(HANGING, 2, lines=5)


def test_several_lines_are_told_apart_by_their_values() -> None:
    lines = searched(BACK_RANK, 2, lines=60)
    assert len(lines) == chess.Board(BACK_RANK).legal_moves.count()
    values = [line.value for line in lines]
    assert values == sorted(values, reverse=True)
    assert values[0] > WON > values[1]


def test_a_position_of_the_game_is_a_draw() -> None:
    """Ahead, it does not go back to where it was."""
    board = chess.Board("k7/8/8/8/8/8/8/6RK b - - 10 40")
    for uci in ("a8b8", "h1h2", "b8a8"):
        board.push_uci(uci)
    lines = [lines for _, lines in AlphaBeta(board, lines=60).run(2)][-1]
    values = {line.moves[0].uci(): line.value for line in lines}
    assert values["h2h1"] == 0
    assert values["h2h3"] > 200


@pytest.mark.parametrize(
    "moves", ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", "e2e4 a7a6 e4e5 d7d5 e5d6"]
)
def test_a_gain_is_the_change_of_the_value(moves: str) -> None:
    """Captures, en passant and quiet moves; castling has a worth of its own."""
    board, tables = chess.Board(), PieceSquareTables(chess.Board())
    for uci in moves.split():
        move = chess.Move.from_uci(uci)
        expected = -(tables.value(board) + tables.gain(board, move))
        castles = board.is_castling(move)
        board.push(move)
        assert castles or tables.value(board) == expected


# UCI.


def talk(*lines: str) -> list[str]:
    told: list[str] = []
    session = UciSession(told.append, now=lambda: 0.0)
    for line in lines:
        assert session.obey(line)
    return told


def test_it_introduces_itself() -> None:
    told = talk("uci", "isready")
    assert told[0].startswith("id name ")
    assert told[-2:] == ["uciok", "readyok"]


def test_a_mate_is_told_in_moves() -> None:
    told = talk(f"position fen {TWO_MOVES}", "go depth 4")
    assert any(" score mate 2 " in line and " pv h6h7 h8h7 h5g6" in line for line in told)
    assert told[-1] == "bestmove h6h7"


def test_who_is_mated_tells_it_too() -> None:
    told = talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 2")
    assert told == ["bestmove (none)"]
    told = talk("position fen k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "go depth 3")
    assert any(" score mate -1 " in line for line in told)  # Kb8, Rg8


def test_it_castles_as_chess960_writes_it() -> None:
    told = talk(
        "setoption name UCI_Chess960 value true",
        "position fen bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w GEge - 0 1 moves a2a3 a7a6",
        "setoption name MultiPV value 60",
        "go depth 1",
    )
    assert any(line.endswith(" pv f1g1") for line in told)


@pytest.mark.parametrize(
    "line", ["go wtime soon", "position", "setoption", "position fen x", "xyz"]
)
def test_what_it_cannot_read_ends_nothing(line: str) -> None:
    assert talk(line, "isready")[-1] == "readyok"


@pytest.mark.parametrize(
    ("words", "turn", "expected"),
    [
        ("nodes 500", chess.WHITE, (inf, inf, 500, DEEPEST)),
        ("depth 3", chess.WHITE, (inf, inf, MANY, 3)),
        ("movetime 1000", chess.WHITE, (0.6, 0.95, MANY, DEEPEST)),
        ("infinite", chess.WHITE, (inf, inf, MANY, DEEPEST)),
    ],
)
def test_what_go_allows(
    words: str, turn: chess.Color, expected: tuple[float, float, int, int]
) -> None:
    assert budget(words.split(), turn) == expected


@pytest.mark.parametrize("left", [50, 1_000, 60_000, 5_400_000])
@pytest.mark.parametrize("extra", [0, 3_000, 30_000])
@pytest.mark.parametrize("moves", ["", " movestogo 1", " movestogo 40"])
def test_it_never_uses_up_its_clock(left: int, extra: int, moves: str) -> None:
    words = f"wtime 1 btime {left} winc 0 binc {extra}{moves}".split()
    soft, hard, _, _ = budget(words, chess.BLACK)
    assert 0 < soft <= hard <= left / 3000


def test_it_stops_when_it_is_told_to_and_leaves_when_all_have_left() -> None:
    told: list[str] = []
    converse(["position startpos", "go infinite", "stop"], told.append)
    assert told[-1].startswith("bestmove ")
