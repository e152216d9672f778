# SPDX-License-Identifier: GPL-3.0-or-later
"""Disputes between the players, and the arbiter's rulings on them (4.2.2, 4.8, 7.5, D.2.8).

Between what is regular and what is illegal there is a third state: a move was announced, something
is said against it, and it stands until the arbiter has decided. Both clocks stand meanwhile. What
one side says of the other counts unless the other denies it. Nothing of it is an illegal move
before the arbiter says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import chess

from rules.touch import obligation
from table.acts import illegal, moves, running, touch
from table.core.matters import Call, Dispute, PinAsked, Reported
from table.core.state import State
from table.core.step import COLOUR_OF, ROLE_OF, Step
from table.events.arbiter import Note, Noted, Ruling, RulingGiven
from table.events.game import MoveCorrected, MoveSpoken, Refusal, Role, TouchDeclared
from voice.language.commands import Command

# --- What the players say -----------------------------------------------------------------------


def press(step: Step, colour: chess.Color, _who: Role | None) -> bool:
    """The clock was pressed after a move that the touches forbid: a matter for the arbiter, unless
    the arbiter has ruled on it; False if there is none."""
    state = step.state
    asked = any(one.of_words for one in state.asked_by(colour))  # another move was said since
    if state.against is None or colour != state.position.turn or asked:
        return False
    must = obligation(state.position, state.hands.settled)
    if must is not None and state.against not in must.moves:
        touch.tell(step, must)
    elif state.conditions.ruled_on:
        touch.deny(step, pressed=True)
    else:
        touch.allows(step, state.against)
    return True


def call_arbiter(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """6.11.2: a player stops the clocks to seek the arbiter, who gives the PIN if one is set.

    An announced move that ends the game has ended it: the result stands until there is a ruling.
    Where no arbiter is, nobody stops the clocks by calling one.
    """
    if step.state.conditions.no_arbiter and who is not Role.ARBITER:
        step.refuse(colour, Refusal.NO_ARBITER, "6.11.2")
        return
    spoken = step.state.spoken
    if spoken is not None and spoken.ending is not None:
        moves.complete_by_itself(step)
    state, asks = step.state, not step.state.believes_arbiter
    runs = state.clock.running is not None or state.claimed is not None
    if runs:
        running.stop_for_arbiter(step)
    elif not asks and state.outcome is None:
        step.hindered(colour, running.not_running(state))
        return
    competes = state.conditions.competes
    if competes and state.newest(Call) is None and who is not Role.ARBITER:
        caller = COLOUR_OF.get(who) if who is not None else None
        step.open(Call(step.at, caller))
        step.emit(Noted(step.at, Note.CALLED, "6.11.2", caller, runs=False))
    if asks:
        step.renew(PinAsked(step.at))
        step.emit(Noted(step.at, Note.PIN_ASKED))


def accidental(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.2.2: the last touch was an accident; it needs a witness only where somebody disputes it.

    At a shared microphone the opponent disputes it by speaking of the touch once more.
    """
    state = step.state
    player, hands = state.position.turn, state.hands
    witnessed = who in (Role.ARBITER, ROLE_OF[not player])
    if not hands.touched:
        step.refuse(colour, Refusal.NOT_THERE, "4.2.2")
    elif state.dispute is not None and who is not Role.ARBITER:
        step.refuse(colour, Refusal.RULING_DUE, "4.3")
    elif not witnessed and hands.touched[-1] in hands.ruled:
        step.refuse(colour, Refusal.ARBITER_ONLY, "4.2.2")
    elif who is ROLE_OF[player] and hands.touched[-1] in hands.claimed:
        touch.deny(step)
        _let(step)
    else:
        _accident(step, hands.touched[-1], excused=not witnessed)


def _accident(step: Step, square: chess.Square, *, excused: bool) -> None:
    """The touch of ``square`` does not count; ``excused``: only by the player's own word."""
    dispute = step.state.dispute
    touch.ruled_on_touch(step)
    hands = replace(step.state.hands.without(square), released=None)
    if excused:
        hands = replace(hands, accidents=(*hands.accidents, square))
    step.state = replace(step.state, hands=hands)
    if not hands.has_claims:
        step.close(Reported)
    touch.tell_free(step, square)
    _let(step, pressed=dispute is not None and dispute.pressed)


def denied(step: Step) -> None:
    """ "Nein": the player on the move denies what others say they touched.

    Where that binds to nothing, be it that none of it can move (4.5) or that the announced move is
    of it, nothing is left to rule on.
    """
    state = step.state
    must = obligation(state.position, state.hands)
    idle = must is None or must.article == "4.5" or state.spoken is not None
    if idle:
        touch.free(step)
    else:
        touch.deny(step)  # refused where the arbiter has been called for it
        _let(step)


