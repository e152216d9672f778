# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's hands have to do, with marks or without any (D.2.10.1, D.2.8)."""

import random

import chess
import pytest
from games import played
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.page.view import Todo
from announce.words.moves import steps, undo
from rules.boards import BoardStep
from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position

Pieces = dict[chess.Square, chess.Piece]


_, (E4, D5, EXD5) = played("e4", "d5", "exd5")


def listed(todo: Todo) -> list[BoardStep]:
    """The steps that are still open, in order."""
    return [step for task in todo.tasks for step in task.steps[task.done :]]


def by_hand(board: Pieces, step: BoardStep) -> None:
    """Does one step; a missing piece or an occupied square fails."""
    if step.from_square is not None:
        assert board.pop(step.from_square) == step.piece
    if step.to_square is not None:
        assert step.to_square not in board
        board[step.to_square] = step.piece


def test_move_brings_steps_a_mark_removes_one() -> None:
    todo = Todo().followed((E4, D5), (E4, D5, EXD5))
    assert listed(todo) == list(steps(EXD5))
    assert listed(todo.step_done()) == list(steps(EXD5))[1:]
    assert not todo.step_done().step_done().open
    assert not todo.all_done().open


def test_nothing_to_mark_changes_nothing() -> None:
    assert Todo().step_done() == Todo()
    todo = Todo().followed((), (E4,))
    assert todo.followed((E4,), (E4,)) is todo


def test_without_marks_the_last_two_moves_stay() -> None:
    """Given a program that replies at once, then the player's own move is still to be seen."""
    todo = Todo().followed((), (E4,)).followed((E4,), (E4, D5))
    assert [task.move for task in todo.tasks] == [E4, D5]
    todo = todo.followed((E4, D5), (E4, D5, EXD5))
    assert [task.move for task in todo.tasks] == [D5, EXD5]


def test_who_marks_nothing_is_shown_the_newest_step() -> None:
    todo = Todo().followed((), (E4,)).followed((E4,), (E4, D5))
    assert todo.following == steps(D5)[0]
    marked = todo.step_done()
    assert not marked.open
    assert marked.marks


@pytest.mark.article("D.2.8")
def test_d_2_8_without_marks_a_correction_is_fully_undone() -> None:
    todo = Todo().followed((E4, D5), (E4, D5, EXD5)).followed((E4, D5, EXD5), (E4, D5))
    assert todo.tasks[-1].back
    assert todo.tasks[-1].steps == undo(EXD5)
    assert len(todo.tasks) <= 2


@pytest.mark.article("D.2.8")
@pytest.mark.parametrize("marked", [0, 1, 2])
def test_d_2_8_only_what_was_marked_done_is_undone(marked: int) -> None:
    todo = Todo().followed((), (E4,)).step_done().followed((E4,), (E4, D5)).step_done()
    todo = todo.followed((E4, D5), (E4, D5, EXD5))
    for _ in range(marked):
        todo = todo.step_done()
    todo = todo.followed((E4, D5, EXD5), (E4, D5))
    assert listed(todo) == [step.reversed() for step in reversed(steps(EXD5)[:marked])]


def test_once_marking_nothing_leaves_undone() -> None:
    todo = Todo().followed((), (E4,)).step_done()
    todo = todo.followed((E4,), (E4, D5)).followed((E4, D5), (E4, D5, EXD5))
    assert listed(todo) == [*steps(D5), *steps(EXD5)]


def test_done_steps_leave_with_the_next_move() -> None:
    todo = Todo().followed((), (E4,)).step_done().followed((E4,), (E4, D5)).step_done()
    todo = todo.followed((E4, D5), (E4, D5, EXD5))
    assert [task.move for task in todo.tasks] == [D5, EXD5]


@pytest.mark.article("D.2.10")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), chess960=st.booleans())
def test_marking_every_step_keeps_the_board_right(seed: int, chess960: bool) -> None:
    """Given any game with corrections and any pauses of the hands, when all steps listed are
    done, then the board shows the position."""
    dice = random.Random(seed)
    position = Position.start(chess960=dice.randrange(960) if chess960 else None)
    past = [position]
    played: list[MoveFacts] = []
    board = dict(position.board.piece_map())
    todo = Todo(marks=True)
    for _ in range(60):
        before = tuple(played)
        back = dice.choice([1, 1, 2])
        if dice.random() < 0.25 and len(played) >= back:
            del played[-back:], past[-back:]
        elif legal := list(past[-1].legal_moves):
            rare = [m for m in legal if m.promotion or past[-1].board.is_capture(m)]
            move = dice.choice(rare or legal)
            played.append(facts(past[-1], move))
            past.append(past[-1].play(move))
        todo = todo.followed(before, tuple(played))
        for _ in range(dice.choice([0, 1, 2, 9])):
            if todo.open:
                by_hand(board, listed(todo)[0])
                todo = todo.step_done()
    while todo.open:
        by_hand(board, listed(todo)[0])
        todo = todo.step_done()
    assert board == past[-1].board.piece_map()
