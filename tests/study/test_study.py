# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is studied: walked through, left for variations, tried, commented, noted."""

import chess
import pytest
from studies import ANNOTATED, SHORT, Sitting

from clock.clock import SECOND
from rules.description import MoveFacts
from study.events import (
    GameOpened,
    GamesTold,
    GameUnread,
    Listed,
    MoveShown,
    MoveTold,
    NamesTold,
    StudyNotice,
    StudyRefusal,
)
from study.handle import HANDLERS, spoken
from study.library import Criterion
from study.tree import Unread, read_game, write_game
from table.events.answers import About, Answer, CountOf, Degree, PlacedPiece, TimeOf
from table.events.dialogue import NotUnderstood, Question
from table.events.game import IllegalMove
from voice.language import interpretation
from voice.language.interpretation import Heard
from voice.language.study import StudyCommand, StudyName
from voice.language.transcript import Transcript


def test_a_game_is_opened_with_what_is_known_of_it() -> None:
    sitting = Sitting(ANNOTATED, SHORT)
    (opened,) = sitting.events("Partie 1")
    assert isinstance(opened, GameOpened)
    assert (opened.moves, opened.variations, opened.comment) == (6, 3, "Eine Kurzpartie.")
    assert (opened.card.black, opened.card.opening) == ("Nimzowitsch, Aron", "french")
    (other,) = sitting.events("nächste Partie")
    assert isinstance(other, GameOpened)
    assert other.card.opening == "sicilian"  # by its moves: it has no code
    assert sitting.events("nächste Partie") == (StudyRefusal.LAST_GAME,)


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        (("vor",), "e4"),
        (("vor", "weiter"), "e6"),
        (("Zug drei",), "Nc3"),
        (("Zug 3 Schwarz",), "Bb4"),
        (("Zug 3", "zurück"), "d5"),
        (("Schluss",), "Nxe4"),
        (("Schluss", "Anfang"), ""),
        (("Zug 4", "Variante zwei"), "a3"),
        (("Zug 4", "Variante e5", "vor"), "c5"),
        (("Zug 4", "Variante e5", "vor", "Variante"), "b6"),
        (("Zug 4", "Variante e5", "vor", "Variante", "Hauptvariante"), "c5"),
        (("Zug 4", "Variante e5", "vor", "Variante", "zur Partie"), "Ne2"),
        (("Zug 4", "Variante e5", "Zug 5"), "a3"),  # a move of the line in which one is
        (("e4", "e6"), "e6"),  # a move of the game goes on in it
        (("Zug 3 Schwarz", "e5"), "e5"),  # one of a variation enters it
    ],
)
def test_the_ways_through_a_game(lines: tuple[str, ...], move: str) -> None:
    sitting = Sitting(ANNOTATED)
    sitting.events(*lines)
    assert sitting.last_move == move
    assert sitting.state.tried == ()


def test_what_is_written_about_a_move_is_told_with_it() -> None:
    sitting = Sitting(ANNOTATED)
    (shown,) = sitting.events("Zug 4")
    assert isinstance(shown, MoveShown)
    assert (shown.nags, shown.comment, shown.variations) == ((5,), "Gibt einen Bauern.", 2)
    (entered,) = sitting.events("Variante 1")
    assert isinstance(entered, MoveShown)
    assert (entered.entered, entered.before) == (1, "Solider ist")
    assert sitting.events("Kommentar") == (Listed(StudyName.COMMENT, ("Solider ist",)),)


def test_clock_commands_are_no_comments() -> None:
    sitting = Sitting(ANNOTATED)
    (shown,) = sitting.events("vor")
    assert isinstance(shown, MoveShown)
    assert shown.comment == ""
    assert sitting.events("Kommentar") == (Listed(StudyName.COMMENT, ()),)


def test_variations_are_told_by_their_moves() -> None:
    sitting = Sitting(ANNOTATED)
    (told,) = sitting.events("Zug 4", "Varianten")
    assert isinstance(told, Listed)
    assert [move.san for move in told.items if isinstance(move, MoveFacts)] == ["e5", "a3"]
    assert sitting.events("Variante") == (told,)  # which one?
    assert sitting.events("Variante drei") == (StudyRefusal.NO_VARIATION,)
    assert sitting.events("vor", "Varianten") == (StudyRefusal.NO_VARIATIONS,)


