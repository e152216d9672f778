# SPDX-License-Identifier: GPL-3.0-or-later
"""A game with its variations, comments and symbols, as a value.

python-chess reads and writes PGN; between the two nothing is changed in place, so that a reader may
go anywhere, add what they like and leave it again. A place in a game is a `NodePath`: which of the
moves that may follow is taken, ply by ply; 0 is the main line.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

import chess
import chess.pgn

from rules.position import Position
from rules.reader import read_in_any
from rules.score import Loss, Remark, wrapped
from table.acts.advice import MATED

NodePath = tuple[int, ...]

_EMBEDDED = re.compile(r"\s*\[%[^\]]*\]\s*")
_EVALUATION = re.compile(r"\[%eval\s+(#?)([-+]?\d+(?:\.\d*)?)(?:,\d+)?\s*\]")
_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")
_HAS_TAGS = re.compile(r'^\s*\[\w+\s+"', re.MULTILINE)
SECOND = 1_000_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A move with what is written about it, and the moves that may follow, the main one first.

    ``comment`` stands after the move, ``before`` in front of a variation that it begins; both are
    as in PGN, with embedded commands such as ``[%clk 0:12:30]``. ``nags`` are the numbers of
    symbols. Only the root, the position before the first move, has no ``move``.
    """

    move: chess.Move | None = None
    comment: str = ""
    before: str = ""
    nags: tuple[int, ...] = ()
    lines: tuple["Node", ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """A person's comment on the move: no embedded command, one line."""
        return _plain(self.comment)

    @property
    def text_before(self) -> str:
        """A person's comment in front of the variation that begins with this move."""
        return _plain(self.before)

    @property
    def clock(self) -> int | None:
        """The mover's clock after the move, in nanoseconds, if that is written."""
        found = _CLOCK.search(self.comment)
        if found is None:
            return None
        hours, minutes, seconds = found.groups()
        return (int(hours) * 3600 + int(minutes) * 60) * SECOND + int(float(seconds) * SECOND)

    @property
    def value(self) -> int | None:
        """The written value of the position after the move to White: in hundredths of a pawn, a
        mate as in `MATED`."""
        found = _EVALUATION.search(self.comment)
        if found is None:
            return None
        mate, number = found.groups()
        if not mate:
            return round(100 * float(number))
        moves = int(float(number))
        return MATED - moves if moves > 0 else -MATED - moves


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A game: the tags of PGN as they stand in the file, the start and all moves.

    ``damaged``: moves are missing, since what follows in the file cannot be read; ``left_out`` is
    what the text has beside the game.
    """

    headers: tuple[tuple[str, str], ...]
    start: Position
    root: Node
    damaged: bool = False
    left_out: tuple[Remark, ...] = ()

    def tag(self, name: str) -> str:
        """The value of a tag; empty if it is missing or says nothing, as "?" and "????.??.??"."""
        value = re.sub(r"\\(.)", r"\1", dict(self.headers).get(name, ""))
        return value if value.strip(".?- *") or name == "Result" else ""

    def main(self) -> Iterator[Node]:
        """The nodes of the game itself, from the root on."""
        node = self.root
        yield node
        while node.lines:
            node = node.lines[0]
            yield node

    def at(self, path: NodePath) -> Node:
        """The node at the end of ``path``. Raises IndexError if there is none."""
        node = self.root
        for index in path:
            node = node.lines[index]
        return node

    def nodes(self, path: NodePath) -> Iterator[Node]:
        """The nodes on the way, without the root."""
        node = self.root
        for index in path:
            node = node.lines[index]
            yield node

    def position(self, path: NodePath) -> Position:
        """The position at the end of ``path``."""
        position = self.start
        for node in self.nodes(path):
            assert node.move is not None
            position = position.stand(node.move)
        return position

    def along(self, path: NodePath) -> NodePath:
        """The end of the line that goes on from ``path``."""
        node, ahead = self.at(path), list(path)
        while node.lines:
            node = node.lines[0]
            ahead.append(0)
        return tuple(ahead)

    def changed(self, path: NodePath, change: Callable[[Node], Node]) -> "Tree":
        """The game with the node at the end of ``path`` changed."""
        way = [self.root, *self.nodes(path)]
        node = change(way.pop())
        for index in reversed(path):
            above = way.pop()
            lines = (*above.lines[:index], node, *above.lines[index + 1 :])
            node = replace(above, lines=lines)
        return replace(self, root=node)

    def with_line(self, path: NodePath, moves: tuple[chess.Move, ...]) -> tuple["Tree", NodePath]:
        """The game with these moves after ``path``, as a variation as far as they are new, and the
        place at their end."""
        tree = self
        for move in moves:
            known = [line.move for line in tree.at(path).lines]
            if move not in known:
                tree = tree.changed(path, partial(_followed, move))
                known.append(move)
            path = (*path, known.index(move))
        return tree, path


def _followed(move: chess.Move, node: Node) -> Node:
    return replace(node, lines=(*node.lines, Node(move)))


def _plain(comment: str) -> str:
    return " ".join(_EMBEDDED.sub(" ", comment).split())


def main_line(path: NodePath) -> NodePath:
    """Where the innermost variation on ``path`` left the line around it: the move of that line to
    which it is an alternative. The path itself where it is the main line."""
    last = next((ply for ply in range(len(path) - 1, -1, -1) if path[ply]), None)
    return path if last is None else (*path[:last], 0)


class Unread(StrEnum):
    """Why a game cannot be studied."""

    NO_MOVES = "no moves"
    VARIANT = "variant"  # another kind of chess
    START = "start"  # a position with which no game begins
    TOO_LONG = "too long"
    RECORD = "record"  # it is in the archive, and damaged


class NotAGame(ValueError):
    """A text is no game that can be studied; ``detail`` is the kind of chess."""

    def __init__(self, why: Unread, detail: str = "") -> None:
        super().__init__(f"{why} {detail}".strip())
        self.why, self.detail = why, detail


class _TreeBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps errors to itself: python-chess would print them."""

    def handle_error(self, error: Exception) -> None:
        """Keep the error; the rest of the line is left out."""
        self.game.errors.append(error)


def read_game(text: str) -> Tree:
    """The first game of a PGN text, in whatever language its moves are.

    Raises:
        NotAGame: it has none, it is of another kind of chess, or it begins with a position that
            cannot come about.
    """
    try:
        score = read_in_any(text)
    except ValueError as error:
        raise NotAGame(Unread.START) from error
    if not (score.position.ply or _HAS_TAGS.search(text)):
        raise NotAGame(Unread.NO_MOVES)
    if score.error is not None and score.error.why is Loss.VARIANT:
        raise NotAGame(Unread.VARIANT, score.error.text)
    game = chess.pgn.read_game(io.StringIO(score.text), Visitor=_TreeBuilder)
    assert game is not None
    damaged = bool(game.errors) or not score.whole
    return Tree(
        tuple(game.headers.items()), score.position.back_to(0), _node(game), damaged, score.left_out
    )


def _node(game: chess.pgn.GameNode) -> Node:
    """A game of python-chess as a node, without recursion: games may be long."""
    made: dict[chess.pgn.GameNode, Node] = {}
    waiting = [game]
    while waiting:
        node = waiting[-1]
        ahead = [line for line in node.variations if line not in made]
        if ahead:
            waiting += ahead
            continue
        waiting.pop()
        made[node] = Node(
            node.move,
            _written(node.comment),
            _written(getattr(node, "starting_comment", "")),
            tuple(sorted(node.nags)),
            tuple(made.pop(line) for line in node.variations),
        )
    return made[game]


def _written(comment: str | list[str]) -> str:
    return comment if isinstance(comment, str) else " ".join(comment)


def write_game(tree: Tree) -> str:
    """The game as PGN with all variations, and a newline at its end."""
    return wrapped(str(to_game(tree)))


def to_game(tree: Tree) -> chess.pgn.Game:
    """The game with all variations, as python-chess has it."""
    game = chess.pgn.Game()
    game.headers.clear()
    for name, value in tree.headers:
        game.headers[name] = value
    game.comment = tree.root.comment
    waiting: list[tuple[chess.pgn.GameNode, Node]] = [(game, tree.root)]
    while waiting:
        above, node = waiting.pop()
        for line in node.lines:
            assert line.move is not None
            made = above.add_variation(
                line.move, comment=line.comment, starting_comment=line.before, nags=line.nags
            )
            waiting.append((made, line))
    return game
