# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers on request: right facts, one fact a line."""

import chess
import pytest
from games import played
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES, Settings, Style
from announce.words.events import words
from clock.clock import SECOND
from rules.description import Castling
from rules.explanation import explain_castling
from rules.moves import facts
from rules.position import Position
from rules.threats import threats
from table.acts import answering
from table.events.answers import (
    About,
    Answer,
    CastlingOf,
    CountOf,
    PlacedPiece,
    TimeOf,
    Topic,
    help_with,
)
from table.events.dialogue import InfoGiven
from table.events.game import Role

GAME = [
    "e4",
    "e5",
    "Nf3",
    "Nf6",
    "d4",
    "exd4",
    "e5",
    "Ne4",
    "Qxd4",
    "d5",
    "exd6",
    "Nxd6",
]  # Appendix C


def lines(answer: Answer[object] | None, settings: Settings | None = None) -> list[str]:
    assert answer is not None
    event = InfoGiven(0, Role.WHITE, answer)
    return [one.text for one in words(event, settings or Settings())]


POSITION, MOVES = played(*GAME)
BOARD = POSITION.board
PAWNS = "4k3/8/8/3p4/P7/2P5/2P5/4K3 w - - 0 1"


def test_the_time_of_one_player_or_both() -> None:
    """D.2.6.1, D.2.10.4."""
    white, black = TimeOf(chess.WHITE, 5400 * SECOND), TimeOf(chess.BLACK, 59 * SECOND)
    assert lines(Answer(About.TIME, (black,))) == ["Schwarz: neunundfünfzig Sekunden."]
    assert lines(Answer(About.TIME, (white, black))) == [
        "Weiß: eine Stunde und dreißig Minuten.",
        "Schwarz: neunundfünfzig Sekunden.",
    ]


@pytest.mark.parametrize(
    ("language", "top"), [("de", "tsldklst"), ("en", "rnbqkbnr"), ("cs", "vjsdksjv")]
)
def test_for_one_finger_on_a_braille_display(language: str, top: str) -> None:
    """Times in digits, White first, and eight lines of eight signs; they are spoken as ever."""
    compact = Settings(language, compact=True)
    times = Answer(About.TIME, (TimeOf(True, 2322 * SECOND), TimeOf(False, 2111 * SECOND)))
    assert lines(times, compact) == ["38:42 35:11"]
    board = answering.ranks(Position.start().board)
    printed = lines(board, compact)
    assert [len(line) for line in printed] == [8] * 8
    assert (printed[0], printed[4], printed[7]) == (top, "........", top.upper())
    for answer in (times, board):
        plain = words(InfoGiven(0, Role.WHITE, answer), Settings(language))
        short = words(InfoGiven(0, Role.WHITE, answer), compact)
        assert sorted(" ".join(one.spoken for one in plain).split()) == sorted(
            " ".join(one.spoken for one in short).split()
        )


def test_moves_made_and_moves_to_the_control() -> None:
    """D.2.6.1."""
    assert lines(Answer(About.MOVE_COUNT, (CountOf(True, 12), CountOf(False, 11)))) == [
        "Gemachte Züge: Weiß zwölf, Schwarz elf."
    ]
    assert lines(Answer(About.TO_CONTROL, (CountOf(chess.WHITE, 1),))) == [
        "Weiß: noch ein Zug bis zur Zeitkontrolle."
    ]
    assert lines(Answer(About.PER_MOVE, (TimeOf(chess.WHITE, 125 * SECOND),))) == [
        "Weiß: je Zug zwei Minuten und fünf Sekunden."
    ]
    for about in (About.PER_MOVE, About.TO_CONTROL):
        assert lines(Answer(about, (), chess.BLACK)) == ["Schwarz: keine Zeitkontrolle mehr."]


def test_the_last_moves() -> None:
    assert lines(answering.last_move(MOVES)) == [
        "Schwarz: Springer Eva vier schlägt David sechs."  # the number is another question
    ]
    assert lines(answering.last_move(())) == ["Noch kein Zug."]
    assert len(lines(answering.last(MOVES, 5))) == 5
    assert lines(answering.last((), 5)) == ["Noch kein Zug."]
    assert lines(answering.last(MOVES, 0)) == ["Noch kein Zug."]


