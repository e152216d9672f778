# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about the game, answered on request and never volunteered (D.2.6.1, D.2.10.4).

The first functions take what was asked and who asks; None is no answer: too little was said for
one. The others are pure functions of a position. Boards are only read.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import chess

from clock.control import NO_HURRY
from rules.description import Castling, MoveFacts
from rules.explanation import explain_castling
from rules.moves import facts
from rules.openings import FIRST_PLIES, opening_reached
from rules.outcome import Outcome
from rules.threats import threats
from table.acts import adjournment, running, scoresheets
from table.core.state import State
from table.core.step import Step
from table.events.answers import (
    KINDS,
    About,
    Answer,
    CastlingOf,
    CountOf,
    Help,
    Men,
    PlacedPiece,
    TimeOf,
    Topic,
    help_with,
)
from table.events.dialogue import QuestionKind
from table.events.game import GameStarted
from voice.language.commands import Command, CommandName, OnBoard


def times(step: Step, *colours: chess.Color) -> Answer[TimeOf]:
    """The displays of these players now, of whoever has to hurry at all."""
    clock = step.state.clock
    hurried = (one for one in colours if clock.side(one).control.periods != NO_HURRY)
    left = (TimeOf(colour, clock.remaining(colour, step.now)) for colour in hurried)
    return Answer(About.TIME, tuple(left))


def move_count(step: Step, _command: Command, _colour: chess.Color) -> Answer[CountOf]:
    """Moves completed by each side."""
    clock = step.state.clock
    made = (CountOf(colour, clock.moves(colour)) for colour in chess.COLORS)
    return Answer(About.MOVE_COUNT, tuple(made))


def moves_to_control(step: Step, _command: Command, colour: chess.Color) -> Answer[CountOf]:
    """Moves to make before the next time control."""
    moves = step.state.clock.moves_to_control(colour)
    facts = () if moves is None else (CountOf(colour, moves),)
    return Answer(About.TO_CONTROL, facts, colour)


def time_per_move(step: Step, _command: Command, colour: chess.Color) -> Answer[TimeOf]:
    """Time on the average to the next time control."""
    average = step.state.clock.average_per_move(colour, step.now)
    return Answer(About.PER_MOVE, () if average is None else (TimeOf(colour, average),), colour)


def result(step: Step, _command: Command, _colour: chess.Color) -> Answer[Outcome]:
    """How the game ended, if it did."""
    over = step.state.outcome
    return Answer(About.RESULT, () if over is None else (over,))


def turn(step: Step, command: Command, colour: chess.Color) -> Answer[Outcome]:
    """Who is on the move: that is told of each move, and clocks show it. Where players press, also
    that nobody has yet. After the end, how the game ended."""
    spoken = step.state.spoken
    if step.state.outcome is not None:
        return result(step, command, colour)
    if spoken is not None:
        by_hand = step.state.conditions.press_after is None
        about = About.ANNOUNCED if by_hand else About.TURN
        return Answer(about, colour=not spoken.facts.colour)
    return Answer(About.TURN, colour=step.state.position.turn)


def last_moves(step: Step, command: Command, _colour: chess.Color) -> Answer[MoveFacts]:
    """The last moves of both, so many as were said; the last five of any if no number was."""
    if command.number is None:
        return last(step.state.told_moves, 5)
    return last_of_both(step.state.told_moves, command.number)


def pieces(step: Step, command: Command, colour: chess.Color) -> Answer[Men]:
    """The pieces of a colour or a side, of one kind or all."""
    return pieces_on(step.board, _side(command, colour), command.board.piece)


def missing(step: Step, command: Command, colour: chess.Color) -> Answer[CountOf]:
    """The men that are gone from the board."""
    start = step.state.position.back_to(0).board
    return missing_from(step.board, start, _side(command, colour))


def _side(command: Command, colour: chess.Color) -> chess.Color | None:
    """Whose pieces are asked about: "meine" are those of who asks; None for both."""
    named = command.board
    if named.own is None:
        return named.colour
    return colour if named.own else not colour


def changed(step: Step, _command: Command, _colour: chess.Color) -> Answer[MoveFacts]:
    """The moves made since this was last asked, the last five of each at most: who wants all has
    another question for them."""
    since = step.state.asked_ply
    step.state = replace(step.state, asked_ply=step.state.position.ply)
    told = step.state.told_moves
    return Answer(About.CHANGED, tuple(move for move in told if move.ply >= since)[-10:])


def ends(answer: Answer[object], announced: MoveFacts) -> bool:
    """True if the last of the moves told is the one that is only ``announced`` (D.2.3)."""
    told = answer.facts if answer.about in _OF_MOVES else ()
    return told[-1:] == (announced,)


