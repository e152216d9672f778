# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may do what beside a blind player, and when somebody has to (D.2.10, D.2.11)."""

from collections.abc import Collection
from enum import IntEnum

import chess


class Duty(IntEnum):
    """What an assistant may do, by its number in D.2.10; the program does the rest."""

    BOARD = 1  # makes the moves on the opponent's board
    ANNOUNCE = 2  # announces the moves of both
    SCORE_AND_CLOCK = 3  # keeps score and starts the opponent's clock
    INFORM = 4  # tells moves and times, at request only
    FLAG_AND_TOUCH = 5  # claims a fallen flag, tells the arbiter of touched pieces
    ADJOURNMENT = 6  # the formalities of Guidelines I


ALL = tuple(Duty)


def needs_assistant(
    blind: Collection[chess.Color], deaf: Collection[chess.Color], duties: Collection[int]
) -> bool:
    """D.2.11: whether a blind player meets a deaf one and nobody is there to help them."""
    return not duties and any(colour in blind and (not colour) in deaf for colour in chess.COLORS)
