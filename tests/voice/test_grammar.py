# SPDX-License-Identifier: GPL-3.0-or-later
"""The language of moves and commands: parsed, generated and listed by one grammar."""

import random
from dataclasses import replace

import chess
import pytest
from descriptions import said
from games import positions
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.positions import describe
from rules.description import Castling, MoveDescription
from rules.moves import facts, find
from rules.position import Position
from voice.language import lexicon
from voice.language.commands import Command, CommandName, OnBoard, Tag
from voice.language.grammar import (
    examples,
    parse,
    phrase,
    phrases,
    ways,
)

N, B, R, Q, K, P = chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING, chess.PAWN
WAYS_TRIED = 25


MOVES = [
    ("Springer Felix drei", said(N, "f3")),
    ("Pferd Felix drei", said(N, "f3")),
    ("Eva vier", said(to="e4")),
    ("Bauer Eva vier", said(P, "e4")),
    ("Bauer nach Eva vier", said(P, "e4")),
    ("Springer Gustav eins Felix drei", said(N, "f3", "g1")),
    ("Springer von Gustav eins nach Felix drei", said(N, "f3", "g1")),
    ("Eva zwei Eva vier", said(to="e4", start="e2")),
    ("Eva zwo zieht nach Eva vier", said(to="e4", start="e2")),
    ("Turm Anna David eins", said(R, "d1", "a")),
    ("Springer fünf Felix drei", said(N, "f3", "5")),
    ("Läufer schlägt Felix sieben", said(B, "f7", capture=True)),
    ("Läufer nimmt Bauer Felix sieben", said(B, "f7", capture=True, captured=P)),
    ("Läufer schlägt Springer", said(B, capture=True, captured=N)),
    ("Eva schlägt David fünf", said(to="d5", start="e", capture=True)),
    ("Bauer Eva mal David fünf", said(P, "d5", "e", capture=True)),
    ("Eva David fünf", said(to="d5", start="e")),
    ("Dame nach Hektor fünf", said(Q, "h5")),
    ("Dame zieht auf Hektor fünf", said(Q, "h5")),
    ("Eva acht Dame", said(to="e8", promotion=Q)),
    ("Eva acht wird Springer", said(to="e8", promotion=N)),
    ("Eva acht wird zum Springer", said(to="e8", promotion=N)),
    ("Eva acht Umwandlung in Turm", said(to="e8", promotion=R)),
    ("Eva acht Unterverwandlung Läufer", said(to="e8", promotion=B)),
    (
        "David schlägt Eva acht Dame Schach",
        said(to="e8", start="d", promotion=Q, capture=True, check=True),
    ),
    ("Eva schlägt David sechs en passant", said(to="d6", start="e", capture=True, en_passant=True)),
    ("Kurze Rochade", said(castling=Castling.SHORT)),
    ("Lange Rochade Schach", said(castling=Castling.LONG, check=True)),
    ("kurz", said(castling=Castling.SHORT)),
    ("ich rochiere lang", said(castling=Castling.LONG)),
    ("große Rochade", said(castling=Castling.LONG)),
    ("Dame Felix sieben Schach und matt", said(Q, "f7", check=True, mate=True)),
    ("Dame Felix sieben und matt", said(Q, "f7", check=True, mate=True)),
    ("Turm David eins Doppelschach", said(R, "d1", check=True)),
]


@pytest.mark.parametrize(("text", "description"), MOVES, ids=[text for text, _ in MOVES])
def test_way_of_saying_a_move_is_understood(text: str, description: MoveDescription) -> None:
    assert parse(text) == (description,)


C = CommandName
COMMANDS = [
    ("Korrektur", Command(C.CORRECT)),
    ("nein zurück", Command(C.CORRECT)),
    ("letzten Zug zurück", Command(C.CORRECT)),
    ("den letzten Zug zurücknehmen", Command(C.CORRECT)),
    ("nein", Command(C.NO)),
    ("ja", Command(C.YES)),
    ("bestätigen", Command(C.YES)),
    ("Uhr drücken", Command(C.PRESS)),
    ("gedrückt", Command(C.PRESS)),
    ("Uhr", Command(C.PRESS)),
    ("Zeit", Command(C.TIME_OWN)),
    ("meine Zeit", Command(C.TIME_OWN)),
    ("wie spät", Command(C.TIME_OWN)),
    ("gegnerische Zeit", Command(C.TIME_OPPONENT)),
    ("beide Zeiten", Command(C.TIME_BOTH)),
    ("wie viel Zeit pro Zug", Command(C.TIME_PER_MOVE)),
    ("neue Zeit", Command(C.SET_TIME)),
    ("Zugzahl", Command(C.MOVE_COUNT)),
    ("Züge bis zur Zeitkontrolle", Command(C.MOVES_TO_CONTROL)),
    ("wie viele Züge noch bis zur Kontrolle", Command(C.MOVES_TO_CONTROL)),
    ("wie viele Züge noch", Command(C.MOVES_TO_CONTROL)),
    ("letzter Zug", Command(C.LAST_MOVE)),
    ("letzte fünf Züge", Command(C.LAST_FIVE, 5)),
    ("die letzten zehn Züge", Command(C.LAST_FIVE, 10)),
    ("alle Züge", Command(C.SCORE)),
    ("wiederholen", Command(C.REPEAT)),
    ("Stellung", Command(C.POSITION)),
    ("weiße Figuren", Command(C.PIECES, OnBoard(colour=chess.WHITE))),
    ("schwarze Figuren", Command(C.PIECES, OnBoard(colour=chess.BLACK))),
    ("meine Springer", Command(C.PIECES, OnBoard(piece=N, own=True))),
    ("wo steht die gegnerische Dame", Command(C.PIECES, OnBoard(piece=Q, own=False))),
    ("mein König", Command(C.PIECES, OnBoard(piece=K, own=True))),
    ("alle meine Figuren", Command(C.PIECES, OnBoard(own=True))),
    ("wo steht die Dame des Gegners", Command(C.PIECES, OnBoard(piece=Q, own=False))),
    ("wo steht die Dame von Schwarz", Command(C.PIECES, OnBoard(piece=Q, colour=chess.BLACK))),
    ("welche Figuren habe ich noch", Command(C.PIECES, OnBoard(own=True))),
    ("welche Figuren hat mein Gegner", Command(C.PIECES, OnBoard(own=False))),
    ("welche Figuren hat Weiß noch", Command(C.PIECES, OnBoard(colour=chess.WHITE))),
    ("Reihe für Reihe", Command(C.ALL_RANKS)),
    ("Brett Reihe für Reihe", Command(C.ALL_RANKS)),
    ("das ganze Brett", Command(C.ALL_RANKS)),
    ("wer ist am Zug", Command(C.TURN)),
    ("wer ist dran", Command(C.TURN)),
    ("bin ich am Zug", Command(C.TURN)),
    ("wer zieht", Command(C.TURN)),
    ("bin ich im Schach", Command(C.IN_CHECK)),
    ("wer gibt Schach", Command(C.IN_CHECK)),
    ("steht mein König im Schach", Command(C.IN_CHECK)),
    ("ist das Schach", Command(C.IN_CHECK)),
    ("kann ich rochieren", Command(C.MAY_CASTLE)),
    ("darf ich noch rochieren", Command(C.MAY_CASTLE)),
    ("kann mein Gegner rochieren", Command(C.MAY_CASTLE, OnBoard(own=False))),
    ("kann Schwarz noch rochieren", Command(C.MAY_CASTLE, colour=chess.BLACK)),
    (
        "kann ich lang rochieren",
        Command(C.MAY_CASTLE, move=MoveDescription(castling=Castling.LONG)),
    ),
    ("Reihe drei", Command(C.RANK, 2)),
    ("Linie Eva", Command(C.FILE, 4)),
    ("Diagonale Anna eins Hektor acht", Command(C.DIAGONAL, OnBoard(0, 63))),
    ("was steht auf Eva vier", Command(C.SQUARE, OnBoard(chess.E4))),
    ("welche Farbe hat Eva vier", Command(C.SQUARE_COLOUR, OnBoard(chess.E4))),
    ("wer greift Eva vier an", Command(C.ATTACKERS, OnBoard(chess.E4))),
    ("was hat sich geändert", Command(C.CHANGED)),
    ("geschlagene Figuren", Command(C.CAPTURED)),
    ("welche Figuren fehlen", Command(C.MISSING)),
    ("welche Figuren fehlen mir", Command(C.MISSING, OnBoard(own=True))),
    ("was fehlt dem Gegner", Command(C.MISSING, OnBoard(own=False))),
    ("was fehlt Schwarz", Command(C.MISSING, OnBoard(colour=chess.BLACK))),
    ("Material", Command(C.MATERIAL)),
    ("Bauern", Command(C.PAWNS)),
    ("was greift der Gegner an", Command(C.THREATS)),
    ("was kann mein Gegner", Command(C.THREATS)),
    ("was droht", Command(C.THREATS)),
    ("welche Eröffnung ist das", Command(C.OPENING)),
    ("wie heißt die Eröffnung", Command(C.OPENING)),
    ("wer gewinnt", Command(C.EVALUATION)),
    ("droht mir was", Command(C.THREATS)),
    ("gegen den Computer Stufe drei", Command(C.OPPONENT, 3)),
    ("Computer", Command(C.OPPONENT)),
    ("gegen den Computer weiter", Command(C.OPPONENT)),
    ("Stufe drei ab hier", Command(C.OPPONENT, 3)),
    ("gegen den Computer ab hier", Command(C.OPPONENT)),
    ("ich spiele Schwarz", Command(C.PLAY_COLOUR, colour=chess.BLACK)),
    ("ich möchte mit Weiß spielen", Command(C.PLAY_COLOUR, colour=chess.WHITE)),
    ("letzter Zug des Gegners", Command(C.THEIR_MOVE, OnBoard(own=False))),
    ("was hat er gezogen", Command(C.THEIR_MOVE)),
    ("wie heißt der Gegner", Command(C.PLAYERS)),
    ("wie heiße ich", Command(C.PLAYERS)),
    ("Weiß buchstabieren", Command(C.SPELL, Tag("white", ""))),
    ("ich buchstabiere", Command(C.SPELL, Tag("own", ""))),
    ("Einstellungen", Command(C.SETTINGS)),
    ("wie lange habe ich überlegt", Command(C.TIME_SPENT)),
    ("Stellung als FEN", Command(C.FEN)),
    ("zeige Stellung", Command(C.FEN)),
    ("Partie speichern", Command(C.SAVE)),
    ("welche Spieler", Command(C.KNOWN_NAMES)),
    ("Weiß heißt drei", Command(C.TAG, Tag("white", "#3"), colour=None)),
    ("was war falsch", Command(C.ERRORS)),
    ("neue Stellung", Command(C.SET_UP, "empty")),
    ("fertig", Command(C.SET_UP, "done")),
    ("Schwarz am Zug", Command(C.SET_UP, colour=chess.BLACK)),
    ("weißer König Eva eins", Command(C.PLACE, OnBoard(chess.E1, None, chess.KING, chess.WHITE))),
    ("es fehlt Springer Bella eins", Command(C.PLACE, OnBoard(chess.B1, piece=chess.KNIGHT))),
    ("Schwarz ohne Dame", Command(C.PLACE, OnBoard(chess.D8))),
    ("Partie als PGN", Command(C.SAVE, "pgn")),
    ("Partie in Braille", Command(C.SAVE, "braille")),
    ("Züge kurz", Command(C.SHORTER)),
    ("länger", Command(C.LONGER)),
    ("rückgängig", Command(C.AS_BEFORE)),
    ("kürzer", Command(C.SHORTER)),
    ("Züge ausführlich", Command(C.LONGER)),
    ("Sprache Englisch", Command(C.LANGUAGE, "en")),
    ("auf Deutsch", Command(C.LANGUAGE, "de")),
    ("Züge auf Englisch", Command(C.MOVES_IN, "en")),
    ("Sekunden an", Command(C.COUNTDOWN, "on")),
    ("Sekunden aus", Command(C.COUNTDOWN, "off")),
    ("letzte zehn Sekunden", Command(C.COUNTDOWN)),
    ("Stimme zurück", Command(C.AS_BEFORE)),
    ("rückgängig", Command(C.AS_BEFORE)),
    ("Stufe zwölf ich spiele Schwarz", Command(C.OPPONENT, 12, colour=chess.BLACK)),
    ("Stufe zwei und zwanzig", Command(C.OPPONENT, 22)),
    ("gegen den Computer Elo vierzehn hundert", Command(C.OPPONENT, 1400)),
    ("zu zweit", Command(C.OPPONENT, 0)),
    ("leichteste Stufe", Command(C.OPPONENT, 1)),
    ("gegen den Computer die stärkste Stufe", Command(C.OPPONENT, 22)),
    ("die schwerste Stufe ich spiele Schwarz", Command(C.OPPONENT, 22, colour=chess.BLACK)),
    ("die leichteste", Command(C.OPPONENT, 1)),
    ("welche Bauern können ziehen", Command(C.LEGAL_MOVES, OnBoard(piece=chess.PAWN))),
    ("letzte Partie ansehen", Command(C.STUDY)),
    ("Tipp", Command(C.HINT)),
    ("gib mir einen Tipp", Command(C.HINT)),
    ("noch ein Tipp", Command(C.HINT)),
    ("Vorschlag", Command(C.HINT)),
    ("was soll ich ziehen", Command(C.HINT)),
    ("wie steht es", Command(C.EVALUATION)),
    ("Bewertung", Command(C.EVALUATION)),
    ("wer steht besser", Command(C.EVALUATION)),
    ("was war besser", Command(C.BETTER)),
    ("mögliche Züge", Command(C.LEGAL_MOVES)),
    ("welche Züge habe ich", Command(C.LEGAL_MOVES)),
    ("was darf der Springer", Command(C.LEGAL_MOVES, OnBoard(piece=N))),
    ("wohin darf mein Springer", Command(C.LEGAL_MOVES, OnBoard(piece=N))),
    ("was kann der Turm auf Anna eins", Command(C.LEGAL_MOVES, OnBoard(chess.A1, piece=R))),
    ("Züge von Gustav eins", Command(C.LEGAL_MOVES, OnBoard(chess.G1))),
    ("mögliche Züge Springer", Command(C.LEGAL_MOVES, OnBoard(piece=N))),
    ("biete Remis", Command(C.OFFER_DRAW)),
    ("Remis angenommen", Command(C.ACCEPT_DRAW)),
    ("Remis abgelehnt", Command(C.DECLINE_DRAW)),
    ("abgelehnt", Command(C.DECLINE_DRAW)),
    ("Remis reklamieren", Command(C.CLAIM_DRAW)),
    ("Remis reklamieren dreimalige Stellung", Command(C.CLAIM_DRAW, "threefold")),
    ("ich reklamiere fünfzig Züge", Command(C.CLAIM_DRAW, "fifty")),
    ("nein Springer Felix drei", Command(C.NO, move=said(N, "f3"))),
    ("Korrektur Dame Eva zwo", Command(C.CORRECT, move=said(Q, "e2"))),
    ("Remis reklamieren mit dem Zug Dame Eva zwo", Command(C.CLAIM_DRAW, move=said(Q, "e2"))),
    (
        "Remis reklamieren dreimalige Stellung mit Springer Gustav eins Felix drei",
        Command(C.CLAIM_DRAW, "threefold", move=said(N, "f3", "g1")),
    ),
    ("Remis reklamieren Schiedsrichter", Command(C.CLAIM_QUICKPLAY)),
    ("Bonus fünf Sekunden pro Zug", Command(C.ASK_INCREMENT)),
    ("aufgeben", Command(C.RESIGN)),
    ("ich gebe auf", Command(C.RESIGN)),
    ("Schiedsrichter", Command(C.ARBITER)),
    ("Pause", Command(C.PAUSE)),
    ("weiter", Command(C.RESUME)),
    ("ich berichtige", Command(C.ADJUST)),
    ("j'adoube", Command(C.ADJUST)),
    ("berührt Springer Gustav eins", Command(C.TOUCH, OnBoard(chess.G1, piece=N))),
    ("berichtige Turm Anna eins", Command(C.ADJUST, OnBoard(chess.A1))),
    ("berührt Eva zwei und David fünf", Command(C.TOUCH, OnBoard(chess.E2, chess.D5))),
    ("Hände auf Springer Gustav eins", Command(C.FEEL, OnBoard(chess.G1, piece=N))),
    ("versehentlich", Command(C.ACCIDENTAL)),
    ("losgelassen auf Felix drei", Command(C.RELEASE, OnBoard(to_square=chess.F3))),
    ("losgelassen auf Eva acht Dame", Command(C.RELEASE, OnBoard(to_square=chess.E8, piece=Q))),
    ("beidhändig", Command(C.TWO_HANDS)),
    ("ich reklamiere berührt Dame David eins", Command(C.CLAIM_TOUCH, OnBoard(chess.D1, piece=Q))),
    ("Zeit reklamieren", Command(C.CLAIM_FLAG)),
    ("reklamiere Zug regelwidrig", Command(C.CLAIM_ILLEGAL)),
    ("zwei Minuten für Weiß", Command(C.ADJUST_TIME, 120, colour=chess.WHITE)),
    ("dreißig Sekunden Schwarz", Command(C.ADJUST_TIME, 30, colour=chess.BLACK)),
    ("leiser", Command(C.QUIETER)),
    ("höher", Command(C.HIGHER)),
    ("tiefer", Command(C.DEEPER)),
    ("andere Stimme", Command(C.OTHER_VOICE)),
    ("Buchstaben an", Command(C.LETTERS_ON)),
    ("Buchstabiertafel an", Command(C.SPELLING_ON)),
    ("Buchstabiertafel aus", Command(C.SPELLING_OFF)),
    ("Züge auf Englisch", Command(C.MOVES_IN, "en")),
    ("Buchstaben aus", Command(C.LETTERS_OFF)),
    ("lauter", Command(C.LOUDER)),
    ("langsamer", Command(C.SLOWER)),
    ("schneller", Command(C.FASTER)),
    ("stopp", Command(C.STOP)),
    ("stop", Command(C.STOP)),
    ("Hilfe", Command(C.HELP)),
    ("warum nicht", Command(C.EXPLAIN)),
    ("erkläre Artikel neun Punkt zwei", Command(C.ARTICLE, "9.2")),
    ("erkläre Artikel neun zwei", Command(C.ARTICLE, "9.2")),
    ("erkläre Artikel 9.2.1", Command(C.ARTICLE, "9.2.1")),
    ("erkläre Artikel David zwei Punkt acht", Command(C.ARTICLE, "D.2.8")),
    ("Partie abbrechen", Command(C.ABORT)),
    ("neue Partie", Command(C.NEW_GAME)),
    ("noch eine Partie", Command(C.NEW_GAME)),
    ("Revanche", Command(C.REMATCH)),
    ("neue Partie Farben vertauscht", Command(C.REMATCH)),
    ("Runde drei", Command(C.TAG, Tag("round", "3"))),
    ("Weiß heißt Anna", Command(C.TAG, Tag("white", "Anna"))),
    ("Ende", Command(C.LEAVE)),
    ("auf Wiedersehen", Command(C.LEAVE, "all")),
    ("tschüss", Command(C.LEAVE, "all")),
    ("Ergebnis", Command(C.RESULT)),
    ("ich rochiere", Command(C.CASTLE_INTENT)),
    ("mitgeschrieben", Command(C.WRITE_DOWN)),
    ("mitgeschrieben Springer Felix drei", Command(C.WRITE_DOWN, move=said(N, "f3"))),
    ("verschrieben Springer Felix drei", Command(C.MEND_SHEET, move=said(N, "f3"))),
    ("Regeln dreiundzwanzig", Command(C.EDITION, 2023)),
    ("Partieformular was fehlt", Command(C.WRITING)),
    ("Partieformular Schwarz", Command(C.SHEET, colour=chess.BLACK)),
    ("ich unterschreibe eins null", Command(C.SIGN, "1-0")),
    ("unterschrieben Weiß Remis", Command(C.SIGN, "1/2-1/2", colour=chess.WHITE)),
    ("Aufnahme", Command(C.RECORDING)),
    (
        "Aufnahme Zug sieben und vierzig Schwarz",
        Command(C.RECORDING, 47, colour=chess.BLACK),
    ),
    ("Aufnahme Zug hundert sieben und vierzig", Command(C.RECORDING, 147)),
    (
        "Brettvergleich Weiß Feld Felix drei",
        Command(C.BOARD, OnBoard(chess.F3), colour=chess.WHITE),
    ),
    (
        "Brettvergleich Weiß Eva vier schwarze Dame",
        Command(C.BOARD, OnBoard(chess.E4, piece=Q, colour=chess.BLACK), colour=chess.WHITE),
    ),
    ("Bretter vergleichen", Command(C.COMPARE_BOARDS)),
    ("vertagen", Command(C.ADJOURN)),
    ("Umschlag öffnen", Command(C.OPEN_ENVELOPE)),
    ("Umschlag fehlt", Command(C.ENVELOPE_LOST)),
    ("Partie neu", Command(C.ANNUL)),
    ("Schwarz ist da", Command(C.PRESENT, colour=chess.BLACK)),
    ("Weiß fehlt", Command(C.ABSENT, colour=chess.WHITE)),
    ("Schach", Command(C.CHECK_CALLED)),
]


