# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for a helpmate: both sides work together so that one of them is mated.

Best first: the position looked at next is the one whose loser's king seems nearest to mate. A
helpmate found proves that the winner can win; a search that runs out of positions proves that he
cannot, since every legal move of every position was followed except where material or a locked
position is proven hopeless. Positions are told apart by all that decides about legal moves; move
counts and repetitions are left out, as Article 5.2.2 asks for *any* series of legal moves.

What "near to mate" means is a matter of taste, and no taste suits all positions: so several are
tried in turn (:data:`TASTES`), each on a small budget first. Taste decides how soon a helpmate is
found, never whether a verdict is right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import chess

Hopeless = Callable[[chess.Board], bool]
"""A sound test: ``True`` only where the winner can never mate from this board."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a step away from mate weighs.

    ``flight``: a square to which the loser's king may go; ``calm``: a square on or beside his that
    is not attacked. ``king``: a square between the kings; ``near``: between the loser's king and
    the winner's nearest piece. ``edge``, ``corner``: his distance from them. ``batch`` replies
    are weighed at a time; the rest waits as if the position were heavier by ``rest``. Of equal
    weights the ``newest`` is looked at first, or the oldest.
    """

    flight: int
    calm: int
    king: int
    near: int
    edge: int
    corner: int
    batch: int
    rest: int
    newest: bool


TASTES = (
    Taste(flight=2, calm=1, king=6, near=0, edge=4, corner=2, batch=2, rest=1, newest=False),
    Taste(flight=0, calm=1, king=4, near=2, edge=4, corner=1, batch=4, rest=1, newest=True),
    Taste(flight=1, calm=0, king=1, near=0, edge=2, corner=4, batch=4, rest=5, newest=True),
    Taste(flight=6, calm=2, king=2, near=3, edge=2, corner=0, batch=6, rest=3, newest=True),
    Taste(flight=2, calm=4, king=4, near=2, edge=4, corner=1, batch=3, rest=1, newest=True),
    Taste(flight=0, calm=0, king=4, near=0, edge=2, corner=0, batch=2, rest=1, newest=False),
    Taste(flight=0, calm=0, king=6, near=3, edge=1, corner=2, batch=3, rest=5, newest=True),
    Taste(flight=1, calm=4, king=1, near=0, edge=4, corner=1, batch=4, rest=3, newest=True),
)
"""Chosen by trial on random games and random placements of few men."""


@dataclass(frozen=True, slots=True)
class Search:
    """``line`` is a helpmate or ``None``; ``complete``: without one there is none."""

    line: tuple[chess.Move, ...] | None
    complete: bool
    visited: int


@dataclass(slots=True)
class _Node:
    """A position on the way; ``replies`` are its legal moves not yet weighed."""

    parent: "_Node | None"
    move: chess.Move
    weight: int
    board: chess.Board | None = None
    replies: list[chess.Move] | None = None

    def line(self) -> tuple[chess.Move, ...]:
        moves: list[chess.Move] = []
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def set_up(self) -> chess.Board:
        """The board of this position, made when it is first needed."""
        if self.board is None:
            if self.parent is None or self.parent.board is None:
                raise ValueError("a position without a way to it")
            self.board = self.parent.board.copy(stack=False)
            self.board.push(self.move)
            self.board.clear_stack()
        return self.board


def search(
    board: chess.Board, winner: chess.Color, limit: int, taste: Taste, hopeless: Hopeless
) -> Search:
    """A helpmate in favour of ``winner``, looking at about ``limit`` positions at most.

    ``hopeless`` is asked about the start and wherever a capture or a pawn's move has changed
    what may be hoped for.
    """
    if hopeless(board):
        return Search(None, True, 0)
    root = _Node(None, chess.Move.null(), 0, board.copy(stack=False))
    seen = {_identity(board)}
    tick = count(step=-1 if taste.newest else 1)
    queue = [(0, next(tick), root)]
    visited = 0
    while queue and visited < limit:
        _, _, node = heappop(queue)
        here = node.set_up()
        if node.replies is None:
            node.replies = _ordered(here, winner)
        batch, node.replies = node.replies[: taste.batch], node.replies[taste.batch :]
        for move in batch:
            visited += 1
            final = here.is_zeroing(move)
            here.push(move)
            identity = _identity(here)
            if identity not in seen:
                seen.add(identity)
                weight = _weight(here, winner, taste)
                if weight == STUCK and here.is_checkmate():
                    here.pop()
                    return Search((*node.line(), move), True, visited)
                if not (final and hopeless(here)):
                    heappush(queue, (weight, next(tick), _Node(node, move, weight)))
            here.pop()
        if node.replies:
            node.weight += taste.rest
            heappush(queue, (node.weight, next(tick), node))
    return Search(None, not queue, visited)


def _identity(board: chess.Board) -> tuple[int, ...]:
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.castling_rights,
        board.ep_square or 0,
    )


