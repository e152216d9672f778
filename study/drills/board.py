# SPDX-License-Identifier: GPL-3.0-or-later
"""The board in the head: colours of squares, diagonals, the ways of a knight."""

from functools import cache

import chess

from study.drills.task import BoardTask, Drill

FARTHEST = 6
"""No two squares are more moves of a knight apart."""


def is_light(square: chess.Square) -> bool:
    """Whether a square is a white one."""
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def on_diagonal(one: chess.Square, other: chess.Square) -> bool:
    """Whether a diagonal joins two squares."""
    files = chess.square_file(one) - chess.square_file(other)
    ranks = chess.square_rank(one) - chess.square_rank(other)
    return one != other and abs(files) == abs(ranks)


@cache
def knight_moves(start: chess.Square) -> tuple[int, ...]:
    """In how many moves a knight on an empty board is on each square."""
    found = {start: 0}
    ahead = [start]
    for square in ahead:
        for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
            if target not in found:
                found[target] = found[square] + 1
                ahead.append(target)
    return tuple(found[square] for square in chess.SQUARES)


def reached(start: chess.Square, moves: int) -> tuple[chess.Square, ...]:
    """Where a knight can be after so many moves, by file: after an even number also at home."""
    squares = chess.SquareSet([start])
    for _ in range(min(moves, FARTHEST)):
        squares = chess.SquareSet(
            target
            for square in squares
            for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
        )
    return tuple(sorted(squares, key=lambda one: (chess.square_file(one), one)))


def way(start: chess.Square, end: chess.Square) -> tuple[chess.Square, ...]:
    """A shortest way of a knight: the squares after ``start``."""
    apart, here, found = knight_moves(end), start, []
    while here != end:
        targets = chess.SquareSet(chess.BB_KNIGHT_ATTACKS[here])
        here = next(each for each in targets if apart[each] == apart[here] - 1)
        found.append(here)
    return tuple(found)


def question(drill: Drill, draw: int) -> BoardTask:
    """A question; ``draw`` is a number drawn by lot. Half of the pairs of squares are on one
    diagonal."""
    draw, square = divmod(draw, 64)
    if drill is Drill.SQUARES:
        return BoardTask(drill, square, None, is_light(square))
    draw, wanted = divmod(draw, 2)
    others = [each for each in chess.SQUARES if each != square]
    if drill is Drill.DIAGONALS:
        alike = [each for each in others if is_light(each) == is_light(square)]
        others = [each for each in alike if on_diagonal(square, each) == bool(wanted)]
        other = others[draw % len(others)]
        return BoardTask(drill, square, other, bool(wanted))
    other = others[draw % len(others)]
    return BoardTask(drill, square, other, knight_moves(square)[other])