def admit(step: Step) -> None:
    """ "Ja": the player on the move admits what others say they touched."""
    board, player = step.state.position.board, step.state.position.turn
    hands = step.state.hands
    for square in hands.claimed:
        piece = board.piece_at(square)
        assert piece is not None
        hands = hands.admitting(square)
        step.emit(TouchDeclared(step.at, player, piece, square))
    if hands.released is not None:
        hands = replace(hands, released=replace(hands.released, claimed=False))
    step.state = replace(step.state, hands=hands)
    step.close(Reported)
    touch.rejects_offer(step, player)


def withdrawn(step: Step, colour: chess.Color) -> bool:
    """D.2.8: a move that the touches forbid is taken back; False if there is none."""
    against = step.state.against
    if against is None or colour != step.state.position.turn:
        return False
    told = moves.spoken_move(step, against).facts
    touch.insists(step, None)
    step.emit(MoveCorrected(step.at, colour, told))
    return True


# --- What the arbiter says ----------------------------------------------------------------------


def asks(state: State) -> bool:
    """True if a ruling takes something back or may end the game, and needs a yes."""
    dispute = state.dispute
    return dispute is not None and dispute.article in ("4.8", "7.5.3", "7.5.4")


def uphold(step: Step) -> None:
    """The arbiter agrees with who complained."""
    dispute = _settle(step, Ruling.UPHELD)
    _UPHELD[dispute.article](step, dispute)


def reject(step: Step) -> None:
    """The arbiter does not: what was announced stands, and what was touched binds nobody."""
    dispute = _settle(step, Ruling.REJECTED)
    if dispute.article == "4.3":
        touch.free(step)
        _let(step, pressed=dispute.pressed)


def _settle(step: Step, ruling: Ruling) -> Dispute:
    dispute = step.state.dispute
    assert dispute is not None
    step.close(dispute)
    step.emit(RulingGiven(step.at, dispute.colour, ruling, dispute.article))
    return dispute


def _bind(step: Step, *squares: chess.Square) -> None:
    """These touches bind, and a move against them does not count."""
    hands = step.state.hands
    released = hands.released
    if released is not None:
        squares, released = (*squares, released.from_square), replace(released, claimed=False)
    hands = replace(hands.ruling(*squares), released=released)
    step.state = replace(step.state, hands=hands)
    touch.insists(step, None)
    if not hands.has_claims:
        step.close(Reported)
    touch.rejects_offer(step, step.state.position.turn)
    must = obligation(step.state.position, hands)
    if must is not None:
        touch.tell(step, must)


def _touched(step: Step, _dispute: Dispute) -> None:
    """4.3: what was touched has to be played."""
    _bind(step, *step.state.hands.disputed)


def _played_against_touch(step: Step, dispute: Dispute) -> None:
    """4.8: the move is taken back, and the touched piece has to be played; no illegal move."""
    if dispute.colour != step.state.position.turn:
        moves.take_back(step)
    elif step.state.record:
        made = step.state.record[-1]
        shown = step.state.displays(len(step.state.record))
        colour = made.facts.colour
        times = shown.change(colour, shown.of(colour) - made.gained)
        illegal.restore(step, made.facts.ply, "4.8", times)
    square = dispute.square
    if square is not None and step.state.position.board.piece_at(square) is not None:
        _bind(step, square)


def _pressed(step: Step, dispute: Dispute) -> None:
    """7.5.3."""
    illegal.without_move(step, not dispute.colour)


def _with_two_hands(step: Step, dispute: Dispute) -> None:
    """7.5.4."""
    illegal.two_hands(step, not dispute.colour)


def _slipped(step: Step, _dispute: Dispute) -> None:
    """D.2.8: other words were meant, or said."""
    moves.take_back(step)


_UPHELD: Mapping[str, Callable[[Step, Dispute], None]] = {
    "4.3": _touched,
    "4.8": _played_against_touch,
    "7.5.3": _pressed,
    "7.5.4": _with_two_hands,
    "D.2.8": _slipped,
}


def _let(step: Step, *, pressed: bool = False) -> None:
    """A move that was announced before, and is not forbidden any more, is announced; if the clock
    was ``pressed`` for it, that counts too."""
    state = step.state
    against = state.against
    must = obligation(state.position, state.hands)
    if against is None or state.dispute is not None:
        return
    if must is None or against in must.moves:
        spoken = moves.spoken_move(step, against)
        touch.insists(step, None)
        step.open(spoken)
        step.emit(MoveSpoken(step.at, spoken.facts))
        if pressed and moves.hindrance(step.state, spoken.facts.colour) is None:
            moves.complete_at_rest(step, spoken)
