# SPDX-License-Identifier: GPL-3.0-or-later
"""The computer at the table: chosen before the game, and asked for advice in training."""

from typing import Any

import chess
import pytest
from scripted import Table

from record.pgn import to_pgn
from rules.moves import facts
from rules.position import Position
from table.acts import setup
from table.acts.advice import MATED, evaluation
from table.acts.setup import conditions as next_conditions
from table.core.conditions import SECOND, Mode
from table.core.inputs import (
    Acted,
    Advised,
    Begin,
    Errand,
    Hearing,
    OpponentWanted,
    Played,
    ReadBack,
    Said,
    Seated,
    Tick,
    next_game,
)  # fmt: skip
from table.events.answers import About, Answer, CountOf, Degree, PlacedPiece, Topic, Wing
from table.events.dialogue import InfoGiven, Question, QuestionKind
from table.events.game import Advice, Refusal, Refused, Role
from table.understanding import spoken, typed
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.intent import understand_typed
from voice.language.interpretation import NoMatch
from voice.language.transcript import Transcript

E4 = chess.Move.from_uci("e2e4")


def against(**conditions: Any) -> Table:
    """A game against the computer with Black; White is to move."""
    table = Table(computer=chess.BLACK, elo=800, **conditions)
    table.put(Begin(), 0)
    return table


def replied(**conditions: Any) -> Table:
    """1. f3 e5: White is to move."""
    table = against(**conditions)
    for at, who, move in ((1, Role.WHITE, "f3"), (3, Role.BLACK, "e5")):
        table.say(move, at, who=who)
        table.say("Uhr", at + 1, who=who)
    return table


def reasons(table: Table) -> list[Refusal]:
    return [event.reason for event in table.events if isinstance(event, Refused)]


def told(table: Table) -> list[Any]:
    return [event.answer for event in table.events if isinstance(event, InfoGiven)]


# Who plays.


def test_help_before_the_game_tells_how_to_choose_and_how_to_leave_the_choice() -> None:
    for computer, topic in ((None, Topic.OPPONENT), (chess.BLACK, Topic.PEOPLE)):
        table = Table(computer=computer)
        table.say("Hilfe", 0)
        (answer,) = told(table)
        assert topic in [one.topic for one in answer.facts]


@pytest.mark.parametrize(
    ("line", "colour", "elo"),
    [
        ("gegen den Computer Stufe drei", chess.BLACK, 800),
        ("Computer", chess.BLACK, 0),
        ("Stufe 22", chess.BLACK, 3000),
        ("gegen den Computer Stufe eins ich spiele Schwarz", chess.WHITE, 600),
        ("Elo vierzehn hundert", chess.BLACK, 1400),
        ("Elo 1500", chess.BLACK, 1500),
    ],
)
def test_the_computer_is_asked_for_before_the_game(
    line: str, colour: chess.Color, elo: int
) -> None:
    table = Table()
    table.say(line, 0)
    assert (table.request, table.events) == (OpponentWanted(colour, elo), [])


def test_who_plays_the_computer_takes_the_other_colour_at_the_same_level() -> None:
    table = Table(computer=chess.BLACK, elo=800)
    table.say("ich spiele Schwarz", 0)
    assert (table.request, table.events) == (OpponentWanted(chess.WHITE, 800), [])


def test_two_people_are_told_whom_a_colour_is_said_to() -> None:
    table = Table()
    table.say("ich will Schwarz spielen", 0)
    assert (table.request, reasons(table)) == (None, [Refusal.COLOUR_OF_WHOM])


@pytest.mark.parametrize("level", setup.LEVELS)
def test_levels_and_elo_are_one_scale(level: int) -> None:
    elo = setup.elo_of(level)
    assert elo is not None
    assert setup.level_of(elo) == level
    assert setup.elo_of(elo) == elo


@pytest.mark.parametrize(
    ("language", "line", "number"),
    [
        ("de", "Stufe 25 ich spiele Schwarz", 25),
        ("de", "Stufe fünfundzwanzig", 25),
        ("de", "gegen den Computer Elo 1437", 1437),
        ("en", "level 25", 25),
        ("sr", "protiv računara elo 1675", 1675),
        ("sl", "stopnja 99", 99),
        ("cs", "úroveň 25 hraji bílý", 25),
    ],
)
def test_any_number_is_understood_as_a_strength(language: str, line: str, number: int) -> None:
    said = understand_typed(line, Position.start(), interface=language)
    assert isinstance(said, Command)
    assert (said.name, said.number) == (CommandName.OPPONENT, number)


def test_what_is_no_level_is_told() -> None:
    table = Table()
    table.put(Said(Command(CommandName.OPPONENT, 23), 0), 0)
    assert reasons(table) == [Refusal.NO_LEVEL]
    assert setup.level_of(750) is None


