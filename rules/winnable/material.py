# SPDX-License-Identifier: GPL-3.0-or-later
"""What can never mate, wherever it stands (5.2.2)."""

import chess

from rules.winnable.bitboard import Bitboards


def insufficient_material(here: Bitboards) -> bool:
    """Whether the winner cannot mate with this material, wherever it stands."""
    pawns, knights, bishops, rooks, queens, kings, winners, losers, *_ = here
    if (pawns | rooks | queens) & winners:
        return False
    if knights & winners:  # a knight alone mates only a king whose own man is in its way
        return winners.bit_count() == 2 and not losers & ~kings & ~queens
    if bishops & winners:
        one_colour = not bishops & chess.BB_LIGHT_SQUARES or not bishops & chess.BB_DARK_SQUARES
        return one_colour and not pawns | knights
    return True
