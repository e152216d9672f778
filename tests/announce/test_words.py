# SPDX-License-Identifier: GPL-3.0-or-later
"""Every event in words."""

from dataclasses import replace

import chess
import pytest
from games import fact
from told import said, shown

from announce.text.settings import LANGUAGES, Audience, Settings, Style
from announce.words.events import start_position_words, words
from clock.clock import SECOND
from clock.events import FlagFell, GamePaused, GameResumed, MoveCompleted, PeriodBegan, TimeAdjusted
from game.speech.drivers import knock_sound
from game.speech.voices import SAMPLE_RATE
from rules.description import Castling, Distinction, MoveDescription
from rules.draws import Finding, Ground, Occurrence
from rules.explanation import Illegality, MoveFault, explain
from rules.outcome import Termination
from rules.position import Position
from table.acts.answering import pieces_on
from table.events import Event
from table.events.answers import About, Answer, PlacedPiece
from table.events.dialogue import (
    Device,
    DeviceLost,
    DeviceRestored,
    InfoGiven,
    NotUnderstood,
    Question,
    QuestionKind,
)
from table.events.game import (
    ClaimMade,
    ClaimRejected,
    ClaimUpheld,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    GameStarted,
    IllegalMove,
    MoveCorrected,
    MoveMade,
    MoveSpoken,
    Refusal,
    Refused,
    Resigned,
    Role,
)

WHITE, BLACK = chess.WHITE, chess.BLACK
MATE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"


def which(*options: Distinction) -> Question:
    return Question(0, WHITE, QuestionKind.WHICH_MOVE, options)


