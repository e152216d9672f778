# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences as people who speak the language would say them, in all languages."""

import re
from collections.abc import Iterator

import chess
import pytest

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES, Audience, Settings, Style
from announce.text.utterance import Utterance
from announce.words.events import all_words, words
from announce.words.numbers import count, times
from announce.words.phraser import Phraser
from lab.script import parse, run
from rules.boards import BoardStep
from rules.description import MoveDescription
from rules.draws import Finding, Ground, Occurrence
from rules.explanation import explain
from rules.moves import facts
from rules.outcome import Outcome, Termination
from rules.position import Position
from rules.scoresheet import Signing
from table.acts.answering import material
from table.events import Event
from table.events.answers import About, Answer, CountOf, PlacedPiece
from table.events.arbiter import Note, Noted, OrderGiven
from table.events.dialogue import InfoGiven
from table.events.game import (
    ClaimRejected,
    ClaimUpheld,
    GameEnded,
    IllegalMove,
    MoveSpoken,
    Penalty,
    PenaltyGiven,
    Role,
    TouchDeclared,
)
from table.events.scoresheets import BoardReported, SignaturesCompared

WHITE, BLACK = chess.WHITE, chess.BLACK


def texts(told: tuple[Utterance, ...]) -> list[str]:
    return [one.spoken for one in told]


def said(event: Event, language: str) -> list[str]:
    return texts(words(event, Settings(language)))


def answered(answer: Answer[object], language: str) -> list[str]:
    return said(InfoGiven(0, Role.WHITE, answer), language)


def why_not(fen: str, description: MoveDescription, language: str) -> list[str]:
    position = Position.from_fen(fen)
    illegality = explain(position, description)
    assert illegality is not None
    return said(IllegalMove(0, position.turn, "?", illegality), language)


BLACK_KNIGHTS = "1n2k1n1/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Weiß hat keinen Springer mehr."),
        ("en", "White has no knight left."),
        ("sr", "Beli više nema skakača."),
        ("sl", "Beli nima več skakača."),
        ("cs", "Bílý už nemá žádného jezdce."),
    ],
)
def test_who_has_no_such_piece_is_named(language: str, line: str) -> None:
    """The opponent may still have two."""
    knight = MoveDescription(piece=chess.KNIGHT, to_square=chess.F3)
    assert why_not(BLACK_KNIGHTS, knight, language) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Weiß hat auf der Linie Eva keinen Springer."),
        ("en", "White has no knight on the Eva file."),
        ("sr", "Beli nema skakača na liniji Eva."),
        ("sl", "Beli nima skakača na liniji Eva."),
        ("cs", "Bílý nemá žádného jezdce na sloupci Eva."),
    ],
)
def test_whose_file_is_empty_of_it_is_named(language: str, line: str) -> None:
    """The opponent's knight stands there."""
    fen = "4k3/8/8/4n3/8/8/8/1N2K3 w - - 0 1"
    knight = MoveDescription(piece=chess.KNIGHT, from_file=4, to_square=chess.F3)
    assert why_not(fen, knight, language) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Auf Anna eins steht keine Dame, sondern ein Turm."),
        ("en", "On Anna eins there is a rook, not a queen."),
        ("sr", "Na Anna eins ne stoji dama, nego top."),
        ("sl", "Na Anna eins ne stoji dama, ampak trdnjava."),
        ("cs", "Na Anna eins nestojí dáma, ale věž."),
    ],
)
def test_another_piece_stands_there(language: str, line: str) -> None:
    queen = MoveDescription(piece=chess.QUEEN, from_file=0, from_rank=0, to_square=chess.A3)
    assert why_not(chess.STARTING_FEN, queen, language) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Auf Anna zwei steht ein gegnerischer Turm."),
        ("sr", "Figura na Eva zwei je vezana: inače protivnička dama na Eva acht daje šah."),
        ("sl", "Figura na Eva zwei je vezana: sicer šah daje nasprotnikova dama na Eva acht."),
        ("cs", "Kámen na Eva zwei je vázaný: jinak dává šach soupeřova dáma na Eva acht."),
    ],
)
def test_the_verb_fits_every_piece(language: str, line: str) -> None:
    """Nothing agrees with a queen that is said of a rook too."""
    if language == "de":
        said_so = MoveDescription(from_file=0, from_rank=1, to_square=chess.A3)
        assert why_not("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", said_so, language) == [line]
    else:
        said_so = MoveDescription(piece=chess.KNIGHT, to_square=chess.F4)
        assert why_not("k3q3/8/8/8/8/8/4N3/4K3 w - - 0 1", said_so, language) == [line]


