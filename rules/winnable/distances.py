# SPDX-License-Identifier: GPL-3.0-or-later
"""How many moves a piece needs to each square, while everything else stands still."""

import chess

from rules.winnable.bitboard import NOT_A, NOT_H, Bitboards, SquareValues, slides

_NOT_AB = NOT_A & ~chess.BB_FILE_B
_NOT_GH = NOT_H & ~chess.BB_FILE_G

FAR = 14
"""More than any way that is worth going."""

LONGEST_WAY = 6
"""Moves of a piece other than king and pawn."""

IN_THE_WAY, OWN_PAWN, ENEMY_PAWN = 2, 3, 9
"""The cost of a man in front of a pawn, in moves."""

Ways = list[int]
"""The squares that are no move away, at most one move, at most two and so on."""


def king_ways(start: int, open_squares: int) -> Ways:
    """The ways of a king from the square ``start`` over ``open_squares``."""
    open_squares &= chess.BB_ALL
    ways = [start]
    seen = start
    while True:
        wide = seen | (seen & NOT_A) >> 1 | (seen & NOT_H) << 1
        seen |= (wide | wide << 8 | wide >> 8) & open_squares
        if seen == ways[-1]:
            return ways
        ways.append(seen)


def piece_ways(
    starts: int, kind: chess.PieceType, occupied: int, closed: int, most: int = LONGEST_WAY
) -> Ways:
    """The ways of a piece from the nearest of ``starts``; it may take, but not on ``closed``."""
    free = ~occupied & chess.BB_ALL
    ways = [starts]
    seen = front = starts
    while front and len(ways) <= most:
        front = _reached(front, kind, occupied, free) & ~seen & ~closed
        seen |= front
        ways.append(seen)
    return ways


def distance(ways: Ways, men: int) -> int:
    """The moves to the nearest of ``men``, or ``FAR``."""
    for moves, squares in enumerate(ways):
        if squares & men:
            return moves
    return FAR


def table(ways: Ways) -> SquareValues:
    """The distances square by square."""
    table = [FAR] * 64
    for moves in reversed(range(len(ways))):
        for square in chess.scan_forward(ways[moves]):
            table[square] = moves
    return table


def nearer(ways: Ways, moves: int) -> int:
    """The squares less than so many moves away."""
    return ways[min(moves, len(ways)) - 1] if moves else 0


def _reached(men: int, kind: chess.PieceType, occupied: int, free: int) -> int:
    """The squares that pieces of a kind attack together; for many, all lines at once."""
    if kind == chess.KNIGHT:
        return jumps(men)
    if not men & (men - 1):
        return slides(men.bit_length() - 1, kind, occupied)
    reached = 0
    if kind != chess.BISHOP:
        reached = _lines(men, free, 8, chess.BB_ALL)
        reached |= _lines(men, free, 1, NOT_A)
        reached |= _lines_down(men, free, 8, chess.BB_ALL)
        reached |= _lines_down(men, free, 1, NOT_H)
    if kind != chess.ROOK:
        reached |= _lines(men, free, 9, NOT_A)
        reached |= _lines(men, free, 7, NOT_H)
        reached |= _lines_down(men, free, 9, NOT_H)
        reached |= _lines_down(men, free, 7, NOT_A)
    return reached


def _lines(men: int, free: int, step: int, inside: int) -> int:
    """The lines in one direction, doubled in length three times; ``inside``: not over the edge."""
    free &= inside
    men |= free & men << step
    free &= free << step
    men |= free & men << 2 * step
    free &= free << 2 * step
    men |= free & men << 4 * step
    return men << step & inside


def _lines_down(men: int, free: int, step: int, inside: int) -> int:
    free &= inside
    men |= free & men >> step
    free &= free >> step
    men |= free & men >> 2 * step
    free &= free >> 2 * step
    men |= free & men >> 4 * step
    return men >> step & inside


def jumps(squares: int) -> int:
    """The squares that knights on ``squares`` attack."""
    near = (squares & NOT_A) >> 1 | (squares & NOT_H) << 1
    far = (squares & _NOT_AB) >> 2 | (squares & _NOT_GH) << 2
    return (near << 16 | near >> 16 | far << 8 | far >> 8) & chess.BB_ALL


def promotion_distances(here: Bitboards) -> SquareValues:
    """The cost of each square for a winner's pawn: its way to promotion, and out of the way."""
    pawns, kings, winners, losers = here[0], here[5], here[6], here[7]
    cost = [0] * 64
    for square in chess.scan_forward(winners | losers):
        bit = 1 << square
        cost[square] = IN_THE_WAY
        if pawns & bit:
            cost[square] = OWN_PAWN if winners & bit else ENEMY_PAWN
    prey = losers & ~kings
    table = [0] * 64
    for square in range(chess.H7, chess.H1, -1):
        file, ahead = square & 7, square + 8
        best = table[ahead] + cost[ahead]
        if file and prey >> ahead - 1 & 1:
            best = min(best, table[ahead - 1])
        if file < 7 and prey >> ahead + 1 & 1:
            best = min(best, table[ahead + 1])
        table[square] = best + 1
    return table


def nearest(table: SquareValues, men: int, otherwise: int) -> int:
    """The least number of ``table`` under ``men``."""
    while men:
        bit = men & -men
        otherwise = min(otherwise, table[bit.bit_length() - 1])
        men ^= bit
    return otherwise
