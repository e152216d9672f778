# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions that are locked for ever: what no piece can reach cannot happen (5.2.2).

For every piece on the board a region is computed that holds every square on which it may ever
stand, whatever both sides play. Regions only grow: a square can be passed once the piece on it
may leave or be taken. So a region may be too large and never too small. If even with these regions
the loser's king can be mated nowhere, the winner can never win. The idea is the semi-static
analysis of M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022).

Three things keep the regions small beyond that:

* A king goes nowhere that an immovable enemy attacks, nor beside a king that cannot get away from
  there: what all squares of a king's region have as neighbours is closed to the other king.
* Pawns on one file keep their order. A pawn that can neither be taken nor take anything stays on
  its file, and no pawn that stays there too gets past it.
* A pawn takes only aslant: that it may step where an enemy may stand endangers nobody.

The condition for mate: somewhere in its region the king is attacked, and each square around is
attacked by a piece, guarded by the winner's king from one place, or occupied by a piece of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass

import chess

from rules.winnable.bitboard import KING, NOT_A, NOT_H, Bitboards
from rules.winnable.distances import jumps


@dataclass(slots=True)
class Man:
    """One piece: where it may ever stand, as what it is and, for a pawn, as a promoted piece."""

    kind: chess.PieceType
    winners: bool
    home: int
    region: int
    promoted: int = 0
    takeable: bool = False
    file: int = 0

    @property
    def everywhere(self) -> int:
        return self.region | self.promoted

    @property
    def fixed(self) -> bool:
        """True if it can never move nor be taken."""
        return self.region == self.home and not self.promoted and not self.takeable

    @property
    def straight(self) -> bool:
        """True if it is a pawn that never leaves its file."""
        return not (self.promoted or self.region & ~self.file)


@dataclass(slots=True)
class _LockedSide:
    """The joint actions of the men of one side."""

    homes: int
    king: int
    everywhere: int = 0
    takers: int = 0
    guarded: int = 0

    def gather(self, men: list[Man]) -> None:
        """``everywhere`` leaves the king out, whom nothing takes; ``takers`` is where something
        may be taken; ``guarded`` is where the other king can never go."""
        everywhere = takers = guarded = 0
        for man in men:
            if man.kind == chess.KING:
                takers |= man.region
                guarded |= _always_beside(man.region)
                continue
            everywhere |= man.region | man.promoted
            if man.kind == chess.PAWN:
                takers |= pawn_attacks(man.region, man.winners) | man.promoted
            else:
                takers |= man.region
            if man.fixed:
                guarded |= _attacked_from(man, man.home)
        self.everywhere, self.takers, self.guarded = everywhere, takers, guarded


def never_mates(here: Bitboards, pawns_may_go: bool = True) -> bool:
    """True if the winner can be shown unable to mate; ``False`` means that nothing is shown.

    Unless ``pawns_may_go``, only positions are looked through in which every pawn stays where it
    stands, and the others given up, which takes a fraction of the time.
    """
    men = regions(here, pawns_may_go)
    return bool(men) and not mate_conceivable(men)


def regions(here: Bitboards, pawns_may_go: bool = True) -> list[Man]:
    """Empty where it is given up."""
    kings, winners, losers = here[5:8]
    men = []
    for kind in chess.PIECE_TYPES:
        for square in chess.scan_forward(here[kind - 1]):
            home = 1 << square
            file = chess.BB_FILES[square & 7] if kind == chess.PAWN else 0
            men.append(Man(kind, bool(winners & home), home, home, file=file))
    _allow_castling(here[9], men)
    queues = _files(men)
    sides = {
        True: _LockedSide(winners, kings & winners),
        False: _LockedSide(losers, kings & losers),
    }
    of = {whose: [man for man in men if man.winners == whose] for whose in sides}
    changed = True
    while changed:
        free = ~(winners | losers) & chess.BB_ALL
        for man in men:
            if man.takeable or man.region | man.promoted != man.home:
                free |= man.home
        for whose, side in sides.items():
            side.gather(of[whose])
        changed = False
        for man in men:
            if man.kind != chess.PAWN:
                changed |= _grow(man, sides[not man.winners], free)
        for queue in queues:
            changed |= _grow_pawns(queue, sides, free, here[10])
        for man in men:
            changed |= _becomes_takeable(man, sides[not man.winners], here[10])
        if not pawns_may_go and any(not man.fixed for queue in queues for man in queue):
            return []
    return men


def _files(men: list[Man]) -> list[list[Man]]:
    """The pawns of each file, from the winner's side up."""
    queues: dict[int, list[Man]] = {}
    for man in men:
        if man.kind == chess.PAWN:
            queues.setdefault(man.file, []).append(man)
    return list(queues.values())


def _way(queue: list[Man], place: int) -> int:
    """The squares to which a pawn may step as far as the others on its file are concerned."""
    man = queue[place]
    if not man.straight:
        return chess.BB_ALL
    if man.winners:
        for other in queue[place + 1 :]:
            if other.straight and not other.takeable:
                end = other.region if other.winners else other.home
                return (1 << end.bit_length() - 1) - 1
        return chess.BB_ALL
    for other in reversed(queue[:place]):
        if other.straight and not other.takeable:
            end = other.home if other.winners else other.region & -other.region
            return ~((end << 1) - 1) & chess.BB_ALL
    return chess.BB_ALL


def _always_beside(region: int) -> int:
    """The squares that a king attacks from every square of ``region``."""
    beside = chess.BB_ALL
    while region and beside:
        beside &= KING[region.bit_length() - 1]
        region ^= 1 << region.bit_length() - 1
    return beside