STARTED = GameStarted(0, "Ana", "Boris 2", chess.STARTING_FEN, "3+2", 2018, "competition")


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (MoveSpoken(0, fact("Nf3")), ["Springer Gustav eins Felix drei"]),
        (MoveCorrected(0, WHITE, fact("Nf3")), ["Zurückgenommen."]),
        (MoveMade(0, fact("Nf3")), []),
        (MoveCompleted(0, WHITE, 5 * SECOND, 9 * SECOND), ["Gedrückt."]),
        (DrawOffered(0, WHITE), ["Weiß bietet Remis."]),
        (DrawDeclined(0, BLACK), ["Remis abgelehnt."]),
        (DrawAgreed(0), []),  # the result tells it
        (Resigned(0, BLACK), ["Schwarz gibt auf."]),
        (FlagFell(0, WHITE), ["Weiß: Zeit abgelaufen."]),
        (PeriodBegan(0, WHITE, 1), []),
        (TimeAdjusted(0, BLACK, 120 * SECOND), ["Schwarz: zwei Minuten eingestellt."]),
        (TimeAdjusted(0, BLACK, 120 * SECOND, quiet=True), []),
        (GamePaused(0, 1, 1), ["Beide Uhren stehen."]),
        (GameResumed(0, 1, 1), ["Die Uhr läuft."]),
        (NotUnderstood(0, "springer sieben"), ["Nicht verstanden."]),
        (DeviceLost(0, Device.MICROPHONE, "PaErrorCode -9985"), ["Kein Mikrofon. Bitte tippen."]),
        (DeviceRestored(0, Device.MICROPHONE), ["Das Mikrofon ist wieder da."]),
        (Refused(0, WHITE, Refusal.NOTHING_TO_CORRECT), ["Nichts zu korrigieren."]),
        (
            GameEnded(0, "1-0", Termination.CHECKMATE, "5.1.1"),
            ["Schachmatt.", "Weiß gewinnt."],
        ),
        (
            GameEnded(0, "1/2-1/2", Termination.STALEMATE, "5.2.1"),
            ["Patt.", "Die Partie endet remis."],
        ),
        (
            GameEnded(0, "*", Termination.ABANDONED, ""),
            ["Die Partie ist abgebrochen."],
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_event_in_german(event: Event, lines: list[str]) -> None:
    assert said(event) == lines


def test_game_start_with_names_and_time() -> None:
    assert said(STARTED) == [
        "Die Partie beginnt.",
        "Weiß: Ana.",
        "Schwarz: Boris zwei.",
        "Drei Minuten, dazu zwei Sekunden je Zug.",
        "Wettkampf: Es gelten die FIDE-Regeln von zweitausendachtzehn mit ihren Strafen.",
    ]
    assert "Schwarz: Boris 2." in shown(STARTED)


@pytest.mark.article("X.13")
def test_x_13_what_is_in_force_is_announced() -> None:
    training = replace(STARTED, mode="training")
    assert said(training)[-1] == "Trainingspartie."
    lines = {
        said(one, language=language)[-1] for one in (STARTED, training) for language in LANGUAGES
    }
    assert len(lines) == 2 * len(LANGUAGES)


@pytest.mark.article("6.3.2-d", "G.1")
def test_6_3_2_unusual_extra_time_is_remarked() -> None:
    remark = "Ungewöhnlich: Üblich sind zwei bis sechzig Sekunden je Zug."
    assert remark in said(replace(STARTED, time_control="5+1"))
    assert remark in said(replace(STARTED, time_control="40/5400+90,1800"))
    assert remark not in said(replace(STARTED, time_control="5"))
    assert remark not in said(replace(STARTED, time_control="5+60"))


@pytest.mark.article("II.2-n")
def test_ii_2_number_and_pieces_of_a_start_position() -> None:
    assert "Schach neunhundertsechzig, Stellung fünfhundertachtzehn." in said(
        replace(STARTED, chess960=518)
    )
    assert "Schach neunhundertsechzig, Stellung 518." in shown(replace(STARTED, chess960=518))
    assert start_position_words(42, "de")[1].text == (
        "Von Anna bis Hektor: Springer, Springer, Dame, Turm, Läufer, Läufer, König und Turm."
    )


THREEFOLD = Finding(
    True,
    Ground.THREEFOLD,
    "9.2.1",
    3,
    (Occurrence(0, 0, None), Occurrence(4, 2, BLACK), Occurrence(8, 4, BLACK)),
)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (ClaimMade(0, WHITE, None), ["Weiß reklamiert Remis."]),
        (
            ClaimMade(0, WHITE, Ground.THREEFOLD, fact("Nf3")),
            [
                "Weiß reklamiert Remis: dreimal dieselbe Stellung.",
                "Angekündigter Zug: Springer Gustav eins Felix drei.",
            ],
        ),
        (
            ClaimUpheld(0, WHITE, THREEFOLD),
            [
                "Die Reklamation ist berechtigt: dreimal dieselbe Stellung.",
                "Die Stellung stand am Anfang, nach Zug zwei von Schwarz "
                "und nach Zug vier von Schwarz.",
            ],
        ),
        (
            ClaimUpheld(0, BLACK, Finding(True, Ground.FIFTY, "9.3.2", 100, ())),
            [
                "Die Reklamation ist berechtigt: fünfzig Züge ohne Schlagen und ohne Bauernzug.",
                "Ohne Schlagen und ohne Bauernzug: fünfzig Züge.",
            ],
        ),
        (
            ClaimRejected(0, WHITE, Finding(False, Ground.THREEFOLD, "9.2.2", 2, ()), bonus=120),
            [
                "Die Reklamation ist nicht berechtigt.",
                "Die Stellung stand erst zweimal auf dem Brett.",
                "Schwarz, Zeitgutschrift: zwei Minuten.",
            ],
        ),
        (
            ClaimRejected(0, WHITE, Finding(False, Ground.FIFTY, "9.3.2", 41, ())),
            [
                "Die Reklamation ist nicht berechtigt.",
                "Ohne Schlagen und ohne Bauernzug: zwanzig Züge.",
            ],
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_claim_and_what_its_examination_showed(event: Event, lines: list[str]) -> None:
    """9.2, 9.3, 9.5; the evidence of 11.12."""
    assert said(event) == lines


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (which(Distinction(from_file=0), Distinction(from_file=5)), "Anna oder Felix?"),
        (
            which(*(Distinction(promotion=kind) for kind in (chess.QUEEN, chess.KNIGHT))),
            "Dame oder Springer?",
        ),
        (which(Distinction(castling=Castling.LONG), Distinction(chess.KING)), "Lange oder König?"),
        (
            which(*(Distinction(from_file=4, from_rank=rank) for rank in (1, 3))),
            "Eva zwei oder Eva vier?",
        ),
        (
            which(Distinction(to_file=3), Distinction(to_file=4, to_rank=3)),
            "David oder Eva vier?",
        ),
        (
            Question(0, WHITE, QuestionKind.IS_IT_THIS, move=fact("Nf3")),
            "Springer Gustav eins Felix drei, ist das richtig?",
        ),
        (
            Question(0, WHITE, QuestionKind.ORDER, order="null eins"),
            "Null eins, ist das richtig?",
        ),
        (Question(0, WHITE, QuestionKind.RESIGN), "Wirklich aufgeben?"),
        (Question(0, WHITE, QuestionKind.OFFER_DRAW), "Remis anbieten?"),
        (Question(0, WHITE, QuestionKind.ACCEPT_DRAW), "Remis annehmen?"),
        (Question(0, WHITE, QuestionKind.CLAIM_DRAW), "Remis reklamieren?"),
        (Question(0, WHITE, QuestionKind.ABORT), "Partie wirklich abbrechen?"),
    ],
)
def test_a_question(question: Question, line: str) -> None:
    assert said(question) == [line]