def test_the_whole_score_one_move_a_line() -> None:
    told = lines(Answer(About.MOVES, tuple(MOVES)))
    assert told[0] == "Weiß, Zug eins: Eva zwei Eva vier."
    assert told[10] == "Sechs: Eva fünf schlägt David sechs en passant."
    assert len(told) == len(GAME)


def test_score_in_notation_is_for_the_eye() -> None:
    (utterance,) = words(
        InfoGiven(0, Role.WHITE, answering.last_move(MOVES)), Settings(style=Style.SAN)
    )
    assert utterance.text == "6... Sxd6"
    assert utterance.spoken == "Schwarz: Springer schlägt David sechs."


def test_what_has_changed_since_the_last_question() -> None:
    assert lines(Answer(About.CHANGED, tuple(MOVES[10:]))) == [
        "Weiß, Zug sechs: Eva fünf schlägt David sechs en passant.",
        "Springer Eva vier schlägt David sechs.",  # the number was told
    ]
    assert lines(Answer(About.CHANGED)) == ["Nichts hat sich geändert."]


@pytest.mark.article("2.1")
def test_square_with_its_piece() -> None:
    assert lines(answering.square(BOARD, chess.D6)) == ["David sechs: schwarzer Springer."]
    assert lines(answering.square(BOARD, chess.E4)) == ["Eva vier: leer."]
    assert lines(answering.colour_of(BOARD, chess.E4)) == ["Eva vier: weißes Feld."]


@pytest.mark.article("2.1")
@given(square=st.sampled_from(chess.SQUARES))
def test_light_squares_have_an_odd_sum(square: chess.Square) -> None:
    """a1 is dark, and colours alternate (2.1)."""
    light = (chess.square_file(square) + chess.square_rank(square)) % 2 == 1
    (told,) = lines(answering.colour_of(BOARD, square))
    assert told.endswith(": weißes Feld." if light else ": schwarzes Feld.")


def test_pieces_by_colour_and_kind() -> None:
    assert lines(answering.pieces_on(BOARD, chess.WHITE, chess.KNIGHT)) == [
        "Weiß: Springer Bella eins und Felix drei."
    ]
    assert lines(answering.pieces_on(BOARD, kind=chess.QUEEN)) == [
        "Weiß: Dame David vier.",
        "Schwarz: Dame David acht.",
    ]
    assert lines(answering.pieces_on(BOARD, chess.BLACK))[0] == "Schwarz: König Eva acht."
    empty = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert lines(answering.pieces_on(empty, chess.WHITE, chess.ROOK)) == ["Weiß: kein Turm."]


