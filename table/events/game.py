# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of a game under the Laws, as pure data.

Listeners, the journal and the tests see nothing else. Names are stable: they are written to the
journal.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import Castling, Illegality, MoveDescription, MoveFacts
from rules.draws import Finding, Ground
from rules.outcome import Termination


class Role(StrEnum):
    """Who speaks at the table."""

    WHITE = "white"
    BLACK = "black"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened, ``at`` this time in nanoseconds of the game's monotonic clock."""

    at: int


@dataclass(frozen=True, slots=True)
class PlayerEvent(TableEvent):
    """Something that a player of this ``colour`` did, or that happened to them."""

    colour: chess.Color


@dataclass(frozen=True, slots=True)
class GameStarted(TableEvent):
    """White's clock starts (6.6); the conditions of the game.

    ``chess960`` is the number of the start position, or None (II.2). The assistants are those of
    D.2.10, each of one player.
    """

    white: str
    black: str
    fen: str
    time_control: str
    edition: int
    mode: str
    chess960: int | None = None
    white_assistant: str = ""
    black_assistant: str = ""


@dataclass(frozen=True, slots=True)
class MoveSpoken(TableEvent):
    """A legal move was understood and is read back; it may still be corrected (D.2.8)."""

    move: MoveFacts


@dataclass(frozen=True, slots=True)
class MoveCorrected(PlayerEvent):
    """The player took back what they had said, before the opponent's clock ran (D.2.8); ``after``
    so many nanoseconds. ``move`` is None if it was illegal. ``made``: Hektor had just pressed for
    it, so that it is told which one goes back."""

    move: MoveFacts | None = None
    after: int = 0
    made: bool = False


@dataclass(frozen=True, slots=True)
class MoveMade(TableEvent):
    """The move stands (D.2.3)."""

    move: MoveFacts


@dataclass(frozen=True, slots=True)
class IllegalMove(PlayerEvent):
    """A move was announced that the Laws do not allow; ``said`` is what was heard or typed.

    Where it loses the game (7.5.5), ``losing`` is how many illegal moves the player has completed.
    """

    said: str
    illegality: Illegality
    completed: bool = False
    losing: int = 0


@dataclass(frozen=True, slots=True)
class IllegalMoveSpoken(PlayerEvent):
    """In competition a move is read back as it was said, legal or not; this one is not.

    Until the clock is pressed it may be corrected (D.2.8); the press completes it (7.5.1).
    """

    said: MoveDescription


@dataclass(frozen=True, slots=True)
class MoveRepeated(PlayerEvent):
    """``colour`` repeated the opponent's ``move`` (D.2.1), ``rightly`` or not."""

    move: MoveFacts
    rightly: bool


@dataclass(frozen=True, slots=True)
class TouchDeclared(PlayerEvent):
    """``colour``, who has the move, touched ``piece`` on ``square`` (4.3, D.2.2).

    Where it is not ``binding``, ``article`` says why: adjusted (4.2.1), an accident (4.2.2), felt
    by a blind player (D.2.2). ``claimed``: somebody else says so, and it binds unless ``colour``
    denies it.
    """

    piece: chess.Piece
    square: chess.Square
    binding: bool = True
    article: str = "4.3"
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class AdjustAnnounced(PlayerEvent):
    """4.2.1: ``colour`` will adjust the piece on ``square``, or any."""

    square: chess.Square | None = None


@dataclass(frozen=True, slots=True)
class PieceReleased(PlayerEvent):
    """4.7: ``colour`` let ``piece`` go on ``square``; ``claimed`` as for a touch."""

    piece: chess.Piece
    square: chess.Square
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class TouchBinds(PlayerEvent):
    """A move is refused: what was touched must be played (4.3 to 4.7). No illegal move, no penalty.

    ``piece`` on ``square`` must move, to ``to_square`` where it was released; ``other`` on
    ``other_square`` must be captured; or ``castling`` must be done. Without a ``square`` it is any
    piece of that kind.
    """

    article: str
    piece: chess.Piece | None = None
    square: chess.Square | None = None
    to_square: chess.Square | None = None
    other: chess.Piece | None = None
    other_square: chess.Square | None = None
    castling: Castling | None = None


@dataclass(frozen=True, slots=True)
class IrregularityReported(PlayerEvent):
    """``colour`` complains of what the opponent did, by ``article``, or says that their own words
    were a slip (D.2.8); only the arbiter can rule on it."""

    article: str


class Penalty(StrEnum):
    """A penalty that an arbiter may impose."""

    WARNING = "warning"  # 12.9.1
    OPPONENT_TIME = "opponent time"  # 7.5.5, 12.9.2: seconds for the opponent
    TIME_OFF = "time off"  # 12.9.3
    OPPONENT_POINTS = "opponent points"  # 12.9.4
    POINTS_OFF = "points off"  # 12.9.5
    LOSS = "loss"  # 12.9.6
    FINE = "fine"  # 12.9.7
    ROUND = "round"  # 12.9.8: excluded from one or more
    EXPULSION = "expulsion"  # 12.9.9


