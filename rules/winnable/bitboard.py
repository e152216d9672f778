# SPDX-License-Identifier: GPL-3.0-or-later
"""A position as a few numbers, for searches that look at thousands of positions.

Only what decides about legal moves is kept. The side whose win is asked for always plays up the
board: with Black as the winner the position is turned over, so that a search knows *winner* and
*loser* and no colours. ``chess.Board`` remains the judge of castling, which is rare.
"""

from collections.abc import Sequence

import chess
from chess import BB_ALL
from chess import BB_DIAG_ATTACKS as DIAGONALS
from chess import BB_DIAG_MASKS as DIAGONAL_MASKS
from chess import BB_FILE_ATTACKS as FILES
from chess import BB_FILE_MASKS as FILE_MASKS
from chess import BB_RANK_ATTACKS as RANKS
from chess import BB_RANK_MASKS as RANK_MASKS

Bitboards = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""Pawns, knights, bishops, rooks, queens, kings; the winner's men, the loser's men; 1 where the
winner is on move; rooks that may castle; the square behind a pawn that may be taken in passing.
All but the turn are bitboards. Equal bitboards have the same legal moves.
"""

SquareValues = list[int]
"""A number for each square."""

KNIGHT, KING = chess.BB_KNIGHT_ATTACKS, chess.BB_KING_ATTACKS
WINNERS_PAWN, LOSERS_PAWN = chess.BB_PAWN_ATTACKS[chess.WHITE], chess.BB_PAWN_ATTACKS[chess.BLACK]
BETWEEN = [[chess.between(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
LINE = [[chess.ray(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
NOT_A = BB_ALL & ~chess.BB_FILE_A
NOT_H = BB_ALL & ~chess.BB_FILE_H

TO, KIND, PROMOTION = 6, 12, 15
EN_PASSANT, CASTLING = 1 << 18, 1 << 19
"""A move is one number: its start in the lowest bits, where it goes from bit 6 on, the kind of
piece from bit 12 on, what a pawn becomes from bit 15 on, and two signs.
"""

KNIGHT_MOVE, BISHOP_MOVE, ROOK_MOVE, QUEEN_MOVE, KING_MOVE = (
    kind << KIND for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
)

Targets = Sequence[int]
"""By kind of piece the squares to go to; where a pawn promotes, that of the new piece counts."""

ANYWHERE: Targets = (BB_ALL,) * 7


def bitboards(board: chess.Board, winner: chess.Color) -> Bitboards:
    """The bitboards of ``board`` as seen by ``winner``."""
    if winner == chess.BLACK:
        board = board.mirror()
    passing = board.ep_square if board.has_pseudo_legal_en_passant() else None
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        int(board.turn == chess.WHITE),
        board.clean_castling_rights(),
        0 if passing is None else 1 << passing,
    )


def board_of(here: Bitboards) -> chess.Board:
    """The board on which the winner is White."""
    board = chess.Board(None, chess960=True)
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = here[:6]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = here[6:8]
    board.occupied = here[6] | here[7]
    board.turn = bool(here[8])
    board.castling_rights = here[9]
    board.ep_square = here[10].bit_length() - 1 if here[10] else None
    return board


def move_of(move: int, winner: chess.Color) -> chess.Move:
    """``move`` for the board that the bitboards were made of; castling as king takes rook."""
    start, to = move & 63, move >> TO & 63
    if winner == chess.BLACK:
        start, to = chess.square_mirror(start), chess.square_mirror(to)
    return chess.Move(start, to, move >> PROMOTION & 7 or None)


def slides(square: int, kind: int, occupied: int) -> int:
    """The squares that a piece other than pawn and king attacks from ``square``."""
    if kind == chess.KNIGHT:
        return KNIGHT[square]
    reached = 0
    if kind != chess.ROOK:
        reached = DIAGONALS[square][DIAGONAL_MASKS[square] & occupied]
    if kind != chess.BISHOP:
        reached |= RANKS[square][RANK_MASKS[square] & occupied]
        reached |= FILES[square][FILE_MASKS[square] & occupied]
    return reached


def attacks(here: Bitboards, men: int, occupied: int, up: bool) -> int:
    """The squares that ``men`` attack, all of one side; ``up`` where they are the winner's."""
    pawns, knights, bishops, rooks, queens, kings, *_ = here
    pawns &= men
    if up:
        attacked = (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9
    else:
        attacked = (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    left = knights & men
    while left:
        bit = left & -left
        attacked |= KNIGHT[bit.bit_length() - 1]
        left ^= bit
    left = (bishops | queens) & men
    while left:
        bit = left & -left
        square = bit.bit_length() - 1
        attacked |= DIAGONALS[square][DIAGONAL_MASKS[square] & occupied]
        left ^= bit
    left = (rooks | queens) & men
    while left:
        bit = left & -left
        square = bit.bit_length() - 1
        attacked |= RANKS[square][RANK_MASKS[square] & occupied]
        attacked |= FILES[square][FILE_MASKS[square] & occupied]
        left ^= bit
    kings &= men
    return attacked | KING[kings.bit_length() - 1] if kings else attacked


def insufficient_material(here: Bitboards) -> bool:
    """True if the winner cannot mate with this material, wherever it stands (5.2.2)."""
    pawns, knights, bishops, rooks, queens, kings, winners, losers, *_ = here
    if (pawns | rooks | queens) & winners:
        return False
    if knights & winners:  # a knight alone mates only a king whose own man is in its way
        return winners.bit_count() == 2 and not losers & ~kings & ~queens
    if bishops & winners:
        one_colour = not bishops & chess.BB_LIGHT_SQUARES or not bishops & chess.BB_DARK_SQUARES
        return one_colour and not pawns | knights
    return True


def is_mate(here: Bitboards) -> bool:
    """True if the loser, on move, is mated."""
    losers = here[7]
    king = here[5] & losers
    home = king.bit_length() - 1
    if not _checkers(here, home, here[6]):
        return False
    flights = KING[home] & ~losers
    if flights and flights & ~attacks(here, here[6], (here[6] | losers) & ~king, True):
        return False
    return not legal_moves(here)


def legal_moves(  # noqa: PLR0912 - the inner loop of every search, so little is called
    here: Bitboards, of: int = -1, targets: Targets = ANYWHERE
) -> list[int]:
    """The legal moves of the men on ``of`` to the ``targets`` of their kinds."""
    pawns, knights, bishops, rooks, queens, kings, winners, losers, turn, rights, passing = here
    ours, theirs = (winners, losers) if turn else (losers, winners)
    occupied = winners | losers
    king = kings & ours
    home = king.bit_length() - 1
    found: list[int] = []
    put = found.append
    allowed = ~ours & BB_ALL
    checked = True  # as long as it is not known
    of &= ours
    if king & of:
        left = KING[home] & allowed & targets[6]
        if left:
            attacked = attacks(here, theirs, occupied & ~king, not turn)
            checked = bool(attacked & king)
            left &= ~attacked
            while left:
                bit = left & -left
                put(KING_MOVE | bit.bit_length() - 1 << TO | home)
                left ^= bit
        if rights & ours:
            found += _castlings(here, targets[6])
        of ^= king
    if not of:
        return found
    check = _checkers(here, home, theirs) if checked else 0
    if check:
        if check & (check - 1):
            return found
        allowed = BETWEEN[home][check.bit_length() - 1] | check
    pinned = _pinned(here, home, theirs)
    lines = LINE[home]
    if check:
        of &= ~pinned
    men = knights & of & ~pinned
    if men:
        found += _knight_moves(men, allowed & targets[2])
    men = (bishops | rooks | queens) & of
    if men:
        found += _slider_moves(here, men, allowed, pinned, targets)
    pawns &= of
    if pawns:
        for move in _pawn_moves(pawns, theirs, occupied, turn, allowed):
            start, to = move & 63, move >> TO & 63
            if pinned >> start & 1 and not lines[start] >> to & 1:
                continue
            if targets[move >> PROMOTION & 7 or 1] >> to & 1:
                put(move)
        if passing:
            found += _en_passant(here, pawns, king, targets[1])
    return found


def _knight_moves(men: int, allowed: int) -> list[int]:
    """The moves of the knights on ``men``."""
    found: list[int] = []
    while men:
        bit = men & -men
        men ^= bit
        base = KNIGHT_MOVE | bit.bit_length() - 1
        left = KNIGHT[bit.bit_length() - 1] & allowed
        while left:
            bit = left & -left
            found.append(bit.bit_length() - 1 << TO | base)
            left ^= bit
    return found


def _slider_moves(
    here: Bitboards, men: int, allowed: int, pinned: int, targets: Targets
) -> list[int]:
    """The moves of the bishops, rooks and queens on ``men``."""
    _, _, bishops, rooks, _, kings, winners, losers, turn, *_ = here
    occupied = winners | losers
    lines = LINE[(kings & (winners if turn else losers)).bit_length() - 1]
    found: list[int] = []
    while men:
        bit = men & -men
        men ^= bit
        start = bit.bit_length() - 1
        if bishops & bit:
            base = BISHOP_MOVE | start
            left = DIAGONALS[start][DIAGONAL_MASKS[start] & occupied] & targets[3]
        else:
            left = RANKS[start][RANK_MASKS[start] & occupied]
            left |= FILES[start][FILE_MASKS[start] & occupied]
            if rooks & bit:
                base = ROOK_MOVE | start
                left &= targets[4]
            else:
                base = QUEEN_MOVE | start
                left |= DIAGONALS[start][DIAGONAL_MASKS[start] & occupied]
                left &= targets[5]
        left &= allowed
        if bit & pinned:
            left &= lines[start]
        while left:
            bit = left & -left
            found.append(bit.bit_length() - 1 << TO | base)
            left ^= bit
    return found


def _checkers(here: Bitboards, home: chess.Square, theirs: int) -> int:
    pawns, knights, bishops, rooks, queens, _, winners, losers, turn, *_ = here
    occupied = winners | losers
    check = KNIGHT[home] & knights | (WINNERS_PAWN if turn else LOSERS_PAWN)[home] & pawns
    check |= DIAGONALS[home][DIAGONAL_MASKS[home] & occupied] & (bishops | queens)
    lines = RANKS[home][RANK_MASKS[home] & occupied] | FILES[home][FILE_MASKS[home] & occupied]
    return (check | lines & (rooks | queens)) & theirs


def _pinned(here: Bitboards, home: chess.Square, theirs: int) -> int:
    """Single men of either side between the king and what would attack it there."""
    _, _, bishops, rooks, queens, _, winners, losers, *_ = here
    left = DIAGONALS[home][0] & (bishops | queens)
    left |= (RANKS[home][0] | FILES[home][0]) & (rooks | queens)
    left &= theirs
    pinned = 0
    between = BETWEEN[home]
    while left:
        bit = left & -left
        shield = between[bit.bit_length() - 1] & (winners | losers)
        if shield and not shield & (shield - 1):
            pinned |= shield
        left ^= bit
    return pinned


_PROMOTIONS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def _pawn_moves(pawns: int, theirs: int, occupied: int, turn: int, allowed: int) -> list[int]:
    free = ~occupied & BB_ALL
    if turn:
        one = pawns << 8 & free
        two = (one & chess.BB_RANK_3) << 8 & free
        left, right = (pawns & NOT_A) << 7 & theirs, (pawns & NOT_H) << 9 & theirs
        steps = ((one, 8), (two, 16), (left, 7), (right, 9))
    else:
        one = pawns >> 8 & free
        two = (one & chess.BB_RANK_6) >> 8 & free
        left, right = (pawns & NOT_A) >> 9 & theirs, (pawns & NOT_H) >> 7 & theirs
        steps = ((one, -8), (two, -16), (left, -9), (right, -7))
    found: list[int] = []
    for reached, step in steps:
        targets = reached & allowed
        while targets:
            bit = targets & -targets
            targets ^= bit
            to = bit.bit_length() - 1
            move = chess.PAWN << KIND | to << TO | to - step
            if bit & chess.BB_BACKRANKS:
                found += [kind << PROMOTION | move for kind in _PROMOTIONS]
            else:
                found.append(move)
    return found


def _en_passant(here: Bitboards, pawns: int, king: int, targets: int) -> list[int]:
    """Both pawns leave their lines at once: what then attacks the king is looked at anew."""
    winners, losers, turn, passing = here[6], here[7], here[8], here[10]
    theirs = losers if turn else winners
    to = (passing & targets).bit_length() - 1
    if to < 0:
        return []
    taken = passing >> 8 if turn else passing << 8
    pawns &= (LOSERS_PAWN if turn else WINNERS_PAWN)[to]
    found = []
    for start in chess.scan_forward(pawns):
        occupied = (winners | losers) & ~(1 << start) & ~taken | passing
        if not attacks(here, theirs & ~taken, occupied, not turn) & king:
            found.append(EN_PASSANT | chess.PAWN << KIND | to << TO | start)
    return found


def _castlings(here: Bitboards, targets: int) -> list[int]:
    winners, losers, turn, rights = here[6], here[7], here[8], here[9]
    ours = winners if turn else losers
    home = (here[5] & ours).bit_length() - 1
    if all(BETWEEN[home][rook] & (winners | losers) for rook in chess.scan_forward(rights & ours)):
        return []
    return [
        CASTLING | chess.KING << KIND | move.to_square << TO | move.from_square
        for move in board_of(here).generate_castling_moves()
        if targets >> move.to_square & 1
    ]


def play(here: Bitboards, move: int) -> Bitboards:
    """The bitboards after a legal move."""
    pawns, knights, bishops, rooks, queens, kings, winners, losers, turn, rights, _ = here
    kind = move >> KIND & 7
    if kind == chess.PAWN or move & CASTLING:
        return _play_rarer(here, move)
    start, to = 1 << (move & 63), 1 << (move >> TO & 63)
    both = start | to
    if (winners | losers) & to:
        pawns &= ~to
        knights &= ~to
        bishops &= ~to
        rooks &= ~to
        queens &= ~to
        winners &= ~to
        losers &= ~to
    if turn:
        winners ^= both
    else:
        losers ^= both
    if kind == chess.KING:
        kings ^= both
    elif kind == chess.QUEEN:
        queens ^= both
    elif kind == chess.ROOK:
        rooks ^= both
    elif kind == chess.BISHOP:
        bishops ^= both
    else:
        knights ^= both
    if rights:
        rights &= ~both
        if kind == chess.KING:
            rights &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    return (pawns, knights, bishops, rooks, queens, kings, winners, losers, 1 - turn, rights, 0)


def _play_rarer(here: Bitboards, move: int) -> Bitboards:
    """A pawn's move or castling."""
    if move & CASTLING:
        board = board_of(here)
        board.push(move_of(move, chess.WHITE))
        return bitboards(board, chess.WHITE)
    winners, losers, turn, rights, _ = here[6:]
    start, to = 1 << (move & 63), 1 << (move >> TO & 63)
    taken = to
    if move & EN_PASSANT:
        taken = to >> 8 if turn else to << 8
    pawns, knights, bishops, rooks, queens, kings = [men & ~taken for men in here[:6]]
    mover, other = (winners, losers) if turn else (losers, winners)
    mover, other = mover ^ start ^ to, other & ~taken
    winners, losers = (mover, other) if turn else (other, mover)
    promotion = move >> PROMOTION & 7
    pawns ^= start if promotion else start | to
    if promotion == chess.QUEEN:
        queens |= to
    elif promotion == chess.ROOK:
        rooks |= to
    elif promotion == chess.BISHOP:
        bishops |= to
    elif promotion == chess.KNIGHT:
        knights |= to
    passing = 0
    if start << 16 == to or start >> 16 == to:
        beside = (to & NOT_A) >> 1 | (to & NOT_H) << 1
        if beside & pawns & other:
            passing = start << 8 if turn else start >> 8
    return (
        *(pawns, knights, bishops, rooks, queens, kings),
        *(winners, losers, 1 - turn, rights & ~to, passing),
    )
