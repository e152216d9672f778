# SPDX-License-Identifier: GPL-3.0-or-later
"""Endings: the tables against a search that knows none and against theory; tasks and replies."""

import random
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import chess
import pytest

from rules.position import Position
from study.tasks import ENDINGS, LEAST, PIECES, Drill, best, hardest, has_promoted, start, value

PAWN_DRILLS = (Drill.PAWN, Drill.PAWN_PAWN, Drill.PAWNS)


def winner(fen: str) -> chess.Color | None:
    return value(Position.from_fen(fen))[0]


def by_lot(men: dict[int, chess.Piece], lots: random.Random) -> Position | None:
    """The men with both kings, wherever they may stand; None if such a position is illegal."""
    board = chess.Board(None)
    free = [square for square in chess.SQUARES if square not in men]
    kings = zip(lots.sample(free, 2), chess.COLORS, strict=True)
    board.set_piece_map({**men, **{at: chess.Piece(chess.KING, side) for at, side in kings}})
    board.turn = lots.random() < 0.5
    return Position.from_fen(board.fen()) if board.is_valid() else None


def drawn_by_lot(
    formation: Callable[[random.Random], dict[int, chess.Piece]], count: int
) -> list[Position]:
    lots, found = random.Random(1), list[Any]()
    while len(found) < count:
        position = by_lot(formation(lots), lots)
        if position is not None:
            found.append(position)
    return found


def one(lots: random.Random) -> dict[int, chess.Piece]:
    return {lots.randrange(8, 56): chess.Piece(chess.PAWN, lots.random() < 0.5)}


def face_to_face(lots: random.Random) -> dict[int, chess.Piece]:
    file = lots.randrange(8)
    below, above = sorted(lots.sample(range(1, 7), 2))
    white, black = chess.square(file, below), chess.square(file, above)
    return {white: chess.Piece.from_symbol("P"), black: chess.Piece.from_symbol("p")}


def two(lots: random.Random) -> dict[int, chess.Piece]:
    piece = chess.Piece(chess.PAWN, lots.random() < 0.5)
    return dict.fromkeys(lots.sample(range(8, 56), 2), piece)


# --- The tables -----------------------------------------------------------------------------------


def _materials() -> list[str]:
    own = [*"QRBNP"]
    pairs = combinations_with_replacement(own, 2)
    return [*own, *(a + way(b) for a, b in pairs for way in (str.upper, str.lower))]


@pytest.mark.parametrize("men", _materials())
def test_every_ending_of_up_to_four_men_is_known(men: str) -> None:
    """And the result follows from those after the moves."""

    def formation(lots: random.Random) -> dict[int, chess.Piece]:
        squares = lots.sample(range(8, 56), len(men))
        return dict(zip(squares, map(chess.Piece.from_symbol, men), strict=True))

    for position in drawn_by_lot(formation, 6):
        if not position.legal_moves:
            continue
        after = {value(position.play(move))[0] for move in position.legal_moves}
        side = position.turn
        expected = side if side in after else None if None in after else not side
        assert value(position)[0] == expected, position.fen


@cache
def forces(fen: str, plies: int) -> bool:
    """True if White forces, within so many plies, mate or a new queen or rook that stays on the
    board: plain search of all moves."""
    board = chess.Board(fen)
    if board.turn == chess.WHITE:
        return plies > 0 and any(
            forces(_after(board, move), plies - 1)
            for move in board.legal_moves
            if move.promotion in (None, chess.QUEEN, chess.ROOK)
        )
    promoted = board.queens | board.rooks
    if not board.legal_moves:
        return board.is_check()
    return all(
        plies > 0 and forces(_after(board, move), plies - 1)
        for move in board.legal_moves
        if not promoted or promoted >> move.to_square & 1
    )


def _after(board: chess.Board, move: chess.Move) -> str:
    after = board.copy(stack=False)
    after.push(move)
    return _without_numbers(after)


def _without_numbers(board: chess.Board) -> str:
    return f"{board.board_fen()} {'w' if board.turn else 'b'} - - 0 1"


@pytest.mark.parametrize("formation", [one, two])
def test_what_a_plain_search_wins_is_won(
    formation: Callable[[random.Random], dict[int, chess.Piece]],
) -> None:
    near = 0
    for position in drawn_by_lot(formation, 40):
        strong = bool(position.board.pieces(chess.PAWN, chess.WHITE))
        board = position.board if strong else position.board.mirror()
        if forces(_without_numbers(board), 5):
            near += 1
            assert value(position)[0] is strong, position.fen
    assert near >= 2


@pytest.mark.parametrize(
    ("fen", "won"),
    [
        ("8/8/8/8/8/1k6/3p4/K6Q w - - 0 1", True),  # a central pawn on the seventh
        ("8/8/8/8/8/8/pk5K/7Q w - - 0 1", False),  # a rook pawn draws, White's king is far away
        ("8/8/8/8/8/8/1kp5/7K w - - 0 1", False),  # there is no queen
        ("8/8/8/8/1k6/2p5/7K/3Q4 w - - 0 1", True),  # on the sixth
        ("k7/8/8/P7/P7/1K6/8/8 w - - 0 1", False),  # doubled rook pawns, the king in the corner
        ("1k6/8/P7/P7/1K6/8/8/8 w - - 0 1", False),
        ("8/8/8/4P3/3P4/2k5/8/7K b - - 0 1", True),  # the front pawn runs if its guard is taken
        ("3k4/8/2P1P3/8/8/8/8/K7 b - - 0 1", True),  # a file apart, on the sixth
    ],
)
def test_results_are_those_of_the_books(fen: str, won: bool) -> None:
    assert (winner(fen) is chess.WHITE) is won


