# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for a helpmate: both sides work together so that the loser is mated.

Best first: what is looked at next is the position nearest to an :class:`Aim`, which may be the
mate itself or a step towards it. A helpmate found proves that the winner can win; a search that
runs out of positions proves that he cannot, since every legal move of every position was followed
except where it is proven hopeless. Move counts and repetitions are left out, as Article 5.2.2
asks for *any* series of legal moves. The aim decides how soon something is found, never whether
it is right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

import chess

from rules.diagram import KIND, TO, Diagram, Table, legal_moves, play

Hopeless = Callable[[Diagram], bool]
"""A sound test: ``True`` only where the winner can never mate."""


class Aim(Protocol):
    """What a search is after, and what seems near to it.

    ``batch`` replies to a position are looked at when its turn comes; then it waits again as if
    it were heavier by ``rest``. Of equal weights the ``newest`` comes first, or the oldest.
    """

    @property
    def batch(self) -> int: ...
    @property
    def rest(self) -> int: ...
    @property
    def newest(self) -> bool: ...

    def movers(self, here: Diagram) -> tuple[int, list[Table]]:
        """The men whose moves come before all others; how promising moves are, by kind and goal,
        the less the better."""

    def weight(self, here: Diagram) -> int:
        """How far the position seems from the aim."""

    def reached(self, here: Diagram, move: int) -> bool:
        """Whether ``move`` has led to the aim ``here``."""


@dataclass(frozen=True, slots=True)
class Search:
    """``line`` leads to the aim at ``end``; ``complete``: without a line there is none."""

    line: tuple[int, ...] | None
    end: Diagram
    complete: bool
    visited: int


@dataclass(slots=True)
class _Node:
    """A position on the way; ``replies`` are its moves not yet looked at, the best one last."""

    parent: "_Node | None"
    move: int
    weight: int
    here: Diagram
    replies: list[int] | None = None
    others: int = 0

    def line(self, last: int) -> tuple[int, ...]:
        moves = [last]
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def next_move(self, aim: Aim) -> int | None:
        """The best reply not yet looked at."""
        if self.replies is None:
            men, promise = aim.movers(self.here)
            self.replies = sorted(legal_moves(self.here, promise, men), reverse=True)
            self.others = (self.here[6] if self.here[8] else self.here[7]) & ~men
        if not self.replies and self.others:
            promise = aim.movers(self.here)[1]
            self.replies = sorted(legal_moves(self.here, promise, self.others), reverse=True)
            self.others = 0
        return self.replies.pop() if self.replies else None


def search(start: Diagram, aim: Aim, limit: int, hopeless: Hopeless | None = None) -> Search:
    """A way to ``aim``, looking at about ``limit`` positions at most.

    ``hopeless`` is asked about the start and wherever a capture or a pawn's move has changed
    what may be hoped for.
    """
    if hopeless and hopeless(start):
        return Search(None, start, True, 0)
    seen = {start}
    tick = count(step=-1 if aim.newest else 1)
    weight = aim.weight(start)
    queue = [(weight, 0, _Node(None, 0, weight, start))]
    visited = 0
    batch, weigh, reached = range(aim.batch), aim.weight, aim.reached
    while queue and visited < limit:
        node = heappop(queue)[2]
        here = node.here
        for _ in batch:
            move = node.next_move(aim)
            if move is None:
                break
            visited += 1
            after = play(here, move)
            if after in seen:
                continue
            seen.add(after)
            if hopeless and _changes(here, move) and hopeless(after):
                continue
            if reached(after, move):
                return Search(node.line(move), after, True, visited)
            weight = weigh(after)
            heappush(queue, (weight, next(tick), _Node(node, move, weight, after)))
            if weight < node.weight:
                break
        if node.replies or node.others:
            node.weight += aim.rest
            heappush(queue, (node.weight, next(tick), node))
    return Search(None, start, not queue, visited)


def _changes(here: Diagram, move: int) -> bool:
    """Whether ``move`` is a pawn's or takes something: then it cannot be taken back."""
    return move >> KIND & 7 == chess.PAWN or bool((here[6] | here[7]) >> (move >> TO & 63) & 1)
