# SPDX-License-Identifier: GPL-3.0-or-later
"""Two boards that should show the same position (D.2.9), and the hand that makes them agree."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import chess

Placement = Mapping[chess.Square, chess.Piece]
"""The pieces by their squares, as in ``chess.Board.piece_map``."""


@dataclass(frozen=True, slots=True)
class BoardStep:
    """One movement of the hand: from one square to another, off the board (``to_square`` None), or
    onto it (``from_square`` None)."""

    piece: chess.Piece
    from_square: chess.Square | None
    to_square: chess.Square | None

    def reversed(self) -> "BoardStep":
        """The same movement backwards."""
        return BoardStep(self.piece, self.to_square, self.from_square)


def differences(stands: Placement, should: Placement) -> tuple[chess.Square, ...]:
    """The squares on which the two boards differ, from a1 to h8."""
    return tuple(square for square in chess.SQUARES if stands.get(square) != should.get(square))


def corrections(stands: Placement, should: Placement) -> tuple[BoardStep, ...]:
    """The fewest steps that make a board that shows ``stands`` show ``should``, in order.

    Every square is free before a piece comes to it. A wrong square waits for a piece of one kind
    from one that is empty or whose piece leaves the board. Only pieces that have changed places
    in a ring need a step more: the first is taken up and put down last.
    """
    return tuple(
        step for chain in _chains(stands, should) for step in _steps(chain, stands, should)
    )


Occupant = chess.Piece | None
"""A piece by kind and colour; None is the empty square, or the box beside the board."""

Link = tuple[chess.Square | None, Occupant]
"""A wrong square and what should stand on it. Without a square: a piece too many that goes into
the box, or one too few that comes out of it."""


def _chains(stands: Placement, should: Placement) -> list[list[chess.Square]]:
    """The wrong squares in as few chains as there can be, each square filled from the next.

    A link leads from the kind that stands there to the kind that should. With those that come
    and go through the box, the links that hang together make one circuit (Hierholzer); that
    through the box falls into chains, any other is a ring.
    """
    links: defaultdict[Occupant, list[Link]] = defaultdict(list)
    surplus: Counter[chess.Piece] = Counter()
    for square in differences(stands, should):
        old, new = stands.get(square), should.get(square)
        links[old].append((square, new))
        surplus.update([old] if old else [])
        surplus.subtract([new] if new else [])
    for piece, number in surplus.items():
        start, end = (None, piece) if number > 0 else (piece, None)
        links[start] += [(None, end)] * abs(number)
    chains: list[list[chess.Square]] = []
    for kind in (None, *surplus):
        chain: list[chess.Square] = []
        for wrong, waits_for in _euler_circuit(kind, links):
            if wrong is not None:
                chain.append(wrong)
            if waits_for is None:
                chains.append(chain)
                chain = []
        chains.append(chain)
    return [chain for chain in chains if chain]


def _euler_circuit(start: Occupant, links: dict[Occupant, list[Link]]) -> list[Link]:
    """An Euler circuit: every link that can be reached from ``start`` once, in an order in which
    each begins where the one before ended. The links are used up."""
    way: list[Link] = [(None, start)]
    circuit: list[Link] = []
    while way:
        here, kind = way[-1]
        choice = links.get(kind)
        if choice:
            way.append(choice.pop(_nearest(here, choice)))
        else:
            circuit.append(way.pop())
    return circuit[-2::-1]  # without the start, which is no link


def _nearest(here: chess.Square | None, choice: Sequence[Link]) -> int:
    """The index of the link to take: the nearest of like pieces; far ones go into the box."""

    def distance(number: int) -> int:
        there = choice[number][0]
        if there is None:
            return 8
        return 0 if here is None else chess.square_distance(here, there)

    return min(range(len(choice)), key=distance)


def _steps(chain: Sequence[chess.Square], stands: Placement, should: Placement) -> list[BoardStep]:
    """The piece on the first square gives way, the others follow, and the last square is filled."""
    first, last = chain[0], chain[-1]
    away = [BoardStep(stands[first], first, None)] if first in stands else []
    moves = [BoardStep(stands[square], square, to) for to, square in pairwise(chain)]
    back = [BoardStep(should[last], None, last)] if last in should else []
    return [*away, *moves, *back]
