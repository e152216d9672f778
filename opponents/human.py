# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a program play like a person of its strength: pure functions, with chance handed in.

*The move.* Weaker players choose as people err, and never at random. People look less far than an
engine, and overlook the opponent's reply rather than their own move: a piece that is put where it
is taken is seen by nearly everybody, a quiet reply by few. So every move of an engine's list is
felt to lose the less, the harder its refutation is to see; and of what is felt to be equally good,
what catches the eye is played more often: a capture, a check, a move forward.

*The time.* A program takes a moment, for whoever plays at home waits for it; or, if it is asked to,
as long as a player of its strength would, with that time. It computes for a part of it, at the
most; then it waits. Nobody gets a beginner's answer before their own hand has left the board.

*Draws and resigning.* By what its positions were worth to it, and how strong it is.

Values are in hundredths of a pawn, for the program; a mate is far beyond.
"""

import itertools
import math
from collections.abc import Sequence
from random import Random

import chess

from opponents.engine.search import Variation
from opponents.levels import Sight

# --- The move -------------------------------------------------------------------------------------

EVEN = 300.0
"""Hundredths of a pawn that make the expected score 0.73."""

MATE_AT_ONCE = 0.3
"""The further loss that is felt where a move does not mate at once, and another does."""

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


# --- The time -------------------------------------------------------------------------------------

LEAST = 0.8
"""Seconds that every move takes, if there are any."""

QUICK = 1.6
"""Seconds that a move takes which there is something to think about, half of the time less."""

MOVES_TO_GO = 45
"""So many moves a player thinks that the time has to last for."""

AT_HOME = 6 * 3600
"""Who has more seconds than that plays without a hurry, and does not want to wait for hours."""

_SHARES = ((600, 0.12), (1400, 0.35), (2000, 0.6), (3000, 0.8))
"""How much of their time players use; beginners move fast."""


def seconds(
    board: chess.Board,
    elo: int,
    random: Random,
    *,
    left: float,
    extra: float = 0.0,
    moves: int | None = None,
) -> float:
    """How long a player of this Elo takes for a move in this position, with so many seconds
    ``left`` on the display and so many ``extra`` for each move; ``moves`` to the next control, None
    for the rest of the game."""
    if left > AT_HOME:
        left, extra, moves = 15 * 60, 10, None
    to_go = min(moves or MOVES_TO_GO, MOVES_TO_GO)
    fair = left / (to_go + 2) + 0.6 * extra
    wanted = fair * _share_of_time(elo) * _effort(board) * random.lognormvariate(0, 0.5)
    return min(max(wanted, LEAST), left / 12)


def quickly(board: chess.Board, random: Random) -> float:
    """How long a move takes where nobody wants to wait."""
    return max(QUICK * _effort(board) * random.lognormvariate(0, 0.4), LEAST)


def _share_of_time(elo: int) -> float:
    for (lower, first), (upper, second) in itertools.pairwise(_SHARES):
        if elo <= upper:
            part = max(0, elo - lower) / (upper - lower)
            return first + (second - first) * part
    return _SHARES[-1][1]


def _effort(board: chess.Board) -> float:
    """How much there is to think about: little in the opening, and where a piece is taken back."""
    legal = board.legal_moves.count()
    if legal <= 1:
        return 0.2
    if board.ply() < 10:
        return 0.35
    last = board.peek() if board.move_stack else None
    before = board.copy(stack=1)
    if last is not None:
        before.pop()
        if before.is_capture(last) and board.is_attacked_by(board.turn, last.to_square):
            return 0.5
    return 0.6 if legal < 5 else 1.0


# --- Draws and resigning --------------------------------------------------------------------------

EARLY = 20
"""So many plies nobody makes peace, unless they stand badly."""

BAD = -150
"""Who stands so much worse takes a draw at once."""

LOST = {600: -1500, 1400: -900, 2000: -700}
"""From which value on players of at least this Elo think that they are lost."""

PATIENCE = 3
"""So many moves in a row a program has to be lost before it resigns."""


def takes_draw(value: int, ply: int, elo: int) -> bool:
    """True if a player of this Elo agrees to a draw after ``ply`` plies.

    Weaker players are content with a draw where they stand a little better, strong ones where they
    stand a little worse.
    """
    content = 50 - (elo or 3000) // 50
    return value <= (BAD if ply < EARLY else content)


def resigns(values: Sequence[int], elo: int) -> bool:
    """True if a player gives up, to whom the positions before the last moves were so much worth.

    Beginners play on for longer: their opponents err too.
    """
    last = values[-PATIENCE:]
    lost = [least for rating, least in sorted(LOST.items()) if rating <= (elo or 3000)][-1]
    return len(last) == PATIENCE and all(value <= lost for value in last)
