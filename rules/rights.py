# SPDX-License-Identifier: GPL-3.0-or-later
"""Rights at a table: one row for each act, and the six duties of an assistant.

What ends a game is the players' own (5.1.2, 5.2.3, 9.1 to 9.3); a competition game is interrupted,
annulled and ruled on by the arbiter (6.11, 12.3), who moves no pieces and answers for nobody
(12.6); assistants have their duties and no others (D.2.10).
"""

from collections.abc import Collection
from enum import Flag, IntEnum, StrEnum, auto, unique
from typing import Self

import chess


class Duty(IntEnum):
    """An assistant's duty, by its number in D.2.10; the program does the rest."""

    BOARD = 1  # makes the moves on the opponent's board
    ANNOUNCE = 2  # announces the moves of both
    SCORE_AND_CLOCK = 3  # keeps score and starts the opponent's clock
    INFORM = 4  # tells moves and times, at request only
    FLAG_AND_TOUCH = 5  # claims a fallen flag, tells the arbiter of touched pieces
    ADJOURNMENT = 6  # the formalities of Guidelines I


ALL = tuple(Duty)


def needs_assistant(
    blind: Collection[chess.Color], deaf: Collection[chess.Color], duties: Collection[int]
) -> bool:
    """D.2.11: True if a blind player meets a deaf one and nobody is there to help them."""
    return not duties and any(colour in blind and (not colour) in deaf for colour in chess.COLORS)


class By(Flag):
    """The people who do an act; a player acts for their own side."""

    PLAYER = auto()
    ASSISTANT = auto()
    ARBITER = auto()


NOBODY = By(0)
PLAYER = By.PLAYER
HELPED = By.PLAYER | By.ASSISTANT
WITH_ARBITER = By.PLAYER | By.ARBITER
ARBITER = By.ARBITER
ANYBODY = By.PLAYER | By.ASSISTANT | By.ARBITER


