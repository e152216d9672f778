# SPDX-License-Identifier: GPL-3.0-or-later
"""Declarations: a claim, a resignation and an accepted draw count from the word.

They need a yes, and what comes between the word and the yes takes nothing from them. While somebody
is asked whether they resign or accept, the clock runs, and a flag waits for the answer; after a
"nein" the time has run on from the word as if nothing had been said.

A claim is not withdrawn (9.5.1). From the word on both clocks stand until it is judged, and the
question only makes sure that it was not misheard: silence is a yes, and so is whatever else who
typed it in competition does. Words that were heard may be denied, by a "nein" or by a move.
"""

from dataclasses import replace

import chess

from clock.events import GamePaused, GameResumed
from table.core.inputs import Input, Played, Pressed, Said
from table.core.state import Asked, Declared, State
from table.core.step import ROLE_OF, Step
from table.events.dialogue import QuestionClosed
from table.events.game import Role
from voice.language.commands import Act, Command, Trait
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Heard, Illegal, Unsure

LIMIT = 30_000_000_000
"""So long, in nanoseconds, a flag or a clock waits for the answer to a question."""


def declaration(state: State) -> Command | None:
    """The declaration that needs a yes, if it counts from the word."""
    about = state.asked_about
    if isinstance(about, Command) and Trait.FROM_WORD in about.name.traits:
        return about
    return None


# --- From the word to the answer ----------------------------------------------------------------


def declare(step: Step, command: Command) -> None:
    """From a claim on both clocks stand; claimed once more, they stand since the first word."""
    if Trait.CLOCKS_STAND not in command.name.traits:
        return
    declared = step.state.declared
    if declared is None:
        runs = step.state.clock.running is not None
        declared = Declared(step.at, until=None if runs else step.at)
        step.stop_clocks("claim")
    stands = declared.stands or (step.state.conditions.competes and not step.heard)
    step.state = replace(step.state, declared=replace(declared, stands=stands))


def said_before(step: Step) -> None:
    """Let the act count from the moment at which its question was asked, if a question was."""
    asked = step.state.asked
    if asked is not None and declaration(step.state) is not None:
        step.at = asked.question.at


def holds(state: State) -> int | None:
    """Until when the end of the game by anything else waits for an answer; None if for none."""
    asked = state.asked
    if asked is None or declaration(state) is None:
        return None
    return asked.question.at + LIMIT


def flag_waits(state: State, at: int) -> bool:
    """True if a display has come to zero, and the flag waits for an answer."""
    zero, held = state.clock.deadline(), holds(state)
    return zero is not None and held is not None and zero[0] <= at < held


def end_waits(state: State) -> bool:
    """True if the announced move would end a game in which the opponent resigned or agreed before
    it was announced, and has not yet said yes."""
    asked, spoken = state.asked, state.spoken
    if asked is None or spoken is None or spoken.ending is None or declaration(state) is None:
        return False
    return asked.question.who != spoken.facts.colour and asked.question.at < spoken.at


def kept(state: State, colour: chess.Color) -> Asked | None:
    """The open question, if nothing that ``colour`` says puts another in its place: the opponent
    has accepted their offer (5.2.3), or said before it what their announced move would end."""
    asked, declared = state.asked, declaration(state)
    if asked is None or declared is None or asked.question.who == colour:
        return None
    return asked if declared.name is C.ACCEPT_DRAW or end_waits(state) else None


def insists(state: State, given: Input, colour: chess.Color) -> bool:
    """True if somebody acts on, and has made a claim that was not misheard: it is judged first."""
    declared, asked = state.declared, state.asked
    if declared is None or asked is None or not declared.stands or colour != asked.question.who:
        return False
    if not isinstance(given, Said | Pressed | Played) or given.who is Role.ARBITER:
        return False
    command = given.intent if isinstance(given, Said) else None
    if isinstance(command, Command):
        return command.name.act is not Act.HARMLESS and Trait.ANSWERS not in command.name.traits
    return not isinstance(given, Said) or _is_move(given)


def says_yes(state: State, given: Input, claim: Command) -> bool:
    """True if who made a claim, which has been judged now, meant nothing more by ``given``: they
    made it once more, or stopped the clocks for it with a press (6.12.2)."""
    if not isinstance(given, Said | Pressed):
        return False
    presses = isinstance(given, Pressed) or _is(given, C.PRESS, C.RESUME)
    return _is(given, claim.name) or (presses and not state.waits_for_press)


