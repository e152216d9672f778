# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding a helpmate in an ordinary position within a millisecond or so.

Step by step: promote a pawn where there is neither queen nor rook, go for a mate that seems near,
and where none is in sight let the heavy pieces out or take something, and look again; where
nothing else helps, follow the plan for a pawn, the winner's to promote or the loser's to be in its
king's way. Each step is a short search for a goal of its own. It finds most helpmates there are
and proves nothing where it finds none.

Where no plan leads to a mate, most often something has to be given up first, and what that is shows
only afterwards; the first capture or move of a pawn may be enough. On a walk moves are drawn by
lot, more of those that cannot be taken back, and from time to time it is looked whether a mate is
near. Moves are left out there, so that nothing is proven where nothing is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import chess

from rules.winnable.bitboard import (
    BETWEEN,
    KIND,
    KING,
    PROMOTION,
    TO,
    Bitboards,
    attacks,
    insufficient_material,
    is_mate,
    legal_moves,
    play,
)
from rules.winnable.distances import Ways, distance, king_ways, nearer, piece_ways
from rules.winnable.goals import (
    MOBILITY,
    MatePattern,
    capture_goal,
    corner_goal,
    mate_goal,
    mate_patterns,
    mobility,
    mobility_goal,
    nearest_corner_mates,
    nearest_prey,
    promotion_goal,
    promotion_path,
)
from rules.winnable.locked import MOVES, flood, pawn_attacks, steps
from rules.winnable.search import Goal, SearchResult, ordered_moves, search

LEVELS = 22
"""Moves after which nothing is hoped for any more."""

Pieces = tuple[chess.PieceType, chess.PieceType]
"""The piece that a pawn becomes on a dark square, and on a light one."""


class PawnTask(NamedTuple):
    """A man of one side goes to a square and takes what is there.

    ``start`` counts for a pawn: it makes one move. ``promotion``: what it becomes.
    """

    winners: bool
    kind: chess.PieceType
    start: chess.Square
    target: chess.Square
    promotion: int = 0


@dataclass(slots=True)
class _PlannedMan:
    """``reach`` and ``promoted``: where it may be after so many levels, as what it is and as the
    piece that it has become."""

    kind: chess.PieceType
    winners: bool
    home: int
    reach: list[int]
    promoted: list[int]

    def level_of(self, bit: int) -> int:
        """The first level on which it may be there, as whatever."""
        for level, (region, promoted) in enumerate(zip(self.reach, self.promoted, strict=True)):
            if (region | promoted) & bit:
                return level
        return LEVELS


def plan(here: Bitboards, winners: bool, pieces: Pieces, spare: int) -> list[PawnTask]:
    """The tasks that let a pawn of one side promote; empty where no way is seen.

    Only the men on ``spare`` are given up on the way.
    """
    made = _BreakthroughPlan(here, pieces, spare)
    while len(made.gone) < LEVELS:
        if not made.grow():
            break
        for man in made.men:
            if man.kind == chess.PAWN and man.winners == winners and man.promoted[-1]:
                there = man.reach[-1] & chess.BB_BACKRANKS
                made.bring(man, there & -there, len(made.gone) - 1)
                return made.tasks
    return []


