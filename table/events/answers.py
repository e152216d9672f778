# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers on request: the facts, which can be kept and told again.

``table.acts.answering`` finds them, ``announce.words.answers`` has the words.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import MoveFacts
from rules.outcome import Termination
from rules.threats import Threat
from table.events.game import GameStarted

KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on its square."""

    square: chess.Square
    piece: chess.Piece


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The display of ``colour``, in nanoseconds."""

    colour: chess.Color
    remaining: int


@dataclass(frozen=True, slots=True)
class TimeAnswer:
    """One display or both (D.2.6.1)."""

    times: tuple[TimeLeft, ...]


@dataclass(frozen=True, slots=True)
class MoveCountAnswer:
    """Moves completed by each side (D.2.6.1)."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class MovesToControlAnswer:
    """Moves that ``colour`` has to make before the next control; None if there is none."""

    colour: chess.Color
    moves: int | None


@dataclass(frozen=True, slots=True)
class TimePerMoveAnswer:
    """Nanoseconds that ``colour`` has for each move to the next control, extra time counted in.

    None if there is none: then the time of one move cannot be told.
    """

    colour: chess.Color
    average: int | None


@dataclass(frozen=True, slots=True)
class MovesAnswer:
    """Moves of the game in order: the last one, the last five, the whole score."""

    moves: tuple[MoveFacts, ...]


@dataclass(frozen=True, slots=True)
class PlayersAnswer:
    """The names of the players; empty where nobody gave one."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class KnownNamesAnswer:
    """The names of earlier games, to be chosen by their numbers from one."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettingsAnswer:
    """The conditions of the game as its start tells them."""

    game: GameStarted


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """The moves made since the player last asked what has changed."""

    moves: tuple[MoveFacts, ...]


@dataclass(frozen=True, slots=True)
class SquareAnswer:
    """The man on a square, if any, and the square's own colour."""

    square: chess.Square
    piece: chess.Piece | None
    light: bool


@dataclass(frozen=True, slots=True)
class PiecesAnswer:
    """The pieces that stand: of both sides or one, of every kind or one.

    ``colours`` and ``kinds`` are what was asked for, so that "none" can be told too.
    """

    standing: tuple[PlacedPiece, ...]
    colours: tuple[chess.Color, ...]
    kinds: tuple[chess.PieceType, ...] = KINDS


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """The pieces on a rank, file or diagonal, from its first square to its last."""

    squares: tuple[chess.Square, ...]
    standing: tuple[PlacedPiece, ...]


@dataclass(frozen=True, slots=True)
class RanksAnswer:
    """The whole board, from the first rank to the eighth."""

    ranks: tuple[LineAnswer, ...]


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """``colour`` is on the move; ``announced``: the opponent has announced a move, and has not
    pressed the clock yet."""

    colour: chess.Color
    announced: bool = False


