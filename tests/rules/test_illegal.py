# SPDX-License-Identifier: GPL-3.0-or-later
"""Every refused move names its sub-article and the facts of a spoken reason (3.10.1, 3.10.2)."""

import random

import chess
import pytest
from descriptions import said
from games import after, playout
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.description import Castling, MoveDescription
from rules.explanation import DETAILS, Illegality, explain, missing_promotion, wrong_claim
from rules.moves import find
from rules.position import Position

N, B, R, Q, K, P = chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING, chess.PAWN
SHORT = MoveDescription(castling=Castling.SHORT)
LONG = MoveDescription(castling=Castling.LONG)


def told(illegality: Illegality | None) -> str:
    """The facts as one line: fault, article, piece and squares, the other piece, detail."""
    assert illegality is not None
    assert illegality.detail in DETAILS.get(illegality.fault, ("",))
    words = [f"{illegality.fault} {illegality.article}:"]
    if illegality.piece is not None:
        words.append(chess.piece_symbol(illegality.piece).upper())
    if illegality.square is not None:
        words.append(chess.square_name(illegality.square))
    if illegality.to_square is not None:
        words.append(f"to {chess.square_name(illegality.to_square)}")
    if illegality.other is not None and illegality.other_square is not None:
        words.append(f"by {illegality.other.symbol()}{chess.square_name(illegality.other_square)}")
    if illegality.detail:
        words.append(f"({illegality.detail})")
    return " ".join(words)


