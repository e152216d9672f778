# SPDX-License-Identifier: GPL-3.0-or-later
"""Can a player still win: mate the opponent by any series of legal moves (5.2.2, 6.9, 7.5.5)?"""

from enum import StrEnum

import chess


class Verdict(StrEnum):
    """``UNDECIDED`` counts as winnable everywhere and is reported as undecided."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


def can_win(board: chess.Board, colour: chess.Color) -> Verdict:
    """Whether ``colour`` can mate by some series of legal moves of both sides.

    ``NO`` is proven.
    """
    if board.has_insufficient_material(colour):
        return Verdict.NO
    return Verdict.UNDECIDED