def test_the_words_for_a_level_name_the_first_and_the_last() -> None:
    for language in lexicon.languages():
        assert list(lexicon.load(language)["strengths"]) == ["1", str(setup.LEVELS[-1])]


def test_a_running_game_is_played_on_by_who_plays_it() -> None:
    table = Table()
    table.put(Begin(), 0)
    before = table.state.conditions
    table.put(Seated(chess.BLACK, "Hektor", 800), 2)
    assert table.state.conditions == before


@pytest.mark.parametrize(
    "line", ["gegen den Computer", "gegen den Computer Stufe drei", "zu zweit"]
)
def test_another_opponent_in_a_running_game_is_one_of_the_next(line: str) -> None:
    table = Table()
    table.put(Begin(), 0)
    assert table.say(line, 1) == ["Question"]
    assert table.say("ja", 2) == ["GameEnded"]
    wanted = understand_typed(line, Position.start())
    assert isinstance(wanted, Command)
    asked = next_game(table.request)
    assert asked is not None
    (said,) = asked[1]
    assert (asked[0], said.name, said.number) == (Errand.NEXT_GAME, wanted.name, wanted.number)


def test_after_a_game_nothing_is_asked() -> None:
    table = Table()
    table.put(Begin(), 0)
    for line in ("aufgeben", "ja"):
        table.say(line, 1)
    assert table.say("Stufe zwei", 2) == []
    assert next_game(table.request) is not None


def test_a_level_that_there_is_not_breaks_no_game_off() -> None:
    table = Table()
    table.put(Begin(), 0)
    table.put(Said(Command(CommandName.OPPONENT, 23), 0), 1)
    assert reasons(table) == [Refusal.NO_LEVEL]


def test_the_person_takes_the_other_seat() -> None:
    """Whoever is White in the profile and wants to play Black keeps the name."""
    table = Table(white="Anna")
    table.put(Seated(chess.WHITE, "Hektor", 800), 0)
    agreed = table.state.conditions
    assert (agreed.white, agreed.black) == ("Hektor", "Anna")


@pytest.mark.article("11.3.1")
def test_11_3_1_no_computer_in_competition() -> None:
    table = Table(mode=Mode.COMPETITION)
    table.say("gegen den Computer Stufe drei", 0)
    assert reasons(table) == [Refusal.NOT_IN_COMPETITION]
    table.put(Seated(chess.BLACK, "Hektor", 800), 0)
    assert table.state.conditions.computer is None


def test_who_sits_down_stands_in_the_conditions_and_the_pgn() -> None:
    table = Table(white="Anna", black="Bernd", time_control="5+3")
    table.put(Seated(chess.BLACK, "Hektor", 1000), 0)
    agreed = table.state.conditions
    assert (agreed.white, agreed.black, agreed.computer, agreed.elo) == (
        "Anna", "Hektor", chess.BLACK, 1000,
    )  # fmt: skip
    table.put(Begin(), 0)
    table.say("e4", 1, who=Role.WHITE)
    table.say("Uhr", 2, who=Role.WHITE)
    table.say("ich gebe auf", 3, who=Role.BLACK)
    table.say("ja", 4, who=Role.BLACK)
    pgn = to_pgn(table.state)
    for line in (
        '[White "Anna"]', '[Black "Hektor"]', '[BlackType "program"]', '[BlackLevel "5"]',
        '[Result "1-0"]', "1. e4 { [%clk 0:05:04] }",
    ):  # fmt: skip
        assert line in pgn


def test_an_elo_between_two_levels_stands_in_the_pgn_as_it_is() -> None:
    table = Table()
    table.put(Seated(chess.WHITE, "Hektor", 1900), 0)
    assert '[WhiteLevel "Elo 1900"]' in to_pgn(table.state)


def test_it_changes_its_side_and_the_person_keeps_their_name() -> None:
    table = Table(white="Anna")
    table.put(Seated(chess.BLACK, "Hektor", 800), 0)
    table.put(Seated(chess.WHITE, "Hektor", 800), 0)
    agreed = table.state.conditions
    assert (agreed.white, agreed.black) == ("Hektor", "Anna")


def test_two_people_may_play_after_all() -> None:
    table = Table(white="Anna")
    table.put(Seated(chess.BLACK, "Hektor", 800), 0)
    table.say("zu zweit", 0)
    agreed = table.state.conditions
    assert (agreed.white, agreed.black, agreed.computer, agreed.elo) == ("Anna", "", None, 0)


def test_a_rematch_is_against_the_same_with_the_other_colour() -> None:
    agreed = against(white="Anna", black="Hektor").state.conditions
    again = next_conditions(agreed, rematch=True)
    assert (again.computer, again.elo, again.white) == (chess.WHITE, 800, "Hektor")


