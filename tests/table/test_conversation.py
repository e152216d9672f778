# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing said plainly is lost: offers, open questions, signatures, reasons, and two boards of
which one has missed a move. A game that began under the first talk goes on under it."""

from pathlib import Path
from typing import Any

import chess
import pytest
from engine_table import Table as EngineTable
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Table, names, only, play
from told import sentence

from announce.page.view import View
from announce.text.settings import Settings
from game.page.assistant import AssistantPage
from game.page.content import Hub
from opponents.seat import OpponentDid
from record.pgn import to_games
from table import reception
from table.arbiter.pin import hashed
from table.core.conditions import SECOND
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.core.state import State
from table.events.answers import About
from table.events.dialogue import InfoGiven
from table.events.game import Role
from table.understanding import typed
from voice.language.commands import CommandName
from voice.language.orders import PinGiven

HEKTOR = "set press 1\n"
OPENING = "1 white e4\n2 white Uhr\n3 black e5\n4 black Uhr\n"


def playing(*lines: str, **conditions: Any) -> Table:
    """A table at which these lines were said by whoever is at the microphone, a second each."""
    table = Table(**conditions)
    table.put(Begin(), 0)
    for second, line in enumerate(lines, 1):
        table.say(line, second)
    return table


def marked(state: State) -> list[str]:
    """The moves at which the PGN has an offer."""
    return [node.san() for node in to_games(state)[0].mainline() if "(=)" in node.comment]


# Draw offers.


@pytest.mark.article("9.1.2.2", "C.12")
def test_9_1_2_2_an_offer_before_ones_move_stands_at_that_move() -> None:
    lines = ("e4", "Uhr", "e5", "Uhr", "biete Remis", "ja", "Sf3", "Uhr", "Sc6", "Uhr")
    assert marked(playing(*lines).state) == ["Nf3"]


@pytest.mark.article("9.1.2.2")
def test_9_1_2_2_an_offer_on_the_opponents_time_stands_at_the_last_own_move() -> None:
    table = playing("e4", "Uhr")
    table.say("biete Remis", 3, who=Role.WHITE)
    table.say("ja", 4, who=Role.WHITE)
    assert marked(table.state) == ["e4"]


@pytest.mark.article("9.1.2.2")
def test_9_1_2_2_who_has_not_moved_yet_is_marked_at_the_first_move() -> None:
    table = playing()
    table.say("biete Remis", 1, who=Role.BLACK)
    table.say("ja", 2, who=Role.BLACK)
    for second, line in enumerate(("e4", "Uhr", "e5", "Uhr"), 3):
        table.say(line, second)
    assert marked(table.state) == ["e5"]


def test_the_word_that_leaves_is_told_to_be_typed() -> None:
    """ "Das geht hier nicht" would leave a newcomer without a way out."""
    assert play("set mode competition\n" + OPENING + "5 table Ende")[-1]["text"] == sentence(
        "game.refused.to be typed"
    )


def test_a_press_that_is_refused_offers_nothing() -> None:
    events = play(OPENING + "5 white biete Remis\n6 white Uhr\n7 white Sf3")
    assert not only(events, "DrawOffered")
    assert events[-1]["text"] == sentence("game.not_offered")


def test_where_hektor_presses_the_question_stays_open() -> None:
    events = play(HEKTOR + "1 table e4\n1.5 table biete Remis\n4 table ja\n5 table nein")
    assert names(events)[-5:] == [
        *("Question", "MoveMade", "MoveCompleted", "DrawOffered", "DrawDeclined"),
    ]
    assert only(events, "DrawOffered")[0]["in_time"]


def test_9_1_2_1_an_offer_soon_after_hektors_press_is_of_who_has_moved() -> None:
    """At a shared microphone: one offers after a move of one's own."""
    talk = "1 table e4\n5 table biete Remis\n6 table ja\n"
    assert only(play(HEKTOR + talk), "DrawOffered")[0]["colour"] == "white"
    later = "1 table e4\n9 table biete Remis\n10 table ja\n"
    assert only(play(HEKTOR + later), "DrawOffered")[0]["colour"] == "black"
    known = "1 table e4\n5 black biete Remis\n6 black ja\n"
    assert only(play(HEKTOR + known), "DrawOffered")[0]["colour"] == "black"


