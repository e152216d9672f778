# SPDX-License-Identifier: GPL-3.0-or-later
"""Events between a speaker and Hektor, as pure data."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import chess

from rules.description import Distinction, MoveFacts
from table.events.answers import Answer
from table.events.game import PlayerEvent, Role, TableEvent


class QuestionKind(StrEnum):
    """The questions that Hektor may ask."""

    WHICH_MOVE = "which move"
    IS_IT_THIS = "is it this"  # a move was heard unsurely; yes or no
    REPLY = "reply"  # words fit the player of the announced move and the opponent alike
    RESIGN = "resign"
    OFFER_DRAW = "offer draw"
    ACCEPT_DRAW = "accept draw"
    CLAIM_DRAW = "claim draw"
    ABORT = "abort"
    NEXT_GAME = "next game"  # for which this one is broken off
    SET_TIME = "set time"
    INCREMENT = "increment"  # III.4
    TAKE_BACK = "take back"  # a completed move, in training
    RESUME = "resume"  # after a position was restored (7.1): both players have to agree
    PAUSE = "pause"  # in a competition without an arbiter: both players have to agree
    SLIP = "slip"  # whether a sighted player announced another move than they made (D.2.5, D.2.8)
    ORDER = "order"  # of the arbiter, who answers it
    COMMAND = "command"  # one was heard, but not well enough to be obeyed


@dataclass(frozen=True, slots=True)
class Question(TableEvent):
    """Hektor asks ``who``; all but WHICH_MOVE is answered with yes or no. REPLY is for both players
    to answer; ``who`` is whose reply it may be.

    ``options`` are what tells the moves apart that may be meant (WHICH_MOVE, REPLY), ``move`` is
    the one that was heard unsurely (IS_IT_THIS), may be a REPLY or shall be taken back (TAKE_BACK),
    or was announced by a slip (SLIP),
    ``control`` a time control in its text form (SET_TIME), ``order`` are the arbiter's words
    (ORDER) or those of a command (COMMAND), in ``language``. ``white`` and ``black`` are the
    displays, in nanoseconds, that a new time control leads to (ORDER, 6.10.2). ``named``: nobody
    knows who spoke, so that the question says whom it takes them for.
    """

    who: chess.Color
    kind: QuestionKind
    options: tuple[Distinction, ...] = ()
    move: MoveFacts | None = None
    control: str = ""
    order: str = ""
    language: str = "de"
    named: bool = False
    white: int | None = None
    black: int | None = None


@dataclass(frozen=True, slots=True)
class QuestionClosed(TableEvent):
    """The question was answered with no, or withdrawn; nothing was done.

    ``unanswered``: nobody said anything for a while. ``stands`` is the announced move that waited
    for the answer, and goes on to the clock now. ``control_stays`` is the time control, in its text
    form, that the game began with, since nobody had agreed to another (SET_TIME).
    """

    who: chess.Color
    kind: QuestionKind
    unanswered: bool = False
    stands: MoveFacts | None = None
    control_stays: str = ""


@dataclass(frozen=True, slots=True)
class NotUnderstood(TableEvent):
    """Something was said or typed that is no move and no command; ``said`` is the best guess.

    ``typed`` tells a line from the keyboard from speech. ``in_part``: Hektor spoke meanwhile, and
    only a part of it was heard, so that it has to be said again.
    """

    said: str
    typed: bool = False
    in_part: bool = False


@dataclass(frozen=True, slots=True)
class BoardsMayDiffer(PlayerEvent):
    """Twice in a row something was announced that only another board allows: a move may be missing
    on one of them. ``colour`` is to move after ``last``; None: nobody has moved."""

    last: MoveFacts | None = None


@dataclass(frozen=True, slots=True)
class AlphabetSwitched(TableEvent):
    """From now on files may be said in another ``alphabet``, too (``on``), or no more: by the names
    of their letters, "be vier", or in the German spelling alphabet, "Berta vier"."""

    alphabet: Literal["letters", "spelling"]
    on: bool


@dataclass(frozen=True, slots=True)
class MoveWordsChosen(TableEvent):
    """From now on moves may also be said in ``language``; empty: in German only."""

    language: str


class Device(StrEnum):
    """A device that can be lost and come back."""

    MICROPHONE = "microphone"
    WHITE_MICROPHONE = "white microphone"  # where each player has one of their own
    BLACK_MICROPHONE = "black microphone"
    SOUND = "sound"  # of a microphone that works, and gives nothing but silence
    LOUDSPEAKER = "loudspeaker"
    WHITE_LOUDSPEAKER = "white loudspeaker"
    BLACK_LOUDSPEAKER = "black loudspeaker"
    VOICE = "voice"
    RECOGNISER = "recogniser"
    DISK = "disk"
    ARCHIVE = "archive"  # another program holds it
    OPPONENT = "opponent"  # an engine that plays


class Stoppage(StrEnum):
    """Why no time of the game passed."""

    ASLEEP = "asleep"  # the computer slept
    STOPPED = "stopped"  # something kept the program from running: a stop, a disk, a terminal
    DISK = "disk"  # nothing could be recorded
    ENDED = "ended"  # the program did not run: it was left, or killed


@dataclass(frozen=True, slots=True)
class TimeStood(TableEvent):
    """For ``lasted`` nanoseconds (0 if nobody knows) nothing could be done at the table, and the
    time of the game stood; the clock of ``colour`` had been running.

    ``decides``: whose time it was, the arbiter has to decide (6.11.3, 12.5).
    """

    why: Stoppage
    lasted: int
    colour: chess.Color
    decides: bool = False


@dataclass(frozen=True, slots=True)
class DeviceLost(TableEvent):
    """A device is not there or stopped; ``detail`` is for the log, not for the voice. ``illegal``:
    a program answered with an illegal move, or with something that is not a move."""

    device: Device
    detail: str = ""
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class DeviceRestored(TableEvent):
    """A lost device works again."""

    device: Device


@dataclass(frozen=True, slots=True)
class InfoGiven(TableEvent):
    """``who`` asked and is told ``answer``.

    Clock and move count are told on request only (D.2.6.1, D.2.10.4). ``announced``: the last of
    the moves told is not made yet, it waits for the clock (D.2.3).
    """

    who: Role
    answer: Answer[object]
    announced: bool = False


DialogueEvent = (
    Question
    | QuestionClosed
    | NotUnderstood
    | BoardsMayDiffer
    | AlphabetSwitched
    | MoveWordsChosen
    | TimeStood
    | DeviceLost
    | DeviceRestored
    | InfoGiven
)
