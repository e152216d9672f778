# SPDX-License-Identifier: GPL-3.0-or-later
"""Announced, irregular, and left to the arbiter: where a script cannot show it (4, 7.5, 12.9)."""

from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table, names, play

from rules.scoresheet import Keeping
from table.core.conditions import SECOND, Mode
from table.core.inputs import Begin, Pressed, ReadBack
from table.events.game import IllegalMove, Role, TouchDeclared

W, B, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER


class Game(Table):
    """A competition in which something happens each second."""

    def __init__(self, **conditions: Any) -> None:
        super().__init__(**{"mode": Mode.COMPETITION, **conditions})
        self.now = 0
        self.put(Begin(), 0)

    def does(self, *acts: str, who: Role | None = None) -> list[str]:
        """The outcome of the last of these: words, or "<" for the key."""
        told: list[str] = []
        for act in acts:
            self.now += 1
            pressed = act == "<"
            told = self.put(Pressed(who), self.now) if pressed else self.say(act, self.now, who=who)
        return told


@pytest.mark.article("4.2.2")
def test_4_2_2_one_microphone_a_touch_is_denied_with_nein() -> None:
    game = Game()
    assert game.does("berührt Springer Gustav eins") == ["TouchDeclared"]
    assert game.state.hands.claimed == (chess.G1,)
    assert game.does("nein") == ["IrregularityReported", "GamePaused"]


@pytest.mark.article("4.2.2")
def test_4_2_2_one_microphone_an_accident_is_disputed_by_saying_it_again() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins")
    assert game.does("versehentlich") == ["TouchDeclared"]
    assert not game.state.hands.touched
    again = game.does("berührt Springer Gustav eins")
    assert again == ["TouchDeclared", "IrregularityReported", "GamePaused"]


@pytest.mark.article("4.2.2", "X.13")
def test_4_2_2_in_training_nobody_is_bound_against_their_word() -> None:
    game = Game(mode=Mode.TRAINING)
    game.does("berührt Springer Gustav eins", who=B)
    assert game.does("e4", who=W) == ["TouchBinds"]
    assert game.does("<", who=W) == ["TouchBinds"]
    assert game.does("nein", who=W) == ["TouchDeclared", "MoveSpoken"]
    assert not game.state.paused


@pytest.mark.article("4.2.2", "4.7")
def test_4_2_2_without_an_arbiter_a_move_denies_a_release_and_no_touch_that_was_admitted() -> None:
    game = Game(no_arbiter=True)
    game.does("berührt Springer Gustav eins", who=W)
    game.does("losgelassen auf Hektor drei", who=B)
    assert game.does("e4", who=W) == ["TouchBinds"]
    assert game.does("<", who=W) == ["TouchBinds"]
    assert game.does("Sf3", who=W) == ["MoveSpoken"]
    assert game.does("<", who=W) == ["MoveMade", "MoveCompleted"]