@pytest.mark.parametrize(
    ("question", "began", "of"),
    [
        ("meine Zeit", 2.1, [chess.WHITE, chess.BLACK]),
        ("meine Zeit", 3.0, [chess.BLACK]),
        ("Züge bis zur Zeitkontrolle", 2.1, [chess.WHITE]),
    ],
)
def test_who_began_to_ask_before_the_press_is_heard_may_have_been_on_the_move(
    question: str, began: float, of: list[chess.Color]
) -> None:
    """Nobody answers to a press within a fifth of a second: both times are told."""
    table = Table(press_after=SECOND)
    table.put(Begin(), 0)
    table.say("e4", 1)
    table.put(ReadBack(), 1)
    table.put(Tick(), 2)
    assert table.state.record[-1].pressed_at == 2 * SECOND
    table.put(Hearing(True), began)
    table.say(question, began + 0.8)
    (told,) = (event for event in table.events if isinstance(event, InfoGiven))
    facts: Any = told.answer.facts or [told.answer]
    assert [one.colour for one in facts] == of


def test_who_says_an_offer_once_more_is_who_was_asked_about_it() -> None:
    talk = "1 table e4\n6 table Remis\n9 table Remis\n11 table ja\n"
    assert [one["colour"] for one in only(play(HEKTOR + talk), "DrawOffered")] == ["white"]


def test_an_offer_after_the_press_is_late_as_ever() -> None:
    events = play(HEKTOR + "1 white e4\n5 white biete Remis\n6 white ja")
    assert not only(events, "DrawOffered")[0]["in_time"]


def test_yes_to_an_offer_asks_whether_it_is_accepted() -> None:
    offer = "5 white Sf3\n6 white biete Remis\n7 white ja\n8 white Uhr\n"
    events = play(OPENING + offer + "9 table ja\n10 table ja")
    assert [one["kind"] for one in only(events, "Question")] == ["offer draw", "accept draw"]
    assert events[-1]["article"] == "5.2.3"
    refused = play(OPENING + offer + "9 white ja")
    assert refused[-1]["reason"] == "black is asked"


@pytest.mark.parametrize("answer", ["ja", "nein"])
@pytest.mark.parametrize(
    ("asked", "of"),
    [
        ("white Partie abbrechen", "white"),
        ("white ich gebe auf", "white"),
        ("arbiter Ergebnis null eins", "arbiter"),
    ],
)
def test_who_answers_for_another_is_told_who_is_asked(asked: str, of: str, answer: str) -> None:
    events = play(OPENING + f"8 {asked}\n9 black {answer}")
    assert events[-1]["event"] == "Refused"
    assert (events[-1]["reason"], events[-1]["colour"]) == (f"{of} is asked", "black")


def test_who_answers_for_another_may_still_take_back_their_own_announcement() -> None:
    events = play(OPENING + "8 white Sf3\n9 black ich gebe auf\n10 white nein")
    assert only(events, "MoveCorrected")


# A program that plays.


def test_a_program_that_offers_a_draw_means_it(tmp_path: Path) -> None:
    table = EngineTable(tmp_path, "e7e5")
    table.say("e4", "")
    table.run(OpponentDid(CommandName.OFFER_DRAW, table.clock.now))
    assert table.session.state.offers == (chess.BLACK,)
    table.say("ja", "ja")
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "1/2-1/2"


def test_a_program_waits_for_an_answer_but_not_for_ever(tmp_path: Path) -> None:
    table = EngineTable(tmp_path, "e7e5", press_after=SECOND)
    table.say("e4", "biete Remis")
    table.run()
    table.say("was steht auf e4", seconds=3)
    assert table.moves == ["e2e4"]
    lines = table.say("was steht auf e4", seconds=31)
    assert table.moves[:1] == ["e2e4"]
    assert sentence("game.not_offered") in lines


# Open questions.


