# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens to a game under the Laws, as pure data.

Listeners, the journal and the tests see nothing else. ``at`` is always in nanoseconds of the
game's monotonic clock. Names are stable: they are written to the journal.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import MoveFacts
from rules.illegal import Illegality


class Role(StrEnum):
    """Who speaks at the table."""

    WHITE = "white"
    BLACK = "black"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"


class Termination(StrEnum):
    """How a game ended; the article that says so is in the event."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    FIVEFOLD = "fivefold repetition"
    SEVENTY_FIVE = "seventy-five moves"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    THREEFOLD_CLAIM = "threefold repetition claimed"
    FIFTY_CLAIM = "fifty moves claimed"
    FLAG = "flag"
    FORFEIT = "forfeit"
    ILLEGAL_MOVES = "illegal moves"
    ARBITER = "arbiter"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """White's clock starts (6.6); the conditions of the game."""

    at: int
    white: str
    black: str
    fen: str
    time_control: str
    edition: int
    mode: str


@dataclass(frozen=True, slots=True)
class MoveSpoken:
    """A legal move was understood and is read back; it may still be corrected (D.2.8)."""

    at: int
    move: MoveFacts


@dataclass(frozen=True, slots=True)
class MoveCorrected:
    """The player took back what he had said, before the opponent's clock ran (D.2.8)."""

    at: int
    move: MoveFacts


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The move stands (D.2.3)."""

    at: int
    move: MoveFacts


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A move was announced that the Laws do not allow; ``said`` is what was heard or typed."""

    at: int
    colour: chess.Color
    said: str
    illegality: Illegality
    completed: bool = False


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """9.1.2."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """The opponent declined, in words or by making his move (9.1.2.1)."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """5.2.3."""

    at: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """5.1.2."""

    at: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class GameEnded:
    """``result`` as in PGN ("1-0", "0-1", "1/2-1/2"); ``article`` of the Laws, e.g. "5.1.1"."""

    at: int
    result: str
    termination: Termination
    article: str
