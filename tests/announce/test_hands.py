# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's steps, done by hand on a board of pieces (D.2.10.1)."""

import random

import chess
import pytest
from games import fact
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.text.settings import LANGUAGES, Settings
from announce.words.moves import steps, undo
from announce.words.phraser import Phraser
from rules.boards import BoardStep
from rules.moves import facts
from rules.position import Position

Pieces = dict[chess.Square, chess.Piece]


def by_hand(pieces: Pieces, todo: tuple[BoardStep, ...]) -> Pieces:
    """Does the steps; a wrong square, an occupied square or a missing piece fails."""
    board = dict(pieces)
    held: list[chess.Piece] = []
    for step in todo:
        if step.from_square is None:
            if step.piece in held:
                held.remove(step.piece)
        else:
            assert board.pop(step.from_square) == step.piece
        if step.to_square is None:
            held.append(step.piece)
        else:
            assert step.to_square not in board, "the square must be free before a piece comes"
            board[step.to_square] = step.piece
    return board


def german(todo: tuple[BoardStep, ...]) -> list[str]:
    return [Phraser(Settings()).step(step).text for step in todo]


@pytest.mark.parametrize(
    ("fen", "san", "lines"),
    [
        (
            chess.STARTING_FEN,
            "Nf3",
            ["Weißen Springer von Gustav eins nach Felix drei."],
        ),
        (
            "4k3/4p3/8/8/8/8/8/K3Q3 w - - 0 1",
            "Qxe7+",
            [
                "Schwarzen Bauern von Eva sieben wegnehmen.",
                "Weiße Dame von Eva eins nach Eva sieben.",
            ],
        ),
        (
            "8/8/8/3pP3/8/k7/8/K7 w - d6 0 1",
            "exd6",
            [
                "Schwarzen Bauern von David fünf wegnehmen.",
                "Weißen Bauern von Eva fünf nach David sechs.",
            ],
        ),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
            "O-O-O",
            [
                "Schwarzen König von Eva acht nach Cesar acht.",
                "Schwarzen Turm von Anna acht nach David acht.",
            ],
        ),
        (
            "3r4/4P3/8/8/8/k7/8/K7 w - - 0 1",
            "exd8=N",
            [
                "Schwarzen Turm von David acht wegnehmen.",
                "Weißen Bauern von Eva sieben wegnehmen.",
                "Weißen Springer auf David acht stellen.",
            ],
        ),
    ],
)
def test_the_steps_of_a_move_in_order(fen: str, san: str, lines: list[str]) -> None:
    """D.2.3.1: the captured piece leaves the board first; 4.4.2: the king before the rook."""
    assert german(steps(fact(san, fen))) == lines


def test_corrected_capture_is_undone_in_reverse() -> None:
    """D.2.8."""
    move = fact("exd6", "8/8/8/3pP3/8/k7/8/K7 w - d6 0 1")
    assert german(undo(move)) == [
        "Weißen Bauern von David sechs nach Eva fünf.",
        "Schwarzen Bauern auf David fünf stellen.",
    ]


@pytest.mark.article("II.3.2.5.1")
@pytest.mark.parametrize(
    ("fen", "said", "done"),
    [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "f1- g1-f1 -g1"),  # they change places
        ("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "O-O", "b1- h1-f1 -g1"),
        ("4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "O-O-O", "g1- a1-d1 -c1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "e1-g1"),  # the rook stays
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "O-O", "e1-g1 h1-f1"),  # as in chess
    ],
)
def test_ii_3_2_5_1_chess960_king_off_rook_king_on(fen: str, said: str, done: str) -> None:
    """The king is touched first (4.4.2), and nobody stands in the other's way."""
    todo = steps(fact(said, fen, chess960=True))
    assert " ".join(f"{name(one.from_square)}-{name(one.to_square)}" for one in todo) == done


def name(square: chess.Square | None) -> str:
    return "" if square is None else chess.square_name(square)


def test_chess960_king_that_stays() -> None:
    move = fact("O-O", "4k3/8/8/8/8/8/8/6KR w K - 0 1", chess960=True)
    assert [(step.from_square, step.to_square) for step in steps(move)] == [(chess.H1, chess.F1)]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), chess960=st.booleans())
def test_steps_lead_from_board_to_board(seed: int, chess960: bool) -> None:
    dice = random.Random(seed)
    number = dice.randrange(960) if chess960 else None
    position = Position.start(chess960=number)
    for _ in range(60):
        if not position.legal_moves:
            break
        rare = [
            move
            for move in position.legal_moves
            if move.promotion
            or position.board.is_castling(move)
            or position.board.is_en_passant(move)
        ]
        move = dice.choice(rare or list(position.legal_moves))
        before = position.board.piece_map()
        told = facts(position, move)
        position = position.play(move)
        after = position.board.piece_map()
        assert by_hand(before, steps(told)) == after
        assert by_hand(after, undo(told)) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_are_told_in_every_language(language: str) -> None:
    move = fact("exd8=N", "3r4/4P3/8/8/8/k7/8/K7 w - - 0 1")
    told = [Phraser(Settings(language=language)).step(step) for step in steps(move)]
    assert len(told) == 3
    assert all("acht" in one.spoken or "sieben" in one.spoken for one in told)
