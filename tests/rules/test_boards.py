# SPDX-License-Identifier: GPL-3.0-or-later
"""Two boards compared, and the fewest steps of the hand that make them agree (D.2.9)."""

from collections import Counter, deque
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.boards import BoardStep, Placement, corrections, differences

START = chess.Board().piece_map()
KINDS = [chess.Piece.from_symbol(symbol) for symbol in "KQRBNPkqrbnp"]
BOARDS = st.dictionaries(st.sampled_from(chess.SQUARES), st.sampled_from(KINDS), max_size=32)


def pieces(fen: str) -> dict[chess.Square, chess.Piece]:
    return chess.BaseBoard(fen).piece_map()


def by_hand(placement: Placement, todo: tuple[BoardStep, ...]) -> dict[chess.Square, chess.Piece]:
    """Does the steps; a missing piece or an occupied square fails."""
    board = dict(placement)
    for step in todo:
        if step.from_square is not None:
            assert board.pop(step.from_square) == step.piece
        if step.to_square is not None:
            assert step.to_square not in board, "the square must be free before a piece comes"
            board[step.to_square] = step.piece
    return board


def test_boards_that_agree_need_nothing() -> None:
    assert differences(START, START) == ()
    assert corrections(START, START) == ()


@pytest.mark.parametrize(
    ("stands", "should", "steps"),
    [
        ("8/8/8/8/4P3/8/8/8", "8/8/8/8/3P4/8/8/8", [("P", "e4", "d4")]),
        ("8/8/8/8/8/4n3/8/8", "8/8/8/8/8/8/8/8", [("n", "e3", None)]),
        ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/Q7", [("Q", None, "a1")]),
        ("8/8/8/8/3pP3/8/8/8", "8/8/8/8/3P4/8/8/8", [("p", "d4", None), ("P", "e4", "d4")]),
        ("8/8/8/8/8/8/8/NB6", "8/8/8/8/8/8/8/1NB5", [("B", "b1", "c1"), ("N", "a1", "b1")]),
        (
            "8/8/8/8/8/8/8/1NB5",
            "8/8/8/8/8/8/8/1BN5",
            [("N", "b1", None), ("B", "c1", "b1"), ("N", None, "c1")],
        ),
    ],
    ids=["beside", "too many", "too few", "not taken off", "one after the other", "exchanged"],
)
def test_steps_come_in_an_order_for_hands(
    stands: str, should: str, steps: list[tuple[str, str | None, str | None]]
) -> None:
    told = [
        (
            step.piece.symbol(),
            None if step.from_square is None else chess.square_name(step.from_square),
            None if step.to_square is None else chess.square_name(step.to_square),
        )
        for step in corrections(pieces(stands), pieces(should))
    ]
    assert told == steps


def test_nearer_of_two_equal_pieces_comes() -> None:
    steps = corrections(pieces("8/8/8/8/8/P3P3/8/8"), pieces("8/8/8/8/P3P3/8/8/8"))
    assert {(step.from_square, step.to_square) for step in steps} == {
        (chess.A3, chess.A4),
        (chess.E3, chess.E4),
    }


def test_farther_of_two_equal_pieces_leaves() -> None:
    steps = corrections(pieces("8/8/8/8/8/P3P3/8/8"), pieces("8/8/8/8/4P3/8/8/8"))
    assert {(step.from_square, step.to_square) for step in steps} == {
        (chess.E3, chess.E4),
        (chess.A3, None),
    }


@settings(max_examples=100, deadline=None)
@given(stands=BOARDS, should=BOARDS)
def test_any_board_in_the_fewest_steps(
    stands: dict[chess.Square, chess.Piece], should: dict[chess.Square, chess.Piece]
) -> None:
    steps = corrections(stands, should)
    assert by_hand(stands, steps) == should
    assert len(steps) == fewest(stands, should)


def fewest(stands: Placement, should: Placement) -> int:
    """Each kind needs as many steps as it has wrong squares to leave or to reach, and each group
    of kinds that only changed places among themselves one more."""
    leave: Counter[chess.Piece] = Counter()
    reach: Counter[chess.Piece] = Counter()
    groups: list[set[chess.Piece | None]] = []
    for square in differences(stands, should):
        kinds = {stands.get(square), should.get(square)}
        leave.update([stands[square]] if square in stands else [])
        reach.update([should[square]] if square in should else [])
        touched = [group for group in groups if group & kinds]
        groups = [group for group in groups if not group & kinds] + [kinds.union(*touched)]
    rings = [
        group for group in groups if all(kind and leave[kind] == reach[kind] for kind in group)
    ]
    return sum((leave | reach).values()) + len(rings)


SMALL = (chess.A1, chess.B1, chess.C1, chess.D1)
SMALL_BOARDS = st.dictionaries(
    st.sampled_from(SMALL), st.sampled_from(KINDS[3:5]), max_size=len(SMALL)
)


@settings(max_examples=60, deadline=None)
@given(stands=SMALL_BOARDS, should=SMALL_BOARDS)
def test_no_search_finds_fewer_steps(
    stands: dict[chess.Square, chess.Piece], should: dict[chess.Square, chess.Piece]
) -> None:
    goal = frozenset(should.items())
    start = frozenset(stands.items())
    queue, seen = deque([(start, 0)]), {start}
    while True:
        board, steps = queue.popleft()
        if board == goal:
            break
        for after in neighbours(dict(board)):
            if after not in seen:
                seen.add(after)
                queue.append((after, steps + 1))
    assert len(corrections(stands, should)) == steps


def neighbours(
    board: dict[chess.Square, chess.Piece],
) -> Iterator[frozenset[tuple[chess.Square, chess.Piece]]]:
    """The boards that one step leads to."""
    for square in SMALL:
        if square not in board:
            yield from (frozenset({**board, square: kind}.items()) for kind in KINDS[3:5])
            continue
        rest = {where: piece for where, piece in board.items() if where != square}
        yield frozenset(rest.items())
        free = [to for to in SMALL if to not in board]
        yield from (frozenset({**rest, to: board[square]}.items()) for to in free)
