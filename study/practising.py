# SPDX-License-Identifier: GPL-3.0-or-later
"""Practising: tasks are set, moves and answers are judged, replies are made, a score is kept."""

from dataclasses import replace
from typing import Final

import chess

from rules.moves import facts
from study.desk import DeskStep, Tally
from study.endings import best, hardest, has_promoted, is_bare, start, value
from study.events import (
    HelpTold,
    KnightTold,
    PointsTold,
    Replied,
    SolutionTold,
    StudyRefusal,
    TaskOver,
    TaskSet,
    Wrong,
)
from study.tasks import (
    BOARDLESS,
    ENDINGS,
    BoardTask,
    Drill,
    DrillGoal,
    EndingTask,
    MateTask,
    Task,
    forces_mate,
    knight_path,
    mate,
    mating_moves,
    question,
    reached,
    stubborn_reply,
)
from table.acts import answering

DRILLS: Final = ("mate", "mate two", "ending", "squares", "diagonals", "knight")
"""What can be practised, as topics of help."""
HELD: Final = 12
"""Moves after which a draw counts as held."""


def begin(step: DeskStep, drill: Drill, draw: int) -> None:
    """Set a task of this drill, another one than the last; ``draw`` is a number drawn by lot."""
    task = _task(drill, draw)
    if _is_the_same(task, step.desk.task):
        task = _task(drill, draw + 1)
    step.desk = replace(step.desk, task=task, shown=False, tried=(), asked=None, reads=False)
    tell(step)


def _task(drill: Drill, draw: int) -> Task:
    if drill in BOARDLESS:
        return question(drill, draw)
    if drill in ENDINGS:
        position = start(drill, draw)
        goal = DrillGoal.DRAW if value(position).winner is None else DrillGoal.WIN
        return EndingTask(drill, position, position.turn, goal)
    return mate(drill, draw)


def _is_the_same(task: Task, last: Task | None) -> bool:
    """Asked twice in a row it would sound as if the answer had not been heard."""
    match task, last:
        case BoardTask(), BoardTask():
            squares = (task.square, task.to_square)
            return task.drill is last.drill and squares == (last.square, last.to_square)
        case MateTask(), MateTask():
            return task.begin == last.begin
    return False


def tell(step: DeskStep) -> None:
    """Tell the task, as it stands now."""
    match step.desk.task:
        case None:
            step.refuse(StudyRefusal.NO_TASK)
        case BoardTask() as task:
            step.emit(TaskSet(task))
        case task:
            step.emit(TaskSet(task, answering.pieces_on(task.position.board)))


def following(step: DeskStep, draw: int) -> None:
    """The next task of the same drill; one that is left counts for nothing."""
    task = step.desk.task
    if task is None:
        step.refuse(StudyRefusal.NO_TASK)
        return
    begin(step, task.drill, draw)


def _fails(step: DeskStep, task: Task) -> None:
    """The first fault costs the point, and no other does."""
    if not task.failed:
        _count(step, task.drill, right=False)
        step.desk = replace(step.desk, task=replace(task, failed=True))


def _count(step: DeskStep, drill: Drill, *, right: bool) -> None:
    points = step.desk.points
    tally = points.get(drill, Tally()).with_task(right)
    step.desk = replace(step.desk, points={**points, drill: tally})


def _solved(step: DeskStep, task: Task, goal: DrillGoal | None, draw: int) -> None:
    """It is over: told, counted, and the next one is set."""
    if not task.failed:
        _count(step, task.drill, right=True)
    streak = step.desk.points.get(task.drill, Tally()).streak
    step.emit(TaskOver(not task.failed, streak, goal))
    begin(step, task.drill, draw)


# --- Moves ----------------------------------------------------------------------------------------


def play(step: DeskStep, move: chess.Move, draw: int) -> None:
    """A move in a task."""
    match step.desk.task:
        case MateTask() as task:
            _mate(step, task, move, draw)
        case EndingTask() as task:
            _ending(step, task, move, draw)
        case _:
            step.refuse(StudyRefusal.NOT_HERE)


def _mate(step: DeskStep, task: MateTask, move: chess.Move, draw: int) -> None:
    trial = task.position.board.copy(stack=False)
    if not forces_mate(trial, move, task.left):
        trial.push(move)
        escape = _escape(trial, task.left - 1)
        after = task.position.play(move)
        step.emit(Wrong(None if escape is None else facts(after, escape)))
        _fails(step, task)
        return
    step.emit(Replied(facts(task.position, move), own=True))
    position = task.position.play(move)
    if position.board.is_checkmate():
        _solved(step, task, DrillGoal.MATE, draw)
        return
    reply = stubborn_reply(position.board.copy(stack=False), task.left - 1)
    assert reply is not None
    step.emit(Replied(facts(position, reply)))
    step.desk = replace(
        step.desk, task=replace(task, position=position.play(reply), left=task.left - 1)
    )


