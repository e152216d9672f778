# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers on request: the facts, which can be kept and told again.

``table.acts.answering`` finds them, ``announce.words.answers`` has the words.
"""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Generic, Self, TypeVar

import chess

from rules.description import Castling, Illegality, MoveFacts
from rules.outcome import Outcome
from table.events.game import GameStarted

KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)

# --- Facts ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on its square; None: the square is empty."""

    square: chess.Square
    piece: chess.Piece | None


@dataclass(frozen=True, slots=True)
class Men:
    """The pieces of one kind and colour by where they stand; no square: there are none."""

    colour: chess.Color
    kind: chess.PieceType
    squares: tuple[chess.Square, ...]


@dataclass(frozen=True, slots=True)
class CountOf:
    """So many moves of ``colour``, or, with a ``kind``, pieces."""

    colour: chess.Color
    number: int
    kind: chess.PieceType | None = None


@dataclass(frozen=True, slots=True)
class TimeOf:
    """A time of ``colour`` in nanoseconds: on the display, for each move, or that the move
    ``number`` took; ``longest``: it is one of those that took most."""

    colour: chess.Color
    time: int
    number: int | None = None
    longest: bool = False


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The move ``number`` of ``colour`` as a player wrote it; nothing where ``text`` is empty.

    ``move`` is None if the text is no legal move; ``offer``: a draw was offered, (=).
    """

    number: int
    colour: chess.Color
    text: str = ""
    move: MoveFacts | None = None
    offer: bool = False


@dataclass(frozen=True, slots=True)
class SheetDuty:
    """The duty of ``colour`` to write: ``own``: they keep the scoresheet themselves; ``must``: they
    must record now (8.1, 8.4, A.2); ``missing``: plies that are not on it."""

    colour: chess.Color
    own: bool
    must: bool
    missing: int


@dataclass(frozen=True, slots=True)
class SoundOf:
    """The announcement of move ``number`` of ``colour`` as it sounded (D.2.7); ``sounds`` are the
    digests of what is played after the answer."""

    colour: chess.Color
    number: int
    sounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CastlingOf:
    """The right of ``colour`` to castle to a side, as if on the move; ``bar`` is why not."""

    colour: chess.Color
    castling: Castling
    bar: Illegality | None


class Topic(StrEnum):
    """A topic of help: a group of things that can be said now."""

    MOVE = "move"
    START = "start"
    SET_TIME = "set time"
    CORRECT = "correct"
    CORRECT_QUESTION = "correct question"
    PRESS = "press"
    TIME = "time"
    LAST_MOVE = "last move"
    POSITION = "position"
    SQUARE = "square"
    REPEAT = "repeat"
    YES_NO = "yes or no"
    OPTIONS = "options"
    ANSWER_DRAW = "answer draw"
    OFFER_DRAW = "offer draw"
    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    SCORE = "score"
    SIGN = "sign"
    SEAL = "seal"
    ENVELOPE = "envelope"
    NEW_GAME = "new game"
    STUDY = "study"
    FIRST_MOVE = "first move"
    OPPONENT = "opponent"
    PEOPLE = "people"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Help:
    """Something that can be said now; ``move`` is an example of one (training only)."""

    topic: Topic
    move: MoveFacts | None = None


class Wing(StrEnum):
    """Where on the board something goes on."""

    QUEENSIDE = "queenside"  # the files a to c
    CENTRE = "centre"
    KINGSIDE = "kingside"  # f to h


class Degree(StrEnum):
    """How much better one side stands."""

    EVEN = "even"
    SLIGHTLY = "slightly"
    CLEARLY = "clearly"
    WINNING = "winning"


# --- Answers --------------------------------------------------------------------------------------


@unique
class About(StrEnum):
    """The subject of an answer, and of which type its facts are. Where there is no such fact, as
    no move, that is the answer."""

    facts: type

    def __new__(cls, key: str, facts: type) -> Self:
        about = str.__new__(cls, key)
        about._value_ = key
        about.facts = facts
        return about

    # The clock; D.2.6.1.
    TIME = "time", TimeOf
    MOVE_COUNT = "move count", CountOf  # moves completed
    TO_CONTROL = "to control", CountOf  # moves before the next control
    PER_MOVE = "per move", TimeOf  # for each move to the next control, extra time counted in
    COUNTDOWN = "countdown", bool  # the last seconds are told
    SPENT = "spent", TimeOf  # on the last move of each, then on those that took longest
    CLOCK_RUNS = "clock runs", type(None)  # of a chess clock alone; ``colour`` is whose
    CLOCKS_STAND = "clocks stand", type(None)  # ``colour`` is whose runs next
    # The game.
    MOVES = "moves", MoveFacts
    LAST_MOVE = "last move", MoveFacts
    CHANGED = "changed", MoveFacts  # since it was last asked
    TURN = "turn", type(None)
    ANNOUNCED = "announced", type(None)  # the opponent of who is to move has not pressed yet
    RESULT = "result", Outcome
    RESULT_TAG = "result tag", str  # of a game from a file: as in PGN, without a reason
    # The names, White's first, empty where nobody gave one; and the Elo of a program.
    PLAYERS = "players", str
    KNOWN_NAMES = "known names", str  # of earlier games, to be chosen by their numbers from one
    SPELT = "spelt", str  # a name, as far as it is
    SETTINGS = "settings", GameStarted
    OPENING = "opening", str  # its key in ``rules.openings``
    FEN = "fen", str
    ARTICLE = "article", str  # as "9.2.1" or "D.2.8" (11.9); none: no article gives a reason
    # The board.
    SQUARE = "square", PlacedPiece
    SQUARE_COLOUR = "square colour", PlacedPiece
    LINE = "line", PlacedPiece  # each square of a rank, file or diagonal, from first to last
    RANKS = "ranks", PlacedPiece  # each square of the board, from a1 to h8
    PIECES = "pieces", Men  # of each colour and kind that was asked for
    CHECK = "check", PlacedPiece  # those that give it (3.9.1)
    ATTACKERS = "attackers", PlacedPiece  # the square, then of ``colour`` who attacks it, and of
    # the other who defends (3.1.2)
    MATERIAL = "material", CountOf  # how many more of a kind one side has
    CAPTURED = "captured", CountOf  # in the order of their capture
    MISSING = "missing", CountOf  # that stood at the start, of each colour that was asked for
    # Help and advice; all but help in training only.
    HELP = "help", Help  # at most five things
    LEGAL_MOVES = "legal moves", MoveFacts
    NO_LEGAL_MOVES = "no legal moves", PlacedPiece  # from the square
    CASTLING = "castling", CastlingOf
    THREATS = "threats", MoveFacts  # the opponent's, the gravest first
    KING_ATTACKED = "king attacked", type(None)  # then nobody asks what else is threatened
    HINT = "hint", Wing  # first only where,
    HINT_PIECE = "hint piece", PlacedPiece  # then with what,
    HINT_MOVE = "hint move", MoveFacts
    EVALUATION = "evaluation", Degree  # how much better ``colour`` stands
    MATE_IN = "mate in", CountOf
    BETTER = "better", MoveFacts  # the move that was made; the better one, if there was one
    # The scoresheets.
    SHEET = "sheet", SheetLine  # a line for each ply (8.2)
    WRITING = "writing", SheetDuty  # White first (8.1, 8.4)
    RECORDING = "recording", SoundOf
    NO_RECORDINGS = "no recordings", type(None)  # in the whole game


Fact_co = TypeVar("Fact_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Answer(Generic[Fact_co]):
    """An answer: ``facts`` of the type that ``about`` names, and the side that it concerns."""

    about: About
    facts: tuple[Fact_co, ...] = ()
    colour: chess.Color | None = None


def help_with(*topics: Topic, example: MoveFacts | None = None) -> Answer[Help]:
    """Help on these topics; ``example`` is a move that can be said."""
    lines = (Help(topic, example if topic is Topic.MOVE else None) for topic in topics)
    return Answer(About.HELP, tuple(lines))