@pytest.mark.article("5.1.2")
def test_a_question_is_closed_by_the_next_move_of_who_is_asked() -> None:
    played = HEKTOR + "1 white e4\n1.5 white ich gebe auf\n5 black e5\n"
    events = play(played + "6 white Sf3\n8 white ja")
    assert [one["kind"] for one in only(events, "QuestionClosed")] == ["resign"]
    assert events[-1]["reason"] == "no question"
    assert not only(events, "GameEnded")


@pytest.mark.article("5.1.2")
def test_a_question_is_not_closed_by_a_move_of_the_other() -> None:
    events = play(HEKTOR + "1 white e4\n1.5 white ich gebe auf\n5 black e5\n8 white ja")
    assert not only(events, "QuestionClosed")
    assert [(one["result"], one["t"]) for one in only(events, "GameEnded")] == [("0-1", 1.5)]


@pytest.mark.article("12.3")
def test_no_move_touches_an_order_that_was_not_confirmed() -> None:
    events = play("1 white e4\n2 arbiter Ergebnis null eins\n3 white Uhr\n4 black e5\n5 arbiter ja")
    assert not only(events, "QuestionClosed")
    assert only(events, "GameEnded")[0]["result"] == "0-1"


def test_a_typed_yes_answers_the_question_about_an_order() -> None:
    table = playing("e4", "Uhr")
    for text in ("schiedsrichter: Ergebnis null eins", "ja"):
        said = reception.typed(reception.addressed(text), table.state, 5 * SECOND)
        assert isinstance(said, Said)
        assert said.who is Role.ARBITER
        table.put(said, 5)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "0-1"


@pytest.mark.article("12.3")
def test_12_3_where_a_pin_is_set_a_players_yes_answers_no_order() -> None:
    table = playing("e4", "Uhr", arbiter_pin=hashed("2718"))
    said = PinGiven(True, "")
    table.put(Said(said, 3 * SECOND, Role.ARBITER), 3)
    order = typed("Ergebnis null eins", table.state, Role.ARBITER)
    assert table.put(Said(order, 4 * SECOND, Role.ARBITER), 4) == ["Question"]
    answer = reception.typed(reception.addressed("ja"), table.state, 5 * SECOND)
    assert isinstance(answer, Said)
    assert answer.who is None
    assert table.put(answer, 5) == ["Refused"]


# After the end.


RESIGNED = "1 white e4\n2 white Uhr\n3 black ich gebe auf\n4 black ja\n"


@pytest.mark.article("8.7")
def test_8_7_each_signs_once() -> None:
    events = play(RESIGNED + "".join(f"{at} table unterschreibe\n" for at in (5, 6, 7, 8)))
    assert [one["colour"] for one in only(events, "SheetSigned")] == ["white", "black"]
    assert len(only(events, "SignaturesCompared")) == 1
    assert [one["reason"] for one in only(events, "Refused")] == ["signed", "signed"]


@pytest.mark.article("8.7")
def test_8_7_a_wrong_result_may_be_signed_again_until_both_agree() -> None:
    events = play(
        RESIGNED + "5 white unterschreibe null eins\n6 white unterschreibe eins null\n"
        "7 black unterschreibe eins null\n8 black unterschreibe null eins"
    )
    assert len(only(events, "SheetSigned")) == 3
    assert events[-1]["reason"] == "signed"


@pytest.mark.article("11.9")
def test_11_9_why_tells_the_end_after_a_refused_line_too() -> None:
    events = play(
        RESIGNED + "5 white e5\n6 white Remis angenommen\n7 white beidhändig\n8 white warum"
    )
    assert events[-1]["answer"]["facts"] == ["5.1.2"]


# Two boards.


def test_moves_of_another_board_are_noticed_once() -> None:
    events = play("1 table e5\n2 table Sc6\n3 table e5\n4 table e4\n5 table Uhr\n6 table e4")
    (noticed,) = only(events, "BoardsMayDiffer")
    assert noticed["t"] == 2
    assert noticed["text"] == "Noch kein Zug.\nWeiß ist am Zug."