def test_the_ends_of_lines() -> None:
    sitting = Sitting(ANNOTATED)
    assert sitting.events("Schluss", "vor") == (Answer(About.RESULT_TAG, ("1-0",)),)
    assert sitting.events("Zug 4", "Variante 2", "vor") == (StudyNotice.LINE_OVER,)
    assert sitting.events("Anfang") == (StudyNotice.AT_START,)
    assert sitting.events("zurück") == (StudyRefusal.FIRST_MOVE,)
    assert sitting.events("Zug 40") == (StudyRefusal.NO_MOVE,)
    assert sitting.events("Hauptvariante") == (StudyRefusal.NOT_IN_VARIATION,)


def test_what_if_tries_moves_and_comes_back() -> None:
    sitting = Sitting(ANNOTATED)
    (tried,) = sitting.events("Zug 4", "was wäre, wenn Läufer schlägt Cesar drei")
    assert isinstance(tried, MoveTold)
    assert tried.how == "tried"
    sitting.events("bxc3")
    assert sitting.last_move == "bxc3"
    assert len(sitting.state.tried) == 2
    assert sitting.events("vor") == (StudyNotice.LINE_OVER,)
    sitting.events("zurück")
    assert sitting.last_move == "Bxc3+"
    (back,) = sitting.events("zur Partie")
    assert isinstance(back, MoveShown)
    assert back.back
    assert sitting.last_move == "Ne2"
    assert sitting.state.changed == {}
    assert sitting.events("zur Partie") == (StudyRefusal.IN_GAME,)


def test_who_comes_back_to_a_variation_is_not_back_in_the_game() -> None:
    sitting = Sitting(ANNOTATED)
    inner = ("Zug 4", "Variante e5", "vor", "Variante")
    assert sitting.told(*inner, "Hauptvariante")[0] == "Zurück in der Variante."
    assert sitting.told("was wäre wenn Sf3", "zurück")[0] == "Zurück in der Variante."
    assert sitting.told("zur Partie")[0] == "Zurück in der Partie."


def test_a_move_of_the_game_can_be_tried_too() -> None:
    """ "Was wäre, wenn" never leaves the place."""
    sitting = Sitting(ANNOTATED)
    sitting.events("was wäre wenn e4")
    assert len(sitting.state.tried) == 1
    sitting.events("zur Partie")
    assert sitting.last_move == ""


def test_tried_moves_are_kept_commented_and_written() -> None:
    sitting = Sitting(ANNOTATED)
    sitting.events("Zug 1", "was wäre wenn c5", "Sf3", "behalten", "Kommentar: {besser} so")
    tree = sitting.state.changed[1]
    text = write_game(tree)
    assert "( 1... c5 2. Nf3 { (besser) so } )" in " ".join(text.split())
    again = read_game(text)
    assert again.at((0, 1, 0)).text == "(besser) so"
    assert write_game(again) == text
    assert sitting.last_move == "Nf3"
    sitting.events("nächste Partie", "Partie 1", "Zug 1 Schwarz")
    (told,) = sitting.events("Varianten")
    assert isinstance(told, Listed)  # the game is as the reader has changed it


def test_moves_that_the_game_has_are_no_new_variation() -> None:
    sitting = Sitting(ANNOTATED)
    told = sitting.told("Zug 4", "was wäre wenn dxe4", "behalten")
    assert told == ["Zurück in der Partie.", "Schwarz, Zug vier: David fünf schlägt Eva vier."]
    assert sitting.state.changed == {}


def test_a_comment_on_tried_moves_keeps_them() -> None:
    sitting = Sitting(SHORT)
    sitting.events("Zug 2", "a6", "Kommentar auch gut")
    assert "( 2... a6 { auch gut } )" in " ".join(write_game(sitting.state.changed[1]).split())