@pytest.mark.parametrize(
    ("language", "once", "twice"),
    [
        ("de", "Die Stellung stand erst einmal", "Die Stellung stand erst zweimal"),
        ("en", "The position has occurred only once", "The position has occurred only twice"),
        ("sr", "Pozicija je nastala samo jednom", "Pozicija je nastala samo dva puta"),
        ("sl", "Pozicija je nastala samo enkrat", "Pozicija je nastala samo dvakrat"),
        ("cs", "Pozice nastala jen jednou", "Pozice nastala jen dvakrát"),
    ],
)
def test_how_often_a_position_occurred(language: str, once: str, twice: str) -> None:
    for number, line in ((1, once), (2, twice)):
        finding = Finding(False, Ground.THREEFOLD, "9.2.2", number, ())
        assert said(ClaimRejected(0, WHITE, finding), language)[1].startswith(line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Die Stellung stand am Anfang und nach Zug zwei von Schwarz."),
        ("en", "The position occurred at the start and after Black's move two."),
        ("sr", "Pozicija je nastala na početku i posle poteza crnog broj dva."),
        ("sl", "Pozicija je nastala na začetku in po potezi črnega številka dva."),
        ("cs", "Pozice nastala na začátku a po tahu černého číslo dva."),
    ],
)
def test_where_a_position_occurred(language: str, line: str) -> None:
    stood = (Occurrence(0, 0, None), Occurrence(4, 2, BLACK))
    finding = Finding(True, Ground.THREEFOLD, "9.2.2", 3, stood)
    assert said(ClaimUpheld(0, WHITE, finding), language)[1] == line


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Geschlagene weiße Figuren: ein Läufer und zwei Bauern."),
        ("en", "White pieces captured: one bishop and two pawns."),
        ("sr", "Uzete bele figure: jedan lovac i dva pešaka."),
        ("sl", "Vzete bele figure: en lovec in dva kmeta."),
        ("cs", "Sebrané bílé kameny: jeden střelec a dva pěšci."),
    ],
)
def test_whose_pieces_were_captured(language: str, line: str) -> None:
    counts = (CountOf(chess.WHITE, 1, chess.BISHOP), CountOf(chess.WHITE, 2, chess.PAWN))
    taken = Answer(About.CAPTURED, counts)
    assert answered(taken, language) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Weiß hat mehr: ein Turm."),
        ("en", "White has more: one rook."),
        ("sr", "Prednost belog: jedan top."),
        ("sl", "Prednost belega: ena trdnjava."),
        ("cs", "Převaha bílého: jedna věž."),
    ],
)
def test_who_has_more(language: str, line: str) -> None:
    assert answered(material(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")), language) == [line]


TWICE = """
set mode competition
set language {language}
set time 90+30
1 white König Eva eins Eva drei
2 white Uhr
60 white König Eva eins Eva drei
61 white Uhr
"""


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["Weiß: zwei regelwidrige Züge.", "Schwarz gewinnt."]),
        ("en", ["White: two illegal moves.", "Black wins."]),
        ("sr", ["Beli: dva nepravilna poteza.", "Crni pobeđuje."]),
        ("sl", ["Beli: dve nepravilni potezi.", "Črni zmaga."]),
        ("cs", ["Bílý: dva nemožné tahy.", "Černý vyhrává."]),
    ],
)
def test_who_erred_and_how_often(language: str, lines: list[str]) -> None:
    told = [line for one in run(parse(TWICE.format(language=language))) for line in told_of(one)]
    assert told[-2:] == lines
    assert not any(line.startswith(lines[0]) for line in told[:-2])


def told_of(event: dict[str, str]) -> list[str]:
    return event["text"].splitlines()


