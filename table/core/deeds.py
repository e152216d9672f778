# SPDX-License-Identifier: GPL-3.0-or-later
"""Which act it is that somebody does by their words or by the clock's key."""

from collections.abc import Mapping
from enum import StrEnum

from table.core.inputs import EnvelopeNoted, EnvelopeOpened, Input, MoveSealedIn, Pressed, Said
from table.core.state import Phase, State
from table.events.game import Role
from voice.language.commands import Command
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Heard, Illegal, Unsure
from voice.language.orders import Order, PinGiven


class Deed(StrEnum):
    """All that can be done at the table; ``table.core.rights`` has a row for each."""

    ANNOUNCE = "announce"  # a move, or the answer to a question about one
    CORRECT = "correct"  # D.2.8
    TAKE_BACK = "take back"  # a move that was made
    START = "start"  # 6.6
    PRESS = "press"
    PAUSE = "pause"  # 6.11.1
    RESUME = "resume"
    CALL_ARBITER = "call arbiter"  # 6.11.2
    OFFER_DRAW = "offer draw"
    ACCEPT_DRAW = "accept draw"
    DECLINE_DRAW = "decline draw"
    CLAIM_DRAW = "claim draw"  # 9.2, 9.3
    CLAIM_LAST_MINUTES = "claim last minutes"  # III.4, III.5
    RESIGN = "resign"
    ABORT = "abort"  # a running game, also for the sake of the next one
    CLAIM_FLAG = "claim flag"  # 6.8
    CLAIM_ILLEGAL = "claim illegal"  # 7.5.1, A.4.2
    CLAIM_TOUCH = "claim touch"  # 4.8
    REPORT_TOUCH = "report touch"  # 4.3
    REPORT_HANDS = "report hands"  # 7.5.4
    ADJUST = "adjust"  # 4.2.1
    EXCUSE_TOUCH = "excuse touch"  # 4.2.2
    WRITE_DOWN = "write down"  # 8.1
    READ_SHEET = "read sheet"  # 8.2
    HEAR_RECORDING = "hear recording"  # D.2.7
    SIGN = "sign"  # 8.7
    REPORT_BOARD = "report board"  # D.2.9
    COMPARE_BOARDS = "compare boards"  # D.2.9
    ADJOURN = "adjourn"  # I.1
    SEAL = "seal"  # I.1.1
    WRITE_ENVELOPE = "write envelope"  # I.2
    OPEN_ENVELOPE = "open envelope"  # I.7
    LOSE_ENVELOPE = "lose envelope"  # I.12.1
    ANNUL = "annul"  # I.12.2
    ATTEND = "attend"  # I.9: who is at the board
    ASK_TIME = "ask time"  # and the number of moves: D.2.6.1, D.2.10.4
    ASK_BOARD = "ask board"
    ASK_ADVICE = "ask advice"  # 11.3.1
    ASK_LAWS = "ask laws"  # 11.9, and what can be said
    TELL = "tell"  # how things are told
    SET_TIME = "set time"  # 6.3.1
    CHOOSE_OPPONENT = "choose opponent"  # a program, before the game
    NAME = "name"  # the players and the event
    NEXT_GAME = "next game"
    LEAVE = "leave"
    GIVE_ORDER = "give order"  # 12.3: a penalty, a result, a ruling, an appeal on record, ...
    GIVE_PIN = "give PIN"


_BOARD = (
    C.LAST_MOVE, C.LAST_FIVE, C.SCORE, C.RESULT, C.CHANGED, C.CAPTURED, C.MISSING, C.PAWNS,
    C.POSITION, C.PIECES, C.ALL_RANKS, C.TURN, C.RANK, C.FILE, C.DIAGONAL, C.SQUARE,
)  # fmt: skip
_TIMES = (
    C.TIME_OWN, C.TIME_OPPONENT, C.TIME_BOTH, C.TIME_PER_MOVE, C.MOVE_COUNT, C.MOVES_TO_CONTROL,
)  # fmt: skip
_ADVICE = (
    C.IN_CHECK, C.MATERIAL, C.ATTACKERS, C.THREATS, C.LEGAL_MOVES, C.HINT, C.EVALUATION, C.BETTER,
)  # fmt: skip
_TELLING = (
    C.REPEAT, C.STOP, C.QUIETER, C.LOUDER, C.SLOWER, C.FASTER, C.HIGHER, C.DEEPER, C.OTHER_VOICE,
    C.LETTERS_ON, C.LETTERS_OFF,
)  # fmt: skip

