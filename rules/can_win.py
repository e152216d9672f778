# SPDX-License-Identifier: GPL-3.0-or-later
"""Can a player still win: mate the opponent by any series of legal moves (5.2.2, 6.9, 7.5.5)?

Three means, the cheap ones first: material, short searches for a helpmate, the regions of locked
positions, and at last longer searches that leave out what the first and third show to be
hopeless. ``YES`` and ``NO`` are both proven; the bounds count positions, not time, so that every
machine gives the same answer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.blocked import never_mates
from rules.helpmate import TASTES, Hopeless, Search, search

SHORT, MIDDLE = 120, 350
"""Positions to look at with each taste before the next is tried."""

FEW, MANY = 2500, 10_000
"""Positions to look at where they may come to an end, before and after trying every taste."""

FREE, FREE_OTHER = 12, 4
"""With so many legal moves on either side nothing is forced."""

LOOKS, REWARD, LOOKS_AT_MOST = 40, 10, 500
"""How often a search may ask for the regions of a position on its way, which costs more than
looking at one; each time that they show something it may ask so much oftener.
"""


class Verdict(StrEnum):
    """``UNDECIDED`` counts as winnable everywhere and is reported as undecided."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict, and with ``YES`` a helpmate: legal moves of both sides that end in mate."""

    verdict: Verdict
    line: tuple[chess.Move, ...] = ()


def can_win(board: chess.Board, colour: chess.Color) -> Verdict:
    """Whether ``colour`` can mate by some series of legal moves of both sides.

    The board must be legal (3.10.3). How often positions were repeated and how many moves were
    made without a capture is left out.
    """
    return prove(board, colour).verdict


def prove(board: chess.Board, colour: chess.Color) -> Proof:
    """:func:`can_win` with the proof for ``YES``."""
    return _judge(board, colour, (_first_searches, _further_searches))


def can_never_win(board: chess.Board, colour: chess.Color) -> bool:
    """Whether :func:`can_win` says ``NO``, as far as a small part of its effort shows.

    For the moment after every move of a game, where a dead position ends it (5.2.2). A search is
    made only where it may show something: with a queen or rook on the winner's side and moves to
    choose from, nothing is forced, and only locked men could still make the position dead.
    """
    heavy = (board.queens | board.rooks) & board.occupied_co[colour]
    if heavy and _is_free(board):
        return never_mates(board, colour)
    return _judge(board, colour, (_first_searches,)).verdict is Verdict.NO


def _is_free(board: chess.Board) -> bool:
    """Whether the side on move has much to choose from, and the other will have something."""
    if board.legal_moves.count() < FREE or board.is_check():
        return False
    other = board.copy(stack=False)
    other.push(chess.Move.null())
    return other.legal_moves.count() >= FREE_OTHER


_Stage = Callable[[chess.Board, chess.Color], Iterator[Search]]


def _judge(board: chess.Board, colour: chess.Color, stages: tuple[_Stage, ...]) -> Proof:
    if board.is_checkmate():
        return Proof(Verdict.NO if board.turn == colour else Verdict.YES)
    for stage in stages:
        for found in stage(board, colour):
            if found.line is not None:
                return Proof(Verdict.YES, found.line)
            if found.complete:
                return Proof(Verdict.NO)
    return Proof(Verdict.UNDECIDED)


def _first_searches(board: chess.Board, colour: chess.Color) -> Iterator[Search]:
    """Every means once: what is dead is nearly always found to be so here."""
    too_little = _too_little(colour)
    yield search(board, colour, SHORT, TASTES[0], too_little)
    yield Search(None, never_mates(board, colour), 0)
    for taste in TASTES[1:]:
        yield search(board, colour, SHORT, taste, too_little)
    yield search(board, colour, FEW, TASTES[0], _hopeless(colour))


def _further_searches(board: chess.Board, colour: chess.Color) -> Iterator[Search]:
    """Every taste again, and more of what may come to an end."""
    for taste in TASTES:
        yield search(board, colour, MIDDLE, taste, _too_little(colour))
    yield search(board, colour, MANY, TASTES[0], _hopeless(colour))


def _too_little(colour: chess.Color) -> Hopeless:
    return lambda board: board.has_insufficient_material(colour)


def _hopeless(colour: chess.Color) -> Hopeless:
    looks = found = 0

    def hopeless(board: chess.Board) -> bool:
        nonlocal looks, found
        if board.has_insufficient_material(colour):
            return True
        if looks >= min(LOOKS + REWARD * found, LOOKS_AT_MOST):
            return False
        locked = never_mates(board, colour)
        looks, found = looks + 1, found + locked
        return locked

    return hopeless