def test_all_of_an_annotated_game_is_written_again() -> None:
    tree = read_game(ANNOTATED)
    assert "{ [%clk 1:30:00] }" in write_game(tree)
    assert "( { Solider ist } 4. e5 c5 ( 4... b6 ) 5. a3 )" in " ".join(write_game(tree).split())


def test_positions_are_noted_with_a_word() -> None:
    sitting = Sitting(ANNOTATED, SHORT)
    sitting.events(
        "Zug 4", "Variante 1", "merken Idee", "Zug 2", "was wäre wenn Sf6", "merken anders"
    )
    sitting.events("Partie 2", "Schluss")
    shown = sitting.events("zeige idee")[-1]
    assert isinstance(shown, MoveShown)
    assert sitting.state.number == 1
    assert sitting.last_move == "e5"
    sitting.events("zeige anders")
    assert sitting.last_move == "Nf6"
    assert sitting.state.tried
    assert sitting.events("Merkliste") == (Listed(StudyName.NOTES, (("idee", 1), ("anders", 1))),)
    assert sitting.events("zeige nichts") == (StudyRefusal.NO_NOTE,)


def test_games_are_chosen_by_player_opening_and_number() -> None:
    sitting = Sitting(ANNOTATED, SHORT)
    (told,) = sitting.events("Partien von Alekhine")
    assert isinstance(told, GamesTold)
    assert (told.count, [card.number for card in told.cards]) == (2, [1, 2])
    (names,) = sitting.events("welche Spieler")
    assert isinstance(names, NamesTold)
    (of_meier,) = sitting.events("Spieler 3")
    assert isinstance(of_meier, GameOpened)  # of one game there is nothing to choose
    assert sitting.state.number == 2
    assert sitting.events("Spieler 9") == (StudyRefusal.NO_LIST,)
    sitting.events("Eröffnung Französisch")
    assert sitting.state.number == 1
    assert sitting.events("nächste Partie") == (StudyRefusal.LAST_GAME,)
    sitting.events("alle Partien", "nächste Partie")
    assert sitting.state.number == 2
    assert sitting.events("Turnier Wijk") == (StudyRefusal.NONE_FOUND,)


def test_a_list_is_told_before_one_of_it_is_chosen() -> None:
    sitting = Sitting(ANNOTATED, SHORT)
    (names,) = sitting.events("Spieler 1")
    assert isinstance(names, NamesTold)
    assert names.kind is Criterion.PLAYER


def test_questions_are_those_of_a_game() -> None:
    sitting = Sitting(ANNOTATED)
    sitting.events("Zug 4")
    (given,) = sitting.events("was steht auf Eva zwei")
    white_knight = chess.Piece(chess.KNIGHT, chess.WHITE)
    assert given == Answer(About.SQUARE, (PlacedPiece(chess.E2, white_knight),))
    (given,) = sitting.events("Zugzahl")
    counts = (CountOf(chess.WHITE, 4), CountOf(chess.BLACK, 3))
    assert given == Answer(About.MOVE_COUNT, counts)
    (given,) = sitting.events("letzter Zug")
    assert isinstance(given, Answer)
    (move,) = given.facts
    assert isinstance(move, MoveFacts)
    assert move.san == "Ne2"
    (given,) = sitting.events("Ergebnis")
    assert given == Answer(About.RESULT_TAG, ("1-0",))
    for line in ("Stellung", "Material", "was droht", "wer greift Eva vier an", "mögliche Züge"):
        (given,) = sitting.events(line)
        assert isinstance(given, Answer), line


def test_who_played_is_told_and_nothing_that_was_agreed_at_no_table() -> None:
    sitting = Sitting(ANNOTATED)
    (given,) = sitting.events("wie heißt der Gegner")
    assert given == Answer(About.PLAYERS, ("Alekhine, Alexander", "Nimzowitsch, Aron"))
    assert sitting.events("Einstellungen") == (StudyRefusal.NOT_HERE,)


