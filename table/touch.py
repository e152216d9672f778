# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces at the table (Article 4): declared by a witness, binding until a move is made.

A touch is always that of the player who has the move. It is no illegal move: a move against
the obligation was not made yet, so it is refused, in training and in competition alike, and the
refusal names the piece. A player who disputes a touch calls the arbiter.
"""

from dataclasses import replace

import chess

from rules.offers import lives_on
from rules.touch import Contact, Release, claim_lapsed, in_unclear_order, is_touch, obligation
from table.events.game import (
    AdjustAnnounced,
    DrawDeclined,
    IrregularityReported,
    PieceReleased,
    Refusal,
    Role,
    TouchBinds,
    TouchDeclared,
)
from table.running import stop_for_arbiter
from table.step import ROLE_OF, Step
from voice.language.commands import Command


def allows(step: Step, move: chess.Move) -> bool:
    """Whether the touched pieces leave ``move`` to be played; refuses if not (4.3 to 4.7)."""
    position = step.state.position
    must = obligation(position, step.state.hands)
    if must is None or move in must.moves:
        return True
    board = position.board
    step.emit(
        TouchBinds(
            step.at,
            position.turn,
            must.article,
            None if must.piece is None else board.piece_at(must.piece),
            must.piece,
            must.to_square,
            None if must.capture is None else board.piece_at(must.capture),
            must.capture,
            must.castling,
        )
    )
    return False


def touch(
    step: Step,
    command: Command,
    colour: chess.Color,
    who: Role | None,
    contact: Contact = Contact.LIFTED,
) -> None:
    """The player on the move touched a piece, or two, of which nobody knows the order."""
    if not _may_be_declared(step, colour):
        return
    square = _square_of(step, command)
    if square is None or (command.to_square is not None and not _stands(step, command.to_square)):
        step.refuse(colour, Refusal.NOT_THERE, "4.3")
        return
    both = (square,) if command.to_square is None else (square, command.to_square)
    for one in in_unclear_order(step.state.position, both):
        declare(step, one, who, contact)


def declare(
    step: Step, square: chess.Square, who: Role | None, contact: Contact = Contact.LIFTED
) -> None:
    """The piece on ``square`` was touched; the arbiter's word is stronger than an adjustment."""
    state = step.state
    player = state.position.turn
    piece = state.position.board.piece_at(square)
    assert piece is not None
    article = "4.3"
    if not is_touch(contact, player in state.conditions.sighted):
        article = "D.2.2"
    elif state.hands.adjusts(square) and who is not Role.ARBITER:
        article = "4.2.1"
    binding = article == "4.3"
    step.emit(TouchDeclared(step.at, player, piece, square, binding, article))
    if binding:
        step.change(hands=state.hands.touching(square))
        rejects_offer(step, player)


def rejects_offer(step: Step, colour: chess.Color) -> None:
    """9.1.2.1: ``colour`` touched a piece, or announced a move, and so rejects an open offer."""
    living = tuple(one for one in step.state.offers if lives_on(one, colour))
    if living != step.state.offers:
        step.emit(DrawDeclined(step.at, colour))
        step.change(offers=living)


def adjust(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.2.1: the player on the move declares an adjustment before the touch (6.2.5)."""
    player = step.state.position.turn
    hands, square = step.state.hands, command.square
    if who is ROLE_OF[not player]:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "4.2.1")
    elif hands.touched and (square is None or square in hands.touched):
        step.refuse(colour, Refusal.ADJUST_FIRST, "4.2.1")
    elif square is not None and not _stands(step, square):
        step.refuse(colour, Refusal.NOT_THERE, "4.2.1")
    else:
        named = () if square is None else (*(hands.adjusting or ()), square)
        every = square is None or hands.adjusting == ()
        step.change(hands=replace(hands, adjusting=() if every else named))
        step.emit(AdjustAnnounced(step.at, player, square))


def accidental(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.2.2: the last touch was an accident; only a witness can say so."""
    player, hands = step.state.position.turn, step.state.hands
    if not hands.touched:
        step.refuse(colour, Refusal.NOT_THERE, "4.2.2")
    elif who not in (Role.ARBITER, ROLE_OF[not player]):
        step.refuse(colour, Refusal.NO_WITNESS, "4.2.2")
    else:
        square = hands.touched[-1]
        piece = step.state.position.board.piece_at(square)
        assert piece is not None
        step.change(hands=replace(hands.without(square), released=None))
        step.emit(TouchDeclared(step.at, player, piece, square, False, "4.2.2"))


def release(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.7: a piece was released; without its square, the player's own that was touched last."""
    if not _may_be_declared(step, colour):
        return
    state = step.state
    board, player = state.position.board, state.position.turn
    own = [one for one in state.hands.touched if board.color_at(one) == player]
    square = command.square if command.square is not None else own[-1] if own else None
    piece = None if square is None else board.piece_at(square)
    if square is None or piece is None or piece.color != player or command.to_square is None:
        step.refuse(colour, Refusal.NOT_THERE, "4.7")
        return
    if square not in state.hands.touched:
        declare(step, square, who)
    promotion = command.piece if command.square is None else None
    if square in step.state.hands.touched:
        released = Release(square, command.to_square, promotion)
        step.change(hands=replace(step.state.hands, released=released))
        step.emit(PieceReleased(step.at, player, piece, command.to_square))


def claim(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.8: the player on the move claims that the opponent's last move broke 4.1 to 4.7.

    What Hektor did not see the arbiter decides: the clocks stop (6.11.2).
    """
    state = step.state
    if who is ROLE_OF[not state.position.turn] or not state.record:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "4.8")
    elif claim_lapsed(state.hands, state.announced):
        step.refuse(colour, Refusal.TOO_LATE, "4.8")
    else:
        report(step, state.position.turn, "4.8")


def report(step: Step, colour: chess.Color, article: str) -> None:
    """Something that only the arbiter can rule on: the arbiter is called, and both clocks stop."""
    step.emit(IrregularityReported(step.at, colour, article))
    stop_for_arbiter(step)


def _may_be_declared(step: Step, colour: chess.Color) -> bool:
    """Whether a touch can belong to the coming move; refuses if not."""
    if not step.state.started:
        step.refuse(colour, Refusal.NOT_HERE)
    elif step.state.announced:
        step.refuse(colour, Refusal.PRESS_OR_CORRECT, "D.2.8")
    else:
        return True
    return False


def _stands(step: Step, square: chess.Square) -> bool:
    return step.state.position.board.piece_at(square) is not None


def _square_of(step: Step, command: Command) -> chess.Square | None:
    """The square that was named; or that of the only piece of the named kind of the player."""
    board, player = step.state.position.board, step.state.position.turn
    kind = command.piece
    if command.square is not None:
        fits = board.piece_type_at(command.square) in ((kind,) if kind else chess.PIECE_TYPES)
        return command.square if fits else None
    if kind is None:
        return None
    places = tuple(board.pieces(kind, player))
    return places[0] if len(places) == 1 else None
