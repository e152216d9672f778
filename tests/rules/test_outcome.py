# SPDX-License-Identifier: GPL-3.0-or-later
"""Endings in the order of the Laws (5.1, 5.2, 6.9, 7.5.5, 9.6; X.1)."""

import chess
import pytest
from games import after

from rules.editions import YEARS
from rules.outcome import on_agreement, on_flag, on_illegal_moves, on_resignation, outcome
from rules.position import Position

SHUFFLE = "g1f3 g8f6 f3g1 f6g8"


ENDINGS = [
    ("f2f3 e7e5 g2g4 d8h4", chess.STARTING_FEN, ("0-1", "checkmate", "5.1.1")),
    ("h1h8", "k7/8/1K6/8/8/8/8/7R w - - 0 1", ("1-0", "checkmate", "5.1.1")),
    ("b1b6", "k7/8/K7/8/8/8/8/1Q6 w - - 0 1", ("1/2-1/2", "stalemate", "5.2.1")),
    ("a1a2", "k7/8/8/8/8/8/q7/K7 w - - 0 1", ("1/2-1/2", "dead position", "5.2.2")),
    (" ".join([SHUFFLE] * 4), chess.STARTING_FEN, ("1/2-1/2", "fivefold repetition", "9.6.1")),
    ("a1a2", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", ("1/2-1/2", "seventy-five moves", "9.6.2")),
    # 9.6.2: mate with the last move takes precedence ...
    ("h1h8", "k7/8/1K6/8/8/8/8/7R w - - 149 80", ("1-0", "checkmate", "5.1.1")),
    # ... and so does stalemate, which comes first in X.1.
    ("b1b6", "k7/8/K7/8/8/8/8/1Q6 w - - 149 80", ("1/2-1/2", "stalemate", "5.2.1")),
]


@pytest.mark.article("1.4", "1.4.2", "5.1.1", "5.2.1", "9.6.1", "9.6.2", "X.1", "X.2")
@pytest.mark.parametrize(("moves", "fen", "expected"), ENDINGS)
def test_a_move_ends_the_game(moves: str, fen: str, expected: tuple[str, str, str]) -> None:
    ended = outcome(after(moves, fen))
    assert ended is not None
    assert (ended.result, ended.termination, ended.article) == expected
    # X.2: the flag that falls afterwards changes nothing (6.9).
    for colour in chess.COLORS:
        assert on_flag(after(moves, fen), colour) == ended


@pytest.mark.article("9.6.1", "9.6.2")
def test_9_6_neither_four_times_nor_seventy_four_suffice() -> None:
    assert outcome(after(" ".join([SHUFFLE] * 3))) is None
    assert outcome(after("a1a2", "4k3/8/8/8/8/8/8/R3K3 w - - 148 80")) is None


@pytest.mark.article("E.05-3")
def test_e_05_3_no_automatic_draws_in_2005() -> None:
    assert outcome(after(" ".join([SHUFFLE] * 4), edition=2005)) is None
    old = after("a1a2", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", edition=2005)
    assert outcome(old) is None


@pytest.mark.article("6.9")
def test_6_9_the_flag_loses() -> None:
    assert on_flag(after("e2e4"), chess.BLACK).result == "1-0"
    assert on_flag(after("e2e4"), chess.WHITE).result == "0-1"


@pytest.mark.article("6.9")
def test_6_9_flag_draws_where_opponent_cannot_mate() -> None:
    bare = after("", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert on_flag(bare, chess.WHITE).result == "1/2-1/2"
    assert on_flag(bare, chess.BLACK).result == "1-0"


@pytest.mark.article("6.9")
def test_6_9_a_flag_after_mate_or_stalemate_changes_nothing() -> None:
    mated = after("f2f3 e7e5 g2g4 d8h4")
    assert on_flag(mated, chess.BLACK).article == "5.1.1"
    assert on_flag(mated, chess.BLACK).result == "0-1"
    stalemated = after("", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1")
    assert on_flag(stalemated, chess.BLACK).article == "5.2.1"


@pytest.mark.article("X.8")
def test_x_8_losing_illegal_move_draws_against_bare_king() -> None:
    bare = after("", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert on_illegal_moves(bare, chess.WHITE).result == "1/2-1/2"
    assert on_illegal_moves(bare, chess.BLACK).result == "1-0"


@pytest.mark.article("5.1.2", "E.23-1")
@pytest.mark.parametrize(("edition", "result"), [(2005, "0-1"), (2018, "0-1"), (2023, "1/2-1/2")])
def test_5_1_2_resigning_to_a_bare_king(edition: int, result: str) -> None:
    bare = after("", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", edition)
    assert on_resignation(bare, chess.WHITE).result == result
    assert on_resignation(bare, chess.BLACK).result == "1-0"


@pytest.mark.article("5.2.3", "E.05-6")
def test_5_2_3_both_must_move_before_agreeing_a_draw() -> None:
    assert on_agreement(after("")) is None
    assert on_agreement(after("e2e4")) is None
    agreed = on_agreement(after("e2e4 e7e5"))
    assert agreed is not None
    assert agreed.result == "1/2-1/2"
    assert on_agreement(after("", edition=2005)) is not None


@pytest.mark.article("E.cz")
@pytest.mark.parametrize("edition", YEARS)
def test_e_cz_no_draw_after_fifty_without_claim(edition: int) -> None:
    fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80"
    position = Position.from_fen(fen, edition=edition).play(chess.Move.from_uci("d2a2"))
    assert position.board.halfmove_clock == 100
    assert outcome(position) is None
