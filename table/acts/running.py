# SPDX-License-Identifier: GPL-3.0-or-later
"""When a game runs: start (6.6), stops (6.11), a new start (7.2, 7.3), and lateness (6.7).

White's clock runs, whoever is missing. A player who is not there when the default time is over has
lost the game; if both are missing, both have. The arbiter says who is missing and who has come.
"""

from dataclasses import replace

import chess

from clock.events import ControlChanged
from rules.outcome import Outcome, Termination, is_over
from rules.results import not_played
from table.core.arbiter_state import ArbiterState
from table.core.conditions import SECOND
from table.core.matters import Asked, Call, Dispute, GoesOn, PinAsked, Stopped
from table.core.state import State, new_state
from table.core.step import Obstacle, Step
from table.events.arbiter import GameCancelled, Note, Noted
from table.events.dialogue import Question, QuestionClosed, QuestionKind
from table.events.game import GameStarted, Refusal, Role
from voice.language.commands import Command, CommandName

# --- Start and stop -------------------------------------------------------------------------------

_OVER = {
    Termination.CHECKMATE: Refusal.ALREADY_MATE,
    Termination.STALEMATE: Refusal.ALREADY_STALEMATE,
    Termination.DEAD_POSITION: Refusal.ALREADY_DEAD,
}


def nothing_to_play(state: State) -> Obstacle | None:
    """Why no game begins: the position that was set up is the end of one (5.1.1, 5.2)."""
    if state.setup:
        return Refusal.SET_UP_FIRST, ""
    over = is_over(state.position)
    return None if over is None else (_OVER[over.termination], over.article)


def begin(step: Step, late: int = 0) -> None:
    """The clock of the player who has the move is started (6.6), if there is anything to play,
    ``late`` nanoseconds after the scheduled start of the round."""
    if step.hindered(step.state.position.turn, nothing_to_play(step.state)):
        return
    keep_control(step)
    step.state = replace(step.state, spelt=None)
    step.emit(conditions_of(step))
    start_clock(step)
    due = step.at - late
    step.close(Stopped, PinAsked)
    step.arbiter = replace(step.arbiter, known=False, began=due)


def conditions_of(step: Step) -> GameStarted:
    """The conditions that are told at the start of the game."""
    agreed = step.state.conditions
    return GameStarted(
        step.at,
        agreed.white,
        agreed.black,
        step.state.position.fen,
        agreed.time_control,
        agreed.edition,
        agreed.mode.value,
        agreed.chess960,
        agreed.white_assistant,
        agreed.black_assistant,
    )


def keep_control(step: Step) -> None:
    """A time control that was read back, and that nobody said yes to, is not the game's."""
    stays = step.state.conditions.time_control
    for asked in step.state.every(Asked):
        who, kind = asked.question.who, asked.question.kind
        if kind is QuestionKind.SET_TIME:
            step.emit(QuestionClosed(step.at, who, kind, True, control_stays=stays))


def start_clock(step: Step) -> None:
    """The clock of the player on the move runs; another time control of Black's is told."""
    of_white, of_black = (step.state.clock.side(colour).control for colour in chess.COLORS)
    if of_black != of_white:
        step.emit(ControlChanged(step.at, chess.BLACK, str(of_black)))
    clock = step.state.clock.start(step.at, step.state.position.turn)
    step.close(Asked)
    step.state = replace(step.state, clock=clock, hearing=None)


def cancel(step: Step, article: str) -> None:
    """The game does not count: all is as before its start, and it waits to be started anew."""
    old = step.state
    arbiter = ArbiterState(known=old.arbiter.known)
    stands = (Stopped(step.at, GoesOn.ARBITER),)
    step.state = replace(new_state(old.conditions, old.pin_key), arbiter=arbiter, matters=stands)
    step.emit(GameCancelled(step.at, article))


def not_running(state: State) -> Obstacle | None:
    """Why no clock can be stopped; None while one runs."""
    if state.clock.running is not None:
        return None
    return (Refusal.PAUSED, "6.11") if state.paused else (Refusal.NOT_HERE, "")