# Advice.


def test_a_hint_is_given_in_three_steps() -> None:
    table = against()
    table.say("Tipp", 1)
    assert table.request == Advice.HINT
    table.put(Advised(Advice.HINT, 0, E4, 30), 2)
    for at in (3, 4, 5):
        table.say("Tipp", at)
    move = facts(table.state.position, E4)
    assert told(table) == [
        Answer(About.HINT, (Wing.CENTRE,)),
        Answer(About.HINT_PIECE, (PlacedPiece(chess.E2, chess.Piece(chess.PAWN, chess.WHITE)),)),
        *[Answer(About.HINT_MOVE, (move,))] * 2,
    ]


def test_a_hint_is_believed_sooner_where_there_is_one_to_have() -> None:
    """ "Tipp" is soon taken for other talk."""
    soft = [Transcript("tipp", 0.97), Transcript("[unk]", 0.03)]
    meant = spoken(soft, against().state)
    assert meant == Command(CommandName.HINT, text="Tipp")
    people = Table()
    people.put(Begin(), 0)
    assert isinstance(spoken(soft, people.state), NoMatch)


def test_who_is_impatient_hears_the_next_step() -> None:
    table = against()
    for at in (1, 2):
        table.say("Tipp", at)
    for at in (3, 4):
        table.put(Advised(Advice.HINT, 0, E4, 30), at)
    assert [answer.about for answer in told(table)] == [About.HINT, About.HINT_PIECE]


def test_a_hint_is_of_the_position_and_not_of_the_number_of_moves() -> None:
    table = against()
    table.say("Tipp", 1)
    table.put(Advised(Advice.HINT, 0, E4, 30), 2)
    for at, who, move in ((3, Role.WHITE, "d4"), (5, Role.BLACK, "d5")):
        table.say(move, at, who=who)
        table.say("Uhr", at + 1, who=who)
    table.say("Tipp", 7)
    table.put(Advised(Advice.HINT, 2, chess.Move.from_uci("c2c4"), 30), 8)
    table.say("zurück", 9, who=Role.WHITE)  # 1. d4 d5 are no more
    for at, who, move in ((10, Role.WHITE, "e4"), (12, Role.BLACK, "e5")):
        table.say(move, at, who=who)
        table.say("Uhr", at + 1, who=who)
    table.say("Tipp", 14)
    assert table.request == Advice.HINT


def test_a_program_agrees_to_what_goes_back() -> None:
    table = replied()
    table.say("zurück", 9, who=Role.WHITE)
    assert table.state.position.ply == 0
    assert table.state.asked is None


def test_a_program_is_not_asked_whether_it_means_it() -> None:
    table = replied()
    table.put(Acted(Role.BLACK, CommandName.RESIGN, 9 * 10**9), 9)
    assert table.state.outcome is not None
    assert table.state.outcome.result == "1-0"


def test_a_hint_for_another_position_is_none() -> None:
    table = replied()
    table.put(Advised(Advice.HINT, 0, E4), 9)
    table.put(Advised(Advice.HINT, 2, chess.Move.from_uci("a1a8")), 9)  # not even legal
    assert told(table) == []


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (20, Answer(About.EVALUATION, (Degree.EVEN,))),
        (-100, Answer(About.EVALUATION, (Degree.SLIGHTLY,), chess.BLACK)),
        (300, Answer(About.EVALUATION, (Degree.CLEARLY,), chess.WHITE)),
        (-900, Answer(About.EVALUATION, (Degree.WINNING,), chess.BLACK)),
        (MATED - 3, Answer(About.MATE_IN, (CountOf(chess.WHITE, 3),))),
        (2 - MATED, Answer(About.MATE_IN, (CountOf(chess.BLACK, 2),))),
    ],
)
def test_an_evaluation_in_words(value: int, answer: Answer[object]) -> None:
    assert evaluation(value) == answer


def test_an_evaluation_is_told() -> None:
    table = against()
    table.say("Bewertung", 1)
    table.put(Advised(Advice.EVALUATION, 0, E4, 30), 2)
    assert told(table) == [Answer(About.EVALUATION, (Degree.EVEN,))]


@pytest.mark.parametrize(("played", "is_better"), [(-80, True), (20, False)])
def test_what_was_better_than_the_last_own_move(played: int, is_better: bool) -> None:
    table = replied()
    table.say("was war besser", 9)
    table.put(Advised(Advice.BETTER, 2, E4, 40, played), 10)
    (answer,) = told(table)
    assert answer.about is About.BETTER
    assert [one.uci for one in answer.facts] == ["f2f3", "e2e4"][: 1 + is_better]


def test_before_the_first_move_nothing_was_better() -> None:
    table = against()
    table.say("was war besser", 1)
    assert reasons(table) == [Refusal.NO_ADVICE]


