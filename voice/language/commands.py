# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be said at the board beside moves, as values."""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import MoveDescription


class CommandName(StrEnum):
    """The commands; their words are under the same names in the lexicon."""

    YES = "yes"
    NO = "no"
    CORRECT = "correct"  # a slip of the tongue, D.2.8; in training also a move that was made
    PRESS = "press"  # the clock
    TIME_OWN = "time_own"
    TIME_OPPONENT = "time_opponent"
    TIME_BOTH = "time_both"
    TIME_PER_MOVE = "time_per_move"  # on the average, to the next time control
    SET_TIME = "set_time"  # the time control, before the game
    TAG = "tag"  # a player's name, the event, the site or the round, before the game
    OPPONENT = "opponent"  # the computer plays, before the game; its level or Elo is the number
    MOVE_COUNT = "move_count"
    MOVES_TO_CONTROL = "moves_to_control"
    LAST_MOVE = "last_move"
    LAST_FIVE = "last_five"  # the last moves, so many as were said
    SCORE = "score"
    RESULT = "result"
    REPEAT = "repeat"
    POSITION = "position"
    ALL_RANKS = "all_ranks"  # the whole board, rank by rank
    TURN = "turn"  # who is to move
    IN_CHECK = "in_check"  # whether a king is, and by what
    PIECES = "pieces"  # of a colour or a side, of one kind or all
    RANK = "rank"
    FILE = "file"
    DIAGONAL = "diagonal"  # from square to to_square
    SQUARE = "square"
    ATTACKERS = "attackers"
    CHANGED = "changed"
    CAPTURED = "captured"
    MISSING = "missing"  # what stood on the board at the start and does no more
    MATERIAL = "material"
    PAWNS = "pawns"
    THREATS = "threats"  # of the opponent
    HINT = "hint"  # of the computer's: where to look, then the piece, then the move
    EVALUATION = "evaluation"  # who stands better
    BETTER = "better"  # what would have been better than one's last move
    LEGAL_MOVES = "legal_moves"  # all, from a square, or of a kind of piece
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    CLAIM_QUICKPLAY = "claim_quickplay"  # a draw in the last two minutes, III.5
    ASK_INCREMENT = "ask_increment"  # in the last two minutes, III.4
    CLAIM_DRAW = "claim_draw"  # with a claim, a move (9.2.1, 9.3.1), both or neither
    RESIGN = "resign"
    ARBITER = "arbiter"
    PAUSE = "pause"
    RESUME = "resume"
    ADJUST = "adjust"  # j'adoube, 4.2.1
    TOUCH = "touch"  # "berührt Springer Gustav eins", 4.3
    FEEL = "feel"  # hands on a piece that stays where it is, D.2.2
    ACCIDENTAL = "accidental"  # the last touch was no intention, 4.2.2
    RELEASE = "release"  # a piece was let go on to_square; piece is a promotion's, 4.4.4, 4.7
    TWO_HANDS = "two_hands"  # 7.5.4
    CLAIM_TOUCH = "claim_touch"  # the opponent's last move was not with what they touched, 4.8
    CLAIM_FLAG = "claim_flag"  # the opponent's flag is down, A.4.3
    CLAIM_ILLEGAL = "claim_illegal"  # the opponent's last move was illegal, A.4.2
    ADJUST_TIME = "adjust_time"  # the arbiter's "zwei Minuten für Weiß"
    QUIETER = "quieter"
    LOUDER = "louder"
    SLOWER = "slower"
    FASTER = "faster"
    HIGHER = "higher"
    DEEPER = "deeper"
    OTHER_VOICE = "other_voice"
    LETTERS_ON = "letters_on"  # files may be said by the names of their letters
    LETTERS_OFF = "letters_off"
    STOP = "stop"
    HELP = "help"
    EXPLAIN = "explain"  # why was that refused?
    ARTICLE = "article"  # read an article of the Laws
    ABORT = "abort"
    NEW_GAME = "new_game"  # the next one, under the same conditions
    REMATCH = "rematch"  # the same with changed colours
    STUDY = "study"  # the last game; the way back leads to the table
    LEAVE = "leave"  # the table, after the game
    CASTLE_INTENT = "castle_intent"  # "ich rochiere": no side was said
    WRITE_DOWN = "write_down"  # on one's own scoresheet: a move, or all that was made (8.1)
    SHEET = "sheet"  # the scoresheet is read out (8.2, A.3.2)
    SIGN = "sign"  # the scoresheets, with a result (8.7)
    RECORDING = "recording"  # the sound of a move is played back (D.2.7)
    BOARD = "board"  # what stands on a square of one of two boards (D.2.9)
    COMPARE_BOARDS = "compare_boards"
    ADJOURN = "adjourn"  # Guidelines I
    OPEN_ENVELOPE = "open_envelope"
    ENVELOPE_LOST = "envelope_lost"
    ANNUL = "annul"  # I.12.2
    PRESENT = "present"
    ABSENT = "absent"
    CHECK_CALLED = "check_called"  # "Schach" after the move: never needed, nothing to do