@pytest.mark.parametrize(("text", "expected"), COMMANDS, ids=[text for text, _ in COMMANDS])
def test_a_command_is_understood(text: str, expected: Command) -> None:
    (heard,) = parse(text)
    assert isinstance(heard, Command)
    assert heard.text == lexicon.written(lexicon.words(text))
    assert heard == replace(expected, text=heard.text)


def test_every_command_is_in_the_table_above() -> None:
    assert {expected.name for _, expected in COMMANDS} == set(CommandName)


@pytest.mark.parametrize("name", CommandName)
def test_examples_of_commands_give_the_command(name: CommandName) -> None:
    for example in examples(name):
        assert [heard.name for heard in parse(example) if isinstance(heard, Command)] == [name]


NOT_IN_THE_LANGUAGE = [
    "",
    "Anna",
    "acht",
    "Springer",
    "Springer Felix",
    "Eva vier Eva",
    "drei Eva",
    "Springer Felix drei vier",
    "Springer Felix neun",
    "Eva acht Bauer",
    "Guten Morgen",
    "[unk]",
    "[unk] Eva vier",
    "Eva [unk] vier",
    "Schach Eva vier",
    "kleine Rochade",  # people's "lange" sounds like it
]


@pytest.mark.parametrize("text", NOT_IN_THE_LANGUAGE)
def test_anything_else_means_nothing(text: str) -> None:
    assert parse(text) == ()


