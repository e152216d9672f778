# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's open decisions at one table, as one immutable value."""

from dataclasses import dataclass

import chess

from table.core.both import Both
from table.events.arbiter import QuickplayRequest
from voice.language.orders import Order

NO_POINTS = Both(0, 0)
NO_TIME = Both(0, 0)
NOBODY_AWAY: Both[int | None] = Both(None, None)


@dataclass(frozen=True, slots=True)
class Call:
    """A player called the arbiter ``at`` this time, in nanoseconds (6.11.2); ``colour`` is None if
    nobody knows which."""

    colour: chess.Color | None
    at: int


@dataclass(frozen=True, slots=True)
class Given:
    """An ``order`` that was carried out after ``ply`` moves, and what it gave, below zero what it
    took: ``time`` in nanoseconds and ``points`` in half points."""

    order: Order
    ply: int
    time: Both[int] = NO_TIME
    points: Both[int] = NO_POINTS


@dataclass(frozen=True, slots=True)
class Claim:
    """A request of ``colour`` in the last two minutes (Guidelines III), to be ruled on.

    ``postponed``: the game goes on until the arbiter has seen enough (III.5.2). ``flag_fell``: it
    can go on no more, and the arbiter has to decide.
    """

    colour: chess.Color
    ground: QuickplayRequest
    postponed: bool = False
    flag_fell: bool = False


@dataclass(frozen=True, slots=True)
class Matter:
    """A complaint of ``colour``, by ``article``, for the arbiter to rule on.

    4.3: whether touches bind; 4.8: that the opponent played against a touch, of ``square`` if it
    was named; 7.5.3: that the opponent pressed without a move; 7.5.4: with both hands; D.2.8: that
    what ``colour`` announced was a slip. ``pressed``: the clock was pressed for the announced move
    on which the ruling is due.
    """

    colour: chess.Color
    article: str
    square: chess.Square | None = None
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class ArbiterState:
    """The arbiter's part of the state of one table.

    ``called``: both clocks stand, and only the arbiter lets them run again (6.11.3), or, after a
    position was ``restored``, both players; either of them where there is no arbiter. ``call`` is
    that of a player. ``given`` are the orders that may be withdrawn. ``away`` is who left the
    playing venue, and when. ``known``: the PIN was given; ``pin_asked``: it is waited for.
    ``wrong_pins`` were given in a row; before ``barred_until``, in nanoseconds, no other one
    counts. ``pending`` is an order that waits for a yes since ``asked_at``.
    ``points`` are half points more or less for each player when the game is over (12.9.4, 12.9.5).
    ``increment_asked``: who has used III.4. ``matter`` is what only a ruling settles.
    ``ordered`` is the number of the last order that came from the desk of a hall, 0 if none did.
    ``began`` is when the game did, ``absent`` who was not there then, ``lateness`` how late one may
    be in this game, if the arbiter set that (6.7): both times in nanoseconds.
    """

    called: bool = False
    restored: bool = False
    call: Call | None = None
    given: tuple[Given, ...] = ()
    away: Both[int | None] = NOBODY_AWAY
    known: bool = False
    pin_asked: bool = False
    wrong_pins: int = 0
    barred_until: int = 0
    pending: Order | None = None
    asked_at: int = 0
    claim: Claim | None = None
    increment_asked: tuple[chess.Color, ...] = ()
    points: Both[int] = NO_POINTS
    began: int | None = None
    absent: tuple[chess.Color, ...] = ()
    lateness: int | None = None
    matter: Matter | None = None
    ordered: int = 0

    @property
    def ruling_due(self) -> bool:
        """True if nothing goes on before a ruling: a flag fell with a claim postponed."""
        return self.claim is not None and self.claim.flag_fell

    @property
    def claim_waits(self) -> bool:
        """True if a claim of the last two minutes waits for a ruling now (III.5)."""
        return self.claim is not None and (self.claim.flag_fell or not self.claim.postponed)

    @property
    def touch_disputed(self) -> bool:
        """True if nobody knows what may be played before the arbiter has ruled (4.3)."""
        return self.matter is not None and self.matter.article == "4.3"


NOT_CALLED = ArbiterState()
