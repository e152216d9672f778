# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands at the table: one entry for each says all that the table knows of it.

What cannot be taken back (resigning, offering and accepting a draw, breaking off) needs a yes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import chess

from rules.outcome import Outcome, Termination, on_resignation
from rules.scoresheet import Keeping
from table.acts import (
    adjournment,
    advice,
    answering,
    boards,
    claims,
    disputes,
    draws,
    illegal,
    moves,
    pressing,
    replies,
    running,
    scoresheets,
    setup,
    takeback,
    time_trouble,
    touch,
)
from table.arbiter import orders
from table.core import rights
from table.core.inputs import Said
from table.core.matters import Asked, Denied, Misspoken, Offer, OrderAsked, Reported
from table.core.state import State
from table.core.step import ROLE_OF, Step
from table.events import Event
from table.events.answers import About, Answer
from table.events.dialogue import (
    InfoGiven,
    NotUnderstood,
    Question,
    QuestionClosed,
    QuestionKind,
)
from table.events.game import MoveSpoken, Refusal, Refused, Resigned, Role
from voice.language.commands import Act, Command, Trait
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Unsure

Handler = Callable[[Step, Command, chess.Color, Role | None], None]
"""Works off a command of a side; the role is None at a shared microphone."""

Answering = Callable[[Step, Command, chess.Color], Answer[object] | None]
"""Finds what a side asks for; None if too little was said for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """One command at the table.

    ``run`` works it off. Instead of it, ``answer`` finds what was asked for, or ``question`` is
    asked first if the command is ``allowed``, which refuses it if not; ``confirmed`` is what a yes
    does. A command with none of them has no meaning at the table.

    ``expected`` says when the recogniser shall expect a rare command. All else that is known of a
    command is in its row, :class:`~voice.language.commands.CommandName`.
    """

    run: Handler | None = None
    answer: Answering | None = None
    question: QuestionKind | None = None
    allowed: Callable[[Step, Command, chess.Color], bool] = lambda *_: True
    confirmed: Handler | None = None
    expected: Callable[[State], bool] | None = None


def heard(step: Step, given: Said, colour: chess.Color) -> bool:
    """Take a command, whatever comes of it. An answer to the arbiter's order is theirs."""
    assert isinstance(given.intent, Command)
    order, name = step.state.newest(OrderAsked), given.intent.name
    if order is not None and given.who is Role.ARBITER and name in (C.YES, C.NO, C.CORRECT):
        orders.answer(step, order, name)
        return True
    if (command := sure_of(step, given.intent, colour, given.who)) is not None:
        request(step, command, colour, given.who)
    return True


def sure_of(step: Step, command: Command, colour: chess.Color, who: Role | None) -> Command | None:
    """The command if it is to be obeyed; one that was not heard well enough is asked back, and an
    answer that is heard once more after the question was told again is one."""
    asked = step.state.put_to(who, corrects=True)
    if isinstance(asked, Asked) and asked.unsure is command.name:
        return replace(command, sure=True)
    if (meant := _said_again(step, command, who)) is not None:
        if meant.declaration is not None:
            step.at = meant.question.at
        step.close(meant)
        return replace(command, sure=True)
    if command.sure:
        return command
    _ask_back(step, command, colour, who)
    return None


def _said_again(step: Step, command: Command, who: Role | None) -> Asked | None:
    """The open question that is about this command: saying it once more is a yes."""
    for asked in step.state.every(Asked):
        about, other = asked.about, who is ROLE_OF[not asked.question.who]
        if not isinstance(about, Command) or other or asked.agreed:
            continue
        if about == replace(command, text=about.text, sure=False):
            return asked
    return None


