# SPDX-License-Identifier: GPL-3.0-or-later
"""Games without enough supervision (A.4, B.4), those of 2005, and positions that begin none.

What happens in them is told in scenarios; here is what a scenario cannot say.
"""

import argparse
from dataclasses import replace
from typing import Any

import chess
import pytest

from announce.errors import PlayerError
from announce.text.settings import LANGUAGES, Settings
from game.app import options
from record.session import Session
from rules.description import Castling, MoveDescription
from rules.explanation import explain
from rules.irregularities import intervenes, on_board
from rules.outcome import on_flag, outcome
from rules.position import Position
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.core.state import State, new_state
from table.events.game import Refusal, Role
from table.handle import handle
from table.understanding import typed

MATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
DEAD = "7k/8/6K1/8/8/8/8/8 b - - 0 1"

OVER = [
    (MATE, Refusal.ALREADY_MATE, "5.1.1"),
    (STALEMATE, Refusal.ALREADY_STALEMATE, "5.2.1"),
    (DEAD, Refusal.ALREADY_DEAD, "5.2.2"),
]


class Table:
    def __init__(self, **conditions: Any) -> None:
        agreed = {"mode": Mode.COMPETITION, "press_after": None, **conditions}
        self.state: State = new_state(Conditions(**agreed))
        self.put(Begin(), 0)

    def put(self, given: Any, seconds: float) -> list[str]:
        self.state, events, _ = handle(self.state, given, round(seconds * SECOND))
        return [type(event).__name__ for event in events]

    def say(self, seconds: float, who: Role, text: str) -> list[str]:
        intent = typed(text, self.state, who)
        return self.put(Said(intent, round(seconds * SECOND), who, text, typed=True), seconds)


# A position that is over already.


@pytest.mark.article("5.1.1", "5.2.1", "5.2.2")
@pytest.mark.parametrize(("fen", "why", "article"), OVER)
def test_no_game_begins_where_nothing_is_to_be_played(fen: str, why: Refusal, article: str) -> None:
    state, events, _ = handle(new_state(Conditions(fen=fen)), Begin(), 0)
    assert [(event.reason, event.article) for event in events] == [(why, article)]  # type: ignore[union-attr]
    assert not state.started


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("fen", "why", "article"), OVER)
def test_why_no_game_begins_is_one_sentence(
    fen: str, why: Refusal, article: str, language: str
) -> None:
    session = Session(new_state(Conditions(fen=fen)), Settings(language=language))
    session.introduce()
    told = session.put(Begin(by_move=True), 0).utterances
    assert len(told) == 1
    assert told[0].spoken.count(".") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("fen", "why", "article"), OVER)
def test_the_command_line_says_so_at_once(
    fen: str, why: Refusal, article: str, language: str
) -> None:
    parser = argparse.ArgumentParser()
    options.add_settings(parser, "play")
    with pytest.raises(PlayerError) as refused:
        options.conditions(parser.parse_args(["--fen", fen]))
    assert refused.value.told(language).count(".") == 1


# Castling against the Laws, as hands do it (A.4.2).


def castled(fen: str, side: Castling, chess960: bool = False) -> str | None:
    position = Position.from_fen(fen, chess960=chess960)
    said = MoveDescription(castling=side)
    why = explain(position, said)
    assert why is not None
    move = on_board(position.board, why, said)
    if move is None:
        return None
    return position.stand(move).board.board_fen().rpartition("/")[2]


SHORT, LONG = Castling.SHORT, Castling.LONG


@pytest.mark.article("A.4.2")
@pytest.mark.parametrize(
    ("fen", "side", "rank"),
    [
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", SHORT, "R4RK1"),  # through check
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", LONG, "2KR3R"),  # in check
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", LONG, "2KR3R"),  # the right is lost
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", LONG, "1NKR3R"),  # over a knight
        ("4k3/8/8/8/8/8/8/R2NK2R w KQ - 0 1", LONG, None),  # the rook finds no room
        ("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", SHORT, None),  # the king finds none
        ("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", SHORT, None),  # the king is not at home
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", SHORT, None),  # there is no rook
    ],
)
def test_a_4_2_castling_against_the_laws(fen: str, side: Castling, rank: str | None) -> None:
    assert castled(fen, side) == rank


@pytest.mark.article("A.4.2")
def test_a_4_2_castling_against_the_laws_in_chess960() -> None:
    fen = "1k3r2/8/8/8/8/8/8/1K4R1 w - - 0 1"
    assert castled(fen, SHORT, chess960=True) == "5RK1"


# What an illegal move leaves on the board proves nothing of who can win.


def test_nothing_is_proven_of_a_board_with_a_pawn_on_the_last_rank() -> None:
    position = Position.from_fen("8/3kP3/8/8/8/8/8/4K3 w - - 0 1")
    left = position.stand(chess.Move.from_uci("e7e8"))
    assert outcome(left) is None
    assert on_flag(left, chess.WHITE).result == "0-1"  # not a draw for want of a proof


# 2005.


@pytest.mark.article("E.05-7")
@pytest.mark.parametrize(
    ("year", "rate", "acts"),
    [(2005, "rapid", True), (2005, "blitz", False), (2018, "rapid", False)],
)
def test_e_05_7_the_arbiter_intervenes_in_rapid(year: int, rate: str, acts: bool) -> None:
    both_in_check = chess.Board("4r1k1/8/8/8/2B5/8/8/4K3 b - - 0 1")
    assert intervenes(year, rate, both_in_check) is acts
    assert not intervenes(year, rate, chess.Board())


@pytest.mark.article("7.5.2")
def test_7_5_2_in_2005_the_pawn_is_not_replaced_at_once() -> None:
    table = Table(edition=2005, fen="8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    table.say(1, Role.WHITE, "Eva acht")
    assert "MoveMade" not in table.put(Pressed(Role.WHITE), 2)


@pytest.mark.article("7.5.2", "7.5.5-b")
def test_7_5_2_a_claimed_pawn_may_lose_the_game() -> None:
    """The second illegal move: the pawn becomes a queen, and the game is lost."""
    table = Table(fen="8/4P3/8/8/8/1k6/8/R3K3 w - - 0 1", time_control="15", supervised=False)
    table.state = replace(table.state, illegal=replace(table.state.illegal, white=1))
    table.say(1, Role.WHITE, "Eva acht")
    assert table.put(Pressed(Role.WHITE), 2) == ["MoveMade", "MoveCompleted"]
    # Black has a bare king, which cannot mate: a draw (7.5.5).
    assert table.say(3, Role.BLACK, "reklamiere Zug regelwidrig")[-1] == "GameEnded"
    assert table.state.outcome is not None
    assert table.state.outcome.result == "1/2-1/2"


@pytest.mark.article("A.4.2")
def test_a_4_2_a_claim_while_the_clocks_stand_leaves_them_standing() -> None:
    table = Table(fen="8/4P3/8/8/8/k7/8/4K3 w - - 0 1", time_control="15", supervised=False)
    table.say(1, Role.WHITE, "Eva acht")
    table.put(Pressed(Role.WHITE), 2)
    table.say(3, Role.BLACK, "Schiedsrichter")
    assert "GamePaused" in table.say(4, Role.BLACK, "reklamiere Zug regelwidrig")
    assert table.state.paused
    assert table.state.clock.paused is chess.BLACK
    assert table.state.position.board.piece_type_at(chess.E8) == chess.QUEEN