def test_where_no_program_can_advise_that_is_told() -> None:
    table = against()
    table.say("Tipp", 1)
    table.put(Advised(Advice.HINT, 0), 2)
    assert reasons(table) == [Refusal.NO_ADVICE]


@pytest.mark.article("11.3.1")
@pytest.mark.parametrize("line", ["Tipp", "was droht", "was war besser"])
def test_11_3_1_people_who_play_each_other_get_no_advice(line: str) -> None:
    table = Table()
    table.put(Begin(), 0)
    table.say("e4", 1)
    table.say("Uhr", 2)
    table.say(line, 3)
    assert reasons(table) == [Refusal.NOT_AGAINST_PEOPLE]
    table.put(Advised(Advice.EVALUATION, 1, E4, 30), 4)
    assert told(table) == []


@pytest.mark.article("11.3.1")
@pytest.mark.parametrize("line", ["Tipp", "Bewertung", "was war besser"])
def test_11_3_1_nor_does_a_competition(line: str) -> None:
    table = Table(mode=Mode.COMPETITION)
    table.put(Begin(), 0)
    table.say(line, 1)
    assert reasons(table) == [Refusal.NOT_IN_COMPETITION]


def test_on_the_computers_move_there_is_no_hint() -> None:
    table = against()
    table.say("e4", 1, who=Role.WHITE)
    table.say("Uhr", 2, who=Role.WHITE)
    table.say("Tipp", 3, who=Role.WHITE)
    assert reasons(table) == [Refusal.NOT_ON_MOVE]


@pytest.mark.parametrize("proposed", [True, False])
def test_a_time_control_that_nobody_wished_for_goes_with_who_plays(proposed: bool) -> None:
    table = Table(time_control="15+10", proposed=proposed)
    sits, leaves = (Seated(chess.BLACK, name, 800 if name else 0) for name in ("Hektor", ""))
    table.put(sits, 1)
    control = "86400" if proposed else "15+10"
    assert table.state.conditions.time_control == control
    left = table.state.clock.remaining(chess.WHITE, 0)
    assert left == (24 * 60 if proposed else 15) * 60 * SECOND + (0 if proposed else 10 * SECOND)
    table.put(leaves, 2)
    assert table.state.conditions.time_control == "15+10"
    table.put(sits, 3)
    table.put(Said(Command(CommandName.SET_TIME, "5"), 4 * SECOND, None, "", typed=True), 4)
    table.put(leaves, 5)
    assert table.state.conditions.time_control == "5"


# What is said instead of the last move.

D4 = chess.Move.from_uci("d2d4")


def hears(table: Table, text: str, began: float) -> None:
    """White is heard to say it, for one second."""
    table.put(Hearing(on=True), began)
    at, intent = round((began + 1) * SECOND), typed(text, table.state, Role.WHITE)
    table.put(Said(intent, at, Role.WHITE, text, typed=False), began + 1.5)


def answered_at_once() -> Table:
    """1. e4 e5: Hektor pressed for White at 2.4 seconds, and Black has played at 2.6."""
    table = against(press_after=SECOND * 2 // 5)
    hears(table, "Eva vier", 0.2)
    table.put(ReadBack(), 2)
    table.put(Tick(), 2.4)
    at = round(2.6 * SECOND)
    table.put(Played(Role.BLACK, chess.Move.from_uci("e7e5"), at), 2.6)
    assert len(table.state.record) == 2
    return table


@pytest.mark.parametrize("words", ["nein", "Korrektur", "nein, David vier"])
def test_a_no_that_began_before_the_reply_is_about_ones_own_move(words: str) -> None:
    table = answered_at_once()
    hears(table, words, 2.5)
    assert not table.state.record
    announced = table.state.spoken
    assert (announced and announced.move) == (D4 if "David" in words else None)


def test_a_no_long_after_the_reply_takes_nothing_back() -> None:
    table = answered_at_once()
    hears(table, "nein, David vier", 30)
    assert len(table.state.record) == 2
    asked = [event.kind for event in table.events if isinstance(event, Question)]
    assert asked == [QuestionKind.IS_IT_THIS]


def test_a_no_with_a_move_that_is_not_possible_now_is_about_the_last_one() -> None:
    table = answered_at_once()
    hears(table, "nein, Eva drei", 30)
    assert not table.state.record
    assert table.state.spoken is not None
    assert table.state.spoken.move == chess.Move.from_uci("e2e3")


def test_a_typed_no_with_a_move_corrects_the_last_one() -> None:
    table = answered_at_once()
    line, at = "nein, d4", 31 * SECOND
    table.put(Said(typed(line, table.state), at, Role.WHITE, line, typed=True), 31)
    assert not table.state.record
    assert table.state.spoken is not None
    assert table.state.spoken.move == D4
