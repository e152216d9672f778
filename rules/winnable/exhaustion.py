# SPDX-License-Identifier: GPL-3.0-or-later
"""Following every legal move to the end, deep first: the proof where few positions can arise.

Deep first, and pawns and captures before the rest, because what cannot be taken back comes nearer
to a mate, or to the end. So a mate is often met soon where everything is locked, where nearness
to mate tells nothing; and where one side has only few moves left until it is stalemated, the
whole of what can happen is not much.
"""

from rules.winnable.bitboard import (
    KIND,
    TO,
    Bitboards,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.locked import never_mates
from rules.winnable.search import SearchResult

PAWN = 1

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
            lasting = standing >> (move >> TO & 63) & 1 or move >> KIND & 7 == PAWN
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
