# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands at the table: one entry for each says all that the table knows of it.

What cannot be taken back (resigning, offering and accepting a draw, breaking off) needs a yes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import chess

from rules.assistance import Duty
from rules.outcome import Outcome, Termination, on_agreement, on_resignation
from rules.scoresheet import Keeping
from rules.touch import Contact
from table import (
    adjournment,
    answering,
    answers,
    boards,
    draws,
    flags,
    illegal,
    moves,
    offers,
    quickplay,
    running,
    scoresheets,
    time_control,
    touch,
)
from table.answers import Answer
from table.conditions import Mode
from table.events.dialogue import InfoGiven, Question, QuestionClosed, QuestionKind
from table.events.game import DrawAgreed, DrawDeclined, MoveSpoken, Refusal, Resigned, Role
from table.inputs import Said
from table.state import Asked, State
from table.step import ROLE_OF, Step
from voice.language.commands import DANGEROUS, Command
from voice.language.commands import CommandName as C
from voice.language.intent import Ambiguous, Unsure

Handler = Callable[[Step, Command, chess.Color, Role | None], None]
"""Works off a command of a side; the role is None at a shared microphone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """One command at the table.

    ``run`` works it off. Instead of it, ``answer`` finds what was asked for, or ``question`` is
    asked first if the command is ``allowed``, which refuses it if not; ``confirmed`` is what a yes
    does. A command with none of them has no meaning at the table.

    ``after_end``: it may be given when the game is over. ``advice``: it does more than read the
    board, and is refused in competition (11.3.1). ``of_mover``: it is about the hands of the
    player on the move, whoever gives it (4.3). ``papers``: it concerns scoresheets, boards or the
    envelope, for which an arbiter must be known (12.3). ``players_only``: the arbiter has orders
    instead. ``duty``: the assistant's by which it may be given in competition (D.2.10).

    What the recogniser listens for: ``expected`` says when to expect a rare command, ``on_floor``
    commands are the arbiter's too, ``on_clock`` commands those of the chess clock alone.
    """

    run: Handler | None = None
    answer: Callable[[Step, Command, chess.Color], Answer | None] | None = None
    question: QuestionKind | None = None
    allowed: Callable[[Step, Command, chess.Color], bool] = lambda *_: True
    confirmed: Handler | None = None
    after_end: bool = False
    advice: bool = False
    of_mover: bool = False
    papers: bool = False
    players_only: bool = False
    on_floor: bool = False
    on_clock: bool = False
    duty: Duty | None = None
    expected: Callable[[State], bool] | None = None


def heard(step: Step, given: Said, colour: chess.Color) -> bool:
    """Take a command, whatever comes of it."""
    if isinstance(given.intent, Command):
        request(step, given.intent, colour, given.who)
        return True
    return False


def request(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Work off one command of ``colour`` (``who`` is None at a shared microphone)."""
    spec, state = COMMANDS[command.name], step.state
    competes = state.conditions.mode is Mode.COMPETITION
    answer = None
    if spec.answer is not None and not (spec.advice and competes):
        answer = spec.answer(step, command, colour)
    if answer is not None:
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))
    elif spec.papers and who is Role.ARBITER and not adjournment.is_arbiter(state):
        step.refuse(colour, Refusal.PIN_NEEDED, "12.3")
    elif state.outcome is not None and not spec.after_end:
        step.refuse(colour, Refusal.GAME_OVER, state.outcome.article)
    elif spec.advice:
        step.refuse(colour, Refusal.NOT_IN_COMPETITION, "11.3.1")
    elif command.name in DANGEROUS and not state.started:
        step.refuse(colour, Refusal.NOT_HERE)  # nothing to end yet
    elif spec.question is not None:
        if spec.allowed(step, command, colour):
            _ask(step, spec.question, command, colour)
    elif spec.run is not None:
        spec.run(step, command, colour, who)
    else:
        step.refuse(colour, Refusal.NOT_HERE)


# --- Questions and answers ----------------------------------------------------------------------


def _ask(step: Step, kind: QuestionKind, command: Command, colour: chess.Color) -> None:
    question = Question(step.at, colour, kind)
    step.change(asked=Asked(question, command))
    step.emit(question)


def _asked(step: Step, who: Role | None) -> Asked | None:
    """The open question, if it is for ``who`` to answer: the opponent does not."""
    asked = step.state.asked
    return None if asked is None or who is ROLE_OF[not asked.question.who] else asked


