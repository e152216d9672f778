# SPDX-License-Identifier: GPL-3.0-or-later
"""The chess clock alone, for two people with a board of their own: what an input does to it.

Like ``table.handle`` it is pure and deterministic, and works on the same state; no move is ever
made in it. It tells what happened and judges nothing: a fallen flag stops both clocks.
"""

from dataclasses import replace
from operator import attrgetter

import chess

from clock.clock import CREDIT_LIMIT
from rules.outcome import Outcome, Termination
from table import due, reception
from table import handle as table
from table.acts import running, setup
from table.commands import COMMANDS, sure_of
from table.core.inputs import Begin, DeviceChanged, Hearing, Input, Pressed, Said, Stood
from table.core.state import State
from table.core.step import ROLE_OF, Handled, Step
from table.events.answers import About, Answer, Help, Topic, help_with
from table.events.dialogue import InfoGiven, NotUnderstood, QuestionClosed
from table.events.game import GameStarted, Refusal, Role
from table.reception import Received, Table
from voice.language import interpretation
from voice.language import time_control as time_words
from voice.language.commands import Command, CommandName, Trait
from voice.language.grammar import heard_commands
from voice.language.transcript import UNKNOWN

OBEYED = tuple(name for name in CommandName if Trait.ON_CLOCK in name.traits)
"""The commands that the clock understands, beside a time control before it is started."""

WEIGHT = 20
"""How often each command stands in the recogniser's list."""


def handle(state: State, given: Input, now: int) -> Handled:
    """The clock after ``given``, which arrived at ``now``; see ``table.handle.handle``."""
    at = now
    if isinstance(given, Said):
        at = min(now, max(given.ended_at, now - CREDIT_LIMIT, state.clock.since))
    step = Step(state, at, now)
    due.pass_time(step, at, TIMERS)
    _dispatch(step, given)
    due.pass_time(step, now, TIMERS)
    return step.state, tuple(step.events), step.request


def deadline(state: State) -> int | None:
    """When time alone changes something next, or None."""
    return due.deadline(state, TIMERS)


def _zero(state: State, _: object) -> due.Due | None:
    zero = state.clock.deadline()
    return due.Due(zero[0], _reach_zero) if zero else None


def _reach_zero(step: Step) -> None:
    """A period begins, or the flag falls: then both clocks stop."""
    step.settle_clock(step.at)
    if step.state.clock.flagged(step.at) is not None:
        over = Outcome("*", Termination.FLAG, "6.8")
        step.state = replace(step.state, clock=step.state.clock.stop(step.at), outcome=over)


TIMERS: tuple[due.Timer, ...] = (
    due.UNANSWERED,
    due.ALARM,
    (attrgetter("clock.running"), _zero),
)


def _dispatch(step: Step, given: Input) -> None:
    step.heard = isinstance(given, Said) and not given.typed
    match given:
        case Begin():
            _begin(step)
        case Pressed(who):
            _press(step, _speaker(step, who))
        case Said(intent=Command() as command, who=who):
            step.hear_out()
            colour = _speaker(step, who)
            obeyed = sure_of(step, command, colour, who)
            if obeyed is not None:
                _obey(step, obeyed, colour, who)
        case Said():
            step.hear_out()
            step.emit(NotUnderstood(step.at, given.heard, given.typed))
        case Hearing(on):
            if on:
                step.state = replace(step.state, hearing=step.at)
            else:
                step.hear_out()
        case Stood():
            table.interrupted(step, given)
        case DeviceChanged():
            table.device_changed(step, given)


def _begin(step: Step) -> None:
    """White's clock is started (6.6); there are no players' names and no mode of play."""
    agreed = step.state.conditions
    fen = step.state.position.fen
    running.keep_control(step)
    step.emit(GameStarted(step.at, "", "", fen, agreed.time_control, agreed.edition, mode=""))
    running.start_clock(step)


def _speaker(step: Step, who: Role | None) -> chess.Color:
    """Whose words these are: of the player who was named, else of the one whose time runs."""
    if who in (Role.WHITE, Role.BLACK):
        return who is Role.WHITE
    clock = step.state.clock
    colour = clock.paused if clock.running is None else clock.running
    return chess.WHITE if colour is None else colour


