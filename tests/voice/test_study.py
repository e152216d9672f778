# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said and typed while somebody studies, in all languages."""

import re
from pathlib import Path

import chess
import pytest

from announce.lexicon import lexicon as announced
from rules.position import Position
from table.reception import leaves
from voice.language import lexicon, study
from voice.language.commands import Command
from voice.language.completeness import Completeness
from voice.language.intent import understand_typed
from voice.language.interpretation import Heard
from voice.language.study import StudyCommand, StudyName, parse

LINES = [
    ("de", "vor", StudyCommand(StudyName.NEXT)),
    ("de", "Zug siebzehn", StudyCommand(StudyName.TO_MOVE, number=17)),
    ("de", "Zug 17 Schwarz", StudyCommand(StudyName.TO_MOVE, number=17, colour=chess.BLACK)),
    ("de", "Partie zwölf", StudyCommand(StudyName.GAME, number=12)),
    ("de", "Partien von Carlsen", StudyCommand(StudyName.FIND_PLAYER, text="Carlsen")),
    ("de", "was wäre, wenn Sf5", StudyCommand(StudyName.TRY, text="Sf5")),
    ("de", "was waere wenn Sf5", StudyCommand(StudyName.TRY, text="Sf5")),
    ("de", "Variante 2", StudyCommand(StudyName.ENTER, number=2)),
    ("de", "Variante Sf3", StudyCommand(StudyName.ENTER, text="Sf3")),
    ("de", "Kommentar", StudyCommand(StudyName.COMMENT)),
    ("de", "Kommentar: h5 war stark", StudyCommand(StudyName.WRITE, text="h5 war stark")),
    ("de", "merken als Idee", StudyCommand(StudyName.NOTE, text="Idee")),
    ("de", "zeige Anna", StudyCommand(StudyName.RECALL, text="Anna")),
    ("de", "Eröffnung Sizilianisch", StudyCommand(StudyName.OPENING, opening="sicilian")),
    ("de", "Eröffnung B33", StudyCommand(StudyName.FIND_OPENING, text="B33")),
    ("de", "Matt in zwei", StudyCommand(StudyName.MATE, number=2)),
    ("de", "Endspiel Läufer und Springer", StudyCommand(StudyName.ENDING, ending="bishop_knight")),
    ("de", "Endspiel Bauer", StudyCommand(StudyName.ENDING, ending="pawn")),
    ("de", "Endspiel Bauer gegen Bauer", StudyCommand(StudyName.ENDING, ending="pawn_pawn")),
    ("de", "Endspiel mit zwei Bauern", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("de", "Endspiel zwei Bauern", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("de", "welche Farbe hat g6", None),
    (
        "de",
        "wohin kann der Springer von Anna drei in zwei Zügen",
        StudyCommand(StudyName.KNIGHT_REACH, number=2, square=chess.A3),
    ),
    ("de", "weiß", StudyCommand(StudyName.ANSWER, light=True)),
    ("de", "Springer Felix drei", None),
    ("de", "welche Farbe hat Gustav neun", None),
    ("en", "move 17", StudyCommand(StudyName.TO_MOVE, number=17)),
    ("en", "what if Nf5", StudyCommand(StudyName.TRY, text="Nf5")),
    ("en", "games by Carlsen", StudyCommand(StudyName.FIND_PLAYER, text="Carlsen")),
    ("sr", "potez 17 crni", StudyCommand(StudyName.TO_MOVE, number=17, colour=chess.BLACK)),
    ("sr", "потез 17", StudyCommand(StudyName.TO_MOVE, number=17)),
    ("sr", "sta ako Sf5", StudyCommand(StudyName.TRY, text="Sf5")),
    ("sl", "kaj če Sf5", StudyCommand(StudyName.TRY, text="Sf5")),
    ("cs", "co kdyby Jf5", StudyCommand(StudyName.TRY, text="Jf5")),
    ("cs", "mat druhým tahem", StudyCommand(StudyName.MATE, number=2)),
    ("sl", "mat v dveh potezah", StudyCommand(StudyName.MATE, number=2)),
    ("de", "Endspiel mit dem Läuferpaar", StudyCommand(StudyName.ENDING, ending="bishops")),
    ("cs", "koncovka se dvěma střelci", StudyCommand(StudyName.ENDING, ending="bishops")),
    ("sl", "končnica z dvema lovcema", StudyCommand(StudyName.ENDING, ending="bishops")),
    ("en", "pawn against pawn ending", StudyCommand(StudyName.ENDING, ending="pawn_pawn")),
    ("sr", "završnica sa dva pešaka", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("de", "Endspiel drei Läufer", None),
    ("en", "ending with 2 pawns", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("sr", "završnica sa dva pešaka", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("sl", "končnica z dvema kmetoma", StudyCommand(StudyName.ENDING, ending="pawns")),
    ("cs", "koncovka pěšec proti pěšci", StudyCommand(StudyName.ENDING, ending="pawn_pawn")),
    ("en", "queen endgame", StudyCommand(StudyName.ENDING, ending="queen")),
    (
        "sl",
        "kam lahko skakač z a3 v dveh potezah",
        StudyCommand(StudyName.KNIGHT_REACH, square=chess.A3, number=2),
    ),
    (
        "cs",
        "kam může jezdec z a3 ve třech tazích",
        StudyCommand(StudyName.KNIGHT_REACH, square=chess.A3, number=3),
    ),
    ("sr", "mat u jednom potezu", StudyCommand(StudyName.MATE, number=1)),
    ("de", "Matt in einem Zug", StudyCommand(StudyName.MATE, number=1)),
    ("cs", "partie 12", StudyCommand(StudyName.GAME, number=12)),
    ("de", "Turmendspiel", StudyCommand(StudyName.ENDING, ending="rook")),
    ("sr", "topovska završnica", StudyCommand(StudyName.ENDING, ending="rook")),
    ("sl", "kmečka končnica", StudyCommand(StudyName.ENDING, ending="pawn")),
    ("cs", "dámská koncovka", StudyCommand(StudyName.ENDING, ending="queen")),
    ("de", "geh zu Zug 12", StudyCommand(StudyName.TO_MOVE, number=12)),
    ("cs", "jdi na tah 12", StudyCommand(StudyName.TO_MOVE, number=12)),
]


@pytest.mark.parametrize(("language", "line", "meant"), LINES)
def test_lines_of_study(language: str, line: str, meant: StudyCommand | None) -> None:
    assert parse(line, language) == meant


@pytest.mark.parametrize("language", lexicon.languages())
def test_every_command_can_be_typed_in_every_language(language: str) -> None:
    words = lexicon.load(language, "study")
    assert {*words["commands"]} == {name.value for name in StudyName}
    german = lexicon.load("de", "study")["slots"]
    for slot in ("shade", "mates", "ending", "opening"):
        assert words["slots"][slot].keys() == german[slot].keys(), slot


@pytest.mark.parametrize("language", lexicon.languages())
def test_what_help_names_is_understood(language: str) -> None:
    games = {"position", "leave"}  # words of the game, and of the program
    for topic, said in announced(language).own("study.say").items():
        if topic not in games:
            assert parse(said, language) is not None, said


def test_the_speech_model_knows_every_word_that_is_heard() -> None:
    heard = {word for phrase in study.phrases() for word in phrase.split()}
    assert heard <= set(lexicon.vocabulary())


@pytest.mark.parametrize("page", ["de/studium.md", "en/study.md"])
def test_the_pages_name_what_is_understood(page: str) -> None:
    """German on both; all that is code and no command of the shell."""
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    of_game = {
        "Hilfe", "ende", "beide Zeiten", "Bewertung", "was war besser", "Vorschlag", "ja", "nein",
        "gegen den Computer weiter", "Computer Stufe drei", "Computer ich spiele Schwarz",
        "PGN kopieren", "Stellung kopieren", "welche Farbe hat Gustav sechs",
    }  # fmt: skip
    said = [each for each in re.findall(r"`([^`]+)`", text) if not each.startswith(("./run", "--"))]
    for line in dict.fromkeys(" ".join(each.split()) for each in said):
        assert line in of_game or parse(line) is not None, line
    heard = {name.value for name in StudyName if name.value not in ("write", "answer")}
    named = {command.name.value for line in said if (command := parse(line)) is not None}
    assert heard <= named


@pytest.mark.parametrize("language", ["sr", "sl", "cs"])
def test_the_short_pages_name_what_is_understood(language: str) -> None:
    """German or the language of the page, a word of study or one of a game."""
    page = Path(__file__).parents[2] / "docs" / language / "study.md"
    text = page.read_text(encoding="utf-8")
    said = [each for each in re.findall(r"`([^`]+)`", text) if not each.startswith(("./run", "--"))]
    for line in said:
        meant = understand_typed(line, Position.start(), interface=language)
        of_game = isinstance(meant, Command) or leaves(line)
        assert of_game or parse(line) or parse(line, language), line


@pytest.mark.parametrize("language", lexicon.languages())
def test_no_word_of_study_hides_a_move(language: str) -> None:
    """What is typed as a move is one in study too."""
    position = Position.start()
    letters = {"cs": "J", "en": "N"}.get(language, "S")
    for line in ("e4", "e2e4", f"{letters}f3", "Springer Felix drei", "d4", "b3", "nc3"):
        if isinstance(understand_typed(line, position, interface=language), Heard):
            assert parse(line, language) is None, line


def test_what_is_heard_means_what_it_says() -> None:
    for phrase in study.phrases():
        words = tuple(phrase.split())
        begun = any(phrase.startswith(head) for head in ("was wäre wenn", "variante "))
        assert begun or study.means(words) is not None, phrase


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("endspiel", Completeness.OPEN),
        ("endspiel bauer", Completeness.OPEN),
        ("endspiel bauer gegen", Completeness.UNKNOWN),
        ("endspiel bauer gegen bauer", Completeness.WHOLE),
        ("endspiel bauern", Completeness.WHOLE),
        ("endspiel zwei bauern", Completeness.WHOLE),
        ("endspiel läufer", Completeness.OPEN),
        ("vor", Completeness.WHOLE),
        ("springer", Completeness.UNKNOWN),
    ],
)
def test_the_start_of_a_longer_ending_is_waited_for(said: str, state: Completeness) -> None:
    assert study.completeness(tuple(said.split())) is state