OF_COMMAND: Mapping[C, Deed] = {
    C.CORRECT: Deed.CORRECT,
    C.CASTLE_INTENT: Deed.ANNOUNCE,
    C.CHECK_CALLED: Deed.ANNOUNCE,
    C.PRESS: Deed.PRESS,
    C.PAUSE: Deed.PAUSE,
    C.RESUME: Deed.RESUME,
    C.ARBITER: Deed.CALL_ARBITER,
    C.OFFER_DRAW: Deed.OFFER_DRAW,
    C.ACCEPT_DRAW: Deed.ACCEPT_DRAW,
    C.DECLINE_DRAW: Deed.DECLINE_DRAW,
    C.CLAIM_DRAW: Deed.CLAIM_DRAW,
    C.CLAIM_QUICKPLAY: Deed.CLAIM_LAST_MINUTES,
    C.ASK_INCREMENT: Deed.CLAIM_LAST_MINUTES,
    C.RESIGN: Deed.RESIGN,
    C.ABORT: Deed.ABORT,
    C.CLAIM_FLAG: Deed.CLAIM_FLAG,
    C.CLAIM_ILLEGAL: Deed.CLAIM_ILLEGAL,
    C.CLAIM_TOUCH: Deed.CLAIM_TOUCH,
    **dict.fromkeys((C.TOUCH, C.FEEL, C.RELEASE), Deed.REPORT_TOUCH),
    C.TWO_HANDS: Deed.REPORT_HANDS,
    C.ADJUST: Deed.ADJUST,
    C.ACCIDENTAL: Deed.EXCUSE_TOUCH,
    C.WRITE_DOWN: Deed.WRITE_DOWN,
    C.SHEET: Deed.READ_SHEET,
    C.RECORDING: Deed.HEAR_RECORDING,
    C.SIGN: Deed.SIGN,
    C.BOARD: Deed.REPORT_BOARD,
    C.COMPARE_BOARDS: Deed.COMPARE_BOARDS,
    C.ADJOURN: Deed.ADJOURN,
    C.OPEN_ENVELOPE: Deed.OPEN_ENVELOPE,
    C.ENVELOPE_LOST: Deed.LOSE_ENVELOPE,
    C.ANNUL: Deed.ANNUL,
    C.PRESENT: Deed.ATTEND,
    C.ABSENT: Deed.ATTEND,
    **dict.fromkeys(_TIMES, Deed.ASK_TIME),
    **dict.fromkeys(_BOARD, Deed.ASK_BOARD),
    **dict.fromkeys(_ADVICE, Deed.ASK_ADVICE),
    **dict.fromkeys((C.ARTICLE, C.EXPLAIN, C.HELP), Deed.ASK_LAWS),
    **dict.fromkeys(_TELLING, Deed.TELL),
    C.SET_TIME: Deed.SET_TIME,
    C.TAG: Deed.NAME,
    C.OPPONENT: Deed.CHOOSE_OPPONENT,
    C.NEW_GAME: Deed.NEXT_GAME,
    C.REMATCH: Deed.NEXT_GAME,
    C.STUDY: Deed.NEXT_GAME,
    C.LEAVE: Deed.LEAVE,
    C.ADJUST_TIME: Deed.GIVE_ORDER,
}
"""What a command is, where the state of the game does not make it something else. "Yes" and "no"
are what they answer."""

ANSWERS = (C.YES, C.NO, C.CORRECT)


def deed(state: State, given: Input) -> Deed | None:
    """What ``given`` does; None for what is in no table, and so is nobody's to do."""
    match given:
        case Pressed():
            return Deed.PRESS if state.started else Deed.START
        case MoveSealedIn():
            return Deed.SEAL
        case EnvelopeNoted():
            return Deed.WRITE_ENVELOPE
        case EnvelopeOpened():
            return Deed.OPEN_ENVELOPE
        case Said(intent=Command() as command, who=who):
            return (
                _answered(state, command, who) if command.name in ANSWERS else _of(state, command)
            )
        case Said(intent=Order()):
            return Deed.GIVE_ORDER
        case Said(intent=PinGiven()):
            return Deed.GIVE_PIN
        case Said(intent=Heard() | Ambiguous() | Unsure() | Either() | Illegal()):
            return Deed.ANNOUNCE
    return None


def _of(state: State, command: Command) -> Deed | None:
    """What a command is now."""
    name = command.name
    if name in (C.PRESS, C.RESUME) and not state.started:
        return Deed.START
    if name in (C.NEW_GAME, C.REMATCH) and _breaks_off(state):
        return Deed.ABORT
    return OF_COMMAND.get(name)


def _breaks_off(state: State) -> bool:
    """Whether the next game would begin while this one runs."""
    waits = state.adjourned is not None and state.adjourned.phase is Phase.ADJOURNED
    return state.started and state.outcome is None and not waits


def _answered(state: State, command: Command, who: Role | None) -> Deed | None:
    """What a yes, a no or a correction is: the act that is asked about, or the answer to an offer.

    Whoever may not do an act cannot confirm it for another, nor take it back.
    """
    if who is Role.ARBITER and state.arbiter.pending is not None:
        return Deed.GIVE_ORDER
    about = state.asked_about
    if isinstance(about, Command):
        return _confirmed(state, about)
    if about is not None:
        return Deed.ANNOUNCE
    if state.offers and command.name is not C.CORRECT and state.spoken is None:
        return Deed.ACCEPT_DRAW if command.name is C.YES else Deed.DECLINE_DRAW
    if command.name is C.CORRECT and not state.announced and state.hands.against is None:
        return Deed.TAKE_BACK
    return Deed.CORRECT


def _confirmed(state: State, about: Command) -> Deed | None:
    """What is done once a request that needs a yes gets one."""
    if about.name is C.CORRECT:
        return Deed.CORRECT if about.number is None else Deed.TAKE_BACK
    return Deed.ANNOUNCE if about.name in ANSWERS else _of(state, about)
