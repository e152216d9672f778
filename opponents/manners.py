# SPDX-License-Identifier: GPL-3.0-or-later
"""A program's manners: how long it takes for its move, whether it takes a draw, and when it
resigns.

It takes a moment, for who plays at home waits for it; or, if it is asked to, as long as a player of
its strength would, with that time. It computes for a part of it, at the most; then it waits. Nobody
gets a beginner's answer before their own hand has left the board.

Values are in hundredths of a pawn, for the program; a mate is far beyond.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import chess

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


@dataclass(frozen=True, slots=True)
class Time:
    """A player's time: ``left`` on the display and ``extra`` for each move, in seconds; ``moves``
    to the next control, None for the rest of the game."""

    left: float
    extra: float = 0.0
    moves: int | None = None


def seconds(board: chess.Board, time: Time, elo: int, random: Random) -> float:
    """How long a player of this Elo takes for a move in this position."""
    if time.left > AT_HOME:
        time = Time(left=15 * 60, extra=10)
    to_go = min(time.moves or MOVES_TO_GO, MOVES_TO_GO)
    fair = time.left / (to_go + 2) + 0.6 * time.extra
    wanted = fair * _share(elo) * _effort(board) * random.lognormvariate(0, 0.5)
    return min(max(wanted, LEAST), time.left / 12)


def quickly(board: chess.Board, random: Random) -> float:
    """How long a move takes where nobody wants to wait."""
    return max(QUICK * _effort(board) * random.lognormvariate(0, 0.4), LEAST)


def _share(elo: int) -> float:
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
