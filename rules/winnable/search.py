# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for a helpmate: both sides work together so that the loser is mated.

Best first: what is looked at next is the position nearest to a :class:`Goal`, which may be the
mate itself or a step towards it. A helpmate found proves that the winner can win; a search that
runs out of positions proves that they cannot, since every legal move of every position was followed
except where it is proven hopeless. Move counts and repetitions are left out, as Article 5.2.2
asks for *any* series of legal moves. The goal decides how soon something is found, never whether
it is right.

An :class:`Exhaustion` has no goal: it follows every legal move to the end, deep first, which proves
something where few positions can arise. Pawns and captures come before the rest, because what
cannot be taken back comes nearer to a mate, or to the end. So a mate is often met soon where
everything is locked, where nearness to mate tells nothing; and where one side has only few moves
left until it is stalemated, the whole of what can happen is not much.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice

import chess

from rules.winnable.bitboard import (
    ANYWHERE,
    KIND,
    TO,
    Bitboards,
    Targets,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.locked import never_mates

Hopeless = Callable[[Bitboards], bool]
"""A sound test: ``True`` only where the winner can never mate."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a search, and a measure of nearness to it.

    ``moves`` are all legal moves, each once, the most promising first; ``weight`` is how far a
    position seems from the goal; ``reached``: the move has led to the goal, which is the position
    after it. ``batch`` moves of a position are looked at when its turn comes. The goal is worth
    about ``limit`` positions.
    """

    moves: Callable[[Bitboards], Iterator[int]]
    weight: Callable[[Bitboards], int]
    reached: Callable[[Bitboards, int], bool]
    batch: int = 2
    limit: int = 40


REST = 2
"""A position of which some moves were looked at waits again as if it were heavier by so much."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """``line`` leads to the goal at ``end``; ``complete``: without a line there is none."""

    line: tuple[int, ...] | None
    end: Bitboards
    complete: bool
    visited: int


def ordered_moves(here: Bitboards, men: int, *targets: Targets) -> Iterator[int]:
    """Every legal move once: those of ``men`` first, and to the first of ``targets`` first."""
    for some in (men, ~men):
        done: list[int] = []
        for squares in (*targets, ANYWHERE):
            for move in sorted(legal_moves(here, some, squares)):
                if move not in done:
                    done.append(move)
                    yield move


@dataclass(slots=True)
class SearchNode:
    """A position on the way; ``moves`` are those not yet looked at."""

    parent: "SearchNode | None"
    move: int
    weight: int
    here: Bitboards
    moves: Iterator[int] | None = None

    def line(self, last: int) -> tuple[int, ...]:
        moves = [last]
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))


def search(
    start: Bitboards, goal: Goal, limit: int, hopeless: Hopeless | None = None
) -> SearchResult:
    """A way to ``goal``, looking at about ``limit`` positions at most.

    ``hopeless`` is asked about the start and wherever a capture or a pawn's move has changed
    what may be hoped for.
    """
    if hopeless and hopeless(start):
        return SearchResult(None, start, True, 0)
    seen = {start}
    tick = count(step=-1)  # of equal weights the newest comes first
    weight = goal.weight(start)
    queue = [(weight, 0, SearchNode(None, 0, weight, start))]
    visited = 0
    batch, weigh, reached = goal.batch, goal.weight, goal.reached
    while queue and visited < limit:
        node = heappop(queue)[2]
        here = node.here
        if node.moves is None:
            node.moves = goal.moves(here)
        before = visited
        for move in islice(node.moves, batch):
            visited += 1
            after = play(here, move)
            if after in seen:
                continue
            seen.add(after)
            if hopeless and _changes(here, move) and hopeless(after):
                continue
            if reached(after, move):
                return SearchResult(node.line(move), after, True, visited)
            weight = weigh(after)
            heappush(queue, (weight, next(tick), SearchNode(node, move, weight, after)))
            if weight < node.weight:
                break
        if visited > before:
            node.weight += REST
            heappush(queue, (node.weight, next(tick), node))
    return SearchResult(None, start, not queue, visited)


def _changes(here: Bitboards, move: int) -> bool:
    """True if ``move`` is a pawn's or takes something: then it cannot be taken back."""
    return move >> KIND & 7 == chess.PAWN or bool((here[6] | here[7]) >> (move >> TO & 63) & 1)


# --- Everything -----------------------------------------------------------------------------------


LOOKS, REWARD = 40, 3
"""How often the regions of a position are asked for; each time that they show something it may be
asked so much oftener."""

COST_OF_LOOK = 18
"""Positions that could be followed meanwhile."""

FORCED = 3
"""With so few moves everything may be different afterwards."""


class Exhaustion:
    """Where the search stands; it can be continued.

    ``open``: how many positions wait. Where their number does not grow, an end is near.
    """

    def __init__(self, start: Bitboards) -> None:
        self.start = start
        self.came: dict[Bitboards, tuple[Bitboards, int] | None] = {start: None}
        self.waiting = [start]
        self.followed = self.effort = 0
        self.looks = LOOKS

    @property
    def open(self) -> int:
        return len(self.waiting)

    def follow(self, limit: int, look: bool) -> SearchResult:
        """Until as much has been done in all as following ``limit`` positions; ``look``: leave out
        those whose regions show that the winner never mates."""
        waiting = self.waiting
        while waiting and self.effort < limit:
            here = waiting.pop()
            self.followed += 1
            self.effort += 1
            moves = legal_moves(here)
            if not moves:
                if not here[8] and is_mate(here):
                    return SearchResult(self._line(here), here, True, self.followed)
                continue
            self._open(here, moves, look)
        return SearchResult(None, self.start, not waiting, self.followed)

    def _open(self, here: Bitboards, moves: list[int], look: bool) -> None:
        came, waiting = self.came, self.waiting
        standing = here[6] | here[7]
        forced = len(moves) <= FORCED
        for move in moves:
            after = play(here, move)
            if after in came:
                continue
            came[after] = here, move
            lasting = standing >> (move >> TO & 63) & 1 or move >> KIND & 7 == chess.PAWN
            if lasting and insufficient_material(after):
                continue
            if look and (lasting or forced) and self.looks and self._looks_locked(after):
                continue
            waiting.append(after)

    def _looks_locked(self, here: Bitboards) -> bool:
        locked = never_mates(here)
        self.looks += REWARD if locked else -1
        self.effort += COST_OF_LOOK
        return locked

    def _line(self, here: Bitboards) -> tuple[int, ...]:
        line = []
        before = self.came[here]
        while before is not None:
            here, move = before
            line.append(move)
            before = self.came[here]
        return tuple(reversed(line))
