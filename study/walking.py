# SPDX-License-Identifier: GPL-3.0-or-later
"""Through a game: forward, back, to a move, into variations and out of them, and aside."""

from dataclasses import replace

import chess

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.desk import DeskStep
from study.events import (
    CommentTold,
    MoveShown,
    MoveTold,
    StudyNotice,
    StudyRefusal,
    VariationsTold,
)
from study.tree import Node, Path, Tree, main_line
from table.events.answers import About, Answer

_CLOSING = str.maketrans({"}": ")", "{": "(", "\n": " ", "\r": " "})
"""Signs that would end a comment in PGN."""


def forward(step: DeskStep) -> None:
    """The next move of this line; where moves were tried, the game has no next one."""
    desk = step.desk
    if desk.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif desk.tried:
        step.emit(StudyNotice.LINE_OVER)
    elif desk.node.lines:
        go(step, (*desk.path, 0))
    else:
        over(step)


def over(step: DeskStep) -> None:
    """Nothing follows here: the game ended, or the variation."""
    desk = step.desk
    assert desk.tree is not None
    in_game = desk.path == main_line(desk.path) and not any(desk.path)
    step.desk = replace(step.desk, reads=False)
    result = Answer(About.RESULT_TAG, (desk.tree.tag("Result") or "*",))
    step.emit(result if in_game else StudyNotice.LINE_OVER)


def back(step: DeskStep) -> None:
    """A move back: the last one that was tried, else the last one of the game."""
    desk = step.desk
    if desk.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif desk.tried:
        step.desk = replace(step.desk, tried=desk.tried[:-1])
        _show_tried(step)
    elif desk.path:
        go(step, desk.path[:-1])
    else:
        step.refuse(StudyRefusal.FIRST_MOVE)


def _show_tried(step: DeskStep) -> None:
    desk = step.desk
    if not desk.tried:
        show(step, back=True)
        return
    position = desk.position
    before = position.back_to(position.ply - 1)
    step.emit(MoveTold(facts(before, desk.tried[-1]), "tried"))


def to_start(step: DeskStep) -> None:
    """Before the first move."""
    if step.desk.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, ())


def to_end(step: DeskStep) -> None:
    """After the last move of this line."""
    tree = step.desk.tree
    if tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, tree.along(step.desk.path))
        over(step)


def to_move(step: DeskStep, number: int, colour: chess.Color | None) -> None:
    """After a move of this line by its number; White's, or the only one, if no side was said."""
    tree = step.desk.tree
    if tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    whole = tree.along(step.desk.path)
    white = tree.start.turn == chess.WHITE
    first = 2 * tree.start.number + (not white)  # twice the number, and one more for Black
    ply = 2 * number + (colour == chess.BLACK) - first + 1
    if colour is None and ply == 0:
        ply = 1  # the first move of a game that Black begins
    if 1 <= ply <= len(whole):
        go(step, whole[:ply])
    else:
        step.refuse(StudyRefusal.NO_MOVE)


def go(step: DeskStep, path: Path, *, back: bool = False, entered: int | None = None) -> None:
    """Stand at the end of ``path``, and tell the move that leads there."""
    step.desk = replace(step.desk, path=path, tried=(), asked=None)
    show(step, back=back, entered=entered)


def show(step: DeskStep, *, back: bool = False, entered: int | None = None) -> None:
    """Tell the last move, with what is written about it."""
    desk = step.desk
    assert desk.tree is not None
    if not desk.path:
        step.emit(StudyNotice.AT_START)
        return
    node = desk.node
    above = desk.tree.at(desk.path[:-1])
    step.emit(
        MoveShown(
            _facts(desk.tree.position(desk.path[:-1]), node),
            node.nags,
            node.text,
            node.text_before if entered else "",
            len(above.lines) - 1 if desk.path[-1] == 0 else 0,
            entered,
            back,
            inside=any(desk.path),
        )
    )


def _facts(position: Position, node: Node) -> MoveFacts | None:
    return facts(position, node.move) if node.move else None


# --- Variations -----------------------------------------------------------------------------------


def _alternatives(tree: Tree, path: Path) -> tuple[Node, ...]:
    """The variations that can be entered: the alternatives to the last move."""
    return tree.at(path[:-1]).lines[1:] if path else ()