def test_times_are_those_that_were_written() -> None:
    sitting = Sitting(ANNOTATED, SHORT)
    (given,) = sitting.events("Zug 1 Schwarz", "beide Zeiten")
    times = (TimeOf(chess.WHITE, 5400 * SECOND), TimeOf(chess.BLACK, 5370 * SECOND))
    assert given == Answer(About.TIME, times)
    assert sitting.events("Partie 2", "vor", "Zeit") == (StudyRefusal.NO_TIMES,)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[%eval 0.12]", Answer(About.EVALUATION, (Degree.EVEN,))),
        ("good [%eval -2.4,18]", Answer(About.EVALUATION, (Degree.CLEARLY,), chess.BLACK)),
        ("[%eval #3]", Answer(About.MATE_IN, (CountOf(chess.WHITE, 3),))),
        ("[%eval #-2]", Answer(About.MATE_IN, (CountOf(chess.BLACK, 2),))),
    ],
)
def test_an_evaluation_is_told_as_it_was_written(written: str, told: Answer[object]) -> None:
    sitting = Sitting(f'[Event "x"]\n\n1. e4 {{ {written} }} e5 *')
    (given,) = sitting.events("vor", "Bewertung")
    assert given == told
    assert sitting.events("vor", "Bewertung") == (StudyRefusal.NO_EVALUATION,)


def test_an_ambiguous_move_is_asked_about() -> None:
    sitting = Sitting('[Event "x"]\n\n1. e4 e5 2. Nc3 Nc6 *')
    (asked,) = sitting.events("Schluss", "Springer Eva zwei")
    assert isinstance(asked, MoveShown | Question)
    sitting = Sitting('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"]\n\n*')
    (asked,) = sitting.events("Turm David eins")
    assert isinstance(asked, Question)
    sitting.events("Anna")
    assert sitting.last_move == "Rad1"


def test_what_is_no_move_here() -> None:
    sitting = Sitting(ANNOTATED)
    (illegal,) = sitting.events("was wäre wenn Dame Hektor fünf")
    assert isinstance(illegal, IllegalMove)
    assert isinstance(sitting.events("Blumenkohl")[0], NotUnderstood)
    assert sitting.events("biete Remis") == (StudyRefusal.NOT_HERE,)
    assert sitting.last_move == ""


def test_moves_before_a_game_is_open() -> None:
    sitting = Sitting()
    for line in ("Schluss", "Zug 3", "merken Idee", "Kommentar Text", "vorlesen"):
        assert sitting.events(line) == (StudyRefusal.NO_GAME,), line


def test_a_null_move_is_walked_over() -> None:
    sitting = Sitting('[Event "x"]\n\n1. e4 (1. -- e5 2. d4) 1... e5 *')
    shown = sitting.events("vor", "Variante")[-1]
    assert isinstance(shown, MoveShown)
    assert shown.move is None
    sitting.events("vor", "vor")
    assert sitting.last_move == "d4"
    (given,) = sitting.events("letzter Zug")
    assert isinstance(given, Answer)


def test_a_long_game_needs_no_recursion() -> None:
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 " * 700
    sitting = Sitting(f'[Event "x"]\n\n{moves}*')
    sitting.events("Schluss")
    assert len(sitting.state.path) == 2800
    assert write_game(read_game(sitting.games.texts[0])).count("Ng8") == 700


def test_what_cannot_be_studied_is_refused() -> None:
    sitting = Sitting(
        SHORT, '[Variant "Atomic"]\n\n1. e4 *', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*'
    )
    assert sitting.events("Partie 2") == (GameUnread(2, Unread.VARIANT, "Atomic"),)
    assert sitting.events("Partie 3") == (GameUnread(3, Unread.START),)
    assert sitting.state.number == 1


def test_a_file_that_was_cut_off_is_told() -> None:
    assert read_game(ANNOTATED).damaged is False
    assert read_game(ANNOTATED[: ANNOTATED.index("einen Bauern")]).damaged
    assert read_game('[Event "{"]\n\n1. e4 {gut} e5 *\n').damaged is False


def test_moves_that_cannot_be_read_are_told() -> None:
    (opened,) = Sitting("1. e4 e5 2. Ke5 Nf6 *").events("Partie 1")
    assert isinstance(opened, GameOpened)
    assert (opened.damaged, opened.moves) == (True, 1)


