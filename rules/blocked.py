# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions that are locked for ever: what no piece can reach cannot happen (5.2.2).

For every piece on the board a region is computed that holds every square on which it may ever
stand, whatever both sides play. Regions only grow: a square can be passed once the piece on it
may leave or be taken, a king goes nowhere that an immovable enemy attacks. So a region may be too
large and never too small. If even with these regions the loser's king cannot be mated anywhere,
the winner cannot win. The idea is the semi-static analysis of M. Ambrona, "A Practical Algorithm
for Chess Unwinnability" (FUN 2022); the condition for mate is stricter here.

The condition: somewhere in his region the king is attacked, and each square around is attacked by
a piece, guarded by the winner's king from one place, or occupied by a piece of his own.
"""

from dataclasses import dataclass

import chess

_STRAIGHT = (chess.shift_up, chess.shift_down, chess.shift_left, chess.shift_right)
_DIAGONAL = (
    chess.shift_up_left,
    chess.shift_up_right,
    chess.shift_down_left,
    chess.shift_down_right,
)
_STEPS = {
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _STRAIGHT + _DIAGONAL,
    chess.KING: _STRAIGHT + _DIAGONAL,
}
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


@dataclass(slots=True)
class _Man:
    """One piece: where it may ever stand, as what it is and, for a pawn, as a promoted piece."""

    kind: chess.PieceType
    colour: chess.Color
    home: chess.Bitboard
    region: chess.Bitboard
    promoted: chess.Bitboard = 0
    takeable: bool = False

    @property
    def everywhere(self) -> chess.Bitboard:
        return self.region | self.promoted

    @property
    def fixed(self) -> bool:
        """It stands where it stands for ever."""
        return self.everywhere == self.home and not self.takeable


def never_mates(board: chess.Board, winner: chess.Color) -> bool:
    """Whether ``winner`` can be shown unable to mate; ``False`` means that nothing is shown."""
    men = _regions(board)
    return not _mate_conceivable(men, winner)


def _regions(board: chess.Board) -> list[_Man]:
    men = [
        _Man(piece.piece_type, piece.color, chess.BB_SQUARES[square], chess.BB_SQUARES[square])
        for square, piece in board.piece_map().items()
    ]
    _allow_castling(board, men)
    en_passant = 0
    if board.ep_square is not None and board.has_legal_en_passant():
        en_passant = chess.BB_SQUARES[board.ep_square]
    changed = True
    while changed:
        changed = False
        left = sum(man.home for man in men if man.everywhere != man.home or man.takeable)
        free = ~board.occupied & chess.BB_ALL | left
        for man in men:
            changed |= _grow(man, men, free, en_passant)
        for man in men:
            if not man.takeable and man.kind != chess.KING and _may_be_taken(man, men, en_passant):
                man.takeable = changed = True
    return men


def _allow_castling(board: chess.Board, men: list[_Man]) -> None:
    """Castling may be possible later whatever stands between now."""
    for man in men:
        rank = chess.BB_RANK_1 if man.colour == chess.WHITE else chess.BB_RANK_8
        if not board.clean_castling_rights() & rank:
            continue
        if man.kind == chess.KING:
            man.region |= rank & (chess.BB_FILE_C | chess.BB_FILE_G)
        elif man.home & board.clean_castling_rights():
            man.region |= rank & (chess.BB_FILE_D | chess.BB_FILE_F)


def _may_be_taken(man: _Man, men: list[_Man], en_passant: chess.Bitboard) -> bool:
    for other in men:
        if other.colour != man.colour:
            if other.everywhere & man.everywhere:
                return True
            if man.kind == other.kind == chess.PAWN and other.region & en_passant:
                return True
    return False


def _grow(man: _Man, men: list[_Man], free: chess.Bitboard, en_passant: chess.Bitboard) -> bool:
    """Add what ``man`` reaches over ``free`` squares and by captures; whether that is new."""
    before = man.everywhere
    targets = free
    for other in men:
        if other.colour != man.colour:  # to take it, or to look through the king at what is behind
            targets |= other.home
    if man.kind == chess.PAWN:
        _grow_pawn(man, men, free, en_passant)
        if man.region & _LAST_RANKS:
            man.promoted = _flood_any(man.promoted | man.region & _LAST_RANKS, targets)
    elif man.kind == chess.KNIGHT:
        man.region = _flood_knight(man.region, targets)
    else:
        if man.kind == chess.KING:
            for other in men:
                if other.colour != man.colour:
                    if other.kind == chess.KING:
                        targets &= ~other.home | free
                    if other.fixed:
                        targets &= ~_attacks_of_fixed(other)
        man.region = _flood(man.region, targets, man.kind)
    return man.everywhere != before


def _grow_pawn(
    man: _Man, men: list[_Man], free: chess.Bitboard, en_passant: chess.Bitboard
) -> None:
    enemies = en_passant
    for other in men:
        if other.colour != man.colour and other.kind != chess.KING:
            enemies |= other.everywhere
    region = 0
    while region != man.region:
        region = man.region
        if man.colour == chess.WHITE:
            steps = chess.shift_up(region) & free
            steps |= chess.shift_up(steps & chess.BB_RANK_3) & free
        else:
            steps = chess.shift_down(region) & free
            steps |= chess.shift_down(steps & chess.BB_RANK_6) & free
        man.region |= steps | _pawn_attacks(region, man.colour) & enemies


def _pawn_attacks(pawns: chess.Bitboard, colour: chess.Color) -> chess.Bitboard:
    if colour == chess.WHITE:
        return chess.shift_up_left(pawns) | chess.shift_up_right(pawns)
    return chess.shift_down_left(pawns) | chess.shift_down_right(pawns)


def _steps(squares: chess.Bitboard, kind: chess.PieceType) -> chess.Bitboard:
    reached = 0
    for shift in _STEPS[kind]:
        reached |= shift(squares)
    return reached


def _jumps(squares: chess.Bitboard) -> chess.Bitboard:
    up, down = chess.shift_2_up(squares), chess.shift_2_down(squares)
    left, right = chess.shift_2_left(squares), chess.shift_2_right(squares)
    return (
        chess.shift_left(up | down)
        | chess.shift_right(up | down)
        | chess.shift_up(left | right)
        | chess.shift_down(left | right)
    )


def _flood(
    region: chess.Bitboard, targets: chess.Bitboard, kind: chess.PieceType
) -> chess.Bitboard:
    """A slider's line passes only squares that are empty then: so single steps reach as far."""
    while True:
        wider = region | _steps(region, kind) & targets
        if wider == region:
            return region
        region = wider


