# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces at the table (Article 4): declared by a witness, binding until a move is made.

A touch is always that of the player who has the move. It is no illegal move: a move against
the obligation was not made yet. What binds is told and names the piece; a player who presses none
the less, or denies what the opponent says, leaves it to the arbiter (``table.acts.disputes``).
"""

from dataclasses import replace

import chess

from rules.description import Illegality
from rules.draws import offer_lives_on
from rules.irregularities import bound
from rules.touch import (
    Hands,
    Obligation,
    Release,
    claim_lapsed,
    in_unclear_order,
    is_touch,
    obligation,
)
from table.acts.running import stop_for_arbiter
from table.core.matters import Dispute, Offer, Reported, SpokenAgainstTouch, SpokenMove
from table.core.state import State
from table.core.step import ROLE_OF, Obstacle, Step
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
from voice.language.commands import Command


def allows(step: Step, move: chess.Move) -> bool:
    """True if the touched pieces leave ``move`` to be played; refuses if not (4.3 to 4.7).

    Where it is agreed that no arbiter is there, who plays against what only others say denies it.
    """
    position, hands = step.state.position, step.state.hands
    must = obligation(position, hands)
    if must is None or move in must.moves:
        return True
    if step.state.conditions.no_arbiter and hands.has_claims:
        admitted = obligation(position, hands.settled)
        if admitted is None or move in admitted.moves:
            free(step)
            return True
    tell(step, must)
    return False


def tell(step: Step, must: Obligation) -> None:
    """Tell the moves that the touches leave to be played."""
    position = step.state.position
    board, piece = position.board, None
    if must.piece is not None:
        piece = board.piece_at(must.piece)
    elif must.kind is not None:
        piece = chess.Piece(must.kind, position.turn)
    step.emit(
        TouchBinds(
            step.at,
            position.turn,
            must.article,
            piece,
            must.piece,
            must.to_square,
            None if must.capture is None else board.piece_at(must.capture),
            must.capture,
            must.castling,
        )
    )


def insists(step: Step, move: chess.Move | None) -> None:
    """The player announced ``move``, which the touches forbid; None: one that they allow."""
    if step.state.against != move:
        step.close(SpokenAgainstTouch)
        if move is not None:
            step.open(SpokenAgainstTouch(step.at, move))


def bind(step: Step, illegality: Illegality) -> None:
    """Bind the player in place of an illegal move by what it touched (7.5.1, 4.3)."""
    state = step.state
    step.state = replace(step.state, hands=bound(state.hands, state.position.board, illegality))


def touch(
    step: Step,
    command: Command,
    colour: chess.Color,
    who: Role | None,
    lifted: bool = True,
) -> None:
    """The player on the move touched a piece, or two, of which nobody knows the order."""
    claims = _is_claimed_in_time(step.state, who)
    if claims and who is not Role.ARBITER and step.hindered(colour, _irrevocable(step.state)):
        return
    if not claims and not _may_be_declared(step, colour, who):
        return
    square = _square_of(step, command)
    other = command.board.to_square
    if square is None or (other is not None and not _stands(step, other)):
        step.refuse(colour, Refusal.NOT_THERE, "4.3")
        return
    both = (square,) if other is None else (square, other)
    for one in in_unclear_order(step.state.position, both):
        declare(step, one, who, lifted)


def declare(step: Step, square: chess.Square, who: Role | None, lifted: bool = True) -> None:
    """The piece on ``square`` was touched; the arbiter's word is stronger than an adjustment.

    What the player does not say of themselves binds unless they deny it. If they have called it an
    accident, the arbiter is called.
    """
    state = step.state
    player = state.position.turn
    piece = state.position.board.piece_at(square)
    assert piece is not None
    article = "4.3"
    if not is_touch(lifted, player in state.conditions.sighted):
        article = "D.2.2"
    elif state.hands.adjusts(square) and who is not Role.ARBITER:
        article = "4.2.1"
    binding = article == "4.3"
    hands = _touched(state, square, who) if binding else state.hands
    claimed = binding and square in hands.claimed
    step.emit(TouchDeclared(step.at, player, piece, square, binding, article, claimed))
    if not binding:
        return
    if who is Role.ARBITER:
        ruled_on_touch(step)
    step.state = replace(step.state, hands=hands)
    _put_to_mover(step, hands.has_claims and claimed)
    if not claimed:
        rejects_offer(step, player)
    _contradict(step)
    if claimed and square in hands.accidents:
        deny(step)


def _put_to_mover(step: Step, reported: bool) -> None:
    """What others say of the mover's hands is put to the mover, until nothing of it is left."""
    if reported:
        step.renew(Reported(step.at, step.state.position.turn))
    elif not step.state.hands.has_claims:
        step.close(Reported)