class _BreakthroughPlan:
    """Grown level by level, and then followed back.

    ``gone``: on each level the squares that somebody has left or may be taken on. ``tasks`` are
    those found so far, each after those that it needs.
    """

    def __init__(self, here: Bitboards, pieces: Pieces, spare: int) -> None:
        self.pieces = pieces
        self.tasks: list[PawnTask] = []
        self.done: set[tuple[int, int]] = set()
        self.occupied = here[6] | here[7]
        self.spare = spare & ~here[5]
        self.men = [
            _PlannedMan(kind, bool(here[6] >> square & 1), 1 << square, [1 << square], [0])
            for kind in chess.PIECE_TYPES
            for square in chess.scan_forward(here[kind - 1])
        ]
        self.homes = {True: here[6], False: here[7]}
        self.gone = [0]

    def guards(self, winners: bool, level: int) -> int:
        """The squares that pawns of one side attack from where they stand until that level."""
        pawns = 0
        for man in self.men:
            if man.kind == chess.PAWN and man.winners == winners:
                pawns |= man.home
        return pawn_attacks(pawns & ~self.gone[level], winners)

    def grow(self) -> bool:
        """One level more; whether it is new."""
        level = len(self.gone) - 1
        gone = self.gone[level]
        free = ~self.occupied & chess.BB_ALL | gone
        prey = {True: 0, False: 0}
        for man in self.men:
            if man.home & self.spare:
                prey[man.winners] |= man.reach[level] | man.promoted[level]
        guarded = {side: self.guards(side, level) for side in (True, False)}
        takers = {True: 0, False: 0}
        changed = False
        for man in self.men:
            region, promoted = man.reach[level], man.promoted[level]
            other = not man.winners
            targets = free | self.homes[other] & self.spare
            if man.kind == chess.PAWN:
                ahead = region << 8 & free if man.winners else region >> 8 & free
                double = chess.BB_RANK_3 if man.winners else chess.BB_RANK_6
                ahead |= ((ahead & double) << 8 if man.winners else (ahead & double) >> 8) & free
                wider = region | ahead | pawn_attacks(region, man.winners) & prey[other]
                if promoted or region & chess.BB_BACKRANKS:
                    start = promoted | region & chess.BB_BACKRANKS
                    promoted = flood(start, targets, MOVES[chess.QUEEN])
                elif wider & chess.BB_BACKRANKS:
                    promoted = wider & chess.BB_BACKRANKS
            elif man.kind == chess.KING:
                wider = region | steps(region) & targets & ~guarded[other]
            else:
                wider = flood(region, targets, MOVES[man.kind])
            changed |= wider != region or promoted != man.promoted[level]
            man.reach.append(wider)
            man.promoted.append(promoted)
            takers[man.winners] |= wider | promoted
            if wider != man.home:
                gone |= man.home
        for man in self.men:
            if man.home & self.spare & takers[not man.winners]:
                gone |= man.home
        self.gone.append(gone)
        return changed or gone != self.gone[level]

    def bring(self, man: _PlannedMan, bit: int, level: int) -> None:
        """``man`` to the square ``bit``, where it may be on ``level``."""
        level = min(level, man.level_of(bit))
        if level == 0 or (man.home, bit) in self.done:
            return
        self.done.add((man.home, bit))
        square = bit.bit_length() - 1
        if man.kind == chess.PAWN:
            if man.reach[level] & bit:
                self._pawn(man, bit, level)
                return
            there = next(r for r in man.reach if r & chess.BB_BACKRANKS) & chess.BB_BACKRANKS
            self.bring(man, there & -there, level - 1)
            start = (there & -there).bit_length() - 1
            self.tasks.append(PawnTask(man.winners, self._becomes(start), start, square))
        elif man.kind == chess.KING:
            self._king(man, bit, level)
            self.tasks.append(PawnTask(man.winners, man.kind, square, square))
        else:
            self._piece(man, bit, level)
            self.tasks.append(PawnTask(man.winners, man.kind, square, square))

    def _pawn(self, man: _PlannedMan, bit: int, level: int) -> None:
        before, gone = man.reach[level - 1], self.gone[level - 1]
        free = ~self.occupied | gone
        back = bit >> 8 if man.winners else bit << 8
        origin = 0
        if bit & free:
            if back & before:
                origin = back
            else:
                further = back >> 8 if man.winners else back << 8
                double = chess.BB_RANK_4 if man.winners else chess.BB_RANK_5
                if bit & double and back & free and further & before:
                    origin = further
                    self.vacate(back, level - 1)
        if origin:
            self.bring(man, origin, level - 1)
            self.vacate(bit, level - 1)
        else:
            origins = pawn_attacks(bit, not man.winners) & before
            origin = min(_bits(origins), key=man.level_of)
            self.bring(man, origin, level - 1)
            prey = min(
                (
                    other
                    for other in self.men
                    if other.winners != man.winners and other.home & self.spare
                ),
                key=lambda other: other.level_of(bit),
            )
            self.bring(prey, bit, level - 1)
        start, target = origin.bit_length() - 1, bit.bit_length() - 1
        promotion = self._becomes(target) if bit & chess.BB_BACKRANKS else 0
        self.tasks.append(PawnTask(man.winners, man.kind, start, target, promotion))

    def _becomes(self, square: chess.Square) -> chess.PieceType:
        return self.pieces[chess.BB_LIGHT_SQUARES >> square & 1]

    def _king(self, man: _PlannedMan, bit: int, level: int) -> None:
        before = man.reach[level - 1] & KING[bit.bit_length() - 1]
        if before and level > 1:
            back = min(_bits(before), key=man.level_of)
            earlier = man.level_of(back)
            if earlier:
                self._king(man, back, earlier)
                if self.homes[not man.winners] & back:
                    square = back.bit_length() - 1
                    self.tasks.append(PawnTask(man.winners, man.kind, square, square))
        guards = self.guards(not man.winners, 0)
        if guards & bit:
            for pawn in _bits(pawn_attacks(bit, man.winners)):
                if self.homes[not man.winners] & pawn:
                    self.vacate(pawn, level - 1)
        if self.homes[man.winners] & bit:
            self.vacate(bit, level - 1)

    def _piece(self, man: _PlannedMan, bit: int, level: int) -> None:
        free = ~self.occupied & chess.BB_ALL
        moves = MOVES[man.kind]
        if flood(man.home, free | bit, moves) & bit:
            return
        free |= self.gone[level - 1] | bit
        layers = [man.home]
        while not layers[-1] & bit:
            wider = layers[-1] | moves(layers[-1]) & free
            if wider == layers[-1]:
                return
            layers.append(wider)
        at = bit
        for layer in reversed(layers[:-1]):
            earlier = moves(at) & layer
            at = earlier & ~self.occupied or earlier
            at &= -at
            if at != man.home:
                self.vacate(at, level - 1)

    def vacate(self, bit: int, level: int) -> None:
        """A pawn away from ``bit``; every other man gets out of the way by itself."""
        for man in self.men:
            if man.home != bit or man.kind != chess.PAWN:
                continue
            left = next((n for n, r in enumerate(man.reach) if r != bit), LEVELS)
            taker = min(
                (other for other in self.men if other.winners != man.winners),
                key=lambda other: other.level_of(bit),
            )
            taken = taker.level_of(bit)
            if left <= taken and left <= level:
                target = man.reach[left] & ~bit
                self.bring(man, target & -target, left)
            elif taken <= level:
                self.bring(taker, bit, taken)