def _allow_castling(rights: int, men: list[Man]) -> None:
    """Castling may be possible later whatever stands between now."""
    for man in men if rights else ():
        rank = chess.BB_RANK_1 if man.winners else chess.BB_RANK_8
        if not rights & rank:
            continue
        if man.kind == chess.KING:
            man.region |= rank & (chess.BB_FILE_C | chess.BB_FILE_G)
        elif man.home & rights:
            man.region |= rank & (chess.BB_FILE_D | chess.BB_FILE_F)


def _grow(man: Man, enemies: _LockedSide, free: int) -> bool:
    """Add what a piece reaches over ``free`` squares and by captures; whether that is new.

    It takes an enemy where it stands, or looks through the king at what is behind.
    """
    region = man.region
    targets = free | enemies.homes
    if man.kind == chess.KING:
        open_squares = (targets & ~enemies.king | free) & ~enemies.guarded
        man.region = flood(region, open_squares, steps)
    else:
        man.region = flood(region, targets, MOVES[man.kind])
    return man.region != region


def _grow_pawns(queue: list[Man], sides: dict[bool, _LockedSide], free: int, passing: int) -> bool:
    """Grow the regions of the pawns of a file."""
    changed = False
    for place, man in enumerate(queue):
        enemies = sides[not man.winners]
        before = man.region, man.promoted
        _grow_pawn(man, free & _way(queue, place), enemies.everywhere | passing)
        if man.region & chess.BB_BACKRANKS:
            start = man.promoted | man.region & chess.BB_BACKRANKS
            man.promoted = flood(start, free | enemies.homes, _steps_and_jumps)
        changed |= before != (man.region, man.promoted)
    return changed


def _becomes_takeable(man: Man, enemies: _LockedSide, passing: int) -> bool:
    if man.takeable or man.kind == chess.KING:
        return False
    in_passing = man.kind == chess.PAWN and enemies.takers & passing
    man.takeable = bool(enemies.takers & man.everywhere or in_passing)
    return man.takeable


def _grow_pawn(man: Man, free: int, prey: int) -> None:
    region = 0
    while region != man.region:
        region = man.region
        if man.winners:
            steps = region << 8 & free
            steps |= (steps & chess.BB_RANK_3) << 8 & free
        else:
            steps = region >> 8 & free
            steps |= (steps & chess.BB_RANK_6) >> 8 & free
        man.region |= steps | pawn_attacks(region, man.winners) & prey


def pawn_attacks(pawns: int, winners: bool) -> int:
    if winners:
        return ((pawns & NOT_A) << 7 | (pawns & NOT_H) << 9) & chess.BB_ALL
    return (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7


def _straight(squares: int) -> int:
    sides = (squares & NOT_A) >> 1 | (squares & NOT_H) << 1
    return (sides | squares << 8 | squares >> 8) & chess.BB_ALL


def _diagonal(squares: int) -> int:
    sides = (squares & NOT_A) >> 1 | (squares & NOT_H) << 1
    return (sides << 8 | sides >> 8) & chess.BB_ALL


def steps(squares: int) -> int:
    wide = squares | (squares & NOT_A) >> 1 | (squares & NOT_H) << 1
    return (wide | wide << 8 | wide >> 8) & chess.BB_ALL


def _steps_and_jumps(squares: int) -> int:
    return steps(squares) | jumps(squares)


MOVES: dict[chess.PieceType, Callable[[int], int]] = {
    chess.KNIGHT: jumps,
    chess.BISHOP: _diagonal,
    chess.ROOK: _straight,
    chess.QUEEN: steps,
    chess.KING: steps,
}
"""One step at a time: a slider's line passes only squares that are empty then."""


def flood(region: int, targets: int, moves: Callable[[int], int]) -> int:
    while True:
        wider = region | moves(region) & targets
        if wider == region:
            return region
        region = wider


def _attacked_from(man: Man, squares: int) -> int:
    """Of a slider only what is beside it: for a region that is the same."""
    if man.kind == chess.PAWN:
        return pawn_attacks(squares, man.winners)
    return MOVES[man.kind](squares)


def mate_conceivable(men: list[Man]) -> bool:
    attacked = lone = helper = 0
    blockers = []
    for man in men:
        if man.kind == chess.KING:
            if man.winners:
                helper = man.region
            else:
                lone = man.region
        elif man.winners:
            attacked |= _attacked_from(man, man.region)
            if man.promoted:
                attacked |= _steps_and_jumps(man.promoted)
        else:
            blockers.append(man.everywhere)
    return any(
        _mated_on(square, attacked, helper, blockers)
        for square in chess.scan_forward(lone & attacked)
    )


def _mated_on(square: chess.Square, attacked: int, helper: int, blockers: list[int]) -> bool:
    flights = KING[square] & ~attacked
    guards = helper & ~(KING[square] | 1 << square)
    if not flights or not guards:
        return not flights
    near = guards & steps(flights)
    guarded = {flights & KING[king] for king in chess.scan_forward(near)} or {0}
    return any(_can_be_filled(flights & ~guard, blockers) for guard in guarded)


def _can_be_filled(flights: int, blockers: list[int]) -> bool:
    """True if pieces may stand on all ``flights``, each on one."""
    useful = [region for region in blockers if region & flights]
    union = 0
    for region in useful:
        union |= region
    return not flights & ~union and flights.bit_count() <= len(useful)
