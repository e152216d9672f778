# SPDX-License-Identifier: GPL-3.0-or-later
"""The moves of weaker players, chosen as people err, and never at random.

People look less far than an engine, and overlook rather the opponent's reply than their own move:
a piece that is put where it is taken is seen by nearly everybody, a quiet reply by few. So every
move of an engine's list is felt to lose the less, the harder its refutation is to see; and of what
is felt to be equally good, what catches the eye is played more often: a capture, a check, a move
forward.
"""

import math
from collections.abc import Sequence
from random import Random

import chess

from opponents.engine.search import Variation
from opponents.levels import Sight

EVEN = 300.0
"""Hundredths of a pawn that make the expected score 0.73."""

MATE_AT_ONCE = 0.3
"""What it is felt to lose besides, not to mate at once."""

OPENING = 8
"""So many plies nobody plays the same move every time."""

OPENING_TEMPER = 0.02


def expected(value: float) -> float:
    """The score, from 0 to 1, that people make from such an advantage."""
    return 1 / (1 + math.exp(-max(-3000.0, min(3000.0, value)) / EVEN))


def choose(
    board: chess.Board, candidates: Sequence[Variation], sight: Sight, random: Random
) -> chess.Move:
    """The move of a player with this sight, from an engine's list, in whose values a mate is far
    beyond all else. Raises ValueError if there is none."""
    if not candidates:
        raise ValueError("no move to choose from")
    left = list(candidates)
    weights = weigh(board, left, sight)
    while len(left) > 1:
        place = random.choices(range(len(left)), weights)[0]
        if not allows_mate(board, left[place].moves[0]):
            return left[place].moves[0]
        del left[place], weights[place]  # everybody looks for that
    return left[0].moves[0]


def weigh(board: chess.Board, candidates: Sequence[Variation], sight: Sight) -> list[float]:
    """How readily each candidate is played, in proportion."""
    best = max(one.value for one in candidates)
    temper = sight.temper
    if board.ply() < OPENING:
        temper = max(temper, OPENING_TEMPER)
    mates = [_mates(board, one.moves[0]) for one in candidates]
    weights = []
    for one, mate in zip(candidates, mates, strict=True):
        lost = (expected(best) - expected(one.value)) + min(1500, best - one.value) / 5000
        felt = lost * clarity(board, one)
        if any(mates) and not mate:
            felt += MATE_AT_ONCE
        weights.append(max(attention(board, one.moves[0]) * math.exp(-felt / temper), 1e-300))
    return weights


def clarity(board: chess.Board, candidate: Variation) -> float:
    """How plain the refutation of a move is, from 0 to 1: the capture of the man that has moved is
    seen first, then any other capture or check, a quiet move last."""
    move, *replies = candidate.moves
    if not replies or replies[0].to_square == move.to_square:
        return 1.0
    reply = replies[0]
    board.push(move)
    loud = board.is_capture(reply) or board.gives_check(reply)
    board.pop()
    return 0.7 if loud else 0.5


def attention(board: chess.Board, move: chess.Move) -> float:
    """How much a move catches the eye; 1 is usual."""
    if board.is_capture(move) or move.promotion or board.gives_check(move):
        return 1.3
    if board.is_castling(move):
        return 1.3
    ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    back = ranks < 0 if board.turn == chess.WHITE else ranks > 0
    king = board.piece_type_at(move.from_square) == chess.KING
    early = board.fullmove_number < 12
    return (0.6 if back else 1.0) * (0.4 if king and early else 1.0)


def allows_mate(board: chess.Board, move: chess.Move) -> bool:
    """True if the opponent can mate at once after it."""
    board.push(move)
    found = any(
        _mates(board, reply) for reply in list(board.legal_moves) if board.gives_check(reply)
    )
    board.pop()
    return found


def _mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate
