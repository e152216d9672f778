# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about the game, answered on request and never volunteered (D.2.6.1, D.2.10.4)."""

import chess

from rules.moves import facts
from rules.position import Position
from table import adjournment, answers, scoresheets
from table.answers import Answer, Topic
from table.conditions import Mode
from table.events.dialogue import QuestionKind
from table.step import Step
from voice.language.commands import Command, CommandName

HINTS = frozenset({CommandName.LEGAL_MOVES, CommandName.ATTACKERS, CommandName.MATERIAL})
"""What does more than read the board: advice, which a player may not have (11.3.1)."""


_NO_RESULT = answers.ResultAnswer()


def answer_to(  # noqa: PLR0912 - one case a question
    step: Step, command: Command, colour: chess.Color
) -> Answer | None:
    """The answer to a request for information; None if ``command`` is none or not allowed."""
    state = step.state
    board = state.position.board
    moves = tuple(made.facts for made in state.record)
    if command.name in HINTS and state.conditions.mode is Mode.COMPETITION:
        return None
    match command:
        case Command(name=CommandName.TIME_OWN):
            return _times(step, colour)
        case Command(name=CommandName.TIME_OPPONENT):
            return _times(step, not colour)
        case Command(name=CommandName.TIME_BOTH):
            return _times(step, chess.WHITE, chess.BLACK)
        case Command(name=CommandName.MOVE_COUNT):
            clock = state.clock
            return answers.MoveCountAnswer(clock.moves(chess.WHITE), clock.moves(chess.BLACK))
        case Command(name=CommandName.MOVES_TO_CONTROL):
            return answers.MovesToControlAnswer(colour, state.clock.moves_to_control(colour))
        case Command(name=CommandName.TIME_PER_MOVE):
            average = state.clock.average_per_move(colour, step.now)
            return answers.TimePerMoveAnswer(colour, average)
        case Command(name=CommandName.LAST_MOVE):
            return answers.last(moves, 1)
        case Command(name=CommandName.LAST_FIVE):
            return answers.last(moves, 5)
        case Command(name=CommandName.SCORE):
            return answers.MovesAnswer(moves)
        case Command(name=CommandName.RESULT):
            over = state.outcome
            return answers.ResultAnswer(over.result, over.termination) if over else _NO_RESULT
        case Command(name=CommandName.CHANGED):
            since = state.asked_ply
            step.change(asked_ply=state.position.ply)
            return answers.changed(moves, since)
        case Command(name=CommandName.CAPTURED):
            return answers.captured(moves)
        case Command(name=CommandName.MATERIAL):
            return answers.material(board)
        case Command(name=CommandName.PAWNS):
            return answers.pawns(board)
        case Command(name=CommandName.POSITION):
            return answers.pieces(board)
        case Command(name=CommandName.PIECES):
            return answers.pieces(board, command.colour, command.piece)
        case Command(name=CommandName.RANK, rank=int(rank)):
            return answers.rank(board, rank)
        case Command(name=CommandName.FILE, file=int(file)):
            return answers.file(board, file)
        case Command(name=CommandName.DIAGONAL, square=int(start), to_square=int(end)):
            return answers.diagonal(board, start, end)
        case Command(name=CommandName.SQUARE, square=int(square)):
            return answers.square(board, square)
        case Command(name=CommandName.ATTACKERS, square=int(square)):
            return answers.attackers(board, square)
        case Command(name=CommandName.LEGAL_MOVES):
            return _legal_moves(state.position, command)
        case Command(name=CommandName.ARTICLE, article=str(article)):
            return answers.ArticleAnswer(article)
        case Command(name=CommandName.EXPLAIN):
            return answers.ArticleAnswer(state.refused_article)
        case Command(name=CommandName.HELP):
            return _help(step, colour)
    return None


def _times(step: Step, *colours: chess.Color) -> answers.TimeAnswer:
    clock = step.state.clock
    left = (answers.TimeLeft(colour, clock.remaining(colour, step.now)) for colour in colours)
    return answers.TimeAnswer(tuple(left))


def _legal_moves(position: Position, command: Command) -> answers.LegalMovesAnswer:
    """The moves from a square, of a kind of piece, or all."""
    board = position.board
    if command.square is not None:
        squares = chess.SquareSet([command.square])
    elif command.piece is not None:
        squares = board.pieces(command.piece, position.turn)
    else:
        squares = chess.SquareSet(board.occupied_co[position.turn])
    moves = (move for move in position.legal_moves if move.from_square in squares)
    told = tuple(facts(position, move) for move in moves)
    piece = None if command.square is None else board.piece_at(command.square)
    return answers.LegalMovesAnswer(command.square, piece, told)


def _help(step: Step, colour: chess.Color) -> answers.HelpAnswer:
    state = step.state
    topic = None
    if state.asked is not None:
        choose = state.asked.question.kind is QuestionKind.WHICH_MOVE
        topic = Topic.OPTIONS if choose else Topic.YES_NO
    spoken = state.spoken
    mover = state.position.turn if spoken is None else not spoken.facts.colour  # he may reply (1.3)
    return answers.help_now(
        started=state.started,
        question=topic,
        spoken=(spoken is not None and spoken.facts.colour == colour)
        or (state.illegal.announced is not None and colour == state.position.turn),
        offered=state.offer is not None and state.offer != colour,
        to_move=colour == mover,
        moved=bool(state.record),
        paused=state.paused,
        over=state.outcome is not None,
        unsigned=state.outcome is not None and not scoresheets.all_signed(state),
        sealing=adjournment.sealing(state),
        adjourned=state.outcome is None
        and state.adjourned is not None
        and state.adjourned.phase in adjournment.CLOSED,
    )
