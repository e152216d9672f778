# SPDX-License-Identifier: GPL-3.0-or-later
"""6.3.1: the clock is set before the game, by voice or typing, read back and agreed to."""

from pathlib import Path

import pytest
from boards import Board, FakeListener, heard, typed
from told import sentence

from announce.lexicon import lexicon as announced
from announce.text.settings import LANGUAGES, Settings
from announce.words.events import words
from announce.words.numbers import control_words
from clock.control import EXAMPLE, EXAMPLE_OF_PERIODS, Problem, TimeControl, preset
from clock.events import ControlRefused
from game.app.cli import main
from record.snapshot import replayed
from table import understanding
from table.events.dialogue import Question, QuestionKind
from table.understanding import control_in, done
from voice.language import lexicon, time_control
from voice.language.completeness import Completeness
from voice.language.template import allows


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
        sentence(
            "game.question.set time",
            options="Eine Stunde und dreißig Minuten für vierzig Züge, "
            "dazu dreißig Sekunden je Zug; dann dreißig Minuten, dazu dreißig Sekunden je Zug",
        ),
        sentence("game.control_agreed", control=control_words("40/5400+30,1800+30", "de")),
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
def test_typed_in_words_name_or_signs(board: Board, said: str, expected: str) -> None:
    """It cannot have been misheard: it is set, and told."""
    (told,) = board.run(typed(said))
    assert control(board) == expected
    assert told == sentence("game.control_agreed", control=control_words(expected, "de"))


def test_nothing_heard_changes_without_a_yes(board: Board) -> None:
    board.run(heard("drei plus zwei", 1), heard("nein", 3))
    assert control(board) == "5"
    board.run(heard("drei plus zwei", 5), typed("e4"), typed("ja"))
    assert control(board) == "5"
    assert board.session.state.started


def test_control_that_nobody_agreed_to_is_dropped_aloud(board: Board) -> None:
    lines = board.run(heard("drei plus zwei", 1), typed("e4", 3))
    dropped = [
        sentence("game.unanswered"),
        sentence("game.control_stands", control="fünf Minuten"),
    ]
    assert lines[lines.index(dropped[0]) :][:2] == dropped
    assert control(board) == "5"


def test_it_is_dropped_aloud_where_a_move_begins_the_game(tmp_path: Path) -> None:
    """Names, time and mode were told before: that alone is new."""
    board = Board(tmp_path)
    board.session.introduce()
    lines = board.run(heard("drei plus zwei", 1), typed("e4", 3))
    assert sentence("game.control_stands", control="fünf Minuten") in lines


@pytest.mark.article("C.13")
@pytest.mark.parametrize("said", ["0-0", "0-0+"])
def test_c_13_castling_is_no_time_control(tmp_path: Path, said: str) -> None:
    board = Board(tmp_path, fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    board.run(typed(said), typed(""))
    assert board.moves == ["e1g1"]


@pytest.mark.article("C.13")
def test_c_13_impossible_castling_is_refused_as_a_move(board: Board) -> None:
    told = board.run(typed("0-0-0"))[-1]
    assert told == sentence(
        "game.illegal.castling blocked", other_square="David eins", other="die eigene Dame"
    )


def test_last_of_several_is_asked_about(board: Board) -> None:
    board.run(heard("drei plus zwei", 1), heard("fünf plus drei", 3), heard("ja", 5))
    assert control(board) == "5+3"


@pytest.mark.article("6.3.1")
def test_6_3_1_after_the_start_the_clock_is_set(board: Board) -> None:
    lines = board.run(typed("e4"), typed(LONG), typed("ja"))
    assert sentence("game.refused.time is set") in lines
    assert control(board) == "5"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("-5+3", sentence("game.bad control.negative")),
        ("minus fünf plus drei", sentence("game.bad control.negative")),
        ("0", sentence("game.bad control.no_time")),
        ("8760h", sentence("game.bad control.too_long")),
        ("Bedenkzeit ein Jahr", sentence("game.bad control.too_long")),
        ("fünf Minuten plus zwei Stunden", sentence("game.bad control.extra_too_long")),
        ("Bedenkzeit abc", sentence("game.bad control.unreadable")),
        ("3+2+1", sentence("game.bad control.unreadable")),
        ("neue Zeit", sentence("game.bad control.empty")),
    ],
)
def test_bad_control_is_refused_with_an_example(board: Board, said: str, reason: str) -> None:
    lines = board.run(typed(said), typed("ja"))
    example = "fünfzehn Minuten plus zehn Sekunden (15+10)"
    assert lines[0] == f"{reason} Zum Beispiel: {example}."
    assert control(board) == "5"


