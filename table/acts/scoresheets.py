# SPDX-License-Identifier: GPL-3.0-or-later
"""The players' scoresheets at the table: written, owed, read out and signed (Article 8)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import chess

from clock.control import Rate
from clock.events import MoveCompleted, PeriodBegan
from rules.description import MoveFacts
from rules.moves import facts, find
from rules.outcome import Outcome
from rules.position import Position
from rules.scoresheet import (
    LOOKS,
    Keeping,
    ScoreLine,
    Scoresheet,
    Signing,
    excused,
    may_write,
    owes,
    signing,
)
from table.core.conditions import SECOND
from table.core.state import ScoresheetState, State
from table.core.step import ROLE_OF, Step
from table.events import Event
from table.events.answers import (
    About,
    Answer,
    SheetDuty,
    SheetLine,
    SoundOf,
)
from table.events.arbiter import Note, Noted, Ruling, RulingGiven
from table.events.dialogue import InfoGiven
from table.events.game import (
    ClaimRejected,
    DrawOffered,
    MoveMade,
    MoveSpoken,
    PositionRestored,
    Refusal,
    Refused,
    Role,
)
from table.events.scoresheets import (
    Distraction,
    MoveWritten,
    SheetSigned,
    SignaturesCompared,
)
from voice.language.commands import Command

# --- The duty to record -------------------------------------------------------------------------


def must_record(state: State, colour: chess.Color, now: int) -> bool:
    """True if players must record (8.1, 8.4); in rapid and blitz nobody has to (A.2)."""
    if _is_quick(state) or state.scoresheets.of(colour).excused:
        return False
    return not excused(state.clock.remaining(colour, now), _extra(state, colour))


def _note_owed(step: Step) -> None:
    """In competition a move was announced by a player who had to write first: it is none the less a
    move, and what follows the arbiter decides (12.9). Once a move is enough."""
    state = step.state
    colour, ply = state.position.turn, state.position.ply
    if not state.conditions.competes or not _writes(state, colour):
        return
    own = state.scoresheets.of(colour)
    if own.noted == ply:
        return
    if own.due and own.sheet.gap < ply:
        owed, article = Note.NOT_UPDATED, "8.5.2"
    elif must_record(state, colour, step.at) and owes(own.sheet, ply):
        owed, article = Note.NOT_RECORDED, "8.1.3"
    else:
        return
    _store(step, colour, replace(own, noted=ply))
    step.emit(Noted(step.at, owed, article, colour))


def keeps_clocks_stopped(state: State, colour: chess.Color, who: Role | None) -> bool:
    """8.5.1: whether the clocks stand until both scoresheets are up to date; where no arbiter sees
    to that, a player who has written lets them run."""
    sheets = state.scoresheets
    stands = sheets.stopped and who is not Role.ARBITER
    return stands and (state.conditions.ruled_on or sheets.of(colour).due)


def _store(step: Step, colour: chess.Color, own: ScoresheetState) -> None:
    """Put a scoresheet of ``colour`` in the place of the one there was."""
    step.state = replace(step.state, scoresheets=step.state.scoresheets.change(colour, own))


def _writes(state: State, colour: chess.Color) -> bool:
    return state.conditions.keeping(colour) is Keeping.OWN


def _is_quick(state: State) -> bool:
    return state.conditions.rate is not Rate.STANDARD


def _extra(state: State, colour: chess.Color) -> int:
    side = state.clock.side(colour)
    return side.control.period(side.period).extra


# --- What an input did to them ------------------------------------------------------------


def _spoken(step: Step, _: MoveSpoken) -> None:
    _note_owed(step)
    keep_sound(step)


def keep_sound(step: Step) -> None:
    """The sound of what was said belongs to the move to come (D.2.7)."""
    if step.sound:
        sheets = step.state.scoresheets
        heard = (*sheets.heard, step.sound)
        step.state = replace(step.state, scoresheets=replace(sheets, heard=heard))
        step.sound = ""


def _made(step: Step, event: MoveMade) -> None:
    """Write the move for the players for whom the program writes, and keep the sounds that led to
    it (D.2.7)."""
    state, move = step.state, event.move
    sheets = state.scoresheets
    line = ScoreLine(move.san, chess.Move.from_uci(move.uci))
    for colour in chess.COLORS:
        if not _writes(state, colour):
            sheets = sheets.change(
                colour,
                replace(sheets.of(colour), sheet=sheets.of(colour).sheet.write(move.ply, line)),
            )
    before = (*sheets.sounds, *((),) * move.ply)[: move.ply]
    step.state = replace(
        step.state, scoresheets=replace(sheets, sounds=(*before, sheets.heard), heard=())
    )


def _back_to(step: Step, event: PositionRestored) -> None:
    sheets, ply = step.state.scoresheets, event.ply
    for colour in chess.COLORS:
        own = sheets.of(colour)
        sheets = sheets.change(colour, replace(own, sheet=own.sheet.back_to(ply), signed=None))
    sheets = replace(sheets, sounds=sheets.sounds[:ply], heard=())
    step.state = replace(step.state, scoresheets=sheets)


def _offered(step: Step, event: DrawOffered) -> None:
    _mark_offer(step, event.colour)
    _distract(step, event.colour, offers=1)


def _claim_rejected(step: Step, event: ClaimRejected) -> None:
    _mark_offer(step, event.colour)  # 9.1.2.3: a wrong claim counts as an offer
    _distract(step, event.colour, claims=1)


def _refused(step: Step, event: Refused) -> None:
    claimed = event.reason in (Refusal.NO_ILLEGAL_MOVE, Refusal.FLAG_UP)
    if claimed and step.state.conditions.competes and not step.of_arbiter:
        _distract(step, event.colour, claims=1)


def _ruled(step: Step, event: RulingGiven) -> None:
    """A claim may have been wrong; doubts of both are nobody's claim."""
    if event.ruling is Ruling.REJECTED and event.article not in ("4.3", "D.2.8"):
        _distract(step, event.colour, claims=1)


