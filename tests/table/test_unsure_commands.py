# SPDX-License-Identifier: GPL-3.0-or-later
"""A command that was not heard well enough is asked back by name, like a move."""

import chess
import pytest
from scripted import Table

from announce.text.settings import Settings
from announce.words.events import words
from table import reception
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.core.state import new_state
from table.events.dialogue import QuestionKind
from voice.language.commands import Command, CommandName, OnBoard
from voice.language.interpretation import NoMatch
from voice.language.transcript import UNKNOWN, Transcript


@pytest.fixture
def table() -> Table:
    """After "Eva vier", announced and not yet completed."""
    begun = Table()
    begun.put(Begin(), 0)
    begun.say("Eva vier", 1)
    return begun


def mumble(table: Table, name: CommandName, text: str, seconds: float) -> list[str]:
    said = Command(name, text=text, sure=False)
    return table.put(Said(said, round(seconds * SECOND), None, text), seconds)


def test_it_is_asked_about_by_name(table: Table) -> None:
    assert mumble(table, CommandName.PAUSE, "Pause", 2) == ["Question"]
    question = table.events[-1]
    assert question.kind is QuestionKind.COMMAND
    assert not table.state.paused
    (asked,) = words(question, Settings())
    assert asked.text == "Pause?"


def test_a_yes_obeys(table: Table) -> None:
    mumble(table, CommandName.PAUSE, "Pause", 2)
    table.say("ja", 3)
    assert table.state.paused
    assert table.state.asked is None


def test_the_same_word_again_is_a_yes(table: Table) -> None:
    mumble(table, CommandName.CORRECT, "Korrektur", 2)
    assert "MoveCorrected" in mumble(table, CommandName.CORRECT, "Korrektur", 3)


def test_a_no_changes_nothing(table: Table) -> None:
    mumble(table, CommandName.PAUSE, "Pause", 2)
    assert table.say("nein", 3) == ["QuestionClosed"]
    assert not table.state.paused
    assert table.state.spoken is not None


def about(square: chess.Square, text: str) -> Said:
    said = Command(CommandName.SQUARE, OnBoard(square=square), text=text, sure=False)
    return Said(said, 2 * SECOND, None, text)


def test_a_question_about_a_square_is_asked_back_and_answered(table: Table) -> None:
    assert table.put(about(chess.A1, "was steht auf Anna eins"), 2) == ["Question"]
    (asked,) = words(table.events[-1], Settings())
    assert asked.text == "Was steht auf Anna eins?"
    assert table.say("ja", 3) == ["InfoGiven"]
    assert table.state.spoken is not None


def test_the_same_question_about_another_square_is_no_yes(table: Table) -> None:
    table.put(about(chess.A1, "was steht auf Anna eins"), 2)
    assert table.put(about(chess.E1, "was steht auf Eva eins"), 3) == ["Question"]
    (asked,) = words(table.events[-1], Settings())
    assert asked.text == "Was steht auf Eva eins?"
    assert table.put(about(chess.E1, "was steht auf Eva eins"), 4)[-1] == "InfoGiven"


def test_an_unsure_yes_hears_the_question_again(table: Table) -> None:
    table.say("aufgeben", 2)
    assert mumble(table, CommandName.YES, "ja", 3) == ["Question"]
    assert table.events[-1].kind is QuestionKind.RESIGN
    assert table.state.outcome is None


def test_an_answer_that_is_unsure_twice_is_one(table: Table) -> None:
    table.say("aufgeben", 2)
    mumble(table, CommandName.YES, "ja", 3)
    assert "GameEnded" in mumble(table, CommandName.YES, "ja", 4)


def test_two_unsure_answers_that_differ_are_none(table: Table) -> None:
    table.say("aufgeben", 2)
    mumble(table, CommandName.YES, "ja", 3)
    assert mumble(table, CommandName.NO, "nein", 4) == ["Question"]
    assert mumble(table, CommandName.YES, "ja", 5) == ["Question"]
    assert table.state.outcome is None


def test_an_unsure_answer_counts_for_its_own_question(table: Table) -> None:
    table.say("aufgeben", 2)
    mumble(table, CommandName.YES, "ja", 3)
    table.say("nein", 4)
    table.say("aufgeben", 5)
    assert mumble(table, CommandName.YES, "ja", 6) == ["Question"]
    assert table.state.outcome is None


def test_an_unsure_yes_to_nothing_is_not_asked_about(table: Table) -> None:
    assert mumble(table, CommandName.YES, "ja", 2) == ["NotUnderstood"]
    assert table.events[-1].said == ""


@pytest.mark.parametrize(
    "answer",
    [
        Command(CommandName.YES, text="ja"),
        Command(CommandName.PRESS, text="Uhr"),
        Command(CommandName.PRESS, text="Uhr", sure=False),
    ],
)
def test_the_word_for_the_clock_that_was_asked_back_starts_the_game(answer: Command) -> None:
    table = Table()
    mumble(table, CommandName.PRESS, "Uhr", 1)
    assert table.state.asked is not None
    received = reception.receive(Said(answer, 2 * SECOND, None, ""), table.state, 2 * SECOND)
    assert received.begins
    assert received.given is None


def test_a_no_to_it_starts_nothing() -> None:
    table = Table()
    mumble(table, CommandName.PRESS, "Uhr", 1)
    no = Said(Command(CommandName.NO, text="nein"), 2 * SECOND, None, "nein")
    assert not reception.receive(no, table.state, 2 * SECOND).begins


def test_what_is_not_sure_starts_no_clock() -> None:
    state = new_state(Conditions())
    said = Said(Command(CommandName.PRESS, text="Uhr", sure=False), 0, None, "Uhr")
    assert not reception.receive(said, state, 0).begins
    sure = Said(Command(CommandName.PRESS, text="Uhr"), 0, None, "Uhr")
    assert reception.receive(sure, state, 0).begins


def test_nobody_is_told_that_a_command_was_not_understood() -> None:
    """ "Nicht verstanden: Pause" would show that it was heard."""
    state = new_state(Conditions())
    said = reception.spoken([Transcript("pause", 0.9), Transcript(UNKNOWN, 0.1)], state, 0)
    assert isinstance(said, Said)
    assert isinstance(said.intent, NoMatch)
    assert said.heard == ""


def test_unknown_sounds_are_told_to_nobody() -> None:
    state = new_state(Conditions())
    said = reception.spoken([Transcript(f"{UNKNOWN} eva läufer {UNKNOWN}", 1.0)], state, 0)
    assert isinstance(said, Said)
    assert said.heard == "Eva Läufer"
    assert reception.spoken([Transcript(UNKNOWN, 1.0)], state, 0) == Hearing(False)


def test_a_no_with_a_move_after_the_press_is_said_by_who_made_it() -> None:
    """Between two people: after the press the other had the move, until it went back."""
    table = Table(press_after=SECOND * 2 // 5)
    table.put(Begin(), 0)
    table.say("Eva vier", 1)
    table.put(ReadBack(), 2)
    table.put(Tick(), 2.4)
    assert table.state.record
    table.say("nein David vier", 3)
    assert not table.state.record
    assert table.state.spoken is not None
    assert table.state.spoken.move.uci() == "d2d4"