@settings(max_examples=30, deadline=None)
@given(number=st.integers(0, 959))
def test_the_position_names_every_piece_once(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    told = answering.pieces_on(board).facts
    standing = [
        (square, chess.Piece(one.kind, one.colour)) for one in told for square in one.squares
    ]
    assert dict(standing) == board.piece_map()
    assert len(standing) == 32


def test_pawns_by_file() -> None:
    assert lines(answering.pieces_on(chess.Board(PAWNS), kind=chess.PAWN)) == [
        "Weiß: Bauern Anna vier, Cesar zwei und Cesar drei.",
        "Schwarz: Bauer David fünf.",
    ]


@pytest.mark.article("2.4")
def test_a_rank_a_file_and_a_diagonal() -> None:
    assert lines(answering.file(BOARD, 3)) == [
        "David vier: weiße Dame.",
        "David sechs: schwarzer Springer.",
        "David acht: schwarze Dame.",
    ]
    assert lines(answering.rank(BOARD, 2)) == ["Reihe drei. Weiß: Springer Felix."]
    assert lines(answering.rank(BOARD, 4)) == ["Reihe fünf: leer."]
    assert lines(answering.diagonal(BOARD, chess.H8, chess.A1)) == [
        "Hektor acht: schwarzer Turm.",
        "Gustav sieben: schwarzer Bauer.",
        "David vier: weiße Dame.",
        "Bella zwei: weißer Bauer.",
        "Anna eins: weißer Turm.",
    ]


@pytest.mark.article("2.4")
@pytest.mark.parametrize("end", [chess.A1, chess.A8, chess.B3])
def test_there_is_no_diagonal_between_other_squares(end: chess.Square) -> None:
    assert answering.diagonal(BOARD, chess.A1, end) is None


@pytest.mark.article("3.1.2")
def test_attackers_and_defenders() -> None:
    """3.1.2; a pinned piece attacks all the same (3.1.3)."""
    assert lines(answering.attackers(BOARD, chess.D6)) == [
        "Angriff auf David sechs: Dame David vier.",
        "Deckung: Dame David acht, Läufer Felix acht und Bauer Cesar sieben.",
    ]
    pinned = chess.Board("4k3/4r3/8/3p4/8/8/4N3/4K3 w - - 0 1")
    assert answering.attackers(pinned, chess.D4).facts == (
        PlacedPiece(chess.D4, None),
        PlacedPiece(chess.E2, chess.Piece(chess.KNIGHT, chess.WHITE)),
    )
    assert lines(answering.attackers(BOARD, chess.H2)) == [
        "Hektor zwei: kein Angreifer.",
        "Deckung: Turm Hektor eins und Springer Felix drei.",
    ]


def test_the_balance_of_material() -> None:
    assert lines(answering.material(chess.Board())) == ["Material gleich."]
    board = chess.Board("4k3/1pp5/8/8/8/8/4N3/4KR2 w - - 0 1")
    assert lines(answering.material(board)) == [
        "Weiß hat mehr: ein Turm und ein Springer.",
        "Schwarz: zwei Bauern.",
    ]


def test_captured_pieces() -> None:
    assert lines(answering.captured(MOVES)) == [
        "Geschlagene weiße Figuren: zwei Bauern.",
        "Schwarze: zwei Bauern.",
    ]
    assert lines(answering.captured(())) == ["Noch nichts geschlagen."]


def test_the_legal_moves_of_a_piece() -> None:
    start = Position.start()
    moves = tuple(facts(start, move) for move in start.legal_moves if move.from_square == chess.G1)
    told = lines(Answer(About.LEGAL_MOVES, moves))
    assert told == ["Springer Gustav eins: Hektor drei und Felix drei."]
    one = lines(Answer(About.LEGAL_MOVES, moves[:1]))
    assert one == ["Springer Gustav eins Hektor drei."]
    written = lines(Answer(About.LEGAL_MOVES, moves), Settings(style=Style.SAN))
    assert written == ["Sh3 und Sf3"]
    assert lines(Answer(About.NO_LEGAL_MOVES, (PlacedPiece(chess.A1, None),))) == [
        "Anna eins: kein Zug möglich."
    ]
    assert lines(Answer(About.LEGAL_MOVES)) == ["Kein Zug möglich."]


@pytest.mark.parametrize(
    ("fen", "square", "told"),
    [
        ("7k/8/8/8/8/8/8/R1N1K3 w - - 0 1", chess.A1, "bis Anna acht und Bella eins."),
        ("7k/8/8/8/p7/8/8/RN2K3 w - - 0 1", chess.A1, "schlägt Anna vier und bis Anna drei."),
        # Pinned, and against a check: only what may be played, and no way over a gap.
        ("k7/r7/8/8/8/8/R7/K7 w - - 0 1", chess.A2, "schlägt Anna sieben und bis Anna sechs."),
        ("k7/8/8/q7/8/8/1R6/K7 w - - 0 1", chess.B2, "Anna zwei."),
        ("k7/8/8/8/8/8/P7/K7 w - - 0 1", chess.A2, "bis Anna vier."),
        ("8/4P3/8/8/8/k7/8/K7 w - - 0 1", chess.E7, "Eva acht Läufer und Eva acht Springer."),
    ],
)
def test_moves_along_a_line_are_told_by_its_end(fen: str, square: int, told: str) -> None:
    position = Position.from_fen(fen)
    moves = [facts(position, move) for move in position.legal_moves if move.from_square == square]
    (line,) = lines(Answer(About.LEGAL_MOVES, tuple(moves)))
    assert line.endswith(told)


@pytest.mark.parametrize(
    ("fen", "told"),
    [
        (chess.STARTING_FEN, "zwei Springer und acht Bauern."),
        (
            "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11",
            "König, Dame, zwei Türme, zwei Läufer, zwei Springer und fünf Bauern.",
        ),
        (
            "8/8/8/8/8/2k5/7P/K6R w - - 0 1",
            "König Anna eins, Turm Hektor eins und Bauer Hektor zwei.",
        ),
    ],
)
def test_of_many_moves_it_is_told_which_pieces_can_move(fen: str, told: str) -> None:
    """And where even these are many, how many of each kind."""
    position = Position.from_fen(fen)
    moves = tuple(facts(position, move) for move in position.legal_moves)
    assert lines(Answer(About.LEGAL_MOVES, moves)) == [f"Ziehen können: {told}"]


def test_few_moves_are_all_told() -> None:
    position = Position.from_fen("7k/8/8/8/8/p1p5/P1P5/K7 w - - 0 1")
    moves = tuple(facts(position, move) for move in position.legal_moves)
    assert lines(Answer(About.LEGAL_MOVES, moves)) == ["König Anna eins Bella eins."]


def test_what_is_asked_of_one_kind_is_told_with_its_squares() -> None:
    start = Position.start()
    moves = [facts(start, move) for move in start.legal_moves]
    pawns = tuple(move for move in moves if move.piece == chess.PAWN)
    (told,) = lines(Answer(About.LEGAL_MOVES, pawns))
    assert told.startswith("Ziehen können: Bauern Hektor zwei, Gustav zwei")
    assert told.endswith("Bella zwei und Anna zwei.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_move_is_brief_in_a_middlegame(language: str) -> None:
    """Eight seconds of speech are some twenty words."""
    position = Position.from_fen("r4rk1/1pp2ppp/p1np4/2b1p1B1/2B1P3/2PP1N1P/PP3PP1/R4RK1 w - - 0 1")
    moves = tuple(facts(position, move) for move in position.legal_moves)
    (told,) = lines(Answer(About.LEGAL_MOVES, moves), Settings(language=language))
    assert len(told.split()) < 20


def test_threats_name_the_move_and_its_target() -> None:
    mated = "6k1/5ppp/8/8/8/8/6r1/R3K3 b - - 0 1"
    promoted = "1r2k3/P7/8/8/3pP3/8/8/4K3 b - e3 0 1"
    told = [
        lines(Answer(About.THREATS, threats(Position.from_fen(fen), True)))
        for fen in (mated, promoted)
    ]
    assert told == [
        ["Matt droht: Turm Anna eins Anna acht."],
        ["Umwandlung droht: Anna sieben schlägt Bella acht Dame."],
    ]
    en_passant = Answer(About.THREATS, threats(Position.from_fen(promoted), False))
    assert lines(en_passant)[-1] == (
        "Bauer Eva vier ist bedroht: David vier schlägt Eva drei en passant."
    )
    assert lines(Answer(About.THREATS)) == ["Mit dem nächsten Zug droht nichts."]
    assert lines(Answer(About.KING_ATTACKED)) == ["Der König steht im Schach."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_gives_the_command_and_its_meaning(language: str) -> None:
    event = InfoGiven(0, Role.WHITE, help_with(Topic.PRESS))
    (segment,) = words(event, Settings(language=language))[0].segments
    command = lexicon(language).word("commands.press")
    assert segment.text.casefold().startswith(f"{command}:".casefold())
    assert segment.language == language


CASTLING = [
    (
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        ["Kurze Rochade: möglich.", "Lange Rochade: möglich."],
    ),
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", ["Rochade: jetzt nicht, der König steht im Schach."]),
    ("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", ["Rochade: nicht mehr, der König hat gezogen."]),
    (
        "4kr2/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
        [
            "Kurze Rochade: jetzt nicht, schwarzer Turm Felix acht greift Felix eins an.",
            "Lange Rochade: jetzt nicht, weißer Springer Bella eins steht dazwischen.",
        ],
    ),
]


@pytest.mark.parametrize(("fen", "told"), CASTLING)
def test_whether_white_may_castle(fen: str, told: list[str]) -> None:
    """3.8.2: also while the other side has the move, and in one sentence where the king is why."""
    position = Position.from_fen(fen)
    sides = [
        CastlingOf(chess.WHITE, side, explain_castling(position, side, chess.WHITE))
        for side in Castling
    ]
    assert lines(Answer(About.CASTLING, tuple(sides))) == told