def _distract(step: Step, colour: chess.Color, offers: int = 0, claims: int = 0) -> None:
    """11.5: offers and wrong claims are counted, for the arbiter to judge."""
    own = step.state.scoresheets.of(colour)
    own = replace(own, offers=own.offers + offers, claims=own.claims + claims)
    _store(step, colour, own)
    limit = step.state.conditions.warn_after_offers
    if limit and own.offers + own.claims >= limit:
        step.emit(Distraction(step.at, colour, own.offers, own.claims))


def _mark_offer(step: Step, by: chess.Color) -> None:
    """8.1.5, 9.1.2.2: (=) on both scoresheets, at the move with which the draw was offered."""
    ply = _ply_of_offer(step.state, by)
    for colour in chess.COLORS if ply else ():
        sheet = step.state.scoresheets.of(colour).sheet
        _store(
            step, colour, replace(step.state.scoresheets.of(colour), sheet=sheet.mark_offer(ply))
        )


def _ply_of_offer(state: State, by: chess.Color) -> int:
    """The ply, from one, of the move to which an offer belongs: one that waits for the clock or is
    to come; on the opponent's time the last of who offers, if they have made one."""
    coming = state.position.ply + (1 if by == state.position.turn else 2)
    return coming if by == state.position.turn else max(state.plies_of(by), default=coming - 1) + 1


def _pressed(step: Step, event: MoveCompleted) -> None:
    """8.4: the display was at its lowest before the increment of this press was added."""
    colour, shown = event.colour, event.white if event.colour == chess.WHITE else event.black
    extra = _extra(step.state, colour)
    if excused(shown - extra * SECOND, extra):
        _store(step, colour, replace(step.state.scoresheets.of(colour), excused=True))


def _period_began(step: Step, event: PeriodBegan) -> None:
    """8.5: what was not written is to be written now.

    Where a display has come to zero and neither had to record, both clocks stop (8.5.1); else a
    player's own clock runs while they write (8.5.2).
    """
    state, colour = step.state, event.colour
    ply = state.position.ply
    lacking = [
        each
        for each in chess.COLORS
        if _writes(state, each)
        and state.scoresheets.of(each).excused
        and state.scoresheets.of(each).sheet.gap < ply
    ]
    _store(step, colour, replace(step.state.scoresheets.of(colour), excused=False))
    if not state.conditions.competes or state.outcome is not None:
        return
    if len(lacking) == len(chess.COLORS) and state.clock.side(colour).control.at_zero:
        for each in lacking:
            _store(step, each, replace(step.state.scoresheets.of(each), due=True, excused=False))
        step.state = replace(step.state, scoresheets=replace(step.state.scoresheets, stopped=True))
        step.emit(Noted(step.at, Note.SHEETS_DUE, colour=colour, runs=False))
        step.stop_clocks("scoresheets")
    elif colour in lacking:
        _store(step, colour, replace(step.state.scoresheets.of(colour), due=True))
        step.emit(Noted(step.at, Note.SHEETS_DUE, colour=colour))