@dataclass(frozen=True, slots=True)
class PenaltyGiven(TableEvent):
    """``colour`` is penalised by ``article``; ``seconds`` and ``points`` where the kind has any."""

    article: str
    kind: Penalty
    colour: chess.Color
    seconds: int = 0
    points: str = ""


@dataclass(frozen=True, slots=True)
class PositionRestored(TableEvent):
    """The game goes on from the position after ``ply`` moves (7.1, 7.5.1); ``last`` is their last.

    ``article`` says why.
    """

    ply: int
    article: str
    last: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class MovesTakenBack(PlayerEvent):
    """In training both agreed: ``moves`` go back, the last first; then ``colour`` has the move."""

    moves: tuple[MoveFacts, ...]


@dataclass(frozen=True, slots=True)
class TagSet(TableEvent):
    """Before the game: ``tag`` is "white", "black", "event", "site", "round" or "edition" (of the
    Laws)."""

    tag: str
    value: str


@dataclass(frozen=True, slots=True)
class PositionSet(TableEvent):
    """Before the game: it begins from ``fen``, with ``turn`` on the move; without a FEN the board
    is empty, to be set up. With ``faults`` nothing has changed: no position is like that.
    ``chess960`` is the number of a start position that a lot has drawn (II.2)."""

    fen: str = ""
    turn: chess.Color = chess.WHITE
    faults: tuple[str, ...] = ()
    chess960: int | None = None


@dataclass(frozen=True, slots=True)
class DrawOffered(PlayerEvent):
    """9.1.2. The right time is after the move and before the press (9.1.2.1); others count too."""

    in_time: bool = True


@dataclass(frozen=True, slots=True)
class DrawDeclined(PlayerEvent):
    """The opponent declined, in words or by making a move (9.1.2.1)."""


@dataclass(frozen=True, slots=True)
class DrawAgreed(TableEvent):
    """5.2.3."""


@dataclass(frozen=True, slots=True)
class ClaimMade(PlayerEvent):
    """A draw was claimed (9.2, 9.3), perhaps with a move that is not played (9.2.1.1, 9.3.1).

    ``ground`` is ``None`` where the claimant left it open. The claim counts as an offer (9.1.2.3).
    """

    ground: Ground | None
    move: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class ClaimUpheld(PlayerEvent):
    """The claim is correct and the game drawn (9.5.2); ``finding`` shows why (11.12)."""

    finding: Finding


@dataclass(frozen=True, slots=True)
class ClaimRejected(PlayerEvent):
    """The claim is wrong, the game goes on; the opponent gets ``bonus`` seconds (9.5.3)."""

    finding: Finding
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Resigned(PlayerEvent):
    """5.1.2."""


@dataclass(frozen=True, slots=True)
class GameEnded(TableEvent):
    """``result`` as in PGN ("1-0", "0-1", "1/2-1/2"); ``article`` of the Laws, e.g. "5.1.1"."""

    result: str
    termination: Termination
    article: str


@dataclass(frozen=True, slots=True)
class OpponentSeated(PlayerEvent):
    """From now on the program of this ``name`` plays ``colour``, as strong as ``elo`` (0: as it
    can); an empty name is nobody's: two people play.

    ``highest``: more than that was asked for, which only another engine can do. ``second``: the
    other side begins, though the program has White.
    """

    name: str
    elo: int
    highest: bool = False
    second: bool = False


class Advice(StrEnum):
    """The advice that the computer is asked for in training; nobody else is."""

    HINT = "hint"
    EVALUATION = "evaluation"
    BETTER = "better"
    ERRORS = "errors"  # of a game that is studied, move by move


