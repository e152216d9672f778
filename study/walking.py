# SPDX-License-Identifier: GPL-3.0-or-later
"""Through a game: forward, back, to a move, into variations and out of them, and aside."""

from dataclasses import replace

import chess

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.events import (
    Listed,
    MoveShown,
    MoveTold,
    StudyNotice,
    StudyRefusal,
)
from study.state import StudyStep
from study.tree import Node, NodePath, Tree, main_line
from table.events.answers import About, Answer
from voice.language.study import StudyName

_CLOSING = str.maketrans({"}": ")", "{": "(", "\n": " ", "\r": " "})
"""Signs that would end a comment in PGN."""


def forward(step: StudyStep) -> None:
    """The next move of this line; where moves were tried, the game has no next one."""
    state = step.state
    if state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif state.tried:
        step.emit(StudyNotice.LINE_OVER)
    elif state.node.lines:
        go(step, (*state.path, 0))
    else:
        over(step)


def over(step: StudyStep) -> None:
    """Nothing follows here: the game ended, or the variation."""
    state = step.state
    assert state.tree is not None
    in_game = state.path == main_line(state.path) and not any(state.path)
    step.state = replace(step.state, reads=False)
    result = Answer(About.RESULT_TAG, (state.tree.tag("Result") or "*",))
    step.emit(result if in_game else StudyNotice.LINE_OVER)


def back(step: StudyStep) -> None:
    """A move back: the last one that was tried, else the last one of the game."""
    state = step.state
    if state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif state.tried:
        step.state = replace(step.state, tried=state.tried[:-1])
        _show_tried(step)
    elif state.path:
        go(step, state.path[:-1])
    else:
        step.refuse(StudyRefusal.FIRST_MOVE)


def _show_tried(step: StudyStep) -> None:
    state = step.state
    if not state.tried:
        show(step, back=True)
        return
    position = state.position
    before = position.back_to(position.ply - 1)
    step.emit(MoveTold(facts(before, state.tried[-1]), "tried"))


def to_start(step: StudyStep) -> None:
    """Before the first move."""
    if step.state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, ())


def to_end(step: StudyStep) -> None:
    """After the last move of this line."""
    tree = step.state.tree
    if tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, tree.along(step.state.path))
        over(step)


def to_move(step: StudyStep, number: int, colour: chess.Color | None) -> None:
    """After a move of this line by its number; White's, or the only one, if no side was said."""
    tree = step.state.tree
    if tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    whole = tree.along(step.state.path)
    white = tree.start.turn == chess.WHITE
    first = 2 * tree.start.number + (not white)  # twice the number, and one more for Black
    ply = 2 * number + (colour == chess.BLACK) - first + 1
    if colour is None and ply == 0:
        ply = 1  # the first move of a game that Black begins
    if 1 <= ply <= len(whole):
        go(step, whole[:ply])
    else:
        step.refuse(StudyRefusal.NO_MOVE)


def go(step: StudyStep, path: NodePath, *, back: bool = False, entered: int | None = None) -> None:
    """Stand at the end of ``path``, and tell the move that leads there."""
    step.state = replace(step.state, path=path, tried=(), asked=None)
    show(step, back=back, entered=entered)


def show(step: StudyStep, *, back: bool = False, entered: int | None = None) -> None:
    """Tell the last move, with what is written about it."""
    state = step.state
    assert state.tree is not None
    if not state.path:
        step.emit(StudyNotice.AT_START)
        return
    node = state.node
    above = state.tree.at(state.path[:-1])
    step.emit(
        MoveShown(
            _facts(state.tree.position(state.path[:-1]), node),
            node.nags,
            node.text,
            node.text_before if entered else "",
            len(above.lines) - 1 if state.path[-1] == 0 else 0,
            entered,
            back,
            inside=any(state.path),
        )
    )


def _facts(position: Position, node: Node) -> MoveFacts | None:
    return facts(position, node.move) if node.move else None


# --- Variations -----------------------------------------------------------------------------------


def _alternatives(tree: Tree, path: NodePath) -> tuple[Node, ...]:
    """The variations that can be entered: the alternatives to the last move."""
    return tree.at(path[:-1]).lines[1:] if path else ()


