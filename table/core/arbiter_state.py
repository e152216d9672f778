# SPDX-License-Identifier: GPL-3.0-or-later
"""What the arbiter has decided and knows at one table, as one immutable value."""

from dataclasses import dataclass

import chess

from table.core.both import Both

NO_POINTS = Both(0, 0)
NOBODY_AWAY: Both[int | None] = Both(None, None)


@dataclass(frozen=True, slots=True)
class ArbiterState:
    """The arbiter's part of the state of one table, beside what waits for them.

    ``away`` is who left the playing venue, and
    when. ``known``: the PIN was given. ``wrong_pins`` were given in a row; before
    ``barred_until``, in nanoseconds, no other one counts.
    ``points`` are half points more or less for each player when the game is over (12.9.4, 12.9.5).
    ``increment_asked``: who has used III.4.
    ``ordered`` is the number of the last order that came from a desk elsewhere, 0 if none did.
    ``began`` is when the game did, ``absent`` who was not there then, ``lateness`` how late one may
    be in this game, if the arbiter set that (6.7): both times in nanoseconds.
    """

    away: Both[int | None] = NOBODY_AWAY
    known: bool = False
    wrong_pins: int = 0
    barred_until: int = 0
    increment_asked: tuple[chess.Color, ...] = ()
    points: Both[int] = NO_POINTS
    began: int | None = None
    absent: tuple[chess.Color, ...] = ()
    lateness: int | None = None
    ordered: int = 0


NOT_CALLED = ArbiterState()
