# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens to scoresheets, boards and the envelope of a sealed move, as pure data.

``at`` is in nanoseconds of the game's monotonic clock, as in ``table.events.game``.
"""

from dataclasses import dataclass

import chess

from rules.adjournment import Envelope, Missing
from rules.boards import Step
from rules.description import MoveFacts
from rules.scoresheet import Signing


@dataclass(frozen=True, slots=True)
class MoveWritten:
    """``colour`` wrote ply ``ply`` (from zero) on his scoresheet (8.1.1) as ``written``.

    ``move`` is None where it cannot be read as a legal move.
    """

    at: int
    colour: chess.Color
    ply: int
    written: str
    move: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class SheetUpdated:
    """``colour`` has brought his scoresheet up to date (8.5.1, 8.5.2)."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class SheetsDue:
    """A period is over and scoresheets are to be brought up to date (8.5).

    ``stopped``: both players', with both clocks stopped (8.5.1); else that of ``colour``, whose
    clock runs meanwhile (8.5.2).
    """

    at: int
    colour: chess.Color
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class SheetSigned:
    """``colour`` signed both scoresheets, stating ``result`` as in PGN (8.7)."""

    at: int
    colour: chess.Color
    result: str


@dataclass(frozen=True, slots=True)
class SignaturesCompared:
    """Both have signed (8.7): what they state, and what the game came to."""

    at: int
    white: str
    black: str
    computed: str
    signing: Signing


@dataclass(frozen=True, slots=True)
class Distraction:
    """``colour`` offered a draw, or claimed one wrongly, for the ``times``-th time; the arbiter may
    care (11.5)."""

    at: int
    colour: chess.Color
    times: int


@dataclass(frozen=True, slots=True)
class BoardReported:
    """On the board of ``colour`` stands ``piece``, or nothing, on ``square`` (D.2.9)."""

    at: int
    colour: chess.Color
    square: chess.Square
    piece: chess.Piece | None


@dataclass(frozen=True, slots=True)
class BoardsCompared:
    """Both boards and both scoresheets were compared (D.2.9).

    ``last_agreed`` is the last move on which the scoresheets agree, where they differ
    (``differ``); None before the first. ``white`` and ``black`` are the steps that set each board
    right.
    """

    at: int
    differ: bool
    last_agreed: MoveFacts | None
    white: tuple[Step, ...]
    black: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SealDemanded:
    """``colour`` is to seal his move (I.1.1); his clock runs until he stops it."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class MoveSealed:
    """``colour`` sealed move ``number``; nobody can read it (I.1.1)."""

    at: int
    colour: chess.Color
    number: int


@dataclass(frozen=True, slots=True)
class EnvelopeIncomplete:
    """The clock stands, and this is still to be written on the envelope (I.2)."""

    at: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class GameAdjourned:
    """The envelope is complete and closed; ``checksum`` is what the arbiter compares (I.3)."""

    at: int
    envelope: Envelope
    checksum: str


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    """``colour`` is at the board for the resumption (I.7), or, not ``present``, is absent."""

    at: int
    colour: chess.Color
    present: bool = True


@dataclass(frozen=True, slots=True)
class SealedMoveRead:
    """The envelope of ``colour`` was opened (I.9). ``move`` is None where ``written`` is no move
    that counts (I.8)."""

    at: int
    colour: chess.Color
    written: str
    move: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class EnvelopeLost:
    """The sealed move is lost; ``colour`` plays the move that he says he sealed (I.12.1)."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class DefaultTimeOver:
    """``colour`` is absent, and the default time is over; the envelope is opened (I.10)."""

    at: int
    colour: chess.Color


SheetEvent = (
    MoveWritten
    | SheetUpdated
    | SheetsDue
    | SheetSigned
    | SignaturesCompared
    | Distraction
    | BoardReported
    | BoardsCompared
    | SealDemanded
    | MoveSealed
    | EnvelopeIncomplete
    | GameAdjourned
    | PlayerArrived
    | SealedMoveRead
    | EnvelopeLost
    | DefaultTimeOver
)