_OF_MOVES = (About.MOVES, About.LAST_MOVE, About.CHANGED)


def line(step: Step, command: Command, _colour: chess.Color) -> Answer[PlacedPiece] | None:
    """The men on the rank, file or diagonal that was named."""
    match command:
        case Command(CommandName.RANK, int(index)):
            return rank(step.board, index)
        case Command(CommandName.FILE, int(index)):
            return file(step.board, index)
        case Command(CommandName.DIAGONAL, OnBoard(int(start), int(end))):
            return diagonal(step.board, start, end)
    return None


def their_move(step: Step, command: Command, colour: chess.Color) -> Answer[MoveFacts]:
    """The last move of the opponent of ``colour``, or of the side that was named."""
    side = not colour if command.colour is None else command.colour
    theirs = (move for move in step.state.told_moves if move.colour == side)
    return last_move(theirs)


def known_names(_: Step, command: Command, __: chess.Color) -> Answer[str]:
    """The names of earlier games, which whoever has the archive has put to the command."""
    return Answer(About.KNOWN_NAMES, tuple((command.word or "").splitlines()))


def players(step: Step, _command: Command, _colour: chess.Color) -> Answer[str]:
    """Who plays whom, and how strong a program is."""
    agreed = step.state.conditions
    elo = (str(agreed.elo),) if agreed.computer is not None and agreed.elo else ()
    return Answer(About.PLAYERS, (agreed.white, agreed.black, *elo))


def settings(step: Step, _command: Command, _colour: chess.Color) -> Answer[GameStarted]:
    """Tell the conditions of the game."""
    return Answer(About.SETTINGS, (running.conditions_of(step),))


def opening(step: Step, _command: Command, _colour: chess.Color) -> Answer[str]:
    """The opening of this game; without a move there is none."""
    position = step.state.present
    if not step.state.told_moves:
        return Answer(About.MOVES)
    plies = range(min(position.ply, FIRST_PLIES) + 1)
    name = opening_reached(position.back_to(ply).board for ply in plies)
    return Answer(About.OPENING, (name,) if name else ())


def time_spent(step: Step, _command: Command, _colour: chess.Color) -> Answer[TimeOf]:
    """How long the last move of each took, and which three took longest; none is told twice."""
    times = [_time_of(step.state, ply) for ply in range(len(step.state.record))]
    longest = sorted(times, key=lambda one: -one.time)[:3]
    last = [replace(one, longest=one is longest[0]) for one in times[-2:]]
    others = [replace(one, longest=True) for one in longest if one not in times[-2:]]
    return Answer(About.SPENT, (*last, *others))


def _time_of(state: State, ply: int) -> TimeOf:
    """The time that a move took from the player's display, without what the press gave."""
    made = state.record[ply]
    colour = made.facts.colour
    lost = state.displays(ply).of(colour) - state.displays(ply + 1).of(colour)
    return TimeOf(colour, max(0, lost + made.gained), made.facts.number)


def threatened(step: Step, _command: Command, colour: chess.Color) -> Answer[MoveFacts]:
    """The threats of the opponent of ``colour``; the gravest three, for the ear."""
    if step.board.turn == colour and step.board.is_check():
        return Answer(About.KING_ATTACKED)
    return Answer(About.THREATS, threats(step.state.present, not colour)[:3])


def legal_moves(
    step: Step, command: Command, _colour: chess.Color
) -> Answer[MoveFacts] | Answer[PlacedPiece]:
    """The legal moves from a square, of a kind of piece, or all."""
    position, board, named = step.state.present, step.board, command.board
    if named.square is not None:
        squares = chess.SquareSet([named.square])
    elif named.piece is not None:
        squares = board.pieces(named.piece, position.turn)
    else:
        squares = chess.SquareSet(board.occupied_co[position.turn])
    moves = (move for move in position.legal_moves if move.from_square in squares)
    told = tuple(facts(position, move) for move in moves)
    if not told and named.square is not None:
        empty = PlacedPiece(named.square, board.piece_at(named.square))
        return Answer(About.NO_LEGAL_MOVES, (empty,))
    return Answer(About.LEGAL_MOVES, told)


def may_castle(step: Step, command: Command, colour: chess.Color) -> Answer[CastlingOf]:
    """Tell if a player may castle, to the side that was named or to both."""
    position, side = step.state.present, _side(command, colour)
    side = command.colour if side is None else side
    who = colour if side is None else side
    said = None if command.move is None else command.move.castling
    sides = tuple(Castling) if said is None else (said,)
    told = (CastlingOf(who, one, explain_castling(position, one, who)) for one in sides)
    return Answer(About.CASTLING, tuple(told), who)


