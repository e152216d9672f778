# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves in the words of Appendix D.2.1, in four styles, German for everyone."""

import chess
import pytest
from games import fact

from announce.lexicon import plain
from announce.text.settings import LANGUAGES, Settings, Style
from announce.words.moves import move_line, move_words, square_words
from lab.script import parse, run
from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position

PAWN_ENDING = "8/4P3/8/8/8/k7/8/K7 w - - 0 1"
CAPTURE_AND_PROMOTE = "3r4/4P3/8/8/8/k7/8/K7 w - - 0 1"
EN_PASSANT = "8/8/8/3pP3/8/k7/8/K7 w - d6 0 1"
TWO_ROOKS = "8/6k1/8/8/8/8/K7/R6R w - - 0 1"
ROOKS_ON_A_FILE = "R7/6k1/8/8/8/8/7K/R7 w - - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
QUEEN_TAKES = "4k3/4p3/8/8/8/8/8/K3Q3 w - - 0 1"
MATES = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"

GERMAN_STYLES = [Settings(style=style) for style in Style]


def said(move: MoveFacts, settings: Settings) -> str:
    return plain(move_words(move, settings))


@pytest.mark.article("D.2.1-b", "D.2.1-c")
@pytest.mark.parametrize("language", LANGUAGES)
def test_squares_are_named_as_in_appendix_d(language: str) -> None:
    """D.2.1: Anna to Hektor, eins to acht; always for a German voice."""
    files = ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hektor"]
    ranks = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"]
    for square in chess.SQUARES:
        (segment,) = square_words(square, Settings(language=language))
        name = f"{files[chess.square_file(square)]} {ranks[chess.square_rank(square)]}"
        assert (segment.text, segment.language) == (name, "de")


@pytest.mark.parametrize(
    ("fen", "san", "appendix_d", "full", "short"),
    [
        (
            chess.STARTING_FEN,
            "Nf3",
            "Springer Gustav eins Felix drei",
            "Springer von Gustav eins nach Felix drei",
            "Springer Felix drei",
        ),
        (
            chess.STARTING_FEN,
            "e4",
            "Eva zwei Eva vier",
            "Bauer von Eva zwei nach Eva vier",
            "Eva vier",
        ),
        (
            QUEEN_TAKES,
            "Qxe7+",
            "Dame Eva eins schlägt Eva sieben",
            "Dame von Eva eins nach Eva sieben, schlägt Bauer, Schach",
            "Dame schlägt Eva sieben",
        ),
        (
            PAWN_ENDING,
            "e8=N",
            "Eva sieben Eva acht Springer",
            "Bauer von Eva sieben nach Eva acht, wird Springer",
            "Eva acht Springer",
        ),
        (
            CAPTURE_AND_PROMOTE,
            "exd8=Q",
            "Eva sieben schlägt David acht Dame",
            "Bauer von Eva sieben nach David acht, schlägt Turm, wird Dame",
            "Eva schlägt David acht Dame",
        ),
        (
            EN_PASSANT,
            "exd6",
            "Eva fünf schlägt David sechs en passant",
            "Bauer von Eva fünf nach David sechs, schlägt Bauer en passant",
            "Eva schlägt David sechs en passant",
        ),
        (
            TWO_ROOKS,
            "Rad1",
            "Turm Anna eins David eins",
            "Turm von Anna eins nach David eins",
            "Turm Anna David eins",
        ),
        (
            ROOKS_ON_A_FILE,
            "R1a4",
            "Turm Anna eins Anna vier",
            "Turm von Anna eins nach Anna vier",
            "Turm eins Anna vier",
        ),
        (CASTLING, "O-O", "Kurze Rochade", "Kurze Rochade", "Kurze Rochade"),
        (CASTLING, "O-O-O", "Lange Rochade", "Lange Rochade", "Lange Rochade"),
    ],
)
def test_a_move_in_every_style(fen: str, san: str, appendix_d: str, full: str, short: str) -> None:
    move = fact(san, fen)
    assert said(move, Settings(style=Style.APPENDIX_D)) == appendix_d
    assert said(move, Settings(style=Style.FULL)) == full
    assert said(move, Settings(style=Style.SHORT)) == short
    assert said(move, Settings(style=Style.SAN)) == short