AFTER: Mapping[type[Event], Callable[[Step, Any], None]] = {
    MoveSpoken: _spoken,
    MoveMade: _made,
    PositionRestored: _back_to,
    DrawOffered: _offered,
    ClaimRejected: _claim_rejected,
    Refused: _refused,
    RulingGiven: _ruled,
    MoveCompleted: _pressed,
    PeriodBegan: _period_began,
}
"""What an event means for the scoresheets."""


# --- Requests -----------------------------------------------------------------------------------


def write_down(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """A player writes the next move that they have not written; all of them if none is named."""
    state = step.state
    if not _writes(state, colour):
        step.refuse(colour, Refusal.NO_OWN_SHEET, "8.1.1")
        return
    sheet, made = state.scoresheets.of(colour).sheet, state.told_moves
    if not may_write(sheet.gap, len(made)):
        step.refuse(colour, Refusal.IN_ADVANCE, "8.1.2")
        return
    if command.move is None:
        for ply, told in enumerate(made):
            if ply >= len(sheet.lines) or sheet.lines[ply] is None:
                _write(step, colour, ply, told, told.san)
        _updated(step, colour)
        return
    _write_move(step, command, colour, sheet.gap)
    _updated(step, colour)


def mend(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """The last line that a player wrote was a slip of the pen, and is written anew (8.1.1)."""
    state = step.state
    written = state.scoresheets.of(colour).sheet.gap
    if not _writes(state, colour):
        step.refuse(colour, Refusal.NO_OWN_SHEET, "8.1.1")
    elif not written or command.move is None:
        step.refuse(colour, Refusal.NOTHING_TO_CORRECT, "8.1.1")
    else:
        _write_move(step, command, colour, written - 1)


def _write_move(step: Step, command: Command, colour: chess.Color, ply: int) -> None:
    """Write the named move as that of ``ply``, read where the player's own record leads."""
    sheet, position = step.state.scoresheets.of(colour).sheet, step.state.position
    here = _position(sheet, position.back_to(0), ply) or position.back_to(ply)
    moves = [] if command.move is None else find(here, command.move)
    read = facts(here, moves[0]) if len(moves) == 1 else None
    text = command.text.partition(" ")[2]  # without "mitgeschrieben"
    _write(step, colour, ply, read, text if read is None else read.san)


def _write(step: Step, colour: chess.Color, ply: int, told: MoveFacts | None, text: str) -> None:
    line = ScoreLine(text, None if told is None else chess.Move.from_uci(told.uci))
    _store(
        step,
        colour,
        replace(
            step.state.scoresheets.of(colour),
            sheet=step.state.scoresheets.of(colour).sheet.write(ply, line),
        ),
    )
    step.emit(MoveWritten(step.at, colour, ply, text, told))


def _updated(step: Step, colour: chess.Color) -> None:
    """8.5: who has written all may go on; when both have, the clocks may."""
    sheets = step.state.scoresheets
    own = sheets.of(colour)
    if not own.due or own.sheet.gap < step.state.position.ply:
        return
    sheets = sheets.change(colour, replace(sheets.of(colour), due=False))
    step.state = replace(
        step.state,
        scoresheets=replace(sheets, stopped=sheets.stopped and sheets.of(not colour).due),
    )
    step.emit(Noted(step.at, Note.SHEET_UPDATED, colour=colour))


def _position(sheet: Scoresheet, start: Position, plies: int) -> Position | None:
    """Where the player's own record leads; None where it cannot be followed."""
    for line in sheet.lines[:plies]:
        if line is None or line.move not in start.legal_moves:
            return None
        start = start.play(line.move)
    return start


def read_out(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """8.2: the arbiter sees a scoresheet at any time. A.3.2: in quick games a player asks for it
    on the move and at most five times; the clock runs on."""
    state = step.state
    whose = colour if command.colour is None else command.colour
    competes = state.conditions.competes and state.outcome is None
    of_other = whose != colour and who is not Role.ARBITER
    if competes and of_other and colour != state.turn:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "8.2")
        return
    counts = state.conditions.competes and _is_quick(state)
    if counts and who is not Role.ARBITER and state.outcome is None:
        looks = state.scoresheets.of(colour).looks
        if colour != state.position.turn:
            step.refuse(colour, Refusal.NOT_ON_MOVE, "A.3.2")
            return
        if looks >= LOOKS:
            step.refuse(colour, Refusal.LOOKED_ENOUGH, "A.3.2")
            return
        _store(step, colour, replace(step.state.scoresheets.of(colour), looks=looks + 1))
    answer = Answer(About.SHEET, lines(state, whose), whose)
    step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))