def help_now(state: State, colour: chess.Color) -> Answer[Help]:
    """The five things most useful to ``colour`` now."""
    spoken, over = state.spoken, state.outcome is not None
    mover = state.position.turn if spoken is None else not spoken.facts.colour  # may reply (1.3)
    waits = (spoken is not None and spoken.facts.colour == colour) or (
        state.spoken_illegally is not None and colour == state.position.turn
    )
    now: tuple[Topic, ...] = ()
    if over and not scoresheets.all_signed(state):
        now = (Topic.SIGN, Topic.SCORE, Topic.LAST_MOVE, Topic.POSITION, Topic.REPEAT)
    elif over:
        now = (Topic.NEW_GAME, Topic.STUDY, Topic.SCORE, Topic.POSITION, Topic.TIME)
    elif state.sealing:
        now = (Topic.SEAL, Topic.PRESS, Topic.TIME, Topic.POSITION, Topic.SQUARE)
    elif state.adjourned is not None and state.adjourned.phase in adjournment.CLOSED:
        now = (Topic.ENVELOPE, Topic.SCORE, Topic.LAST_MOVE, Topic.POSITION, Topic.REPEAT)
    elif state.rests:
        now = (Topic.RESUME,)
    elif state.asked is not None:
        choose = state.asked.question.kind is QuestionKind.WHICH_MOVE
        now = (Topic.OPTIONS if choose else Topic.YES_NO, Topic.CORRECT_QUESTION)
    elif waits:
        now = (Topic.PRESS, Topic.CORRECT)
    elif not state.started:
        now = (Topic.MOVE, Topic.START, Topic.SET_TIME)
        if not state.conditions.competes:
            two = state.conditions.computer is None
            now += (Topic.OPPONENT if two else Topic.PEOPLE,)
    free = not now
    if state.offer == (not colour) and not over and state.asked is None:
        now += (Topic.ANSWER_DRAW,)
    if free and colour == mover:
        now += (Topic.MOVE, Topic.HINT) if state.conditions.advises else (Topic.MOVE,)
    usual = (Topic.TIME, Topic.LAST_MOVE, Topic.POSITION, Topic.SQUARE, Topic.REPEAT)
    nothing_of = {Topic.TIME: not state.started, Topic.LAST_MOVE: not state.record}
    rest = (topic for topic in usual if topic not in now and not nothing_of.get(topic))
    topics = (*now, *rest)[:5]
    return help_with(*topics, example=_example(state) if Topic.MOVE in topics else None)


def _example(state: State) -> MoveFacts | None:
    """A move that can be said now, a knight's if there is one; in competition it would be a hint
    (11.3.1)."""
    if state.conditions.competes:
        return None
    position = state.present
    moves = [facts(position, move) for move in position.legal_moves]
    return max(moves, key=_plainness, default=None)


def _plainness(move: MoveFacts) -> tuple[bool, bool, int, int]:
    """How well a move shows what one sounds like: short, and towards the middle."""
    plain = move.captured is None and move.promotion is None and move.castling is None
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    return move.piece == chess.KNIGHT, plain, min(file, 7 - file) + min(rank, 7 - rank), file


# --- Facts found on the board ---------------------------------------------------------------------


def last(moves: Iterable[MoveFacts], count: int) -> Answer[MoveFacts]:
    """The last ``count`` moves."""
    return Answer(About.MOVES, tuple(moves)[-count:] if count > 0 else ())


def last_move(moves: Iterable[MoveFacts]) -> Answer[MoveFacts]:
    """The last of these."""
    return Answer(About.LAST_MOVE, tuple(moves)[-1:])


def last_of_both(moves: Iterable[MoveFacts], count: int) -> Answer[MoveFacts]:
    """The last ``count`` moves of both: a move is White's and Black's with one number."""
    made = tuple(moves)
    first = made[-1].number - count if made else 0
    return Answer(About.MOVES, tuple(move for move in made if move.number > first))


def square(board: chess.Board, where: chess.Square) -> Answer[PlacedPiece]:
    """The man on a square."""
    return Answer(About.SQUARE, (PlacedPiece(where, board.piece_at(where)),))


def colour_of(board: chess.Board, where: chess.Square) -> Answer[PlacedPiece]:
    """Of a square, whatever stands on it."""
    return Answer(About.SQUARE_COLOUR, (PlacedPiece(where, board.piece_at(where)),))


def pieces_on(
    board: chess.Board,
    colour: chess.Color | None = None,
    kind: chess.PieceType | None = None,
) -> Answer[Men]:
    """The pieces of one colour or both (White first), of one kind or all (the king first)."""
    colours = chess.COLORS if colour is None else [colour]
    kinds = KINDS if kind is None else (kind,)
    standing = (
        Men(side, one, _by_file(board.pieces(one, side))) for side in colours for one in kinds
    )
    return Answer(About.PIECES, tuple(standing))


