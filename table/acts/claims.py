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
from table.acts import moves
from table.core.inputs import Input, Played, Pressed, Said
from table.core.matters import LIMIT, ROLE_OF, Asked, Claimed
from table.core.state import State
from table.core.step import Step
from table.events.dialogue import QuestionClosed
from table.events.game import Role
from voice.language.commands import Act, Command, Trait
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Heard, Illegal, Unsure


def declarations(state: State) -> tuple[Asked, ...]:
    """The open questions whether somebody claims, resigns or accepts, the oldest first."""
    return tuple(one for one in state.every(Asked) if one.declaration is not None)


# --- From the word to the answer ----------------------------------------------------------------


def declare(step: Step, command: Command, colour: chess.Color) -> None:
    """From a claim on both clocks stand; claimed once more, they stand since the first word."""
    if Trait.CLOCKS_STAND not in command.name.traits:
        return
    claimed = step.state.claimed
    if claimed is None:
        claimed = Claimed(step.at, colour)
        step.open(claimed)
        step.pause("claim")
    stands = claimed.stands or (step.state.conditions.competes and not step.heard)
    step.change(claimed, replace(claimed, stands=stands))


def holds(state: State) -> int | None:
    """Until when the end of the game by anything else waits for an answer; None if for none."""
    return max((one.question.at + LIMIT for one in declarations(state)), default=None)


def flag_waits(state: State, at: int) -> bool:
    """True if a display has come to zero, and the flag waits for an answer."""
    zero, held = state.clock.deadline(), holds(state)
    return zero is not None and held is not None and zero[0] <= at < held


def end_waits(state: State) -> Asked | None:
    """The question whether the opponent of an announced move that would end the game had resigned
    or agreed before it was announced."""
    spoken = state.spoken
    if spoken is None or spoken.ending is None:
        return None
    for asked in declarations(state):
        if asked.question.who != spoken.facts.colour and asked.question.at < spoken.at:
            return asked
    return None


def insists(state: State, given: Input, colour: chess.Color) -> bool:
    """True if somebody acts on, and has made a claim that was not misheard: it is judged first."""
    claimed = state.claimed
    if claimed is None or not claimed.stands or colour != claimed.colour:
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


def comes_first(step: Step, given: Said | Pressed | Played, colour: chess.Color) -> bool:
    """True if what somebody declared has to be answered before ``given``: the question is put once
    more, and ``given`` does nothing.

    That is a press, where the clocks stand for a claim, or where it would complete a move that ends
    a game which is over by an earlier word; whatever is done while a flag waits for an answer; a
    correction of the move on which the opponent has claimed or agreed; and the same declaration
    once more. A claim that was heard may have been misheard, and is denied by
    a move of the claimant.
    """
    state = step.state
    if given.who is Role.ARBITER or not declarations(state):
        return False
    moves_on = isinstance(given, Played) or (isinstance(given, Said) and _is_move(given))
    presses = isinstance(given, Pressed) or _is(given, C.PRESS, C.RESUME)
    claimed = state.claimed
    if claimed is not None:
        if claimed.colour == colour and moves_on:
            withdraw(step)
            return False
        if presses:
            if claimed.colour != colour and not _is(given, C.RESUME):
                _note_press(step, colour)
            _put_again(step, state.claim_asked)
            return True
    last = declarations(state)[-1]
    opponent = given.who is ROLE_OF[not last.question.who] and _declares(given)
    if (moves_on or presses or opponent) and flag_waits(state, step.at):
        return _put_again(step, last)
    if presses and (earlier := end_waits(state)) is not None:
        return _put_again(step, earlier)
    if takes_back(state, given, colour):
        relies = relying(state, colour)
        if relies is not None:
            return _put_again(step, relies)
    for asked in declarations(state):
        declared = asked.declaration
        again = declared is not None and declared.sure and _is(given, declared.name)
        if again and asked.question.who == colour and claimed is None:
            return _put_again(step, asked)
    return False


def relying(state: State, colour: chess.Color) -> Asked | None:
    """The question whether the opponent of ``colour`` claims a draw or accepts one."""
    for asked in reversed(declarations(state)):
        declared = asked.declaration
        if asked.question.who != colour and declared is not None and declared.name is not C.RESIGN:
            return asked
    return None


def takes_back(state: State, given: Said | Pressed | Played, colour: chess.Color) -> bool:
    """True if ``given`` would take back a move that was made, or the announced one on which the
    opponent has claimed."""
    if _is(given, C.NO):
        claimed = state.claimed is not None and state.announced_by == colour
        return claimed and state.put_to(given.who) is None
    corrects = _is(given, C.CORRECT) and state.put_to(given.who, corrects=True) is None
    return corrects and (state.claimed is not None or not state.announced)


