# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking a completed move back in training, if the opponent agrees (D.2.8 ends with the press).

The moves go back and the displays stay. Where it was Hektor who pressed, soon after the read-back,
a slip is corrected for a while as if nobody had pressed. A competition has no such thing: there a
move that was made stands (4.7).
"""

from dataclasses import replace

import chess

from clock.events import MovesAdjusted
from table.acts import claims, illegal, moves, touch
from table.core.both import Both
from table.core.inputs import Said
from table.core.matters import Asked, Offer
from table.core.state import State
from table.core.step import ROLE_OF, Step
from table.events.dialogue import Question, QuestionClosed, QuestionKind
from table.events.game import MoveCorrected, MovesTakenBack, Role
from voice.language.commands import Command, CommandName


def may_deny(step: Step, said: Said, colour: chess.Color) -> bool:
    """True if there is something that a "nein" of ``colour`` with a move may be about: a question,
    an offer, a move that was announced or just made. Who types it has no other reason to."""
    state = step.state
    open_now = state.asked is not None or bool(state.offers) or state.announced
    now = step.at if step.began is None else step.began
    just = moves.just_pressed(state, now) is not None or _replied_meanwhile(step, said.who)
    return open_now or just or (said.typed and bool(state.plies_of(colour)))


def _replied_meanwhile(step: Step, who: Role | None) -> bool:
    """True if a program has replied at once to a move for which Hektor has pressed, while or before
    its player began to speak: these words are not about the reply."""
    state, began = step.state, step.began
    if began is None or len(state.record) < 2:
        return False
    last, own = state.record[-1], state.record[-2]
    program = state.conditions.computer == last.facts.colour
    soon = own.pressed_at is not None and began <= own.pressed_at + moves.SOON
    other = who is ROLE_OF[last.facts.colour]
    return program and soon and began <= last.at + moves.REACTION and not other


def at_once(step: Step, who: Role | None) -> bool:
    """Correct the last move if Hektor has just pressed for it and the opponent did nothing yet, or
    is a program that replied meanwhile; False if not. The player gets no time for it, and the
    opponent has lost none."""
    state = step.state
    last = moves.just_pressed(state, step.at)
    if not _may(state):
        return False
    if _replied_meanwhile(step, who):
        agree(step, Command(CommandName.CORRECT, len(state.record) - 2), state.turn, who)
        return True
    if last is None:
        return False
    colour, ply = last.facts.colour, len(state.record) - 1
    if who is ROLE_OF[not colour] or claims.relying(state, colour) is not None:
        return False
    shown = state.displays(ply + 1)
    times = shown.change(colour, shown.of(colour) - last.gained)
    step.emit(MoveCorrected(step.at, colour, last.facts, made=True))
    _restore(step, ply, times)
    return True


def ask(step: Step, command: Command, colour: chess.Color, who: Role | None) -> bool:
    """Ask the opponent of whoever wants a completed move back; False if there is none to take back.

    A known player takes back their own last move, with the reply if there is one. At a shared
    microphone it is the last move that was made.
    """
    state = step.state
    if not _may(state):
        return False
    last = state.record[-1].facts.colour
    asker = colour if who in ROLE_OF.values() else last
    ply = len(state.record) - (1 if asker == last else 2)
    if ply < 0:
        return False
    if state.conditions.computer == (not asker):  # a program agrees to what goes back
        agree(step, replace(command, about=ply), asker, who)
        return True
    move = state.record[ply].facts
    question = Question(step.at, not asker, QuestionKind.TAKE_BACK, move=move)
    step.ask(question, replace(command, about=ply))
    return True


def agree(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: the position is that before the move. The clock of its player runs on, if one ran."""
    ply = command.number or 0
    undone = tuple(made.facts for made in reversed(step.state.record[ply:]))
    step.emit(MovesTakenBack(step.at, undone[-1].colour, undone))
    _restore(step, ply)


def _restore(step: Step, ply: int, times: Both[int] | None = None) -> None:
    """Go back to before that ply; without ``times`` the displays stay."""
    step.close(Asked, Offer)
    runs = step.state.clock.running is not None
    illegal.restore(step, ply, "", times, keep=times is None, runs=runs)
    # Nobody asked for a move count (D.2.10.4), and no arbiter set one.
    step.events = [event for event in step.events if not isinstance(event, MovesAdjusted)]


def _may(state: State) -> bool:
    agreed = state.conditions
    new = not agreed.competes
    idle = state.outcome is None and state.adjourned is None and not state.announced
    return new and idle and bool(state.record)


def agree_to_correct(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Yes: a completed move goes back in training, or what was announced was a slip (D.2.8)."""
    if command.number is None:
        moves.take_back(step)
    else:
        agree(step, command, colour, who)


def deny_slip(step: Step, command: Command, asked: Asked, who: Role | None) -> None:
    """No: the opponent heard what was announced. The arbiter decides, where there is one."""
    question = asked.question
    if command.name is CommandName.CORRECT and who is not ROLE_OF[question.who]:
        step.ask_again(asked)  # said once more by who made the slip
        return
    step.close(asked)
    if step.state.conditions.no_arbiter:
        step.emit(QuestionClosed(step.at, question.who, question.kind))
    else:
        touch.report(step, not question.who, "D.2.8")