KNIGHT = "Springer Gustav eins Eva zwei"


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("de", "Zug 4", [f"Weiß, Zug vier: {KNIGHT}.", "Interessanter Zug."]),
        ("en", "move 4", [f"White, move four: {KNIGHT}.", "Interesting move."]),
        ("sr", "potez 4", [f"Beli, potez četiri: {KNIGHT}.", "Zanimljiv potez."]),
        ("sl", "poteza 4", [f"Beli, poteza štiri: {KNIGHT}.", "Zanimiva poteza."]),
        ("cs", "tah 4", [f"Bílý, tah čtyři: {KNIGHT}.", "Zajímavý tah."]),
    ],
)
def test_a_move_with_its_symbol_is_told(language: str, line: str, told: list[str]) -> None:
    assert Sitting(ANNOTATED, language=language).told(line)[:2] == told


@pytest.mark.parametrize("language", ["de", "en", "sr", "sl", "cs"])
def test_a_sitting_in_every_language(language: str) -> None:
    """Whatever happens is told, in the language of the reader."""
    lines = ["Partie 1", "Zug 4", "Varianten", "Variante 1", "vor", "Hauptvariante"]
    lines += ["was wäre wenn a6", "behalten", "Kommentar gut", "merken Idee", "merken Idee"]
    lines += [
        "zeige Idee",
        "Merkliste",
        "Partien",
        "welche Spieler",
        "Spieler 1",
        "Hilfe",
        "Übungen",
    ]
    lines += ["Partien von Niemand", "vorlesen", "Pause", "zurück", "Anfang", "Schluss"]
    sitting = Sitting(ANNOTATED, SHORT, language=language)
    for line in lines:
        told = sitting.told(line)
        assert told, line
        assert all(0 < len(one) < 220 for one in told), told


@pytest.mark.parametrize(
    ("heard", "share", "meant"),
    [
        ("zug drei", 0.99, StudyCommand(StudyName.TO_MOVE, number=3)),
        ("zug drei", 0.8, None),
        ("variante zwei", 0.99, StudyCommand(StudyName.ENTER, number=2)),
        (
            "was wäre wenn springer cesar sechs",
            0.99,
            StudyCommand(StudyName.TRY, text="Springer Cesar sechs"),
        ),
        ("vor", 0.8, StudyCommand(StudyName.NEXT)),  # said all the time
        ("vor", 0.4, None),
        ("blumenkohl", 1.0, None),
    ],
)
def test_what_is_heard_at_the_desk(heard: str, share: float, meant: StudyCommand | None) -> None:
    """Beside other talk: a command is obeyed if it is likelier, by how often it is said."""
    sitting = Sitting(ANNOTATED)
    hypotheses = (Transcript(heard, share), Transcript("[unk]", 1.0 - share))
    found = spoken(hypotheses, sitting.state)
    if meant is None:
        assert isinstance(found, interpretation.NoMatch)
    else:
        assert found == meant


def test_a_move_is_heard_at_the_desk_as_in_a_game() -> None:
    sitting = Sitting(ANNOTATED)
    found = spoken((Transcript("Springer Felix drei", 1.0),), sitting.state)
    assert isinstance(found, Heard)
    assert found.move == chess.Move.from_uci("g1f3")


@pytest.mark.parametrize(
    ("language", "help_", "told"),
    [
        ("de", "Hilfe", "Ende, getippt: aufhören."),
        ("en", "help", "Quit, typed: stop."),
        ("sr", "pomoć", "Kraj, otkucano: završiti."),
    ],
)
def test_what_can_only_be_typed_is_told_as_it_is_typed(
    language: str, help_: str, told: str
) -> None:
    assert Sitting(language=language).told(help_)[-1] == told


def test_help_offers_no_game_where_there_is_none() -> None:
    assert not any("Partie" in line for line in Sitting().told("Hilfe"))


def test_every_command_of_study_has_its_handler() -> None:
    assert HANDLERS.keys() == set(StudyName)
