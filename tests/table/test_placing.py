# SPDX-License-Identifier: GPL-3.0-or-later
"""Another position to begin from: odds, piece by piece, or as FEN; never in competition."""

from pathlib import Path

import chess
import pytest
from scripted import Table
from told import sentence

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES, Settings
from announce.words.events import words
from record.incidents import incidents
from record.journal import Archive
from record.pgn import to_pgn
from record.session import begin
from record.snapshot import stored
from rules.position import REASONS, Position
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Said
from table.events.answers import About, Answer, CountOf
from table.events.dialogue import InfoGiven
from table.events.game import PositionSet, Refusal, Refused, Role
from table.understanding import typed
from voice.language.commands import Command, CommandName
from voice.language.intent import understand_typed

KNIGHT_ODDS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR"


def board(table: Table) -> str:
    return table.state.position.board.board_fen()


def lines(table: Table, *said: str) -> None:
    for line in said:
        table.say(line, 0)


def test_odds_are_given_by_the_name_of_the_piece() -> None:
    table = Table()
    assert table.say("ohne Damenspringer", 0) == ["InfoGiven", "PositionSet"]
    assert board(table) == KNIGHT_ODDS
    assert table.events[0].answer == Answer(About.MISSING, (CountOf(chess.WHITE, 1, chess.KNIGHT),))
    assert table.state.position.fen.split()[1:3] == ["w", "KQkq"]


@pytest.mark.parametrize(
    ("line", "square"),
    [("Damenvorgabe", "d1"), ("Turmvorgabe", "a1"), ("Springervorgabe", "b1"),
     ("Schwarz Damenvorgabe", "d8"), ("Bauernvorgabe", "f2")],
)  # fmt: skip
def test_odds_have_a_name_of_one_word(line: str, square: str) -> None:
    table = Table()
    lines(table, line)
    given = chess.Board()
    given.remove_piece_at(chess.parse_square(square))
    assert board(table) == given.board_fen()


@pytest.mark.article("II.2-n")
def test_ii_2_n_a_start_position_of_chess960_is_drawn_by_word() -> None:
    drawn = set()
    for at in (0.0, 0.001, 2.345678):
        table = Table()
        table.put(Said(typed("Schach neunhundertsechzig", table.state), 0), at)
        (told,) = table.events
        number = table.state.conditions.chess960
        assert number is not None and told.chess960 == number
        assert table.state.position.fen == Position.start(number).fen
        assert table.state.position.chess960
        drawn.add(number)
    assert len(drawn) == 3
    lines(table, "Grundstellung")
    assert table.state.conditions.chess960 is None


def test_the_start_position_of_chess960_is_told_as_it_is_set_up() -> None:
    told = words(PositionSet(0, Position.start(518).fen, chess960=518), Settings("de"))
    assert told[-1].text == (
        "Von Anna bis Hektor: Turm, Springer, Läufer, Dame, König, Läufer, Springer und Turm."
    )


def test_black_gives_what_stands_opposite() -> None:
    table = Table()
    lines(table, "Schwarz ohne Bauer")
    assert board(table) == "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_a_rook_that_is_missing_castles_no_more() -> None:
    table = Table()
    lines(table, "Turm Anna eins fehlt")
    assert table.state.position.fen.split()[2] == "Kkq"


def test_another_piece_than_was_named_stays() -> None:
    table = Table()
    assert table.say("Turm Bella eins fehlt", 0) == ["InfoGiven"]
    assert board(table) == chess.STARTING_BOARD_FEN


@pytest.mark.article("3.10.3")
def test_an_impossible_position_is_refused_with_the_reason() -> None:
    table = Table()
    lines(table, "Weiß König Eva vier")
    assert "a side has more than one king" in table.events[0].faults
    assert board(table) == chess.STARTING_BOARD_FEN


