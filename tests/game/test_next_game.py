# SPDX-License-Identifier: GPL-3.0-or-later
"""The game after a game: the program goes on with the same devices and a record of its own."""

import io
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import chess
import homes
import pytest
from engine_table import Table
from told import sentence

from announce.text.settings import Settings
from game.app import assemble
from game.app.cli import main
from record.journal import Archive
from record.session import Session
from table.chessclock import ALONE
from table.core.conditions import Conditions
from table.core.inputs import Errand
from table.core.state import new_state

Play = Callable[..., list[str]]


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Runs the command line on typed lines, in an empty home; gives what it printed."""
    homes.empty(monkeypatch, tmp_path)

    def call(*arguments: str, lines: tuple[str, ...] = ()) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(arguments) == 0
        return capsys.readouterr().out.splitlines()

    return call


QUIET = ("--no-microphone", "--no-speech")
PRESSED_BY_HAND = ("play", *QUIET, "--press", "hand")
RESIGNED = ("e4", "", "aufgeben", "ja")


def archive(folder: Path) -> tuple[str, str]:
    return ("--archive", str(folder / "games.sqlite"))


def test_a_rematch_changes_colours_and_keeps_both_games(play: Play, tmp_path: Path) -> None:
    names = ("--white", "Anna", "--black", "Bernd", "--press", "hand")
    lines = (*RESIGNED, "Revanche", "d4", "", "ende")
    told = play("play", *QUIET, *archive(tmp_path), *names, lines=lines)
    assert sentence("game.rematch") in told
    first, second = ("\n".join(play("export", number, *archive(tmp_path))) for number in ("1", "2"))
    assert '[White "Anna"]' in first
    assert '[White "Bernd"]' in second
    assert "1. e4" in first
    assert "1. d4" in second


def test_before_a_rematch_only_what_changes_is_told(play: Play, tmp_path: Path) -> None:
    names = ("--white", "Anna", "--black", "Bernd", "--time", "5+3")
    told = play("play", *QUIET, *archive(tmp_path), *names, lines=(*RESIGNED, "Revanche", "ende"))
    after = told[told.index(sentence("game.rematch")) + 1 : -1]
    assert after == ["Weiß: Bernd.", "Schwarz: Anna.", "Weiß ist am Zug."]


def test_the_same_game_once_more_tells_who_begins(play: Play, tmp_path: Path) -> None:
    lines = (*RESIGNED, "neue Partie", "ende")
    told = play("play", *QUIET, *archive(tmp_path), "--time", "5+3", lines=lines)
    assert told[told.index(sentence("game.next_game")) + 1 : -1] == ["Weiß ist am Zug."]


def test_a_next_game_from_another_position_says_so(play: Play, tmp_path: Path) -> None:
    lines = ("ohne Dame", *RESIGNED, "neue Partie", "Grundstellung", "ende")
    told = play("play", *QUIET, *archive(tmp_path), "--time", "5+3", lines=lines)
    after = told[told.index(sentence("game.next_game")) + 1 :]
    assert after[0] == sentence("program.message.other_start")
    assert sentence("game.set_up.holds", colour="Weiß") in after


ASKED = {
    "de": ("letzte Partie ansehen", "vor", "ende"),
    "en": ("last game", "next", "quit"),
    "sr": ("pogledaj poslednju partiju", "napred", "kraj"),
    "sl": ("poglej zadnjo partijo", "naprej", "konec"),
    "cs": ("prohlédnout poslední partii", "vpřed", "konec"),
}


@pytest.mark.parametrize("language", ASKED)
def test_the_last_game_is_looked_at_and_the_next_one_follows(
    play: Play, tmp_path: Path, language: str
) -> None:
    look, forward, back = ASKED[language]
    quiet = (*QUIET, *archive(tmp_path), "--language", language)
    asked = (*RESIGNED, look, forward, back, "Revanche", "d4", "", back)
    told = play("play", *quiet, "--press", "hand", lines=asked)
    begins, ends = (
        told.index(sentence(name, language=language))
        for name in ("game.study", "study.back_at_table")
    )
    looked_at = "\n".join(told[begins + 1 : ends])
    assert "Eva vier" in looked_at
    assert sentence("game.rematch", language=language) in told[ends:]
    assert "1. d4" in "\n".join(play("export", "2", *archive(tmp_path)))


ERRORS = {
    "de": ("wo waren meine Fehler", "ende"),
    "en": ("where were my mistakes", "quit"),
    "sr": ("gde su bile greške", "kraj"),
    "sl": ("kje so bile napake", "konec"),
    "cs": ("kde byly chyby", "konec"),
}


@pytest.mark.parametrize("language", ERRORS)
def test_whoever_asks_for_their_errors_is_shown_them(
    play: Play, tmp_path: Path, language: str
) -> None:
    """In the study of the game that they have just played, from which they come back."""
    asked, back = ERRORS[language]
    quiet = (*QUIET, *archive(tmp_path), "--language", language)
    told = play("play", *quiet, "--press", "hand", lines=(*RESIGNED, asked, back, back))
    begins = told.index(sentence("game.study", language=language))
    assert told[begins + 1] == sentence("study.looking", language=language)
    assert sentence("study.back_at_table", language=language) in told[begins:]
    assert told[-1] == sentence("program.message.left_over", language=language)


def test_where_nothing_was_played_there_is_no_error(play: Play, tmp_path: Path) -> None:
    told = play("play", *QUIET, *archive(tmp_path), lines=("wo waren meine Fehler", "ende"))
    assert sentence("study.empty") in told


def test_a_game_goes_on_from_what_is_looked_at(play: Play, tmp_path: Path) -> None:
    """White has the move there, and plays against the computer; both games are kept."""
    moves = ("e4", "", "e5", "", "Sf3", "", "aufgeben", "ja")
    lines = ("letzte Partie ansehen", "vor", "vor", "Computer Stufe 1 ab hier", "ende")
    told = play(*PRESSED_BY_HAND, *archive(tmp_path), lines=(*moves, *lines))
    begins = told.index(sentence("game.next_game"))
    assert sentence("game.set_up.holds", colour="Weiß") in told[begins:]
    assert told[-1] == sentence("program.message.left_over")  # nobody has moved
    old, new = ("\n".join(play("export", number, *archive(tmp_path))) for number in ("1", "2"))
    assert "2. Nf3" in old
    assert '[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]' in new
    assert '[Black "Hektor"]' in new


def test_nobody_plays_on_from_a_mate(play: Play, tmp_path: Path) -> None:
    moves = ("f3", "", "e5", "", "g4", "", "Dd8h4", "")
    lines = ("letzte Partie ansehen", "Schluss", "gegen den Computer weiter", "ende", "ende")
    told = play(*PRESSED_BY_HAND, *archive(tmp_path), lines=(*moves, *lines))
    assert sentence("study.refused.over") in told


def test_who_has_a_page_has_one_to_look_at_the_game_too(play: Play, tmp_path: Path) -> None:
    lines = (*RESIGNED, "letzte Partie ansehen", "ende", "ende")
    told = play("play", *QUIET, *archive(tmp_path), "--page", lines=lines)
    (address,) = [line for line in told if line.startswith("Seite im Browser: http://127.0.0.1:")]
    assert told.index(address) > told.index(sentence("game.study"))


def test_a_running_game_is_not_looked_at(play: Play, tmp_path: Path) -> None:
    told = play("play", *QUIET, *archive(tmp_path), lines=("e4", "", "letzte Partie ansehen"))
    assert sentence("game.refused.not over") in told
    assert sentence("game.study") not in told


def test_before_the_first_game_there_is_none_to_look_at(play: Play, tmp_path: Path) -> None:
    told = play("play", *QUIET, *archive(tmp_path), lines=("letzte Partie ansehen", "ende"))
    assert sentence("study.empty") in told


@pytest.mark.article("8.7")
def test_8_7_who_wants_a_rematch_is_told_how_to_sign(play: Play, tmp_path: Path) -> None:
    lines = (*RESIGNED, "Revanche", "ende")
    told = play("play", *QUIET, *archive(tmp_path), "--mode", "competition", lines=lines)
    refused = told.index(sentence("game.refused.sign first"))
    assert told[refused + 1].startswith("Ich unterschreibe: ")


def test_a_time_may_be_set_before_the_next_game(play: Play, tmp_path: Path) -> None:
    lines = (*RESIGNED, "neue Partie", "Zeit 5+3", "ja", "d4", "", "ende")
    play("play", *QUIET, *archive(tmp_path), "--press", "hand", "--time", "90", lines=lines)
    assert '[TimeControl "300+3"]' in play("export", "2", *archive(tmp_path))
    assert '[TimeControl "5400"]' in play("export", "1", *archive(tmp_path))


def test_games_can_follow_one_another(play: Play, tmp_path: Path) -> None:
    lines = ("e4", "neue Partie", "ja", "d4", "neue Partie", "nein", "Revanche", "ja", "ende")
    play("play", *QUIET, *archive(tmp_path), "--press", "hand", lines=lines)
    games = Archive(tmp_path / "games.sqlite").games()
    assert [game.begun for game in games] == [False, True, True]


def test_a_resumed_game_has_a_next_one(play: Play, tmp_path: Path) -> None:
    play("play", *QUIET, *archive(tmp_path), "--press", "hand", lines=("e4", "", "ende"))
    told = play("resume", *QUIET, *archive(tmp_path), lines=("neue Partie", "ja", "d4", "ende"))
    assert sentence("game.next_game") in told
    assert len(Archive(tmp_path / "games.sqlite").games()) == 2


def test_the_record_has_event_site_and_round(play: Play, tmp_path: Path) -> None:
    named = ("--event", "Liga", "--site", "Ulm", "--round", "2")
    lines = ("Runde 3", "Weiß heißt Anna Berg", "e4", "", "ende")
    play("play", *QUIET, *archive(tmp_path), *named, "--press", "hand", lines=lines)
    headers = play("export", "1", *archive(tmp_path))[:5]
    assert [one for one in headers if "Date" not in one] == [
        '[Event "Liga"]',
        '[Site "Ulm"]',
        '[Round "3"]',
        '[White "Anna Berg"]',
    ]
    assert "Anna Berg" in play("games", *archive(tmp_path))[0]


def test_the_clock_is_set_anew(play: Play) -> None:
    lines = ("", "neue Partie", "ja", "drei plus zwei", "ja", "", "Zeit", "ende")
    told = play("clock", *QUIET, "--time", "5", lines=lines)
    assert sentence("program.message.clock_next_game") in told
    assert any(line.startswith("Weiß: drei Minuten") for line in told)


def test_a_rematch_at_the_clock_changes_the_times() -> None:
    agreed = Conditions(time_control="15", black_time_control="5")
    before = Session(new_state(agreed), Settings(), table=ALONE)
    after = assemble.at_clock(before, assemble.Extras(), Errand.REMATCH)[0].state.clock
    assert after.remaining(chess.WHITE, 0) < after.remaining(chess.BLACK, 0)


def test_the_level_of_the_computer_is_told_before_the_game(play: Play, tmp_path: Path) -> None:
    told = play("play", *QUIET, *archive(tmp_path), "--level", "2", lines=("ende",))
    assert [line for line in told if line.startswith("Schwarz:")] == ["Schwarz: Hektor, Stufe 2."]


def test_two_people_who_sent_the_computer_away_play_on_without_it(
    play: Play, tmp_path: Path
) -> None:
    computer = ("--opponent", "computer", "--level", "3", "--press", "hand")
    lines = ("zu zweit", *RESIGNED, "neue Partie", "e4", "", "e5", "ende")
    told = play("play", *QUIET, *archive(tmp_path), *computer, lines=lines)
    assert "Schwarz: Hektor, Stufe 15." not in told
    assert told.count("Schwarz: Hektor, Stufe 3.") == 1
    assert '[Black "?"]' in play("export", "2", *archive(tmp_path))


def test_the_computer_changes_colours_too(tmp_path: Path) -> None:
    given = Namespace(archive=tmp_path / "games.sqlite", no_microphone=True)
    agreed = Conditions(white="Anna", black="Hektor", computer=chess.BLACK, elo=800)
    before = Session(new_state(agreed), Settings())
    follow = assemble.at_board(given, [])
    for rematch, colour in ((True, chess.WHITE), (False, chess.BLACK)):
        after = follow(before, assemble.Extras(), Errand.REMATCH if rematch else Errand.NEXT_GAME)[
            0
        ]
        after.close()
        agreed = after.state.conditions
        assert (agreed.computer, agreed.elo) == (colour, 800)
        assert (agreed.white if colour else agreed.black) == "Hektor"


def test_an_engine_agrees_to_take_moves_back(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5", "d7d5")
    table.say("e4", "")
    assert table.moves == ["e2e4", "e7e5"]
    table.say("zurück")
    assert table.moves == []
    table.say("d4", "")
    assert table.moves == ["d2d4", "d7d5"]