@pytest.mark.parametrize("said", ["600/5400,1800", "5400,1800"])
def test_the_example_of_periods_has_periods(board: Board, said: str) -> None:
    (line, *_) = board.run(typed(said))
    assert line.endswith("dreißig Sekunden pro Zug (40/5400+30,1800+30).")


def test_chatter_starts_no_clock(board: Board) -> None:
    board.run(heard("anna und bella", 1), typed("was weiß ich"))
    assert not board.session.state.started


def test_controls_are_heard_only_before_the_game(board: Board) -> None:
    ears = FakeListener()
    board.equip(listener=ears)
    board.run(typed("drei plus zwei"), typed("ja"), typed("e4"))
    said = {*time_control.phrases(), *time_control.names()}
    assert said <= set(ears.phrases[0])
    assert not said & set(ears.phrases[-1])


def test_the_agreed_control_survives_a_crash(board: Board) -> None:
    board.run(typed("drei plus zwei"), typed("ja"), typed("e4"))
    board.session.close()
    assert replayed(board.archive, 1).state == board.session.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_hears_the_question_in_his_language(language: str) -> None:
    settings = Settings(language=language)
    (asked,) = words(Question(0, True, QuestionKind.SET_TIME, control="15+10"), settings)
    assert {segment.language for segment in asked.segments} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("problem", Problem)
@pytest.mark.parametrize("example", [EXAMPLE, EXAMPLE_OF_PERIODS])
def test_everybody_hears_the_reason_and_an_example(
    language: str, problem: Problem, example: str
) -> None:
    (told,) = words(ControlRefused(0, True, problem, example), Settings(language=language))
    told_first, _, said = told.spoken.rstrip(".").rpartition(": ")
    assert told_first
    assert not any(char.isnumeric() for char in told.spoken)
    assert f"({example})" in told.text
    heard = control_in(said, language)
    assert heard is not None
    assert TimeControl.parse(str(heard.about)) == TimeControl.parse(example)


@pytest.mark.parametrize("name", time_control.names())
def test_a_control_is_chosen_by_its_name(board: Board, name: str) -> None:
    chosen = preset(name) or TimeControl.parse(time_control.read(name) or "")
    assert done(lexicon.words(name), board.session.state) is Completeness.COMPLETE
    board.run(heard(name, 1), heard("ja", 3))
    assert control(board) == str(chosen)


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        ("-5+3", "de", "-5+3: Eine Zeit kann nicht negativ sein. Zum Beispiel: "),
        ("0", "en", "0: Each period or each move needs more than zero seconds. Say for example: "),
        ("8760h", "cs", "8760h: Období trvá nejvýše dvacet čtyři hodiny. Řekněte například: "),
        ("abc", "sl", "abc: To ni časovna kontrola. Recite na primer: "),
    ],
)
@pytest.mark.parametrize("command", ["play", "clock"])
def test_bad_option_is_refused_in_players_language(
    text: str, language: str, line: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--language", language, "--time", text]) == 2
    example = announced(language).word("commands.set time 15+10")
    assert capsys.readouterr().err == f"{line}{example} (15+10).\n"


@pytest.mark.parametrize(
    "said",
    ["fünfzehn Minuten plus zehn Sekunden", "fünf plus drei", LONG, "Schnellschach", "Eva vier"],
)
def test_a_whole_time_control_is_a_sentence_before_the_game(board: Board, said: str) -> None:
    """Anything else is taken for an unknown sound when it is heard once more."""
    sentences = understanding.sentences(board.session.state)
    assert sentences is not None
    assert allows(sentences, lexicon.words(said.replace(",", "")))


def test_in_the_game_no_time_control_is_listened_for(board: Board) -> None:
    board.run(typed("e4"))
    sentences = understanding.sentences(board.session.state)
    assert sentences is not None
    assert not allows(sentences, lexicon.words("fünf plus drei"))