def test_the_trebuchet_is_lost_for_who_moves() -> None:
    board = "8/8/8/4pK2/3kP3/8/8/8"
    assert winner(f"{board} w - - 0 1") is chess.BLACK
    assert winner(f"{board} b - - 0 1") is chess.WHITE


def test_mate_is_no_ply_away_and_stalemate_a_draw() -> None:
    assert value(Position.from_fen("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")) == (chess.WHITE, 0)
    assert value(Position.from_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")) == (None, 0)


def test_a_win_that_fifty_moves_do_not_suffice_for_is_a_draw() -> None:
    board = "8/8/8/4k3/8/8/8/KBN5 w - -"
    plies = value(Position.from_fen(f"{board} 0 1"))[1]
    assert plies > 40
    assert winner(f"{board} {100 - plies} 80") is chess.WHITE
    assert winner(f"{board} {101 - plies} 80") is None


def test_five_men_are_not_known() -> None:
    with pytest.raises(KeyError):
        value(Position.from_fen("7k/8/8/2p5/2P5/8/1P6/K7 w - - 0 1"))


def test_both_colours_are_judged_alike() -> None:
    for position in drawn_by_lot(face_to_face, 50):
        found = value(position)
        mirrored = value(Position.from_fen(position.board.mirror().fen()))
        assert (mirrored[0] is None) == (found[0] is None)
        assert mirrored[0] is None or mirrored[0] is not found[0]
        assert mirrored[1] == found[1]


# --- Moves ----------------------------------------------------------------------------------------


def test_a_queen_that_stalemates_is_a_rook() -> None:
    position = Position.from_fen("8/P7/1k1K4/8/P7/8/8/8 w - - 0 1")
    queen, rook = (position.play(chess.Move.from_uci(f"a7a8{kind}")) for kind in "qr")
    assert value(queen) == (None, 0)
    assert value(rook)[0] is chess.WHITE
    assert best(position) == chess.Move.from_uci("a7a8r")
    free = Position.from_fen("8/4P3/8/8/2k5/8/8/K7 w - - 0 1")
    assert best(free) == chess.Move.from_uci("e7e8q")


def test_mate_comes_before_a_capture_and_a_pawn_move() -> None:
    position = Position.from_fen("7k/5K2/8/8/8/P7/8/6Q1 w - - 0 1")  # Qg7
    move = best(position)
    assert move is not None
    assert position.play(move).board.is_checkmate()


def test_in_a_draw_the_pawn_is_not_pushed_into_a_stalemate() -> None:
    """White keeps what may still go wrong: after e7 and Kd7 there is nothing left."""
    move = hardest(Position.from_fen("4k3/8/4P3/4K3/8/8/8/8 w - - 0 1"))
    assert move is not None
    assert move.uci() != "e6e7"


def test_a_lost_side_resists_as_long_as_it_can() -> None:
    position = Position.from_fen("8/8/8/4pK2/3kP3/8/8/8 b - - 0 1")
    move = hardest(position)
    assert move is not None
    longest = max(value(position.play(each))[1] for each in position.legal_moves)
    assert value(position.play(move)) == (chess.WHITE, longest)


# --- Tasks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("drill", PAWN_DRILLS)
def test_tasks_have_something_in_them(drill: Drill) -> None:
    """The side on the move has a win or a draw, and half of its moves at least throw it away."""
    results = set()
    for draw in range(8):
        position = start(drill, draw)
        assert position == start(drill, draw)
        before = value(position)
        assert before[0] in (None, position.turn)
        assert before[0] is None or before[1] >= LEAST[drill]
        right = [
            move for move in position.legal_moves if value(position.play(move))[0] == before[0]
        ]
        assert 0 < len(right) <= len(position.legal_moves) / 2
        assert not any(move.promotion or position.board.is_capture(move) for move in right)
        results.add(before[0])
    assert {None, chess.WHITE} <= results
    assert (chess.BLACK in results) == (drill is Drill.PAWN_PAWN)


@pytest.mark.parametrize("drill", PIECES)
def test_tasks_with_pieces_are_won(drill: Drill) -> None:
    for draw in range(6):
        found = value(start(drill, draw))
        assert found[0] is chess.WHITE
        assert found[1] >= LEAST[drill]


@pytest.mark.parametrize("drill", ENDINGS)
def test_the_best_moves_of_both_lead_to_what_was_to_be_reached(drill: Drill) -> None:
    """The winner mates, or promotes; each phase, up to a capture or a pawn move, is as long as its
    distance to zeroing, give or take the ply by which the tables round."""
    for draw in range(2):
        position = start(drill, draw)
        goal = value(position)[0]
        last, phase = 0, value(position)[1]
        for ply in range(120):
            move = best(position) if ply % 2 == 0 else hardest(position)
            assert move is not None
            zeroing = position.board.is_zeroing(move)
            position = position.play(move)
            assert value(position)[0] == goal, position.fen
            settled = not position.legal_moves or has_promoted(move, position)
            if zeroing or settled:
                assert goal is None or ply % 2 or ply + 1 - last <= phase + 1, position.fen
                last, phase = ply + 1, value(position)[1]
            if settled or (goal is None and ply > 24):
                break
        assert goal is None or settled
