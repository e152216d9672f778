# SPDX-License-Identifier: GPL-3.0-or-later
"""Illegal moves at the table in competition (7.5, A.4, D.2.8): announced, completed, paid for.

An illegal move is read back as it was said and may be corrected; pressing the clock completes it.
Hektor never presses it. Nothing was played then, so the position is the one before it, the
press gives no increment and the player's clock runs on. Training refuses and explains (X.13).
"""

from dataclasses import replace

import chess

from rules.description import Illegality, MoveDescription, MoveFault
from rules.irregularities import (
    cost,
    counts,
    drawn_by_illegality,
    intervenes,
    on_board,
    replacement_touches,
)
from rules.moves import facts
from rules.outcome import DRAW, Outcome, Termination, on_illegal_moves
from rules.touch import NO_HANDS
from table.acts import moves, touch
from table.core.both import Both
from table.core.conditions import SECOND
from table.core.matters import (
    Asked,
    GoesOn,
    Misspoken,
    Offer,
    OpenMatter,
    SpokenIllegally,
    SpokenMove,
    Stopped,
    Unclaimed,
)
from table.core.state import Phase, State
from table.core.step import OUTLIVES_THE_GAME, ROLE_OF, Step
from table.events.arbiter import Note, Noted
from table.events.dialogue import QuestionClosed
from table.events.game import (
    IllegalMove,
    IllegalMoveSpoken,
    MoveCorrected,
    Penalty,
    PenaltyGiven,
    PositionRestored,
    Refusal,
    Role,
)
from voice.language.commands import Command, Trait
from voice.language.interpretation import Ambiguous, Illegal


def announce(step: Step, said: Illegal, text: str, colour: chess.Color, *, own: bool) -> None:
    """An illegal move was announced clearly for the player on the move, in their ``own`` words or
    by the assistant's.

    What hands cannot do to a board is not read back but explained: it was said wrongly. So is what
    was said before the game, and what the assistant said wrongly of a player's move (D.2.10).
    """
    competes = step.state.conditions.competes and step.state.started
    if not (own and competes and counts(said.illegality)):
        unclear(step, colour)
        if own and step.state.started:
            step.renew(Misspoken(step.at, colour))
        step.emit(IllegalMove(step.at, colour, text, said.illegality))
        return
    moves.note_announcement(step)
    touch.insists(step, None)
    step.open(SpokenIllegally(step.at, colour, said.description, said.illegality, text))
    moves.drop_words(step, colour)
    step.emit(IllegalMoveSpoken(step.at, colour, _as_read_back(said)))


def _as_read_back(said: Illegal) -> MoveDescription:
    """With the square of departure, as every move is read back: nothing is given away by it."""
    square = said.illegality.square
    if square is None or said.description.castling is not None:
        return said.description
    file, rank = chess.square_file(square), chess.square_rank(square)
    return replace(said.description, from_file=file, from_rank=rank)


def unclear(step: Step, colour: chess.Color) -> None:
    """The player on the move may think that they have announced one: a press is not counted."""
    if colour == step.state.position.turn:
        step.illegal = replace(step.illegal, unclear=True)


def correct(step: Step, colour: chess.Color) -> bool:
    """D.2.8: the announced illegal move is taken back, for nothing; False if there is none.

    A sighted player has made it on the board (D.2.5): what it touched binds them as if they had
    said so themselves (4.3, 4.7).
    """
    announced = step.state.spoken_illegally
    if announced is None or announced.colour != colour:
        return False
    step.close(announced)
    step.illegal = replace(step.illegal, unclear=True)
    step.emit(MoveCorrected(step.at, colour))
    if colour in step.state.conditions.sighted:
        for square in replacement_touches(step.state.position.board, announced.illegality):
            touch.declare(step, square, ROLE_OF[colour])
    return True


def press(step: Step, colour: chess.Color, who: Role | None) -> bool:
    """The clock was pressed: whether that completed an illegal move (7.5.1 to 7.5.3)."""
    state = step.state
    announced = state.spoken_illegally
    if announced is not None and announced.colour == colour:
        _complete(step, announced)
    elif not state.conditions.competes:
        return False
    elif _is_asked_to_promote(state, colour):
        _promote(step, colour)
    elif not _without_move(state, colour, who):
        return False
    else:
        _pressed_early(step, colour)
    return True