def test_short_style_is_never_ambiguous() -> None:
    """C.10: what the short form leaves out is told by the position."""
    position = Position.from_fen("k7/8/8/N3N3/8/8/8/N3N2K w - - 0 1")
    for settings in GERMAN_STYLES:
        spoken = [said(facts(position, move), settings) for move in position.legal_moves]
        assert len(set(spoken)) == len(spoken)


def test_check_is_said_on_request_only() -> None:
    """Appendix D does not ask for it."""
    move = fact("Qxe7+", QUEEN_TAKES)
    assert said(move, Settings()) == "Dame Eva eins schlägt Eva sieben"
    assert said(move, Settings(say_check=True)) == "Dame Eva eins schlägt Eva sieben, Schach"


def test_mate_is_named() -> None:
    assert said(fact("Re8#", MATES), Settings(style=Style.SHORT)) == "Turm Eva acht, matt"


def test_zwo_for_zwei() -> None:
    """D.2.1: "eins bis acht, unless the arbiter decides otherwise"."""
    move = fact("e4")
    assert said(move, Settings(zwo=True)) == "Eva zwo Eva vier"


@pytest.mark.parametrize(
    ("language", "second", "line"),
    [
        ("de", False, "Sf3"),
        ("en", False, "Nf3"),
        ("sl", False, "Sf3"),
        ("sr", False, "Sf3"),
        ("sr", True, "Сf3"),
        ("cs", False, "Jf3"),
    ],
)
def test_notation_uses_the_letters_of_the_language(language: str, second: bool, line: str) -> None:
    """C.2: each player may use the first letter of the name in their own language."""
    settings = Settings(language=language, style=Style.SAN, second_script=second)
    assert plain(move_line(fact("Nf3"), settings)) == line


def test_castling_in_noughts_promotion_by_letter() -> None:
    """C.13."""
    settings = Settings(style=Style.SAN)
    assert move_line(fact("O-O-O", CASTLING), settings)[0].text == "0-0-0"
    assert move_line(fact("exd8=Q", CAPTURE_AND_PROMOTE), settings)[0].text == "exd8=D"


def test_only_the_notation_style_writes_notation() -> None:
    assert move_line(fact("O-O", CASTLING), Settings()) == ()


@pytest.mark.article("D.2.1-c")
@pytest.mark.parametrize(
    ("mode", "chosen", "told"),
    [
        ("training", "english", "knight f three"),
        ("training", "german", "Springer Felix drei"),
        ("training", "slovenian", "Springer Felix drei"),  # only the names of pieces are heard
        ("competition", "english", "Springer Gustav eins Felix drei"),
    ],
)
def test_moves_are_read_back_as_players_of_training_say_them(
    mode: str, chosen: str, told: str
) -> None:
    script = f"set mode {mode}\nset style usual\nset moves-in {chosen}\n1 white Sf3"
    (spoken,) = (line for line in run(parse(script)) if line["event"] == "MoveSpoken")
    assert spoken["text"] == told


@pytest.mark.parametrize("style", Style)
def test_an_english_move_is_for_an_english_voice(style: Style) -> None:
    english = Settings(moves="en", style=style)
    for fen, san in ((CAPTURE_AND_PROMOTE, "exd8=Q"), (CASTLING, "O-O"), (TWO_ROOKS, "Rad1")):
        (segment,) = move_words(fact(san, fen), english)
        assert segment.language == "en"
        assert not {"schlägt", "Rochade", "eins", "Turm"} & set(segment.text.split())
