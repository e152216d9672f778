# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands at the board beside moves: one row for each.

The row has all that is known of a command but its words, which are in ``lexicon``, and its handler,
which is in ``table.commands``.
"""

from dataclasses import dataclass
from enum import Flag, StrEnum, auto, unique
from typing import Self

import chess

from rules.description import MoveDescription
from rules.rights import Right


class Act(StrEnum):
    """The worst consequence of a command that was not said: how sure is sure enough."""

    HARMLESS = "harmless"  # it tells something, or changes how things are told
    CHANGES = "changes"  # it changes the game, and can be taken back
    ENDS = "ends"  # it ends or may end the game, and so needs a yes


class Trait(Flag):
    """Further traits of a command."""

    ANSWERS = auto()  # it answers a question
    HAS_MOVE = auto()  # who has the move does it, an announced move being made (1.3, D.2.3)
    ASKS = auto()  # it may need a yes, like all that ends the game
    FROM_WORD = auto()  # with its yes it counts from the word on
    CLOCKS_STAND = auto()  # from the word until it is judged (9.5.1)
    STARTS = auto()  # the clock, before the game
    AFTER_END = auto()  # it may be given when the game is over
    TELLING = auto()  # it is about how things are told, and nothing to the game
    OF_MOVER = auto()  # it is about the hands of the player on the move, whoever says it (4.3)
    OF_COMPUTER = auto()  # it is answered only to who plays the computer
    ON_FLOOR = auto()  # the recogniser listens for it while the arbiter has the floor
    ON_CLOCK = auto()  # the chess clock alone understands it
    RARE = auto()  # nobody waits for it during a game: it is listened for where it is expected


HARMLESS, CHANGES, ENDS = Act
_NO, _FLOOR, _CLOCK, _RARE = Trait(0), Trait.ON_FLOOR, Trait.ON_CLOCK, Trait.RARE
_ENDED, _MOVER = Trait.AFTER_END, Trait.OF_MOVER


@unique
class CommandName(StrEnum):
    """The commands: the key of the words, what it does at the worst, whose right it is, and traits.

    "Yes" and "no" are the right to do what they answer.
    """

    act: Act
    right: Right | None
    traits: Trait

    def __new__(
        cls, key: str, act: Act = CHANGES, right: Right | None = None, traits: Trait = _NO
    ) -> Self:
        name = str.__new__(cls, key)
        name._value_ = key
        name.act, name.right, name.traits = act, right, traits
        return name

    YES = "yes", CHANGES, None, Trait.ANSWERS | _ENDED | _FLOOR | _CLOCK
    NO = "no", CHANGES, None, Trait.ANSWERS | _ENDED | _FLOOR | _CLOCK
    # A slip of the tongue, D.2.8; in training also a move that was made.
    CORRECT = "correct", CHANGES, Right.CORRECT, Trait.ANSWERS | _ENDED | _FLOOR
    # The clock.
    PRESS = "press", CHANGES, Right.PRESS, Trait.STARTS | _CLOCK
    PAUSE = "pause", CHANGES, Right.PAUSE, Trait.ASKS | _CLOCK
    ARBITER = "arbiter", CHANGES, Right.CALL_ARBITER, _ENDED
    RESUME = "resume", CHANGES, Right.RESUME, Trait.STARTS | _ENDED | _CLOCK
    SET_TIME = "set_time", CHANGES, Right.SET_TIME, _RARE  # the time control, before the game
    EDITION = "edition", CHANGES, Right.SET_TIME, _RARE  # of the Laws, before the game
    # A player's name, the event, the site or the round, before the game.
    TAG = "tag", CHANGES, Right.NAME, _RARE
    KNOWN_NAMES = "known_names", HARMLESS, Right.NAME, _RARE  # of earlier games, by number
    # A name, spelt: whose it is, letters, one less, or no more (``voice.language.alphabet``).
    SPELL = "spell", CHANGES, Right.NAME, _RARE
    # The computer plays, before the game; its level or Elo is the number.
    OPPONENT = "opponent", CHANGES, Right.CHOOSE_OPPONENT, Trait.ASKS | _ENDED | _RARE
    PLAY_COLOUR = "play_colour", CHANGES, Right.CHOOSE_OPPONENT, _ENDED | _RARE  # against it
    # Another position to begin from: the board is emptied, whole, as at the start or as a FEN says,
    # or a side has the move; and one piece on it, or one that is not there.
    SET_UP = "set_up", CHANGES, Right.SET_UP, _RARE
    PLACE = "place", CHANGES, Right.SET_UP, _RARE
    ADJUST_TIME = "adjust_time", CHANGES, Right.GIVE_ORDER, _RARE  # "zwei Minuten für Weiß"
    CLAIM_FLAG = "claim_flag", CHANGES, Right.CLAIM_FLAG  # the opponent's flag is down, A.4.3
    # Draws and the end.
    OFFER_DRAW = "offer_draw", ENDS, Right.OFFER_DRAW
    ACCEPT_DRAW = "accept_draw", ENDS, Right.ACCEPT_DRAW, Trait.FROM_WORD
    DECLINE_DRAW = "decline_draw", CHANGES, Right.DECLINE_DRAW
    # With a ground, a move (9.2.1, 9.3.1), both or neither.
    CLAIM_DRAW = (
        *("claim_draw", ENDS, Right.CLAIM_DRAW),
        Trait.FROM_WORD | Trait.CLOCKS_STAND | Trait.HAS_MOVE,
    )
    # A draw in the last two minutes (III.5), and an increment (III.4).
    CLAIM_QUICKPLAY = (
        *("claim_quickplay", ENDS, Right.CLAIM_LAST_MINUTES),
        Trait.FROM_WORD | Trait.CLOCKS_STAND | Trait.HAS_MOVE | _RARE,
    )
    ASK_INCREMENT = (
        *("ask_increment", ENDS, Right.CLAIM_LAST_MINUTES),
        Trait.FROM_WORD | Trait.CLOCKS_STAND | Trait.HAS_MOVE | _RARE,
    )
    RESIGN = "resign", ENDS, Right.RESIGN, Trait.FROM_WORD | Trait.HAS_MOVE
    ABORT = "abort", ENDS, Right.ABORT, _FLOOR
    SAVE = "save", HARMLESS, Right.ASK_BOARD, _ENDED | _RARE  # the score is given away in a form
    # The next game, under the same conditions, or with changed colours; the last one, studied.
    NEW_GAME = "new_game", CHANGES, Right.NEXT_GAME, Trait.ASKS | _ENDED | _CLOCK
    REMATCH = "rematch", CHANGES, Right.NEXT_GAME, Trait.ASKS | _ENDED | _CLOCK
    STUDY = "study", CHANGES, Right.NEXT_GAME, _ENDED | _RARE
    # Hands on the board.
    TOUCH = "touch", CHANGES, Right.REPORT_TOUCH, _MOVER  # "berührt Springer Gustav eins", 4.3
    # Hands on a piece that stays where it is, D.2.2.
    FEEL = "feel", CHANGES, Right.REPORT_TOUCH, _MOVER | _RARE
    ADJUST = "adjust", CHANGES, Right.ADJUST, _MOVER  # j'adoube, 4.2.1
    # The last touch was no intention, 4.2.2.
    ACCIDENTAL = "accidental", CHANGES, Right.EXCUSE_TOUCH, _MOVER
    # A piece was let go on to_square; the piece is a promotion's, 4.4.4, 4.7.
    RELEASE = "release", CHANGES, Right.REPORT_TOUCH, _MOVER
    TWO_HANDS = "two_hands", CHANGES, Right.REPORT_HANDS  # 7.5.4
    # The opponent's last move was not with what they touched, 4.8; it was illegal, A.4.2.
    CLAIM_TOUCH = "claim_touch", CHANGES, Right.CLAIM_TOUCH, _MOVER
    CLAIM_ILLEGAL = "claim_illegal", CHANGES, Right.CLAIM_ILLEGAL
    # Scoresheets, boards and the envelope. On one's own scoresheet: a move, or all (8.1).
    WRITE_DOWN = "write_down", CHANGES, Right.WRITE_DOWN, _ENDED | _RARE
    MEND_SHEET = "mend_sheet", CHANGES, Right.WRITE_DOWN, _ENDED | _RARE  # the last line on it
    # The scoresheet is read out (8.2, A.3.2); both are signed, with a result (8.7).
    SHEET = "sheet", HARMLESS, Right.READ_SHEET, _ENDED | _FLOOR | _RARE
    SIGN = "sign", CHANGES, Right.SIGN, _ENDED | _RARE
    # Who keeps a scoresheet, whether they must, and what is missing on it (8.1, 8.4).
    WRITING = "writing", HARMLESS, Right.ASK_BOARD, _ENDED | _FLOOR | _RARE
    # The sound of a move is played back (D.2.7).
    RECORDING = "recording", HARMLESS, Right.HEAR_RECORDING, _ENDED | _RARE
    # What stands on a square of one of two boards (D.2.9).
    BOARD = "board", CHANGES, Right.REPORT_BOARD, _ENDED | _FLOOR | _RARE
    COMPARE_BOARDS = "compare_boards", HARMLESS, Right.COMPARE_BOARDS, _ENDED | _FLOOR | _RARE
    ADJOURN = "adjourn", CHANGES, Right.ADJOURN, _FLOOR | _RARE  # Guidelines I
    OPEN_ENVELOPE = "open_envelope", CHANGES, Right.OPEN_ENVELOPE, _ENDED | _FLOOR | _RARE
    ENVELOPE_LOST = "envelope_lost", CHANGES, Right.LOSE_ENVELOPE, _ENDED | _FLOOR | _RARE
    ANNUL = "annul", CHANGES, Right.ANNUL, Trait.ASKS | _FLOOR | _RARE  # I.12.2
    PRESENT = "present", CHANGES, Right.ATTEND, _ENDED | _FLOOR | _RARE
    ABSENT = "absent", CHANGES, Right.ATTEND, _ENDED | _FLOOR | _RARE
    # Information, on request only (D.2.6.1, D.2.10.4).
    TIME_OWN = "time_own", HARMLESS, Right.ASK_TIME, _CLOCK
    TIME_OPPONENT = "time_opponent", HARMLESS, Right.ASK_TIME, _CLOCK
    TIME_BOTH = "time_both", HARMLESS, Right.ASK_TIME, _FLOOR | _CLOCK
    # On the average, to the next time control.
    TIME_PER_MOVE = "time_per_move", HARMLESS, Right.ASK_TIME, _CLOCK
    MOVE_COUNT = "move_count", HARMLESS, Right.ASK_TIME, _FLOOR | _CLOCK
    MOVES_TO_CONTROL = "moves_to_control", HARMLESS, Right.ASK_TIME, _CLOCK
    LAST_MOVE = "last_move", HARMLESS, Right.ASK_BOARD, _FLOOR
    LAST_FIVE = "last_five", HARMLESS, Right.ASK_BOARD  # the last moves, so many as were said
    THEIR_MOVE = "their_move", HARMLESS, Right.ASK_BOARD, _RARE  # the opponent's last
    SCORE = "score", HARMLESS, Right.ASK_BOARD
    RESULT = "result", HARMLESS, Right.ASK_BOARD, _RARE
    CHANGED = "changed", HARMLESS, Right.ASK_BOARD
    CAPTURED = "captured", HARMLESS, Right.ASK_BOARD
    MISSING = "missing", HARMLESS, Right.ASK_BOARD  # of what stood on the board at the start
    PAWNS = "pawns", HARMLESS, Right.ASK_BOARD
    POSITION = "position", HARMLESS, Right.ASK_BOARD, _FLOOR
    PIECES = "pieces", HARMLESS, Right.ASK_BOARD  # of a colour or a side, of one kind or all
    ALL_RANKS = "all_ranks", HARMLESS, Right.ASK_BOARD, _FLOOR  # the board, rank by rank
    TURN = "turn", HARMLESS, Right.ASK_BOARD, _FLOOR | _CLOCK
    RANK = "rank", HARMLESS, Right.ASK_BOARD
    FILE = "file", HARMLESS, Right.ASK_BOARD
    DIAGONAL = "diagonal", HARMLESS, Right.ASK_BOARD  # from square to to_square
    SQUARE = "square", HARMLESS, Right.ASK_BOARD
    SQUARE_COLOUR = "square_colour", HARMLESS, Right.ASK_BOARD, _RARE
    # To be told of a check spares an illegal move, which competition leaves to the player (7.5.5).
    IN_CHECK = "in_check", HARMLESS, Right.ASK_ADVICE
    MATERIAL = "material", HARMLESS, Right.ASK_ADVICE
    OPENING = "opening", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE  # its name
    # In writing only; and how long was thought about the last moves, and the longest.
    FEN = "fen", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE
    TIME_SPENT = "time_spent", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE
    ATTACKERS = "attackers", HARMLESS, Right.ASK_ADVICE
    LEGAL_MOVES = "legal_moves", HARMLESS, Right.ASK_ADVICE  # all, from a square, or of a piece
    # To which sides a player may castle, now or later, and why not: which squares are attacked too.
    MAY_CASTLE = "may_castle", HARMLESS, Right.ASK_ADVICE
    THREATS = "threats", HARMLESS, Right.ASK_ADVICE, Trait.OF_COMPUTER | _RARE  # of the opponent
    # Of the computer's: where to look, then the piece, then the move; who stands better (among
    # people, who has more material); what would have been better than one's last move.
    HINT = "hint", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE
    EVALUATION = "evaluation", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE
    BETTER = "better", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE
    ERRORS = "errors", HARMLESS, Right.ASK_ADVICE, _ENDED | _RARE  # of the game: told in study
    # Who plays, and what was agreed on.
    PLAYERS = "players", HARMLESS, Right.ASK_BOARD, _FLOOR | _RARE
    SETTINGS = "settings", HARMLESS, Right.ASK_BOARD, _FLOOR | _RARE
    ARTICLE = "article", HARMLESS, Right.ASK_LAWS, _RARE  # of the Laws, read
    EXPLAIN = "explain", HARMLESS, Right.ASK_LAWS  # why was that refused?
    HELP = "help", HARMLESS, Right.ASK_LAWS, _CLOCK
    # How things are told.
    REPEAT = "repeat", HARMLESS, Right.TELL, Trait.TELLING | _FLOOR | _CLOCK
    STOP = "stop", HARMLESS, Right.TELL, Trait.TELLING | _FLOOR | _CLOCK
    QUIETER = "quieter", HARMLESS, Right.TELL, Trait.TELLING
    LOUDER = "louder", HARMLESS, Right.TELL, Trait.TELLING
    SLOWER = "slower", HARMLESS, Right.TELL, Trait.TELLING
    FASTER = "faster", HARMLESS, Right.TELL, Trait.TELLING
    HIGHER = "higher", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    DEEPER = "deeper", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    OTHER_VOICE = "other_voice", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    # How much is said of a move, in which language, and the last of all these changes taken back.
    SHORTER = "shorter", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    LONGER = "longer", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    LANGUAGE = "language", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    AS_BEFORE = "as_before", HARMLESS, Right.TELL, Trait.TELLING | _RARE
    # Files may be said by the names of their letters, or by the German spelling alphabet.
    LETTERS_ON = "letters_on", HARMLESS, Right.TELL, _RARE
    LETTERS_OFF = "letters_off", HARMLESS, Right.TELL, _RARE
    SPELLING_ON = "spelling_on", HARMLESS, Right.TELL, _RARE
    SPELLING_OFF = "spelling_off", HARMLESS, Right.TELL, _RARE
    # Moves may also be said in another language, or in German only again.
    MOVES_IN = "moves_in", HARMLESS, Right.TELL, _RARE
    COUNTDOWN = "countdown", HARMLESS, Right.TELL, _RARE  # of the last ten seconds, or none
    # "Schach" after the move: never needed, nothing to do. "Ich rochiere": no side was said. The
    # table is left, from a running game only with a yes; a farewell leaves "all".
    CHECK_CALLED = "check_called", HARMLESS, Right.ANNOUNCE
    CASTLE_INTENT = "castle_intent", CHANGES, Right.ANNOUNCE
    LEAVE = "leave", CHANGES, Right.LEAVE, Trait.ASKS | _ENDED | _CLOCK | _RARE


@dataclass(frozen=True, slots=True)
class OnBoard:
    """The squares, the kind of piece and its owner that a command names.

    ``own`` tells "meine" (True) from "gegnerische" (False): whose that is depends on the speaker.
    """

    square: chess.Square | None = None
    to_square: chess.Square | None = None
    piece: chess.PieceType | None = None
    colour: chess.Color | None = None
    own: bool | None = None


CORRECTIONS = (CommandName.NO, CommandName.CORRECT)
"""After these a move may be said instead of another: "nein, Felix drei"."""

OWN = "own"
"""The tag of who says their own name."""

LISTED = "#"
"""Begins the value of a tag that is the number of a known name, until that is looked up."""


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
    ground of a claim, a result as in PGN, a language ("en"), the form of a file, or a time control
    as in PGN (or the words that should be one). ``colour`` is the side that it concerns, ``move``
    the move that was named with it, and ``text`` the words that were heard. ``sure``: it was heard
    well enough to be obeyed; if not, it is asked back by name.
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
        """The squares and pieces that it names."""
        return self.about if isinstance(self.about, OnBoard) else OnBoard()
