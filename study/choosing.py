# SPDX-License-Identifier: GPL-3.0-or-later
"""Which game: by its number, by a player, an event or an opening, or one that was noted."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import chess

from study import walking
from study.events import (
    GameOpened,
    GamesTold,
    GameUnread,
    Listed,
    NamesTold,
    PositionNoted,
    StudyRefusal,
)
from study.library import Criterion, card_of
from study.state import Place, StudyStep
from study.tree import Node, NotAGame
from voice.language.study import StudyName

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
    """Facts about the open game."""
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
    """The next of the chosen games, or the one before; one that cannot be read hides no other."""
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
    """The last of the chosen games."""
    found = step.state.found
    open_game(step, found[-1] if found else step.library.last())


def tell_games(step: StudyStep) -> None:
    """How many games are chosen, and those at hand: from the open one on, or the last ones."""
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
    """The games of a player, an event or an opening; of a single one it is opened."""
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
    """All games again."""
    step.state = replace(step.state, found=None)
    tell_games(step)


def tell_names(step: StudyStep, kind: Criterion) -> None:
    """The most frequent names, to be chosen by number."""
    names = step.library.names(kind)
    step.state = replace(step.state, listed=(kind, tuple(name for name, _ in names)))
    if names:
        step.emit(NamesTold(kind, names))
    else:
        step.refuse(StudyRefusal.NONE_FOUND)


def choose_listed(step: StudyStep, kind: Criterion, number: int) -> None:
    """The games of the name with this number in the list that was told."""
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
    """Back to a noted position, in whatever game it is."""
    place = step.state.notes.get(" ".join(word.split()).casefold())
    if place is None:
        step.refuse(StudyRefusal.NO_NOTE)
        return
    if place.number != step.state.number and not open_game(step, place.number):
        return
    if not _has(step, place):  # the file has changed since
        step.refuse(StudyRefusal.NO_NOTE)
        return
    walking.go(step, place.path)
    for uci in place.tried:
        move = chess.Move.from_uci(uci)
        if move not in step.state.position.legal_moves:
            break
        walking.try_move(step, move)


def point(step: StudyStep, place: Place) -> None:
    """To a place that was pointed at: a game from a list, or a move in it."""
    another = place.number != step.state.number
    if another and not open_game(step, place.number):
        return
    if another and not place.path:
        return  # what is known of the game was told
    step.state = replace(step.state, task=None)
    if _has(step, place):
        walking.go(step, place.path)
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
    """All noted positions."""
    notes = step.state.notes.items()
    step.emit(Listed(StudyName.NOTES, tuple((word, place.number) for word, place in notes)))
