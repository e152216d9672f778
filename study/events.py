# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of a study, as facts; ``announce.words.study`` has the sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Literal, TypeVar

import chess

from rules.description import MoveFacts
from study.library import Card, Criterion
from study.tasks import DrillGoal, Task
from study.tree import Unread
from table.events.answers import Answer
from table.events.dialogue import NotUnderstood, Question
from table.events.game import IllegalMove
from voice.language.study import StudyName

Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game is open, at its start: so many ``moves`` (numbers of the last one), so many
    ``variations``. ``comment`` stands before the first move. ``damaged``: not all moves can be
    read. So much beside them was ``left_out``, first in the move with the number ``left_in``."""

    card: Card
    moves: int
    variations: int
    comment: str = ""
    damaged: bool = False
    left_out: int = 0
    left_in: int = 0


@dataclass(frozen=True, slots=True)
class GameUnread:
    """The game with this ``number`` cannot be studied; ``detail`` is the kind of chess."""

    number: int
    why: Unread
    detail: str = ""


@dataclass(frozen=True, slots=True)
class MoveShown:
    """The reader stands after a move; None is a move that was left out (a null move).

    ``entered`` is the number of the variation that begins with it, ``before`` what is written in
    front of that. ``variations`` are its alternatives. ``back``: the reader came back to a line of
    the game, ``inside`` a variation.
    """

    move: MoveFacts | None
    nags: tuple[int, ...] = ()
    comment: str = ""
    before: str = ""
    variations: int = 0
    entered: int | None = None
    back: bool = False
    inside: bool = False


@dataclass(frozen=True, slots=True)
class MoveTold:
    """A move by itself: one that is ``tried``, in no line of the game, which stays as it is; the
    ``own`` move of who solves a task, the ``reply`` of Hektor's side, or one that is part of the
    ``solution``."""

    move: MoveFacts
    how: Literal["tried", "own", "reply", "solution"]


@dataclass(frozen=True, slots=True)
class Listed(Generic[Item_co]):
    """A list that a command (``by``) asked for.

    Of `StudyName.VARIATIONS` the first move of each alternative, None for a null move; of
    ``COMMENT`` the texts on the move, several where it begins a variation; of ``NOTES`` the words,
    each with the number of its game; of ``POINTS`` each drill, with how many of how many tasks were
    right at the first go; of ``DRILLS`` what can be said now, or practised, as keys of the lexicon;
    of ``GAME`` where a task is from; of ``SAVE`` the file in which the changed games are, a path
    with all its folders.
    """

    by: StudyName
    items: tuple[Item_co, ...]


@dataclass(frozen=True, slots=True)
class PositionNoted:
    """The position was noted under a word; ``again``: another one was before."""

    word: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class NamesTold:
    """The most frequent names of a kind, with the numbers of their games; by these numbers, from
    one, they can be chosen."""

    kind: Criterion
    names: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GamesTold:
    """So many games are there to choose from, and the first ones of them; ``name`` is what they
    were chosen by."""

    count: int
    cards: tuple[Card, ...]
    name: str = ""
    kind: Criterion | None = None


class StudyNotice(StrEnum):
    """Notices without any facts."""

    AT_START = "at_start"  # no move was made yet
    LINE_OVER = "line_over"  # no move leads on from here
    KEPT = "kept"  # the moves that were tried, as a variation
    COMMENT_KEPT = "comment_kept"
    READING = "reading"  # Hektor goes on by itself
    PAUSED = "paused"
    YES = "yes"  # the answer to a question
    NO = "no"
    LIGHT = "light"
    DARK = "dark"
    NEXT_WAITS = "next_waits"  # the next task is set when somebody goes on


class StudyRefusal(StrEnum):
    """Why something is not done."""

    NO_GAME = "no game"  # none is open, or there is none with this number
    NO_MOVE = "no move"  # none with this number
    FIRST_MOVE = "first move"
    NO_VARIATION = "no variation"
    NO_VARIATIONS = "no variations"  # there is none to tell
    IN_GAME = "in game"  # nothing leads back to the game: it was not left
    NOT_IN_VARIATION = "not in variation"
    NOTHING_TRIED = "nothing tried"
    NONE_FOUND = "none found"
    NO_LIST = "no list"  # a number, but nothing was listed
    NO_NOTE = "no note"
    NOTHING_TO_SAVE = "nothing to save"
    NOT_SAVED = "not saved"
    NO_EVALUATION = "no evaluation"
    NO_ERRORS = "no errors"
    NO_TIMES = "no times"
    NOT_HERE = "not here"
    NO_TASK = "no task"
    LAST_GAME = "last game"
    FIRST_GAME = "first game"
    TOO_LONG = "too long"
    OVER = "over"  # nobody plays on from here
    NO_TABLE = "no table"  # nor in competition


# --- Drills ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TaskOver:
    """A task is over. ``right``: at the first go. ``streak`` is how many were right in a row."""

    right: bool
    streak: int = 0
    goal: DrillGoal | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """A move or an answer was wrong. ``reply`` refutes it; ``throws`` is what it threw away.
    ``last``: only the right answer is left, and it is told."""

    reply: MoveFacts | None = None
    throws: DrillGoal | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class KnightTold:
    """Where a knight from ``square`` can be after so many moves; or, its ``way``, by which squares
    it goes."""

    square: chess.Square
    squares: tuple[chess.Square, ...]
    number: int
    way: bool = False


AtTable = Question | IllegalMove | NotUnderstood
"""Events told in the words of a game, as the answers to questions about the position are."""

StudyEvent = (
    GameOpened
    | GameUnread
    | MoveShown
    | MoveTold
    | Listed[object]
    | PositionNoted
    | NamesTold
    | GamesTold
    | StudyNotice
    | StudyRefusal
    | Task
    | TaskOver
    | Wrong
    | KnightTold
    | AtTable
    | Answer[object]
)
"""Events of study; a task is told as it stands now."""