def variations(step: StudyStep) -> None:
    """The alternatives to the last move, by their first moves."""
    state = step.state
    found = _alternatives(state.tree, state.path) if state.tree is not None else ()
    if state.tree is None or not found:
        step.refuse(StudyRefusal.NO_VARIATIONS)
        return
    before = state.tree.position(state.path[:-1])
    step.emit(Listed(StudyName.VARIATIONS, tuple(_facts(before, node) for node in found)))


def enter(step: StudyStep, number: int | None) -> None:
    """Enter the variation with this number, or the only one; of several they are told."""
    state = step.state
    found = _alternatives(state.tree, state.path) if state.tree is not None else ()
    if number is None and len(found) > 1:
        variations(step)
    elif not 1 <= (number or 1) <= len(found):
        step.refuse(StudyRefusal.NO_VARIATION)
    else:
        go(step, (*state.path[:-1], number or 1), entered=number or 1)


def enter_by(step: StudyStep, move: chess.Move) -> None:
    """Enter the variation that begins with ``move``."""
    state = step.state
    assert state.tree is not None
    known = [node.move for node in _alternatives(state.tree, state.path)]
    if move in known:
        enter(step, known.index(move) + 1)
    else:
        step.refuse(StudyRefusal.NO_VARIATION)


def leave(step: StudyStep) -> None:
    """Out of the innermost variation, to the move for which it stands."""
    state = step.state
    if state.tree is None or not any(state.path):
        step.refuse(StudyRefusal.NOT_IN_VARIATION)
    else:
        go(step, main_line(state.path), back=True)


# --- Moves of one's own ---------------------------------------------------------------------------


def play(step: StudyStep, move: chess.Move) -> None:
    """A move was said: it is the game's next one, begins a variation there, or is tried."""
    state = step.state
    step.state = replace(step.state, asked=None)
    if state.tree is not None and not state.tried:
        known = [node.move for node in state.node.lines]
        if move in known:
            index = known.index(move)
            go(step, (*state.path, index), entered=index or None)
            return
    try_move(step, move)


def try_move(step: StudyStep, move: chess.Move) -> None:
    """Make a move beside the game, to see where it leads."""
    state = step.state
    told = facts(state.position, move)
    step.state = replace(step.state, tried=(*state.tried, move), asked=None, reads=False)
    step.emit(MoveTold(told, "tried"))


def rejoin(step: StudyStep) -> None:
    """Back to where the game was left."""
    if step.state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif step.state.tried:
        step.state = replace(step.state, tried=(), asked=None)
        show(step, back=True)
    elif any(step.state.path):
        path = step.state.path
        first = next(ply for ply, index in enumerate(path) if index)
        go(step, (*path[:first], 0), back=True)
    else:
        step.refuse(StudyRefusal.IN_GAME)


def keep(step: StudyStep) -> None:
    """Make a variation of the moves that were tried."""
    state = step.state
    if state.tree is None or not state.tried:
        step.refuse(StudyRefusal.NOTHING_TRIED)
        return
    tree, path = state.tree.with_line(state.path, state.tried)
    if tree is state.tree:  # the game has these moves already
        go(step, path, back=True)
        return
    step.state = replace(
        step.state, tree=tree, path=path, tried=(), changed={**state.changed, state.number: tree}
    )
    step.emit(StudyNotice.KEPT)


def comment(step: StudyStep) -> None:
    """The comments here."""
    state = step.state
    texts = () if state.tree is None or state.tried else (state.node.text_before, state.node.text)
    step.emit(Listed(StudyName.COMMENT, tuple(filter(None, texts))))


def write(step: StudyStep, text: str) -> None:
    """Add a comment to the last move; what was tried is kept first, so that it has a place."""
    if step.state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    if step.state.tried:
        keep(step)
    state = step.state
    assert state.tree is not None
    added = " ".join(text.translate(_CLOSING).split())

    def written(node: Node) -> Node:
        return replace(node, comment=" ".join(filter(None, (node.comment, added))))

    tree = state.tree.changed(state.path, written)
    step.state = replace(step.state, tree=tree, changed={**state.changed, state.number: tree})
    step.emit(StudyNotice.COMMENT_KEPT)