def _bits(squares: int) -> list[int]:
    return [1 << square for square in chess.scan_forward(squares)]


def task_goal(here: Bitboards, task: PawnTask) -> Goal:
    """To do a :class:`PawnTask`, the other side waiting."""
    target, kind = task.target, task.kind
    ways, there = _ways_to(here, task), 1 << target
    straight = kind == chess.PAWN and (target - task.start) % 8 == 0
    path = BETWEEN[task.start][target] | there if straight else 0

    def moves(here: Bitboards) -> Iterator[int]:
        own = here[6] if here[8] else here[7]
        in_the_way = path & own
        if in_the_way:
            return ordered_moves(here, in_the_way)
        if here[8] != task.winners:
            return ordered_moves(here, here[5] & own)
        men = here[kind - 1] & own
        return ordered_moves(here, men, (nearer(ways, distance(ways, men)),) * 7)

    def weight(here: Bitboards) -> int:
        own = here[6] if task.winners else here[7]
        in_the_way = ((here[6] | here[7]) & path).bit_count()
        return 2 * distance(ways, here[kind - 1] & own) + 2 * in_the_way

    def reached(here: Bitboards, move: int) -> bool:
        if here[8] == task.winners or move >> TO & 63 != target:
            return False
        if kind == chess.PAWN:
            if move & 63 != task.start or move >> PROMOTION & 7 != task.promotion:
                return False
        elif not here[kind - 1] >> target & 1:
            return False
        return bool(legal_moves(here)) or is_mate(here)

    return Goal(moves, weight, reached)


