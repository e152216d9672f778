# SPDX-License-Identifier: GPL-3.0-or-later
"""PGN export: readable by python-chess without a complaint, with the clock of every move."""

import io

import chess.pgn
import pytest

from record.pgn import to_pgn
from table.core.conditions import Conditions
from table.core.inputs import Begin, Said
from table.core.state import State, new_state
from table.handle import handle
from voice.language.intent import understand_typed

SECOND = 1_000_000_000


def played(conditions: Conditions, *lines: str) -> State:
    """Each line is said a second after the one before."""
    state, *_ = handle(new_state(conditions), Begin(), 0)
    for second, line in enumerate(lines, start=1):
        intent = understand_typed(line, state.position_for(None), state.asked_about)
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
