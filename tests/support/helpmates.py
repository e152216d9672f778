# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a mate exists, by following everything with the moves of python-chess alone."""

from collections import deque

import chess

from rules.winnable import Proof, Winnability, can_win


def is_dead(board: chess.Board) -> bool:
    """Neither side can mate by any series of legal moves, as far as proven (5.2.2)."""
    return all(can_win(board, colour) is Winnability.NO for colour in chess.COLORS)


def name(board: chess.Board) -> tuple[int, ...]:
    men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (*men, board.occupied_co[chess.WHITE], board.turn, board.ep_square or 0)


def mate_exists(board: chess.Board, winner: chess.Color, limit: int) -> bool | None:
    """Follow every legal move there is; ``None`` where there is too much to follow."""
    seen = {name(board)}
    waiting = deque([board.copy(stack=False)])
    while waiting:
        here = waiting.popleft()
        moves = list(here.legal_moves)
        if not moves and here.turn != winner and here.is_check():
            return True
        for move in moves:
            here.push(move)
            if name(here) not in seen:
                seen.add(name(here))
                waiting.append(here.copy(stack=False))
            here.pop()
        if len(seen) > limit:
            return None
    return False


def check_proof(board: chess.Board, winner: chess.Color, proof: Proof) -> None:
    """``YES`` is worth no more than the helpmate it shows."""
    verdict, line = proof
    if verdict is not Winnability.YES:
        return
    played = board.copy(stack=False)
    for move in line:
        assert move in played.legal_moves, board.fen()
        played.push(move)
    assert played.is_checkmate(), board.fen()
    assert played.turn != winner, board.fen()
