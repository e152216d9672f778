# SPDX-License-Identifier: GPL-3.0-or-later
"""Weaker players choose their moves as people err."""

import random

import chess
import pytest

from opponents import human, levels
from opponents.engine.search import AlphaBeta, Variation
from opponents.human import choose, clarity, weigh
from opponents.levels import Sight
from table.acts.setup import ELO, LEVELS, elo_of

BEGINNER, CLUB = Sight(2, 60, 0.4), Sight(3, 10, 0.02)
LATER = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 20"


def candidate(move: str, value: int, reply: str = "") -> Variation:
    return Variation(tuple(chess.Move.from_uci(one) for one in (move, reply) if one), value)


def test_the_best_move_is_played_most_often_and_others_less_the_more_they_lose() -> None:
    board = chess.Board(LATER)
    listed = [candidate("b1c3", 0), candidate("d2d3", -60), candidate("b1a3", -300)]
    for sight in (BEGINNER, CLUB):
        weights = weigh(board, listed, sight)
        assert weights == sorted(weights, reverse=True)
    strong, weak = (weigh(board, listed, sight) for sight in (CLUB, BEGINNER))
    assert strong[2] / strong[0] < weak[2] / weak[0]


def test_a_quiet_refutation_is_overlooked_more_often_than_a_recapture() -> None:
    board = chess.Board(LATER)
    recapture = candidate("f3g5", -300, "d8g5")
    capture = candidate("d2d3", -300, "f6e4")
    quiet = candidate("d2d3", -300, "d7d5")
    seen = [clarity(board, one) for one in (recapture, capture, quiet)]
    assert seen == [1.0, 0.7, 0.5]
    assert chess.Board(LATER) == board


def test_nobody_lets_themselves_be_mated_at_once_if_they_can_help_it() -> None:
    board = chess.Board()
    board.push_uci("f2f3")
    board.push_uci("e7e5")
    listed = [candidate("g2g4", 0), candidate("a2a3", -400)]
    moves = {choose(board, listed, BEGINNER, random.Random(seed)) for seed in range(40)}
    assert moves == {chess.Move.from_uci("a2a3")}


def test_who_cannot_help_it_moves_all_the_same() -> None:
    board = chess.Board()
    board.push_uci("f2f3")
    board.push_uci("e7e5")
    move = chess.Move.from_uci("g2g4")
    assert choose(board, [Variation((move,), 0)], BEGINNER, random.Random(0)) == move


def test_a_mate_at_once_is_hardly_missed() -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    listed = [candidate("a1a8", 99_999), candidate("a1a7", 900), candidate("h2h3", 800)]
    weights = weigh(board, listed, BEGINNER)
    assert weights[0] > 2 * weights[1]
    assert weigh(board, listed, CLUB)[0] > 1000 * weigh(board, listed, CLUB)[1]


def test_without_a_move_there_is_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="no move"):
        choose(chess.Board(), [], BEGINNER, random.Random(0))


def test_a_hopeless_position_is_played_on() -> None:
    """No weight is nothing, however much is lost."""
    board = chess.Board(LATER)
    listed = [candidate("b1c3", 99_990), candidate("d2d3", -99_990)]
    assert all(weight > 0 for weight in weigh(board, listed, Sight(2, 5, 0.001)))


def lost_by(sights: list[Sight], seeds: range) -> list[float]:
    """What these players lose with one move on the average, in hundredths of a pawn."""
    board = chess.Board(LATER)
    lines = [lines for _, lines in AlphaBeta(board, lines=60).run(2)][-1]
    values = {line.moves[0]: line.value for line in lines}
    lost = []
    for sight in sights:
        moves = [choose(board, lines, sight, random.Random(seed)) for seed in seeds]
        lost.append(sum(max(values.values()) - values[move] for move in moves) / len(moves))
    return lost


def test_every_level_loses_less_than_the_one_below() -> None:
    sights = [levels.sight(elo_of(level) or 0) for level in LEVELS]
    order = [(sight.depth, -sight.temper) for sight in sights if sight is not None]
    assert order == sorted(order)
    losses = lost_by([sight for sight in (sights[0], sights[7]) if sight], range(60))
    assert 300 > losses[0] > 1.5 * losses[1]  # no beginner plays at random


def test_between_two_levels_lies_what_is_between_them() -> None:
    lower, middle, upper = (levels.sight(elo) for elo in (700, 750, 800))
    assert lower is not None
    assert middle is not None
    assert upper is not None
    assert lower.temper > middle.temper > upper.temper
    assert levels.sight(400) == levels.sight(600)
    assert levels.sight(1450) == levels.sight(1400)  # nothing lies between two depths
    assert levels.sight(levels.OWN_BEST) is None


def test_who_does_not_err_looks_at_more() -> None:
    ratings = [elo for elo in ELO if elo <= levels.OWN_BEST and levels.sight(elo) is None]
    looked_at = [levels.nodes(elo) for elo in ratings]
    assert looked_at == sorted(set(looked_at))
    assert looked_at[0] < levels.nodes(ratings[0] + 10) < looked_at[1]
    assert levels.nodes(0) == levels.nodes(levels.OWN_BEST) == looked_at[-1]


def test_expected_score_is_even_in_an_even_position() -> None:
    assert human.expected(0) == 0.5
    assert human.expected(-(10**9)) < 0.001
    assert human.expected(10**9) > 0.999
