# SPDX-License-Identifier: GPL-3.0-or-later
"""The language of moves and commands: parsed, generated and listed by one grammar."""

import random
from itertools import pairwise

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
from voice.language.commands import Command, CommandName
from voice.language.coverage import cover
from voice.language.grammar import examples, parse, phrase, phrases, runtime_phrases, ways
from voice.language.semantics import commands_automaton, moves_automaton
from voice.language.template import Builder, Slot
from voice.language.transcript import UNKNOWN

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
    ("Turm Dora eins", said(R, "d1")),
    ("Heinrich vier", said(to="h4")),
]


@pytest.mark.parametrize(("text", "description"), MOVES, ids=[text for text, _ in MOVES])
def test_way_of_saying_a_move_is_understood(text: str, description: MoveDescription) -> None:
    assert parse(text) == (description,)


def command(name: CommandName, **rest: object) -> Command:
    return Command(name, **rest)  # type: ignore[arg-type]


C = CommandName
COMMANDS = [
    ("Korrektur", command(C.CORRECT)),
    ("nein zurück", command(C.CORRECT)),
    ("letzten Zug zurück", command(C.CORRECT)),
    ("den letzten Zug zurücknehmen", command(C.CORRECT)),
    ("nein", command(C.NO)),
    ("ja", command(C.YES)),
    ("bestätigen", command(C.YES)),
    ("Uhr drücken", command(C.PRESS)),
    ("gedrückt", command(C.PRESS)),
    ("Uhr", command(C.PRESS)),
    ("Zeit", command(C.TIME_OWN)),
    ("meine Zeit", command(C.TIME_OWN)),
    ("wie spät", command(C.TIME_OWN)),
    ("gegnerische Zeit", command(C.TIME_OPPONENT)),
    ("beide Zeiten", command(C.TIME_BOTH)),
    ("wie viel Zeit pro Zug", command(C.TIME_PER_MOVE)),
    ("neue Zeit", command(C.SET_TIME)),
    ("Zugzahl", command(C.MOVE_COUNT)),
    ("Züge bis zur Zeitkontrolle", command(C.MOVES_TO_CONTROL)),
    ("wie viele Züge noch bis zur Kontrolle", command(C.MOVES_TO_CONTROL)),
    ("wie viele Züge noch", command(C.MOVES_TO_CONTROL)),
    ("letzter Zug", command(C.LAST_MOVE)),
    ("letzte fünf Züge", command(C.LAST_FIVE, number=5)),
    ("die letzten zehn Züge", command(C.LAST_FIVE, number=10)),
    ("alle Züge", command(C.SCORE)),
    ("wiederholen", command(C.REPEAT)),
    ("Stellung", command(C.POSITION)),
    ("weiße Figuren", command(C.PIECES, colour=chess.WHITE)),
    ("schwarze Figuren", command(C.PIECES, colour=chess.BLACK)),
    ("meine Springer", command(C.PIECES, own=True, piece=N)),
    ("wo steht die gegnerische Dame", command(C.PIECES, own=False, piece=Q)),
    ("mein König", command(C.PIECES, own=True, piece=K)),
    ("alle meine Figuren", command(C.PIECES, own=True)),
    ("wo steht die Dame des Gegners", command(C.PIECES, own=False, piece=Q)),
    ("wo steht die Dame von Schwarz", command(C.PIECES, colour=chess.BLACK, piece=Q)),
    ("welche Figuren habe ich noch", command(C.PIECES, own=True)),
    ("welche Figuren hat mein Gegner", command(C.PIECES, own=False)),
    ("welche Figuren hat Weiß noch", command(C.PIECES, colour=chess.WHITE)),
    ("Reihe für Reihe", command(C.ALL_RANKS)),
    ("Brett Reihe für Reihe", command(C.ALL_RANKS)),
    ("das ganze Brett", command(C.ALL_RANKS)),
    ("wer ist am Zug", command(C.TURN)),
    ("wer ist dran", command(C.TURN)),
    ("bin ich am Zug", command(C.TURN)),
    ("wer zieht", command(C.TURN)),
    ("bin ich im Schach", command(C.IN_CHECK)),
    ("wer gibt Schach", command(C.IN_CHECK)),
    ("steht mein König im Schach", command(C.IN_CHECK)),
    ("ist das Schach", command(C.IN_CHECK)),
    ("Reihe drei", command(C.RANK, rank=2)),
    ("Linie Eva", command(C.FILE, file=4)),
    ("Diagonale Anna eins Hektor acht", command(C.DIAGONAL, square=0, to_square=63)),
    ("was steht auf Eva vier", command(C.SQUARE, square=chess.E4)),
    ("wer greift Eva vier an", command(C.ATTACKERS, square=chess.E4)),
    ("was hat sich geändert", command(C.CHANGED)),
    ("geschlagene Figuren", command(C.CAPTURED)),
    ("welche Figuren fehlen", command(C.MISSING)),
    ("welche Figuren fehlen mir", command(C.MISSING, own=True)),
    ("was fehlt dem Gegner", command(C.MISSING, own=False)),
    ("was fehlt Schwarz", command(C.MISSING, colour=chess.BLACK)),
    ("Material", command(C.MATERIAL)),
    ("Bauern", command(C.PAWNS)),
    ("was greift der Gegner an", command(C.THREATS)),
    ("was kann mein Gegner", command(C.THREATS)),
    ("was droht", command(C.THREATS)),
    ("droht mir was", command(C.THREATS)),
    ("gegen den Computer Stufe drei", command(C.OPPONENT, number=3)),
    ("Computer", command(C.OPPONENT)),
    ("Stufe zwölf ich spiele Schwarz", command(C.OPPONENT, number=12, colour=chess.BLACK)),
    ("Stufe zwei und zwanzig", command(C.OPPONENT, number=22)),
    ("gegen den Computer Elo vierzehn hundert", command(C.OPPONENT, number=1400)),
    ("zu zweit", command(C.OPPONENT, number=0)),
    ("letzte Partie ansehen", command(C.STUDY)),
    ("Tipp", command(C.HINT)),
    ("gib mir einen Tipp", command(C.HINT)),
    ("noch ein Tipp", command(C.HINT)),
    ("Vorschlag", command(C.HINT)),
    ("was soll ich ziehen", command(C.HINT)),
    ("wie steht es", command(C.EVALUATION)),
    ("Bewertung", command(C.EVALUATION)),
    ("wer steht besser", command(C.EVALUATION)),
    ("was war besser", command(C.BETTER)),
    ("mögliche Züge", command(C.LEGAL_MOVES)),
    ("welche Züge habe ich", command(C.LEGAL_MOVES)),
    ("was darf der Springer", command(C.LEGAL_MOVES, piece=N)),
    ("wohin darf mein Springer", command(C.LEGAL_MOVES, piece=N)),
    ("was kann der Turm auf Anna eins", command(C.LEGAL_MOVES, piece=R, square=chess.A1)),
    ("Züge von Gustav eins", command(C.LEGAL_MOVES, square=chess.G1)),
    ("mögliche Züge Springer", command(C.LEGAL_MOVES, piece=N)),
    ("biete Remis", command(C.OFFER_DRAW)),
    ("Remis angenommen", command(C.ACCEPT_DRAW)),
    ("Remis abgelehnt", command(C.DECLINE_DRAW)),
    ("abgelehnt", command(C.DECLINE_DRAW)),
    ("Remis reklamieren", command(C.CLAIM_DRAW)),
    ("Remis reklamieren dreimalige Stellung", command(C.CLAIM_DRAW, claim="threefold")),
    ("ich reklamiere fünfzig Züge", command(C.CLAIM_DRAW, claim="fifty")),
    ("Remis reklamieren mit dem Zug Dame Eva zwo", command(C.CLAIM_DRAW, move=said(Q, "e2"))),
    (
        "Remis reklamieren dreimalige Stellung mit Springer Gustav eins Felix drei",
        command(C.CLAIM_DRAW, claim="threefold", move=said(N, "f3", "g1")),
    ),
    ("Remis reklamieren Schiedsrichter", command(C.CLAIM_QUICKPLAY)),
    ("Bonus fünf Sekunden pro Zug", command(C.ASK_INCREMENT)),
    ("aufgeben", command(C.RESIGN)),
    ("ich gebe auf", command(C.RESIGN)),
    ("Schiedsrichter", command(C.ARBITER)),
    ("Pause", command(C.PAUSE)),
    ("weiter", command(C.RESUME)),
    ("ich berichtige", command(C.ADJUST)),
    ("j'adoube", command(C.ADJUST)),
    ("berührt Springer Gustav eins", command(C.TOUCH, piece=N, square=chess.G1)),
    ("berichtige Turm Anna eins", command(C.ADJUST, square=chess.A1)),
    ("berührt Eva zwei und David fünf", command(C.TOUCH, square=chess.E2, to_square=chess.D5)),
    ("Hände auf Springer Gustav eins", command(C.FEEL, piece=N, square=chess.G1)),
    ("versehentlich", command(C.ACCIDENTAL)),
    ("losgelassen auf Felix drei", command(C.RELEASE, to_square=chess.F3)),
    ("losgelassen auf Eva acht Dame", command(C.RELEASE, piece=Q, to_square=chess.E8)),
    ("beidhändig", command(C.TWO_HANDS)),
    ("ich reklamiere berührt Dame David eins", command(C.CLAIM_TOUCH, piece=Q, square=chess.D1)),
    ("Zeit reklamieren", command(C.CLAIM_FLAG)),
    ("reklamiere Zug regelwidrig", command(C.CLAIM_ILLEGAL)),
    ("zwei Minuten für Weiß", command(C.ADJUST_TIME, seconds=120, colour=chess.WHITE)),
    ("dreißig Sekunden Schwarz", command(C.ADJUST_TIME, seconds=30, colour=chess.BLACK)),
    ("leiser", command(C.QUIETER)),
    ("höher", command(C.HIGHER)),
    ("tiefer", command(C.DEEPER)),
    ("andere Stimme", command(C.OTHER_VOICE)),
    ("Buchstaben an", command(C.LETTERS_ON)),
    ("Buchstaben aus", command(C.LETTERS_OFF)),
    ("lauter", command(C.LOUDER)),
    ("langsamer", command(C.SLOWER)),
    ("schneller", command(C.FASTER)),
    ("stopp", command(C.STOP)),
    ("stop", command(C.STOP)),
    ("Hilfe", command(C.HELP)),
    ("warum nicht", command(C.EXPLAIN)),
    ("erkläre Artikel neun Punkt zwei", command(C.ARTICLE, article="9.2")),
    ("erkläre Artikel neun zwei", command(C.ARTICLE, article="9.2")),
    ("erkläre Artikel 9.2.1", command(C.ARTICLE, article="9.2.1")),
    ("erkläre Artikel David zwei Punkt acht", command(C.ARTICLE, article="D.2.8")),
    ("Partie abbrechen", command(C.ABORT)),
    ("neue Partie", command(C.NEW_GAME)),
    ("noch eine Partie", command(C.NEW_GAME)),
    ("Revanche", command(C.REMATCH)),
    ("neue Partie Farben vertauscht", command(C.REMATCH)),
    ("Runde drei", command(C.TAG, tag="round", value="3")),
    ("Weiß heißt Anna", command(C.TAG, tag="white", value="Anna")),
    ("Ende", command(C.LEAVE)),
    ("Ergebnis", command(C.RESULT)),
    ("ich rochiere", command(C.CASTLE_INTENT)),
    ("mitgeschrieben", command(C.WRITE_DOWN)),
    ("mitgeschrieben Springer Felix drei", command(C.WRITE_DOWN, move=said(N, "f3"))),
    ("Partieformular Schwarz", command(C.SHEET, colour=chess.BLACK)),
    ("ich unterschreibe eins null", command(C.SIGN, result="1-0")),
    ("unterschrieben Weiß Remis", command(C.SIGN, colour=chess.WHITE, result="1/2-1/2")),
    ("Aufnahme", command(C.RECORDING)),
    (
        "Aufnahme Zug sieben und vierzig Schwarz",
        command(C.RECORDING, number=47, colour=chess.BLACK),
    ),
    ("Aufnahme Zug hundert sieben und vierzig", command(C.RECORDING, number=147)),
    ("Brettvergleich Weiß Feld Felix drei", command(C.BOARD, square=chess.F3, colour=chess.WHITE)),
    (
        "Brettvergleich Weiß Eva vier schwarze Dame",
        command(C.BOARD, square=chess.E4, colour=chess.WHITE, piece=Q, piece_colour=chess.BLACK),
    ),
    ("Bretter vergleichen", command(C.COMPARE_BOARDS)),
    ("vertagen", command(C.ADJOURN)),
    ("Umschlag öffnen", command(C.OPEN_ENVELOPE)),
    ("Umschlag fehlt", command(C.ENVELOPE_LOST)),
    ("Partie neu", command(C.ANNUL)),
    ("Schwarz ist da", command(C.PRESENT, colour=chess.BLACK)),
    ("Weiß fehlt", command(C.ABSENT, colour=chess.WHITE)),
    ("Schach", command(C.CHECK_CALLED)),
]