def _ask_back(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A command that was not heard well enough to be obeyed is asked about by name."""
    asked, claims_draw = (
        step.state.put_to(who, corrects=True),
        Trait.CLOCKS_STAND in command.name.traits,
    )
    meant = claims_draw or COMMANDS[command.name].run or COMMANDS[command.name].answer
    if isinstance(asked, Asked) and command.name in (C.YES, C.NO):
        step.close(asked)
        step.open(replace(asked, unsure=command.name))
        step.emit(asked.question)
    elif command.name in (C.YES, C.NO) or not meant:
        step.emit(NotUnderstood(step.at, ""))
    elif refusals := _refusals(step, command, colour, who):
        for refusal in refusals:
            step.emit(refusal)
    else:
        setup.offered(step, command)
        question = Question(step.at, colour, QuestionKind.COMMAND, order=command.text)
        moves.drop_words(step, colour)
        step.ask(question, command)


def _refusals(step: Step, command: Command, colour: chess.Color, who: Role | None) -> list[Event]:
    """Why it would be refused, whatever the answer: then nothing is asked."""
    if not step.state.started:
        return []  # some begin the game
    trial = Step(step.state, step.at, step.now)
    request(trial, replace(command, sure=True), colour, who)
    return trial.events if all(isinstance(one, Refused) for one in trial.events) else []


def request(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Work off one command of ``colour`` (``who`` is None at a shared microphone)."""
    spec, state, traits = COMMANDS[command.name], step.state, command.name.traits
    answer = None
    alone = Trait.OF_COMPUTER not in traits or state.conditions.advises
    if spec.answer is not None and alone:
        answer = spec.answer(step, command, colour)
    if answer is not None:
        only_announced = state.spoken is not None and answering.ends(answer, state.spoken.facts)
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer, only_announced))
    elif (over := _over(state, command)) is not None:
        step.refuse(colour, Refusal.GAME_OVER, over.article)
    elif not alone:
        step.refuse(colour, Refusal.NOT_AGAINST_PEOPLE)
    elif command.name.act is Act.ENDS and not state.started:
        step.refuse(colour, Refusal.NOT_HERE)  # nothing to end yet
    elif spec.question is not None:
        if not spec.allowed(step, command, colour):
            return
        if spec.confirmed is not None and step.meant:
            spec.confirmed(step, command, colour, who)
            return
        claims.declare(step, command, colour)
        named = who is None and spec.question is not QuestionKind.ABORT
        step.ask(Question(step.at, colour, spec.question, named=named), command)
    elif spec.run is not None:
        spec.run(step, command, colour, who)
    else:
        step.refuse(colour, Refusal.NOT_HERE)


def _over(state: State, command: Command) -> Outcome | None:
    """The end of the game, if nothing of this kind is done after it; an announced move that ends
    the game has ended it for whatever decides games (5.1.1, 5.2)."""
    if Trait.AFTER_END in command.name.traits:
        return None
    return state.over if command.name.act is Act.ENDS else state.outcome


# --- Questions and answers ----------------------------------------------------------------------


