# SPDX-License-Identifier: GPL-3.0-or-later
"""The table: what an input does to a game. Pure and deterministic; time is passed in.

``handle(state, given, now)`` returns the state after, the events and a request to the world;
``table.due`` tells when the table wants a ``Tick`` at the latest. Nothing here reads a clock, a
disk or a device.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import chess

from clock.clock import CREDIT_LIMIT
from clock.events import FlagFell
from table import commands
from table.acts import (
    adjournment,
    advice,
    boards,
    claims,
    draws,
    illegal,
    moves,
    pressing,
    replies,
    scoresheets,
    setup,
    takeback,
    time_trouble,
)
from table.acts.running import begin, nothing_to_play
from table.arbiter import orders
from table.core import rights
from table.core.inputs import (
    Acted,
    Advised,
    Begin,
    DeviceChanged,
    EnvelopeNoted,
    EnvelopeOpened,
    Hearing,
    Input,
    MoveSealedIn,
    Ordered,
    PinReplaced,
    Played,
    Pressed,
    ReadBack,
    Said,
    Seated,
    Stood,
    Tick,
)
from table.core.matters import GoesOn, Misspoken, PinAsked, SpokenMove
from table.core.state import State
from table.core.step import ROLE_OF, Handled, Step
from table.due import ANSWER_PAUSE, pass_time
from table.events.dialogue import (
    Device,
    DeviceLost,
    DeviceRestored,
    NotUnderstood,
    Stoppage,
    TimeStood,
)
from table.events.game import Refused, Role
from voice.language.commands import CORRECTIONS, Act, Command, CommandName, Trait
from voice.language.interpretation import (
    Ambiguous,
    Either,
    Heard,
    Illegal,
    Intent,
    NoMatch,
    Unsure,
    moves_of,
    of_readings,
)
from voice.language.orders import Order, PinGiven

MOVES = (Heard, Ambiguous, Unsure)
"""Intents that may be a legal move of the side that has to act."""

_OF_MOVES = (*MOVES, Either, Illegal)
"""All that are about a move."""


def handle(state: State, given: Input, now: int) -> Handled:
    """The state after ``given`` arrived at ``now`` (nanoseconds of the game), the events, and what
    is asked of the world.

    What was said counts from the end of the speech, not from its arrival; what would have
    happened in between (a flag, a press by itself) happens after it.

    A fallen flag is told at once (D.2.10.5): a `Tick` that lets it fall leaves the result, which
    may need a long proof (6.9), to the next input, and `deadline` is due at once.
    """
    step = _work_off(state, given, now)
    if any(isinstance(event, FlagFell) for event in step.events):
        time_trouble.withhold(step, state)
    step.sound = given.sound if isinstance(given, Said) else ""
    for event in tuple(step.events):
        if (follows := scoresheets.AFTER.get(type(event))) is not None:
            follows(step, event)
    if step.sound:
        scoresheets.keep_sound(step)
    return step.state, tuple(step.events), step.request


def refuses(state: State, given: Said | Pressed, now: int) -> bool:
    """True if ``given`` is refused for who says or does it: it is not theirs to do, or they are not
    on the move (1.1). No game is started by it (6.6)."""
    if rights.obstacle(state, given) is not None:
        return True
    a_move = isinstance(given, Said) and isinstance(given.intent, MOVES)
    return a_move and replies.obstacle(state, state.speaker(given.who), now) is not None


def _work_off(state: State, given: Input, now: int, *, meant: bool = False) -> Step:
    if isinstance(given, Acted | Ordered):
        return _obey(state, given, now)
    at, counts = now, None  # the moment from which it counts, if not from when it came
    if isinstance(given, Said | Played):
        counts = given.ended_at if isinstance(given, Said) else given.at
        at = min(now, max(counts, now - CREDIT_LIMIT, state.clock.since))
    step = Step(state, at, now)
    step.meant = meant
    if state.fallen is not None:
        at = step.at = now
        time_trouble.judge_flag(step)
    pass_time(step, at, judges=not isinstance(given, Tick))
    if isinstance(given, Tick):
        return step
    zero = step.state.clock.deadline()
    late = counts is not None and zero is not None and zero[0] <= at
    if late and not claims.flag_waits(step.state, at):
        time_trouble.reach_zero(step)  # it had waited for words that came too late
        time_trouble.judge_flag(step)
    before = step.state
    begins = not before.started and _would_begin(given)  # if it can (5.1.1, 5.2)
    hindered = rights.obstacle(before, given) or (nothing_to_play(before) if begins else None)
    if hindered is not None:
        step.refuse(_asker(step.state, given), *hindered)
    elif before.claimed is None or not _judge_claim_before(step, given):
        INPUTS[type(given)](step, given)
    step.at = max(step.at, at)  # what counts from an earlier word is done
    commands.go_on_with_agreed(step)
    if step.state.claimed is not None:
        claims.settle(step)
    if before.claimed is not None:
        claims.press_meanwhile(step, before)
    if not isinstance(given, Hearing) or not given.on:
        step.at = now
        pass_time(step, now, judges=True)
    if len(step.state.record) > len(state.record):
        illegal.check_position(step, state.position.board)
        if step.state.arbiter.known:
            orders.leave_floor(step)
    return step


def _obey(state: State, given: Acted | Ordered, now: int) -> Step:
    """A distant opponent's act beside a move, which needs no yes; or an order
    from a desk elsewhere, given as at the table; a copy of an earlier one is none.

    Its signature stands for the PIN (12.3), for this order alone: who sits at the table has not
    become the arbiter by it.
    """
    if isinstance(given, Acted):
        said = Said(Command(given.act), given.at, given.who, typed=True)
        return _work_off(state, said, now, meant=True)
    if given.number <= state.arbiter.ordered:
        return Step(state, now, now)
    known, pin = state.arbiter.known, bool(state.conditions.arbiter_pin)
    arbiter = replace(state.arbiter, known=known or pin, ordered=given.number)
    said = Said(given.intent, now, Role.ARBITER, given.heard, typed=True)
    step = _work_off(replace(state, arbiter=arbiter), said, now)
    step.arbiter = replace(step.arbiter, known=step.arbiter.known and known)
    return step


def _judge_claim_before(step: Step, given: Input) -> bool:
    """Who has made a claim that stands acts on: it is judged before (9.5.1). True if that is all
    that they wanted."""
    asked, intent = step.state.claim_asked, given.intent if isinstance(given, Said) else None
    claim = None if asked is None else asked.declaration
    if claim is None or not isinstance(given, Said | Pressed | Played):
        return False
    if not claims.insists(step.state, given, step.state.speaker(given.who, intent)):
        return False
    commands.confirm_claim(step)
    return claims.says_yes(step.state, given, claim)


def _would_begin(given: Input) -> bool:
    """True if it is a move, the clock's key or the word for it."""
    if not isinstance(given, Said):
        return isinstance(given, Pressed)
    intent = given.intent
    starts = isinstance(intent, Command) and Trait.STARTS in intent.name.traits
    return starts or isinstance(intent, MOVES)


