# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens to a game under the Laws, as pure data.

Listeners, the journal and the tests see nothing else. ``at`` is always in nanoseconds of the
game's monotonic clock. Names are stable: they are written to the journal.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import MoveFacts
from rules.draws import Finding, Ground
from rules.fault import Illegality


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
    SEALED_MOVE = "sealed move"  # I.8
    ANNULLED = "annulled"  # 7.1, I.12.2: a new game is played


@dataclass(frozen=True, slots=True)
class GameStarted:
    """White's clock starts (6.6); the conditions of the game.

    ``chess960`` is the number of the start position, or None (II.2).
    """

    at: int
    white: str
    black: str
    fen: str
    time_control: str
    edition: int
    mode: str
    chess960: int | None = None


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
class ClaimMade:
    """A draw was claimed (9.2, 9.3), perhaps with a move that is not played (9.2.1.1, 9.3.1).

    ``ground`` is ``None`` where the claimant left it open. The claim counts as an offer (9.1.2.3).
    """

    at: int
    colour: chess.Color
    ground: Ground | None
    move: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class ClaimUpheld:
    """The claim is correct and the game drawn (9.5.2); ``finding`` shows why (11.12)."""

    at: int
    colour: chess.Color
    finding: Finding


@dataclass(frozen=True, slots=True)
class ClaimRejected:
    """The claim is wrong, the game goes on; the opponent gets ``bonus`` seconds (9.5.3)."""

    at: int
    colour: chess.Color
    finding: Finding
    bonus: int = 0


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


class Refusal(StrEnum):
    """Why a request that is no move is not granted."""

    NOTHING_TO_PRESS = "nothing to press"  # 6.2.4: no move was made
    NOTHING_TO_CORRECT = "nothing to correct"  # D.2.8: the opponent's clock runs already
    PRESS_OR_CORRECT = "press or correct"  # a move was announced and waits for the clock
    NO_OFFER = "no offer"  # 9.1.2: there is no draw offer to answer
    OWN_OFFER = "own offer"  # 9.1.2.1: the offer is the opponent's to answer
    BOTH_MUST_MOVE = "both must move"  # 5.2.3
    NOT_ON_MOVE = "not on move"  # 1.1, X.6
    TOUCHED = "touched"  # 9.4: the right to claim is lost with the move
    AMBIGUOUS_CLAIM = "ambiguous claim"  # 9.2.1.1: the move that was named fits several
    MUST_MOVE = "must move"  # 9.5.3: the move named in a wrong claim
    ARBITER_ONLY = "arbiter only"  # 6.11
    NOT_PAUSED = "not paused"
    PAUSED = "paused"
    GAME_OVER = "game over"
    NO_QUESTION = "no question"  # "yes" or "no" to nothing
    NOT_IN_COMPETITION = "not in competition"  # 11.3
    TIME_IS_SET = "time is set"  # 6.3.1: before the game
    BAD_TIME_CONTROL = "bad time control"
    NOT_HERE = "not here"  # understood, but not possible at this table


@dataclass(frozen=True, slots=True)
class Refused:
    """A request was understood and is not granted; ``article`` of the Laws where one says so."""

    at: int
    colour: chess.Color
    reason: Refusal
    article: str = ""