@dataclass(frozen=True, slots=True)
class ClockAnswer:
    """Of a chess clock alone: whose time is ``running``, or whose is ``next`` while both stand."""

    running: chess.Color | None = None
    next: chess.Color | None = None


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The king of ``colour`` is attacked by ``checkers`` (3.9.1); None: no king is in check."""

    colour: chess.Color | None = None
    checkers: tuple[PlacedPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackersAnswer:
    """The pieces that attack (or, of the colour that stands there, defend) a square (3.1.2)."""

    square: chess.Square
    piece: chess.Piece | None
    attackers: tuple[PlacedPiece, ...]
    defenders: tuple[PlacedPiece, ...]


@dataclass(frozen=True, slots=True)
class MaterialAnswer:
    """The kinds that each side has more of, with their numbers."""

    white: tuple[tuple[chess.PieceType, int], ...]
    black: tuple[tuple[chess.PieceType, int], ...]


@dataclass(frozen=True, slots=True)
class OpeningAnswer:
    """The opening by its key in ``rules.openings``; empty if it has no name there."""

    opening: str


@dataclass(frozen=True, slots=True)
class FenAnswer:
    """The position in writing."""

    fen: str


@dataclass(frozen=True, slots=True)
class TimeOfMove:
    """The time that the move ``number`` of ``colour`` took on the clock, in nanoseconds."""

    colour: chess.Color
    number: int
    spent: int


@dataclass(frozen=True, slots=True)
class TimeSpentAnswer:
    """The times of the last move of each, and of the moves that took longest, these first."""

    last: tuple[TimeOfMove, ...]
    longest: tuple[TimeOfMove, ...]


@dataclass(frozen=True, slots=True)
class CapturedAnswer:
    """The pieces taken from the board so far, by their colour, in the order of their capture."""

    white: tuple[chess.PieceType, ...]
    black: tuple[chess.PieceType, ...]


@dataclass(frozen=True, slots=True)
class MissingAnswer:
    """How many of each kind stood at the start and do no more, of the ``colours`` asked about."""

    colours: tuple[chess.Color, ...]
    white: tuple[tuple[chess.PieceType, int], ...]
    black: tuple[tuple[chess.PieceType, int], ...]

    def of(self, colour: chess.Color) -> tuple[tuple[chess.PieceType, int], ...]:
        """That of ``colour``."""
        return self.white if colour == chess.WHITE else self.black


@dataclass(frozen=True, slots=True)
class LegalMovesAnswer:
    """The legal moves of the piece on a square, or of several (training only)."""

    square: chess.Square | None
    piece: chess.Piece | None
    moves: tuple[MoveFacts, ...]


@dataclass(frozen=True, slots=True)
class ThreatsAnswer:
    """The opponent's threats, the gravest first (training only); ``check``: their king is attacked
    now, and what else is threatened is not asked for."""

    threats: tuple[Threat, ...]
    check: bool = False


@dataclass(frozen=True, slots=True)
class ArticleAnswer:
    """The text of an article of the Laws (11.9); ``article`` as in "9.2.1" or "D.2.8".

    It is empty where the reason of the last refusal was asked for and no article gives one.
    """

    article: str


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
class SheetAnswer:
    """The scoresheet of ``colour`` (8.2), a line for each ply."""

    colour: chess.Color
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class SheetDuty:
    """The duty of ``colour`` to write: ``own``: they keep the scoresheet themselves; ``must``: they
    must record now (8.1, 8.4, A.2); ``missing``: plies that are not on it."""

    colour: chess.Color
    own: bool
    must: bool
    missing: int


@dataclass(frozen=True, slots=True)
class WritingAnswer:
    """Who must write, and what is missing (8.1, 8.4); White first."""

    duties: tuple[SheetDuty, ...]


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """How the game ended; empty while it goes on. ``result`` is as in PGN."""

    result: str = ""
    termination: Termination | None = None


@dataclass(frozen=True, slots=True)
class RecordingAnswer:
    """The announcement of move ``number`` of ``colour`` as it sounded (D.2.7).

    ``sounds`` are the digests of the recordings that are played after it; ``any``: this game has
    recordings at all.
    """

    number: int
    colour: chess.Color
    sounds: tuple[str, ...]
    any: bool = True


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
class HelpAnswer:
    """At most five things that can be said now; ``example`` is a move that can (training only)."""

    topics: tuple[Topic, ...]
    example: MoveFacts | None = None


class Wing(StrEnum):
    """Where on the board something goes on."""

    QUEENSIDE = "queenside"  # the files a to c
    CENTRE = "centre"
    KINGSIDE = "kingside"  # f to h


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """The computer's hint: first only where, then with which piece, then the move."""

    wing: Wing
    piece: chess.Piece | None = None
    square: chess.Square | None = None
    move: MoveFacts | None = None


class Degree(StrEnum):
    """How much better one side stands."""

    EVEN = "even"
    SLIGHTLY = "slightly"
    CLEARLY = "clearly"
    WINNING = "winning"
    MATE = "mate"


@dataclass(frozen=True, slots=True)
class EvaluationAnswer:
    """Who stands better, and how much; with `Degree.MATE` in how many ``moves`` it is mate."""

    degree: Degree
    colour: chess.Color | None = None
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class BetterAnswer:
    """The move that would have been ``better`` than the one that was made; None: no other."""

    move: MoveFacts
    better: MoveFacts | None = None


Answer = (
    TimeAnswer
    | MoveCountAnswer
    | MovesToControlAnswer
    | TimePerMoveAnswer
    | MovesAnswer
    | ChangedAnswer
    | PlayersAnswer
    | KnownNamesAnswer
    | SettingsAnswer
    | SquareAnswer
    | PiecesAnswer
    | LineAnswer
    | RanksAnswer
    | TurnAnswer
    | ClockAnswer
    | CheckAnswer
    | AttackersAnswer
    | MaterialAnswer
    | OpeningAnswer
    | FenAnswer
    | TimeSpentAnswer
    | CapturedAnswer
    | MissingAnswer
    | LegalMovesAnswer
    | ThreatsAnswer
    | ArticleAnswer
    | HelpAnswer
    | HintAnswer
    | EvaluationAnswer
    | BetterAnswer
    | SheetAnswer
    | WritingAnswer
    | RecordingAnswer
    | ResultAnswer
)
