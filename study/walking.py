# SPDX-License-Identifier: GPL-3.0-or-later
"""Walking through games: along a line, into variations, aside; and choosing a game."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import chess

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position
from study.events import (
    GameOpened,
    GamesTold,
    GameUnread,
    Listed,
    MoveShown,
    MoveTold,
    NamesTold,
    PositionNoted,
    StudyNotice,
    StudyRefusal,
)
from study.library import Criterion, card_of
from study.state import Place, StudyStep
from study.tree import Node, NodePath, NotAGame, Tree, main_line
from table.events.answers import About, Answer
from voice.language.study import StudyName

_CLOSING = str.maketrans({"}": ")", "{": "(", "\n": " ", "\r": " "})
"""Signs that would end a comment in PGN."""


def forward(step: StudyStep) -> None:
    """Go to the next move of the line; after moves that were tried there is none."""
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
    """Tell that the game, or the variation, has ended here."""
    state = step.state
    assert state.tree is not None
    in_game = state.path == main_line(state.path) and not any(state.path)
    step.state = replace(step.state, reads=False)
    result = Answer(About.RESULT_TAG, (state.tree.tag("Result") or "*",))
    step.emit(result if in_game else StudyNotice.LINE_OVER)


def back(step: StudyStep) -> None:
    """Go one move back: a move that was tried, else a move of the game."""
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
    """Go before the first move."""
    if step.state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, ())


def to_end(step: StudyStep) -> None:
    """Go after the last move of this line."""
    tree = step.state.tree
    if tree is None:
        step.refuse(StudyRefusal.NO_GAME)
    else:
        go(step, tree.along(step.state.path))
        over(step)


def to_move(step: StudyStep, number: int, colour: chess.Color | None) -> None:
    """Go after a move of this line by its number; White's, or the only one, if no side was said."""
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
    """Tell the alternatives to the last move, by their first moves."""
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
    """Leave the innermost variation, for the move to which it is an alternative."""
    state = step.state
    if state.tree is None or not any(state.path):
        step.refuse(StudyRefusal.NOT_IN_VARIATION)
    else:
        go(step, main_line(state.path), back=True)


# --- Moves of one's own ---------------------------------------------------------------------------


def play(step: StudyStep, move: chess.Move) -> None:
    """Play a move that was said: the next of the game, the first of a variation, or a trial."""
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
    """Return to the place where the game was left."""
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
    """Add the moves that were tried to the game as a variation."""
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
    """Tell the comments on the last move."""
    state = step.state
    texts = () if state.tree is None or state.tried else (state.node.text_before, state.node.text)
    step.emit(Listed(StudyName.COMMENT, tuple(filter(None, texts))))


def write(step: StudyStep, text: str) -> None:
    """Add a comment to the last move; moves that were tried become a variation first."""
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


# --- Choosing a game ------------------------------------------------------------------------------


TOLD = 5
"""So many games, and names, are told at once: more are nothing to remember."""


def open_game(step: StudyStep, number: int) -> bool:
    """Open the game with this number, as the reader has changed it; False if there is none."""
    if not step.library.has(number):
        step.refuse(StudyRefusal.NO_GAME)
        return False
    try:
        tree = step.state.changed.get(number) or step.library.game(number)
    except NotAGame as error:
        step.emit(GameUnread(number, error.why, error.detail))
        return False
    step.state = replace(
        step.state, number=number, tree=tree, path=(), tried=(), asked=None, task=None
    )
    about(step)
    return True


def about(step: StudyStep) -> None:
    """Tell the facts about the open game."""
    state = step.state
    if state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    tree = state.tree
    last = tree.position(tree.along(()))
    moves = last.number - (last.turn == chess.WHITE) if last.ply else 0
    card = replace(card_of(state.number, tree), ago=step.library.card(state.number).ago)
    left = tree.left_out
    opened = GameOpened(card, moves, _variations(tree.root), tree.root.text, tree.damaged)
    step.emit(replace(opened, left_out=len(left), left_in=left[0].number if left else 0))


def _variations(root: Node) -> int:
    """How many variations a game has."""
    count, ahead = 0, [root]
    while ahead:
        node = ahead.pop()
        count += max(0, len(node.lines) - 1)
        ahead += node.lines
    return count


def neighbour(step: StudyStep, way: int) -> None:
    """Open the next of the chosen games, or the one before, past those that cannot be read."""
    number = _beside(step, step.state.number, way)
    while number is not None:
        if open_game(step, number):
            return
        number = _beside(step, number, way)
    step.refuse(StudyRefusal.LAST_GAME if way > 0 else StudyRefusal.FIRST_GAME)