def _yes(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """The newest matter that was put to who spoke is agreed to. "Ja" to a move that was read back
    presses no clock: that has words of its own."""
    matter, done = step.state.put_to(who), len(step.events)
    match matter:
        case Asked(about=Ambiguous()):
            step.ask_again(matter)  # "ja" does not choose between moves
        case Asked(about=Command() as command):
            _agreed(step, command, matter, who)
        case Asked(about=Unsure(move=move), question=question):
            step.close(matter)
            _sure(step, move, question.who)
        case Asked(about=Either() as either, question=question):
            step.close(matter)
            replies.confirmed(step, either, question.who)
        case Offer():
            draws.accept(step, Command(C.ACCEPT_DRAW), colour, who)
        case Reported():
            disputes.admit(step)
        case _:
            step.refuse(colour, rights.unasked(step.state, who))
    _remind(step, matter, done)


def _remind(step: Step, answered: Asked | Offer | Reported | Misspoken | None, done: int) -> None:
    """An older question to the same player still waits: it is put again, unless something else is
    asked now."""
    asked_now = any(isinstance(one, Question) for one in step.events[done:])
    waiting = [one for one in step.state.every(Asked) if not one.agreed]
    waiting = [one for one in waiting if answered is not None and one.to is answered.to]
    if waiting and not asked_now and answered not in waiting and step.state.outcome is None:
        step.ask_again(waiting[-1])


def _agreed(step: Step, command: Command, asked: Asked, who: Role | None) -> None:
    """A request counts from the word, a claim as of now: since the word the clocks stand for it. An
    end of the game waits for the answer to what the opponent had declared before."""
    if command.name.act is Act.ENDS and claims.waits_for_earlier(step, asked):
        return
    answered_at, claim = step.at, Trait.CLOCKS_STAND in command.name.traits
    if asked.declaration is not None and not (claim and command.sure):
        step.at = asked.question.at
    step.close(asked)
    if claim:
        claims.declare(step, command, asked.question.who)
        step.at = answered_at
    confirmed, claimed = COMMANDS[command.name].confirmed, step.state
    step.answered = asked.question
    if confirmed is not None and (command.sure or claim):
        confirmed(step, command, asked.question.who, who)
        step.at = answered_at
    else:
        request(step, replace(command, sure=True), asked.question.who, who)
    if claim:
        claims.judged(step)
        claims.press_meanwhile(step, claimed)


def go_on_with_agreed(step: Step) -> None:
    """What got its yes and waited for the answer to an earlier word is done now, if that has not
    ended the game."""
    for asked in step.state.every(Asked):
        if asked.agreed and isinstance(asked.about, Command) and step.state.outcome is None:
            if any(
                not one.agreed
                for one in claims.declarations(step.state)
                if one.question.at < asked.question.at
            ):
                continue
            _agreed(step, asked.about, asked, ROLE_OF[asked.question.who])


def confirm_claim(step: Step) -> None:
    """The open claim is judged as if its player had said yes."""
    asked = step.state.claim_asked
    assert asked is not None and asked.declaration is not None
    _agreed(step, asked.declaration, asked, ROLE_OF[asked.question.who])


def _sure(step: Step, move: chess.Move, colour: chess.Color) -> None:
    """It was this move of ``colour``; one that was repeated wrongly is read back again (D.2.1)."""
    spoken = step.state.spoken
    if spoken is not None and spoken.facts.colour == colour:
        step.emit(MoveSpoken(step.at, spoken.facts))
    else:
        replies.heard(step, move, colour)


def _no(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The newest matter that was put to who spoke is denied. Where nothing was, "nein" is about the
    speaker's own words, or about nothing."""
    matter, done = step.state.put_to(who), len(step.events)
    match matter:
        case Asked() as asked:
            _deny(step, command, asked, colour, who)
        case Offer(colour=offered):
            draws.declined(step, not offered)
        case Reported():
            disputes.denied(step)
        case Misspoken():
            step.close(Misspoken)  # nothing was made of these words
            step.refuse(colour, Refusal.NOTHING_TO_CORRECT, "D.2.8")
        case _ if (dispute := step.state.dispute) is not None and dispute.colour != colour:
            step.refuse(colour, rights.unasked(step.state, who))  # the ruling is the arbiter's
        case _:
            if not _own_words_back(step, colour, who):
                _unsaid(step, colour, who)
    _remind(step, matter, done)


def _correct(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The speaker's own words are taken back: those that they are asked about, else the announced
    move, or one for which Hektor has just pressed; in training a completed one."""
    asked = step.state.put_to(who, corrects=True)
    if isinstance(asked, Asked):
        _deny(step, command, asked, colour, who)
    elif isinstance(asked, Misspoken):
        step.close(Misspoken)
        step.refuse(colour, Refusal.NOTHING_TO_CORRECT, "D.2.8")
    elif not _own_words_back(step, colour, who) and not takeback.ask(step, command, colour, who):
        moves.correct(step, colour)


def _deny(
    step: Step, command: Command, asked: Asked, colour: chess.Color, who: Role | None
) -> None:
    """A question is answered with no."""
    about, question, spoken = asked.about, asked.question, step.state.spoken
    claimed = step.state.claimed
    if isinstance(about, Either):
        step.close(asked)
        replies.denied(step, about, corrects=command.name is C.CORRECT)
    elif question.kind is QuestionKind.SLIP:
        takeback.deny_slip(step, command, asked, who)
    elif claimed is not None and claimed.stands and asked == step.state.claim_asked:
        confirm_claim(step)  # 9.5.1: a claim is not withdrawn
    else:
        step.close(asked)
        if question.named and isinstance(about, Command):
            step.renew(Denied(step.at, about.name, question.who))
        step.emit(QuestionClosed(step.at, question.who, question.kind))
        if isinstance(about, Unsure) and spoken and spoken.facts.colour == question.who:
            moves.correct(step, colour)  # it was repeated wrongly, and not meant (D.2.1)


def _own_words_back(step: Step, colour: chess.Color, who: Role | None) -> bool:
    """True if an announced move that counts for nothing yet was taken back, or one for which Hektor
    has just pressed."""
    illegally = illegal.correct(step, colour) or disputes.withdrawn(step, colour)
    return illegally or takeback.at_once(step, who)


def _unsaid(step: Step, colour: chess.Color, who: Role | None) -> None:
    """ "Nein" to no question of one's own takes back the move that one has announced."""
    spoken, reason = step.state.spoken, rights.unasked(step.state, who)
    announced = spoken is not None and spoken.facts.colour == colour
    if announced or reason is Refusal.NO_QUESTION:
        moves.correct(step, colour)
    else:
        step.refuse(colour, reason)


def _resign(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    step.emit(Resigned(step.at, colour))
    step.end(on_resignation(step.state.position, colour))


# --- The table ----------------------------------------------------------------------------------


def _resume(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    if scoresheets.keeps_clocks_stopped(step.state, colour, who):
        step.refuse(colour, Refusal.UPDATE_FIRST, "8.5.1")
    else:
        adjournment.resume(step, colour, who)


def _arbiter_only(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    step.refuse(colour, Refusal.ARBITER_ONLY, "12.3")


def _of_square(answer: Callable[[chess.Board, chess.Square], Answer[object]]) -> Answering:
    """The answer about a square, or where one's only piece of a kind stands ("meine Dame")."""

    def found(step: Step, said: Command, colour: chess.Color) -> Answer[object] | None:
        named = said.board
        own = [*step.board.pieces(named.piece, colour)] if named.piece else []
        squares = own if named.square is None else [named.square]
        return answer(step.board, squares[0]) if len(squares) == 1 else None

    return found


def _article(article: str | None) -> Answer[str]:
    """The text of the article; none gives a reason where it is empty."""
    return Answer(About.ARTICLE, (article,) if article else ())


def _not_started(state: State) -> bool:
    return not state.started


def _may_set_up(state: State) -> bool:
    return not state.started and _trains(state)


def _adjourned(state: State) -> bool:
    return state.outcome is None and state.adjourned is not None


def _stopped(state: State) -> bool:
    return state.outcome is None and (state.adjourned is not None or state.paused)


def _keep_own(state: State) -> bool:
    return any(state.conditions.keeping(one) is Keeping.OWN for one in chess.COLORS)


def _trains(state: State) -> bool:
    return not state.conditions.competes


def _may_save(state: State) -> bool:
    return state.started and (_trains(state) or state.outcome is not None)


def _advised(state: State) -> bool:
    return state.conditions.advises


COMMANDS: Mapping[C, CommandSpec] = {
    C.YES: CommandSpec(run=_yes),
    C.NO: CommandSpec(run=_no),
    C.CORRECT: CommandSpec(run=_correct, confirmed=takeback.agree_to_correct),
    # The clock.
    C.PRESS: CommandSpec(run=lambda step, _, colour, who: pressing.press(step, colour, who)),
    C.PAUSE: CommandSpec(run=running.pause, confirmed=running.agree_to_pause),
    C.ARBITER: CommandSpec(run=disputes.call_arbiter),
    C.RESUME: CommandSpec(run=_resume, confirmed=running.agree_to_resume),
    C.SET_TIME: CommandSpec(run=setup.ask_control, confirmed=setup.agree_control),
    C.TAG: CommandSpec(run=setup.name, expected=_not_started),
    C.KNOWN_NAMES: CommandSpec(answer=answering.known_names, expected=_not_started),
    C.SPELL: CommandSpec(run=setup.spell, expected=_not_started),
    C.EDITION: CommandSpec(run=setup.choose_edition, expected=_not_started),
    C.OPPONENT: CommandSpec(run=setup.choose, confirmed=setup.agree_next, expected=_not_started),
    C.PLAY_COLOUR: CommandSpec(run=setup.choose_colour, expected=_not_started),
    C.SET_UP: CommandSpec(run=setup.set_up, expected=_may_set_up),
    C.PLACE: CommandSpec(run=setup.place, expected=_may_set_up),
    C.ADJUST_TIME: CommandSpec(run=_arbiter_only),
    C.CLAIM_FLAG: CommandSpec(run=time_trouble.claim_flag),
    # Draws and the end.
    C.OFFER_DRAW: CommandSpec(
        question=QuestionKind.OFFER_DRAW, allowed=draws.may_offer, confirmed=draws.offer
    ),
    C.ACCEPT_DRAW: CommandSpec(run=draws.accept, confirmed=draws.agree),
    C.DECLINE_DRAW: CommandSpec(run=draws.decline),
    C.CLAIM_DRAW: CommandSpec(
        question=QuestionKind.CLAIM_DRAW, allowed=draws.may_claim, confirmed=draws.claim
    ),
    C.CLAIM_QUICKPLAY: CommandSpec(
        question=QuestionKind.CLAIM_DRAW, allowed=time_trouble.may_ask, confirmed=time_trouble.ask
    ),
    C.ASK_INCREMENT: CommandSpec(
        question=QuestionKind.INCREMENT, allowed=time_trouble.may_ask, confirmed=time_trouble.ask
    ),
    C.RESIGN: CommandSpec(question=QuestionKind.RESIGN, confirmed=_resign),
    C.ABORT: CommandSpec(
        question=QuestionKind.ABORT,
        confirmed=lambda step, *_: step.end(Outcome("*", Termination.ABANDONED, "")),
    ),
    **dict.fromkeys(
        (C.NEW_GAME, C.REMATCH), CommandSpec(run=setup.ask_next, confirmed=setup.agree_next)
    ),
    **dict.fromkeys(
        (C.STUDY, C.ERRORS),
        CommandSpec(
            run=setup.study, expected=lambda state: not state.started or state.outcome is not None
        ),
    ),
    C.SAVE: CommandSpec(run=setup.save, expected=_may_save),
    # Hands on the board.
    C.TOUCH: CommandSpec(run=touch.touch),
    C.FEEL: CommandSpec(run=partial(touch.touch, lifted=False)),
    C.ADJUST: CommandSpec(run=touch.adjust),
    C.ACCIDENTAL: CommandSpec(run=disputes.accidental),
    C.RELEASE: CommandSpec(run=touch.release),
    C.TWO_HANDS: CommandSpec(run=illegal.report_two_hands),
    C.CLAIM_TOUCH: CommandSpec(run=touch.claim),
    C.CLAIM_ILLEGAL: CommandSpec(run=illegal.claim),
    # Scoresheets, boards and the envelope.
    C.WRITE_DOWN: CommandSpec(run=scoresheets.write_down, expected=_keep_own),
    C.MEND_SHEET: CommandSpec(run=scoresheets.mend, expected=_keep_own),
    C.SHEET: CommandSpec(run=scoresheets.read_out, expected=lambda _: True),
    C.WRITING: CommandSpec(answer=scoresheets.writing, expected=lambda _: True),
    C.SIGN: CommandSpec(run=scoresheets.sign, expected=lambda state: state.outcome is not None),
    C.RECORDING: CommandSpec(run=scoresheets.recording, expected=lambda _: True),
    C.BOARD: CommandSpec(run=boards.report, expected=_stopped),
    C.COMPARE_BOARDS: CommandSpec(run=boards.compare, expected=_stopped),
    C.ADJOURN: CommandSpec(run=adjournment.demand, expected=_stopped),
    C.OPEN_ENVELOPE: CommandSpec(run=adjournment.ask_to_open, expected=_adjourned),
    C.ENVELOPE_LOST: CommandSpec(run=adjournment.lose, expected=_adjourned),
    C.ANNUL: CommandSpec(
        run=adjournment.ask_to_annul, confirmed=adjournment.annul, expected=_adjourned
    ),
    C.PRESENT: CommandSpec(run=adjournment.arrive, expected=_adjourned),
    C.ABSENT: CommandSpec(run=adjournment.leave, expected=_adjourned),
    # Information, on request only (D.2.6.1, D.2.10.4).
    C.TIME_OWN: CommandSpec(answer=lambda step, _, colour: answering.times(step, colour)),
    C.TIME_OPPONENT: CommandSpec(answer=lambda step, _, colour: answering.times(step, not colour)),
    C.TIME_BOTH: CommandSpec(answer=lambda step, *_: answering.times(step, *chess.COLORS)),
    C.MOVE_COUNT: CommandSpec(answer=answering.move_count),
    C.MOVES_TO_CONTROL: CommandSpec(answer=answering.moves_to_control),
    C.TIME_PER_MOVE: CommandSpec(answer=answering.time_per_move),
    C.LAST_MOVE: CommandSpec(answer=lambda step, *_: answering.last_move(step.state.told_moves)),
    C.THEIR_MOVE: CommandSpec(answer=answering.their_move, expected=lambda _: True),
    C.LAST_FIVE: CommandSpec(answer=answering.last_moves),
    C.SCORE: CommandSpec(answer=lambda step, *_: Answer(About.MOVES, step.state.told_moves)),
    C.RESULT: CommandSpec(answer=answering.result),
    C.CHANGED: CommandSpec(answer=answering.changed),
    C.CAPTURED: CommandSpec(answer=lambda step, *_: answering.captured(step.state.told_moves)),
    C.MISSING: CommandSpec(answer=answering.missing),
    C.PAWNS: CommandSpec(answer=lambda step, *_: answering.pieces_on(step.board, kind=chess.PAWN)),
    C.POSITION: CommandSpec(answer=lambda step, *_: answering.pieces_on(step.board)),
    C.PIECES: CommandSpec(answer=answering.pieces),
    C.ALL_RANKS: CommandSpec(answer=lambda step, *_: answering.ranks(step.board)),
    C.TURN: CommandSpec(answer=answering.turn),
    C.RANK: CommandSpec(answer=answering.line),
    C.FILE: CommandSpec(answer=answering.line),
    C.DIAGONAL: CommandSpec(answer=answering.line),
    C.SQUARE: CommandSpec(answer=_of_square(answering.square)),
    C.SQUARE_COLOUR: CommandSpec(answer=_of_square(answering.colour_of)),
    C.IN_CHECK: CommandSpec(answer=lambda step, *_: answering.in_check(step.board)),
    C.MATERIAL: CommandSpec(answer=lambda step, *_: answering.material(step.board)),
    C.OPENING: CommandSpec(answer=answering.opening, expected=_trains),
    C.FEN: CommandSpec(answer=lambda step, *_: Answer(About.FEN, (step.state.present.fen,))),
    C.TIME_SPENT: CommandSpec(answer=answering.time_spent),
    C.ATTACKERS: CommandSpec(answer=_of_square(answering.attackers)),
    C.THREATS: CommandSpec(answer=answering.threatened, expected=_advised),
    **dict.fromkeys((C.HINT, C.BETTER), CommandSpec(run=advice.ask, expected=_advised)),
    C.EVALUATION: CommandSpec(run=advice.evaluate, expected=_trains),
    C.LEGAL_MOVES: CommandSpec(answer=answering.legal_moves),
    C.MAY_CASTLE: CommandSpec(answer=answering.may_castle),
    C.PLAYERS: CommandSpec(answer=answering.players, expected=_not_started),
    C.SETTINGS: CommandSpec(answer=answering.settings, expected=_not_started),
    C.ARTICLE: CommandSpec(answer=lambda _, said, __: _article(said.word)),
    C.EXPLAIN: CommandSpec(answer=lambda step, *_: _article(step.state.refused_article)),
    C.HELP: CommandSpec(answer=lambda step, _, colour: answering.help_now(step.state, colour)),
    # How things are told.
    **dict.fromkeys((name for name in C if Trait.TELLING in name.traits), CommandSpec()),
    **dict.fromkeys(
        (C.LETTERS_ON, C.LETTERS_OFF, C.SPELLING_ON, C.SPELLING_OFF),
        CommandSpec(run=setup.alphabet),
    ),
    C.MOVES_IN: CommandSpec(run=setup.moves_in),
    C.COUNTDOWN: CommandSpec(run=setup.countdown),
    # Nothing is to be done: if a castling was meant, it was understood as a move.
    C.CHECK_CALLED: CommandSpec(run=lambda *_: None),
    C.CASTLE_INTENT: CommandSpec(),
    C.LEAVE: CommandSpec(run=setup.leave, confirmed=setup.leave),
}