def _pressed_early(step: Step, colour: chess.Color) -> None:
    """D.2.4: pressed before a move was announced. The clock runs on, and it is noted.

    Nobody here knows whether a move stands on the board, so it is no press without a move (7.5.3)
    unless the arbiter says so.
    """
    step.refuse(colour, Refusal.NOTHING_TO_PRESS, "D.2.4")
    if not step.state.illegal.early:
        times = step.illegal.presses_of(colour) + 1
        step.illegal = step.illegal.pressed_early(colour)
        step.emit(Noted(step.at, Note.EARLY_PRESS, "D.2.4", colour, times=times))


def two_hands(step: Step, colour: chess.Color) -> None:
    """7.5.4, on the arbiter's word: ``colour`` made the last move with both hands and pressed.

    The move stands, for it is legal as such; what it cost is paid once for one move.
    """
    state = step.state
    plies = state.plies_of(colour)
    if not plies or state.unpressed == colour:
        step.refuse(colour, Refusal.NOTHING_TO_PRESS, "7.5.4")
        return
    ply = plies[-1]
    if _closed(state, ply):
        step.refuse(colour, Refusal.TOO_LATE, "A.4.2")
        return
    if state.illegal.counted_ply == ply:
        step.refuse(colour, Refusal.COUNTED, "7.5.4")
        return
    _ruled(step, "7.5.4")
    with step.deciding("7.5.4", colour):
        step.illegal = replace(step.illegal, counted_ply=ply)
        gained = state.record[ply].gained
        _found(step, colour, Illegality(MoveFault.TWO_HANDS, "7.5.4"), "", gained)


