# SPDX-License-Identifier: GPL-3.0-or-later
"""6.3.1: the clock is set before the game, by voice or typing, read back and agreed to."""

import pytest
from test_game_loop import Board, FakeEars, heard, typed

from announce.settings import LANGUAGES, Settings
from announce.words import words
from clock.control import TimeControl
from game.session import replay
from rules.events import Refusal, Refused
from voice import timecontrol
from voice.events import Question, QuestionKind


@pytest.fixture
def board(tmp_path: object) -> Board:
    return Board(tmp_path)  # type: ignore[arg-type]


def control(board: Board) -> str:
    assert board.session.state.clock.white.control == board.session.state.conditions.control()
    return board.session.state.conditions.time_control


LONG = "neunzig Minuten für vierzig Züge, dann dreißig Minuten, dreißig Sekunden pro Zug"


def test_a_blind_player_sets_the_clock_alone(board: Board) -> None:
    lines = board.run(heard(LONG.replace(",", ""), 1), heard("ja", 3))
    assert control(board) == "40/5400+30,1800+30"
    assert lines == [
        "Vierzig Züge: eine Stunde und dreißig Minuten, dazu dreißig Sekunden je Zug; dann "
        "dreißig Minuten, dazu dreißig Sekunden je Zug, ist das richtig?",
        "Eingestellt.",
    ]
    assert not board.session.state.started


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("15+10", "15+10"),
        ("drei plus zwei", "3+2"),
        ("FIDE Schnellschach", "15+10"),
        ("Blitz", "3+2"),
        ("Bedenkzeit 60", "60"),
        ("Bedenkzeit: fünfundzwanzig Minuten plus zehn Sekunden", "25+10"),
        ("40/5400+30,1800+30", "40/5400+30,1800+30"),
    ],
)
def test_it_is_typed_in_words_by_name_or_in_signs(board: Board, said: str, expected: str) -> None:
    board.run(typed(said), typed("ja"))
    assert control(board) == expected


def test_nothing_changes_without_a_yes(board: Board) -> None:
    board.run(typed("drei plus zwei"), typed("nein"))
    assert control(board) == "5"
    board.run(typed("drei plus zwei"), typed("e4"), typed("ja"))
    assert control(board) == "5"
    assert board.session.state.started


def test_the_last_of_several_is_the_one_asked_about(board: Board) -> None:
    board.run(typed("drei plus zwei"), typed("fünf plus drei"), typed("ja"))
    assert control(board) == "5+3"


def test_6_3_1_after_the_start_the_clock_is_set(board: Board) -> None:
    lines = board.run(typed("e4"), typed(LONG), typed("ja"))
    assert "Die Bedenkzeit wird vor der Partie eingestellt." in lines
    assert control(board) == "5"


@pytest.mark.parametrize("said", ["-5+3", "0", "neue Zeit", "99999h", "null plus zwei"])
def test_a_control_nobody_can_play_is_refused_with_an_example(board: Board, said: str) -> None:
    lines = board.run(typed(said), typed("ja"))
    assert lines[0].startswith("Das ist keine Bedenkzeit. Zum Beispiel: fünfzehn Minuten plus")
    assert control(board) == "5"


def test_chatter_starts_no_clock(board: Board) -> None:
    board.run(heard("anna und bella", 1), typed("was weiß ich"))
    assert not board.session.state.started


def test_time_controls_are_listened_for_only_before_the_game(board: Board) -> None:
    ears = FakeEars()
    board.loop.ears = ears  # type: ignore[assignment]
    board.run(typed("drei plus zwei"), typed("ja"), typed("e4"))
    said = set(timecontrol.phrases())
    assert said <= set(ears.phrases[0])
    assert not said & set(ears.phrases[-1])


def test_the_agreed_control_survives_a_crash(board: Board) -> None:
    board.run(typed("drei plus zwei"), typed("ja"), typed("e4"))
    board.session.close()
    assert replay(board.archive, 1) == board.session.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_hears_the_question_in_his_language(language: str) -> None:
    settings = Settings(language=language)
    (asked,) = words(Question(0, True, QuestionKind.SET_TIME, ("15+10",)), settings)
    assert {segment.language for segment in asked.segments} == {language}
    (told,) = words(Refused(0, True, Refusal.BAD_TIME_CONTROL), settings)
    example = told.segments[-1].text if language != "de" else told.text.split(": ")[1]
    said = timecontrol.read(example)
    assert said is not None
    assert TimeControl.parse(said) == TimeControl.parse("15+10")
