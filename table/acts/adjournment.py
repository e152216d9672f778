# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is adjourned and resumed at the table (Guidelines I).

The table never sees a sealed move before its envelope is opened: what it gets is a text that
nobody can read (``record.sealed_moves``).
"""

from collections.abc import Collection
from dataclasses import replace

import chess

from rules.adjournment import (
    Envelope,
    left_when_sealed,
    missing,
    on_bad_move,
    on_default,
)
from rules.moves import facts
from table.acts import moves, running
from table.core.conditions import SECOND
from table.core.inputs import EnvelopeNoted, EnvelopeOpened, MoveSealedIn
from table.core.matters import Call, PinAsked, Stopped
from table.core.state import Adjournment, Phase, State
from table.core.step import ROLE_OF, Obstacle, Step
from table.events.arbiter import Note, Noted
from table.events.dialogue import Question, QuestionKind
from table.events.game import Refusal, Role
from table.events.scoresheets import (
    EnvelopeIncomplete,
    GameAdjourned,
    MoveSealed,
    SealedMoveRead,
)
from voice.language.commands import Command
from voice.language.interpretation import Heard

CLOSED = (Phase.ADJOURNED, Phase.RESUMED)
"""The phases in which there is an envelope that can be opened."""


def closed_because(state: State) -> Obstacle | None:
    """Why the envelope stays closed; None where it may be opened (I.7)."""
    adjourned = state.adjourned
    if adjourned is None or adjourned.phase not in CLOSED or adjourned.lost:
        return Refusal.NOT_ADJOURNED, "I.7"
    if adjourned.late is None and adjourned.replier not in adjourned.here:
        return Refusal.REPLIER_ABSENT, "I.7"
    return None


def hindrance(adjourned: Adjournment) -> Obstacle | None:
    """Why nobody may move now; None where the adjournment does not hinder it."""
    if adjourned.phase is Phase.OPENED:
        return None
    if adjourned.phase is Phase.SEALING:
        return Refusal.SEAL_QUIETLY, "I.1.1"
    if adjourned.phase is Phase.RESUMED:
        return Refusal.OPEN_FIRST, "I.7"
    return Refusal.ADJOURNED, "I.5"


def _obstacle(
    state: State, who: Role | None, article: str, phases: Collection[Phase] = tuple(Phase)
) -> Obstacle | None:
    """Why ``who`` may not decide something about an adjourned game; None if they may."""
    adjourned = state.adjourned
    if adjourned is None or adjourned.phase not in phases:
        return Refusal.NOT_ADJOURNED, article
    return None


def due(state: State) -> int | None:
    """When the default time of an absent player is over (I.10), if the regulations set one."""
    adjourned = state.adjourned
    if adjourned is None or adjourned.resumed_at is None or adjourned.late is not None:
        return None
    if state.conditions.default_time is None or state.outcome is not None:
        return None
    if _expected(adjourned) in adjourned.here:
        return None
    return adjourned.resumed_at + running.allowed_lateness(state)


def _expected(adjourned: Adjournment) -> chess.Color:
    """For whom the session waits: who must reply; once the envelope is open, its sealer."""
    return adjourned.sealer if adjourned.phase is Phase.OPENED else adjourned.replier


# --- Sealing ------------------------------------------------------------------------------------


def demand(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """The player on the move is told to seal (I.1.1), or wants to before the session is over
    (I.1.2), and goes on under their own clock. With an absent opponent they may seal a reply
    (I.9.3)."""
    state = step.state
    on_move, ends = state.position.turn, _session_ends(state, who)
    if state.adjourned is not None and state.adjourned.phase is Phase.OPENED:
        step.adjourned = replace(
            step.adjourned, phase=Phase.SEALING, sealer=on_move, sealed="", reply=True
        )
        step.emit(Noted(step.at, Note.SEAL_DEMANDED, colour=on_move))
    elif state.adjourned is not None:
        step.refuse(colour, Refusal.ADJOURNED, "I.1.1")
    elif not state.started:
        step.refuse(colour, Refusal.NOT_HERE)
    elif state.announced:
        step.refuse(colour, Refusal.PRESS_OR_CORRECT, "D.2.8")
    elif ends is None and state.arbiter_decides(who):
        step.refuse(colour, Refusal.ARBITER_ONLY, "I.1.1")
    else:
        white, black = state.conditions.white, state.conditions.black
        adjourned = Adjournment(Phase.SEALING, on_move, ends, white=white, black=black)
        step.state = replace(step.state, adjourned=adjourned)
        step.emit(Noted(step.at, Note.SEAL_DEMANDED, colour=on_move))


def _session_ends(state: State, who: Role | None) -> int | None:
    """When the session ends that a player leaves early, by the regulations; None for the rest."""
    session = state.conditions.session * SECOND
    return session if session and who is ROLE_OF[state.position.turn] else None


def seal(step: Step, given: MoveSealedIn) -> None:
    """A move goes into the envelope, in place of one that is there: its player may change it until
    the clock is stopped (I.1.1)."""
    adjourned = step.state.adjourned
    if adjourned is None or not step.state.sealing:
        step.refuse(step.state.position.turn, Refusal.NOT_ADJOURNED, "I.1.1")
    elif given.who is ROLE_OF[adjourned.replier]:
        step.refuse(adjourned.replier, Refusal.NOT_ON_MOVE, "I.1.1")
    else:
        step.adjourned = replace(step.adjourned, sealed=given.envelope)
        step.emit(MoveSealed(step.at, adjourned.sealer, step.state.position.number))


def pressed(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    """Take the press of the sealer, who stops the clock and starts no other (I.1.1)."""
    adjourned = step.state.adjourned
    if adjourned is None or adjourned.phase is Phase.OPENED or step.state.outcome is not None:
        return False
    if adjourned.phase is not Phase.SEALING:
        step.hindered(colour, hindrance(adjourned))
    elif colour != adjourned.sealer:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "I.1.1")
    elif not adjourned.sealed:
        step.refuse(colour, Refusal.NOTHING_SEALED, "I.1.1")
    elif adjourned.reply:  # I.9.3: the clock of the absent player runs
        clock = step.state.clock.start(step.at, adjourned.replier)
        step.state = replace(step.state, clock=clock)
        step.state = replace(
            step.state,
            adjourned=replace(adjourned, phase=Phase.RESUMED, reply=False, resumed_at=step.at),
        )
    else:
        _stop(step, adjourned)
    return True


def _stop(step: Step, adjourned: Adjournment) -> None:
    step.stop_clocks("adjourned")
    sealer, ends = adjourned.sealer, adjourned.session_ends
    if ends is not None:
        left = step.state.clock.remaining(sealer, step.at)
        charged = left_when_sealed(left, step.at, ends)
        step.set_clock(step.state.clock.adjust(sealer, charged, step.at))
    step.adjourned = replace(step.adjourned, phase=Phase.CLOSING)
    _close(step)


def note(step: Step, given: EnvelopeNoted) -> None:
    """The arbiter writes names, or day, hour and place of the resumption on the envelope (I.2)."""
    state = step.state
    who = Role.ARBITER if given.who is Role.ASSISTANT else given.who  # D.2.10.6
    obstacle = _obstacle(state, who, "I.2", (Phase.SEALING, Phase.CLOSING))
    if step.hindered(state.position.turn, obstacle):
        return
    adjourned = state.adjourned
    assert adjourned is not None
    step.adjourned = replace(
        step.adjourned,
        white=given.white or adjourned.white,
        black=given.black or adjourned.black,
        resumption=given.resumption or adjourned.resumption,
    )
    _close(step)


def _close(step: Step) -> None:
    """The game is adjourned once the envelope shows all that it must (I.2, I.3)."""
    state = step.state
    adjourned = state.adjourned
    assert adjourned is not None
    envelope = Envelope(
        adjourned.white,
        adjourned.black,
        state.position.fen,
        state.clock.remaining(chess.WHITE, step.at),
        state.clock.remaining(chess.BLACK, step.at),
        adjourned.sealer,
        state.position.number,
        state.offer,
        adjourned.resumption,
        state.conditions.laws.sheets_in_envelope,
        adjourned.sealed,
    )
    lacking = missing(envelope)
    if lacking:
        step.emit(EnvelopeIncomplete(step.at, lacking))
    elif adjourned.phase is Phase.CLOSING:
        step.adjourned = replace(step.adjourned, phase=Phase.ADJOURNED)
        step.emit(GameAdjourned(step.at, envelope, envelope.checksum))


# --- Resuming -----------------------------------------------------------------------------------


def arrive(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A player is at the board: their clock stops if it runs, and the envelope may be opened."""
    _attends(step, bool(command.colour), True, colour, who)