def ruled_on_touch(step: Step) -> None:
    """The arbiter's word on a touch is the ruling on the dispute about it."""
    dispute = step.state.dispute
    if dispute is not None and dispute.article == "4.3":
        step.close(dispute)


def _touched(state: State, square: chess.Square, who: Role | None) -> Hands:
    """The hands of the player on the move after the word of ``who``."""
    hands = state.hands
    if who is Role.ARBITER:
        return hands.ruling(square)
    return (
        hands.admitting(square) if who is ROLE_OF[state.position.turn] else hands.claiming(square)
    )


def _contradict(step: Step) -> None:
    """An announced move that the touches forbid waits for the arbiter, and not for the clock."""
    state, spoken = step.state, step.state.spoken
    must = obligation(state.position, state.hands)
    if spoken is not None and must is not None and spoken.move not in must.moves:
        step.close(SpokenMove)
        insists(step, spoken.move)
        tell(step, must)


def deny(step: Step, *, pressed: bool = False) -> None:
    """The player on the move denies a touch, or has ``pressed`` against it: the arbiter rules
    (4.2.2, 4.3).

    Where there is none, in training or by agreement, nobody is bound against their word.
    """
    state = step.state
    if state.conditions.ruled_on:
        report(step, not state.position.turn, "4.3")
        if pressed and (dispute := step.state.dispute) is not None:
            step.change(dispute, replace(dispute, pressed=True))
    else:
        free(step)


def free(step: Step) -> None:
    """Free the player: what was disputed does not count (4.2.2)."""
    hands = step.state.hands
    step.state = replace(step.state, hands=hands.settled)
    step.close(Reported)
    tell_free(step, *hands.disputed)


def tell_free(step: Step, *squares: chess.Square) -> None:
    """These touches bind nobody."""
    player, board = step.state.position.turn, step.state.position.board
    for square in squares:
        piece = board.piece_at(square)
        assert piece is not None
        step.emit(TouchDeclared(step.at, player, piece, square, False, "4.2.2"))


def rejects_offer(step: Step, colour: chess.Color) -> None:
    """9.1.2.1: ``colour`` touched a piece, or announced a move, and so rejects an open offer."""
    gone = [one for one in step.state.every(Offer) if not offer_lives_on(one.colour, colour)]
    if gone:
        step.emit(DrawDeclined(step.at, colour))
        step.close(*gone)