class Act(StrEnum):
    """What a command does at the worst, if it was not said: how sure is sure enough."""

    HARMLESS = "harmless"  # it tells something, or changes how things are told
    CHANGES = "changes"  # it changes the game, and can be taken back
    ENDS = "ends"  # it ends or may end the game


DANGEROUS = frozenset(
    {
        CommandName.RESIGN,
        CommandName.OFFER_DRAW,
        CommandName.ACCEPT_DRAW,
        CommandName.CLAIM_DRAW,
        CommandName.CLAIM_QUICKPLAY,
        CommandName.ASK_INCREMENT,
        CommandName.ABORT,
    }
)
"""What ends or may end the game: the table asks before it believes them."""

_TELLING = frozenset(
    {
        CommandName.TIME_OWN,
        CommandName.TIME_OPPONENT,
        CommandName.TIME_BOTH,
        CommandName.TIME_PER_MOVE,
        CommandName.MOVE_COUNT,
        CommandName.MOVES_TO_CONTROL,
        CommandName.LAST_MOVE,
        CommandName.LAST_FIVE,
        CommandName.SCORE,
        CommandName.RESULT,
        CommandName.REPEAT,
        CommandName.POSITION,
        CommandName.ALL_RANKS,
        CommandName.TURN,
        CommandName.IN_CHECK,
        CommandName.PIECES,
        CommandName.RANK,
        CommandName.FILE,
        CommandName.DIAGONAL,
        CommandName.SQUARE,
        CommandName.ATTACKERS,
        CommandName.CHANGED,
        CommandName.CAPTURED,
        CommandName.MISSING,
        CommandName.MATERIAL,
        CommandName.PAWNS,
        CommandName.THREATS,
        CommandName.HINT,
        CommandName.EVALUATION,
        CommandName.BETTER,
        CommandName.LEGAL_MOVES,
        CommandName.QUIETER,
        CommandName.LOUDER,
        CommandName.SLOWER,
        CommandName.FASTER,
        CommandName.HIGHER,
        CommandName.DEEPER,
        CommandName.OTHER_VOICE,
        CommandName.LETTERS_ON,
        CommandName.LETTERS_OFF,
        CommandName.STOP,
        CommandName.HELP,
        CommandName.EXPLAIN,
        CommandName.ARTICLE,
        CommandName.SHEET,
        CommandName.RECORDING,
        CommandName.COMPARE_BOARDS,
        CommandName.CHECK_CALLED,
    }
)


def act(name: CommandName) -> Act:
    """The class of a command: whatever is in no list changes the game."""
    if name in DANGEROUS:
        return Act.ENDS
    return Act.HARMLESS if name in _TELLING else Act.CHANGES


@dataclass(frozen=True, slots=True)
class OnBoard:
    """What was named on the board: squares, a kind of piece, and whose it is.

    ``own`` tells "meine" (True) from "gegnerische" (False): whose that is depends on the speaker.
    """

    square: chess.Square | None = None
    to_square: chess.Square | None = None
    piece: chess.PieceType | None = None
    colour: chess.Color | None = None
    own: bool | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """A name for the record: ``tag`` is "white", "black", "event", "site" or "round"."""

    tag: str
    value: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command with what was said beside its name; ``None`` means unsaid.

    ``about`` is what it is about. A number is a number of moves, a move number, the level or the
    Elo of a program, a rank or a file (0 to 7), or seconds. A text is an article ("9.2.1"), the
    ground of a claim, a result as in PGN, or a time control as in PGN (or the words that should be
    one). ``colour`` is the side that it concerns, ``move`` the move that was named with it, and
    ``text`` the words that were heard. ``sure``: it was heard well enough to be obeyed; if not, it
    is asked back by name.
    """

    name: CommandName
    about: int | str | OnBoard | Tag | None = None
    colour: chess.Color | None = None
    move: MoveDescription | None = None
    text: str = ""
    sure: bool = True

    @property
    def number(self) -> int | None:
        """The number that it is about."""
        return self.about if isinstance(self.about, int) else None

    @property
    def word(self) -> str | None:
        """The text that it is about."""
        return self.about if isinstance(self.about, str) else None

    @property
    def board(self) -> OnBoard:
        """What it is about on the board."""
        return self.about if isinstance(self.about, OnBoard) else OnBoard()