def pause(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A player stops both clocks in training. A competition is interrupted by the arbiter (6.11.1);
    where there is none, both players have to want it."""
    if step.hindered(colour, not_running(step.state)):
        return
    if step.state.arbiter_decides(who):
        step.ask(Question(step.at, not colour, QuestionKind.PAUSE), command)
    else:
        step.stop_clocks("request")


def agree_to_pause(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Yes: both players want a pause. Each of them ends it."""
    if not step.hindered(colour, not_running(step.state)):
        step.stop_clocks("request")


def stop_for_arbiter(step: Step) -> None:
    """The clocks stop, if they run, until the arbiter lets them run again (6.11.3)."""
    step.stop_clocks("arbiter", GoesOn.ARBITER)


def resume(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock that was stopped runs on (6.11.3); after a call only by the arbiter's order.

    Where no arbiter is, each of the players lets it run on: nobody keeps it stopped (6.9).
    """
    state = step.state
    if not state.paused:
        step.refuse(colour, Refusal.NOT_PAUSED)
    elif state.ruling_due:
        step.refuse(colour, Refusal.RULING_DUE, "III.5.2")
    elif state.dispute is not None and state.dispute.article == "4.3":
        step.refuse(colour, Refusal.RULING_DUE, "4.3")
    elif (
        any(one.goes_on is GoesOn.BOTH for one in state.every(Stopped))
        and state.conditions.ruled_on
        and who is not Role.ARBITER
    ):
        question = Question(step.at, not colour, QuestionKind.RESUME)
        step.ask(question, Command(CommandName.RESUME))
    elif state.arbiter_resumes(who):
        step.refuse(colour, Refusal.ARBITER_ONLY, "6.11.3")
    elif state.dispute is not None and state.conditions.ruled_on:
        step.refuse(colour, Refusal.RULING_DUE, state.dispute.article)
    elif state.last_minutes is not None and state.last_minutes.stops:
        step.refuse(colour, Refusal.RULING_DUE, "III.5")
    else:
        run_on(step)


def agree_to_resume(step: Step, _command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: both players say that the game goes on from the position that was restored."""
    if step.state.paused:
        run_on(step)


def run_on(step: Step) -> None:
    """The clock that was stopped runs on, and nothing is left that it was stopped for."""
    call = step.state.newest(Call)
    step.close(Stopped, Call, PinAsked, Dispute)
    step.arbiter = replace(step.arbiter, known=False)
    if call is not None:
        lasted = step.at - call.at
        step.emit(Noted(step.at, Note.CALL_OVER, "6.11.3", call.colour, lasted=lasted))
    if (claim := step.state.claim_asked) is not None:
        step.ask_again(claim)  # the clocks stand for it still
    step.run_clocks()


# --- Players who are not there --------------------------------------------------------------------


def allowed_lateness(state: State, seconds: int | None = None) -> int:
    """How late a player may be, in nanoseconds.

    The arbiter's ``seconds`` count before the regulations', and these before the Laws': 6.7.1
    allows nothing where the regulations are silent; an hour in 2005 (E.05-4).
    """
    fixed = state.conditions.default_time
    laws = state.conditions.laws.default_time
    chosen = seconds if seconds is not None else fixed if fixed is not None else laws
    return chosen * SECOND


def lateness_due(state: State) -> int | None:
    """When a player who is missing loses; None if nobody is."""
    began, late = state.arbiter.began, state.arbiter.lateness
    if began is None or state.outcome is not None or not _missing(state):
        return None
    return began + (allowed_lateness(state) if late is None else late)


def absent(step: Step, colours: tuple[chess.Color, ...], seconds: int | None) -> None:
    """The arbiter says that these players are missing, and perhaps how late they may be."""
    here = [colour for colour in colours if not step.state.plies_of(colour)]
    if not here:
        step.refuse(colours[0], Refusal.NOT_LATE, "6.7.1")
        return
    missing = tuple(sorted({*step.arbiter.absent, *here}, reverse=True))
    late = step.arbiter.lateness if seconds is None else seconds * SECOND
    step.arbiter = replace(step.arbiter, absent=missing, lateness=late)
    for colour in here:
        step.emit(Noted(step.at, Note.ABSENT, "6.7.1", colour))
    at = lateness_due(step.state)
    if at is not None and at <= step.at:
        forfeit(step)


def arrived(step: Step, colour: chess.Color) -> None:
    """A missing player has come before the default time was over, or would have lost by now."""
    if colour not in step.arbiter.absent:
        step.refuse(colour, Refusal.NOT_LATE, "6.7.1")
        return
    still = tuple(one for one in step.arbiter.absent if one != colour)
    step.arbiter = replace(step.arbiter, absent=still)
    step.emit(Noted(step.at, Note.ARRIVED, "6.7.1", colour))


def forfeit(step: Step) -> None:
    """The default time is over: a player who is missing loses; if both are, both do (6.7.2)."""
    missing = _missing(step.state)
    result = not_played(chess.WHITE not in missing, chess.BLACK not in missing)
    article = "6.7.1" if len(missing) == 1 else "6.7.2"
    step.end(Outcome(result, Termination.FORFEIT, article))


def _missing(state: State) -> tuple[chess.Color, ...]:
    """Those who were said to be absent and have made no move since."""
    return tuple(colour for colour in state.arbiter.absent if not state.plies_of(colour))
