# SPDX-License-Identifier: GPL-3.0-or-later
"""Words while a move waits for the clock, at a shared microphone: the opponent's reply completes
the announced move (1.3, 6.2.1.2), what fits both players is asked about, and nothing that is
refused or asked holds up the press."""

from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table, names, only, play

from clock.clock import CREDIT_LIMIT
from clock.events import MoveCompleted
from table import understanding
from table.core.conditions import SECOND
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.due import deadline
from table.events.game import Role
from table.reception import is_kept
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.interpretation import Either, Heard, NoMatch, Unsure, either_of

HEKTOR = "set press 1\n"
COMPETITION = "set mode competition\nset press hand\n"
CASTLING = "set fen r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1\n"
BOTH_QUEENS = "set fen 3qk3/8/8/3p4/8/8/8/3QK3 w - - 0 1\n"


def told(script: str) -> list[str]:
    """What happens after the start."""
    return names(play(script))[1:]


def made(events: list[dict[str, Any]]) -> list[str]:
    return [event["uci"] for event in only(events, "MoveMade")]


def spoken(events: list[dict[str, Any]]) -> list[str]:
    return [event["uci"] for event in only(events, "MoveSpoken")]


def waiting(move: str = "Eva vier", **conditions: Any) -> Table:
    """A game in which this move of White was read back at 2 s and waits for the clock."""
    table = Table(**{"press_after": SECOND, **conditions})
    table.put(Begin(), 0)
    table.say(move, 1)
    table.put(ReadBack(), 2)
    return table


# The reply.


@pytest.mark.article("1.3", "6.2.1.2")
def test_1_3_the_reply_completes_the_announced_move() -> None:
    events = play(HEKTOR + "1 table Eva vier\n1.5 table Eva fünf\n1.8 table Springer Felix drei")
    assert made(events) == ["e2e4", "e7e5"]
    assert spoken(events)[-1] == "g1f3"
    assert [one["colour"] for one in only(events, "MoveCompleted")] == ["white", "black"]
    assert not only(events, "Refused")


@pytest.mark.article("1.3", "6.2.2")
def test_6_2_2_in_competition_the_reply_presses_nothing() -> None:
    events = play(COMPETITION + "1 table e4\n2 table e5\n4 table Uhr\n5 table Uhr")
    assert names(events)[1:] == [
        *("MoveSpoken", "MoveMade", "MoveSpoken", "MoveCompleted", "MoveMade", "MoveCompleted"),
    ]
    assert [one["t"] for one in only(events, "MoveCompleted")] == [4, 5]


@pytest.mark.article("6.2.1.2")
def test_6_2_1_2_three_moves_in_a_row_without_a_press() -> None:
    events = play(COMPETITION + "1 table e4\n2 table e5\n3 table Sf3\n4 table Sc6")
    assert made(events) == ["e2e4", "e7e5", "g1f3"]
    assert spoken(events)[-1] == "b8c6"


def test_the_assistant_may_announce_the_reply() -> None:
    events = play("1 assistant e4\n2 assistant e5")
    assert made(events) == ["e2e4"]
    assert spoken(events)[-1] == "e7e5"


@st.composite
def games(draw: st.DrawFn) -> tuple[chess.Board, chess.Move, chess.Move]:
    """A position, a move in it that leaves the game open, and a reply."""
    board = chess.Board()
    for _ in range(draw(st.integers(0, 30))):
        board.push(draw(st.sampled_from(sorted(board.legal_moves, key=str))))
        if board.is_game_over():
            board = chess.Board()
    before = board.copy(stack=False)
    move = draw(st.sampled_from(sorted(board.legal_moves, key=str)))
    board.push(move)
    if board.is_game_over() or board.is_insufficient_material():
        before, move, board = chess.Board(), chess.Move.from_uci("e2e4"), chess.Board()
        board.push(move)
    return before, move, draw(st.sampled_from(sorted(board.legal_moves, key=str)))


@pytest.mark.article("1.3")
@given(games())
@settings(max_examples=60, deadline=None)
def test_1_3_no_legal_reply_is_refused(game: tuple[chess.Board, chess.Move, chess.Move]) -> None:
    before, move, reply = game
    table = Table(fen=before.fen(), press_after=SECOND)
    table.put(Begin(), 0)
    assert table.say(move.uci(), 1) == ["MoveSpoken"]
    board = before.copy()
    board.push(move)
    happened = table.say(board.san(reply), 1.5)
    assert happened in (["MoveMade", "MoveCompleted", "MoveSpoken"], ["Question"])
    if happened == ["Question"]:
        happened = table.say("ja", 3)
        assert happened == ["MoveMade", "MoveCompleted", "MoveSpoken"]
    assert table.state.spoken is not None
    assert table.state.spoken.move == reply
    assert table.state.position.moves[-1] == move