@pytest.mark.parametrize(
    ("fen", "description", "line"),
    [
        (
            chess.STARTING_FEN,
            MoveDescription(piece=chess.ROOK, from_file=0, from_rank=0, to_square=chess.A4),
            "Der Turm kann nicht nach Anna vier ziehen: "
            "auf Anna zwei steht ein eigener Bauer im Weg.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(piece=chess.KNIGHT, from_file=1, from_rank=0, to_square=chess.D2),
            "Der Springer kann nicht nach David zwei ziehen: dort steht ein eigener Bauer.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(piece=chess.BISHOP, from_file=1, from_rank=0, to_square=chess.C3),
            "Auf Bella eins steht kein Läufer, sondern ein Springer.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(from_file=4, from_rank=3, to_square=chess.E5),
            "Auf Eva vier steht nichts.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(from_file=4, from_rank=6, to_square=chess.E5),
            "Auf Eva sieben steht ein gegnerischer Bauer.",
        ),
        (
            "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
            MoveDescription(piece=chess.BISHOP, to_square=chess.D3),
            "Der Läufer auf Eva zwei ist gefesselt: "
            "sonst gäbe ein gegnerischer Turm auf Eva sieben Schach.",
        ),
        (
            "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1",
            MoveDescription(piece=chess.ROOK, from_file=0, to_square=chess.A2),
            "Der König bleibt im Schach: ein gegnerischer Turm auf Eva sieben greift ihn an.",
        ),
        (
            "4k3/3r4/8/8/8/8/8/4K3 w - - 0 1",
            MoveDescription(piece=chess.KING, to_square=chess.D1),
            "Der König darf nicht nach David eins: "
            "ein gegnerischer Turm auf David sieben greift dort an.",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            MoveDescription(piece=chess.QUEEN, to_square=chess.D3),
            "Weiß hat keine Dame mehr.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(piece=chess.BISHOP, from_file=5, from_rank=0, to_square=chess.F3),
            "So zieht der Läufer nicht: von Felix eins nach Felix drei.",
        ),
        (
            chess.STARTING_FEN,
            MoveDescription(piece=chess.BISHOP, to_square=chess.H8),
            "Kein Läufer von Weiß kann nach Hektor acht ziehen.",
        ),
    ],
)
def test_why_a_move_is_illegal(fen: str, description: MoveDescription, line: str) -> None:
    """3.1 to 3.10: pieces and squares by name, the reason on the board."""
    position = Position.from_fen(fen)
    illegality = explain(position, description)
    assert illegality is not None
    event = IllegalMove(0, position.turn, "?", illegality)
    spoken = said(event)
    assert spoken == [line]


def test_illegal_move_completed_names_article_to_arbiter() -> None:
    """7.5.1."""
    event = IllegalMove(0, WHITE, "?", Illegality(MoveFault.TAKES_KING, "1.4.1"), completed=True)
    assert said(event) == ["Regelwidriger Zug.", "Der König wird nicht geschlagen."]
    spoken = said(event, audience=Audience.ARBITER)
    assert spoken[-1] == "Artikel eins Punkt vier Punkt eins."
    assert shown(event, audience=Audience.ARBITER)[-1] == "Artikel 1.4.1."