def takes(step: Step, given: Said | Pressed | Played, colour: chess.Color) -> bool:
    """Take what would disturb an open question, before anything else looks at it.

    A claim that was heard may have been misheard, and is denied by a move of the claimant; a press
    by the opponent waits until it is judged. Nothing else comes before the answer that would end
    the game, let a clock run that stands, or ask for something else: the question is put once more.
    """
    state, asked = step.state, step.state.asked
    declared = declaration(state) if asked else None
    if asked is None or declared is None or given.who is Role.ARBITER:
        return False
    moves = isinstance(given, Played) or (isinstance(given, Said) and _is_move(given))
    presses = isinstance(given, Pressed) or _is(given, C.PRESS, C.RESUME)
    claims, own = state.declared is not None, colour == asked.question.who
    if claims and own and moves:
        withdraw(step)
        return False
    if claims and not own and presses and not _is(given, C.RESUME):
        _note_press(step, colour)
    waits = (flag_waits(state, step.at) and (moves or presses)) or (end_waits(state) and presses)
    opponent = given.who is ROLE_OF[not asked.question.who] and _asks(state, given)
    again = declared.sure and not claims and _is(given, declared.name)
    if waits or (claims and presses) or opponent or again:
        step.emit(asked.question)
        return True
    return False


def _note_press(step: Step, colour: chess.Color) -> None:
    """The press that the opponent owed for their move (6.2.1), if it was that, was made in time."""
    declared, owed = step.state.declared, step.state.clock.paused == colour
    if declared is not None and declared.pressed is None and owed:
        step.state = replace(step.state, declared=replace(declared, pressed=step.at))


def _is_move(given: Said) -> bool:
    return isinstance(given.intent, Heard | Ambiguous | Unsure | Either | Illegal)


def _is(given: Said | Pressed | Played, *names: C) -> bool:
    command = given.intent if isinstance(given, Said) else None
    return isinstance(command, Command) and command.name in names


def _asks(state: State, given: Said | Pressed | Played) -> bool:
    """True if something else would be asked about in place of the open question, or what it is
    about be taken back. A slip that nobody is asked about is corrected (D.2.8)."""
    intent = given.intent if isinstance(given, Said) else None
    if not isinstance(intent, Command):
        return isinstance(intent, Ambiguous | Unsure)
    claims = state.declared is not None
    takes_back = intent.name is C.CORRECT and not state.announced
    takes_back = takes_back or (claims and intent.name in (C.CORRECT, C.NO))
    asks = intent.name.act is Act.ENDS or Trait.ASKS in intent.name.traits
    return takes_back or asks or not intent.sure


# --- After the answer ---------------------------------------------------------------------------


def judged(step: Step) -> None:
    """The yes has been worked off: the clocks run on, unless the arbiter has to rule first."""
    state = step.state
    if state.declared is None:
        return
    step.state = replace(step.state, declared=None)
    if state.outcome is None and state.declared.until is None and not state.arbiter.called:
        step.set_clock(state.clock.resume(step.at))


def withdraw(step: Step) -> None:
    """No claim was made: the time has run on from the word. Who was asked is told so."""
    state = step.state
    if state.asked is not None and declaration(state) is not None:
        step.state = replace(step.state, asked=None)
        question = state.asked.question
        step.emit(QuestionClosed(step.at, question.who, question.kind))
    _run_on(step)


def _run_on(step: Step) -> None:
    """The time of who has the move, and so could claim, has run on from the word. The opponent's
    had only the press to wait for, and stood until that, or until now."""
    declared, clock = step.state.declared, step.state.clock
    if declared is None:
        return
    step.state = replace(step.state, declared=None)
    if clock.paused is None:
        return  # somebody let it run meanwhile
    own = clock.paused == step.state.turn
    at = declared.at if own else step.at if declared.pressed is None else declared.pressed
    if declared.until is None:
        step.state = replace(step.state, clock=clock.start(at, clock.paused))
        shown = step.at if own else at
        step.settle_clock(shown)
        white, black = (step.state.clock.remaining(one, shown) for one in chess.COLORS)
        step.emit(GameResumed(step.at, white, black, silent=True))
        return
    if own:
        clock = clock.start(at, clock.paused)
        clock, happened = clock.pause(declared.until).settle(declared.until)
        step.state = replace(step.state, clock=clock)  # it was told already that they stand
        step.happened([event for event in happened if not isinstance(event, GamePaused)])


def settle(step: Step) -> None:
    """After every input, while a claim stands: one that nobody is asked about any more was none."""
    if step.state.outcome is not None:
        step.state = replace(step.state, declared=None)
    elif not _asks_for_claim(step.state):
        _run_on(step)


def _asks_for_claim(state: State) -> bool:
    declared = declaration(state)
    return declared is not None and Trait.CLOCKS_STAND in declared.name.traits
