# SPDX-License-Identifier: GPL-3.0-or-later
"""Practising: tasks are set, moves and answers are judged, replies are made, a score is kept."""

from dataclasses import replace
from typing import Final

import chess

from rules.moves import facts
from study.events import (
    KnightTold,
    Listed,
    MoveTold,
    StudyNotice,
    StudyRefusal,
    TaskOver,
    Wrong,
)
from study.state import StudyStep, Tally
from study.tasks import (
    BOARDLESS,
    ENDINGS,
    BoardTask,
    Drill,
    DrillGoal,
    PositionTask,
    Task,
    best,
    forces_mate,
    hardest,
    has_promoted,
    is_bare,
    knight_path,
    mate,
    mating_moves,
    question,
    reached,
    start,
    stubborn_reply,
    value,
)
from table.acts import answering
from table.events.answers import About, Answer, PlacedPiece
from voice.language.study import StudyName

HELD: Final = 12
"""Moves after which a draw counts as held."""


def begin(step: StudyStep, drill: Drill, draw: int) -> None:
    """Set a task of this drill, another one than the last; ``draw`` is a number drawn by lot."""
    task = _task(drill, draw)
    if _is_the_same(task, step.state.task):
        task = _task(drill, draw + 1)
    step.state = replace(step.state, task=task, shown=False, tried=(), asked=None, reads=False)
    tell(step)


def _task(drill: Drill, draw: int) -> Task:
    if drill in BOARDLESS:
        return question(drill, draw)
    if drill in ENDINGS:
        position = start(drill, draw)
        drawn = value(position)[0] is None
        return PositionTask(drill, position, DrillGoal.DRAW if drawn else DrillGoal.WIN)
    return mate(drill, draw)


def _is_the_same(task: Task, last: Task | None) -> bool:
    """Asked twice in a row it would sound as if the answer had not been heard."""
    match task, last:
        case BoardTask(), BoardTask():
            squares = (task.square, task.to_square)
            return task.drill is last.drill and squares == (last.square, last.to_square)
        case PositionTask(), PositionTask():
            return task.position == last.position.back_to(0)
    return False


def tell(step: StudyStep) -> None:
    """Tell the task, as it stands now."""
    task = step.state.task
    if task is None:
        step.refuse(StudyRefusal.NO_TASK)
        return
    step.emit(task)
    if task.position is not None:
        step.emit(answering.pieces_on(task.position.board))


def following(step: StudyStep) -> None:
    """Set the next task of the same drill; a task that is left counts for nothing."""
    task = step.state.task
    if task is None:
        step.refuse(StudyRefusal.NO_TASK)
    else:
        begin(step, task.drill, step.draw)


def _fails(step: StudyStep, task: Task) -> None:
    """The first fault costs the point, and no other does."""
    if not task.failed:
        _count(step, task.drill, right=False)
        step.state = replace(step.state, task=replace(task, failed=True))


def _count(step: StudyStep, drill: Drill, *, right: bool) -> None:
    points = step.state.points
    tally = points.get(drill, Tally()).with_task(right)
    step.state = replace(step.state, points={**points, drill: tally})


def _solved(step: StudyStep, task: Task, goal: DrillGoal | None) -> None:
    """It is over: told, counted, and the next one is set."""
    if not task.failed:
        _count(step, task.drill, right=True)
    streak = step.state.points.get(task.drill, Tally()).streak
    step.emit(TaskOver(not task.failed, streak, goal))
    begin(step, task.drill, step.draw)


# --- Moves ----------------------------------------------------------------------------------------


def play(step: StudyStep, move: chess.Move) -> None:
    """Judge a move in a task."""
    task = step.state.task
    if not isinstance(task, PositionTask):
        step.refuse(StudyRefusal.NOT_HERE)
    elif task.goal is DrillGoal.MATE:
        _mate(step, task, move)
    else:
        _ending(step, task, move)


def _mate(step: StudyStep, task: PositionTask, move: chess.Move) -> None:
    trial = task.position.board.copy(stack=False)
    if not forces_mate(trial, move, task.left):
        trial.push(move)
        escape = _escape(trial, task.left - 1)
        after = task.position.play(move)
        step.emit(Wrong(None if escape is None else facts(after, escape)))
        _fails(step, task)
        return
    step.emit(MoveTold(facts(task.position, move), "own"))
    made = replace(task, position=task.position.play(move))
    board = made.position.board
    if board.is_checkmate():
        _solved(step, task, DrillGoal.MATE)
        return
    reply = stubborn_reply(board.copy(stack=False), made.left)
    assert reply is not None
    _reply(step, made, reply)


def _reply(step: StudyStep, made: PositionTask, reply: chess.Move) -> None:
    """Hektor's side moves."""
    step.emit(MoveTold(facts(made.position, reply), "reply"))
    step.state = replace(step.state, task=replace(made, position=made.position.play(reply)))


def _escape(trial: chess.Board, moves: int) -> chess.Move | None:
    """A reply after which there is no mate in ``moves`` moves."""
    for reply in list(trial.legal_moves):
        trial.push(reply)
        mated = moves > 0 and any(True for _ in mating_moves(trial, moves))
        trial.pop()
        if not mated:
            return reply
    return None


