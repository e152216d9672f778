# SPDX-License-Identifier: GPL-3.0-or-later
"""Before a game and after it: time control, names, who plays, the position, and the next game.

Who plays is two people, or one against a program. What can be played against is at the edge: the
table asks for it, and is told who has sat down (`Seated`). A program then sends what players send:
moves, offers, answers.

Another position than the usual one is odds, a FEN, or piece by piece: then the board is put
together in the state, and no game begins until it is whole (`State.setup`). One that cannot come
about is refused with the reason (3.10.3).
"""

from dataclasses import replace
from typing import Any

import chess

from clock.clock import Clock
from clock.control import BadTimeControl, TimeControl, read_control
from clock.events import ControlAgreed, ControlRefused
from rules.moves import CHESS960_POSITIONS
from rules.outcome import Outcome, Termination
from rules.position import faults
from table.acts import answering, scoresheets
from table.core.alarms import COUNTDOWN, armed
from table.core.conditions import Conditions, control_at_home
from table.core.inputs import Errand, OpponentWanted, Seated
from table.core.matters import Asked
from table.core.state import Phase, State, new_state
from table.core.step import ROLE_OF, Step
from table.events.answers import About, Answer, Help, Men, Topic, help_with
from table.events.dialogue import (
    AlphabetSwitched,
    InfoGiven,
    MoveWordsChosen,
    Question,
    QuestionKind,
)
from table.events.game import OpponentSeated, PositionSet, Refusal, Role, TagSet
from voice.language.commands import LISTED, OWN, Command, CommandName, Tag
from voice.language.lexicon import GERMAN

# --- The time control (6.3.1) ---------------------------------------------------------------------