def _escape(trial: chess.Board, moves: int) -> chess.Move | None:
    """A reply after which there is no mate in ``moves`` moves."""
    for reply in list(trial.legal_moves):
        trial.push(reply)
        mated = moves > 0 and any(True for _ in mating_moves(trial, moves))
        trial.pop()
        if not mated:
            return reply
    return None


def _ending(step: DeskStep, task: EndingTask, move: chess.Move, draw: int) -> None:
    after = task.position.play(move)
    winner = value(after).winner
    lost = winner == (not task.colour)
    if lost or (task.goal is DrillGoal.WIN and winner is None):
        reply = best(after)
        throws = DrillGoal.DRAW if lost else DrillGoal.WIN
        step.emit(Wrong(None if reply is None else facts(after, reply), throws))
        _fails(step, task)
        return
    step.emit(Replied(facts(task.position, move), own=True))
    made = replace(task, position=after, made=task.made + 1)
    if (task.goal is DrillGoal.WIN and has_promoted(move, after)) or _is_over(made):
        _solved(step, made, task.goal, draw)
        return
    reply = hardest(after)
    assert reply is not None
    step.emit(Replied(facts(after, reply)))
    made = replace(made, position=after.play(reply))
    step.desk = replace(step.desk, task=made)
    if _is_over(made):
        _solved(step, made, made.goal, draw)


def _is_over(task: EndingTask) -> bool:
    """Mate, stalemate, or a draw that is held: against a bare king, or for long enough."""
    if not task.position.legal_moves:
        return True
    held = is_bare(task.position, not task.colour) or task.made >= HELD
    return task.goal is DrillGoal.DRAW and held


# --- Answers --------------------------------------------------------------------------------------


def answer(step: DeskStep, given: bool | int, draw: int) -> None:
    """An answer to a question without a board."""
    task = step.desk.task
    if task is None:
        step.refuse(StudyRefusal.NO_TASK)
    elif not isinstance(task, BoardTask):
        step.emit(HelpTold(("solve",)))  # a move is wanted, and no number
    elif isinstance(given, bool) != isinstance(task.answer, bool):
        tell(step)
    elif given == task.answer:
        _solved(step, task, None, draw)
    elif isinstance(given, bool):  # of two answers one is left: nothing to ask again
        step.emit(Wrong(last=True))
        step.emit(replace(_answer_to(task), whole=False))
        _fails(step, task)
        begin(step, task.drill, draw)
    else:
        step.emit(Wrong())
        _fails(step, task)


def _answer_to(task: BoardTask) -> SolutionTold:
    if task.drill is Drill.SQUARES:
        return SolutionTold(square=answering.square(chess.Board(None), task.square))
    if task.to_square is None or isinstance(task.answer, bool):
        return SolutionTold(yes=bool(task.answer))
    squares = knight_path(task.square, task.to_square)
    return SolutionTold(path=KnightTold(task.square, squares, len(squares), way=True))


def solution(step: DeskStep) -> None:
    """Tell the solution; the task counts as not solved."""
    task = step.desk.task
    match task:
        case None:
            step.refuse(StudyRefusal.NO_TASK)
            return
        case BoardTask():
            step.emit(_answer_to(task))
        case MateTask():
            move = next(mating_moves(task.position.board.copy(stack=False), task.left))
            step.emit(SolutionTold((facts(task.position, move),)))
        case EndingTask():
            solves = best(task.position)
            moves = () if solves is None else (facts(task.position, solves),)
            step.emit(SolutionTold(moves, whole=False))  # it goes on after its best move
    _fails(step, task)
    step.desk = replace(step.desk, shown=not isinstance(task, EndingTask))


def points(step: DeskStep) -> None:
    """The score of every drill that was practised."""
    kept = step.desk.points
    told = ((drill, kept[drill].right, kept[drill].asked) for drill in Drill if drill in kept)
    step.emit(PointsTold(tuple(told)))


def knight_reach(step: DeskStep, square: chess.Square, moves: int) -> None:
    """Where a knight can be after so many moves."""
    step.emit(KnightTold(square, reached(square, moves), moves))


def knight_way(step: DeskStep, start: chess.Square, end: chess.Square) -> None:
    """By which squares a knight goes fastest."""
    squares = knight_path(start, end)
    step.emit(KnightTold(start, squares, len(squares), way=True))