def _ending(step: StudyStep, task: PositionTask, move: chess.Move) -> None:
    after = task.position.play(move)
    winner, _ = value(after)
    lost = winner == (not task.colour)
    if lost or (task.goal is DrillGoal.WIN and winner is None):
        reply = best(after)
        throws = DrillGoal.DRAW if lost else DrillGoal.WIN
        step.emit(Wrong(None if reply is None else facts(after, reply), throws))
        _fails(step, task)
        return
    step.emit(MoveTold(facts(task.position, move), "own"))
    made = replace(task, position=after)
    if (task.goal is DrillGoal.WIN and has_promoted(move, after)) or _is_over(made):
        _solved(step, made, task.goal)
        return
    reply = hardest(after)
    assert reply is not None
    _reply(step, made, reply)
    made = replace(made, position=after.play(reply))
    if _is_over(made):
        _solved(step, made, made.goal)


def _is_over(task: PositionTask) -> bool:
    """Mate, stalemate, or a draw that is held: against a bare king, or for long enough."""
    if not task.position.legal_moves:
        return True
    held = is_bare(task.position, not task.colour) or task.made >= HELD
    return task.goal is DrillGoal.DRAW and held


# --- Answers --------------------------------------------------------------------------------------


def answer(step: StudyStep, given: StudyNotice | int) -> None:
    """Judge an answer to a question about the empty board: yes or no, light or dark, a number."""
    task = step.state.task
    if task is None:
        step.refuse(StudyRefusal.NO_TASK)
    elif not isinstance(task, BoardTask):
        step.emit(Listed(StudyName.DRILLS, ("solve",)))  # a move is wanted, and no number
    elif not _answers_alike(given, right := _right(task)):
        tell(step)
    elif given == right:
        _solved(step, task, None)
    elif isinstance(given, StudyNotice):  # of two answers one is left: nothing to ask again
        step.emit(Wrong(last=True))
        step.emit(_answer_to(task))
        _fails(step, task)
        begin(step, task.drill, step.draw)
    else:
        step.emit(Wrong())
        _fails(step, task)


def _right(task: BoardTask) -> StudyNotice | int:
    told = _answer_to(task)
    return told if isinstance(told, StudyNotice) else task.answer


def _answers_alike(one: StudyNotice | int, other: StudyNotice | int) -> bool:
    """True if both may be the answer to one question."""
    numbers = isinstance(one, int) and isinstance(other, int)
    return numbers or any({one, other} <= each for each in _ALTERNATIVES)


_ALTERNATIVES = (
    {StudyNotice.LIGHT, StudyNotice.DARK},
    {StudyNotice.YES, StudyNotice.NO},
)


def _answer_to(task: BoardTask) -> StudyNotice | KnightTold:
    if task.drill is Drill.SQUARES:
        return StudyNotice.LIGHT if task.answer else StudyNotice.DARK
    if task.to_square is None or isinstance(task.answer, bool):
        return StudyNotice.YES if task.answer else StudyNotice.NO
    return _way(task.square, task.to_square)


def solution(step: StudyStep) -> None:
    """Tell the solution, or what is best next in an ending; the task counts as not solved."""
    task, whole = step.state.task, True
    match task:
        case None:
            step.refuse(StudyRefusal.NO_TASK)
            return
        case BoardTask():
            step.emit(_answer_to(task))
        case PositionTask():
            whole = task.goal is DrillGoal.MATE
            if solves := _solving(task):
                step.emit(MoveTold(facts(task.position, solves), "solution"))
            if task.source:
                step.emit(Listed(StudyName.GAME, (task.source,)))
    if whole:
        step.emit(StudyNotice.NEXT_WAITS)
    _fails(step, task)
    step.state = replace(step.state, shown=whole)


def _solving(task: PositionTask) -> chess.Move | None:
    if task.goal is DrillGoal.MATE:
        return next(mating_moves(task.position.board.copy(stack=False), task.left))
    return best(task.position)


def hint(step: StudyStep) -> None:
    """Tell which piece solves the task, then with which move; it counts as not solved."""
    task = step.state.task
    if not isinstance(task, PositionTask):
        step.emit(Listed(StudyName.DRILLS, ("answer",)))
    elif move := _solving(task):
        piece, ply = task.position.board.piece_at(move.from_square), task.position.ply
        if task.hinted == ply:
            step.emit(Answer(About.HINT_MOVE, (facts(task.position, move),)))
        else:
            step.emit(Answer(About.HINT_PIECE, (PlacedPiece(move.from_square, piece),)))
        task = replace(task, hinted=ply)
        step.state = replace(step.state, task=task)
        _fails(step, task)


def points(step: StudyStep) -> None:
    """Tell the score of every drill that was practised."""
    kept = step.state.points
    told = ((drill, kept[drill].right, kept[drill].asked) for drill in Drill if drill in kept)
    step.emit(Listed(StudyName.POINTS, tuple(told)))


def knight_reach(step: StudyStep, square: chess.Square, moves: int) -> None:
    """Tell where a knight can be after so many moves."""
    step.emit(KnightTold(square, reached(square, moves), moves))


def knight_way(step: StudyStep, start: chess.Square, end: chess.Square) -> None:
    """Tell by which squares a knight goes fastest."""
    step.emit(_way(start, end))


def _way(start: chess.Square, end: chess.Square) -> KnightTold:
    squares = knight_path(start, end)
    return KnightTold(start, squares, len(squares), way=True)