def _beside(step: StudyStep, number: int, way: int) -> int | None:
    found = step.state.found
    if found is None:
        return step.library.beside(number, way)
    ahead = [each for each in found if (each - number) * way > 0]
    return min(ahead, key=lambda each: abs(each - number), default=None)


def last_game(step: StudyStep) -> None:
    """Open the last of the chosen games."""
    found = step.state.found
    open_game(step, found[-1] if found else step.library.last())


def tell_games(step: StudyStep) -> None:
    """Tell how many games are chosen, and some of them: from the open one on, or the last."""
    state = step.state
    count = step.library.count() if state.found is None else len(state.found)
    step.emit(GamesTold(count, tuple(map(step.library.card, _at_hand(step)))))


def _at_hand(step: StudyStep) -> Iterator[int]:
    ahead = [*_from(step, _beside(step, step.state.number - 1, 1), 1)]
    before = _from(step, _beside(step, ahead[0] if ahead else step.state.number, -1), -1)
    yield from reversed([*islice(before, TOLD - len(ahead))])
    yield from ahead


def _from(step: StudyStep, number: int | None, way: int) -> Iterator[int]:
    """As many chosen games as are told at once, from this one on."""
    for _ in range(TOLD):
        if number is None:
            return
        yield number
        number = _beside(step, number, way)


def choose(step: StudyStep, kind: Criterion, name: str) -> None:
    """Choose the games of a player, an event or an opening; a single one is opened."""
    found = step.library.find(kind, name)
    if not found:
        step.refuse(StudyRefusal.NONE_FOUND)
        return
    step.state = replace(step.state, found=found, task=None)
    if len(found) == 1:
        open_game(step, found[0])
        return
    cards = tuple(map(step.library.card, found[:TOLD]))
    step.emit(GamesTold(len(found), cards, name, kind))


def choose_all(step: StudyStep) -> None:
    """Choose all games again."""
    step.state = replace(step.state, found=None)
    tell_games(step)


def tell_names(step: StudyStep, kind: Criterion) -> None:
    """Tell the most frequent names, to be chosen by number."""
    names = step.library.names(kind)
    step.state = replace(step.state, listed=(kind, tuple(name for name, _ in names)))
    if names:
        step.emit(NamesTold(kind, names))
    else:
        step.refuse(StudyRefusal.NONE_FOUND)


def choose_listed(step: StudyStep, kind: Criterion, number: int) -> None:
    """Choose the games of the name with this number in the list that was told."""
    listed = step.state.listed
    if listed is None or listed[0] is not kind:
        tell_names(step, kind)
    elif 1 <= number <= len(listed[1]):
        choose(step, kind, listed[1][number - 1])
    else:
        step.refuse(StudyRefusal.NO_LIST)


# --- Noted positions ------------------------------------------------------------------------------


def note(step: StudyStep, word: str) -> None:
    """Note the position under a word."""
    state = step.state
    word = " ".join(word.split())
    if state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    place = Place(state.number, state.path, tuple(move.uci() for move in state.tried))
    again = word.casefold() in state.notes
    step.state = replace(step.state, notes={**state.notes, word.casefold(): place})
    step.emit(PositionNoted(word, again))


def recall(step: StudyStep, word: str) -> None:
    """Go to a noted position, in whatever game it is."""
    place = step.state.notes.get(" ".join(word.split()).casefold())
    if place is None:
        step.refuse(StudyRefusal.NO_NOTE)
        return
    if place.number != step.state.number and not open_game(step, place.number):
        return
    if not _has(step, place):  # the file has changed since
        step.refuse(StudyRefusal.NO_NOTE)
        return
    go(step, place.path)
    for uci in place.tried:
        move = chess.Move.from_uci(uci)
        if move not in step.state.position.legal_moves:
            break
        try_move(step, move)


def point(step: StudyStep, place: Place) -> None:
    """Go to a place that was pointed at: a game from a list, or a move in it."""
    another = place.number != step.state.number
    if another and not open_game(step, place.number):
        return
    if another and not place.path:
        return  # what is known of the game was told
    step.state = replace(step.state, task=None)
    if _has(step, place):
        go(step, place.path)
    else:
        step.refuse(StudyRefusal.NO_MOVE)


def _has(step: StudyStep, place: Place) -> bool:
    """True if the open game has this place."""
    if step.state.tree is None:
        return False
    try:
        step.state.tree.at(place.path)
    except IndexError:
        return False
    return True


def tell_notes(step: StudyStep) -> None:
    """Tell all noted positions."""
    notes = step.state.notes.items()
    step.emit(Listed(StudyName.NOTES, tuple((word, place.number) for word, place in notes)))
