# SPDX-License-Identifier: GPL-3.0-or-later
"""A position knows its game: repetition keys (9.2.2), going back (7.5.1, X.9)."""

import random

import chess
import pytest
from games import playout

from rules.position import Position


def played(text: str, position: Position | None = None) -> Position:
    position = position or Position.start()
    return position.play_all([chess.Move.from_uci(word) for word in text.split()])


def random_game(seed: int, plies: int) -> Position:
    return playout(random.Random(seed), plies, Position.start(chess960=seed % 960))


@pytest.mark.article("2.2", "2.3")
def test_2_3_the_initial_position() -> None:
    start = Position.start()
    assert start.fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert (start.turn, start.ply, start.number) == (chess.WHITE, 0, 1)
    assert len(start.legal_moves) == 20


@pytest.mark.article("1.1", "1.2")
def test_1_1_1_2_sides_alternate_and_white_begins() -> None:
    after = played("e2e4")
    assert after.turn == chess.BLACK
    with pytest.raises(ValueError, match="illegal move"):
        after.play(chess.Move.from_uci("d2d4"))


@pytest.mark.article("X.12")
def test_x_12_a_null_move_is_never_played() -> None:
    with pytest.raises(ValueError, match="illegal move"):
        Position.start().play(chess.Move.null())


def test_playing_leaves_the_earlier_position_alone() -> None:
    start = Position.start()
    played("e2e4 e7e5", start)
    assert start.fen == chess.STARTING_FEN
    assert start.moves == ()


@pytest.mark.article("9.2.2")
def test_9_2_2_the_same_position_twice_is_the_same() -> None:
    position = played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert position.occurrences() == (0, 4, 8)


@pytest.mark.article("9.2.2")
def test_9_2_2_side_to_move_and_men_make_the_position() -> None:
    keys = {
        Position.from_fen(f"{board} {turn} - - 0 1").key
        for board in ("4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/Q3K3", "4k3/8/8/8/8/8/8/r3K3")
        for turn in "wb"
        if (board[-4], turn) != ("r", "b")  # White's king would be left in check
    }
    assert len(keys) == 5


@pytest.mark.article("9.2.2.1")
def test_9_2_2_1_en_passant_counts_only_if_legal() -> None:
    # The double step leaves no pawn beside it: same position when it comes back.
    plain = played("e2e4 e7e5 g1f3 g8f6 f3g1 f6g8")
    assert plain.occurrences() == (2, 6)
    # Here e5xd6 was possible at first, and is not the second time.
    possible = played("e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8")
    assert possible.occurrences() == (8,)
    # The pawn that could capture is pinned by the queen on e7: never capturable.
    pinned = Position.from_fen("4k3/3pq3/8/4P3/8/8/8/4K1N1 b - - 0 1")
    shuffled = played("d7d5 g1f3 e8d8 f3g1 d8e8", pinned)
    assert shuffled.occurrences() == (1, 5)


@pytest.mark.article("3.8.2.2.2", "9.2.2.2")
def test_9_2_2_2_castling_rights_count_by_history() -> None:
    lost = played("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 h1f1 h8f8 f1h1 f8h8")
    assert lost.occurrences() == (10,)
    # A knight that comes and goes between king and rook takes no right away.
    obstacle = Position.from_fen("4k3/8/8/8/8/5N2/8/4K2R w K - 0 1")
    assert played("f3g1 e8d8 g1f3 d8e8", obstacle).occurrences() == (0, 4)


@pytest.mark.article("X.9")
def test_x_9_going_back_restores_everything() -> None:
    for seed in range(12):
        chance = random.Random(seed)
        game = random_game(seed, 80)
        ply = chance.randrange(game.ply + 1)
        straight = Position.start(chess960=seed % 960).play_all(game.moves[:ply])
        back = game.back_to(ply)
        assert back == straight
        assert back.keys == straight.keys
        assert back.fen == straight.fen
        assert back.board.ep_square == straight.board.ep_square
        assert back.legal_moves == straight.legal_moves


@pytest.mark.article("3.7.4.2")
def test_3_7_4_2_going_back_brings_en_passant_back() -> None:
    game = played("e2e4 a7a6 e4e5 d7d5 a2a3 a6a5")
    assert chess.Move.from_uci("e5d6") not in game.legal_moves
    assert chess.Move.from_uci("e5d6") in game.back_to(4).legal_moves


def test_no_going_back_to_missing_plies() -> None:
    for ply in (-1, 1):
        with pytest.raises(ValueError, match="no ply"):
            Position.start().back_to(ply)