def _yes(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    asked = _asked(step, who)
    match asked and asked.about:
        case Unsure(move=move):
            _sure(step, move)
        case Command() as command if asked is not None:
            confirmed = COMMANDS[command.name].confirmed
            assert confirmed is not None
            step.change(asked=None)
            confirmed(step, command, asked.question.who, who)
        case Ambiguous() if asked is not None:
            step.emit(asked.question)  # "ja" does not choose between moves
        case _:
            # "Ja" to a move that was read back presses no clock: that has words of its own.
            step.refuse(colour, Refusal.NO_QUESTION)


def _sure(step: Step, move: chess.Move) -> None:
    """It was this move; one that was repeated wrongly is read back once more (D.2.1)."""
    step.change(asked=None)
    if step.state.spoken is None:
        moves.speak(step, move)
    else:
        step.emit(MoveSpoken(step.at, step.state.spoken.facts))


def _no(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The open question is answered, or an offer is declined; else it is a correction."""
    asked, offer = _asked(step, who), step.state.offer
    if asked is None and offer is not None and _declines(step, offer, who):
        _decline(step, not offer)
    else:
        _correct(step, command, colour, who)


def _declines(step: Step, offer: chess.Color, who: Role | None) -> bool:
    """Whether a "nein" is about the offer: the opponent's is; an unknown voice's, if no move waits
    that it may take back."""
    if who in ROLE_OF.values():
        return who is ROLE_OF[not offer]
    return step.state.spoken is None


def _correct(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """An open question is taken back first; then the announced move."""
    asked = _asked(step, who)
    if asked is not None:
        step.change(asked=None)
        step.emit(QuestionClosed(step.at, asked.question.who, asked.question.kind))
        if not isinstance(asked.about, Unsure) or step.state.spoken is None:
            return  # else it was repeated wrongly, and not meant (D.2.1)
        moves.correct(step, colour)
    elif not illegal.correct(step, colour):
        moves.correct(step, colour)


def _resign(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    step.emit(Resigned(step.at, colour))
    step.end(on_resignation(step.state.position, colour))


def _abort(step: Step, _command: Command, _colour: chess.Color, _who: Role | None) -> None:
    step.end(Outcome("*", Termination.ABANDONED, ""))


# --- Draws by agreement -------------------------------------------------------------------------


def _accept(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    if (offer := _offered(step, colour, who)) is not None:
        _ask(step, QuestionKind.ACCEPT_DRAW, command, not offer)


def _decline_offer(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    if (offer := _offered(step, colour, who)) is not None:
        _decline(step, not offer)


def _offered(step: Step, colour: chess.Color, who: Role | None) -> chess.Color | None:
    """Who made the offer that ``who`` may answer, the opponent's (9.1.2.1); refuses if none."""
    offer = step.state.offer
    if offer is None:
        step.refuse(colour, Refusal.NO_OFFER, "9.1.2")
    elif who is ROLE_OF[offer]:
        step.refuse(offer, Refusal.OWN_OFFER, "9.1.2.1")
        return None
    return offer


def _decline(step: Step, colour: chess.Color) -> None:
    step.change(offer=None)
    step.emit(DrawDeclined(step.at, colour))


def _agree(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    if not offers.allowed(step, command, colour):
        return
    state = step.state
    spoken = state.spoken
    agreed = on_agreement(state.position.play(spoken.move) if spoken else state.position)
    if agreed is None:
        step.refuse(colour, Refusal.BOTH_MUST_MOVE, "5.2.3")
        return
    if spoken is not None:
        moves.complete(step, spoken, step.at, by_itself=True)
        if step.state.outcome is not None:
            return
    step.emit(DrawAgreed(step.at))
    step.end(agreed)


# --- The clock ----------------------------------------------------------------------------------


def press(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock is pressed by word or key. Who is not known presses the clock that runs (6.2.2)."""
    if who not in ROLE_OF.values() and step.state.unpressed is not None:
        colour = step.state.unpressed
    if not any(takes(step, colour, who) for takes in BEFORE_A_PRESS):
        moves.press(step, colour)


def _over_refuses(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    over = step.state.outcome
    if over is not None:
        step.refuse(colour, Refusal.GAME_OVER, over.article)
    return over is not None


def _pause_refuses(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    if step.state.paused:
        step.refuse(colour, Refusal.PAUSED, "6.11")
    return step.state.paused


BEFORE_A_PRESS = (_over_refuses, adjournment.pressed, _pause_refuses, illegal.press)
"""What may take a press, in this order: True says that it did, and that nothing else shall."""


def _resume(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    if scoresheets.keeps_clocks_stopped(step.state, who):
        step.refuse(colour, Refusal.UPDATE_FIRST, "8.5.1")
    else:
        adjournment.resume(step, colour, who)


# --- The table ----------------------------------------------------------------------------------


def _arbiter_only(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    step.refuse(colour, Refusal.ARBITER_ONLY, "12.3")


def _nothing(_step: Step, _command: Command, _colour: chess.Color, _who: Role | None) -> None:
    pass


def _always(_: State) -> bool:
    return True


def _over(state: State) -> bool:
    return state.outcome is not None


def _adjourned(state: State) -> bool:
    return state.outcome is None and state.adjourned is not None


def _stopped(state: State) -> bool:
    return state.outcome is None and (state.adjourned is not None or state.paused)


def _own_scoresheet(state: State) -> bool:
    return Keeping.OWN in (state.conditions.sheet_white, state.conditions.sheet_black)


_hands = partial(CommandSpec, of_mover=True)
_papers = partial(CommandSpec, papers=True, after_end=True)


COMMANDS: Mapping[C, CommandSpec] = {
    C.YES: CommandSpec(run=_yes, after_end=True, on_floor=True, on_clock=True),
    C.NO: CommandSpec(run=_no, after_end=True, on_floor=True, on_clock=True),
    C.CORRECT: CommandSpec(run=_correct, after_end=True, on_floor=True),
    # The clock.
    C.PRESS: CommandSpec(
        run=lambda step, _, colour, who: press(step, colour, who),
        players_only=True,
        duty=Duty.SCORE_AND_CLOCK,
        on_clock=True,
    ),
    C.PAUSE: CommandSpec(run=running.pause, on_clock=True),
    C.ARBITER: CommandSpec(run=running.call_arbiter),
    C.RESUME: CommandSpec(run=_resume, after_end=True, on_clock=True),
    C.SET_TIME: CommandSpec(run=time_control.ask, confirmed=time_control.agree, players_only=True),
    C.ADJUST_TIME: CommandSpec(run=_arbiter_only, players_only=True),
    C.CLAIM_FLAG: CommandSpec(run=flags.claim, duty=Duty.FLAG_AND_TOUCH),
    # Draws and the end.
    C.OFFER_DRAW: CommandSpec(
        question=QuestionKind.OFFER_DRAW,
        allowed=offers.allowed,
        confirmed=offers.offer,
        players_only=True,
    ),
    C.ACCEPT_DRAW: CommandSpec(run=_accept, confirmed=_agree, players_only=True),
    C.DECLINE_DRAW: CommandSpec(run=_decline_offer, players_only=True),
    C.CLAIM_DRAW: CommandSpec(
        question=QuestionKind.CLAIM_DRAW,
        allowed=draws.may_claim,
        confirmed=draws.claim,
        players_only=True,
    ),
    C.CLAIM_QUICKPLAY: CommandSpec(
        question=QuestionKind.CLAIM_DRAW,
        allowed=quickplay.may_claim,
        confirmed=quickplay.claim,
        players_only=True,
    ),
    C.ASK_INCREMENT: CommandSpec(
        question=QuestionKind.INCREMENT,
        allowed=quickplay.may_claim,
        confirmed=quickplay.claim,
        players_only=True,
    ),
    C.RESIGN: CommandSpec(question=QuestionKind.RESIGN, confirmed=_resign, players_only=True),
    C.ABORT: CommandSpec(question=QuestionKind.ABORT, confirmed=_abort, players_only=True),
    # Hands on the board.
    C.TOUCH: _hands(run=touch.touch, duty=Duty.FLAG_AND_TOUCH),
    C.FEEL: _hands(run=partial(touch.touch, contact=Contact.FELT)),
    C.ADJUST: _hands(run=touch.adjust),
    C.ACCIDENTAL: _hands(run=touch.accidental),
    C.RELEASE: _hands(run=touch.release),
    C.TWO_HANDS: CommandSpec(run=illegal.report_two_hands),
    C.CLAIM_TOUCH: CommandSpec(run=touch.claim, duty=Duty.FLAG_AND_TOUCH),
    C.CLAIM_ILLEGAL: CommandSpec(run=illegal.claim),
    # Scoresheets, boards and the envelope.
    C.WRITE_DOWN: _papers(
        run=scoresheets.write_down, duty=Duty.SCORE_AND_CLOCK, expected=_own_scoresheet
    ),
    C.SHEET: _papers(run=scoresheets.read_out, expected=_always, on_floor=True),
    C.SIGN: _papers(run=scoresheets.sign, expected=_over),
    C.RECORDING: _papers(run=scoresheets.recording, expected=_always),
    C.BOARD: _papers(run=boards.report, expected=_stopped, on_floor=True),
    C.COMPARE_BOARDS: _papers(run=boards.compare, expected=_stopped, on_floor=True),
    C.ADJOURN: _papers(
        run=adjournment.demand, duty=Duty.ADJOURNMENT, expected=_stopped, on_floor=True
    ),
    C.OPEN_ENVELOPE: _papers(run=adjournment.ask_to_open, expected=_adjourned, on_floor=True),
    C.ENVELOPE_LOST: _papers(run=adjournment.lose, expected=_adjourned, on_floor=True),
    C.ANNUL: _papers(run=adjournment.annul, expected=_adjourned, on_floor=True),
    C.PRESENT: _papers(run=adjournment.arrive, expected=_adjourned, on_floor=True),
    C.ABSENT: _papers(run=adjournment.leave, expected=_adjourned, on_floor=True),
    # Information, on request only (D.2.6.1, D.2.10.4).
    C.TIME_OWN: CommandSpec(
        answer=lambda step, _, colour: answering.times(step, colour),
        duty=Duty.INFORM,
        on_clock=True,
    ),
    C.TIME_OPPONENT: CommandSpec(
        answer=lambda step, _, colour: answering.times(step, not colour),
        duty=Duty.INFORM,
        on_clock=True,
    ),
    C.TIME_BOTH: CommandSpec(
        answer=lambda step, *_: answering.times(step, *chess.COLORS),
        duty=Duty.INFORM,
        on_clock=True,
        on_floor=True,
    ),
    C.MOVE_COUNT: CommandSpec(
        answer=answering.move_count, duty=Duty.INFORM, on_clock=True, on_floor=True
    ),
    C.MOVES_TO_CONTROL: CommandSpec(answer=answering.moves_to_control, on_clock=True),
    C.TIME_PER_MOVE: CommandSpec(answer=answering.time_per_move, on_clock=True),
    C.LAST_MOVE: CommandSpec(
        answer=lambda step, *_: answers.last(step.state.moves, 1), on_floor=True
    ),
    C.LAST_FIVE: CommandSpec(answer=lambda step, *_: answers.last(step.state.moves, 5)),
    C.SCORE: CommandSpec(answer=lambda step, *_: answers.MovesAnswer(step.state.moves)),
    C.RESULT: CommandSpec(answer=answering.result),
    C.CHANGED: CommandSpec(answer=answering.changed),
    C.CAPTURED: CommandSpec(answer=lambda step, *_: answers.captured(step.state.moves)),
    C.PAWNS: CommandSpec(answer=lambda step, *_: answers.pawns(step.board)),
    C.POSITION: CommandSpec(answer=lambda step, *_: answers.pieces(step.board), on_floor=True),
    C.PIECES: CommandSpec(
        answer=lambda step, said, _: answers.pieces(step.board, said.colour, said.piece)
    ),
    C.RANK: CommandSpec(answer=answering.rank),
    C.FILE: CommandSpec(answer=answering.file),
    C.DIAGONAL: CommandSpec(answer=answering.diagonal),
    C.SQUARE: CommandSpec(answer=answering.square),
    C.MATERIAL: CommandSpec(answer=lambda step, *_: answers.material(step.board), advice=True),
    C.ATTACKERS: CommandSpec(answer=answering.attackers, advice=True),
    C.LEGAL_MOVES: CommandSpec(answer=answering.legal_moves, advice=True),
    C.ARTICLE: CommandSpec(answer=lambda _step, said, _: answers.ArticleAnswer(said.article or "")),
    C.EXPLAIN: CommandSpec(
        answer=lambda step, *_: answers.ArticleAnswer(step.state.refused_article)
    ),
    C.HELP: CommandSpec(answer=lambda step, _, colour: answering.help_now(step.state, colour)),
    # How things are told, which is no matter of the table.
    C.REPEAT: CommandSpec(on_clock=True, on_floor=True),
    C.STOP: CommandSpec(on_clock=True, on_floor=True),
    C.QUIETER: CommandSpec(),
    C.LOUDER: CommandSpec(),
    C.SLOWER: CommandSpec(),
    C.FASTER: CommandSpec(),
    C.HIGHER: CommandSpec(),
    C.DEEPER: CommandSpec(),
    C.OTHER_VOICE: CommandSpec(),
    # What needs nothing, or another time.
    C.CHECK_CALLED: CommandSpec(run=_nothing),  # "Schach" after the move is never needed (D.2.1)
    C.CASTLE_INTENT: CommandSpec(),  # it was understood as a move, if one was meant
    C.LEAVE: CommandSpec(),
}