def _flood_knight(region: chess.Bitboard, targets: chess.Bitboard) -> chess.Bitboard:
    while True:
        wider = region | _jumps(region) & targets
        if wider == region:
            return region
        region = wider


def _flood_any(region: chess.Bitboard, targets: chess.Bitboard) -> chess.Bitboard:
    while True:
        wider = region | (_steps(region, chess.QUEEN) | _jumps(region)) & targets
        if wider == region:
            return region
        region = wider


def _attacks_of_fixed(man: _Man) -> chess.Bitboard:
    """What a piece that never moves attacks for ever; of a slider only the squares beside it."""
    return _attacked_from(man, man.home)


def _attacked_from(man: _Man, squares: chess.Bitboard) -> chess.Bitboard:
    if man.kind == chess.PAWN:
        return _pawn_attacks(squares, man.colour)
    if man.kind == chess.KNIGHT:
        return _jumps(squares)
    return _steps(squares, man.kind)


def _mate_conceivable(men: list[_Man], winner: chess.Color) -> bool:
    attacked = 0
    blockers = []
    lone = helper = 0
    for man in men:
        if man.kind == chess.KING:
            if man.colour == winner:
                helper = man.region
            else:
                lone = man.region
        elif man.colour == winner:
            attacked |= _attacked_from(man, man.region)
            if man.promoted:
                attacked |= _steps(man.promoted, chess.QUEEN) | _jumps(man.promoted)
        else:
            blockers.append(man.everywhere)
    return any(
        _mated_on(square, attacked, helper, blockers)
        for square in chess.scan_forward(lone & attacked)
    )


def _mated_on(
    square: chess.Square,
    attacked: chess.Bitboard,
    helper: chess.Bitboard,
    blockers: list[chess.Bitboard],
) -> bool:
    flights = chess.BB_KING_ATTACKS[square] & ~attacked
    if not flights:
        return True
    near = chess.BB_KING_ATTACKS[square] | chess.BB_SQUARES[square]
    guarded = {flights & chess.BB_KING_ATTACKS[king] for king in chess.scan_forward(helper & ~near)}
    return any(_can_be_filled(flights & ~guard, blockers) for guard in guarded)


def _can_be_filled(flights: chess.Bitboard, blockers: list[chess.Bitboard]) -> bool:
    """Whether pieces may stand on all ``flights``, each on one."""
    useful = [region for region in blockers if region & flights]
    union = 0
    for region in useful:
        union |= region
    return not flights & ~union and flights.bit_count() <= len(useful)