def test_an_illegal_move_without_its_reason() -> None:
    event = IllegalMove(0, WHITE, "?", Illegality(MoveFault.PINNED, "3.9.2"))
    assert said(event, explain_illegal=False) == ["Regelwidriger Zug."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_times_and_move_counts_are_never_volunteered(language: str) -> None:
    """D.2.10.4: only on request; so a pressed clock says the same whatever it shows."""
    late = MoveCompleted(0, WHITE, 5 * SECOND, 3600 * SECOND)
    early = MoveCompleted(0, WHITE, 5400 * SECOND, 5400 * SECOND, credit=SECOND)
    assert said(late, language=language) == said(early, language=language)
    for event in (GamePaused, GameResumed):
        assert said(event(0, 1, 2), language=language) == said(event(0, 7, 8), language=language)


def test_only_the_arbiter_hears_of_time_controls() -> None:
    """12.6: it would tell a player the number of their moves."""
    event = PeriodBegan(0, WHITE, 1)
    assert said(event, audience=Audience.ARBITER) == ["Weiß: Zeitkontrolle erreicht."]
    for audience in (Audience.PLAYER, Audience.ASSISTANT):
        assert said(event, audience=audience) == []


def test_the_press_can_be_a_sound_alone() -> None:
    """In training Hektor presses after every move, or the player did: nobody needs to be told."""
    (pressed,) = words(MoveCompleted(0, WHITE, 1, 1), Settings(say_press=False))
    assert (pressed.text, pressed.knock) == ("", True)


def test_a_side_is_named_once_for_all_its_pieces() -> None:
    board = chess.Board("4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1")
    told = said(InfoGiven(0, Role.WHITE, pieces_on(board)))
    assert told == [
        "Weiß: König Eva eins.", "Turm Anna eins.", "Bauern Anna zwei und Bella zwei.",
        "Schwarz: König Eva acht.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(About.HINT_PIECE, (PlacedPiece(chess.E2, chess.Piece(chess.PAWN, WHITE)),)),
         "Die Figur: Bauer Eva zwei."),
        (Answer(About.HINT_MOVE, (fact("e2e4"),)), "Vorschlag: Eva zwei Eva vier."),
    ],
)  # fmt: skip
def test_a_hint_is_no_read_back(answer: Answer[object], told: str) -> None:
    assert said(InfoGiven(0, Role.WHITE, answer)) == [told]


def test_the_press_has_a_knock_sound_its_own() -> None:
    (pressed,) = words(MoveCompleted(0, WHITE, 1, 1), Settings())
    assert (pressed.text, pressed.knock) == ("Gedrückt.", True)
    assert 0.01 < len(knock_sound(1.0)) / SAMPLE_RATE < 0.03


def test_only_the_arbiter_sees_time_given_back() -> None:
    pressed = MoveCompleted(0, WHITE, 1, 1, credit=240_000_000)
    assert shown(pressed) == ["Gedrückt."]
    assert shown(pressed, audience=Audience.ARBITER) == ["Gedrückt.", "Weiß: +0.2 s"]
    assert said(pressed, audience=Audience.ARBITER) == ["Gedrückt.", ""]


def test_players_without_a_name_are_not_introduced() -> None:
    nameless = replace(STARTED, white="Weiß", black="")
    assert len(said(nameless)) == len(said(nameless, language="sl")) == 3


@pytest.mark.parametrize(
    ("event", "result", "termination", "lines"),
    [
        (
            Resigned(0, WHITE),
            "0-1",
            Termination.RESIGNATION,
            ["Weiß gibt auf.", "Schwarz gewinnt."],
        ),
        (
            DrawAgreed(0),
            "1/2-1/2",
            Termination.AGREEMENT,
            ["Die Partie endet remis."],
        ),
        (
            FlagFell(0, WHITE),
            "0-1",
            Termination.FLAG,
            ["Weiß: Zeit abgelaufen.", "Schwarz gewinnt."],
        ),
        (
            FlagFell(0, WHITE),
            "1/2-1/2",
            Termination.FLAG,
            [
                "Weiß: Zeit abgelaufen.",
                "Der Gegner kann nicht mehr mattsetzen.",
                "Die Partie endet remis.",
            ],
        ),
    ],
)
def test_reason_of_an_end_is_told_once(
    event: Event, result: str, termination: Termination, lines: list[str]
) -> None:
    """5.1.2, 5.2.3, 6.9: the event before has said it."""
    assert said(event) + said(GameEnded(0, result, termination, "")) == lines


def test_mate_is_announced_once() -> None:
    """The end of the game says it, so the move does not."""
    move = fact("Re8#", MATE)
    end = GameEnded(0, "1-0", Termination.CHECKMATE, "5.1.1")
    for style in Style:
        lines = said(MoveSpoken(0, move), style=style) + said(end)
        assert sum("matt" in line for line in lines) == 1