def test_a_reply_of_two_pieces_is_asked_and_completes_when_clear() -> None:
    table = waiting("Bauer Eva vier", fen="1n2k3/8/8/5n2/8/8/4P3/4K3 w - - 0 1")
    assert table.say("Springer David sieben", 2.1) == ["MoveMade", "MoveCompleted", "MoveSpoken"]
    table = waiting("Bauer Eva vier", fen="1n2k3/8/5n2/8/8/8/4P3/4K3 w - - 0 1")
    assert table.say("Springer David sieben", 2.1) == ["Question"]
    assert table.state.spoken is not None  # not completed by what is not clear
    assert table.say("Felix", 2.5) == ["MoveMade", "MoveCompleted", "MoveSpoken"]
    assert table.state.spoken.move.uci() == "f6d7"


def test_an_unsure_reply_is_asked_and_the_press_comes_meanwhile() -> None:
    table = waiting()
    unsure = Unsure(chess.Move.from_uci("e7e5"), "Eva fünf")
    assert table.put(Said(unsure, round(2.1 * SECOND)), 2.1) == ["Question"]
    assert table.state.asked is not None
    assert table.state.asked.question.who == chess.BLACK
    assert table.put(Tick(), 3) == ["MoveMade", "MoveCompleted"]
    assert table.say("ja", 4) == ["MoveSpoken"]


def test_an_unsure_reply_that_was_none_leaves_the_announced_move() -> None:
    table = waiting()
    unsure = Unsure(chess.Move.from_uci("e7e5"), "Eva fünf")
    table.put(Said(unsure, round(2.1 * SECOND)), 2.1)
    assert table.say("nein", 2.5) == ["QuestionClosed"]
    assert table.say("Korrektur", 2.8) == ["MoveCorrected"]


def test_training_explains_an_illegal_reply_and_completes_nothing() -> None:
    table = waiting()
    assert table.say("Springer Eva sechs", 2.1) == ["IllegalMove"]
    assert table.events[-1].colour == chess.BLACK
    assert table.state.spoken is not None
    assert table.put(Tick(), 3) == ["MoveMade", "MoveCompleted"]


def test_competition_takes_no_illegal_reply_before_the_press() -> None:
    for who in ("table", "black"):
        events = play(COMPETITION + f"1 white e4\n2 {who} Springer Eva sechs")
        assert events[-1]["reason"] == "press or correct"


def test_an_unclear_reply_by_a_known_opponent_is_asked_too() -> None:
    fen = "set fen 1n2k3/8/5n2/8/8/8/4P3/4K3 w - - 0 1\n"
    events = play(fen + "1 white e4\n2 black Springer David sieben\n3 black Bella")
    assert [one["who"] for one in only(events, "Question")] == ["black"]
    assert spoken(events)[-1] == "b8d7"


def test_6_11_no_reply_while_the_clocks_stand() -> None:
    events = play(HEKTOR + "1 table e4\n1.2 table Pause\n5 table e5\n6 table weiter\n7 table e5")
    assert [one["reason"] for one in only(events, "Refused")] == ["paused"]
    assert spoken(events)[-1] == "e7e5"


def test_d_2_1_where_moves_are_repeated_a_reply_is_none() -> None:
    events = play("set repeat yes\n1 table e4\n2 table e5")
    assert spoken(events) == ["e2e4"]
    assert made(events) == []