def writing(step: Step, _command: Command, _colour: chess.Color) -> Answer[SheetDuty]:
    """Who writes, who must (8.1, 8.4, A.2), and how many moves each has not written."""
    state = step.state
    duties = []
    for colour in chess.COLORS:
        sheet, ply = state.scoresheets.of(colour).sheet, state.position.ply
        missing = sum(one >= len(sheet.lines) or sheet.lines[one] is None for one in range(ply))
        own, must = _writes(state, colour), must_record(state, colour, step.now)
        duties.append(SheetDuty(colour, own, must, missing))
    return Answer(About.WRITING, tuple(duties))


def lines(state: State, whose: chess.Color) -> tuple[SheetLine, ...]:
    """A player's scoresheet to be read: each ply that was made, written or not."""
    sheet = state.scoresheets.of(whose).sheet
    here: Position | None = state.position.back_to(0)
    told: list[SheetLine] = []
    for made in state.record:
        ply = made.facts.ply
        line = sheet.lines[ply] if ply < len(sheet.lines) else None
        move = None
        if line is None or line.move is None:
            here = None
        elif (at := _where(here, state.position, ply, line.move)) is not None:
            move, here = facts(at, line.move), at.play(line.move)
        text = line.text if line else ""
        offer = ply + 1 in sheet.offers
        told.append(SheetLine(made.facts.number, made.facts.colour, text, move, offer))
    return tuple(told)


def _where(own: Position | None, game: Position, ply: int, move: chess.Move) -> Position | None:
    """The position in which a written move can be read: the player's own, or that of the game."""
    if own is not None:
        return own if move in own.legal_moves else None
    there = game.back_to(ply)
    return there if move in there.legal_moves else None


def recording(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """D.2.7: how a move was announced, of one player or of both; without a number the last."""
    sounds, record, number = step.state.scoresheets.sounds, step.state.record, command.number
    if number is None and record:
        chosen = [record[-1].facts]
    else:
        chosen = [
            made.facts
            for made in record
            if made.facts.number == number and command.colour in (None, made.facts.colour)
        ]
    heard = [
        SoundOf(each.colour, each.number, sounds[each.ply] if each.ply < len(sounds) else ())
        for each in chosen
    ]
    if not heard:
        heard.append(SoundOf(colour if command.colour is None else command.colour, number or 0, ()))
    answer: Answer[object] = Answer(About.NO_RECORDINGS)
    if any(sounds):
        answer = Answer(About.RECORDING, tuple(heard))
    step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))


def sign(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """8.7: each signs at the end, stating the result; where none is named, that of the game.

    At a shared microphone White signs first.
    """
    state = step.state
    ended = state.outcome
    if ended is None:
        step.refuse(colour, Refusal.NOT_OVER, "8.7")
        return
    signer = command.colour
    if signer is None:
        named = who in ROLE_OF.values()
        signer = colour if named else state.scoresheets.white.signed is None
    result = command.word or ended.result
    if _has_signed(state, signer, result):
        step.refuse(signer, Refusal.SIGNED, "8.7")
        return
    sheets = state.scoresheets.change(signer, replace(state.scoresheets.of(signer), signed=result))
    step.state = replace(step.state, scoresheets=sheets)
    step.emit(SheetSigned(step.at, signer, result))
    found = signing(sheets.white.signed, sheets.black.signed, ended.result)
    if found is Signing.OPEN:
        return
    white, black = sheets.white.signed or "", sheets.black.signed or ""
    step.emit(SignaturesCompared(step.at, white, black, ended.result, found))
    if found is Signing.OTHERWISE:
        step.state = replace(step.state, outcome=Outcome(result, ended.termination, "8.7"))


def _has_signed(state: State, colour: chess.Color, result: str) -> bool:
    """True if ``colour`` has signed that before, or both have signed the same already."""
    white, black = state.scoresheets.white.signed, state.scoresheets.black.signed
    return state.scoresheets.of(colour).signed == result or (white is not None and white == black)


def all_signed(state: State) -> bool:
    """True if nothing is left to sign after the end."""
    both = (state.scoresheets.white, state.scoresheets.black)
    return not state.conditions.sign or all(one.signed is not None for one in both)