def rank(board: chess.Board, index: int) -> Answer[PlacedPiece]:
    """The pieces on a rank (0 to 7), from Anna to Hektor."""
    return _line(board, (chess.square(file, index) for file in range(8)))


def file(board: chess.Board, index: int) -> Answer[PlacedPiece]:
    """The pieces on a file (0 to 7), from the first rank to the eighth."""
    return _line(board, (chess.square(index, rank) for rank in range(8)))


def ranks(board: chess.Board) -> Answer[PlacedPiece]:
    """All ranks, from the first to the eighth."""
    return Answer(About.RANKS, _squares(board, chess.SQUARES))


def in_check(board: chess.Board) -> Answer[PlacedPiece]:
    """Which king is in check, and by what; only the side on the move can be (3.9.2)."""
    given = board.checkers()
    return Answer(About.CHECK, _standing(board, given), board.turn if given else None)


def diagonal(
    board: chess.Board, start: chess.Square, end: chess.Square
) -> Answer[PlacedPiece] | None:
    """The pieces from ``start`` to ``end``; None if no diagonal joins the two."""
    files = chess.square_file(end) - chess.square_file(start)
    ranks = chess.square_rank(end) - chess.square_rank(start)
    if abs(files) != abs(ranks) or not files:
        return None
    step = (8 if ranks > 0 else -8) + (1 if files > 0 else -1)
    return _line(board, (start + step * number for number in range(abs(files) + 1)))


def attackers(board: chess.Board, where: chess.Square) -> Answer[PlacedPiece]:
    """Who attacks and who defends a square.

    On an empty square the side on the move defends and the other attacks. A pinned piece
    attacks all the same (3.1.3).
    """
    piece = board.piece_at(where)
    owner = board.turn if piece is None else piece.color
    attacking = _standing(board, board.attackers(not owner, where))
    defending = _standing(board, board.attackers(owner, where))
    return Answer(About.ATTACKERS, (PlacedPiece(where, piece), *attacking, *defending), not owner)


def material(board: chess.Board) -> Answer[CountOf]:
    """The difference in pieces, kind by kind; the balance in points is left to the listener."""
    counts = {kind: [len(board.pieces(kind, one)) for one in chess.COLORS] for kind in KINDS[1:]}
    ahead = ((kind, white - black) for kind, (white, black) in counts.items())
    more = [CountOf(lead > 0, abs(lead), kind) for kind, lead in ahead if lead]
    return Answer(About.MATERIAL, _white_first(more))


def captured(moves: Iterable[MoveFacts]) -> Answer[CountOf]:
    """The pieces taken in a game's moves."""
    taken = Counter((not move.colour, move.captured) for move in moves if move.captured is not None)
    counts = (CountOf(colour, number, kind) for (colour, kind), number in taken.items())
    return Answer(About.CAPTURED, _white_first(counts))


def missing_from(
    board: chess.Board, start: chess.Board, colour: chess.Color | None = None
) -> Answer[CountOf]:
    """The men of ``colour``, or of both, that stood on ``start`` and are gone. A pawn that was
    promoted is missing too."""
    gone = (
        CountOf(side, len(start.pieces(kind, side)) - len(board.pieces(kind, side)), kind)
        for side in (chess.COLORS if colour is None else [colour])
        for kind in KINDS[1:]
    )
    return Answer(About.MISSING, tuple(one for one in gone if one.number > 0), colour)


def _white_first(counts: Iterable[CountOf]) -> tuple[CountOf, ...]:
    return tuple(sorted(counts, key=lambda one: not one.colour))


def _line(board: chess.Board, squares: Iterable[chess.Square]) -> Answer[PlacedPiece]:
    return Answer(About.LINE, _squares(board, squares))


def _squares(board: chess.Board, squares: Iterable[chess.Square]) -> tuple[PlacedPiece, ...]:
    return tuple(PlacedPiece(each, board.piece_at(each)) for each in squares)


def _standing(board: chess.Board, squares: chess.SquareSet) -> tuple[PlacedPiece, ...]:
    """The pieces that stand there, the king first."""
    return tuple(
        PlacedPiece(each, man)
        for kind in KINDS
        for each in squares
        if (man := board.piece_at(each)) and man.piece_type == kind
    )


def _by_file(squares: Iterable[chess.Square]) -> tuple[chess.Square, ...]:
    found = sorted(squares, key=lambda one: (chess.square_file(one), chess.square_rank(one)))
    return tuple(found)
