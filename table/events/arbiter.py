# SPDX-License-Identifier: GPL-3.0-or-later
"""Acts of an arbiter on a game, as pure data.

What orders lead to besides (a display, a penalty, the end) has events of its own.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from table.events.game import PlayerEvent, TableEvent


class QuickplayRequest(StrEnum):
    """A request of a player without an increment in the last two minutes (Guidelines III)."""

    INCREMENT = "increment"  # III.4: five seconds a move for both; counts as a draw offer
    NORMAL_MEANS = "normal means"  # III.5: the opponent cannot win by them
    NO_EFFORT = "no effort"  # III.5: the opponent makes none to win by them
    EITHER = "either"  # III.5, left open


class Ruling(StrEnum):
    """The ruling on such a request."""

    UPHELD = "upheld"
    POSTPONED = "postponed"
    REJECTED = "rejected"


class Note(StrEnum):
    """Something that has no facts of its own and changes neither board nor clock."""

    APPEAL = "appeal"  # 11.10
    LEAVES = "leaves"  # 11.2.3: the clock runs on
    BACK = "back"
    ABSENT = "absent"  # 6.7
    ARRIVED = "arrived"
    DISPLACED = "displaced"  # 7.4.1: the position itself is as it was
    DISTURBANCE = "disturbance"  # 11.5
    COLOURS_STAY = "colours stay"  # 7.3
    SETUP_STAYS = "setup stays"  # A.4.1.2
    NO_CASTLING = "no castling"  # A.4.1.2
    NOTHING_OFF = "nothing off"  # 6.2.6: for who cannot use the clock
    PLAY_ON = "play on"  # III.3.1.1
    EARLY_PRESS = "early press"  # D.2.4
    NOT_REPEATED = "not repeated"  # D.2.1: by the opponent
    NOT_RECORDED = "not recorded"  # 8.1.3: the player's previous move
    NOT_UPDATED = "not updated"  # 8.5.2
    CALLED = "called"  # 6.11.2: the arbiter, by a player
    CALL_OVER = "call over"  # 6.11.3
    DUE = "due"  # III.5.2: a ruling, for a flag fell while a claim was postponed
    WITHDRAWN = "withdrawn"  # a decision, the arbiter's own or Hektor's
    UNDOES = "undoes"  # the decision that would be taken back, if the arbiter says yes
    SESSION_OVER = "session over"  # I.1.1
    COMPARE = "compare"  # D.2.9: the boards, every few moves
    # The course of things, which no list of incidents has.
    PIN_ASKED = "pin asked"  # 6.11.2: by who was called as the arbiter
    PIN_RENEWED = "pin renewed"  # the key of the first one was lost
    FLOOR_TAKEN = "floor taken"  # with the PIN: while clocks stand, all words are the arbiter's
    FLOOR_LEFT = "floor left"  # they are the players' again
    SHEETS_DUE = "sheets due"  # 8.5: those of both if the clocks stand, else that of one player
    SHEET_UPDATED = "sheet updated"  # 8.5.1, 8.5.2
    SEAL_DEMANDED = "seal demanded"  # I.1.1: the clock runs until stopped
    ENVELOPE_LOST = "envelope lost"  # I.12.1: the move is played that is said to have been sealed
    DEFAULT_TIME_OVER = "default time over"  # I.10: of who is absent; the envelope is opened


@dataclass(frozen=True, slots=True)
class PinRefused(TableEvent):
    """The digits are not the arbiter's PIN, or came too soon after wrong ones; they are on no
    record. For ``wait`` nanoseconds no other PIN counts."""

    wait: int = 0


@dataclass(frozen=True, slots=True)
class OrderGiven(TableEvent):
    """The arbiter's order that leads to the events after it, by ``article``.

    ``order`` is its name, ``colour`` whom it concerns, or None.
    """

    order: str
    article: str
    colour: chess.Color | None = None


@dataclass(frozen=True, slots=True)
class GameCancelled(TableEvent):
    """The game does not count, and a new one follows (7.2.1, 7.3)."""

    article: str


@dataclass(frozen=True, slots=True)
class QuickplayClaimed(PlayerEvent):
    """III.4, III.5, 10.2 of 2005: ``colour`` asks for an increment, or claims a draw."""

    ground: QuickplayRequest
    article: str


@dataclass(frozen=True, slots=True)
class RulingGiven(PlayerEvent):
    """The arbiter ruled on what ``colour`` asked for; the opponent gets ``bonus`` seconds."""

    ruling: Ruling
    article: str
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Noted(TableEvent):
    """Something happened that has no facts of its own, by ``article`` if it is an incident;
    ``colour`` is whom it concerns, or None.

    ``runs``: a clock runs meanwhile. It ``lasted`` so many nanoseconds, and happened so many
    ``times`` by now, where that is known (0: it is not).
    """

    note: Note
    article: str = ""
    colour: chess.Color | None = None
    runs: bool = True
    lasted: int = 0
    times: int = 0


ArbiterEvent = PinRefused | OrderGiven | GameCancelled | QuickplayClaimed | RulingGiven | Noted
