# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which the means of the prover are tried; ``rules.winnable`` explains them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.winnable.bitboard import Bitboards, bitboards, insufficient_material, is_mate, move_of
from rules.winnable.helpmate import helpmate
from rules.winnable.heuristics import HEURISTICS
from rules.winnable.locked import never_mates
from rules.winnable.search import Hopeless, Search, search

FIRST_HEURISTICS = ((HEURISTICS[0], 200), (HEURISTICS[2], 600), (HEURISTICS[3], 200))
FURTHER_HEURISTICS = tuple((HEURISTICS[number], 800) for number in (3, 1, 6, 7, 4, 5))
"""Positions to look at with each heuristic before the next is tried: those first that find most of
what :func:`rules.winnable.helpmate.helpmate` leaves over.
"""

FEW, MANY = 800, 8000
"""Positions to look at where they may come to an end, before and after trying every heuristic."""

LOOKS, REWARD, LOOKS_AT_MOST = 40, 10, 600
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
    """:func:`can_win` with the proof for ``YES``; castling there is king takes rook."""
    return _judge(board, colour, (_first_means, _further_means))


def can_never_win(board: chess.Board, colour: chess.Color) -> bool:
    """Whether :func:`can_win` says ``NO``, as far as a small part of its effort shows.

    For the moment after every move of a game, where a dead position ends it (5.2.2).
    """
    return _judge(board, colour, (_first_means,)).verdict is Verdict.NO


_Means = Callable[[Bitboards], Iterator[Search]]


def _judge(board: chess.Board, colour: chess.Color, stages: tuple[_Means, ...]) -> Proof:
    start = bitboards(board, colour)
    if not start[8] and is_mate(start):
        return Proof(Verdict.YES)
    for stage in stages:
        for found in stage(start):
            if found.line is not None:
                return Proof(Verdict.YES, tuple(move_of(move, colour) for move in found.line))
            if found.complete:
                return Proof(Verdict.NO)
    return Proof(Verdict.UNDECIDED)


def _first_means(start: Bitboards) -> Iterator[Search]:
    """Everything once: what is dead is nearly always found to be so here."""
    yield Search(None, start, insufficient_material(start), 0)
    if _is_jammed(start):
        yield Search(None, start, never_mates(start, pawns_may_go=False), 0)
    yield helpmate(start)
    yield Search(None, start, never_mates(start), 0)
    for heuristic, positions in FIRST_HEURISTICS:
        yield search(start, heuristic, positions, insufficient_material)
    yield search(start, HEURISTICS[0], FEW, _hopeless())


def _further_means(start: Bitboards) -> Iterator[Search]:
    """Every heuristic again, and more of what may come to an end."""
    for heuristic, positions in FURTHER_HEURISTICS:
        yield search(start, heuristic, positions, insufficient_material)
    yield search(start, HEURISTICS[0], MANY, _hopeless())


def _is_jammed(here: Bitboards) -> bool:
    """Whether there are pawns and none has a free square before it."""
    pawns, winners, losers = here[0], here[6], here[7]
    ahead = (pawns & winners) << 8 | (pawns & losers) >> 8
    return bool(pawns) and not ahead & ~(winners | losers)


def _hopeless() -> Hopeless:
    looks = found = 0

    def hopeless(here: Bitboards) -> bool:
        nonlocal looks, found
        if insufficient_material(here):
            return True
        if looks >= min(LOOKS + REWARD * found, LOOKS_AT_MOST):
            return False
        locked = never_mates(here)
        looks, found = looks + 1, found + locked
        return locked

    return hopeless