def _asker(state: State, given: Input) -> chess.Color:
    """To whose side it is told that ``given`` is not theirs to do."""
    return state.speaker(given.who if isinstance(given, Said | Pressed) else None)


def _begin(step: Step, given: Begin) -> None:
    if not step.state.started:
        begin(step, given.late)


def _pressed(step: Step, given: Pressed) -> None:
    colour = step.state.speaker(given.who)
    if not claims.comes_first(step, given, colour):
        pressing.press(step, colour, given.who)


def _played(step: Step, given: Played) -> None:
    colour = step.state.speaker(given.who)
    if not claims.comes_first(step, given, colour) and replies.may_move(step, colour):
        moves.play(step, given.move)
        boards.notice(step)


def _hearing(step: Step, given: Hearing) -> None:
    if given.on:
        step.state = replace(step.state, hearing=step.at)
    else:
        step.hear_out()
        moves.heard_out(step)


def interrupted(step: Step, given: Stood) -> None:
    """Nobody could do anything for a while, which is charged to nobody: both clocks stand until
    "weiter". Whoever is there now may not be the arbiter who gave the PIN.

    It may have been time to think: in competition only the arbiter lets the game go on, and decides
    whose time it was (6.11.3).
    """
    running, agreed = step.state.time_of, step.state.conditions
    ended = given.why is Stoppage.ENDED
    decides = running is not None and agreed.ruled_on
    if running is not None and (decides or not ended):
        step.emit(TimeStood(step.at, given.why, given.lasted, running, decides))
    step.drop_order()
    step.close(PinAsked)
    step.arbiter = replace(step.arbiter, known=False)
    step.hear_out()
    goes_on = GoesOn.ARBITER if decides else GoesOn.ANYBODY
    if running is not None:
        step.stop_clocks("restart" if ended else "stood", goes_on)