@unique
class Right(StrEnum):
    """The right to do one act: who has it in training and in competition, supervised or not.

    ``duties``: in competition an assistant has it too who has one of these (D.2.10). ``article`` is
    told to those who do not have it. ``free``: the arbiter needs no PIN for it.
    """

    training: By
    competition: By
    duties: tuple[Duty, ...]
    article: str
    free: bool

    def __new__(  # noqa: PLR0917 - the columns of a row
        cls,
        act: str,
        training: By = NOBODY,
        competition: By = NOBODY,
        duties: tuple[Duty, ...] = (),
        article: str = "12.3",
        free: bool = False,
    ) -> Self:
        right = str.__new__(cls, act)
        right._value_ = act
        right.training, right.competition, right.duties = training, competition, duties
        right.article, right.free = article, free
        return right

    # Moves and the clock. A move, or the answer to a question about one:
    ANNOUNCE = "announce", HELPED, PLAYER, (Duty.ANNOUNCE,)
    CORRECT = "correct", HELPED, PLAYER  # D.2.8: what they said themselves
    TAKE_BACK = "take back", PLAYER, NOBODY, (), "D.2.8"  # a move that was made
    START = "start", ANYBODY, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)  # 6.6
    PRESS = "press", HELPED, PLAYER, (Duty.SCORE_AND_CLOCK,)
    PAUSE = "pause", ANYBODY, ARBITER, (), "6.11"  # 6.11.1
    RESUME = "resume", ANYBODY, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)
    CALL_ARBITER = "call arbiter", ANYBODY, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,), "12.3", True
    # What ends the game or may end it.
    OFFER_DRAW = "offer draw", PLAYER, PLAYER
    ACCEPT_DRAW = "accept draw", PLAYER, PLAYER
    DECLINE_DRAW = "decline draw", PLAYER, PLAYER
    CLAIM_DRAW = "claim draw", PLAYER, PLAYER  # 9.2, 9.3
    CLAIM_LAST_MINUTES = "claim last minutes", PLAYER, PLAYER  # III.4, III.5
    RESIGN = "resign", PLAYER, PLAYER
    ABORT = "abort", WITH_ARBITER, ARBITER  # a running game, also for the sake of the next one
    CLAIM_FLAG = "claim flag", HELPED, PLAYER, (Duty.FLAG_AND_TOUCH,)  # 6.8
    # What the hands did.
    CLAIM_ILLEGAL = "claim illegal", ANYBODY, WITH_ARBITER  # 7.5.1, A.4.2
    CLAIM_TOUCH = "claim touch", ANYBODY, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)  # 4.8
    REPORT_TOUCH = "report touch", ANYBODY, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)  # 4.3
    REPORT_HANDS = "report hands", ANYBODY, WITH_ARBITER, (Duty.FLAG_AND_TOUCH,)  # 7.5.4
    ADJUST = "adjust", ANYBODY, WITH_ARBITER  # 4.2.1
    EXCUSE_TOUCH = "excuse touch", ANYBODY, WITH_ARBITER  # 4.2.2
    # Scoresheets, boards and the envelope.
    WRITE_DOWN = "write down", HELPED, PLAYER, (Duty.SCORE_AND_CLOCK,)  # 8.1
    READ_SHEET = "read sheet", ANYBODY, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)  # 8.2
    HEAR_RECORDING = "hear recording", ANYBODY, WITH_ARBITER, (Duty.SCORE_AND_CLOCK,)  # D.2.7
    SIGN = "sign", PLAYER, PLAYER  # 8.7
    REPORT_BOARD = "report board", ANYBODY, WITH_ARBITER, (Duty.BOARD,)  # D.2.9
    COMPARE_BOARDS = "compare boards", ANYBODY, ARBITER, (), "D.2.9"
    ADJOURN = "adjourn", ANYBODY, WITH_ARBITER, (Duty.ADJOURNMENT,)  # I.1
    SEAL = "seal", HELPED, PLAYER, (Duty.ADJOURNMENT,)  # I.1.1
    WRITE_ENVELOPE = "write envelope", ANYBODY, ARBITER, (Duty.ADJOURNMENT,), "I.2"
    OPEN_ENVELOPE = "open envelope", ANYBODY, ARBITER, (), "I.3"  # I.7
    LOSE_ENVELOPE = "lose envelope", ANYBODY, ARBITER, (), "I.12.1"
    ANNUL = "annul", ANYBODY, ARBITER, (), "I.12.2"
    ATTEND = "attend", ANYBODY, ARBITER, (), "I.7"  # who is at the board, I.9
    # Questions, and how things are told. Times and the number of moves: D.2.6.1, D.2.10.4.
    ASK_TIME = "ask time", ANYBODY, WITH_ARBITER, (Duty.INFORM,), "12.3", True
    ASK_BOARD = "ask board", ANYBODY, WITH_ARBITER, ALL, "12.3", True
    ASK_ADVICE = "ask advice", ANYBODY, NOBODY, (), "11.3.1"
    ASK_LAWS = "ask laws", ANYBODY, WITH_ARBITER, ALL, "12.3", True  # 11.9, and what can be said
    TELL = "tell", ANYBODY, ANYBODY, (), "12.3", True
    # Before the game and after it.
    SET_TIME = "set time", HELPED, PLAYER  # 6.3.1
    CHOOSE_OPPONENT = "choose opponent", HELPED, NOBODY, (), "11.3.1"  # a program
    SET_UP = "set up", HELPED, NOBODY, (), "2.3"  # another position than that
    NAME = "name", HELPED, PLAYER  # the players and the event
    NEXT_GAME = "next game", ANYBODY, WITH_ARBITER
    LEAVE = "leave", ANYBODY, ANYBODY, (), "12.3", True
    # The arbiter's own; there it is asked whether a PIN was given. 12.3: a penalty, a result, ...
    GIVE_ORDER = "give order", ARBITER, ARBITER, (), "12.3", True
    GIVE_PIN = "give PIN", ANYBODY, ANYBODY, (), "12.3", True
