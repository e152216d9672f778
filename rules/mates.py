# SPDX-License-Identifier: GPL-3.0-or-later
"""Mates by force in few moves, by a search of all moves and all replies."""

from collections.abc import Iterator

import chess


def mating_moves(board: chess.Board, moves: int) -> Iterator[chess.Move]:
    """The moves with which the side on the move mates in at most ``moves`` moves, whatever the
    opponent replies."""
    for move in list(board.legal_moves):
        if forces_mate(board, move, moves):
            yield move


def forces_mate(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether the legal ``move`` is the first of at most ``moves`` that mate by force."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    try:
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        return moves > 1 and all(_loses(board, reply, moves - 1) for reply in replies)
    finally:
        board.pop()


def _loses(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    """Whether the opponent mates in at most ``moves`` moves after this reply."""
    board.push(reply)
    try:
        return any(True for _ in mating_moves(board, moves))
    finally:
        board.pop()


def stubborn_reply(board: chess.Board, moves: int) -> chess.Move | None:
    """The reply after which there are the fewest ways to mate in ``moves`` moves; None if there is
    no reply."""

    def ways(reply: chess.Move) -> tuple[int, str]:
        board.push(reply)
        try:
            return sum(1 for _ in mating_moves(board, moves)), reply.uci()
        finally:
            board.pop()

    return min(list(board.legal_moves), key=ways, default=None)