def report_two_hands(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """Somebody says so: the arbiter's word counts, anybody else's calls the arbiter."""
    offender = not step.state.position.turn
    if who is Role.ARBITER:
        two_hands(step, offender)
    elif not step.state.record:
        step.refuse(colour, Refusal.NOTHING_TO_PRESS, "7.5.4")
    elif _claimed_too_late(step.state):
        step.refuse(colour, Refusal.TOO_LATE, "A.4.2")
    else:
        reporter = colour if who in ROLE_OF.values() else not offender
        touch.report(step, reporter, "7.5.4")


def _ruled(step: Step, article: str) -> None:
    """What the arbiter finds by their own word is the ruling on a complaint about it."""
    dispute = step.state.dispute
    if dispute is not None and dispute.article == article:
        step.close(dispute)


def without_move(step: Step, colour: chess.Color) -> None:
    """7.5.3, by the arbiter's ruling: ``colour`` pressed the clock without having made a move."""
    _ruled(step, "7.5.3")
    step.illegal = replace(step.illegal, early=False)
    _found(step, colour, Illegality(MoveFault.NO_MOVE, "7.5.3"), "")


def claim(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """The player on the move claims that the opponent's last move was illegal (7.5.1, A.4.2); or
    the opponent, that the clock was pressed without a move (7.5.3): that the arbiter decides."""
    state = step.state
    standing = state.newest(Unclaimed)
    if state.illegal.early and not state.announced and who is not ROLE_OF[state.position.turn]:
        if who is Role.ARBITER:
            without_move(step, state.position.turn)
        else:
            touch.report(step, not state.position.turn, "7.5.3")
    elif standing is None:
        wrong = who is ROLE_OF[not state.position.turn]
        reason = Refusal.NOT_ON_MOVE if wrong else Refusal.NO_ILLEGAL_MOVE
        step.refuse(colour, reason, "A.4.2" if wrong else "7.5.1")
    elif who is ROLE_OF[standing.colour]:
        step.refuse(colour, Refusal.NOT_ON_MOVE, "A.4.2")
    elif state.announced_by == (not standing.colour) or not standing.claimable(state.position.ply):
        step.refuse(colour, Refusal.TOO_LATE, "A.4.2")
    else:
        illegal_move(step, standing.colour)


def illegal_move(step: Step, colour: chess.Color, ply: int | None = None) -> None:
    """A completed move of ``colour`` was illegal, and it is found now (7.5.1).

    ``ply`` moves were made before it; None: it was the last one. The position before it is
    restored, with the displays that its press showed and without what that press gave.
    """
    record, standing = step.state.record, step.state.newest(Unclaimed)
    if standing is not None and not standing.on_board and standing.colour == colour and ply is None:
        with step.deciding("7.5.5", colour):
            _found(step, colour, standing.illegality, standing.text)
            if colour == step.state.position.turn:
                touch.bind(step, standing.illegality)
        return
    plies = step.state.plies_of(colour)
    if not plies or (ply is not None and ply not in plies):
        step.refuse(colour, Refusal.NO_ILLEGAL_MOVE, "7.5.1")
        return
    at = plies[-1] if ply is None else ply
    if _closed(step.state, at):
        step.refuse(colour, Refusal.TOO_LATE, "A.4.2")
        return
    if step.state.illegal.counted_ply == at:
        step.refuse(colour, Refusal.COUNTED, "7.5.1")
        return
    made = record[at]
    known = standing if standing is not None and standing.ply == at else None
    if known is not None:
        text, why = known.text, known.illegality
    else:  # the arbiter found it; in Hektor's record the move is legal
        text, why = "", Illegality(MoveFault.NOT_ITS_WAY, "7.5.1", made.facts.piece)
    running = step.state.clock.running is not None
    shown = step.state.displays(at + 1)
    shown = shown.change(colour, shown.of(colour) - made.gained)
    if why.fault is MoveFault.PROMOTION_MISSING and step.state.conditions.laws.replaced_by_queen:
        with step.deciding("7.5.2", colour):
            restore(step, at, "7.5.2", shown, runs=True)
            _replace(step, colour, _queening(made.facts.from_square, made.facts.to_square), text)
            if not running:
                step.stop_clocks("arbiter")
        return
    with step.deciding("7.5.1", colour):
        restore(step, at, "7.5.1", shown)
        touched = made.facts.from_square, made.facts.capture_square
        hands = NO_HANDS.ruling(*(one for one in touched if one is not None))
        step.state = replace(step.state, hands=hands)
    _found(step, colour, why, text)


def restore(
    step: Step,
    ply: int,
    article: str,
    times: Both[int] | None = None,
    *,
    keep: bool = False,
    runs: bool = False,
) -> None:
    """Go back to the position after ``ply`` moves with all that belonged to it (7.1, 7.5.1, X.9).

    Both clocks stand then, and that of the player on the move is the one to go on, unless it
    ``runs`` at once. ``times`` are the displays in nanoseconds; without them those of the record,
    unless ``keep`` leaves them as they are. Illegal moves stay counted. A move that is sealed, or
    is to be, was one of another position: its envelope is void.
    """
    state = step.state
    adjourned = state.adjourned
    if adjourned is not None and adjourned.phase is not Phase.OPENED:
        adjourned = None
    position = state.position.back_to(ply)
    record = state.record[:ply]
    if times is None and not keep:
        times = state.displays(ply)
    clock = state.clock.start(step.at, position.turn)
    clock = clock if runs else clock.pause(step.at, "arbiter")
    for colour in chess.COLORS:
        gone = sum(one >= ply for one in state.plies_of(colour))
        if gone:
            clock = clock.adjust_moves(colour, clock.moves(colour) - gone, step.at)
        if times is not None:
            clock = clock.adjust(colour, times.of(colour), step.at)
    step.illegal = replace(step.illegal, unclear=False, early=False)
    counted = state.illegal.counted_ply
    if counted is not None and counted >= ply:
        step.illegal = replace(
            step.illegal, counted_ply=None
        )  # another move will be made in its place
    kept = tuple(one for one in state.matters if _outlives_a_restoration(one))
    if not runs:
        kept = (*kept, Stopped(step.at, GoesOn.BOTH))
    step.state = replace(
        step.state,
        position=position,
        record=record,
        clock=clock,
        matters=kept,
        offered=(),
        hands=NO_HANDS,
        adjourned=adjourned,
    )
    for asked in state.every(Asked):
        if isinstance(asked.about, Command) and asked not in kept:
            step.emit(QuestionClosed(step.at, asked.question.who, asked.question.kind))
    last = record[-1].facts if record else None
    step.emit(PositionRestored(step.at, ply, article, last))
    step.settle_clock(step.at)
    step.keep_times_quiet()


def _outlives_a_restoration(matter: OpenMatter) -> bool:
    """True if a matter is not about the moves that a restoration takes back: an offer, and whether
    somebody resigns or accepts one, which counts from the word (5.1.2, 5.2.3)."""
    if isinstance(matter, Asked):
        declared = matter.declaration
        return declared is not None and Trait.CLOCKS_STAND not in declared.name.traits
    return isinstance(matter, (Offer, *OUTLIVES_THE_GAME))


def check_position(step: Step, before: chess.Board) -> None:
    """A.4.4: where an impossible position is still there after the next move, the game is drawn.

    In 2005 the arbiter intervened (``rules.irregularities.intervenes``).
    """
    state = step.state
    draws = state.conditions.laws.drawn_by_illegality
    if draws and state.outcome is None and drawn_by_illegality(before, state.position.board):
        step.end(Outcome(DRAW, Termination.ARBITER, "A.4.4"))


def _complete(step: Step, announced: SpokenIllegally) -> None:
    """7.5.1: found at once, or where the opponent has to claim, left standing on the board; one
    that no board can show stands on record (A.4.2)."""
    touch.rejects_offer(step, announced.colour)
    step.close(announced)
    state = step.state
    said = announced.said
    move = on_board(state.position.board, announced.illegality, said)
    if not state.conditions.unsupervised or (move is not None and _intervenes(state, move)):
        with step.deciding("7.5.5", announced.colour):
            _found(step, announced.colour, announced.illegality, announced.text)
            touch.bind(step, announced.illegality)
    elif move is None:
        colour, why, text = announced.colour, announced.illegality, announced.text
        step.renew(Unclaimed(step.at, colour, state.position.ply, why, text, on_board=False))
        step.illegal = replace(step.illegal, unclear=True)
        step.emit(IllegalMove(step.at, colour, text, why))
    else:
        _leave_standing(step, move, announced.illegality, announced.text, announced.at)


def _leave_standing(step: Step, move: chess.Move, why: Illegality, text: str, said_at: int) -> None:
    """A.4.2: it is completed like any other move, and whoever sees it claims."""
    position = step.state.position
    spoken = SpokenMove(said_at, move, facts(position, move), said_at, illegal=True)
    moves.complete(step, spoken)
    if step.state.outcome is None:
        step.renew(Unclaimed(step.at, position.turn, position.ply, why, text))


def _intervenes(state: State, move: chess.Move) -> bool:
    """True if the arbiter does not wait for a claim (E.05-7)."""
    agreed = state.conditions
    after = state.position.stand(move).board
    return intervenes(agreed.edition, agreed.rate.value, after)


def _is_asked_to_promote(state: State, colour: chess.Color) -> bool:
    """True if ``colour`` left nothing but the piece unsaid; a reply waits for the answer."""
    return state.spoken is None and _promotion_asked(state, colour) is not None


def _promotion_asked(state: State, colour: chess.Color) -> tuple[Asked, Ambiguous] | None:
    for asked in state.asked_by(colour):
        if isinstance(asked.about, Ambiguous) and asked.about.only_promotion:
            return asked, asked.about
    return None


def _promote(step: Step, colour: chess.Color) -> None:
    """7.5.2: the piece of a promotion was not announced, and the clock was pressed."""
    found, state = _promotion_asked(step.state, colour), step.state
    assert found is not None
    asked, about = found
    move = next(one for one in about.moves if one.promotion == chess.QUEEN)
    if not touch.allows(step, move):
        return
    pawn = chess.Move(move.from_square, move.to_square)
    queen = state.conditions.laws.replaced_by_queen
    step.close(asked)
    if state.conditions.unsupervised and not _intervenes(state, pawn):
        _leave_standing(step, pawn, _not_replaced(pawn, queen), about.text, step.at)
    elif not queen:
        _found(step, colour, _not_replaced(pawn, queen), about.text)
        capture = state.position.board.piece_at(pawn.to_square)
        touched = (pawn.from_square, pawn.to_square) if capture else (pawn.from_square,)
        step.state = replace(step.state, hands=step.state.hands.ruling(*touched))
    else:
        _replace(step, colour, move, about.text)


def _not_replaced(pawn: chess.Move, queen: bool) -> Illegality:
    """The pawn stayed one on the last rank; it becomes a ``queen``, or the move is taken back."""
    detail = "queen" if queen else "taken back"
    return Illegality(
        MoveFault.PROMOTION_MISSING, "7.5.2", chess.PAWN, pawn.from_square, pawn.to_square,
        detail=detail,
    )  # fmt: skip


def _queening(from_square: chess.Square, to_square: chess.Square) -> chess.Move:
    return chess.Move(from_square, to_square, chess.QUEEN)


def _replace(step: Step, colour: chess.Color, move: chess.Move, text: str) -> None:
    """7.5.2: the pawn is replaced by a queen, and that was an illegal move."""
    with step.deciding("7.5.2", colour):
        position = step.state.position
        why = _not_replaced(move, queen=True)
        step.illegal = replace(step.illegal, counted_ply=position.ply)
        loses = _count(step, IllegalMove(step.at, colour, text, why, completed=True))
        spoken = moves.spoken_move(step, move)
        if loses:
            spoken = replace(spoken, ending=on_illegal_moves(position.play(move), colour))
        moves.complete(step, spoken)
        if step.state.outcome is None:
            _give_time(step, colour, step.state.record[-1].gained)


def _without_move(state: State, colour: chess.Color, who: Role | None) -> bool:
    """7.5.3: pressed by the player on the move, on their own time, and nothing said before may have
    been a move. At a shared microphone nobody knows who pressed: that is never counted."""
    return (
        who is ROLE_OF[colour]
        and colour == state.position.turn == state.clock.running
        and state.spoken is None
        and not state.asked_by(colour)
        and not state.illegal.unclear
    )


def _found(step: Step, colour: chess.Color, why: Illegality, text: str, gained: int = 0) -> None:
    """A completed illegal move is told, counted and paid for (7.5.5): by time for the opponent, or
    by the game; what was ``gained`` by the press is taken back."""
    with step.deciding("7.5.5", colour):
        if _count(step, IllegalMove(step.at, colour, text, why, completed=True)):
            step.end(on_illegal_moves(step.state.position, colour))
        else:
            _give_time(step, colour, gained)


def _count(step: Step, event: IllegalMove) -> bool:
    """A completed illegal move is counted and told; whether it loses the game (7.5.5)."""
    counted = step.state.illegal.counted(event.colour)
    number = counted.of(event.colour)
    loses = _cost(step.state, number) is None
    step.emit(replace(event, losing=number if loses else 0))
    step.state = replace(step.state, illegal=counted)
    step.close(SpokenIllegally, Unclaimed)
    return loses


def _give_time(step: Step, colour: chess.Color, gained: int) -> None:
    state = step.state
    bonus = _cost(state, state.illegal.of(colour)) or 0
    if bonus:
        step.emit(PenaltyGiven(step.at, "7.5.5", Penalty.OPPONENT_TIME, colour, bonus))
    if gained:
        left = state.clock.remaining(colour, step.at) - gained
        step.set_clock(state.clock.adjust(colour, left, step.at))
        step.keep_times_quiet()
    if bonus:
        step.award(not colour, bonus * SECOND)


def _cost(state: State, count: int) -> int | None:
    """The cost of the illegal move with that ``count`` (7.5.5)."""
    return cost(state.conditions.edition, state.conditions.rate.value, count)


def _claimed_too_late(state: State) -> bool:
    """A.4.2: whether the opponent has announced the next move already."""
    return state.conditions.unsupervised and state.announced


def _closed(state: State, ply: int) -> bool:
    """A.4.2: whether the opponent has made a move after it, so that it stands; nobody is too
    late where the competition rules hold."""
    return state.conditions.unsupervised and ply + 1 < state.position.ply