def test_the_last_move_is_told_in_every_stretch() -> None:
    first = "1 table e4\n2 table Uhr\n3 table e4\n4 table Lb5\n"
    events = play(first + "5 table e5\n6 table Uhr\n7 table e5\n8 table Lb4")
    told = [one["text"] for one in only(events, "BoardsMayDiffer")]
    assert told == [
        "Letzter Zug: Weiß, Eva zwei Eva vier.\nSchwarz ist am Zug.",
        "Letzter Zug: Schwarz, Eva sieben Eva fünf.\nWeiß ist am Zug.",
    ]


def test_a_known_player_who_is_not_on_the_move_is_noticed_too() -> None:
    events = play("1 black e5\n2 black Meine Zeit\n3 black e5")
    assert names(events)[-2:] == ["Refused", "BoardsMayDiffer"]


def test_words_that_were_only_said_wrongly_are_no_other_board() -> None:
    fen = "set fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\n"
    assert not only(play(fen + "1 table a8K\n2 table a8K\n3 table a8K"), "BoardsMayDiffer")


@pytest.mark.article("D.2.8", "11.3.1")
def test_in_competition_nothing_is_given_away_of_an_illegal_move() -> None:
    events = play("set mode competition\n1 white e5\n2 white Korrektur\n3 white e5\n4 white e6")
    assert not only(events, "BoardsMayDiffer")


# Answers are of now.


def test_the_announced_move_is_on_the_board_of_every_answer() -> None:
    events = play(
        "1 table e4\n2 table Uhr\n3 table d5\n4 table Uhr\n5 table exd5\n6 table letzter Zug\n"
        "7 table was steht auf David fünf\n8 table geschlagene Figuren\n9 table Material\n"
        "10 table letzte fünf Züge"
    )
    told = [one["text"] for one in only(events, "InfoGiven")]
    assert told[0] == "Weiß, angesagt: Eva vier schlägt David fünf."
    assert told[1].startswith("David fünf: weißer Bauer.")
    assert "Bauer" in told[2]
    assert told[3] == "Weiß hat mehr: ein Bauer."
    assert told[4].splitlines()[-1] == told[0].replace("Weiß", "Zwei")  # they alternate


def test_a_move_that_was_made_is_not_called_announced() -> None:
    events = play("1 table e4\n2 table Uhr\n3 table letzter Zug")
    assert not events[-1]["announced"]
    assert events[-1]["text"] == "Weiß: Eva zwei Eva vier."


LINES = (
    *("e4", "e5", "Sf3", "Sc6", "d4", "exd4", "Uhr", "Uhr", "Korrektur", "nein", "Eva fünf"),
    *("biete Remis", "ja", "Pause", "weiter", "was hat sich geändert", "ich gebe auf"),
)


def asked(state: State, text: str, at: int) -> Any:
    """The answer to a question at that state, which stays as it is."""
    table = Table()
    table.state = state
    table.put(Said(typed(text, state), at, None, text, typed=True), at / SECOND)
    (event,) = [one for one in table.events if isinstance(one, InfoGiven)]
    return event.answer


def shown(state: State, now: int) -> View:
    hub: Hub[View] = Hub()
    AssistantPage(Settings(), hub).show(state, now, now)
    newest = hub.newest
    assert newest is not None
    return newest.view


@given(st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from((1, 3))), max_size=14))
@settings(max_examples=40, deadline=None)
def test_the_page_and_the_answers_never_differ(lines: list[tuple[str, int]]) -> None:
    table = playing(press_after=SECOND)
    at = 1
    for text, seconds in lines:
        at += seconds
        table.say(text, at)
        table.put(ReadBack(), at)
        view = shown(table.state, at * SECOND)
        standing = {
            square: chess.Piece(one.kind, one.colour)
            for one in asked(table.state, "Stellung", at * SECOND).facts
            for square in one.squares
        }
        assert standing == dict(view.placement)
        moves = [*view.moves, *([view.announced] if view.announced else [])]
        assert list(asked(table.state, "alle Züge", at * SECOND).facts) == moves
        last = asked(table.state, "letzter Zug", at * SECOND)
        assert last.about is About.LAST_MOVE
        assert list(last.facts) == moves[-1:]