def test_piece_by_piece() -> None:
    table = Table()
    lines(table, "neue Stellung", "weißer König Eva eins")
    assert table.events[0] == PositionSet(0)
    assert isinstance(table.events[1], InfoGiven)
    assert table.events[1].answer.about is About.PIECES
    lines(table, "schwarzer König Eva zwei", "weißer Turm Hektor eins", "fertig")
    assert table.events[-1].faults == ("the side that is not on move is in check",)
    lines(table, "König Eva zwei fehlt", "schwarzer König Eva acht", "fertig")
    assert table.events[-1] == PositionSet(0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert table.state.setup == ""
    assert table.put(Begin(), 1) == ["GameStarted"]


def test_who_has_the_move_is_said() -> None:
    table = Table()
    lines(table, "neue Stellung", "weißer König e1", "schwarzer König e8", "weißer Bauer a2")
    lines(table, "Schwarz am Zug", "fertig")
    assert table.state.position.turn == chess.BLACK


@pytest.mark.article("6.6")
def test_no_game_begins_from_half_a_board() -> None:
    table = Table()
    lines(table, "neue Stellung", "weißer König Eva eins")
    for begins in ("Uhr", "Eva vier"):
        assert table.say(begins, 0) == ["Refused"]
        assert table.events[-1].reason is Refusal.SET_UP_FIRST
    assert table.put(Begin(), 0) == ["Refused"]
    assert not table.state.started


def test_questions_are_about_the_board_as_far_as_it_is() -> None:
    table = Table()
    lines(table, "neue Stellung", "weißer König Eva eins", "Stellung")
    assert [each for one in table.events[-1].answer.facts for each in one.squares] == [chess.E1]


def test_back_to_the_start() -> None:
    table = Table()
    lines(table, "ohne Dame", "neue Stellung", "Grundstellung")
    assert (board(table), table.state.setup) == (chess.STARTING_BOARD_FEN, "")


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R b - - 3 7"]', "4k3/8/8/8/8/8/8/4K2R b - - 3 7"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_a_position_as_fen_may_be_pasted(line: str, fen: str) -> None:
    table = Table()
    lines(table, line)
    assert table.state.position.fen == fen


def test_what_only_looks_like_a_fen_is_none() -> None:
    table = Table()
    lines(table, "9k3/8/8/8/8/8/8/4K2R w K - 0 1x", "4k3/8/8/8/8/8/8/4K2R9 w")
    assert not any(isinstance(event, PositionSet) for event in table.events)


@pytest.mark.article("2.3")
@pytest.mark.parametrize("said", ["ohne Dame", "neue Stellung", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
def test_not_in_competition_and_not_in_a_game(said: str) -> None:
    table = Table(mode=Mode.COMPETITION)
    lines(table, said)
    assert isinstance(table.events[-1], Refused)
    assert table.events[-1].reason is Refusal.NOT_IN_COMPETITION
    begun = Table()
    begun.put(Begin(), 0)
    begun.say(said, 1)
    assert begun.events[-1].reason is Refusal.BEFORE_GAME


TYPED = {
    "de": ("ohne Damenspringer", "Aufstellung", "aufgestellt"),
    "en": ("without the queen's knight", "set up a position", "done"),
    "sr": ("bez skakača", "nova pozicija", "gotovo"),
    "sl": ("brez skakača", "nova pozicija", "končano"),
    "cs": ("bez jezdce", "nová pozice", "hotovo"),
}


@pytest.mark.parametrize("language", TYPED)
def test_typed_in_every_language(language: str) -> None:
    odds, empty, done = (
        understand_typed(line, Position.start(), interface=language) for line in TYPED[language]
    )
    assert odds.board.square == chess.B1  # type: ignore[union-attr]
    assert (odds.name, empty.word, done.word) == (CommandName.PLACE, "empty", "done")  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told_in_every_language(language: str) -> None:
    told = lexicon(language).table("game.set_up.fault")
    assert set(REASONS) == set(told)


def test_the_record_goes_on_from_there(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    session = begin(archive, Conditions(press_after=None), Settings(), lambda: "2026-01-01T12:00")
    for line in ("ohne Damenspringer", "Uhr", "Sf3"):
        if line == "Uhr":
            session.put(Begin(), 0)
        else:
            session.put(Said(typed(line, session.state), 0, heard=line, typed=True), 0)
    session.close()
    state = stored(archive, 1).state
    assert state.conditions.fen.startswith(KNIGHT_ODDS)
    assert f'[FEN "{state.conditions.fen}"]' in to_pgn(state)
    assert [one.position.board.board_fen() for one in incidents(archive, 1, "de", (PositionSet,))]


@pytest.mark.parametrize("line", ["Ich heiße Anna Berg", "my name is Anna Berg"])
def test_who_says_their_name_has_it(line: str) -> None:
    table = Table()
    table.say(line, 0, who=Role.BLACK)
    assert (table.state.conditions.white, table.state.conditions.black) == ("", "Anna Berg")
    against = Table(computer=chess.WHITE, white="Hektor")
    lines(against, line)
    assert (against.state.conditions.white, against.state.conditions.black) == (
        "Hektor",
        "Anna Berg",
    )


def test_where_nobody_hurries_no_time_is_told() -> None:
    table = Table(time_control="24h")
    table.put(Begin(), 0)
    table.say("beide Zeiten", 1)
    assert table.events[-1].answer.facts == ()
    (told,) = words(table.events[-1], Settings())
    assert told.text == sentence("answers.no_hurry")


def test_errors_are_told_in_study() -> None:
    table = Table()
    table.put(Begin(), 0)
    table.say("wo waren Fehler", 1)
    assert table.events[-1].reason is Refusal.NOT_OVER
    table.say("ich gebe auf", 2)
    table.say("ja", 3)
    table.say("wo waren meine Fehler", 4)
    assert table.request == Command(CommandName.ERRORS, text="wo waren meine Fehler")