def adjust(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.2.1: the player on the move declares an adjustment before the touch (6.2.5)."""
    player = step.state.position.turn
    hands, square = step.state.hands, command.board.square
    if who is ROLE_OF[not player]:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "4.2.1")
    elif hands.touched and (square is None or square in hands.touched):
        step.refuse(colour, Refusal.ADJUST_FIRST, "4.2.1")
    elif square is not None and not _stands(step, square):
        step.refuse(colour, Refusal.NOT_THERE, "4.2.1")
    else:
        named = () if square is None else (*(hands.adjusting or ()), square)
        every = square is None or hands.adjusting == ()
        step.state = replace(step.state, hands=replace(hands, adjusting=() if every else named))
        step.emit(AdjustAnnounced(step.at, player, square))


def release(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.7: a piece was released; without its square, the player's own that was touched last."""
    claims = _is_claimed_in_time(step.state, who)
    if claims and who is not Role.ARBITER and step.hindered(colour, _irrevocable(step.state)):
        return
    if not claims and not _may_be_declared(step, colour, who):
        return
    state, named = step.state, command.board
    board, player = state.position.board, state.position.turn
    own = [one for one in state.hands.touched if board.color_at(one) == player]
    square = named.square if named.square is not None else own[-1] if own else None
    piece = None if square is None else board.piece_at(square)
    if square is None or piece is None or piece.color != player or named.to_square is None:
        step.refuse(colour, Refusal.NOT_THERE, "4.7")
        return
    if square not in state.hands.touched:
        declare(step, square, who)
    promotion = named.piece if named.square is None else None
    if square in step.state.hands.touched:
        claimed = who not in (Role.ARBITER, ROLE_OF[player])
        released = Release(square, named.to_square, promotion, claimed)
        step.state = replace(step.state, hands=replace(step.state.hands, released=released))
        _put_to_mover(step, claimed)
        step.emit(PieceReleased(step.at, player, piece, named.to_square, claimed))
        _contradict(step)


def claim(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """4.8: the player on the move claims that the opponent's last move broke 4.1 to 4.7.

    What Hektor did not see the arbiter decides: the clocks stop (6.11.2). Before the opponent's
    clock runs, the claim is about the move that was announced, or is to come.
    """
    state = step.state
    if _is_claimed_in_time(state, who) or _is_about_mover(state, command, who):
        if command.board.square is None and command.board.piece is None:
            report(step, not state.position.turn, "4.8")
        else:
            touch(step, command, colour, who)
    elif who is ROLE_OF[not state.position.turn] or not state.record:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "4.8")
    elif claim_lapsed(state.hands.without(*state.hands.claimed), state.announced):
        step.refuse(colour, Refusal.TOO_LATE, "4.8")
    else:
        report(step, state.position.turn, "4.8", command.board.square)


def report(
    step: Step, colour: chess.Color, article: str, square: chess.Square | None = None
) -> None:
    """Something that only the arbiter can rule on: the arbiter is called, and both clocks stop.

    Where none is there, nobody rules on it, and the game goes on.
    """
    if step.state.conditions.no_arbiter:
        step.refuse(colour, Refusal.NO_ARBITER, article)
        return
    if step.state.dispute is not None:
        step.refuse(colour, Refusal.RULING_DUE, article)
        return
    step.emit(IrregularityReported(step.at, colour, article))
    stop_for_arbiter(step)
    step.open(Dispute(step.at, colour, article, square))


def _is_claimed_in_time(state: State, who: Role | None) -> bool:
    """True if ``who`` may say that somebody touched a piece before the move that they announced:
    the opponent has not touched one since (4.8)."""
    spoken = state.spoken
    known = spoken is not None and not spoken.must
    return known and spoken is not None and who is not ROLE_OF[spoken.facts.colour]


def _irrevocable(state: State) -> Obstacle | None:
    """Why nobody's report takes the announced move back, where no arbiter rules on it: the game
    that it has ended is over (5.1.1), and nobody is bound against their word (4.2.2)."""
    over, agreed = state.over, state.conditions
    if agreed.ruled_on:
        return None
    if over is not None:
        return Refusal.GAME_OVER, over.article
    return (Refusal.NO_ARBITER, "4.8") if agreed.no_arbiter else None


def _is_about_mover(state: State, command: Command, who: Role | None) -> bool:
    """True if the opponent complains of a touch by the player on the move, and names the piece."""
    named = command.board.square is not None or command.board.piece is not None
    return named and who is ROLE_OF[not state.position.turn]


def _may_be_declared(step: Step, colour: chess.Color, who: Role | None) -> bool:
    """True if a touch can belong to the coming move; refuses if not."""
    if not step.state.started:
        step.refuse(colour, Refusal.NOT_HERE)
    elif step.closed(colour):
        return False
    elif step.state.dispute is not None and who is not Role.ARBITER:
        step.refuse(colour, Refusal.RULING_DUE, "4.3")
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
    named, kind = command.board.square, command.board.piece
    if named is not None:
        fits = board.piece_type_at(named) in ((kind,) if kind else chess.PIECE_TYPES)
        return named if fits else None
    if kind is None:
        return None
    places = tuple(board.pieces(kind, player))
    return places[0] if len(places) == 1 else None
