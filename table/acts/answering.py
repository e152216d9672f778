# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about the game, answered on request and never volunteered (D.2.6.1, D.2.10.4).

The first functions take what was asked and who asks; None is no answer: too little was said for
one. The others are pure functions of a position. Boards are only read.
"""

from collections.abc import Iterable
from dataclasses import replace

import chess

from clock.control import NO_HURRY
from rules.description import MoveFacts
from rules.moves import facts
from rules.openings import FIRST_PLIES, opening_reached
from rules.threats import threats
from table.acts import adjournment, advice, running, scoresheets
from table.core.state import State
from table.core.step import Step
from table.events import answers
from table.events.answers import HelpAnswer, Topic
from table.events.dialogue import QuestionKind
from voice.language.commands import Command, CommandName, OnBoard


def times(step: Step, *colours: chess.Color) -> answers.TimeAnswer:
    """The displays of these players now, of whoever has to hurry at all."""
    clock = step.state.clock
    hurried = (one for one in colours if clock.side(one).control.periods != NO_HURRY)
    left = (answers.TimeLeft(colour, clock.remaining(colour, step.now)) for colour in hurried)
    return answers.TimeAnswer(tuple(left))


def move_count(step: Step, _command: Command, _colour: chess.Color) -> answers.MoveCountAnswer:
    """Moves completed by each side."""
    clock = step.state.clock
    return answers.MoveCountAnswer(clock.moves(chess.WHITE), clock.moves(chess.BLACK))


def moves_to_control(
    step: Step, _command: Command, colour: chess.Color
) -> answers.MovesToControlAnswer:
    """Moves to make before the next time control."""
    return answers.MovesToControlAnswer(colour, step.state.clock.moves_to_control(colour))


def time_per_move(step: Step, _command: Command, colour: chess.Color) -> answers.TimePerMoveAnswer:
    """Time on the average to the next time control."""
    average = step.state.clock.average_per_move(colour, step.now)
    return answers.TimePerMoveAnswer(colour, average)


def result(step: Step, _command: Command, _colour: chess.Color) -> answers.ResultAnswer:
    """How the game ended, if it did."""
    over = step.state.outcome
    return answers.ResultAnswer(over.result, over.termination) if over else answers.ResultAnswer()


def turn(
    step: Step, _command: Command, _colour: chess.Color
) -> answers.TurnAnswer | answers.ResultAnswer:
    """Who is on the move: that is told of each move, and clocks show it. After the end, how the
    game ended."""
    over, spoken = step.state.outcome, step.state.spoken
    if over is not None:
        return answers.ResultAnswer(over.result, over.termination)
    if spoken is not None:
        return answers.TurnAnswer(not spoken.facts.colour, announced=True)
    return answers.TurnAnswer(step.state.position.turn)


def last_moves(step: Step, command: Command, _colour: chess.Color) -> answers.MovesAnswer:
    """The last moves of both, so many as were said; older journals say none and mean five of
    any."""
    if command.number is None:
        return last(step.state.told_moves, 5)
    return last_of_both(step.state.told_moves, command.number)


def pieces(step: Step, command: Command, colour: chess.Color) -> answers.PiecesAnswer:
    """The pieces of a colour or a side, of one kind or all."""
    return pieces_on(step.board, _side(command, colour), command.board.piece)


def missing(step: Step, command: Command, colour: chess.Color) -> answers.MissingAnswer:
    """The men that are gone from the board."""
    start = step.state.position.back_to(0).board
    return missing_from(step.board, start, _side(command, colour))


def _side(command: Command, colour: chess.Color) -> chess.Color | None:
    """Whose pieces are asked about: "meine" are those of who asks; None for both."""
    named = command.board
    if named.own is None:
        return named.colour
    return colour if named.own else not colour


def changed(step: Step, _command: Command, _colour: chess.Color) -> answers.ChangedAnswer:
    """The moves made since this was last asked."""
    since = step.state.asked_ply
    step.state = replace(step.state, asked_ply=step.state.position.ply)
    told = step.state.told_moves
    return answers.ChangedAnswer(tuple(move for move in told if move.ply >= since))


def ends_announced(state: State, answer: answers.Answer) -> bool:
    """True if the last of the moves told is only announced (D.2.3)."""
    told = answer.moves if isinstance(answer, answers.MovesAnswer | answers.ChangedAnswer) else ()
    return state.spoken is not None and told[-1:] == (state.spoken.facts,)


def line(step: Step, command: Command, _colour: chess.Color) -> answers.LineAnswer | None:
    """The men on the rank, file or diagonal that was named."""
    match command:
        case Command(CommandName.RANK, int(index)):
            return rank(step.board, index)
        case Command(CommandName.FILE, int(index)):
            return file(step.board, index)
        case Command(CommandName.DIAGONAL, OnBoard(int(start), int(end))):
            return diagonal(step.board, start, end)
    return None


def their_move(step: Step, _command: Command, colour: chess.Color) -> answers.MovesAnswer:
    """The last move of the opponent of ``colour``."""
    theirs = (move for move in step.state.told_moves if move.colour != colour)
    return last(theirs, 1)


def known_names(_: Step, command: Command, __: chess.Color) -> answers.KnownNamesAnswer:
    """The names of earlier games, which whoever has the archive has put to the command."""
    return answers.KnownNamesAnswer(tuple((command.word or "").splitlines()))


def players(step: Step, _command: Command, _colour: chess.Color) -> answers.PlayersAnswer:
    """Who plays whom."""
    agreed = step.state.conditions
    return answers.PlayersAnswer(agreed.white, agreed.black)


def settings(step: Step, _command: Command, _colour: chess.Color) -> answers.SettingsAnswer:
    """What was agreed on."""
    return answers.SettingsAnswer(running.conditions_of(step))


def opening(step: Step, _command: Command, _colour: chess.Color) -> answers.OpeningAnswer:
    """The opening of this game."""
    position = step.state.present
    plies = range(min(position.ply, FIRST_PLIES) + 1)
    return answers.OpeningAnswer(opening_reached(position.back_to(ply).board for ply in plies))


def time_spent(step: Step, _command: Command, _colour: chess.Color) -> answers.TimeSpentAnswer:
    """How long the last move of each took, and which three took longest."""
    times = [_time_of(step.state, ply) for ply in range(len(step.state.record))]
    longest = sorted(times, key=lambda one: -one.spent)[:3]
    return answers.TimeSpentAnswer(tuple(times[-2:]), tuple(longest))


def _time_of(state: State, ply: int) -> answers.TimeOfMove:
    """What the display of the player has lost by a move, without what the press gave."""
    made = state.record[ply]
    colour = made.facts.colour
    lost = state.displays(ply).of(colour) - state.displays(ply + 1).of(colour)
    return answers.TimeOfMove(colour, made.facts.number, max(0, lost + made.gained))


def threatened(step: Step, _command: Command, colour: chess.Color) -> answers.ThreatsAnswer:
    """The threats of the opponent of ``colour``; the gravest three, for the ear."""
    check = step.board.turn == colour and step.board.is_check()
    return answers.ThreatsAnswer(threats(step.state.present, not colour)[:3], check)


def legal_moves(step: Step, command: Command, _colour: chess.Color) -> answers.LegalMovesAnswer:
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
    piece = None if named.square is None else board.piece_at(named.square)
    return answers.LegalMovesAnswer(named.square, piece, told)


def help_now(state: State, colour: chess.Color) -> HelpAnswer:
    """The five things most useful to ``colour`` now."""
    spoken, over = state.spoken, state.outcome is not None
    mover = state.position.turn if spoken is None else not spoken.facts.colour  # may reply (1.3)
    waits = (spoken is not None and spoken.facts.colour == colour) or (
        state.illegal.announced is not None and colour == state.position.turn
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
        now += (Topic.MOVE, Topic.HINT) if advice.allowed(state.conditions) else (Topic.MOVE,)
    usual = (Topic.TIME, Topic.LAST_MOVE, Topic.POSITION, Topic.SQUARE, Topic.REPEAT)
    nothing_of = {Topic.TIME: not state.started, Topic.LAST_MOVE: not state.record}
    rest = (topic for topic in usual if topic not in now and not nothing_of.get(topic))
    topics = (*now, *rest)[:5]
    return HelpAnswer(topics, _example(state) if Topic.MOVE in topics else None)


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


def last(moves: Iterable[MoveFacts], count: int) -> answers.MovesAnswer:
    """The last ``count`` moves."""
    return answers.MovesAnswer(tuple(moves)[-count:] if count > 0 else ())


def last_of_both(moves: Iterable[MoveFacts], count: int) -> answers.MovesAnswer:
    """The last ``count`` moves of both: a move is White's and Black's with one number."""
    made = tuple(moves)
    first = made[-1].number - count if made else 0
    return answers.MovesAnswer(tuple(move for move in made if move.number > first))


def square(board: chess.Board, where: chess.Square) -> answers.SquareAnswer:
    """The man on a square."""
    light = bool(chess.BB_SQUARES[where] & chess.BB_LIGHT_SQUARES)
    return answers.SquareAnswer(where, board.piece_at(where), light)


def pieces_on(
    board: chess.Board,
    colour: chess.Color | None = None,
    kind: chess.PieceType | None = None,
) -> answers.PiecesAnswer:
    """The pieces of one colour or both (White first), of one kind or all (the king first)."""
    colours = (chess.WHITE, chess.BLACK) if colour is None else (colour,)
    kinds = answers.KINDS if kind is None else (kind,)
    standing = tuple(
        answers.PlacedPiece(where, chess.Piece(one, side))
        for side in colours
        for one in kinds
        for where in _by_file(board.pieces(one, side))
    )
    return answers.PiecesAnswer(standing, colours, kinds)


def rank(board: chess.Board, index: int) -> answers.LineAnswer:
    """The pieces on a rank (0 to 7), from Anna to Hektor."""
    return _line(board, (chess.square(file, index) for file in range(8)))


def file(board: chess.Board, index: int) -> answers.LineAnswer:
    """The pieces on a file (0 to 7), from the first rank to the eighth."""
    return _line(board, (chess.square(index, rank) for rank in range(8)))


def ranks(board: chess.Board) -> answers.RanksAnswer:
    """All ranks, from the first to the eighth."""
    return answers.RanksAnswer(tuple(rank(board, index) for index in range(8)))


def in_check(board: chess.Board) -> answers.CheckAnswer:
    """Which king is in check, and by what; only the side on the move can be (3.9.2)."""
    given = board.checkers()
    return (
        answers.CheckAnswer(board.turn, _standing(board, given)) if given else answers.CheckAnswer()
    )


def diagonal(
    board: chess.Board, start: chess.Square, end: chess.Square
) -> answers.LineAnswer | None:
    """The pieces from ``start`` to ``end``; None if no diagonal joins the two."""
    files = chess.square_file(end) - chess.square_file(start)
    ranks = chess.square_rank(end) - chess.square_rank(start)
    if abs(files) != abs(ranks) or not files:
        return None
    step = (8 if ranks > 0 else -8) + (1 if files > 0 else -1)
    return _line(board, (start + step * number for number in range(abs(files) + 1)))


def attackers(board: chess.Board, where: chess.Square) -> answers.AttackersAnswer:
    """Who attacks and who defends a square.

    On an empty square the side on the move defends and the other attacks. A pinned piece
    attacks all the same (3.1.3).
    """
    piece = board.piece_at(where)
    owner = board.turn if piece is None else piece.color
    return answers.AttackersAnswer(
        where,
        piece,
        _standing(board, board.attackers(not owner, where)),
        _standing(board, board.attackers(owner, where)),
    )


def material(board: chess.Board) -> answers.MaterialAnswer:
    """The difference in pieces, kind by kind; the balance in points is left to the listener."""
    more: dict[chess.Color, list[tuple[chess.PieceType, int]]] = {chess.WHITE: [], chess.BLACK: []}
    for kind in answers.KINDS[1:]:
        ahead = len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK))
        if ahead:
            more[ahead > 0].append((kind, abs(ahead)))
    return answers.MaterialAnswer(tuple(more[chess.WHITE]), tuple(more[chess.BLACK]))


def captured(moves: Iterable[MoveFacts]) -> answers.CapturedAnswer:
    """The pieces taken in a game's moves."""
    taken = [(move.colour, move.captured) for move in moves if move.captured is not None]
    return answers.CapturedAnswer(
        tuple(kind for mover, kind in taken if mover == chess.BLACK),
        tuple(kind for mover, kind in taken if mover == chess.WHITE),
    )