def _ways_to(here: Bitboards, task: PawnTask) -> Ways:
    """The ways of the man to the square of its task."""
    there, kind = 1 << task.target, task.kind
    winners, losers = here[6:8]
    own, enemies = (winners, losers) if task.winners else (losers, winners)
    if kind == chess.PAWN:
        return [there, there | 1 << task.start]
    if kind == chess.KING:
        pawns = pawn_attacks(here[0] & enemies, not task.winners)
        own_king = here[5] & own
        return king_ways(there, ~(own & ~own_king) & ~pawns | own_king)
    pieces = here[kind - 1] & own
    standing = (winners | losers) & ~pieces
    ways = piece_ways(there, kind, standing & ~here[5], standing)
    return ways if ways[-1] & pieces else piece_ways(there, kind, here[0], here[0])


# --- The plan for a pawn --------------------------------------------------------------------------
#
# A plan says what has to be taken or given up so that a pawn gets through. It is made as if nothing
# ever got in anybody's way again: every man spreads over the board level by level, and what it has
# once reached stays reached. Followed back from the promotion, the levels tell which captures and
# moves it needs (the relaxed plan of J. Hoffmann and B. Nebel, "The FF Planning System", JAIR
# 2001). Whether they can be made one after the other is left to the search: a plan proves nothing.


STEPS = 30
TRIES = 2
"""Mates to go for before something is taken instead."""

CORNERS = 6
"""Mates to go for where there are only knights and bishops."""

PREYS = 2
"""Men to try to take before nothing more is thought of."""

LIMIT = 500
"""Positions to look at in all."""

FAR_FROM_PROMOTION = 8
"""With more in a pawn's way, something is taken first."""


def helpmate(start: Bitboards) -> SearchResult:
    """A line that ends in mate, or none; never ``complete`` without one."""
    here, visited = start, 0
    line: tuple[int, ...] = ()
    for _ in range(STEPS):
        found = None
        for goal in _goals(here):
            found = search(here, goal, goal.limit, insufficient_material)
            visited += found.visited
            if found.line is not None or visited > LIMIT:
                break
        if found is None or found.line is None:
            found = _follow_plan(here)
            visited += found.visited
            if found.line is None or visited > LIMIT:
                break
        line += found.line
        here = found.end
        if is_mate(here):
            return SearchResult(line, here, True, visited)
    return SearchResult(None, start, False, visited)


def _follow_plan(here: Bitboards) -> SearchResult:
    """As much of a plan for a pawn as can be done."""
    pawns, winners, losers = here[0], here[6], here[7]
    if pawns & winners:
        queens = chess.QUEEN, chess.QUEEN
        tasks = plan(here, True, queens, ~(pawns & winners)) or plan(
            here, True, queens, chess.BB_ALL
        )
    else:
        blocker = _blocker(here)
        tasks = plan(here, False, blocker, losers) or plan(here, False, blocker, chess.BB_ALL)
    line: tuple[int, ...] = ()
    visited = 0
    for task in tasks:
        goal = task_goal(here, task)
        found = search(here, goal, goal.limit, insufficient_material)
        visited += found.visited
        if found.line is None:
            break
        line += found.line
        here = found.end
    return SearchResult(line or None, here, False, visited)


def _exchanges(here: Bitboards) -> Iterator[Goal]:
    """To take a queen or rook of the loser, or to have it come where it can be taken."""
    winners, losers = here[6:8]
    heavy = (here[3] | here[4]) & losers
    taking = nearest_prey(here, heavy)
    if taking is not None:
        yield capture_goal(taking)
        return
    occupied = winners | losers
    kind = chess.QUEEN if here[4] & losers else chess.ROOK
    pieces = here[kind - 1] & losers
    safe = attacks(here, winners, occupied, True) & ~occupied
    safe &= ~attacks(here, losers & ~pieces, occupied & ~pieces, False)
    for squares in piece_ways(pieces, kind, occupied & ~pieces, occupied):
        if squares & safe:
            target = (squares & safe).bit_length() - 1
            yield task_goal(here, PawnTask(False, kind, target, target))
            return