def test_other_alphabets_only_where_allowed() -> None:
    assert parse("Turm Dora eins") == ()
    spelt = lexicon.Language(spelling=True)
    assert parse("Turm Dora eins", spelt) == (said(R, "d1"),)
    assert parse("Heinrich vier", spelt) == (said(to="h4"),)


def test_letters_by_name_only_where_allowed() -> None:
    assert parse("be vier") == ()
    assert parse("be vier", language=lexicon.GERMAN_WITH_LETTERS) == (said(to="b4"),)


@pytest.mark.article("D.2.1-b")
@settings(max_examples=40, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_c_8_every_way_reads_as_its_legal_move(position: Position, source: random.Random) -> None:
    """Or as an honest ambiguity that contains it."""
    moves = position.legal_moves
    for move in source.sample(moves, min(4, len(moves))):
        every = list(ways(facts(position, move)))
        assert every
        for words in source.sample(every, min(WAYS_TRIED, len(every))):
            readings = parse(" ".join(words))
            assert any(
                isinstance(heard, MoveDescription) and move in find(position, heard)
                for heard in readings
            ), words
            assert not any(isinstance(heard, Command) for heard in readings), words


@settings(max_examples=60, deadline=None)
@given(positions)
def test_c_10_shortest_description_is_that_move_alone(position: Position) -> None:
    for move in position.legal_moves:
        description = describe(position, move)
        (heard,) = parse(phrase(description))
        assert isinstance(heard, MoveDescription)
        assert heard == description
        assert find(position, heard) == (move,)


descriptions = st.builds(
    MoveDescription,
    piece=st.sampled_from([N, B, R, Q, K, P]),
    from_file=st.none() | st.integers(0, 7),
    from_rank=st.none() | st.integers(0, 7),
    to_square=st.integers(0, 63),
    promotion=st.none() | st.sampled_from([N, B, R, Q]),
    capture=st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(descriptions)
def test_description_phrases_read_as_nothing_else(said: MoveDescription) -> None:
    assert phrases(said)
    for words in phrases(said):
        assert parse(words) == (said,)


@pytest.mark.article("D.2.1-b", "D.2.1-c")
def test_d_2_1_every_square_by_its_names() -> None:
    files = ("Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hektor")
    ranks = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
    for square in chess.SQUARES:
        name = f"{files[chess.square_file(square)]} {ranks[chess.square_rank(square)]}"
        heard = said(N, chess.square_name(square))
        assert phrase(heard) == f"Springer {name}"
        assert parse(f"springer {name.lower()}") == (heard,)


@pytest.mark.article("D.2.1-c", "D.2.1-d", "D.2.1-e")
def test_d_2_1_the_words_of_the_announcement() -> None:
    assert phrase(said(N, "f3", "g1")) == "Springer Gustav eins Felix drei"
    assert phrase(said(to="e8", promotion=Q)) == "Eva acht Dame"
    assert phrase(said(castling=Castling.LONG)) == "lange Rochade"
    with pytest.raises(ValueError, match="no words"):
        phrase(MoveDescription())