def variations(step: DeskStep) -> None:
    """The alternatives to the last move, by their first moves."""
    desk = step.desk
    found = _alternatives(desk.tree, desk.path) if desk.tree is not None else ()
    if desk.tree is None or not found:
        step.refuse(StudyRefusal.NO_VARIATIONS)
        return
    before = desk.tree.position(desk.path[:-1])
    step.emit(VariationsTold(tuple(_facts(before, node) for node in found)))


def enter(step: DeskStep, number: int | None) -> None:
    """Enter the variation with this number, or the only one; of several they are told."""
    desk = step.desk
    found = _alternatives(desk.tree, desk.path) if desk.tree is not None else ()
    if number is None and len(found) > 1:
        variations(step)
    elif not 1 <= (number or 1) <= len(found):
        step.refuse(StudyRefusal.NO_VARIATION)
    else:
        go(step, (*desk.path[:-1], number or 1), entered=number or 1)


def enter_by(step: DeskStep, move: chess.Move) -> None:
    """Enter the variation that begins with ``move``."""
    desk = step.desk
    assert desk.tree is not None
    known = [node.move for node in _alternatives(desk.tree, desk.path)]
    if move in known:
        enter(step, known.index(move) + 1)
    else:
        step.refuse(StudyRefusal.NO_VARIATION)


def leave(step: DeskStep) -> None:
    """Out of the innermost variation, to the move for which it stands."""
    desk = step.desk
    if desk.tree is None or not any(desk.path):
        step.refuse(StudyRefusal.NOT_IN_VARIATION)
    else:
        go(step, main_line(desk.path), back=True)


# --- Moves of one's own ---------------------------------------------------------------------------


def play(step: DeskStep, move: chess.Move) -> None:
    """A move was said: it is the game's next one, begins a variation there, or is tried."""
    desk = step.desk
    step.desk = replace(step.desk, asked=None)
    if desk.tree is not None and not desk.tried:
        known = [node.move for node in desk.node.lines]
        if move in known:
            index = known.index(move)
            go(step, (*desk.path, index), entered=index or None)
            return
    try_move(step, move)


def try_move(step: DeskStep, move: chess.Move) -> None:
    """Make a move beside the game, to see where it leads."""
    desk = step.desk
    told = facts(desk.position, move)
    step.desk = replace(step.desk, tried=(*desk.tried, move), asked=None, reads=False)
    step.emit(MoveTold(told, "tried"))


def rejoin(step: DeskStep) -> None:
    """Back to where the game was left."""
    if step.desk.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    elif step.desk.tried:
        step.desk = replace(step.desk, tried=(), asked=None)
        show(step, back=True)
    elif any(step.desk.path):
        path = step.desk.path
        first = next(ply for ply, index in enumerate(path) if index)
        go(step, (*path[:first], 0), back=True)
    else:
        step.refuse(StudyRefusal.IN_GAME)


def keep(step: DeskStep) -> None:
    """Make a variation of the moves that were tried."""
    desk = step.desk
    if desk.tree is None or not desk.tried:
        step.refuse(StudyRefusal.NOTHING_TRIED)
        return
    tree, path = desk.tree.with_line(desk.path, desk.tried)
    if tree is desk.tree:  # the game has these moves already
        go(step, path, back=True)
        return
    step.desk = replace(
        step.desk, tree=tree, path=path, tried=(), changed={**desk.changed, desk.number: tree}
    )
    step.emit(StudyNotice.KEPT)


def comment(step: DeskStep) -> None:
    """The comments here."""
    desk = step.desk
    texts = () if desk.tree is None or desk.tried else (desk.node.text_before, desk.node.text)
    step.emit(CommentTold(tuple(filter(None, texts))))


def write(step: DeskStep, text: str) -> None:
    """Add a comment to the last move; what was tried is kept first, so that it has a place."""
    if step.desk.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    if step.desk.tried:
        keep(step)
    desk = step.desk
    assert desk.tree is not None
    added = " ".join(text.translate(_CLOSING).split())

    def written(node: Node) -> Node:
        return replace(node, comment=" ".join(filter(None, (node.comment, added))))

    tree = desk.tree.changed(desk.path, written)
    step.desk = replace(step.desk, tree=tree, changed={**desk.changed, desk.number: tree})
    step.emit(StudyNotice.COMMENT_KEPT)