def _ended(result: str) -> Answer[Outcome]:
    return Answer(About.RESULT, (Outcome(result, Termination.ILLEGAL_MOVES, ""),))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Weiß verliert durch regelwidrige Züge."),
        ("en", "White loses by illegal moves."),
        ("sr", "Beli gubi zbog nepravilnih poteza."),
        ("sl", "Beli izgubi zaradi nepravilnih potez."),
        ("cs", "Bílý prohrává pro nemožné tahy."),
    ],
)
def test_the_result_says_who_lost_by_illegal_moves(language: str, line: str) -> None:
    assert answered(_ended("0-1"), language)[0] == line
    assert len(answered(_ended("1/2-1/2"), language)) == 2


def test_a_forfeit_is_told_once() -> None:
    assert said(GameEnded(0, "+/-", Termination.FORFEIT, "6.7.1"), "de") == [
        "Weiß gewinnt kampflos."
    ]
    assert said(GameEnded(0, "1-0", Termination.FORFEIT, "I.10"), "de") == [
        "Kampflos.",
        "Weiß gewinnt.",
    ]


@pytest.mark.parametrize(
    ("style", "heard", "echo"),
    [(Style.SHORT, True, True), (Style.SHORT, False, False), (Style.APPENDIX_D, True, False)],
)
def test_only_what_everybody_heard_is_an_echo(style: Style, heard: bool, echo: bool) -> None:
    """A move that was typed, or is a program's, is new to who listens; competition has it whole."""
    start = Position.start()
    events = (
        MoveSpoken(0, facts(start, start.legal_moves[0])),
        GameEnded(0, "*", Termination.ABANDONED, ""),
    )
    told = all_words(events, Settings(style=style), heard=heard)
    assert [one.echo for one in told] == [echo, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_is_named_once_to_the_arbiter(language: str) -> None:
    events = (
        OrderGiven(0, "loss", "12.9.6", WHITE),
        PenaltyGiven(0, "12.9.6", Penalty.LOSS, WHITE),
        GameEnded(0, "0-1", Termination.ARBITER, "12.9.6"),
    )
    told = all_words(events, Settings(language, audience=Audience.ARBITER))
    assert sum("12.9.6" in one.text for one in told) == 1
    other = (events[0], PenaltyGiven(0, "12.9.1", Penalty.WARNING, WHITE))
    told = all_words(other, Settings(language, audience=Audience.ARBITER))
    assert [one.text.count("12.9") for one in told] == [1, 0, 1]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Diese Berührung gilt nicht."),
        ("en", "That touch does not count."),
        ("sr", "Taj dodir se ne računa."),
        ("sl", "Ta dotik ne šteje."),
        ("cs", "Tento dotek se nepočítá."),
    ],
)
def test_a_touch_that_does_not_count(language: str, line: str) -> None:
    knight = chess.Piece(chess.KNIGHT, WHITE)
    event = TouchDeclared(0, WHITE, knight, chess.G1, binding=False, article="4.2.1")
    assert said(event, language)[1] == line


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Weiß hat berührt: weißen Springer Gustav eins."),
        ("sr", "Beli, dodirnuto: beli skakač Gustav eins."),
        ("sl", "Beli, dotaknjena figura: beli skakač Gustav eins."),
        ("cs", "Bílý, dotčený kámen: bílý jezdec Gustav eins."),
    ],
)
def test_who_touched_what(language: str, line: str) -> None:
    """Whether a man or a woman plays is not known: no verb tells it."""
    event = TouchDeclared(0, WHITE, chess.Piece(chess.KNIGHT, WHITE), chess.G1)
    assert said(event, language) == [line]


def test_serbian_players_sign_and_leave() -> None:
    signed = SignaturesCompared(0, "1-0", "1-0", "1-0", Signing.AGREED)
    assert said(signed, "sr") == ["Oba igrača su potpisala."]
    leaves = Noted(0, Note.LEAVES, "11.2.3", WHITE)
    assert said(leaves, "sr") == ["Beli napušta prostor za igru. Sat radi dalje."]