class Refusal(StrEnum):
    """Why a request that is no move is not granted."""

    NOTHING_TO_PRESS = "nothing to press"  # 6.2.4: no move was made
    OPPONENT_TO_PRESS = "opponent to press"  # 6.2.2: the clock of the opponent still runs
    NOTHING_TO_CORRECT = "nothing to correct"  # D.2.8: the opponent's clock runs already
    PRESS_OR_CORRECT = "press or correct"  # a move was announced and waits for the clock
    NO_OFFER = "no offer"  # 9.1.2: there is no draw offer to answer
    OWN_OFFER = "own offer"  # 9.1.2.1: the offer is the opponent's to answer
    BOTH_MUST_MOVE = "both must move"  # 5.2.3
    NOT_ON_MOVE = "not on move"  # 1.1, X.6
    COMPUTER_BEGINS = "computer begins"  # when its clock is started
    TOUCHED = "touched"  # 9.4: the right to claim is lost with the move
    AMBIGUOUS_CLAIM = "ambiguous claim"  # 9.2.1.1: the move that was named fits several
    TOUCH_BINDS = "touch binds"  # 4.3: the sealed move is not one of the touched piece
    MUST_MOVE = "must move"  # 9.5.3: the move named in a wrong claim
    TOUCHED_PIECE = "touched piece"  # 9.4: so is the right to claim
    NOT_THERE = "not there"  # the piece that somebody is said to have touched
    ADJUST_FIRST = "adjust first"  # 4.2.1: adjusting is announced before touching
    FLAG_UP = "flag up"  # 6.8: the opponent's flag has not fallen, or one's own had before
    TOO_LATE = "too late"  # 4.8, A.4.2: the claimant has gone on
    NO_ILLEGAL_MOVE = "no illegal move"  # 7.5.1
    NO_AGREEMENT = "no agreement"  # 9.1.1: the rules of the event
    COUNTED = "counted"  # 7.5.4: one illegal move for one move
    ARBITER_ONLY = "arbiter only"  # 6.11
    NO_ARBITER = "no arbiter"  # nobody is there to rule on it
    NO_CLAIM = "no claim"  # there is nothing to rule on
    OFFER_OPEN = "offer open"  # III.4: the opponent has not answered it
    RULING_DUE = "ruling due"  # III.5.2
    NO_QUICKPLAY = "no quickplay"  # III.2: neither announced nor without increment
    TIME_LEFT = "time left"  # III.4, III.5: two minutes or more
    ASKED_BEFORE = "asked before"  # III.4
    NO_SUCH_RESULT = "no such result"  # 10.2
    NO_SUCH_MOVE = "no such move"  # nothing was made there
    SETTING_STAYS = "setting stays"  # A.4.1.1
    NOT_PLAYED = "not played"  # a result of the board before the first move
    PIN_NEEDED = "pin needed"
    NOT_LATE = "not late"  # 6.7
    NOT_PAUSED = "not paused"
    PAUSED = "paused"
    GAME_OVER = "game over"
    NO_QUESTION = "no question"  # "yes" or "no" to nothing
    WHITE_IS_ASKED = "white is asked"  # an answer of somebody else
    BLACK_IS_ASKED = "black is asked"
    ARBITER_IS_ASKED = "arbiter is asked"
    NOT_IN_COMPETITION = "not in competition"  # 11.3
    NOT_AGAINST_PEOPLE = "not against people"  # the computer's advice
    NO_ADVICE = "no advice"  # there is nothing to advise, or nobody who can
    NO_LEVEL = "no level"  # which levels of the computer there are
    BEFORE_GAME = "before game"  # what a game is called
    NO_SUCH_NAME = "no such name"  # none has this number
    SET_UP_FIRST = "set up first"  # the board is not whole yet
    NO_FEN = "no fen"
    COLOURS_STAY = "colours stay"
    COLOUR_OF_WHOM = "colour of whom"  # two people sit where they like
    SIGN_FIRST = "sign first"  # 8.7: the result
    TIME_IS_SET = "time is set"  # 6.3.1: before the game
    UPDATE_FIRST = "update first"  # 8.5: the scoresheet is not up to date
    IN_ADVANCE = "in advance"  # 8.1.2: nothing is written before it is made
    NO_OWN_SHEET = "no own sheet"  # the program keeps this scoresheet
    LOOKED_ENOUGH = "looked enough"  # A.3.2: five times, no more
    NOT_HIS_DUTY = "not his duty"  # D.2.10: the assistant's
    ALREADY_MATE = "already mate"  # 5.1.1: the position that was set up leaves nothing to play
    ALREADY_STALEMATE = "already stalemate"  # 5.2.1
    ALREADY_DEAD = "already dead"  # 5.2.2
    PLAYERS_CLAIM = "players claim"  # E.05-7: the arbiter calls no flag
    NOT_OVER = "not over"  # 8.7: results are signed at the end
    SIGNED = "signed"  # 8.7: once is enough
    NOTHING_SEALED = "nothing sealed"  # I.1.1
    SEAL_QUIETLY = "seal quietly"  # I.1.1: a sealed move is not said aloud
    NO_PASSPHRASE = "no passphrase"  # I.3: the arbiter closes the envelope
    WRONG_PASSPHRASE = "wrong passphrase"
    SHORT_PASSPHRASE = "short passphrase"
    SEALED_ALREADY = "sealed already"  # another passphrase would not open what is in it
    REPLIER_ABSENT = "replier absent"  # I.7
    OPEN_FIRST = "open first"  # I.9.1
    ADJOURNED = "adjourned"  # no move is made until the game is resumed
    NOT_ADJOURNED = "not adjourned"
    LINE_TOO_LONG = "line too long"
    TO_BE_TYPED = "to be typed"  # leaving a game that is not over
    NOT_HERE = "not here"  # understood, but not possible at this table


@dataclass(frozen=True, slots=True)
class Refused(PlayerEvent):
    """A request was understood and is not granted; ``article`` of the Laws where one says so."""

    reason: Refusal
    article: str = ""


GameEvent = (
    GameStarted
    | MoveSpoken
    | MoveCorrected
    | MoveMade
    | IllegalMove
    | IllegalMoveSpoken
    | MoveRepeated
    | TouchDeclared
    | AdjustAnnounced
    | PieceReleased
    | TouchBinds
    | IrregularityReported
    | PenaltyGiven
    | PositionRestored
    | MovesTakenBack
    | TagSet
    | PositionSet
    | OpponentSeated
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | ClaimMade
    | ClaimUpheld
    | ClaimRejected
    | Resigned
    | GameEnded
    | Refused
)