def missing_from(
    board: chess.Board, start: chess.Board, colour: chess.Color | None = None
) -> answers.MissingAnswer:
    """The men of ``colour``, or of both, that stood on ``start`` and are gone. A pawn that was
    promoted is missing too."""

    def gone(side: chess.Color) -> tuple[tuple[chess.PieceType, int], ...]:
        counts = (
            (k, len(start.pieces(k, side)) - len(board.pieces(k, side))) for k in answers.KINDS[1:]
        )
        return tuple((kind, number) for kind, number in counts if number > 0)

    both = (chess.WHITE, chess.BLACK)
    return answers.MissingAnswer(both if colour is None else (colour,), *map(gone, both))


def _line(board: chess.Board, squares: Iterable[chess.Square]) -> answers.LineAnswer:
    line = tuple(squares)
    return answers.LineAnswer(
        line, tuple(answers.PlacedPiece(s, man) for s in line if (man := board.piece_at(s)))
    )


def _standing(
    board: chess.Board, squares: Iterable[chess.Square]
) -> tuple[answers.PlacedPiece, ...]:
    found = (answers.PlacedPiece(each, man) for each in squares if (man := board.piece_at(each)))
    return tuple(
        sorted(found, key=lambda one: (answers.KINDS.index(one.piece.piece_type), one.square))
    )


def _by_file(squares: Iterable[chess.Square]) -> list[chess.Square]:
    return sorted(squares, key=lambda where: (chess.square_file(where), chess.square_rank(where)))