@pytest.mark.parametrize(("text", "expected"), COMMANDS, ids=[text for text, _ in COMMANDS])
def test_a_command_is_understood(text: str, expected: Command) -> None:
    (heard,) = parse(text)
    assert isinstance(heard, Command)
    assert heard.text == lexicon.written(lexicon.words(text))
    assert heard == Command(
        **{field: getattr(expected, field) for field in FIELDS}, text=heard.text
    )


FIELDS = [field for field in Command.__dataclass_fields__ if field != "text"]


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


def neighbours(phrase: str) -> set[tuple[str, str]]:
    return set(pairwise(("", *phrase.split(), "")))


@settings(max_examples=15, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_recogniser_may_hear_every_legal_phrase(position: Position, source: random.Random) -> None:
    """Vosk's bigram model allows what it was given pair by pair."""
    listed = set().union(*map(neighbours, set(runtime_phrases(position))))
    for move in source.sample(position.legal_moves, min(4, len(position.legal_moves))):
        for words in source.sample(every := list(ways(facts(position, move))), min(5, len(every))):
            assert neighbours(" ".join(words)) <= listed


def test_recogniser_may_hear_illegal_and_other_words() -> None:
    listed = runtime_phrases(Position.start())
    assert "dame hektor acht" in listed
    assert "zeit" in listed
    assert UNKNOWN in listed
    assert len(listed) < 3000


def test_what_is_expected_weighs_more() -> None:
    position = Position.start()
    listed = runtime_phrases(position)
    assert listed.count("springer felix drei") > listed.count("springer felix vier") > 0
    asked = runtime_phrases(position, ("Bella", "Gustav", "ja"))
    assert asked.count("bella") > 5 > listed.count("bella")
    assert asked.count("ja") > listed.count("ja")
    likely = runtime_phrases(position, likely=(CommandName.PRESS,))
    assert likely.count("uhr") > 3 * listed.count("uhr")


def test_cover_has_every_pair_of_the_language() -> None:
    slot = Slot(((1, ("one", "single")), (2, ("two",))))
    builder = Builder({"ending": "[and] {n}"}, {"n": slot})
    builder.add("(red|green) {n} <ending>")
    automaton = builder.build()
    whole = {" ".join(words) for _, words in automaton.paths()}
    assert len(whole) == 2 * 3 * 2 * 3
    short = cover(automaton)
    assert set(short) <= whole
    assert set().union(*map(neighbours, short)) == set().union(*map(neighbours, whole))
    assert len(short) < len(whole)


def test_an_unbalanced_phrase_is_refused() -> None:
    for broken in ("[a", "a]", "(a|b", "[a)"):
        with pytest.raises(ValueError, match="phrase"):
            Builder({}, {}).add(broken)


def test_no_command_is_also_a_move() -> None:
    """The two automata are walked together: no phrase ends in both."""
    moves, commands = (
        moves_automaton(lexicon.GERMAN),
        commands_automaton(lexicon.GERMAN, frozenset()),
    )
    together = [(0, 0)]
    for move, command in together:
        assert not (moves.ends[move] and commands.ends[command])
        together += dict.fromkeys(
            pair
            for word in moves.by_word[move].keys() & commands.by_word[command].keys()
            for one in moves.by_word[move][word]
            for other in commands.by_word[command][word]
            if (pair := (one.target, other.target)) not in together
        )
    assert len(together) > 1


def test_rare_commands_are_not_heard_during_dictation() -> None:
    article = "erkläre artikel"
    dictating = runtime_phrases(Position.start())
    at_leisure = runtime_phrases(Position.start(), leisure=True)
    assert not any(article in phrase for phrase in dictating)
    assert any(article in phrase for phrase in at_leisure)