def _put_again(step: Step, asked: Asked | None) -> bool:
    if asked is not None:
        step.ask_again(asked)
    return True


def _note_press(step: Step, colour: chess.Color) -> None:
    """The press that the opponent owed for their move (6.2.1), if it was that, was made in time."""
    claimed, owed = step.state.claimed, step.state.clock.paused == colour
    if claimed is not None and claimed.pressed is None and owed:
        step.change(claimed, replace(claimed, pressed=step.at))


def _is_move(given: Said) -> bool:
    return isinstance(given.intent, Heard | Ambiguous | Unsure | Either | Illegal)


def _is(given: Said | Pressed | Played, *names: C) -> bool:
    command = given.intent if isinstance(given, Said) else None
    return isinstance(command, Command) and command.name in names


def _declares(given: Said | Pressed | Played) -> bool:
    """True if something else is declared or asked for that would end the game, or stop a clock."""
    command = given.intent if isinstance(given, Said) else None
    if not isinstance(command, Command):
        return False
    return command.name.act is Act.ENDS or Trait.ASKS in command.name.traits


def waits_for_earlier(step: Step, asked: Asked) -> bool:
    """True if ``asked`` got its yes, and has to wait: the opponent has declared before what may end
    the game otherwise, or the same player has claimed. That is answered first. An acceptance is
    not held up by a claim, which is an offer too (9.1.2.3)."""
    accepts = asked.declaration is not None and asked.declaration.name is C.ACCEPT_DRAW
    for earlier in declarations(step.state):
        declared = earlier.declaration
        assert declared is not None
        claims = Trait.CLOCKS_STAND in declared.name.traits
        other = earlier.question.who != asked.question.who or claims
        before = earlier.question.at < asked.question.at and not earlier.agreed
        if other and before and not (accepts and claims):
            step.close(asked)
            step.open(replace(asked, agreed=True))
            step.ask_again(earlier)
            return True
    return False


# --- After the answer ---------------------------------------------------------------------------


def judged(step: Step) -> None:
    """The claim has been worked off: the clocks run on, unless something else stops them."""
    if step.state.claimed is not None:
        step.close(Claimed)
        if step.state.outcome is None:
            step.run_clocks()


def withdraw(step: Step) -> None:
    """No claim was made: the time has run on from the word. Who was asked is told so."""
    asked = step.state.claim_asked
    if asked is not None:
        step.close(asked)
        step.emit(QuestionClosed(step.at, asked.question.who, asked.question.kind))
    run_on(step)


def run_on(step: Step) -> None:
    """The time of who has the move, and so could claim, has run on from the word, until the clocks
    were stopped for another reason. The opponent's had only the press to wait for, and stood until
    that, or until now."""
    claimed, clock = step.state.claimed, step.state.clock
    if claimed is None:
        return
    step.close(claimed)
    if clock.paused is None:
        return
    stopped = [max(one.at, claimed.at) for one in step.state.matters if one.stops]
    own = clock.paused == step.state.turn
    at = claimed.at if own else step.at if claimed.pressed is None else claimed.pressed
    if not stopped:
        step.state = replace(step.state, clock=clock.start(at, clock.paused))
        shown = step.at if own else at
        step.settle_clock(shown)
        white, black = (step.state.clock.remaining(one, shown) for one in chess.COLORS)
        step.emit(GameResumed(step.at, white, black, silent=True))
    elif own:
        until = min(stopped)
        clock, happened = clock.start(at, clock.paused).pause(until).settle(until)
        step.state = replace(step.state, clock=clock)  # it was told already that they stand
        step.happened([event for event in happened if not isinstance(event, GamePaused)])


def settle(step: Step) -> None:
    """After every input, while a claim stands: one that nobody is asked about any more was none."""
    if step.state.outcome is None and step.state.claim_asked is None:
        run_on(step)


def press_meanwhile(step: Step, before: State) -> None:
    """Once a claim is open no more, as it was ``before``, the opponent's press counts that was made
    meanwhile, or that Hektor owed for a move; as of now if the clocks have stood until now."""
    claimed, mover = before.claimed, before.clock.paused
    if claimed is None or step.state.claimed is not None or mover is None:
        return
    owed = step.state.conditions.press_after is not None and step.state.unpressed == mover
    runs = step.state.clock.running == mover
    pressed = owed or claimed.pressed is not None
    if runs and pressed and not moves.hindrance(step.state, mover):
        at, step.at = step.at, max(claimed.pressed or 0, step.state.clock.since)
        moves.press(step, mover)
        step.at = at