START = chess.STARTING_FEN
CASES = [
    # 3.1 own piece
    (START, said(P, "a2"), "own piece there 3.1: P a2 to a2 by Pa2"),
    (START, said(R, "a2"), "own piece there 3.1: R a1 to a2 by Pa2"),
    (START, said(N, "d2", "b1"), "own piece there 3.1: N b1 to d2 by Pd2"),
    (START, said(K, "e2"), "own piece there 3.1: K e1 to e2 by Pe2"),
    # 3.2 to 3.4, 3.6, 3.8.1: not its way
    ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", said(B, "c4"), "not its way 3.2: B c1 to c4"),
    ("4k3/8/8/8/8/8/8/2R1K3 w - - 0 1", said(R, "d5"), "not its way 3.3: R c1 to d5"),
    ("4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1", said(Q, "d5"), "not its way 3.4: Q c1 to d5"),
    (START, said(N, "e4", "g1"), "not its way 3.6: N g1 to e4"),
    (START, said(N, "e4"), "not its way 3.6: N to e4"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", said(K, "e3"), "not its way 3.8.1: K e1 to e3"),
    # 3.5 no passing over: the piece nearest to the mover
    (START, said(R, "a5", "a1"), "blocked 3.5: R a1 to a5 by Pa2"),
    ("4k3/8/8/8/8/8/8/R2NK3 w - - 0 1", said(R, "e1", "a1"), "blocked 3.5: R a1 to e1 by Nd1"),
    ("3qk3/8/3p4/8/3P4/8/8/3QK3 w - - 0 1", said(Q, "d8"), "blocked 3.5: Q d1 to d8 by Pd4"),
    (START, said(B, "b5"), "blocked 3.5: B f1 to b5 by Pe2"),
    # 3.7.1 to 3.7.3 pawns
    (
        "4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1",
        said(None, "e4"),
        "blocked 3.7.1: P e3 to e4 by ne4 (pawn)",
    ),
    (
        "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        said(None, "e4"),
        "blocked 3.7.2: P e2 to e4 by ne3 (pawn)",
    ),
    (
        "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        said(None, "e4"),
        "blocked 3.7.2: P e2 to e4 by ne4 (pawn)",
    ),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        said(None, "e5"),
        "not its way 3.7.2: P e3 to e5 (pawn has moved)",
    ),
    (START, said(None, "e5"), "not its way 3.7.1: P e2 to e5"),
    (START, said(None, "d3", "e"), "nothing to capture 3.7.3: P e2 to d3"),
    (START, said(None, "e1", "d"), "not its way 3.7.1: P d2 to e1"),
    (
        "4k3/8/8/3p4/3PP3/8/8/4K3 w - - 0 1",
        said(None, "d5"),
        "file missing C.9.3: P e4 to d5 by pd5",
    ),
    (
        "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1",
        said(None, "d3", "e"),
        "own piece there 3.1: P e2 to d3 by Nd3",
    ),
    # 3.7.4 en passant
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        said(None, "d6", "e"),
        "no en passant 3.7.4.1: P e5 to d6 by pd5",
    ),
    # 3.7.5 promotion
    (
        START,
        said(None, "e4", promotion=Q),
        "promotion not possible 3.7.5.1: P e2 to e4 (not the last rank)",
    ),
    (START, said(N, "f3", promotion=Q), "promotion not possible 3.7.5.1: N g1 to f3 (not a pawn)"),
    (
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        said(None, "a8", promotion=K),
        "promotion not possible 3.7.5.1: P a7 to a8 (king)",
    ),
    (
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        said(None, "a8", promotion=P),
        "promotion not possible 3.7.5.1: P a7 to a8 (pawn)",
    ),
    (
        "1r6/1P2k3/8/8/8/8/8/4K3 w - - 0 1",
        said(None, "b8", promotion=Q),
        "blocked 3.7.1: P b7 to b8 by rb8 (pawn)",
    ),
    # 3.9.2 the own king
    ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", said(N, "c3"), "pinned 3.9.2: N e2 to c3 by re4"),
    ("4k3/8/8/8/4r3/8/2N5/4K3 w - - 0 1", said(N, "a3"), "leaves check 3.9.2: N c2 to a3 by re4"),
    ("4k3/8/8/8/8/3r4/8/4K3 w - - 0 1", said(K, "d1"), "into check 3.9.2: K e1 to d1 by rd3"),
    ("4k3/8/8/8/8/4r3/8/4K3 w - - 0 1", said(K, "e2"), "into check 3.9.2: K e1 to e2 by re3"),
    # Away from a rook on its line the king is still attacked, "through" the square that it left.
    ("4k3/8/8/8/4r3/4K3/8/8 w - - 0 1", said(K, "e2"), "into check 3.9.2: K e3 to e2 by re4"),
    ("4k3/8/8/3p4/8/4K3/8/8 w - - 0 1", said(K, "e4"), "into check 3.9.2: K e3 to e4 by pd5"),
    # Both knights may be meant: the pinned one came nearest, the other cannot go there at all.
    ("4k3/8/8/8/4r3/8/4N2N/4K3 w - - 0 1", said(N, "c3"), "pinned 3.9.2: N e2 to c3 by re4"),
    # In check by the rook; the knight that could interpose is pinned by the bishop.
    (
        "4k3/8/8/8/1b6/8/3N4/4K2r w - - 0 1",
        said(N, "f1"),
        "pinned 3.9.2: N d2 to f1 by bb4",
    ),
    # En passant would take two pieces off the rank of the king.
    (
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        said(None, "d6", "e"),
        "pinned 3.9.2: P e5 to d6 by rh5 (en passant)",
    ),
    # No such piece
    (START, said(None, "d5", "e5"), "empty square 3.10.2: e5 to d5"),
    (START, said(None, "e5", "e7"), "not your piece 1.1: P e7 to e5 by pe7"),
    (START, said(B, "c3", "b1"), "no such piece 3.10.2: B b1 to c3 by Nb1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", said(Q, "d5"), "no such piece 3.10.2: Q to d5 (none left)"),
    (START, said(N, "f3", "e"), "no such piece 3.10.2: N to f3"),
    # Captures that take nothing
    (START, said(N, "f3", capture=True), "nothing to capture 3.1.1: N g1 to f3"),
    (
        "4k3/8/8/8/8/2r5/8/1N2K3 w - - 0 1",
        said(N, "c3", captured=B),
        "nothing to capture 3.1.1: N b1 to c3 by rc3 (other piece)",
    ),
    (START, said(None, "e4", en_passant=True), "no en passant 3.7.4.1: P e2 to e4"),
    ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", said(N, "e8"), "takes king 1.4.1: N to e8"),
    # 3.8.2 castling
    ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", SHORT, "castling blocked 3.8.2.2.2: K e1 to g1 by Ng1"),
    ("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", LONG, "castling blocked 3.8.2.2.2: K e1 to c1 by nb1"),
    (
        "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
        SHORT,
        "castling attacked 3.8.2.2.1: K e1 to e1 by re4 (in check)",
    ),
    (
        "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1",
        SHORT,
        "castling attacked 3.8.2.2.1: K e1 to f1 by rf4 (crossing)",
    ),
    (
        "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1",
        said(K, "g1"),
        "castling attacked 3.8.2.2.1: K e1 to g1 by rg4 (arrival)",
    ),
    # The attacker is pinned and attacks all the same (3.1.3).
    (
        "4k3/8/4n3/8/8/3n4/4R3/4K2R w K - 0 1",
        SHORT,
        "castling attacked 3.8.2.2.1: K e1 to e1 by nd3 (in check)",
    ),
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", SHORT, "castling lost 3.8.2.1.1: K d1 to g1 (king moved)"),
    ("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", SHORT, "castling lost 3.8.2.1.2: K e1 to g1 (rook moved)"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", SHORT, "castling lost 3.8.2.1: K e1 to g1 (no right)"),
]


@pytest.mark.article(
    "1.4.1",
    "3.1",
    "3.1.1",
    "3.2",
    "3.3",
    "3.4",
    "3.5",
    "3.6",
    "3.7.1",
    "3.7.2",
    "3.7.3",
    "3.8.1",
    "3.8.2.2.1",
    "3.8.2.2.2",
    "3.9.2",
)
@pytest.mark.parametrize(("fen", "description", "expected"), CASES)
def test_why_a_move_is_illegal(fen: str, description: MoveDescription, expected: str) -> None:
    assert told(explain(Position.from_fen(fen), description)) == expected


