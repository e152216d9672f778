# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of scoresheets, boards and the envelope of a sealed move, as pure data."""

from dataclasses import dataclass

import chess

from rules.adjournment import Envelope, Missing
from rules.boards import BoardStep
from rules.description import MoveFacts
from rules.scoresheet import Signing
from table.events.game import PlayerEvent, TableEvent


@dataclass(frozen=True, slots=True)
class MoveWritten(PlayerEvent):
    """``colour`` wrote ply ``ply`` (from zero) on the scoresheet (8.1.1) as ``written``.

    ``move`` is None where it cannot be read as a legal move.
    """

    ply: int
    written: str
    move: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class SheetSigned(PlayerEvent):
    """``colour`` signed both scoresheets, stating ``result`` as in PGN (8.7)."""

    result: str


@dataclass(frozen=True, slots=True)
class SignaturesCompared(TableEvent):
    """Both have signed (8.7): what they state, and what the game came to."""

    white: str
    black: str
    computed: str
    signing: Signing


@dataclass(frozen=True, slots=True)
class Distraction(PlayerEvent):
    """``colour`` has made so many draw offers and wrong claims, of a draw or anything else; the
    arbiter may care (11.5)."""

    offers: int
    claims: int


@dataclass(frozen=True, slots=True)
class BoardReported(PlayerEvent):
    """On the board of ``colour`` stands ``piece``, or nothing, on ``square`` (D.2.9)."""

    square: chess.Square
    piece: chess.Piece | None


@dataclass(frozen=True, slots=True)
class BoardsCompared(TableEvent):
    """Both boards and both scoresheets were compared (D.2.9).

    ``last_agreed`` is the last move on which the scoresheets agree, where they differ
    (``differ``); None before the first. ``white`` and ``black`` are the steps that set each board
    right.
    """

    differ: bool
    last_agreed: MoveFacts | None
    white: tuple[BoardStep, ...]
    black: tuple[BoardStep, ...]


@dataclass(frozen=True, slots=True)
class MoveSealed(PlayerEvent):
    """``colour`` sealed move ``number``; nobody can read it (I.1.1)."""

    number: int


@dataclass(frozen=True, slots=True)
class EnvelopeIncomplete(TableEvent):
    """The clock stands, and this is still to be written on the envelope (I.2)."""

    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class GameAdjourned(TableEvent):
    """The envelope is complete and closed; ``checksum`` is what the arbiter compares (I.3)."""

    envelope: Envelope
    checksum: str


@dataclass(frozen=True, slots=True)
class SealedMoveRead(PlayerEvent):
    """The envelope of ``colour`` was opened (I.9). ``move`` is None where ``written`` is no move
    that counts (I.8)."""

    written: str
    move: MoveFacts | None = None


SheetEvent = (
    MoveWritten
    | SheetSigned
    | SignaturesCompared
    | Distraction
    | BoardReported
    | BoardsCompared
    | MoveSealed
    | EnvelopeIncomplete
    | GameAdjourned
    | SealedMoveRead
)