def _press(step: Step, colour: chess.Color) -> None:
    """A player presses: the other clock runs. Pressed twice nothing happens, as on any clock."""
    if step.state.outcome is not None:
        step.refuse(colour, Refusal.GAME_OVER, "6.8")
        return
    if step.state.paused:
        step.refuse(colour, Refusal.PAUSED, "6.11")
        return
    clock = step.state.clock.press(colour, step.now, spoken_until=step.at)
    step.state = replace(step.state, clock=clock)
    step.settle_clock(step.now)


UNSTARTED = help_with(Topic.START)
"""The commands that begin a game."""


def _help(state: State) -> Answer[Help]:
    """The topics of help for a clock in this state."""
    if state.asked is not None:
        return help_with(Topic.YES_NO, Topic.CORRECT_QUESTION)
    if state.outcome is not None:
        return help_with(Topic.NEW_GAME, Topic.TIME, Topic.REPEAT)
    if not state.started:
        return help_with(Topic.START, Topic.SET_TIME)
    if state.paused:
        return help_with(Topic.RESUME, Topic.TIME, Topic.REPEAT)
    return help_with(Topic.PRESS, Topic.TIME, Topic.PAUSE, Topic.REPEAT)


def _turn(state: State) -> Answer[object]:
    """Whose clock runs; of clocks that stand, whose would, if the game is not over."""
    clock = state.clock
    if clock.running is not None:
        return Answer(About.CLOCK_RUNS, colour=clock.running)
    if state.outcome is not None:
        return Answer(About.CLOCKS_STAND)
    turn = chess.WHITE if clock.paused is None else clock.paused
    return Answer(About.CLOCKS_STAND, colour=turn)


def _obey(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    asked = step.state.asked
    match command.name:
        case CommandName.PRESS:
            _press(step, colour)
        case CommandName.ARBITER | CommandName.PAUSE:
            running.pause(step, command, colour, who)
        case CommandName.RESUME:
            running.resume(step, colour, None)
        case CommandName.SET_TIME:
            setup.ask_control(step, command, colour, who)
        case CommandName.NEW_GAME | CommandName.REMATCH:
            setup.ask_next(step, command, colour, who, UNSTARTED)
        case CommandName.LEAVE if not step.state.started or step.state.outcome is not None:
            setup.leave(step, command, colour, who)
        case CommandName.YES if asked and isinstance(asked.about, Command) and not asked.about.sure:
            step.close(asked)
            _obey(step, replace(asked.about, sure=True), asked.question.who, who)
        case CommandName.YES if asked is not None and isinstance(asked.about, Command):
            agrees = COMMANDS[asked.about.name].confirmed
            assert agrees is not None
            step.close(asked)
            agrees(step, asked.about, colour, who)
        case CommandName.NO | CommandName.CORRECT if asked is not None:
            step.close(asked)
            step.emit(QuestionClosed(step.at, colour, asked.question.kind))
        case CommandName.YES | CommandName.NO | CommandName.CORRECT:
            step.refuse(colour, Refusal.NO_QUESTION)
        case _ if (found := _answer(step, command, colour)) is not None:
            step.emit(InfoGiven(step.at, who or ROLE_OF[colour], found))
        case _:
            step.refuse(colour, Refusal.NOT_HERE)


def _answer(step: Step, command: Command, colour: chess.Color) -> Answer[object] | None:
    """What was asked for; None if a clock cannot tell it."""
    if command.name is CommandName.HELP:
        return _help(step.state)
    if command.name is CommandName.TURN:
        return _turn(step.state)
    find = COMMANDS[command.name].answer if command.name in OBEYED else None
    return None if find is None else find(step, command, colour)


def receive(said: Said, state: State, now: int, engine: chess.Color | None = None) -> Received:
    """The consequence of words: what is said and is no command is chatter at the board."""
    if isinstance(said.intent, Command):
        return reception.receive(said, state, now, engine)
    if said.typed:
        return Received(given=replace(said, intent=interpretation.NoMatch(said.heard)))
    return Received()


def press(who: Role | None, state: State, at: int) -> Received:
    """The key starts the clock, and then presses it."""
    return Received(given=Pressed(who)) if state.started else Received(begins=True)


def phrases(state: State) -> list[str]:
    """The phrases for the recogniser: the commands, and before the start time controls."""
    found = heard_commands(OBEYED) * WEIGHT
    if not state.started:
        found += [*time_words.phrases(), *time_words.names()]
    return [*found, UNKNOWN]


ALONE = Table(handle, deadline, receive, press, phrases, lambda *_: None, over="clock_over")
"""The chess clock alone."""