def ask_control(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Read the control back, to be answered with yes or no; one that was typed is certain. Only
    before the game."""
    if step.state.started:
        step.refuse(colour, Refusal.TIME_IS_SET, "6.3.1")
        return
    try:
        control = str(read_control(command.word or ""))
    except BadTimeControl as bad:
        step.emit(ControlRefused(step.at, colour, bad.problem, bad.example))
        return
    if not step.heard:
        agree_control(step, replace(command, about=control), colour, who)
        return
    question = Question(step.at, colour, QuestionKind.SET_TIME, control=control)
    step.ask(question, replace(command, about=control))


def agree_control(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: both clocks are set anew."""
    step.close(
        *(one for one in step.state.every(Asked) if one.question.kind is QuestionKind.SET_TIME)
    )
    _set_control(step, command.word or "", proposed=False)


def _set_control(step: Step, control: str, *, proposed: bool) -> None:
    agreed = step.state.conditions
    agreed = replace(agreed, time_control=control, black_time_control="", proposed=proposed)
    clock = Clock.new(TimeControl.parse(control))
    step.state = replace(step.state, conditions=agreed, clock=clock)
    step.happened((ControlAgreed(step.at, control),))


def choose_edition(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Another edition of the Laws holds; only before the game."""
    if step.state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif command.number is not None:
        agreed = replace(step.state.conditions, edition=command.number)
        step.state = replace(new_state(agreed, step.state.pin_key), matters=step.state.matters)
        step.emit(TagSet(step.at, "edition", str(command.number)))


# --- Names (C.7) ----------------------------------------------------------------------------------


def name(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """It stands in the conditions of the game, which nobody changes once it runs."""
    if not isinstance(command.about, Tag):
        step.refuse(colour, Refusal.NOT_HERE)
    elif step.state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif command.about.value.startswith(LISTED):
        step.refuse(colour, Refusal.NO_SUCH_NAME)
    else:
        tag, value = command.about.tag, command.about.value
        if tag == OWN:  # against the computer there is one person
            computer = step.state.conditions.computer
            tag = _side(colour if computer is None else not computer)
        named: dict[str, Any] = {tag: value}
        step.state = replace(step.state, conditions=replace(step.state.conditions, **named))
        step.emit(TagSet(step.at, tag, value))


def spell(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A name that is spelt: it begins, gets letters, loses the last one, or is done. Meanwhile only
    letters are listened for."""
    spelt, about = step.state.spelt, command.about
    if step.state.started:
        step.state = replace(step.state, spelt=None)
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif isinstance(about, Tag):
        _spelt(step, about, colour, who)
    elif spelt is None:
        step.refuse(colour, Refusal.NOT_HERE)
    elif isinstance(about, str):
        _spelt(step, replace(spelt, value=spelt.value + about), colour, who)
    elif about is not None:
        _spelt(step, replace(spelt, value=spelt.value[:-1]), colour, who)
    else:
        step.state = replace(step.state, spelt=None)
        value = " ".join(part.capitalize() for part in spelt.value.split())
        named = Command(CommandName.TAG, replace(spelt, value=value))
        if value:
            name(step, named, colour, who)
        else:
            _tell(step, colour, who, answering.players(step, command, colour))


def _spelt(step: Step, spelt: Tag, colour: chess.Color, who: Role | None) -> None:
    step.close(Asked)
    step.state = replace(step.state, spelt=spelt)
    _tell(step, colour, who, Answer(About.SPELT, (spelt.value,) if spelt.value else ()))


# --- How files are named --------------------------------------------------------------------------


def alphabet(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """From now on files may be said by their letters or by the spelling alphabet, or by the names
    of D.2.1 only."""
    agreed = step.state.conditions
    on = command.name in (CommandName.LETTERS_ON, CommandName.SPELLING_ON)
    letters = command.name in (CommandName.LETTERS_ON, CommandName.LETTERS_OFF)
    agreed = replace(agreed, letters=on) if letters else replace(agreed, spelling=on)
    step.state = replace(step.state, conditions=agreed)
    step.emit(AlphabetSwitched(step.at, "letters" if letters else "spelling", on))


def moves_in(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """From now on moves may also be said in another language, or in German only."""
    chosen = command.word or ""
    language = "" if chosen == GERMAN.name else chosen
    agreed = replace(step.state.conditions, moves_in=language)
    step.state = replace(step.state, conditions=agreed)
    step.emit(MoveWordsChosen(step.at, language))


def countdown(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """From now on each of a player's last ten seconds is told, or none of them; in competition
    nobody hears a time that they did not ask for (D.2.10.4)."""
    agreed = step.state.conditions
    if agreed.competes:
        step.refuse(colour, Refusal.NOT_IN_COMPETITION, "D.2.10.4")
        return
    on = command.word != "off"
    seconds = tuple(each for each in agreed.alarms if each not in COUNTDOWN)
    seconds += COUNTDOWN if on else ()
    due = armed(step.state.clock, seconds, step.at)
    step.state = replace(step.state, conditions=replace(agreed, alarms=seconds), alarms=due)
    _tell(step, colour, who, Answer(About.COUNTDOWN, (on,) if on else ()))


def offered(step: Step, command: Command) -> None:
    """An alphabet that was asked about is not offered once more."""
    agreed = step.state.conditions
    if command.name in agreed.offered:
        letters = command.name is CommandName.LETTERS_ON
        agreed = replace(agreed, letters=False) if letters else replace(agreed, spelling=False)
        step.state = replace(step.state, conditions=agreed)


# --- Who plays ------------------------------------------------------------------------------------

ELO = (
    *(600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1650, 1700, 1750, 1800),
    *(1920, 2065, 2170, 2225, 2330, 2750, 3000),
)
"""The Elo that each level of the computer is called by, from a beginner's to the best of an
engine."""

LEVELS = range(1, len(ELO) + 1)
"""Their numbers."""

WEAKEST, STRONGEST = ELO[0], ELO[-1]
"""The Elo of the first level and of the last."""

NOBODY = 0
"""The "level" of two people who play each other."""


def elo_of(number: int) -> int | None:
    """The Elo of a level, or the Elo itself; None for a number that is neither."""
    if number in LEVELS:
        return ELO[number - 1]
    return number if WEAKEST <= number <= STRONGEST else None


def level_of(elo: int) -> int | None:
    """The level that has this Elo; None if it lies between two."""
    return ELO.index(elo) + 1 if elo in ELO else None


def choose(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Against the computer: its level, and the asker's colour, may be said; else it plays Black.
    Once a game has begun that is said of the next one."""
    state, number = step.state, command.number
    elo = 0 if number in (None, NOBODY) else elo_of(number)
    if elo is None:
        step.refuse(colour, Refusal.NO_LEVEL)
        return
    if state.started:
        ask_next(step, command, colour, who)
        return
    if number == NOBODY:
        seated(step, Seated(bool(state.conditions.computer)))
        return
    computer = state.conditions.computer
    if command.colour is not None:
        computer = not command.colour
    step.request = OpponentWanted(chess.BLACK if computer is None else computer, elo)


def choose_colour(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Another colour against the computer that has sat down, which keeps its level."""
    agreed = step.state.conditions
    if step.state.started:
        step.refuse(colour, Refusal.COLOURS_STAY)
    elif agreed.computer is None or command.colour is None:
        step.refuse(colour, Refusal.COLOUR_OF_WHOM)
    else:
        step.request = OpponentWanted(not command.colour, agreed.elo)


def seated(step: Step, given: Seated) -> None:
    """A program has sat down, or is gone: that stands in the conditions. Names go with players."""
    agreed = step.state.conditions
    if step.state.started or agreed.competes:
        return
    names: dict[str, Any] = {}
    before, other = agreed.computer, _side(not given.colour)
    if before is None and given.name and not getattr(agreed, other):
        names[other] = getattr(agreed, _side(given.colour))  # the one person takes the other seat
    if before is not None:  # whoever sits where the program sat has no name yet
        names[_side(before)] = ""
        if before != given.colour:
            names[_side(before)] = getattr(agreed, _side(given.colour))
    if given.name or before is not None:
        names[_side(given.colour)] = given.name
    computer = given.colour if given.name else None
    elo, program = (given.elo, given.program) if given.name else (0, "")
    agreed = replace(agreed, computer=computer, elo=elo, program=program, **names)
    step.state = replace(step.state, conditions=agreed)
    control = control_at_home(computer=computer is not None)
    changes = agreed.proposed and agreed.time_control != control
    second = given.colour == chess.WHITE != step.state.position.turn
    step.emit(OpponentSeated(step.at, given.colour, given.name, given.elo, given.highest, second))
    if changes:
        _set_control(step, control, proposed=True)


def failed(step: Step) -> None:
    """The program fails, and a person goes on. It keeps its name where it has made a move; from
    which ply on it was somebody else stands in the state."""
    state = step.state
    agreed, computer = state.conditions, state.conditions.computer
    if computer is None or state.outcome is not None:
        return
    played = bool(state.plies_of(computer))
    names: dict[str, Any] = {} if played else {_side(computer): ""}
    step.state = replace(
        step.state,
        conditions=replace(agreed, computer=None, elo=0, program="", **names),
        alone_from=state.position.ply if played else None,
    )


def _side(colour: chess.Color) -> str:
    """The field of the conditions that has the player's name."""
    return chess.COLOR_NAMES[colour]


# --- Another position (3.10.3) --------------------------------------------------------------------

_EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


def set_up(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The board is emptied, is whole, is as in a FEN, at the start or as in Chess960 (II.2), for
    which a lot is drawn; or who has the move."""
    state, board = step.state, _board(step.state)
    if state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif command.word == "empty":
        step.close(Asked)
        step.state = replace(step.state, setup=_EMPTY)
        step.emit(PositionSet(step.at))
    elif command.word == "done" and not state.setup:
        _tell(step, colour, who, UNSTARTED)
    elif command.word is None and command.colour is not None:
        board.turn = command.colour
        _changed(step, board, colour, who, Answer(About.TURN, colour=command.colour))
    elif command.word == "chess960":
        number = step.now // 1000 % CHESS960_POSITIONS  # the microsecond is as good as a lot
        agreed = replace(state.conditions, chess960=number, fen=chess.STARTING_FEN)
        step.state = new_state(agreed, state.pin_key)
        step.emit(PositionSet(step.at, step.state.position.fen, chess960=number))
    elif command.word not in (None, "done"):
        _read(step, chess.STARTING_FEN if command.word == "start" else str(command.word), colour)
    else:
        _hold(step, board)


def place(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A piece stands on a square; or, where none or nobody's is named, the square is empty."""
    board, said = _board(step.state), command.board
    if step.state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif said.square is None:
        step.refuse(colour, Refusal.NOT_HERE)
    elif said.piece is not None and said.colour is not None:
        piece = chess.Piece(said.piece, said.colour)
        board.set_piece_at(said.square, piece)
        placed = (Men(said.colour, said.piece, (said.square,)),)
        _changed(step, board, colour, who, Answer(About.PIECES, placed))
    elif said.piece not in (None, board.piece_type_at(said.square)):
        _tell(
            step, colour, who, answering.square(board, said.square)
        )  # another one stands there, or none
    else:
        board.remove_piece_at(said.square)
        _changed(step, board, colour, who, answering.square(board, said.square))


def _board(state: State) -> chess.Board:
    return chess.Board(state.setup) if state.setup else state.position.board.copy(stack=False)


def _tell(step: Step, colour: chess.Color, who: Role | None, answer: Answer[Any]) -> None:
    step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))


def _changed(
    step: Step, board: chess.Board, colour: chess.Color, who: Role | None, answer: Answer[Any]
) -> None:
    """A board that is being set up is kept as far as it is; another one has to be possible."""
    if step.state.setup:
        step.state = replace(step.state, setup=board.fen())
        _tell(step, colour, who, answer)
    else:
        if answer.about is About.SQUARE and not faults(board):  # what is given as odds
            _tell(step, colour, who, answering.missing_from(board, chess.Board(), None))
        _hold(step, board)


def _read(step: Step, fen: str, colour: chess.Color) -> None:
    try:
        board = chess.Board(fen)
    except ValueError:
        step.refuse(colour, Refusal.NO_FEN)
    else:
        _hold(step, board, castling=board.castling_rights)


def _hold(step: Step, board: chess.Board, castling: int | None = None) -> None:
    """The game begins from here, if that can be. Without a FEN a king and a rook that stand where
    they began may castle."""
    if castling is None:
        board.set_castling_fen("KQkq")
    board.castling_rights = board.clean_castling_rights()
    if board.ep_square is not None and not board.has_pseudo_legal_en_passant():
        board.ep_square = None
    if wrong := faults(board):
        step.emit(PositionSet(step.at, faults=wrong))
        return
    agreed = replace(step.state.conditions, fen=board.fen(), chess960=None)
    step.state = new_state(agreed, step.state.pin_key)
    step.emit(PositionSet(step.at, board.fen(), board.turn))


# --- The next game --------------------------------------------------------------------------------

UNSTARTED = help_with(Topic.FIRST_MOVE)
"""A game that has not begun is the new one already: what begins it."""


def ask_next(
    step: Step,
    command: Command,
    colour: chess.Color,
    who: Role | None,
    unstarted: Answer[Help] = UNSTARTED,
) -> None:
    """A running game has to be broken off first, which needs a yes; one that is adjourned waits.

    ``unstarted`` is told of a game that has not begun.
    """
    state = step.state
    if not state.started:
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], unstarted))
    elif state.outcome is None and not _waits(state):
        step.ask(Question(step.at, colour, QuestionKind.NEXT_GAME), command)
    elif state.outcome is not None and not scoresheets.all_signed(state):
        step.refuse(colour, Refusal.SIGN_FIRST, "8.7")
    else:
        _leave_for(step, command)


def agree_next(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: this game is broken off."""
    step.end(Outcome("*", Termination.ABANDONED, ""))
    _leave_for(step, command)


def study(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """The last game is looked at, or its errors: after it, or before the next one begins."""
    state = step.state
    if state.outcome is not None and not scoresheets.all_signed(state):
        step.refuse(colour, Refusal.SIGN_FIRST, "8.7")
    elif state.started and state.outcome is None:
        step.refuse(colour, Refusal.NOT_OVER)
    else:
        step.request = Errand.STUDY if command.name is CommandName.STUDY else command


def leave(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Where nothing runs, who says so goes; from a game that runs in training with a yes, or with
    the same words once more, for it waits for them. From a competition nobody goes by a word, and
    what is typed is a line that leaves (`reception`)."""
    state = step.state
    asked = [one.about for one in state.every(Asked) if isinstance(one.about, Command)]
    again = any(one.name is command.name for one in asked)
    runs = state.started and state.outcome is None
    typed = not (step.heard or step.answered)
    if typed or (state.conditions.competes and state.outcome is None):
        step.refuse(colour, Refusal.TO_BE_TYPED)
    elif runs and not (state.rests or again or step.answered):
        step.ask(Question(step.at, colour, QuestionKind.COMMAND, order=command.text), command)
    else:
        step.request = Errand.LEAVE


def save(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The score becomes a file, is shown or copied, and so is the position; in competition only
    after the end, for nobody plays by notes (11.3.1)."""
    state = step.state
    if state.conditions.competes and state.outcome is None:
        step.refuse(colour, Refusal.NOT_OVER)
    elif not state.record and command.word != Errand.COPY_FEN:
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], Answer(About.MOVES)))
    else:
        step.request = Errand(command.word or "pgn")


def _leave_for(step: Step, command: Command) -> None:
    if command.name is CommandName.OPPONENT:
        step.request = command
    else:
        step.request = Errand.REMATCH if command.name is CommandName.REMATCH else Errand.NEXT_GAME


def _waits(state: State) -> bool:
    return state.adjourned is not None and state.adjourned.phase is Phase.ADJOURNED


def conditions(agreed: Conditions, *, rematch: bool) -> Conditions:
    """The conditions of the next game: the same, and in a ``rematch`` with changed colours.

    All that belongs to a player goes with them, their time control too.
    """
    if not rematch:
        return agreed
    times = (agreed.time_control, agreed.black_time_control)
    white, black = (times[1], times[0]) if times[1] else times
    return replace(
        agreed,
        white=agreed.black,
        black=agreed.white,
        time_control=white,
        black_time_control=black,
        sheet_white=agreed.sheet_black,
        sheet_black=agreed.sheet_white,
        deaf=tuple(not colour for colour in agreed.deaf),
        sighted=tuple(not colour for colour in agreed.sighted),
        computer=None if agreed.computer is None else not agreed.computer,
    )