def leave(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A player is not at the board."""
    _attends(step, bool(command.colour), False, colour, who)


def _attends(
    step: Step, whose: chess.Color, present: bool, asker: chess.Color, who: Role | None
) -> None:
    state = step.state
    if step.hindered(asker, _obstacle(state, who, "I.7", (*CLOSED, Phase.OPENED))):
        return
    adjourned = state.adjourned
    assert adjourned is not None
    here = adjourned.here | {whose} if present else adjourned.here - {whose}
    step.emit(Noted(step.at, Note.ARRIVED if present else Note.ABSENT, colour=whose))
    if adjourned.phase is Phase.OPENED and present and whose == adjourned.sealer:
        step.state = replace(step.state, adjourned=None)
        return
    step.adjourned = replace(step.adjourned, here=here)
    waits = adjourned.phase is Phase.RESUMED and whose == adjourned.replier
    if present and waits and state.clock.running is not None:
        step.stop_clocks("arbiter")  # I.9.2


def resume(step: Step, colour: chess.Color, who: Role | None) -> None:
    """The clock runs on; of an adjourned game the next session begins.

    The clock of the player who must reply runs, unless they are there and the envelope is opened
    (I.9, I.11).
    """
    state = step.state
    adjourned = state.adjourned
    if adjourned is None or adjourned.phase in (Phase.SEALING, Phase.OPENED):
        running.resume(step, colour, who)
    elif state.arbiter_decides(who):
        step.refuse(colour, Refusal.ARBITER_ONLY, "I.14")
    elif adjourned.phase is Phase.CLOSING:
        _close(step)  # tells what the envelope still lacks
    elif adjourned.lost or adjourned.late is not None or adjourned.replier in adjourned.here:
        step.refuse(colour, Refusal.OPEN_FIRST, "I.9.1")
    else:
        step.close(Stopped, Call, PinAsked)
        clock = replace(step.state.clock, paused=adjourned.replier)
        step.state = replace(step.state, clock=clock)
        step.run_clocks()
        began = step.at if adjourned.resumed_at is None else adjourned.resumed_at
        step.adjourned = replace(step.adjourned, phase=Phase.RESUMED, resumed_at=began)


def ask_to_open(step: Step, _command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Without the passphrase, which is typed, the envelope stays closed."""
    adjourned = step.state.adjourned
    if adjourned is not None and adjourned.phase is Phase.CLOSING:
        _close(step)
        return
    step.refuse(colour, *(closed_because(step.state) or (Refusal.NO_PASSPHRASE, "I.3")))


def opened(step: Step, given: EnvelopeOpened) -> None:
    """The sealed move is played (I.9), or it loses (I.8); after the default time it counts if it
    ends the game (I.10)."""
    state = step.state
    if step.hindered(state.position.turn, closed_because(state)):
        return
    adjourned = state.adjourned
    assert adjourned is not None
    move = given.intent.move if isinstance(given.intent, Heard) else None
    told = None if move is None else facts(state.position, move)
    step.emit(SealedMoveRead(step.at, adjourned.sealer, given.text, told))
    if move is None:
        step.end(on_bad_move(state.position, adjourned.sealer))
    elif adjourned.late is not None:
        step.end(on_default(state.position, move, adjourned.late))
    else:
        _play(step, adjourned, move)


def lose(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """I.12.1: the envelope is lost."""
    if step.hindered(colour, _obstacle(step.state, who, "I.12.1", CLOSED)):
        return
    adjourned = step.state.adjourned
    assert adjourned is not None
    step.adjourned = replace(step.adjourned, lost=True)
    step.emit(Noted(step.at, Note.ENVELOPE_LOST, colour=adjourned.sealer))


def stated(step: Step, move: chess.Move, colour: chess.Color) -> bool:
    """Take the move that the sealer states they sealed, if the envelope is lost (I.12.1)."""
    adjourned = step.adjourned
    if not adjourned.lost or colour != step.state.position.turn:
        return False
    _play(step, adjourned, move)
    return True


def ask_to_annul(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """I.12.2: the position cannot be restored; a game that is over is not played anew."""
    if not step.hindered(colour, _obstacle(step.state, who, "I.12.2")):
        step.ask(Question(step.at, colour, QuestionKind.ABORT), command)


def annul(step: Step, _command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: a new game is played."""
    running.cancel(step, "I.12.2")


def session_over(step: Step) -> None:
    """The time that was set for the session is over: who has the move seals it (I.1.1)."""
    on_move, agreed = step.state.position.turn, step.state.conditions
    adjourned = Adjournment(Phase.SEALING, on_move, white=agreed.white, black=agreed.black)
    step.state = replace(step.state, adjourned=adjourned, session_over=True)
    step.emit(Noted(step.at, Note.SESSION_OVER, "I.1.1", on_move))


def default(step: Step) -> None:
    """The default time is over (I.10): the absent player loses. An unopened envelope is opened
    first, since a sealed move that ends the game counts."""
    adjourned = step.state.adjourned
    assert adjourned is not None
    late = _expected(adjourned)
    if adjourned.phase is Phase.OPENED:
        step.end(on_default(step.state.position, None, late))
        return
    step.adjourned = replace(step.adjourned, late=late)
    step.emit(Noted(step.at, Note.DEFAULT_TIME_OVER, colour=late))
    step.stop_clocks("arbiter")


def _play(step: Step, adjourned: Adjournment, move: chess.Move) -> None:
    """The sealed move is played, and the clock of the player who must reply is started (I.9.1)."""
    spoken = moves.spoken_move(step, move)
    step.close(Stopped)
    step.state = replace(step.state, clock=step.state.clock.start(step.at, adjourned.sealer))
    moves.complete(step, spoken)
    there = adjourned.sealer in adjourned.here or adjourned.lost or step.state.outcome is not None
    opened_at = replace(adjourned, phase=Phase.OPENED, sealed="", resumed_at=step.at)
    step.state = replace(step.state, adjourned=None if there else opened_at)