def device_changed(step: Step, given: DeviceChanged) -> None:
    """A device stopped working, or works again."""
    if given.device is Device.OPPONENT and not given.works:
        setup.failed(step)
    changed = DeviceRestored(step.at, given.device)
    lost = DeviceLost(step.at, given.device, given.detail, given.illegal)
    step.emit(changed if given.works else lost)


def _said(step: Step, given: Said) -> None:
    waiting = None if step.state.paused else step.state.spoken
    began = step.began = step.state.hearing
    step.heard, step.of_arbiter = not given.typed, given.who is Role.ARBITER
    if step.heard:
        step.hear_out()
    colour = step.state.speaker(given.who, given.intent)
    if step.state.may_reply(given.who):
        colour = replies.side(step.state, given.intent, colour)
    if isinstance(given.intent, Command):
        act = given.intent.name.act
        if given.intent.name is CommandName.OFFER_DRAW:
            colour = draws.side_that_offers(step.state, given, colour, step.at)
        elif given.who is None and began is not None and act is Act.HARMLESS:
            colour, given = _asker_since(step, given, began, colour)
    answers = isinstance(given.intent, Command) and Trait.ANSWERS in given.intent.name.traits
    if not answers:  # whoever says something else is not about refused words any more
        step.close(*(one for one in step.state.every(Misspoken) if one.colour == colour))
    held = claims.comes_first(step, given, colour)
    replaces = isinstance(given.intent, Command) and given.intent.move is not None
    handlers = SAID[type(given.intent)]
    for takes in () if held else (_corrected, *handlers) if replaces else handlers:
        if takes(step, given, colour):
            break
    if isinstance(given.intent, _OF_MOVES):
        boards.notice(step)
    if waiting is not None and step.state.spoken is waiting:
        _go_on_waiting(step, given, waiting, colour)


def _asker_since(
    step: Step, given: Said, began: int, colour: chess.Color
) -> tuple[chess.Color, Said]:
    """Who asks since ``began``. Just after a press of Hektor's that may be either player: they hear
    both times."""
    since, intent = moves.side_since(step.state, began, colour, step.at), given.intent
    either = since != colour
    of_one = (CommandName.TIME_OWN, CommandName.TIME_OPPONENT)
    if either and isinstance(intent, Command) and intent.name in of_one:
        given = replace(given, intent=replace(intent, name=CommandName.TIME_BOTH))
    return since, given


def _go_on_waiting(step: Step, given: Said, waiting: SpokenMove, colour: chess.Color) -> None:
    """Words of ``colour`` left the announced move as it is.

    They may have been the beginning of a correction, not understood or without its word: the pause
    begins anew, so that it can be said, as often as that costs nobody time. Nothing else holds up
    the press, and no word that is known to be another's.
    """
    player = waiting.facts.colour
    missed = isinstance(given.intent, NoMatch) and not given.typed
    if missed:
        theirs = given.who in (None, ROLE_OF[player])
    else:
        theirs = isinstance(given.intent, MOVES) and colour == player
    free = step.now + ANSWER_PAUSE <= moves.free_until(step.state, waiting)
    if not (theirs and free):
        moves.heard_out(step)
        return
    again = waiting.move in moves_of(given.intent)
    moves.restart_pause(step, corrects=not again)


def _came_late(step: Step, given: Said, _colour: chess.Color) -> bool:
    """Moves that were understood before a press by itself came between the words and now."""
    state = step.state
    possible = set(state.position_for(given.who).legal_moves)
    if state.may_reply(given.who):
        possible |= set(state.present.legal_moves)
    late = not set(moves_of(given.intent)) <= possible
    if late:
        step.emit(NotUnderstood(step.at, given.heard, given.typed))
    return late


