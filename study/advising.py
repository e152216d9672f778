# SPDX-License-Identifier: GPL-3.0-or-later
"""The questions to an engine about the open position or game, and how its answers are
told.

It is there in training alone, and so is study. A task is solved without it.
"""

from collections.abc import Iterable
from typing import Final

import chess

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.events import StudyEvent, StudyRefusal
from study.state import StudyState, table_state
from study.tree import Tree
from table.acts import advice
from table.core.inputs import Advised
from table.core.state import Hint
from table.events.answers import About, Answer
from table.events.game import Advice
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Intent
from voice.language.study import StudyCommand, StudyName

_ASKED: Final = {one.value: one for one in (Advice.HINT, Advice.EVALUATION, Advice.BETTER)}

ERROR: Final = 100
"""So much, in hundredths of a pawn, an error loses."""

_DECIDED: Final = 1000
"""A position with such a value is won: whoever wins more slowly makes no error."""

_MOST_ERRORS: Final = 6


def wanted(state: StudyState, meant: StudyCommand | Intent) -> Advice | None:
    """The advice that a command needs of an engine; None where the game itself has the answer, or
    the command asks for none."""
    if state.task is not None:
        return None
    errors = (StudyName.ERRORS, CommandName.ERRORS)
    if isinstance(meant, Command | StudyCommand) and meant.name in errors:
        return Advice.ERRORS if state.tree else None
    kind = _ASKED.get(meant.name.value) if isinstance(meant, Command) else None
    if kind is Advice.BETTER and not state.position.ply:
        return None
    written = state.tree is not None and not state.tried and state.node.value is not None
    return None if kind is Advice.EVALUATION and written else kind


def line_of(tree: Tree, state: StudyState) -> Position:
    """The line on which the reader stands, to its end or to a move that was left out."""
    path = tree.along(state.path)
    moves = [bool(one.move) for one in tree.nodes(path)]
    return tree.position(path[: moves.index(False) if False in moves else None])


def reviewed(tree: Tree, line: Position) -> list[int]:
    """The plies of a line at which errors are looked for: a program's are nobody's, unless two
    programs have played."""
    types = ((chess.WHITE, "WhiteType"), (chess.BLACK, "BlackType"))
    people = {colour for colour, tag in types if tree.tag(tag) != "program"} or {*chess.COLORS}
    return [ply for ply in range(line.ply) if line.back_to(ply).turn in people]


def told(state: StudyState, advised: Advised) -> tuple[StudyEvent, ...]:
    """The engine's opinion of the position, or of the move that led to it."""
    position, best = state.position, advised.best
    if advised.kind is Advice.EVALUATION and best is not None:
        return (advice.evaluation(advised.value),)
    if best is None:
        return (StudyRefusal.NO_EVALUATION,)
    if advised.kind is Advice.HINT:
        hint = Hint(position.moves, best, told=advice.THIRD_STEP)
        return (advice.hint_answer(table_state(state), hint),)
    return (_better(position, advised),)


def _better(line: Position, advised: Advised) -> Answer[MoveFacts]:
    """The best move instead of the one that led to the ply of the advice."""
    before = line.back_to(advised.ply - 1)
    made, best = line.moves[advised.ply - 1], advised.best
    slight = _lost(before, advised, decided=advice.MATED) < advice.NEARLY
    better = () if slight or best is None or best == made else (facts(before, best),)
    return Answer(About.BETTER, (facts(before, made), *better))


def _lost(before: Position, advised: Advised, decided: int = _DECIDED) -> int:
    value, played = (max(-decided, min(decided, one)) for one in (advised.value, advised.played))
    return value - played if before.turn else played - value


def errors(line: Position, found: Iterable[Advised]) -> tuple[StudyEvent, ...]:
    """The gravest errors of a line, in the order of the moves: each move, and the better one."""
    lost = {one: _lost(line.back_to(one.ply - 1), one) for one in found}
    grave = [one for one in lost if lost[one] >= ERROR and one.best is not None]
    gravest = sorted(grave, key=lambda one: -lost[one])[:_MOST_ERRORS]
    events: list[StudyEvent] = []
    for one in sorted(gravest, key=lambda one: one.ply):
        answer = _better(line, one)
        events += [Answer(About.MOVES, answer.facts[:1]), answer]
    return tuple(events) or (StudyRefusal.NO_ERRORS,)
