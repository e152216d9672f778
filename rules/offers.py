# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw offers: when they may be made, how long they live, and where they are noted (9.1)."""

from enum import StrEnum

import chess


class Line(StrEnum):
    """On which line of the scoresheets "(=)" is written (9.1.2.2)."""

    LAST = "last"  # the offerer's last move
    NEXT = "next"  # the move that is about to be made


def may_agree(agreement_from: int | None, white_moves: int, black_moves: int) -> bool:
    """9.1.1: whether the rules of the event let players offer a draw, or agree to one.

    ``agreement_from``: so many moves each player must have made; None: never.
    """
    return agreement_from is not None and min(white_moves, black_moves) >= agreement_from


def in_time(announced: bool) -> bool:
    """9.1.2.1: the time for an offer is after the move and before the press of the clock.

    An offer at another time counts too, but may be a distraction (11.5).
    """
    return announced


def noted_on(colour: chess.Color, on_move: chess.Color, announced: bool, moved: bool) -> Line:
    """Where an offer of ``colour`` is noted.

    ``announced``: the player's move waits for the clock. ``moved``: the player has made a move in
    this game.
    """
    if announced or colour == on_move or not moved:
        return Line.NEXT
    return Line.LAST


def lives_on(offered_by: chess.Color, toucher: chess.Color) -> bool:
    """9.1.2.1-d: the opponent rejects an offer by touching a piece to move or capture it.

    So says the English text; the Slovenian one asks for a move that was played.
    """
    return offered_by == toucher