def _move_said(step: Step, given: Said, colour: chess.Color) -> bool:
    """A legal move, or more than one, in ``position_for`` the speaker."""
    match given.intent:
        case Heard(move=move):
            if not (step.state.adjourned and adjournment.stated(step, move, colour)):
                replies.heard(step, move, colour)
        case Either() as either:
            replies.either(step, either)
        case Ambiguous() | Unsure() as unclear:
            illegal.unclear(step, colour)
            replies.unclear(step, unclear, colour)
    return True


def _corrected(step: Step, given: Said, colour: chess.Color) -> bool:
    """ "Nein, Felix drei": what was said before goes back, and this is said instead. Where there is
    nothing that a "nein" may be about, only the move is left of it, which is asked about; one that
    is not possible now is meant for the last one.

    What others have to agree to is asked of them, and the move is said again after it.
    """
    command = given.intent
    assert isinstance(command, Command)
    if command.move is None or not command.sure or command.name not in CORRECTIONS:
        return False
    meant = of_readings([command.move], step.state.position_of(colour), command.text)
    misspoken = step.state.put_to(given.who, corrects=True)
    if isinstance(misspoken, Misspoken):  # these words are meant, and this is said instead of them
        player = misspoken.colour
        instead = of_readings([command.move], step.state.position_of(player), command.text)
        if isinstance(instead, MOVES):
            step.close(misspoken)
            said = replace(given, intent=instead)
            return any(takes(step, said, player) for takes in SAID[type(instead)])
    denies = takeback.may_deny(step, given, colour) or not isinstance(meant, MOVES)
    if denies or command.name is CommandName.CORRECT:
        done, open_before = len(step.events), step.state.asked or step.state.offers
        name = command.name if open_before else CommandName.CORRECT
        commands.heard(step, replace(given, intent=replace(command, name=name, move=None)), colour)
        if step.state.asked or any(isinstance(one, Refused) for one in step.events[done:]):
            return True
        colour = step.state.speaker(given.who)  # who has the move again
        meant = of_readings([command.move], step.state.position_of(colour), command.text)
    if not denies and isinstance(meant, Heard) and command.name is CommandName.NO:
        meant = Unsure(meant.move, meant.text)
    said = replace(given, intent=meant)
    return any(takes(step, said, colour) for takes in SAID[type(meant)])


def _illegal_move_said(step: Step, given: Said, colour: chess.Color) -> bool:
    assert isinstance(given.intent, Illegal)
    if replies.may_be_explained(step, colour):
        own = given.who is not Role.ASSISTANT
        illegal.announce(step, given.intent, given.heard, colour, own=own)
    return True


def _not_understood(step: Step, given: Said, colour: chess.Color) -> bool:
    illegal.unclear(step, colour)
    clipped = isinstance(given.intent, NoMatch) and given.intent.clipped
    said = "" if clipped else given.heard
    step.emit(NotUnderstood(step.at, said, given.typed, in_part=clipped))
    return True


_MOVES = (_came_late, replies.repeat, _move_said)

SAID: Mapping[type[Intent], tuple[Callable[[Step, Said, chess.Color], bool], ...]] = {
    PinGiven: (orders.identify,),
    Order: (orders.give,),
    Command: (commands.heard,),
    # D.2.1: the opponent repeats the announced move.
    Heard: _MOVES,
    Ambiguous: _MOVES,
    Unsure: _MOVES,
    Either: _MOVES,
    Illegal: (replies.repeat_late, _illegal_move_said),
    NoMatch: (_not_understood,),
}
"""Who may take what was said, by its kind and in this order, unless it disturbs an open question
(9.5.1); the colour is that of the side that has to act.

A handler that takes it does what there is to do, be it to refuse it, and answers True: nobody after
it is asked. One that answers False has changed nothing.
"""

INPUTS: Mapping[type[Input], Callable[[Step, Any], None]] = {
    Begin: _begin,
    Said: _said,
    Pressed: _pressed,
    Played: _played,
    Hearing: _hearing,
    ReadBack: lambda step, _: moves.read_back(step),
    Stood: interrupted,
    DeviceChanged: device_changed,
    PinReplaced: orders.replace_pin,
    MoveSealedIn: adjournment.seal,
    EnvelopeNoted: adjournment.note,
    EnvelopeOpened: adjournment.opened,
    Seated: setup.seated,
    Advised: advice.given,
}
"""Who works off an input, beside the acts of others and the passing of time."""