_DISTANCE = [[chess.square_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
_LIGHT_CORNERS, _DARK_CORNERS = (chess.A8, chess.H1), (chess.A1, chess.H8)
_CORNER = [
    min(_DISTANCE[square][corner] for corner in _LIGHT_CORNERS + _DARK_CORNERS)
    for square in chess.SQUARES
]
_EDGE = [
    min(file, 7 - file, rank, 7 - rank)
    for rank, file in (divmod(square, 8) for square in chess.SQUARES)
]

STUCK = 12
"""The weight of a king in check without a flight: mate, unless something saves him."""

PROMOTION_UNKNOWN = 60
PROMOTION_STEP = 6
PROMOTION_OF_BLOCKER = 16


def _ordered(board: chess.Board, winner: chess.Color) -> list[chess.Move]:
    """All legal moves, the more promising first as far as the moves alone tell."""
    king = board.king(not winner)
    near = _DISTANCE[king or 0]
    heavy = (board.queens | board.rooks) & board.occupied_co[winner]

    def promise(move: chess.Move) -> int:
        start, to = chess.BB_SQUARES[move.from_square], move.to_square
        if board.turn != winner:
            return 4 * _EDGE[to] + _CORNER[to] if board.kings & start else 4 + near[to]
        if board.pawns & start:
            if move.promotion:
                return -move.promotion
            return 20 if heavy else 0
        return 2 + near[to] if board.kings & start else near[to]

    return sorted(board.legal_moves, key=promise)


def _weight(board: chess.Board, winner: chess.Color, taste: Taste) -> int:
    """How far the loser's king seems from mate; :data:`STUCK` where it may be mate now."""
    king, helper = board.king(not winner), board.king(winner)
    if king is None or helper is None:
        raise ValueError("a position without both kings")
    men, others = board.occupied_co[winner], board.occupied_co[not winner]
    zone, attacked = chess.BB_KING_ATTACKS[king], _attacked(board, men, winner, king)
    flights = zone & ~others & ~attacked
    if not flights and board.turn != winner and attacked & chess.BB_SQUARES[king]:
        return STUCK
    near = _DISTANCE[king]
    weight = 1 + taste.flight * flights.bit_count() + taste.king * near[helper]
    weight += taste.calm * ((zone | chess.BB_SQUARES[king]) & ~attacked).bit_count()
    heavy = (board.queens | board.rooks) & men
    pieces = heavy or (board.knights | board.bishops) & men
    if pieces:
        weight += taste.near * min(near[square] for square in chess.scan_forward(pieces))
    if heavy:
        weight += taste.edge * _EDGE[king] + taste.corner * _CORNER[king]
    else:
        weight += _weight_without_heavy(board, winner, near, taste) + 2 * _EDGE[king]
    return weight if weight != STUCK else STUCK + 1


def _attacked(
    board: chess.Board, men: chess.Bitboard, winner: chess.Color, king: chess.Square
) -> chess.Bitboard:
    """What the winner attacks, also behind the loser's king."""
    occupied = board.occupied & ~chess.BB_SQUARES[king]
    pawns = board.pawns & men
    if winner == chess.WHITE:
        attacked = chess.shift_up_left(pawns) | chess.shift_up_right(pawns)
    else:
        attacked = chess.shift_down_left(pawns) | chess.shift_down_right(pawns)
    for square in chess.scan_forward(board.knights & men):
        attacked |= chess.BB_KNIGHT_ATTACKS[square]
    for square in chess.scan_forward((board.bishops | board.queens) & men):
        lines = chess.BB_DIAG_MASKS[square] & occupied
        attacked |= chess.BB_DIAG_ATTACKS[square][lines]
    for square in chess.scan_forward((board.rooks | board.queens) & men):
        attacked |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        attacked |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    for square in chess.scan_forward(board.kings & men):
        attacked |= chess.BB_KING_ATTACKS[square]
    return attacked


def _weight_without_heavy(
    board: chess.Board, winner: chess.Color, near: list[int], taste: Taste
) -> int:
    """Without queen and rook: a corner and blockers of the loser's own, or a promotion."""
    minor = (board.knights | board.bishops) & board.occupied_co[winner]
    light = minor & chess.BB_LIGHT_SQUARES
    both_colours = minor & board.knights or (light and light != minor)
    weight = _promotion_distance(board, winner)
    if both_colours and minor & (minor - 1):
        return weight + 2 * min(near[corner] for corner in _LIGHT_CORNERS + _DARK_CORNERS)
    corners: tuple[chess.Square, ...] = _LIGHT_CORNERS + _DARK_CORNERS
    if not both_colours:
        corners = _LIGHT_CORNERS if light else _DARK_CORNERS
    weight += (2 + 3 * taste.corner) * min(near[corner] for corner in corners)
    others = board.occupied_co[not winner]
    blockers = others & ~board.kings & ~board.pawns
    if blockers:
        return weight + 3 * min(near[square] for square in chess.scan_forward(blockers))
    return weight + PROMOTION_OF_BLOCKER + _promotion_distance(board, not winner)


def _promotion_distance(board: chess.Board, colour: chess.Color) -> int:
    """What the nearest pawn still has to go and to get out of its way, in units of weight."""
    own, enemies = board.occupied_co[colour], board.pawns & board.occupied_co[not colour]
    helper = _DISTANCE[board.king(colour) or 0]
    best = PROMOTION_UNKNOWN
    for pawn in chess.scan_forward(board.pawns & own):
        rank = chess.square_rank(pawn)
        to_go = 7 - rank if colour == chess.WHITE else rank
        ahead = -(2 << pawn) if colour == chess.WHITE else (1 << pawn) - 1
        in_the_way = chess.BB_FILES[chess.square_file(pawn)] & board.occupied & ahead
        distance = PROMOTION_STEP * (to_go + in_the_way.bit_count())
        for enemy in chess.scan_forward(in_the_way & enemies):  # the king may have to take it
            distance += 2 * helper[enemy]
        best = min(best, distance)
    return best