@pytest.mark.article("4.8", "5.1.1", "X.13")
@pytest.mark.parametrize("agreed", [{"mode": Mode.TRAINING}, {"no_arbiter": True}])
def test_5_1_1_without_an_arbiter_no_report_undoes_a_mate(agreed: dict[str, Any]) -> None:
    game = Game(fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", press_after=None, **agreed)
    game.does("Turm Anna acht", who=W)
    assert game.does("berührt König Gustav eins", who=B) == ["Refused"]
    assert game.does("reklamiere berührt König Gustav eins") == ["Refused"]
    assert game.does("<", who=W)[-1] == "GameEnded"


@pytest.mark.article("4.8", "X.13")
def test_4_8_in_training_a_touch_binds_after_the_announcement() -> None:
    game = Game(mode=Mode.TRAINING, press_after=None)
    game.does("e4", who=W)
    assert game.does("berührt Springer Gustav eins", who=B) == ["TouchDeclared", "TouchBinds"]
    assert game.does("nein", who=W) == ["TouchDeclared", "MoveSpoken"]


@pytest.mark.article("4.7")
def test_4_7_a_release_is_denied_and_ruled_on_by_itself() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", who=W)
    game.does("losgelassen auf Hektor drei", who=B)
    assert game.does("Sf3", who=W) == ["TouchBinds"]
    game.does("nein", who=W)
    assert game.does("Reklamation abgewiesen", who=ARBITER)[-1] == "MoveSpoken"
    assert game.state.hands.touched == (chess.G1,)  # admitted, and it binds
    game.does("weiter", who=ARBITER)
    game.does("Korrektur", who=W)
    assert game.does("e4", who=W) == ["TouchBinds"]
    game.does("losgelassen auf Felix drei", who=B)
    game.does("nein", who=W)
    game.does("anerkannt", "weiter", who=ARBITER)
    assert game.does("Sh3", who=W) == ["TouchBinds"]
    assert game.does("<", who=W) == ["TouchBinds"]
    assert game.does("Sf3", who=W) == ["MoveSpoken"]


def test_4_3_nobody_but_the_player_denies() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", who=B)
    assert game.does("nein", who=B) == ["Refused"]
    assert game.state.hands.touched == (chess.G1,)
    game.does("berührt Springer Gustav eins", who=W)  # admitted
    assert game.does("nein", who=W) == ["Refused"]


def test_4_3_the_arbiters_own_word_is_a_ruling() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", who=B)
    game.does("nein", who=W)
    game.does("berührt Springer Gustav eins", who=ARBITER)
    assert game.state.dispute is None
    assert game.does("weiter", who=ARBITER)[-1] == "GameResumed"
    assert game.does("versehentlich", who=W) == ["Refused"]
    assert game.does("e4", who=W) == ["TouchBinds"]
    assert game.does("<", who=W) == ["TouchBinds"]


def test_4_3_arbiters_accident_frees_what_is_disputed() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", who=B)
    game.does("e4", "<", who=W)
    assert game.state.dispute is not None
    freed = game.does("versehentlich", who=ARBITER)
    assert freed == ["TouchDeclared", "MoveSpoken", "MoveMade", "MoveCompleted"]  # it was pressed
    assert game.state.dispute is None
    assert game.state.clock.paused is chess.BLACK


def test_4_3_a_press_that_calls_the_arbiter_waits_for_the_opponents() -> None:
    game = Game()
    game.does("e4", who=W)
    game.does("e5", who=B)  # the reply (1.3): White's clock still runs, and is White's to press
    game.does("Korrektur", who=B)
    game.does("berührt Springer Gustav acht", who=W)
    game.does("e5", "<", who=B)
    assert game.state.dispute is not None and game.state.dispute.article == "4.3"
    assert game.does("abgelehnt", who=ARBITER)[-1] == "MoveSpoken"
    assert game.state.clock.paused is chess.WHITE
    game.does("weiter", who=ARBITER)
    game.does("<", who=W)
    assert game.does("<", who=B) == ["MoveMade", "MoveCompleted"]


def test_4_3_hektor_does_not_press_for_a_move_against_a_touch() -> None:
    game = Game(press_after=SECOND)
    game.does("e4", who=W)
    game.put(ReadBack(), game.now)
    game.now -= 0.5  # type: ignore[assignment]
    game.does("berührt Springer Gustav eins", who=B)
    game.now += 60
    assert game.does("Zeit", who=W) == ["InfoGiven"]
    assert not game.state.record
    assert game.does("Sf3", who=W) == ["MoveSpoken"]


@pytest.mark.article("4.8")
def test_4_8_without_a_name_the_arbiter_looks_for_the_piece() -> None:
    game = Game()
    game.does("e4", who=W)
    assert game.does("reklamiere berührt", who=B) == ["IrregularityReported", "GamePaused"]
    game.does("Reklamation anerkannt", who=ARBITER)
    assert game.does("ja", who=ARBITER)[-1] == "MoveCorrected"
    game.does("berührt Springer Gustav eins", "weiter", who=ARBITER)
    assert game.does("e4", who=W) == ["TouchBinds"]


@pytest.mark.article("4.8")
def test_4_8_one_matter_after_the_other() -> None:
    game = Game()
    game.does("e4", "<", who=W)
    game.does("reklamiere berührt", who=B)
    assert game.does("beidhändig", who=B) == ["Refused"]
    assert game.state.dispute is not None
    assert game.does("weiter", who=ARBITER)[-1] == "Refused"  # a ruling is due (6.11.3)
    assert game.does("Reklamation anerkannt", who=ARBITER) == ["Question"]
    assert game.state.dispute is not None


def test_the_end_of_the_game_settles_what_was_disputed() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", who=B)
    game.does("nein", who=W)
    game.does("aufgeben", "ja", who=W)
    assert game.state.outcome is not None
    assert game.does("Reklamation anerkannt", who=ARBITER) == ["Refused"]


def test_4_3_while_the_arbiter_decides_nobody_adds_anything() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", "e4", "<", who=W)
    assert game.state.dispute is not None
    assert game.does("versehentlich", who=W) == ["Refused"]
    assert game.does("berührt Springer Bella eins", who=B) == ["Refused"]
    assert game.state.hands.touched == (chess.G1,)


def test_4_3_who_is_freed_of_one_touch_may_be_bound_by_another() -> None:
    game = Game()
    game.does("berührt Springer Bella eins", who=W)
    game.does("berührt Springer Gustav eins", who=B)
    game.does("e4", "nein", who=W)
    assert "MoveSpoken" not in game.does("Reklamation abgelehnt", who=ARBITER)
    game.does("weiter", who=ARBITER)
    assert game.does("Sf3", who=W) == ["TouchBinds"]
    assert game.does("Sc3", who=W) == ["MoveSpoken"]


def test_4_3_an_illegal_move_takes_the_place_of_one_against_a_touch() -> None:
    game = Game()
    game.does("berührt Springer Gustav eins", "e4", "Turm Anna drei", who=W)
    assert game.does("<", who=W)[0] == "IllegalMove"


@pytest.mark.article("9.1.2.1-d")
def test_9_1_2_1_a_touch_that_was_ruled_on_rejects_the_offer() -> None:
    game = Game()
    game.does("e4", "biete Remis", "ja", "<", who=W)
    game.does("berührt Springer Gustav acht", who=W)
    assert game.state.offers[-1] is chess.WHITE
    game.does("nein", who=B)
    assert "DrawDeclined" in game.does("Reklamation anerkannt", who=ARBITER)


@pytest.mark.article("9.5.3")
def test_9_5_3_no_touch_changes_the_move_of_a_wrong_claim() -> None:
    game = Game()
    game.does("Remis reklamieren mit dem Zug e4", "ja", who=W)
    assert game.does("berührt Springer Gustav eins", who=B) == ["Refused"]
    assert game.does("<", who=W) == ["MoveMade", "MoveCompleted"]


@pytest.mark.article("11.5")
def test_11_5_only_a_claim_that_is_rejected_distracts() -> None:
    game = Game(warn_after_offers=1)
    game.does("berührt Springer Gustav eins", who=B)
    game.does("nein", who=W)
    assert "Distraction" not in game.does("Reklamation abgelehnt", who=ARBITER)
    game.does("weiter", who=ARBITER)
    game.does("e4", "<", who=W)
    game.does("beidhändig", who=B)
    assert "Distraction" in game.does("Reklamation abgelehnt", who=ARBITER)


@pytest.mark.article("7.1")
def test_7_1_in_another_position_nothing_is_disputed() -> None:
    game = Game()
    game.does("e4", "<", who=W)
    game.does("reklamiere berührt", who=B)
    game.does("zurück Grundstellung", "ja", who=ARBITER)
    assert game.state.dispute is None


@pytest.mark.article("8.1.3")
def test_8_1_3_it_is_noted_once_for_each_move() -> None:
    game = Game(sheet_white=Keeping.OWN)
    for move, who in (("e4", W), ("e5", B)):
        game.does(move, "<", who=who)
    assert game.does("Sf3", who=W) == ["MoveSpoken", "Noted"]
    game.does("Korrektur", who=W)
    assert game.does("Sc3", who=W) == ["MoveSpoken"]
    game.does("<", who=W)
    game.does("Sc6", "<", who=B)
    assert game.does("Sf3", who=W) == ["MoveSpoken", "Noted"]


@pytest.mark.article("7.5.1", "4.3.3")
def test_7_5_1_an_unknown_knight_captures_what_was_touched() -> None:
    game = Game(fen="4k3/8/8/3p4/8/2N3N1/8/4K3 w - - 0 1")
    game.does("berührt Bauer David fünf", "Springer Anna acht", "<", who=W)
    assert game.does("König Eva zwei", who=W) == ["TouchBinds"]
    assert game.does("Springer Hektor fünf", who=W) == ["TouchBinds"]
    assert game.does("Springer schlägt David fünf", who=W) == ["MoveSpoken"]
    game = Game(fen="4k3/8/8/p6p/8/2N1N3/8/4K3 w - - 0 1")
    assert game.does("Springer schlägt Anna fünf", who=W) == ["IllegalMoveSpoken"]
    game.does("<", who=W)
    assert game.does("König Eva zwei", who=W) == ["TouchBinds"]
    assert game.does("Springer Eva vier", who=W) == ["MoveSpoken"]


@pytest.mark.article("7.5.1", "4.3.3")
def test_7_5_1_no_knight_can_move_but_the_pawn_can_be_captured() -> None:
    game = Game(fen="k3r3/8/8/b6p/8/8/3NN3/4K2R w - - 0 1")
    game.does("Springer schlägt Hektor fünf", "<", who=W)
    assert game.state.illegal.of(chess.WHITE) == 1
    assert game.does("König Felix eins", who=W) == ["TouchBinds"]
    assert game.does("Turm schlägt Hektor fünf", who=W) == ["MoveSpoken"]


@pytest.mark.article("7.5.1", "4.3.1")
def test_7_5_1_what_was_touched_before_comes_first() -> None:
    game = Game()
    game.does("berührt Bauer Eva zwei", "Springer Gustav drei", "<", who=W)
    assert game.does("Sf3", who=W) == ["TouchBinds"]
    assert game.does("e4", who=W) == ["MoveSpoken"]


@pytest.mark.article("4.5")
def test_4_5_no_such_knight_can_move() -> None:
    game = Game(fen="k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1")
    game.does("Springer Cesar drei", "<", who=W)
    assert game.does("König David zwei", who=W) == ["MoveSpoken"]


@pytest.mark.article("7.5.3", "D.2.4")
def test_d_2_4_after_the_announcement_nothing_is_left_of_an_early_press() -> None:
    game = Game()
    game.does("<", "e4", who=W)
    assert game.does("regelwidrig", who=B) == ["Refused"]
    game.does("<", who=W)
    assert game.does("regelwidrig", who=B) == ["Refused"]
    assert game.state.illegal.of(chess.WHITE) == 0


@pytest.mark.article("D.2.4")
def test_d_2_4_an_early_press_is_noted_once() -> None:
    game = Game()
    assert game.does("<", who=W) == ["Refused", "Noted"]
    assert game.does("<", who=W) == ["Refused"]
    game.does("e4", "<", who=W)
    assert game.does("<", who=B) == ["Refused", "Noted"]


@pytest.mark.article("7.5.1")
def test_7_5_1_the_order_is_about_the_other_players_move() -> None:
    game = Game()
    game.does("e4", "<", who=W)
    game.does("<", who=B)
    game.does("regelwidriger Zug Weiß", "ja", who=ARBITER)
    assert game.state.position.ply == 0
    assert (game.state.illegal.white, game.state.illegal.black) == (1, 0)


@pytest.mark.article("D.2.5")
def test_d_2_5_hektor_does_not_press_before_the_answer() -> None:
    game = Game(sighted=(chess.WHITE,), press_after=SECOND)
    game.does("e4", "Korrektur", who=W)
    game.put(ReadBack(), game.now)
    game.now += 60
    assert game.does("ja", who=B) == ["MoveCorrected"]


@pytest.mark.article("D.2.5")
def test_d_2_5_who_slipped_does_not_answer_for_the_opponent() -> None:
    game = Game(sighted=(chess.WHITE,))
    game.does("e4", "Korrektur", who=W)
    assert game.does("ja", who=W) == ["Refused"]
    assert game.does("Korrektur", who=W) == ["Question"]
    assert game.does("e5", who=B)[-1] == "MoveSpoken"  # the reply: the move stood on the board
    assert [made.facts.san for made in game.state.record] == ["e4"]
    assert game.state.asked is None


@pytest.mark.article("D.2.5")
def test_d_2_5_one_microphone_a_slip_said_twice_is_not_denied() -> None:
    game = Game(sighted=(chess.WHITE,))
    game.does("e4", "Korrektur")
    assert game.does("Korrektur") == ["Question"]
    assert game.does("nein") == ["IrregularityReported", "GamePaused"]


@pytest.mark.article("D.2.5")
def test_d_2_5_without_an_arbiter_the_announcement_stands() -> None:
    game = Game(sighted=(chess.WHITE,), no_arbiter=True)
    game.does("e4", "Korrektur", who=W)
    assert game.does("nein", who=B) == ["QuestionClosed"]
    assert game.does("<", who=W) == ["MoveMade", "MoveCompleted"]


@pytest.mark.article("D.2.5")
@pytest.mark.parametrize("agreed", [{}, {"sighted": (chess.WHITE,), "mode": Mode.TRAINING}])
def test_d_2_5_others_correct_as_ever(agreed: dict[str, Any]) -> None:
    game = Game(**agreed)
    assert game.does("e4", "Korrektur", who=W) == ["MoveCorrected"]


WORDS = st.sampled_from(
    [
        *("e4", "e5", "Sf3", "Springer Gustav drei", "d4", "Uhr", "Korrektur", "ja", "nein"),
        *("berührt Springer Gustav eins", "berührt Eva sieben", "versehentlich", "beidhändig"),
        *("reklamiere berührt", "reklamiere berührt Springer Gustav eins", "regelwidrig"),
        *("Remis reklamieren", "losgelassen auf Felix drei", "ich berichtige", "weiter", "<"),
    ]
)


@pytest.mark.article("7.5.3")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(WORDS, st.sampled_from([None, W, B, Role.ASSISTANT])), max_size=25),
    st.sampled_from([(), (chess.WHITE,)]),
)
def test_7_5_3_only_an_arbiter_finds_a_press_without_a_move(
    acts: list[tuple[str, Role | None]], sighted: tuple[bool, ...]
) -> None:
    game = Game(sighted=sighted, sheet_white=Keeping.OWN)
    for words, who in acts:
        game.does(words, who=who)
    completed = [one for one in game.events if isinstance(one, IllegalMove) and one.completed]
    assert all(one.illegality.article not in ("7.5.3", "7.5.4") for one in completed)
    state = game.state
    if state.dispute is not None:
        assert state.clock.running is None
        game.does("Reklamation abgelehnt", who=ARBITER)
        assert game.state.dispute is None
        game.does("weiter", who=ARBITER)
        runs = game.state.clock.running is not None
        assert runs or game.state.claimed is not None  # the clocks stand for it too
    freed = [one for one in game.events if isinstance(one, TouchDeclared) and not one.binding]
    assert all(one.article in ("4.2.1", "4.2.2", "D.2.2") for one in freed)


@pytest.mark.article("A.2")
def test_in_rapid_games_nobody_has_to_record() -> None:
    game = (
        "set mode competition\nset sheet-white own\n1 white Springer Felix drei\n2 white <key>\n"
        "3 black Springer Felix sechs\n4 black <key>\n5 white Springer Gustav eins"
    )
    assert "Noted" in names(play(f"set time 90+30\n{game}"))
    assert "Noted" not in names(play(f"set time 15\n{game}"))