GAMES = [
    (
        "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5",
        said(None, "d6", "e", en_passant=True),
        "no en passant 3.7.4.2: P e5 to d6 by pd5 (too late)",
    ),
    (
        "e2e4 d7d6 e4e5 d6d5",
        said(None, "d6", "e"),
        "no en passant 3.7.4.1: P e5 to d6 by pd5 (not two squares)",
    ),
    (
        "e2e4 e7e5 g1f3 g8f6 f1e2 a7a6 e1f1 a6a5 f1e1 a5a4",
        SHORT,
        "castling lost 3.8.2.1.1: K e1 to g1 (king moved)",
    ),
    (
        "e2e4 e7e5 g1f3 g8f6 f1e2 a7a6 h1g1 a6a5 g1h1 a5a4",
        SHORT,
        "castling lost 3.8.2.1.2: K e1 to g1 (rook moved)",
    ),
    (
        "g1f3 g7g6 g2g3 f8g7 f1g2 d7d5 e1g1 a7a6",
        LONG,
        "castling lost 3.8.2.1.1: K g1 to c1 (castled)",
    ),
    (
        "g2g3 b7b6 g1f3 c8b7 f3h4 b7h1 h4f3 h1f3",
        SHORT,
        "castling lost 3.8.2.1.2: K e1 to g1 (rook captured)",
    ),
]


@pytest.mark.article("3.7.4.1", "3.7.4.2", "3.8.2.1.1", "3.8.2.1.2")
@pytest.mark.parametrize(("moves", "description", "expected"), GAMES)
def test_game_tells_why_a_right_is_lost(
    moves: str, description: MoveDescription, expected: str
) -> None:
    assert told(explain(after(moves), description)) == expected


CHESS960 = [
    # II.3.2.7.4: every square of king's and rook's way must be free ...
    (
        "4k3/8/8/8/8/8/8/1RK1N3 w B - 0 1",
        SHORT,
        "castling lost 3.8.2.1: K c1 to g1 (no right)",
    ),
    (
        "4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1",
        LONG,
        "castling blocked II.3.2.7.4: K e1 to c1 by Nd1",
    ),
    # ... and the rook that castles may have shielded the king.
    (
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
        LONG,
        "castling attacked 3.8.2.2.1: K c1 to c1 by qa1 (arrival)",
    ),
]


@pytest.mark.article("II.3.2.7.4")
@pytest.mark.parametrize(("fen", "description", "expected"), CHESS960)
def test_castling_refused_in_chess960(
    fen: str, description: MoveDescription, expected: str
) -> None:
    position = Position.from_fen(fen, chess960=True)
    assert told(explain(position, description)) == expected


@pytest.mark.article("3.7.5.1")
def test_3_7_5_1_a_promotion_without_its_piece_is_incomplete() -> None:
    position = Position.from_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    assert told(missing_promotion(position, said(None, "a8"))) == (
        "promotion missing 3.7.5.1: P a7 to a8"
    )
    assert missing_promotion(position, said(None, "a8", promotion=Q)) is None
    assert missing_promotion(position, said(K, "e2")) is None


@pytest.mark.article("C.13")
def test_c_13_check_and_mate_are_compared() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    check, quiet = chess.Move.from_uci("a1a8"), chess.Move.from_uci("a1a7")
    assert wrong_claim(position, said(R, "a8", check=True), check) is None
    assert told(wrong_claim(position, said(R, "a8", mate=True), check)) == (
        "not mate C.13: R a1 to a8"
    )
    assert told(wrong_claim(position, said(R, "a7", check=True), quiet)) == (
        "not check C.13: R a1 to a7"
    )
    assert wrong_claim(position, said(R, "a7"), quiet) is None


@pytest.mark.article("3.10.2")
@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_illegal_moves_have_reasons_legal_ones_none(seed: int) -> None:
    chance = random.Random(seed)
    start = Position.start(chess960=seed % 960 if seed % 2 else None)
    position = playout(chance, chance.randrange(100), start)
    descriptions = {SHORT, LONG}
    for square, man in position.board.piece_map().items():
        if man.color != position.turn:
            continue
        from_square = chess.square_file(square), chess.square_rank(square)
        for to_square in chess.SQUARES:
            descriptions.add(MoveDescription(man.piece_type, *from_square, to_square))
            descriptions.add(MoveDescription(man.piece_type, to_square=to_square))
    for description in descriptions:
        legal = find(position, description)
        reason = explain(position, description)
        assert bool(legal) == (reason is None)
        if reason is not None:
            assert reason.detail in DETAILS.get(reason.fault, ("",))


def random_description(chance: random.Random) -> MoveDescription:
    def maybe(values: range) -> int | None:
        return chance.choice((None, *values))

    return MoveDescription(
        piece=maybe(range(1, 7)),
        from_file=maybe(range(8)),
        from_rank=maybe(range(8)),
        to_square=maybe(range(64)),
        promotion=maybe(range(1, 7)) if chance.random() < 0.3 else None,
        capture=chance.random() < 0.3,
        captured=maybe(range(1, 7)) if chance.random() < 0.3 else None,
        en_passant=chance.random() < 0.1,
    )


@pytest.mark.article("3.10.2")
@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_no_description_is_without_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    position = playout(chance, chance.randrange(100))
    for _ in range(100):
        description = random_description(chance)
        assert bool(find(position, description)) == (explain(position, description) is None)