def _blocker(here: Bitboards) -> Pieces:
    """The piece that a loser's pawn should become to be in its king's way: it must not take the
    checking piece, nor come between."""
    minor = (here[1] | here[2]) & here[6]
    if not minor & ~chess.BB_DARK_SQUARES:
        return chess.KNIGHT, chess.BISHOP
    if not minor & ~chess.BB_LIGHT_SQUARES:
        return chess.BISHOP, chess.KNIGHT
    return chess.KNIGHT, chess.KNIGHT


def _goals(here: Bitboards) -> Iterator[Goal]:
    """The goals to try now, the best first."""
    pawns, winners, losers = here[0], here[6], here[7]
    prey = losers & ~here[5]
    patterns: list[MatePattern] = []
    if (here[3] | here[4]) & winners:
        patterns = mate_patterns(here)
        for pattern in patterns[:TRIES]:
            yield mate_goal(here, pattern)
        if mobility(here) < MOBILITY:
            yield mobility_goal()
    elif pawns & winners:
        cost, path = promotion_path(here)
        if cost <= FAR_FROM_PROMOTION:
            yield promotion_goal(here)
            return
        prey = path & pawns & losers or prey
    else:
        if (here[3] | here[4]) & losers:  # they could come between
            yield from _exchanges(here)
        for mate in nearest_corner_mates(here)[:CORNERS]:
            yield corner_goal(here, mate)
        return
    for _ in range(PREYS):
        taking = nearest_prey(here, prey)
        if taking is None:
            break
        yield capture_goal(taking)
        _, target, _ = taking
        prey &= ~(1 << target)
    for pattern in patterns[TRIES:]:
        yield mate_goal(here, pattern)


# --- Walks ----------------------------------------------------------------------------------------


PLIES = 60
"""Moves of a walk."""

LASTING = 0.5
"""How often a move is made that cannot be taken back, where there is one."""


def helpmate_on_walks(start: Bitboards, seed: int, walks: int, looks: int) -> SearchResult:
    """A line that ends in mate, or none; never ``complete`` without one.

    So many ``walks`` at most, and so many ``looks`` for a mate: at the end of a walk, and before
    where pawns or pieces are others than ever before. A ``seed`` always draws the same lots.
    """
    lot = Random(seed).random
    seen: set[tuple[int, ...]] = set()
    visited = 0
    for _ in range(walks):
        here = start
        line: tuple[int, ...] = ()
        for ply in range(1, PLIES + 1):
            moves = legal_moves(here)
            visited += 1
            if not moves:
                break
            standing = here[6] | here[7]
            lasting = [
                move
                for move in moves
                if move >> KIND & 7 == chess.PAWN or standing >> (move >> TO & 63) & 1
            ]
            lasts = bool(lasting) and lot() < LASTING
            some = lasting if lasts else moves
            move = some[int(lot() * len(some))]
            after = play(here, move)
            if insufficient_material(after):
                continue
            here = after
            line = (*line, move)
            if not here[8] and is_mate(here):
                return SearchResult(line, here, True, visited)
            changed = _material(here)
            if ply < PLIES and (not lasts or changed in seen):
                continue
            if not looks:
                return SearchResult(None, start, False, visited)
            looks -= 1
            seen.add(changed)
            found = helpmate(here)
            visited += found.visited
            if found.line is not None:
                return SearchResult(line + found.line, found.end, True, visited)
    return SearchResult(None, start, False, visited)


def _material(here: Bitboards) -> tuple[int, ...]:
    """Equal where the pawns stand alike and there are as many pieces of each kind."""
    pawns, *pieces, _, winners, losers = here[:8]
    counts = ((men & side).bit_count() for men in pieces for side in (winners, losers))
    return pawns & winners, pawns & losers, *counts