@pytest.mark.article("5.1.1")
def test_5_1_1_nobody_replies_to_mate() -> None:
    table = waiting("Turm Anna acht", fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert table.say("König Hektor sieben", 2.1) == ["Refused"]


# The same once more, or another one.


def test_the_announced_move_said_once_more_confirms_it() -> None:
    table = waiting()
    assert table.say("Eva vier", 2.2) == ["MoveMade", "MoveCompleted"]


def test_where_people_press_it_is_read_back_again() -> None:
    events = play(COMPETITION + "1 table e4\n2 table e4\n3 table Uhr")
    assert told(COMPETITION + "1 table e4\n2 table e4") == ["MoveSpoken", "MoveSpoken"]
    assert made(events) == ["e2e4"]


@pytest.mark.article("D.2.8")
def test_d_2_8_another_own_move_needs_a_correction_first() -> None:
    table = waiting()
    assert table.say("David vier", 2.2) == ["Refused"]
    table.put(ReadBack(), 4)  # "press or correct?" was told: there is time to say so
    assert deadline(table.state) == 6 * SECOND
    assert table.say("Korrektur", 5.5) == ["MoveCorrected"]


# What fits both.


def asked_about_castling() -> Table:
    table = waiting("Bauer Anna drei", fen="r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1")
    assert table.say("kurze Rochade", 2.2) == ["Question"]
    return table


def test_what_fits_both_is_asked_by_name() -> None:
    question = only(play(CASTLING + "1 table a3\n2 table kurze Rochade"), "Question")[0]
    assert (question["kind"], question["who"]) == ("reply", "black")
    assert question["text"] == "Schwarz antwortet: Kurze Rochade?"


def test_the_press_waits_for_that_answer() -> None:
    table = asked_about_castling()
    assert table.put(Tick(), 10) == []


def test_yes_it_was_the_reply() -> None:
    table = asked_about_castling()
    assert table.say("ja", 5) == ["MoveMade", "MoveCompleted", "MoveSpoken"]
    assert table.state.spoken is not None
    assert table.state.spoken.move.uci() == "e8g8"


@pytest.mark.parametrize("who", [Role.WHITE, Role.BLACK])
def test_either_player_may_say_so(who: Role) -> None:
    table = asked_about_castling()
    assert table.say("ja", 5, who=who)[-1] == "MoveSpoken"


def test_no_it_was_another_move_of_the_same_player() -> None:
    table = asked_about_castling()
    assert table.say("nein", 5) == ["Refused"]
    assert table.events[-1].reason == "press or correct"
    assert table.state.asked is None


@pytest.mark.article("D.2.8")
def test_d_2_8_a_correction_takes_the_announced_move_back() -> None:
    table = asked_about_castling()
    assert table.say("Korrektur", 5) == ["MoveCorrected"]
    assert table.state.asked is None


def test_a_press_by_hand_closes_the_question() -> None:
    table = asked_about_castling()
    assert table.say("Uhr", 5) == ["MoveMade", "QuestionClosed", "MoveCompleted"]
    assert table.say("ja", 6) == ["Refused"]


@pytest.mark.parametrize(("answer", "last"), [("ja", "d8d5"), ("nein", "d1d5")])
def test_a_recapture_sounds_like_the_move_once_more(answer: str, last: str) -> None:
    table = waiting("Dame David fünf", fen=BOTH_QUEENS.split(maxsplit=2)[2].strip())
    assert table.say("Dame David fünf", 2.2) == ["Question"]
    table.say(answer, 5)
    played = [str(move) for move in table.state.position.moves]
    if table.state.spoken is not None:
        played.append(table.state.spoken.move.uci())
    assert played[-1] == last


def test_words_for_both_are_the_reply_if_the_press_came_first() -> None:
    table = waiting("Bauer Anna drei", fen="r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1")
    castling = [chess.Move.from_uci(uci) for uci in ("e1g1", "e8g8")]
    both = Either((castling[0],), (castling[1],), "kurze Rochade")
    assert table.put(Tick(), 3) == ["MoveMade", "MoveCompleted"]
    assert table.put(Said(both, round(2.9 * SECOND)), 3.1) == ["MoveSpoken"]


# Questions about the reply, and what else may happen meanwhile.


def test_what_comes_before_the_answer_asks_again() -> None:
    table = waiting()
    both = Either((chess.Move.from_uci("d2d4"),), (chess.Move.from_uci("d7d5"),), "David")
    assert table.put(Said(both, round(2.1 * SECOND)), 2.1) == ["Question"]
    own = Heard(chess.Move.from_uci("g1f3"), "Springer Felix drei")
    assert table.put(Said(own, 4 * SECOND), 4) == ["Question"]
    assert table.say("ja", 5)[:2] == ["MoveMade", "MoveCompleted"]


@pytest.mark.article("D.2.8")
def test_d_2_8_a_correction_leaves_no_question_about_the_reply() -> None:
    table = waiting()
    unsure = Unsure(chess.Move.from_uci("e7e5"), "Eva fünf")
    table.put(Said(unsure, round(2.1 * SECOND)), 2.1)
    assert table.say("Korrektur", 2.5, who=Role.WHITE) == ["MoveCorrected"]
    assert table.state.asked is None


@pytest.mark.article("7.5.2")
def test_7_5_2_a_reply_without_its_piece_is_no_promotion_yet() -> None:
    fen = "set fen 4k3/8/8/8/8/8/3p4/K7 w - - 0 1\n"
    events = play(
        COMPETITION + fen + "1 white Kb1\n2 black David eins\n3 black <key>\n4 black Turm"
    )
    assert [one["reason"] for one in only(events, "Refused")] == ["nothing to press"]
    assert spoken(events)[-1] == "d2d1r"


@pytest.mark.article("D.2.1-a")
def test_d_2_1_an_unsure_repetition_is_no_reply() -> None:
    table = waiting(repeat=True)
    unsure = Unsure(chess.Move.from_uci("d2d4"), "David vier")
    assert table.put(Said(unsure, round(2.1 * SECOND), Role.BLACK), 2.1) == ["Refused"]


# What is heard.


def test_both_positions_are_listened_for() -> None:
    table = waiting()
    phrases = set(understanding.listened_for(table.state))
    assert {"springer felix sechs", "springer felix drei"} <= phrases
    legal = understanding.listened_for(table.state).count("springer felix sechs")
    assert legal == understanding.listened_for(table.state).count("springer felix drei")


def test_a_complete_reply_ends_the_utterance() -> None:
    table = waiting()
    assert understanding.done(("eva", "fünf"), table.state) is Completeness.COMPLETE
    assert understanding.done(("springer",), table.state) is Completeness.OPEN
    assert understanding.done(("uhr",), table.state) is Completeness.COMPLETE


def test_a_reply_keeps_its_sound() -> None:
    castling = tuple(chess.Move.from_uci(uci) for uci in ("e1g1", "e8g8"))
    both = Either(castling[:1], castling[1:], "kurze Rochade")
    assert is_kept(both)


# The press.


def test_questions_and_refusals_hold_up_no_press() -> None:
    for words in ("meine Zeit", "Remis angenommen", "was steht auf e4", "biete Remis"):
        table = waiting()
        table.say(words, 2.5)
        assert deadline(table.state) == 3 * SECOND


def test_hektor_presses_at_the_end_of_the_speech_that_it_waited_for() -> None:
    table = waiting()
    table.put(Hearing(True), 2.8)
    assert table.put(Tick(), 4) == []
    assert table.put(Hearing(False), 4.5) == ["MoveMade", "MoveCompleted"]
    assert table.events[-1].at == round(4.5 * SECOND)


def mumble(table: Table, end: float, who: Role | None = None) -> None:
    """Words that end then are not understood."""
    table.put(Hearing(True), end - 0.3)
    table.put(Said(NoMatch("kor"), round(end * SECOND), who, "kor"), end)


@pytest.mark.article("D.2.8")
@pytest.mark.parametrize("who", [None, Role.WHITE])
def test_d_2_8_who_was_not_understood_has_time_to_say_it_again(who: Role | None) -> None:
    table = waiting(press_after=2 * SECOND // 5)
    mumble(table, 2.2, who)
    table.put(ReadBack(), 3.2)  # it was told
    assert deadline(table.state) == 5.2 * SECOND
    assert table.put(Tick(), 5.1) == []
    assert table.say("Korrektur", 5.1, who=who) == ["MoveCorrected"]


def test_words_not_understood_hold_it_up_while_that_costs_nobody_time() -> None:
    table = waiting(time_control="10")
    for end in (3, 6, 8.5):
        mumble(table, end)
        table.put(ReadBack(), end + 1)
    assert deadline(table.state) == SECOND + CREDIT_LIMIT  # not two seconds from 9.5 on
    mumble(table, 10.9)  # nothing begins anew
    table.put(Tick(), 11)
    (made,) = (event for event in table.events if isinstance(event, MoveCompleted))
    assert made.white == 599 * SECOND


@pytest.mark.parametrize("who", [Role.BLACK, Role.ASSISTANT, Role.ARBITER])
def test_what_is_not_understood_of_anybody_else_holds_up_nothing(who: Role) -> None:
    table = waiting()
    mumble(table, 2.5, who)
    assert deadline(table.state) == 3 * SECOND


@pytest.mark.article("D.2.8")
def test_d_2_8_a_correction_that_is_asked_back_holds_it_up() -> None:
    for name, waits in ((CommandName.CORRECT, True), (CommandName.PAUSE, False)):
        table = waiting()
        perhaps = Command(name, text="", sure=False)
        table.put(Said(perhaps, round(2.5 * SECOND)), 2.5)
        assert table.put(Tick(), 9) == ([] if waits else ["MoveMade", "MoveCompleted"])
        assert table.say("ja", 10) == (["MoveCorrected"] if waits else ["GamePaused"])


def test_typed_words_not_understood_hold_up_nothing() -> None:
    table = waiting()
    given_line = Said(NoMatch("hm"), round(2.5 * SECOND), None, "hm", typed=True)
    table.put(given_line, 2.5)
    assert deadline(table.state) == 3 * SECOND


# Meaning, by the table.

E4, E5, D4 = (chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "d2d4"))
NOTHING = NoMatch("")


def test_what_fits_one_player_is_his_and_what_fits_both_is_asked_about() -> None:
    assert either_of(Heard(E4, ""), Heard(E5, "")) == Either((E4,), (E5,), "")
    assert either_of(NOTHING, Heard(E5, "")) == Heard(E5, "")
    assert either_of(Heard(E4, ""), NOTHING) == Heard(E4, "")
    assert either_of(Command(CommandName.PRESS), Heard(E5, "")) == Command(CommandName.PRESS)
    assert isinstance(either_of(NOTHING, NOTHING), NoMatch)