@pytest.mark.parametrize(
    ("square", "line"),
    [
        ("a1", "Beli skakač z Anna eins na Bella zwei."),
        ("c4", "Beli skakač s Cesar vier na Bella zwei."),
        ("f3", "Beli skakač s Felix drei na Bella zwei."),
        ("g1", "Beli skakač z Gustav eins na Bella zwei."),
        ("h5", "Beli skakač s Hektor fünf na Bella zwei."),
    ],
)
def test_slovenian_preposition_follows_the_next_sound(square: str, line: str) -> None:
    step = BoardStep(chess.Piece(chess.KNIGHT, WHITE), chess.parse_square(square), chess.B2)
    told = Phraser(Settings("sl")).step(step).spoken
    assert told == line.replace("Beli skakač", "Belega skakača")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("square", ["a1", "f3"])
def test_only_slovenian_changes_its_preposition(language: str, square: str) -> None:
    step = BoardStep(chess.Piece(chess.KNIGHT, WHITE), chess.parse_square(square), chess.B2)
    told = Phraser(Settings(language)).step(step).spoken
    before = {"de": "von", "en": "from", "sr": "sa", "cs": "z"}.get(language)
    if before is not None:
        assert f" {before} " in told


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Black's board, Felix drei: empty."),
        ("sr", "Tabla crnog, Felix drei: prazno."),
        ("sl", "Šahovnica črnega, Felix drei: prazno."),
        ("cs", "Šachovnice černého, Felix drei: prázdné."),
    ],
)
def test_whose_board_it_is(language: str, line: str) -> None:
    assert said(BoardReported(0, BLACK, chess.F3, None), language) == [line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_attackers_are_told_of_their_square_once(language: str) -> None:
    told = answered(Answer(About.ATTACKERS, (PlacedPiece(chess.E4, None),), chess.WHITE), language)
    assert ["Eva vier" in line for line in told] == [True, False]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["ein Zug", "zwei Züge", "drei Züge", "fünf Züge", "einundzwanzig Züge"]),
        ("en", ["one move", "two moves", "three moves", "five moves", "twenty-one moves"]),
        ("sr", ["jedan potez", "dva poteza", "tri poteza", "pet poteza", "dvadeset jedan potez"]),
        ("sl", ["ena poteza", "dve potezi", "tri poteze", "pet potez", "enaindvajset potez"]),
        ("cs", ["jeden tah", "dva tahy", "tři tahy", "pět tahů", "jedenadvacet tahů"]),
    ],
)
def test_counts_agree(language: str, lines: list[str]) -> None:
    assert [count(number, "move", language) for number in (1, 2, 3, 5, 21)] == lines


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["einmal", "zweimal", "dreimal", "fünfmal"]),
        ("en", ["once", "twice", "three times", "five times"]),
        ("sr", ["jednom", "dva puta", "tri puta", "pet puta"]),
        ("sl", ["enkrat", "dvakrat", "trikrat", "petkrat"]),
        ("cs", ["jednou", "dvakrát", "třikrát", "pětkrát"]),
    ],
)
def test_how_often(language: str, lines: list[str]) -> None:
    assert [times(number, language) for number in (1, 2, 3, 5)] == lines


def sentences(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for value in table.values():
            yield from sentences(value)
    elif isinstance(table, list):
        for value in table:
            yield from sentences(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_game_ends(language: str) -> None:
    """A missing stop makes a voice run on into the next line."""
    table = lexicon(language).own("game")
    for name in ("refused", "illegal", "touch", "penalty", "arbiter", "result", "end", "question"):
        for line in sentences(table[name]):
            assert re.search(r"[.?]$|\{line\}$", line), line


FILES = ("game", "answers", "lesson", "program", "page", "articles")


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_sentence_is_left_in_english(language: str) -> None:
    for file in FILES:
        english = set(sentences(lexicon("en").own(file)))
        for line in sentences(lexicon(language).own(file)):
            literal = re.sub(r"\{[^}]*\}|\b(Elo|Braille)\b", "", line)  # people's names
            assert line not in english or not re.search(r"\w", literal), line


def test_slovenian_texts_follow_the_rule_of_their_preposition() -> None:
    wrong = re.compile(r"\bz [cčfhkpsšt]|\bs [^\Wcčfhkpsšt]", re.IGNORECASE)
    for file in FILES:
        for line in sentences(lexicon("sl").own(file)):
            assert not wrong.search(line), line
