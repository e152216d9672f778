# SPDX-License-Identifier: GPL-3.0-or-later
"""PGN export: readable by python-chess without a complaint, with the clock of every move."""

import io
from dataclasses import replace
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.pgn import ODD, STOOD, to_pgn
from rules.moves import facts
from rules.position import Position
from rules.reader import read_in_any
from rules.score import games, write_score
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Said
from table.core.state import MadeMove, State, new_state
from table.handle import handle
from voice.language.intent import understand_typed

SECOND = 1_000_000_000


def played(conditions: Conditions, *lines: str) -> State:
    """Each line is said a second after the one before."""
    state, *_ = handle(new_state(conditions), Begin(), 0)
    for second, line in enumerate(lines, start=1):
        position = state.position_for(None)
        intent = understand_typed(line, position, state.asked_of(position.turn))
        state, *_ = handle(state, Said(intent, second * SECOND), second * SECOND)
    return state


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


@pytest.fixture
def hand() -> Conditions:
    return Conditions(white="Ana", black="Boris", time_control="5+3", press_after=None)


def test_moves_clocks_players_and_result(hand: Conditions) -> None:
    state = played(hand, "e4", "Uhr", "e5", "Uhr", "ich gebe auf", "ja")
    game = read(to_pgn(state, "2026-05-04T12:00:00+02:00"))
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert [node.clock() for node in game.mainline()] == [304.0, 304.0]
    assert (game.headers["White"], game.headers["Black"]) == ("Ana", "Boris")
    assert (game.headers["Result"], game.headers["Date"]) == ("0-1", "2026.05.04")
    assert game.headers["TimeControl"] == "300+3"


def test_a_game_from_a_set_up_position(hand: Conditions) -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 40"
    state = played(Conditions(fen=fen, press_after=None), "Anna acht Dame Schach", "Uhr")
    game = read(to_pgn(state))
    assert game.board().fen() == fen
    assert game.end().board().piece_at(chess.A8) == chess.Piece.from_symbol("Q")


@pytest.mark.parametrize("number", [0, 518, 959])
def test_chess960_games_say_so(number: int) -> None:
    state = played(Conditions(chess960=number, press_after=None), "e4", "Uhr")
    game = read(to_pgn(state))
    assert game.board().chess960
    assert game.headers["Variant"].lower() == "chess960"


def test_waiting_move_is_not_yet_scored(hand: Conditions) -> None:
    assert len(list(read(to_pgn(played(hand, "e4"))).mainline())) == 0


# --- An illegal move that stands ------------------------------------------------------------------


@pytest.fixture
def unsupervised() -> Conditions:
    return Conditions(time_control="3+2", press_after=None, mode=Mode.COMPETITION, supervised=False)


@pytest.mark.article("A.4.2")
def test_a_4_2_an_illegal_move_that_stands_is_written_as_no_other(
    unsupervised: Conditions,
) -> None:
    """The pawn of f7 on b6 was "b6", and so another game."""
    lines = ("e4", "Uhr", "Felix sieben Berta sechs", "Uhr", "d4", "Uhr", "e6", "Uhr")
    state = played(unsupervised, *lines, "ich gebe auf", "ja")
    assert [made.facts.san for made in state.record] == ["e4", "f7-b6", "d4", "e6"]
    text = to_pgn(state)
    first, second = (read(one) for one in games(text))
    assert " ".join(first.end().comment.split()).endswith(f"1... f7-b6 {STOOD}")
    assert [move.uci() for move in first.mainline_moves()] == ["e2e4"]
    assert first.headers["Result"] == "*"
    assert [move.uci() for move in second.mainline_moves()] == ["d2d4", "e7e6"]
    assert second.end().board().fen() == state.position.fen
    assert second.headers["Result"] == "0-1"


@pytest.mark.article("A.4.2")
def test_a_4_2_a_scoresheet_has_both_squares_of_it(unsupervised: Conditions) -> None:
    state = played(unsupervised, "e4", "Uhr", "Felix sieben Berta sechs", "Uhr", "d4", "Uhr")
    assert write_score(state.position) == "1. e4 f7b6 2. d4"


MOVES = st.tuples(st.integers(0, 63), st.integers(0, 63))


@given(st.lists(st.integers(0, 10**6) | MOVES, max_size=20))
def test_what_is_written_is_read_back_as_the_same_game(choices: list[Any]) -> None:
    """Legal moves, and some that stand though they are not: by python-chess and by Hektor."""
    position = Position.start()
    for choice in choices:
        if isinstance(choice, int):
            legal = position.legal_moves
            if not legal:
                break
            position = position.play(legal[choice % len(legal)])
            continue
        move = chess.Move(*choice)
        mine = position.board.color_at(move.from_square) == position.turn
        kings = position.board.piece_type_at(move.to_square) == chess.KING
        if mine and not kings and choice[0] != choice[1]:
            position = position.stand(move)
    plain = replace(new_state(Conditions(press_after=None)), position=position)
    made = tuple(
        MadeMove(facts(position.back_to(ply), move), 0, 0, 0)
        for ply, move in enumerate(position.moves)
    )
    text = to_pgn(replace(plain, record=made))
    moves = [move for one in games(text) for move in read(one).mainline_moves()]
    here, legal_moves = Position.start(), list[chess.Move]()
    for move in position.moves:
        if move in here.legal_moves:
            legal_moves.append(move)
        here = here.stand(move)
    assert moves == legal_moves[: len(moves)]
    if ODD not in " ".join(text.split()):
        assert len(moves) == len(legal_moves)
        assert read(games(text)[-1]).end().board().board_fen() == position.board.board_fen()
    ours = [read_in_any(one).position for one in games(text)]
    assert [move for one in ours for move in one.moves] == moves
